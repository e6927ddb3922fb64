"""Friends whose animals others fear, as they pass through them: nothing by the sheet, a loss by the common reading."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, cohesion, play, ready, table
from tests.games.adlg.table.tables import Placed
from triarii.games.adlg.assist import foretelling
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

PANIC = "adlg.pass.panic"
AHEAD: Pose = (10000, 11200, 0)
ASIDE: dict[str, Pose] = {"c1": (3000, 10000, 0), "d1": (17000, 18000, 18000)}


def behind(mover: str, friend: str, *more: Placed, **options: Any) -> Position:
    """A unit behind a friend; both look north."""
    options.setdefault("pass_panicking_friends", False)
    units: list[Placed] = [("u1", mover, N), ("u2", friend, AHEAD), *more]
    if not any(each[0][0] == "e" for each in more):
        units.append(("e1", "levy", (3000, 19000, 18000)))
    return ready(units, leaders=ASIDE, **options)


def told(position: Position, action: str) -> list[str]:
    return [message.key for message in foretelling.foretold(position, action)]


@pytest.mark.rule(PANIC)
@pytest.mark.parametrize(
    ("mover", "friend", "loss"),
    [
        ("light_camels", "heavy_cavalry", 1),
        ("medium_camels", "light_cavalry", 1),
        ("elephant", "light_cavalry", 1),
        ("elephant", "light_camels", 1),
        ("medium_camels", "light_camels", 0),
        ("heavy_cavalry", "light_cavalry", 0),
        ("light_camels", "scythed_chariot", 0),
    ],
)
def test_by_the_common_reading_a_friend_loses_1_cohesion_whom_animals_pass_that_he_fears(
    mover: str, friend: str, loss: int
) -> None:
    position = behind(mover, friend)
    before = cohesion(position, "u2")
    assert cohesion(play(position, "u1 advance 3"), "u2") == before - loss


@pytest.mark.rule(PANIC)
def test_by_the_sheet_nobody_loses_cohesion_by_being_passed() -> None:
    position = behind("light_camels", "heavy_cavalry", pass_panicking_friends=True)
    assert cohesion(play(position, "u1 advance 3"), "u2") == 3
    assert "preview.panicked" not in told(position, "u1 advance 3")


@pytest.mark.rule(PANIC)
def test_who_stands_beside_the_way_or_beyond_it_loses_nothing() -> None:
    position = behind("light_camels", "heavy_cavalry")
    assert cohesion(play(position, "u1 advance 0.4"), "u2") == 3
    aside = behind("light_camels", "light_cavalry", ("u3", "heavy_cavalry", (11100, 11200, 0)))
    assert cohesion(play(aside, "u1 advance 3"), "u3") == 3


@pytest.mark.rule(PANIC)
def test_a_unit_loses_cohesion_to_passing_animals_once_in_a_sequence() -> None:
    second: Placed = ("u3", "light_camels", (10000, 9250, 0))
    position = play(behind("light_camels", "heavy_cavalry", second), "u1 advance 4", "u3 advance 5")
    assert cohesion(position, "u2") == 2
    assert marks.PANICKED in table(position).stands["u2"].marks
    assert marks.PANICKED not in table(position).new_sequence().stands["u2"].marks


@pytest.mark.rule(PANIC)
def test_charging_camels_frighten_the_horses_through_which_they_charge() -> None:
    position = behind("light_camels", "heavy_cavalry", ("e1", "light_infantry", (10000, 14500, 18000)))
    after = play(position, "u1 charge e1", "e1 stand")
    assert cohesion(after, "u2") == 2
    assert "preview.panicked" in told(position, "u1 charge e1")


@pytest.mark.rule(PANIC)
def test_a_preview_tells_whom_a_move_frightens() -> None:
    assert "preview.panicked" in told(behind("light_camels", "heavy_cavalry"), "u1 advance 3")
    assert "preview.panicked" not in told(behind("heavy_cavalry", "light_cavalry"), "u1 advance 3")


@pytest.mark.rule(PANIC)
def test_evading_camels_frighten_nobody_through_whom_they_run() -> None:
    units: list[Placed] = [
        ("u1", "heavy_knights", (10000, 12000, 18000)),
        ("e1", "light_camels", N),
        ("e2", "heavy_cavalry", (10000, 8000, 0)),
    ]
    position = play(ready(units, leaders=ASIDE, pass_panicking_friends=False), "u1 charge e1", "e1 evade", "5")
    assert cohesion(position, "e2") == 3
