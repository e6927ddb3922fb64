"""Rounds of melee as they are told: what became of the beaten, and why."""

from __future__ import annotations

import pytest

from tests.games.adlg.table.drills import events_of
from tests.games.adlg.table.onsets import play, table
from tests.games.adlg.table.tables import Placed, battlefield, ground, meets
from triarii.games.adlg.battle.stages import ChoosingCorps
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.scenery import Piece
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

N: Pose = (10000, 10000, 0)
FACING: Pose = (10000, 10000, 18000)


def fought(own: str, enemy: str, dice: str, *terrain: Piece) -> tuple[list[str], list[str], Position]:
    """What is told of a round in kinds and in English, and the table after it."""
    reserves: list[Placed] = [
        *((f"u{n}", "levy", (1000 * n, 1000, 0), {}) for n in range(2, 8)),
        *((f"e{n}", "levy", (1000 * n, 19000, 18000), {}) for n in range(2, 8)),
    ]
    field = battlefield(
        [("u1", own, N), ("e1", enemy, FACING), *reserves],
        meetings=[meets("u1", "e1", rounds=1)],
        leaders={"c1": (10000, 5000, 0), "d1": (10000, 15000, 18000)},
        terrain=terrain,
    )
    before = play(Position(State(field, ChoosingCorps(), 0)), "done")
    after = play(before, dice)
    events = events_of(before.state, dice)
    return [event.kind for event in events], [GAME.texts.say(event.message, "en") for event in events], after


@pytest.mark.rule("adlg.light_infantry.destroyed")
@pytest.mark.parametrize("dice", ["6-1", "1-6"])
def test_light_infantry_that_is_destroyed_in_the_open_is_told_so_whatever_the_dice(dice: str) -> None:
    kinds, words, after = fought("heavy_swordsmen", "light_infantry", dice)
    assert table(after).gone == {"e1": "routed"}
    assert kinds[:2] == ["dice_melee", "round_destroyed"]
    assert "round_rout" not in kinds
    assert words[1] == "e1 is light infantry in the open and is destroyed by u1, whatever the dice show."


@pytest.mark.rule("adlg.light_infantry.destroyed")
def test_light_infantry_that_attacks_to_its_ruin_is_told_by_its_own_name() -> None:
    _, words, after = fought("light_infantry", "heavy_swordsmen", "6-1")
    assert table(after).gone == {"u1": "routed"}
    assert words[1] == "u1 is light infantry in the open and is destroyed by e1, whatever the dice show."


@pytest.mark.rule("adlg.light_infantry.destroyed")
def test_light_infantry_that_has_cover_is_beaten_by_the_dice() -> None:
    wood = ground("wood", 8000, 8000, 12000, 12000)
    kinds, _, after = fought("medium_swordsmen", "light_infantry", "3-2", wood)
    assert table(after).gone == {}
    assert kinds[:2] == ["dice_melee", "round_lost"]


@pytest.mark.rule("adlg.melee.losses")
def test_who_loses_by_seven_is_still_told_as_beaten_so_badly() -> None:
    kinds, words, _ = fought("pikemen", "levy", "6-1")
    assert kinds[:2] == ["dice_melee", "round_rout"]
    assert words[1] == "e1 is beaten so badly that it will rout."
