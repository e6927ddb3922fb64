"""Rivers in battle: crossed at right angles, and what that leaves of moves, charges, evades and pursuits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table import onsets
from tests.games.adlg.table.drills import AFAR, after, drill, line, pose, refused, why, with_road
from tests.games.adlg.table.onsets import fighting, play, ready, stage
from tests.games.adlg.table.tables import Placed, battlefield, ground, meets
from triarii.games.adlg.battle.fighting.aftermath import held_back, pursue, pursuers, rout
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import rivers
from triarii.games.adlg.battle.table.scenery import Piece, cut
from triarii.games.adlg.combat.handling import Pursuit
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.geometry.shapes import FINE, Pose
from triarii.games.adlg.position import Position
from triarii.players.adlg import blows

RULE = "adlg.move.river"
FOE: Placed = ("e1", "levy", AFAR)
SOUTH_BANK: Pose = (10000, 9500, 0)
"""Half a UD before a river that runs from 10 to 11.5 UD across the table."""


def river(kind: str = "rough", south: int = 10000, north: int = 11500) -> Piece:
    """A river from the left edge to the right."""
    return replace(ground(kind, 0, south, 20000, north), river=True)


def at_river(*units: Placed, kind: str = "rough", **more: Any) -> State:
    return drill([*units, FOE], terrain=[river(kind)], **more)


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    ("heading", "goes"), [(0, True), (2250, True), (33750, True), (2251, False), (33749, False), (9000, False)]
)
def test_a_river_is_crossed_at_right_angles(heading: int, goes: bool) -> None:
    state = at_river(("u1", "medium_swordsmen", (10000, 10200, heading)))
    if goes:
        assert pose(after(state, "u1 advance 2"))[2] == heading
    else:
        assert refused(state, "u1 advance 2") == ("move.river_aslant", RULE, {"unit": "u1"})


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    ("west", "south", "east", "north", "flows"),
    [(1000, 10000, 19000, 11500, 0), (40000, 1000, 58000, 2500, 0), (30000, 1000, 31500, 19000, 1)],
)
def test_the_banks_of_a_river_are_its_long_sides(west: int, south: int, east: int, north: int, flows: int) -> None:
    outline = ((west, south), (west, north), (east, north), (east, south))
    ends = [{end[flows] for end in bank} for bank in rivers.banks(outline)]
    assert ends == [{value * FINE for value in ((west, east), (south, north))[flows]}] * 2


@pytest.mark.rule(RULE)
def test_where_a_river_bends_its_sides_are_banks_too_but_not_its_ends() -> None:
    low, high = ((0, 10000), (0, 11500), (8000, 11500), (8000, 13000)), ((20000, 13000), (20000, 11500), (9500, 11500))
    banks = rivers.banks((*low, *high, (9500, 10000)))
    across = sorted({a[0] // FINE for a, b in banks if a[0] == b[0]})
    assert (len(banks), across) == (6, [8000, 9500])


@pytest.mark.rule(RULE)
def test_the_kind_of_the_river_says_how_far_troops_go_in_it() -> None:
    for kind, reach in {"open": 4, "rough": 3, "difficult": 1}.items():
        state = at_river(("u1", "heavy_cavalry", SOUTH_BANK), kind=kind)
        assert pose(after(state, f"u1 advance {reach}"))[1] == 9500 + 1000 * reach
        assert why(state, f"u1 advance {reach}.001")[1] == "adlg.move.allowance"


@pytest.mark.rule(RULE)
def test_along_the_bank_one_goes_freely_but_not_with_a_corner_in_the_water() -> None:
    dry_shod: Placed = ("u1", "medium_swordsmen", (5000, 9500, 9000))
    wet: Placed = ("u1", "medium_swordsmen", (5000, 9600, 9000))
    assert pose(after(at_river(dry_shod), "u1 advance 3")) == (8000, 9500, 9000)
    assert why(at_river(wet), "u1 advance 3") == ("move.river_aslant", RULE)


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("order", ["u1 wheel left 20", "u1 turn left", "u1 wheel right 10 advance 0.5"])
def test_in_a_river_one_only_slides_and_turns_about(order: str) -> None:
    state = at_river(("u1", "medium_swordsmen", (10000, 11000, 0)))
    assert why(state, order) == ("move.in_river", RULE)
    assert pose(after(state, "u1 turn back"))[2] == 18000
    assert pose(after(state, "u1 slide left 1 advance 1")) == (9000, 12000, 0)


@pytest.mark.rule(RULE)
def test_a_wheel_that_leads_into_the_water_is_refused_too() -> None:
    state = at_river(("u1", "medium_swordsmen", (10000, 9900, 0)))
    assert why(state, "u1 wheel left 30") == ("move.in_river", RULE)


@pytest.mark.rule(RULE)
def test_in_a_dry_river_everything_is_allowed() -> None:
    state = at_river(("u1", "medium_swordsmen", (10000, 11000, 0)), kind="open")
    assert pose(after(state, "u1 turn left advance 1"))[2] == 27000
    assert pose(after(state, "u1 wheel left 20"))[2] == 34000


@pytest.mark.rule(RULE)
def test_a_group_does_not_change_its_formation_in_a_river() -> None:
    units = line("medium_swordsmen", 2, (9000, 9600, 0))
    assert why(at_river(*units), "u1+u2 contract u1 advance 1") == ("move.in_river", RULE)


@pytest.mark.rule(RULE)
def test_artillery_does_not_pivot_in_a_river() -> None:
    assert why(at_river(("u1", "light_artillery", (10000, 11000, 0))), "u1 pivot left 20") == ("move.in_river", RULE)


@pytest.mark.rule(RULE)
def test_by_a_road_one_crosses_at_any_angle() -> None:
    """A ford or a bridge: the road runs aslant over the river."""
    state = at_river(("u1", "medium_swordsmen", (10000, 10200, 4500)))
    assert why(state, "u1 advance 3") == ("move.river_aslant", RULE)
    ford = with_road(state, (5000, 5200), (15000, 15200))
    assert pose(after(replace(state, field=ford.field), "u1 advance 3"))[2] == 4500


@pytest.mark.rule(RULE)
def test_a_river_that_bends_is_crossed_by_each_of_its_banks() -> None:
    """It runs to the north and then bends to the north-east by 30 degrees."""
    outline = ((9000, 0), (9000, 10000), (14774, 20000), (16274, 20000), (10500, 10000), (10500, 0))
    bends = Piece("t1", TERRAINS["rough"], outline, cut(outline), river=True)
    for y, heading, goes in [(5000, 9000, True), (15000, 9000, False), (15000, 12000, True), (5000, 12000, False)]:
        x = 8600 if y == 5000 else 11200
        state = drill([("u1", "medium_swordsmen", (x, y, heading)), FOE], terrain=[bends])
        if goes:
            assert pose(after(state, "u1 advance 2"))[2] == heading
        else:
            assert why(state, "u1 advance 2") == ("move.river_aslant", RULE)


@pytest.mark.rule(RULE)
def test_what_the_river_forbids_is_not_offered_and_the_way_to_its_bank_is() -> None:
    state = at_river(("u1", "medium_swordsmen", (10000, 9000, 4500)))
    offered = [order for order in Position(state).actions() if order.startswith("u1 advance")]
    assert offered
    assert all(Position(state).check(order) is None for order in Position(state).actions())
    longest = max(float(order.split()[2]) for order in offered)
    assert 0.6 < longest < 1, "up to the bank"


# Charges


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("heading", "reaches"), [(18000, True), (20000, True), (21500, False)])
def test_a_charge_that_meets_a_river_aslant_ends_at_its_bank(heading: int, reaches: bool) -> None:
    run = 400 if heading == 18000 else 1000
    units: list[Placed] = [
        ("u1", "medium_swordsmen", (9600 + run, 12000, heading)),
        ("e1", "heavy_spearmen", (9300, 9900, 0)),
    ]
    position = ready(units, terrain=[river("rough", 10500, 11300)])
    assert (position.check("u1 charge e1") is None) is reaches


@pytest.mark.rule(RULE)
def test_a_charge_in_a_river_begins_with_no_wheel() -> None:
    units: list[Placed] = [("u1", "medium_swordsmen", (10000, 11000, 18000)), ("e1", "heavy_spearmen", (9700, 9400, 0))]
    position = ready(units, terrain=[river()])
    assert onsets.why(position, "u1 wheel left 10 charge e1") == ("charge.in_river", RULE)
    assert fighting(play(position, "u1 charge e1")) == [("u1", "e1", "front")]


# Evades


def charged_by_knights(**more: Any) -> Position:
    units: list[Placed] = [("u1", "heavy_knights", (9600, 12000, 18000)), ("e1", "light_cavalry", (10000, 10000, 0))]
    return play(ready(units, **more), "u1 charge e1")


@pytest.mark.rule(RULE)
def test_an_evade_goes_straight_through_a_river_but_not_aslant() -> None:
    straight, slanting = river("rough", 8000, 8600), ((0, 700), (0, 1700), (20000, 15100), (20000, 14100))
    aslant = Piece("t1", TERRAINS["rough"], slanting, cut(slanting), river=True)
    position = charged_by_knights(terrain=[straight])
    assert stage(position) == ("answer", "e1")
    assert pose(play(position, "e1 evade", "3").state, "e1")[1] < 7000
    assert stage(charged_by_knights(terrain=[aslant])) != ("answer", "e1")


@pytest.mark.rule(RULE)
def test_nobody_runs_along_a_river_in_its_water() -> None:
    along = replace(ground("rough", 10300, 0, 12000, 20000), river=True)
    assert stage(charged_by_knights(terrain=[along])) != ("answer", "e1"), "it stands in it with its left"
    assert stage(charged_by_knights(terrain=[replace(along, river=False)])) == ("answer", "e1")


# The bank


def beaten_at(piece: Piece, *abilities: str, heading: int = 0) -> tuple[Any, Any]:
    """Before and after the rout of an enemy before u1."""
    units: list[Placed] = [
        ("u1", "medium_swordsmen", (10000, 10000, heading), {"abilities": abilities}),
        ("e1", "medium_swordsmen", (10000, 10000, 18000), {"cohesion": 0}),
    ]
    before = battlefield(units, meetings=[meets("u1", "e1")], terrain=[piece])
    return before, rout(before, ["e1"])


@pytest.mark.rule("adlg.pursuit.exceptions")
@pytest.mark.parametrize("kind", ["open", "rough"])
def test_who_holds_a_bank_has_no_duty_to_pursue_into_the_river(kind: str) -> None:
    before, later = beaten_at(river(kind, 10200, 11500), "impetuous")
    assert held_back(later, "u1")
    assert pursuers(before, later, 0, ["e1"]) == {"u1": Pursuit.MAY}
    before, later = beaten_at(river(kind, 11100, 12500), "impetuous")
    assert pursuers(before, later, 0, ["e1"]) == {"u1": Pursuit.MUST}


@pytest.mark.rule(RULE)
def test_a_pursuit_enters_a_river_at_right_angles_only() -> None:
    _, later = beaten_at(river("rough", 10200, 11500))
    assert pursue(later, "u1").stands["u1"].pose == (10000, 11000, 0)
    slanting = ((0, 1000), (0, 2000), (20000, 20000), (20000, 19000))
    _, later = beaten_at(Piece("t1", TERRAINS["rough"], slanting, cut(slanting), river=True))
    _, y, _ = pursue(later, "u1").stands["u1"].pose
    assert y < 11000


@pytest.mark.rule("adlg.melee.ground")
def test_the_general_reckons_with_the_bank_that_an_enemy_holds() -> None:
    units: list[Placed] = [
        ("u1", "medium_swordsmen", (10000, 12500, 18000)),
        ("e1", "medium_swordsmen", (10000, 10000, 0)),
    ]
    open_field, at_bank = (battlefield(units, terrain=terrain) for terrain in ([], [river("rough", 10000, 11000)]))
    worths = [
        blows.worth(field, field.unit("u1"), field.unit("e1"), "front", (0, 0)) for field in (open_field, at_bank)
    ]
    assert worths[1] < worths[0]
