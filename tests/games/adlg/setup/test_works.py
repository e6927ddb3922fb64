"""Works of the set-up: who builds them and when, where they may stand, and that they count in battle."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.adlg.setup.set_ups import BUILDERS, now, played, refused, until, walk
from triarii.core.contract import Eye, Refusal
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup import works
from triarii.games.adlg.setup.going_on import put_down, scene
from triarii.games.adlg.setup.landscape import Landscape, Lot, stream

RULE = "adlg.setup.works"


@pytest.fixture(scope="module")
def building() -> Position:
    """The first player defends and builds on a table of 30 by 20 UD on which only his camp stands."""
    for seed in range(1, 60):
        position = until(Task.WORKS, seed=seed, first_army=BUILDERS, second_army="french")
        if now(position).defender == 0:
            return Position(put_down(position.state, Landscape(camps={0: (15000, 1000, 0)}, begins=1)))
    raise AssertionError


def on(position: Position, *lots: Lot) -> Position:
    state = position.state
    for number, lot in enumerate(lots, 1):
        state = put_down(state, scene(state).with_lot(f"t{number}", lot))
    return Position(state)


@pytest.mark.rule(RULE)
def test_an_army_builds_what_it_has_bought_after_its_camp(building: Position) -> None:
    assert works.left(building.setting, 0) == {"fortification": 4, "obstacle": 2}
    assert works.left(building.setting, 1) == {"fortification": 0, "obstacle": 0}
    assert refused(building, "fortify 10 5 5") == "setup.works_left"
    assert refused(building, "obstruct 10 5 3") == "setup.works_left"
    some = played(building, "fortify 10 5 3")
    assert works.left(some.setting, 0) == {"fortification": 1, "obstacle": 2}
    all_built = played(some, "fortify 13 5 1", "obstruct 16 4 2")
    assert (now(all_built).task, now(all_built).seat) == (Task.CAMP, 1), "the other army's camp comes next"
    left_out = played(building, "done")
    assert (now(left_out).task, now(left_out).seat) == (Task.CAMP, 1)


@pytest.mark.rule(RULE)
def test_who_has_bought_none_is_not_asked(building: Position) -> None:
    other = played(building, "done")
    after = played(other, other.actions()[0])
    assert (now(after).task, now(after).seat) == (Task.CORPS, 0)


@pytest.mark.rule(RULE)
def test_works_stand_in_the_zone_of_heavy_troops_and_through_no_camp(building: Position) -> None:
    assert building.check("fortify 10 5 4") is None
    assert refused(building, "fortify 10 5.1 4") == "setup.works_zone"
    assert refused(building, "fortify 3.9 5 4") == "setup.works_zone"
    assert refused(building, "fortify 13 0.5 4") == "setup.works_camp"


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    ("lot", "free"),
    [
        (Lot("marsh", "small", 12000, 4000, 0), False),
        (stream("left", (5000, 5000, 2000), "dry"), False),
        (Lot("impassable", "small", 12000, 4000, 0), False),
        (Lot("wood", "small", 12000, 4000, 0), True),
        (Lot("gully", "small", 12000, 4000, 0), True),
    ],
)
def test_works_stand_on_any_ground_but_marsh_rivers_and_impassable_ground(
    building: Position, lot: Lot, free: bool
) -> None:
    said = "fortify 5 4 2" if lot.kind == "river" else "fortify 11 4 2"
    position = on(building, lot)
    if free:
        assert position.check(said) is None
    else:
        assert refused(position, said) == "setup.works_ground"


@pytest.mark.rule(RULE)
def test_works_touch_end_to_end_or_leave_room_for_a_unit(building: Position) -> None:
    position = played(building, "fortify 10 5 2")
    assert position.check("obstruct 12 5 2") is None
    assert position.check("obstruct 13 5 2") is None, "1 UD apart"
    assert refused(position, "obstruct 12.9 5 2") == "setup.works_apart"
    assert refused(position, "obstruct 10.5 5 1") == "setup.works_apart", "on the other"
    assert position.check("obstruct 12 5 2 90") is None, "they may bend"
    assert refused(position, "obstruct 12 5 2 165") == "setup.works_apart", "but not back along the other"


@pytest.mark.rule(RULE)
def test_works_are_part_of_the_text_and_no_others_can_be(building: Position) -> None:
    position = played(building, "fortify 10 5 3", "obstruct 16 4 2 30")
    text = position.text()
    assert "w1:fortification:0:10000,5000>13000,5000" in text
    for old, new in [
        ("13000,5000", "13500,5000"),
        ("13000,5000", "15000,5000"),
        ("10000,5000>13000", "10000,6000>13000"),
        ("w1:fortification:0", "w1:fortification:1"),
        ("w1:fortification", "w1:ditch"),
    ]:
        assert isinstance(GAME.parse(text.replace(old, new), position.setting.options), Refusal), new


@pytest.mark.rule(RULE)
def test_a_set_up_with_works_ends_in_a_battle_and_units_stand_behind_them() -> None:
    seen = 0
    for seed in range(4):
        position = until(Task.WORKS, seed=seed, first_army=BUILDERS, second_army=BUILDERS)
        for before, said, after in walk(position, Random(seed)):
            assert GAME.parse(after.text(), after.setting.options) == after
            if before.state.setup is not None and now(before).task is Task.WORKS and said != "done":
                events = [event.kind for event in GAME.events(before, said, after)]
                assert "works" in events
                assert "refused" not in GAME.preview(before, said, Eye.FIRST)
            position = after
        assert position.state.setup is None
        field = position.state.field
        seen += sum(field.defends_works(unit.id) for unit in field.units())
    assert seen, "where the works are proposed, lines come to stand behind them"


@pytest.mark.rule(RULE)
def test_what_is_proposed_can_be_built(building: Position) -> None:
    offered = building.actions()
    assert offered[-1] == "done"
    assert len(offered) > 2
    assert all(building.check(said) is None for said in offered)
