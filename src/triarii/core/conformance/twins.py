"""Twin runs: what one eye gets may not depend on what is hidden from it.

Two positions that an eye can't tell apart are twins. Whatever happens alike in both must leave them twins, as far as
the eye was told nothing that tells them apart; and nothing that it is told may go beyond what it sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from triarii.core.conformance import words
from triarii.core.conformance.findings import Inquiry, moves, to_act
from triarii.core.contract import AnyPosition, Eye, Overlaid, Previewed, Turn

TRIES = 8
"""How often a hidden hand is imagined before it counts as known."""
STEPS = 2
"""How far twins are followed."""
PAIRS = 4
MOVES = 10


@dataclass(frozen=True)
class Glimpse:
    """What one eye gets of one step: the text of the action, the events, and the view after it."""

    text: str
    events: str
    view: str


def twin_of(inquiry: Inquiry, position: AnyPosition, eye: Eye) -> AnyPosition | None:
    """Another position that the eye can't tell from this one, if one is found."""
    view, text = position.view(eye), position.text()
    for _ in range(TRIES):
        twin: AnyPosition = inquiry.game.imagine(view, inquiry.rng)
        if twin.text() != text:
            return twin
    return None


def check_twins(inquiry: Inquiry, position: AnyPosition) -> None:
    """Compare a position with a twin for every eye, now and some steps on; and what could happen next, pair by pair."""
    with inquiry.looking_at(position):
        for eye in Eye:
            check_siblings(inquiry, position, eye)
            twin = twin_of(inquiry, position, eye)
            if twin is not None:
                inquiry.report.counts[twins_of(eye)] += 1
                follow(inquiry, position, twin, eye, STEPS)


def twins_of(eye: Eye) -> str:
    """The name under which a report counts an eye's twins."""
    return f"twins for {eye.name.lower()}"


def follow(inquiry: Inquiry, one: AnyPosition, two: AnyPosition, eye: Eye, steps: int) -> None:
    """Play the same in both, as far as the eye can tell, and compare all that it gets."""
    for _ in range(steps):
        with inquiry.looking_at(one):
            check_standing(inquiry, one, two, eye)
            further = [pair for pair in _pairs(inquiry, one, two, eye) if pair is not None]
        # Pairs that differ in what is hidden come last: they are the ones to follow.
        if not further:
            return
        one, two = further[-1]


def check_standing(inquiry: Inquiry, one: AnyPosition, two: AnyPosition, eye: Eye) -> None:
    """Twins look alike and offer and refuse the same to the seat that looks."""
    game = inquiry.game
    alike = inquiry.sent_view(one.view(eye)) == inquiry.sent_view(two.view(eye))
    inquiry.demand(alike, "The view of {} depends on what is hidden from it: {}", eye.name, two.text())
    if isinstance(game, Overlaid):
        drawn = [[dict(shape) for shape in game.overlays(position, eye)] for position in (one, two)]
        inquiry.demand(drawn[0] == drawn[1], "The overlays for {} depend on what is hidden: {}", eye.name, two.text())
    if to_act(one) is eye:
        seed = inquiry.rng.randrange(1 << 30)
        same = words.offers(inquiry, one, seed) == words.offers(inquiry, two, seed)
        inquiry.demand(same, "What {} may do depends on what is hidden from it: {}", eye.name, two.text())


def check_siblings(inquiry: Inquiry, position: AnyPosition, eye: Eye) -> None:
    """Of two things that could happen here, the eye must not be told which, if it can't see which."""
    steps = []
    for action in inquiry.some(moves(position), MOVES):
        after = position.play(action)
        steps.append((after.text(), glimpse(inquiry, position, action, after, eye)))
    for (first, seen), (second, other) in combinations(steps, 2):
        _compare(inquiry, seen, other, eye)
        if seen.view == other.view and first != second:
            news, news_other = (f"{each.text} {each.events}" for each in (seen, other))
            inquiry.demand(news == news_other, "{} is told more than it sees: {} and {}", eye.name, news, news_other)


def glimpse(inquiry: Inquiry, before: AnyPosition, action: Any, after: AnyPosition, eye: Eye) -> Glimpse:
    """What the eye gets of this step."""
    events = [event.seen_by(eye) for event in inquiry.game.events(before, action, after)]
    return Glimpse(
        inquiry.game.text_seen_by(before, action, eye),
        inquiry.sent([[event.kind, dict(event.fields)] for event in events], "events"),
        inquiry.sent_view(after.view(eye)),
    )


def _pairs(
    inquiry: Inquiry, one: AnyPosition, two: AnyPosition, eye: Eye
) -> Iterator[tuple[AnyPosition, AnyPosition] | None]:
    """Compare what the same step is in both; gives the positions after it where they are still twins."""
    for action, other in sorted(
        inquiry.some(_alike(inquiry, one, two, eye), PAIRS), key=lambda pair: pair[0] != pair[1]
    ):
        after, after_other = one.play(action), two.play(other)
        seen = glimpse(inquiry, one, action, after, eye)
        seen_other = glimpse(inquiry, two, other, after_other, eye)
        if action == other:
            texts = (seen.text, seen_other.text)
            inquiry.demand(texts[0] == texts[1], "{} is told of one action by two texts, {} and {}.", eye.name, *texts)
            _check_previews(inquiry, one, two, action, eye)
        _compare(inquiry, seen, seen_other, eye)
        inquiry.report.counts["twin steps"] += 1
        yield (after, after_other) if seen.view == seen_other.view else None


def _alike(inquiry: Inquiry, one: AnyPosition, two: AnyPosition, eye: Eye) -> list[tuple[Any, Any]]:
    """Pairs of actions that are the same, or that the eye reads as the same."""
    game = inquiry.game
    ours, theirs = (inquiry.some(moves(position), MOVES) for position in (one, two))
    found = [(action, action) for action in ours if _possible(two, action)]
    read = [(game.text_seen_by(two, other, eye), other) for other in theirs]
    for action in ours:
        shown = game.text_seen_by(one, action, eye)
        found += [(action, other) for text, other in read if text == shown and other != action]
    return found


def _possible(position: AnyPosition, action: Any) -> bool:
    if position.turn is Turn.CHANCE:
        return action in moves(position)
    return position.check(action) is None


def _compare(inquiry: Inquiry, seen: Glimpse, other: Glimpse, eye: Eye) -> None:
    """Read alike, a step shows the eye either both the same events and the same view, or neither."""
    if seen.text != other.text:
        return
    same_events, same_view = seen.events == other.events, seen.view == other.view
    shown = "After {} the view of {} shows what it was not told: {} and {}"
    inquiry.demand(same_view or not same_events, shown, seen.text, eye.name, seen.view, other.view)
    leaked = "After {} the events tell {} what it can't see: {} and {}"
    inquiry.demand(same_events or not same_view, leaked, seen.text, eye.name, seen.events, other.events)


def _check_previews(inquiry: Inquiry, one: AnyPosition, two: AnyPosition, action: Any, eye: Eye) -> None:
    game = inquiry.game
    if isinstance(game, Previewed) and to_act(one) is not None:
        shown = [inquiry.sent(dict(game.preview(each, action, eye)), "a preview") for each in (one, two)]
        inquiry.demand(shown[0] == shown[1], "A preview for {} depends on what is hidden: {}", eye.name, two.text())
