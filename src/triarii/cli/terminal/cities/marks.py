"""What is marked on the board of Cities & Heroes: the last move, the piece in hand, where it can go and what that
does."""

from __future__ import annotations

from collections.abc import Mapping

from triarii.cli.terminal.cities.scene import Marks, Target, squares_in
from triarii.cli.terminal.field import Sight
from triarii.cli.terminal.hand import Hand, squares_of


def marks_of(sight: Sight, word: str | None) -> Marks:
    """`word` is the target under the cursor."""
    playing, hand = sight.playing, sight.hand
    step = playing.shown.step
    last = playing.game.text_seen_by(step.before, step.action, playing.eye) if step is not None else ""
    aimed = hand.previews().get(word, {}) if word is not None else {}
    return Marks(
        last=frozenset(squares_in(last)),
        chosen=hand.words[0] if hand.words else "",
        targets=targets_of(hand),
        lost=frozenset(squares_of(aimed, "captures") + squares_of(aimed, "losses")),
        path=tuple(squares_of(aimed, "path")[1:-1]),
        hint=frozenset(squares_in(sight.hinted)) if playing.looking is None else frozenset(),
    )


def targets_of(hand: Hand) -> dict[str, Target]:
    """Where on the board the chosen piece can go."""
    if not hand.words:
        return {}
    seen = hand.previews()
    return {
        choice.cell: Target(_count(seen, choice.text, "captures"), _count(seen, choice.text, "losses"))
        for choice in hand.offered()
        if choice.cell is not None
    }


def _count(previews: Mapping[str, Mapping[str, object]], word: str, kind: str) -> int:
    return len(squares_of(previews.get(word, {}), kind))
