"""First turns known by heart: balanced lines of the usual layouts (book.toml), and their mirror images."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from triarii.games.cities import GAME, jobs
from triarii.games.cities.position import Position
from triarii.games.cities.squares import COLUMNS

MIRROR = str.maketrans(COLUMNS, COLUMNS[::-1])


def moves(position: Position) -> Sequence[int]:
    """What the book plays here, most common first; nothing where it knows nothing."""
    if position.setting.rulings != _usual().setting.rulings:
        return ()
    return _book().get(position.placement, ())


def lines() -> dict[str, list[tuple[str, int]]]:
    """By layout: lines as they are written, and what the last position is worth to the one to move, in points."""
    table = tomllib.loads(resources.files("triarii.players.cities").joinpath("book.toml").read_text(encoding="utf-8"))
    return {layout: [(line["turns"], line["value"]) for line in entries] for layout, entries in table.items()}


@cache
def _usual() -> Position:
    begun = GAME.start({})
    assert isinstance(begun, Position)
    return begun


@cache
def _book() -> dict[jobs.Placement, Sequence[int]]:
    """By placement, which tells who is to move as well: the sides stand on different squares."""
    found: dict[jobs.Placement, dict[int, int]] = {}
    for layout, entries in lines().items():
        for turns, _ in entries:
            for written in {turns, turns.translate(MIRROR)}:
                here = GAME.start({"layout": layout})
                for word in written.split():
                    assert isinstance(here, Position)
                    action = GAME.action(word)
                    assert isinstance(action, int)
                    counted = found.setdefault(here.placement, {})
                    counted[action] = counted.get(action, 0) + 1
                    here = here.play(action)
    return {
        placement: sorted(counted, key=lambda action: (-counted[action], action))
        for placement, counted in found.items()
    }
