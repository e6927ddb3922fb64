"""The pictures of positions in docs/figures: games are played by the rules up to a telling moment.

python -m tools.picture_figures    writes them anew
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from triarii.core.contract import Eye, Turn
from triarii.games.adlg.game import GAME as ADLG
from triarii.games.adlg.position import Position as Table
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.games.cities.story import preview_of
from triarii.games.towar import GAME as TOWAR
from triarii.games.towar.position import Position as Battle
from triarii.pictures.adlg import picture as table_picture
from triarii.pictures.cities import picture
from triarii.pictures.colours import Theme
from triarii.pictures.towar import picture as battle_picture

FIGURES = Path(__file__).resolve().parent.parent / "docs/figures"

# Both sides make heroes in their cities. The second player raids g3, loses the raider, and takes j1 instead; at last a
# hero leaves g8 and encloses two pieces on a diagonal together with the fighter on e8.
TURNS = """
    c2d3 f9g8   i2g3 d9d8   h2j1 g8e5   g3g6 e5g3   j1g4 i9g8   e2g3 c9a10  g3=H h9j10
    d3e6 j10g7  d2d3 e9e8   b2a1 g7i4   d3f6 i4j1   f2d3 b9c7   e6e9 g9f10  g4f7 g8h5
"""

# The example of the rules of To War!: a Bedouin enters on a Sarbaz, which pushes a Siqlab into an Archer.
BATTLE, CHAIN = "south-north tka/bar/MSM/SZB 1 B M2B2S1Z1-b1k1r1t2a2 0-0", "b:ff"

# A skirmish: both lines have come on, and impetuous swordsmen have charged without an order; the slingers run.
SKIRMISH = """
    corps c1 | 6 | u1+u2+u3+u4+u5 advance 2 | u6 advance 3 | u7 advance 2 | done | corps c2 | 5 | u8+u9 advance 4 | done
    2-4 | 2-4 | corps d1 | 6 | e1+e2+e3 advance 0.5 | e4 advance 0.5 | done | u6 evade | 4 | u6 half | 5 | e5 press 4
"""


def figures() -> Mapping[str, str]:
    """Every picture by the name of its file."""
    before, action = _last_turn()
    seen = preview_of(before, action)
    path, lost = ([str(name) for name in seen[part]] for part in ("path", "captures"))  # type: ignore[attr-defined]
    view = before.play(action).view(Eye.OBSERVER)
    return {
        "cities.svg": picture(view, "en", lost, path, "light"),
        "cities-dark.svg": picture(view, "en", lost, path, "dark"),
        "towar.svg": _battle("light"),
        "towar-dark.svg": _battle("dark"),
        "adlg.svg": _skirmish("light"),
        "adlg-dark.svg": _skirmish("dark"),
    }


def _skirmish(theme: Theme) -> str:
    position = ADLG.start({"scenario": "skirmish"})
    assert isinstance(position, Table)
    for words in SKIRMISH.replace("\n", "|").split("|"):
        action = words.strip()
        if action and position.turn is Turn.CHANCE:
            position = position.play(action)
        elif action:
            assert position.check(action) is None, action
            position = position.play(action)
    shown = [shape for shape in ADLG.overlays(position, Eye.OBSERVER) if shape["kind"] in ("zone", "threat")]
    return table_picture(position.view(Eye.OBSERVER), "en", theme=theme, overlays=shown)


def _battle(theme: Theme) -> str:
    before = TOWAR.parse(BATTLE, {})
    assert isinstance(before, Battle)
    assert before.check(CHAIN) is None
    path = [str(cell) for cell in TOWAR.preview(before, CHAIN, Eye.FIRST)["path"]]  # type: ignore[attr-defined]
    return battle_picture(before.play(CHAIN).view(Eye.FIRST), "en", (), path, theme)


def _last_turn() -> tuple[Position, int]:
    """The position before the last turn, and that turn; every turn is checked by the rules."""
    position = GAME.start({"begins": "first"})
    assert isinstance(position, Position)
    *turns, last = [_turn(text) for text in TURNS.split()]
    for turn in turns:
        assert position.check(turn) is None, GAME.action_text(turn)
        position = position.play(turn)
    assert position.check(last) is None, GAME.action_text(last)
    return position, last


def _turn(text: str) -> int:
    turn = GAME.action(text)
    assert isinstance(turn, int), text
    return turn


def main() -> None:
    FIGURES.mkdir(parents=True, exist_ok=True)
    for name, drawn in figures().items():
        (FIGURES / name).write_text(drawn, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
