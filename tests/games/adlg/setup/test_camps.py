"""Camps: where each army builds its own."""

from __future__ import annotations

import pytest

from tests.games.adlg.setup.set_ups import LARGE, begun, now, played, refused, until
from triarii.core.contract import Turn
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup import armies, camps
from triarii.games.adlg.setup.going_on import put_down
from triarii.games.adlg.setup.landscape import Landscape, Lot


@pytest.fixture(scope="module")
def bare() -> Position:
    for seed in range(1, 60):
        position = until(Task.CAMP, seed=seed, **LARGE)
        if now(position).defender == 0 and now(position).seat == 0:
            return Position(put_down(position.state, Landscape(begins=1)))
    raise AssertionError


def on(position: Position, landscape: Landscape) -> Position:
    return Position(put_down(position.state, Landscape(landscape.lots, landscape.roads, {}, 1)))


@pytest.mark.rule("adlg.setup.camp")
def test_the_defender_builds_first(bare: Position) -> None:
    assert bare.turn is Turn.FIRST
    both = played(bare, "camp 15")
    assert (now(both).task, both.turn) == (Task.CAMP, Turn.SECOND)
    ready = played(both, "camp 12")
    assert (now(ready).task, ready.turn) == (Task.CORPS, Turn.FIRST)
    assert {name: camp.pose for name, camp in ready.setting.camps.items()} == {
        "k1": (15000, 1000, 0),
        "k2": (12000, 19000, 18000),
    }


@pytest.mark.rule("adlg.setup.camp")
def test_a_camp_stands_in_the_zone_of_heavy_troops_at_its_own_edge(bare: Position) -> None:
    assert refused(bare, "camp 4.9") == "setup.camp_zone"
    assert bare.check("camp 5") is None
    assert refused(bare, "camp 15 1") == "setup.camp_edge"
    assert refused(bare, "camp 15 4.6") == "setup.camp_zone"


@pytest.mark.rule("adlg.setup.camp")
def test_a_camp_is_in_its_zone_to_the_border_and_at_its_edge_where_it_only_touches(bare: Position) -> None:
    """Zones end 4 UD from the short edges, and 2 thousandths of a UD are a touch."""
    codes = {"camp 4.999": "setup.camp_zone", "camp 25.001": "setup.camp_zone", "camp 15 0.503": "setup.camp_edge"}
    assert {said: refused(bare, said) for said in codes} == codes
    for said in ("camp 5", "camp 25", "camp 15 0.5", "camp 15 0.502"):
        assert bare.check(said) is None
    second = played(bare, "camp 15")
    assert refused(second, "camp 12 19.497") == "setup.camp_edge"
    assert second.check("camp 12 19.498") is None
    right = on(bare, Landscape({"t1": Lot("coast", "", 0, 0, 0, "right")}))
    assert refused(right, "camp 24.997 2") == "setup.camp_edge"
    assert right.check("camp 24.998 2") is None


@pytest.mark.rule("adlg.setup.camp")
def test_a_camp_may_touch_a_coast_in_place_of_its_edge(bare: Position) -> None:
    position = on(bare, Landscape({"t1": Lot("coast", "", 0, 0, 0, "left")}))
    assert position.check("camp 5 2") is None
    assert refused(position, "camp 6 2") == "setup.camp_edge"


@pytest.mark.rule("adlg.setup.camp")
def test_a_fortified_camp_may_stand_anywhere_in_the_zone() -> None:
    small = {
        "name": "x",
        "format": 200,
        "command_value": 3,
        "camp": "fortified",
        "corps": [{"commander": "ordinary", "units": [{"troop": "levy", "count": 10}]}],
    }
    position = until(Task.CAMP, first_army=small, second_army=small)
    seat = now(position).seat
    bare = Position(put_down(position.state, Landscape(begins=1 - seat)))
    assert armies.camp_of(bare.setting, 0) is Camp.FORTIFIED
    assert bare.check("camp 15 3" if seat == 0 else "camp 15 17") is None


@pytest.mark.rule("adlg.setup.camp")
def test_a_camp_stands_on_open_ground_and_off_the_roads(bare: Position) -> None:
    position = on(
        bare,
        Landscape(
            {"t1": Lot("field", "small", 15000, 1000, 0), "t2": Lot("gentle_hill", "large", 20000, 3000, 0)},
            {"r1": ((8000, 0), (8000, 15000))},
        ),
    )
    assert refused(position, "camp 15") == "setup.camp_ground"
    assert refused(position, "camp 8.5") == "setup.camp_road"
    assert position.check("camp 20") is None, "a gentle hill is open"


@pytest.mark.rule("adlg.setup.camp")
def test_an_open_way_leads_to_a_camp(bare: Position) -> None:
    walls = {
        "t1": Lot("field", "large", 12500, 2500, 9000),
        "t2": Lot("field", "large", 17500, 2500, 9000),
        "t3": Lot("field", "large", 15000, 8000, 0),
    }
    closed = on(bare, Landscape(walls))
    assert closed.check("camp 15") is None, "between the fields there are ways"
    walls["t4"] = Lot("field", "small", 15000, 3500, 0)
    walls["t1"], walls["t2"] = Lot("field", "large", 12400, 2500, 9000), Lot("field", "large", 17600, 2500, 9000)
    assert refused(on(bare, Landscape(walls)), "camp 15") == "setup.camp_passage"


@pytest.mark.rule("adlg.setup.camp")
def test_where_no_place_is_as_it_should_be_the_best_will_do(bare: Position) -> None:
    fields = {f"t{n}": Lot("field", "large", 2500 + 5000 * (n - 1), 1500, 0) for n in range(1, 7)}
    position = on(bare, Landscape(fields))
    assert camps.wishes(position.setting, 0) == ()
    assert position.actions()
    assert position.check("camp 15") is None


def test_camps_are_always_offered() -> None:
    for seed in range(1, 9):
        position = until(Task.CAMP, seed=seed)
        assert position.actions()
        assert all(position.check(said) is None for said in position.actions())
    assert begun().setting.camps == {}


def test_places_for_a_camp_are_offered_all_along_the_edge_and_first_near_its_middle(bare: Position) -> None:
    offered = [float(said.split()[1]) for said in bare.actions()]
    assert len(offered) == camps.OFFERED
    assert (min(offered), max(offered)) == (5, 25), "the zone ends 4 UD from the short edges, and a camp is 2 UD wide"
    assert [abs(x - 15) for x in offered] == sorted(abs(x - 15) for x in offered)
