"""Set-ups for tests: begun with the armies that a test wants, and played on by throws and words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.battle.preparation import Preparation, Task
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position

LARGE = {"first_army": "romans", "second_army": "carthaginians"}
"""Armies of 200 points, for the table of 30 by 20 UD."""
BUILDERS = {
    "name": "builders",
    "format": 200,
    "command_value": 3,
    "fortifications": 4,
    "obstacles": 2,
    "corps": [{"commander": "ordinary", "units": [{"troop": "levy", "count": 10}]}],
}
"""An army of 200 points that has bought works."""
TERRAIN = (
    "6-1",
    "region plain defend",
    "pick gully",
    "pick gentle_hill",
    "done",
    "pick field",
    "pick plantation",
    "done",
)
"""The first player defends in the plain and has a field, a gully and a hill; the second a field and a plantation."""


def begun(**options: object) -> Position:
    found = GAME.start({"setup": "procedure", **options})
    assert isinstance(found, Position), found
    return found


def played(position: Position, *steps: str) -> Position:
    """Throws and words, one after the other; all must be allowed."""
    for step in steps:
        if position.turn is Turn.CHANCE:
            assert step in dict(position.chances()), (step, position.text())
        else:
            refusal = position.check(step)
            assert refusal is None, (step, refusal)
        position = position.play(step)
    return position


def refused(position: Position, said: str) -> str:
    """Why something can't be said: the code of the refusal, which both languages can tell."""
    found = position.check(said)
    assert isinstance(found, Refusal), said
    for lang in ("en", "de"):
        assert GAME.texts.say(found.message, lang)
    return found.code


def now(position: Position) -> Preparation:
    assert position.state.setup is not None, "the battle has begun"
    return position.state.setup


def walk(position: Position, rng: Random) -> Iterator[tuple[Position, str, Position]]:
    """The set-up to its end, by throws and well-chosen words."""
    while position.state.setup is not None:
        listed = [outcome for outcome, _ in position.chances()] or position.actions()
        said = rng.choice(listed)
        after = position.play(said)
        yield position, said, after
        position = after


def until(task: Task, seed: int = 1, **options: object) -> Position:
    """The first moment of a random set-up that has this task."""
    for number in range(seed, seed + 50):
        for before, _, after in walk(begun(**options), Random(number)):
            if now(before).task is task:
                return before
            if after.state.setup is not None and after.state.setup.task is task:
                return after
    raise AssertionError(task)
