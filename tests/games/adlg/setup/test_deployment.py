"""Deployment: zones, corps in their turn, command range, rectangles of their own, stakes and wagons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.adlg.setup.set_ups import LARGE, begun, now, played, refused, until
from triarii.core.contract import Choice, Span, Turn
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup import deploying, formations, sectors
from triarii.games.adlg.setup.going_on import put_down
from triarii.games.adlg.setup.landscape import Landscape, Lot

CAMPS = {0: (10000, 1000, 0), 1: (10000, 14000, 18000)}


@pytest.fixture(scope="module")
def bare() -> Position:
    """The first player defends; his corps are c1 with u1 to u8, brilliant, and c2 with u9 to u12."""
    for seed in range(1, 60):
        position = until(Task.CORPS, seed=seed)
        if now(position).defender == 0:
            return Position(put_down(position.state, Landscape(camps=CAMPS, begins=1)))
    raise AssertionError


@pytest.mark.rule("adlg.setup.zones")
def test_the_zones_of_the_usual_table() -> None:
    table = (30000, 20000)
    assert sectors.zone(table, 0, light=False) == sectors.Area(4000, 0, 26000, 5000)
    assert sectors.zone(table, 0, light=True) == sectors.Area(0, 0, 30000, 7000)
    assert sectors.zone(table, 1, light=False) == sectors.Area(4000, 15000, 26000, 20000)
    assert sectors.zone(table, 1, light=True) == sectors.Area(0, 13000, 30000, 20000)


@pytest.mark.rule("adlg.setup.zones")
def test_other_tables_count_from_the_centre_line() -> None:
    assert sectors.zone((45000, 30000), 0, light=False) == sectors.Area(4000, 0, 41000, 10000)
    assert sectors.zone((45000, 30000), 1, light=True) == sectors.Area(0, 18000, 45000, 30000)
    assert sectors.zone((20000, 15000), 0, light=False) == sectors.Area(2000, 0, 18000, 2500)


@pytest.mark.rule("adlg.setup.zones")
def test_units_stand_in_their_zones(bare: Position) -> None:
    heavy, light = played(bare, "corps c1"), played(bare, "corps c2")
    assert heavy.check("deploy u1@2.5,2.5") is None
    assert refused(heavy, "deploy u1@2.4,2.5") == "setup.zone"
    assert refused(heavy, "deploy u1@5,2.6") == "setup.zone"
    assert refused(heavy, "deploy u1@5,0.7") == "setup.zone", "its rear is off the table"
    assert light.check("deploy u11@0.5,4.5") is None
    assert refused(light, "deploy u11@0.5,4.6") == "setup.zone"


@pytest.mark.rule("adlg.setup.deployment")
def test_corps_come_in_turn_and_the_defender_begins(bare: Position) -> None:
    assert (now(bare).task, bare.turn) == (Task.CORPS, Turn.FIRST)
    assert refused(bare, "corps d1") == "setup.which_corps"
    position, turns = bare, []
    while position.state.setup is not None:
        if now(position).task is Task.CORPS:
            turns.append(position.turn)
        position = played(position, position.actions()[0])
    assert turns == [Turn.FIRST, Turn.SECOND, Turn.FIRST, Turn.SECOND]
    assert position.turn is Turn.SECOND, "the attacker has the first sequence"
    assert position.setting.begins == 1


@pytest.mark.rule("adlg.setup.deployment")
def test_who_has_more_corps_goes_on_alone() -> None:
    few = {"name": "x", "format": 200, "command_value": 9, "corps": [_corps("ordinary", 12)]}
    position = until(Task.CORPS, first_army=few, second_army="romans")
    turns = []
    while position.state.setup is not None:
        if now(position).task is Task.CORPS:
            turns.append(position.turn)
        position = played(position, position.actions()[0])
    assert sorted(turns) == [Turn.FIRST, Turn.SECOND, Turn.SECOND, Turn.SECOND]
    assert turns[-2:] == [Turn.SECOND, Turn.SECOND]


@pytest.mark.rule("adlg.setup.deployment")
def test_all_units_and_the_commander_must_stand(bare: Position) -> None:
    position = played(bare, "corps c2")
    assert refused(position, "done") == "setup.missing"
    units = played(position, "deploy u9+u10@4,2.5 u11+u12@4,4")
    refusal = units.check("done")
    assert refusal is not None
    assert refusal.params["names"] == ["c2"]
    assert played(units, "deploy c2@u9").check("done") is None


@pytest.mark.rule("adlg.setup.deployment")
def test_all_units_are_in_command_range(bare: Position) -> None:
    position = played(bare, "corps c2", "deploy u9@4,2.5 u10@9.1,2.5 u11+u12@4,4 c2@u9")
    assert refused(position, "done") == "setup.out_of_range"
    assert played(position, "deploy u10@9,2.5").check("done") is None
    assert played(position, "deploy u10@5,2.5 u11@12.5,4").check("done") is None, "light troops hear him twice as far"


@pytest.mark.rule("adlg.setup.deployment")
def test_every_corps_has_its_own_stretch_of_the_table(bare: Position) -> None:
    other = played(bare, "corps c2", "deploy u9+u10@4,2.5 u11+u12@4,4 c2@u9", "done")
    position = played(other, *_whole_corps(other), "corps c1")
    behind = played(position, "deploy u1+u2+u3+u4@5.4,1.75 u5+u6+u7+u8@6.5,2.5 c1@u1")
    assert refused(behind, "done") == "setup.corps_overlap"
    assert played(behind, "deploy u1+u2+u3+u4@6,1.75").check("done") is None, "they may touch"


@pytest.mark.rule("adlg.setup.deployment")
def test_a_corps_leaves_room_for_the_others(bare: Position) -> None:
    wide = "deploy u1@2.5,2.5 u2@4.75,2.5 u3@7,2.5 u4@9.25,2.5 u5@11.5,2.5 u6@13.75,2.5 u7@16,2.5 u8@17.5,2.5 c1@u4"
    position = played(bare, "corps c1", wide)
    assert refused(position, "done") == "setup.no_room_left"


@pytest.mark.rule("adlg.setup.deployment")
def test_nobody_stands_on_another_or_where_he_may_not(bare: Position) -> None:
    position = played(bare, "corps c1", "deploy u1@5,2.5")
    assert refused(position, "deploy u2@5.5,2.5") == "setup.crowded"
    assert refused(position, "deploy u2@10,1.5") == "setup.crowded", "the camp is there"
    assert refused(position, "deploy u9@8,2.5") == "setup.not_in_corps"
    assert refused(position, "deploy u2@u1") == "setup.with_unit"
    rock = put_down(position.state, Landscape({"t1": Lot("impassable", "small", 14000, 2000, 0)}, {}, CAMPS, 1))
    assert refused(Position(rock), "deploy u2@14,2.5") == "setup.ground"


@pytest.mark.rule("adlg.setup.deployment")
def test_chariots_do_not_deploy_in_difficult_ground() -> None:
    position = until(Task.CORPS, first_army="egyptians", second_army="egyptians")
    leader = next(
        unit
        for unit in position.setting.units.values()
        if unit.seat == now(position).seat and not unit.troop.moves[2] and not unit.light
    )
    y, corps = (2.5, "c") if leader.seat == 0 else (12.5, "d")
    marsh = Landscape({"t1": Lot("marsh", "small", 14000, 2000 if y < 5 else 13000, 0)}, {}, CAMPS, 1 - leader.seat)
    state = Position(put_down(position.state, marsh))
    assert refused(played(state, f"corps {corps}{leader.corps}"), f"deploy {leader.id}@14,{y}") == "setup.ground"


@pytest.mark.rule("adlg.setup.deployment")
def test_units_may_be_placed_anew_until_the_corps_stands(bare: Position) -> None:
    position = played(bare, "corps c1", "deploy u1@5,2.5", "deploy u1@6,2.5 u2@5,2.5")
    assert position.state.field.stands["u1"].pose == (6000, 2500, 0)
    assert position.state.field.stands["u2"].pose == (5000, 2500, 0)


def test_lines_and_columns_touch_exactly(bare: Position) -> None:
    position = played(bare, "corps c1", "deploy u1+u2+u3@5,2.5 u4+u5@9,2.5,column u6@13,2,15")
    poses = {name: stand.pose for name, stand in position.state.field.stands.items()}
    assert [poses[name] for name in ("u1", "u2", "u3")] == [(5000, 2500, 0), (6000, 2500, 0), (7000, 2500, 0)]
    assert [poses[name] for name in ("u4", "u5")] == [(9000, 2500, 0), (9000, 1750, 0)]
    assert poses["u6"] == (13000, 2000, 1500)


def test_the_second_player_counts_from_his_own_left(bare: Position) -> None:
    theirs = played(played(bare, *_whole_corps(bare)), "corps d1")
    position = played(theirs, "deploy e1+e2@9,12.5 e3+e4@12,12.5,column")
    poses = {name: position.state.field.stands[name].pose for name in ("e1", "e2", "e3", "e4")}
    assert poses == {
        "e1": (9000, 12500, 18000),
        "e2": (8000, 12500, 18000),
        "e3": (12000, 12500, 18000),
        "e4": (12000, 13250, 18000),
    }


def test_a_commander_stands_with_a_unit_or_alone(bare: Position) -> None:
    position = played(bare, "corps c1", "deploy u1@5,2.5")
    assert played(position, "deploy c1@u1").state.field.leaders["c1"].unit == "u1"
    assert played(position, "deploy c1@7,2").state.field.leaders["c1"].pose == (7000, 2000, 0)
    assert refused(position, "deploy c1@u2") == "setup.no_such_unit"
    assert refused(position, "deploy c1@u9") == "setup.no_such_unit"
    assert refused(position, "deploy c1@5.5,2.5") == "setup.crowded"
    assert refused(position, "deploy c1@7,4.6") == "setup.zone"
    assert refused(position, "deploy c1+u2@8,2") == "setup.commander_alone"


def test_an_included_commander_is_always_with_his_unit() -> None:
    small = {"name": "x", "format": 100, "command_value": 9, "corps": [{**_corps("ordinary", 6), "included": True}]}
    position = played(until(Task.CORPS, first_army=small, second_army=small))
    own, leader, y = ("u", "c1", 2.5) if now(position).seat == 0 else ("e", "d1", 12.5)
    assert position.setting.corps[leader].included == f"{own}1"
    placed = played(position, f"corps {leader}", f"deploy {own}1@5,{y}")
    assert placed.state.field.leaders[leader].unit == f"{own}1"
    assert refused(placed, f"deploy {leader}@9,{y}") == "setup.included"


@pytest.mark.rule("adlg.setup.deployment")
@pytest.mark.parametrize(
    ("verb", "ability", "mark", "code"),
    [("plant", "stakes", marks.STAKES, "no_stakes"), ("ready", "battle_ready", marks.READY, "never_ready")],
)
def test_stakes_and_wagons_are_prepared_at_deployment(
    bare: Position, verb: str, ability: str, mark: str, code: str
) -> None:
    position = played(bare, "corps c1", "deploy u1+u2@5,2.5")
    assert refused(position, f"{verb} u1") == f"deed.{code}"
    setting = position.setting
    unit = replace(setting.units["u1"], bought=frozenset({ability}))
    able = replace(setting, units={**setting.units, "u1": unit})
    state = replace(position.state, field=replace(position.state.field, setting=able))
    done = played(Position(state), f"{verb} u1")
    assert done.state.field.has_mark("u1", mark)
    assert refused(done, f"{verb} u1") == "setup.marked"
    assert refused(done, f"{verb} u3") == "setup.not_there"


def test_formations_deploy_whole_corps(bare: Position) -> None:
    position = played(bare, "corps c1")
    listed = position.actions()
    assert 5 <= len(listed) <= 9
    for said in listed:
        after = played(position, said)
        assert {f"u{n}" for n in range(1, 9)} <= set(after.state.field.stands)
        assert after.actions() == ("done",)
    rows = [len({stand.pose[1] for stand in played(position, said).state.field.stands.values()}) for said in listed]
    assert {1, 2} <= set(rows), "in one line and in two"


def test_light_infantry_stands_before_the_line_and_horse_on_the_wing() -> None:
    position = until(Task.CORPS, 1, **LARGE)
    for leader in deploying.waiting(position.state, now(position).seat):
        begun_corps = played(position, f"corps {leader}")
        units = deploying.corps_units(position.state.field, leader)
        for said in begun_corps.actions()[:2]:
            field = played(begun_corps, said).state.field
            front = {unit.category.value: field.stands[unit.id].pose[1] for unit in units}
            if "LI" in front and "HI" in front:
                ahead = front["LI"] - front["HI"]
                assert (ahead if now(position).seat == 0 else -ahead) >= -500


def test_a_corps_that_finds_no_lawful_order_stands_as_it_can() -> None:
    crowd = {"name": "x", "format": 100, "command_value": 0, "corps": [_corps("ordinary", 33)]}
    position = until(Task.CORPS, first_army=crowd, second_army=crowd)
    corps = played(position, position.actions()[0])
    (spread,) = formations.anyhow(corps.state)
    lawful = formations.proposals(corps.state)
    assert (played(corps, spread).check("done") is None) == (not lawful)
    assert all(played(corps, said, "done") for said in lawful)
    mute = replace(corps.setting.corps["c1"].grade, radius=0)
    hoarse = {name: replace(each, grade=mute) for name, each in corps.setting.corps.items()}
    field = replace(corps.state.field, setting=replace(corps.setting, corps=hoarse))
    unheard = Position(replace(corps.state, field=field))
    assert formations.proposals(unheard.state) == []
    assert played(unheard, unheard.actions()[0]).check("done") is None


def test_single_units_are_placed_word_by_word(bare: Position) -> None:
    position = played(bare, "corps c1")
    first = position.choices(["place"])
    assert isinstance(first, list)
    assert all(isinstance(choice, Choice) for choice in first)
    across = position.choices(["place", "u1"])
    assert isinstance(across, Span)
    assert (across.low, across.high, across.scale) == (2500, 17500, 1000)
    up = position.choices(["place", "u1", "5"])
    assert isinstance(up, Span)
    assert (up.low, up.high) == (750, 2500)
    assert position.choices(["place", "u1", "5", "2.5"]) == "deploy u1@5,2.5"
    one = played(position, "deploy u1@5,2.5")
    assert one.choices(["place", "c1", "u1"]) == "deploy c1@u1"


def _corps(grade: str, count: int) -> dict[str, object]:
    return {"commander": grade, "units": [{"troop": "levy", "count": count}]}


def _whole_corps(position: Position) -> list[str]:
    """What deploys the next corps of the seat by the first formation."""
    corps = position.actions()[0]
    formation = played(position, corps).actions()[0]
    return [corps, formation, "done"]


def test_the_table_is_bare_before_deployment() -> None:
    assert begun().state.field.stands == {}


WAGONERS = {
    "name": "wagoners",
    "format": 100,
    "command_value": 2,
    "corps": [{"commander": "ordinary", "units": [{"troop": "levy", "count": 2}, {"troop": "war_wagon", "count": 1}]}],
}
WILDERNESS = {
    "t1": Lot("wood", "large", 9700, 2400, 0),
    "t2": Lot("marsh", "large", 3000, 2400, 0),
    "t3": Lot("marsh", "large", 17000, 2400, 0),
}
"""With a camp between wood and marsh it leaves a war wagon no room in the zone of the first player."""


@pytest.mark.rule("adlg.setup.deployment")
def test_a_unit_without_any_ground_of_its_kind_in_its_zone_stands_on_any_that_is_not_impassable() -> None:
    position = until(Task.CORPS, first_army=WAGONERS, second_army=WAGONERS)
    while now(position).seat != 0:
        position = played(position, "corps d1", next(iter(played(position, "corps d1").actions())), "done")
    camps = {0: (13250, 1000, 0), 1: (16000, 14000, 18000)}

    def deploying_on(lots: dict[str, Lot]) -> Position:
        return played(Position(put_down(position.state, Landscape(lots, camps=camps, begins=1))), "corps c1")

    wild = deploying_on(WILDERNESS)
    assert wild.check("deploy u3@9.5,2.5") is None
    assert wild.actions(), "the set-up goes on"
    assert all(wild.check(said) is None for said in wild.actions())
    impassable = {**WILDERNESS, "t1": Lot("impassable", "large", 9700, 2400, 0)}
    assert refused(deploying_on(impassable), "deploy u3@9.5,2.5") == "setup.ground"
    open_side = deploying_on({name: lot for name, lot in WILDERNESS.items() if name != "t3"})
    assert refused(open_side, "deploy u3@9.5,2.5") == "setup.ground", "there is room at the right"
    assert open_side.check("deploy u3@17,2.5") is None
