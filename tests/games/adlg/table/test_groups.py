"""Groups: who forms one, who moves with whom, and how lines and columns turn, extend and contract."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import (
    AFAR,
    N,
    after,
    column,
    drill,
    given,
    line,
    ordered,
    poses,
    refused,
    spent,
    why,
)
from tests.games.adlg.table.tables import Placed, ground, work
from triarii.core.contract import Refusal
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose

FOE: Placed = ("e1", "levy", AFAR)
FOUR = "u1+u2+u3+u4"


def pair(where: Pose, troop: str = "heavy_cavalry", first: str = "heavy_cavalry", **more: Any) -> State:
    """One unit at N and another one somewhere."""
    return drill([("u1", first, N), ("u2", troop, where), FOE], **more)


def square(troop: str = "heavy_cavalry", depth: int = 750, **more: Any) -> State:
    """Two ranks of two: u1 and u2 before u3 and u4."""
    units = [*line(troop, 2), *line(troop, 2, (10000, 10000 - depth, 0), first=3)]
    return drill([*units, *more.pop("others", [FOE])], **more)


def is_group(state: State) -> bool:
    return not isinstance(ordered(state, "u1+u2 advance 1"), Refusal)


# Who forms a group


@pytest.mark.rule("adlg.group.formed")
@pytest.mark.parametrize(
    ("where", "formed"),
    [
        pytest.param((11000, 10000, 0), True, id="beside"),
        pytest.param((9000, 10000, 0), True, id="on the left"),
        pytest.param((10000, 9250, 0), True, id="behind"),
        pytest.param((11000, 9900, 0), False, id="set back"),
        pytest.param((10500, 9250, 0), False, id="staggered"),
        pytest.param((11004, 10004, 0), True, id="4 thousandths off"),
        pytest.param((11005, 10000, 0), False, id="5 thousandths off"),
        pytest.param((11100, 10000, 0), False, id="apart"),
    ],
)
def test_units_form_a_group_edge_to_edge_with_matching_corners(where: Pose, formed: bool) -> None:
    assert is_group(pair(where)) is formed
    if not formed:
        found = refused(pair(where), "u1+u2 advance 1")
        assert found == ("move.no_group", "adlg.group.formed", {"units": "u1+u2"})


@pytest.mark.rule("adlg.group.formed")
@pytest.mark.parametrize(("slant", "more", "formed"), [(50, {}, True), (51, {}, False)])
def test_facings_may_differ_by_half_a_degree(slant: int, more: dict[str, Any], formed: bool) -> None:
    column_of_two = pair((10000, 9250, slant), corner_tolerance=20, **more)
    assert is_group(column_of_two) is formed
    assert is_group(pair((10000, 9250, slant), corner_tolerance=20, facing_tolerance=200))


@pytest.mark.rule("adlg.group.formed")
def test_how_well_corners_have_to_match_is_an_option() -> None:
    assert not is_group(pair((11020, 10000, 0)))
    assert is_group(pair((11020, 10000, 0), corner_tolerance=20))


@pytest.mark.rule("adlg.group.formed")
def test_only_units_of_one_corps_form_a_group() -> None:
    other: Placed = ("u2", "heavy_cavalry", (11000, 10000, 0), {"corps": 2})
    state = drill([("u1", "heavy_cavalry", N), other, FOE])
    assert why(state, "u1+u2 advance 1") == ("order.not_yours", "adlg.sequence.phases")


@pytest.mark.rule("adlg.group.formed")
def test_a_group_is_at_most_six_units_wide() -> None:
    names = "+".join(f"u{number}" for number in range(1, 8))
    west: Pose = (3000, 10000, 0)
    seven = drill([*line("heavy_cavalry", 7, west), FOE])
    assert refused(seven, f"{names} advance 1") == ("move.wide", "adlg.group.formed", {"columns": 7, "most": 6})
    assert spent(seven, f"{names[:-3]} advance 1") == 1000
    deep = drill([*column("heavy_cavalry", 7, 750), FOE])
    assert spent(deep, f"{names} advance 1") == 1000, "however deep it is"


# Who goes with whom


@pytest.mark.rule("adlg.group.mixing")
@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("heavy_spearmen", "bowmen", True),
        ("heavy_spearmen", "heavy_cavalry", False),
        ("light_infantry", "heavy_cavalry", True),
        ("light_infantry", "heavy_spearmen", True),
        ("light_infantry", "medium_camels", True),
        ("light_infantry", "elephant", True),
        ("light_infantry", "scythed_chariot", False),
        ("elephant", "heavy_spearmen", True),
        ("elephant", "heavy_cavalry", False),
        ("elephant", "light_cavalry", False),
        ("elephant", "elephant", True),
        ("elephant", "medium_camels", False),
        ("light_artillery", "levy", True),
        ("light_artillery", "heavy_cavalry", False),
        ("war_wagon", "handgunners", True),
        ("war_wagon", "light_artillery", True),
        ("war_wagon", "medium_knights", False),
        ("medium_camels", "light_camels", True),
        ("medium_camels", "heavy_cavalry", False),
        ("medium_camels", "javelinmen", False),
        ("scythed_chariot", "scythed_chariot", True),
        ("scythed_chariot", "light_chariot", False),
        ("light_cavalry", "heavy_knights", True),
    ],
)
def test_mounted_troops_and_foot_form_no_group_with_few_exceptions(first: str, second: str, together: bool) -> None:
    for one, two in ((first, second), (second, first)):
        found = ordered(pair((11000, 10000, 0), two, one), "u1+u2 advance 0.5")
        assert isinstance(found, Refusal) is not together
        if isinstance(found, Refusal):
            assert (found.code, found.rule) == ("move.mixing", "adlg.group.mixing")
            assert dict(found.params) == {"first": "u1", "second": "u2"}


# Turns of groups


@pytest.mark.rule("adlg.turn.one")
@pytest.mark.rule("adlg.turn.cost")
def test_a_line_that_turns_is_a_column_led_by_that_wing_and_a_column_a_line() -> None:
    state = drill([*line("heavy_cavalry", 3), FOE])
    turned = after(state, "u1+u2+u3 turn right")
    assert poses(turned, "u1", "u2", "u3") == [(11000, 9500, 9000), (11750, 9500, 9000), (12500, 9500, 9000)]
    assert spent(state, "u1+u2+u3 turn right") == 1000, "one turn for all of them"
    deep = drill([*column("heavy_cavalry", 3, 750), FOE])
    lined = after(deep, "u1+u2+u3 turn right")
    assert poses(lined, "u1", "u2", "u3") == [(10500, 9500, 9000), (10500, 8500, 9000), (10500, 7500, 9000)]


@pytest.mark.rule("adlg.turn.one")
def test_a_group_turns_about_on_the_spot_and_marches_off() -> None:
    state = drill([*line("heavy_cavalry", 3), FOE])
    about = after(state, "u1+u2+u3 turn back")
    assert poses(about, "u1", "u2", "u3") == [(10000, 9250, 18000), (11000, 9250, 18000), (12000, 9250, 18000)]
    left = after(square(), f"{FOUR} turn left")
    assert poses(left, "u1", "u2", "u3", "u4") == [
        (9500, 9500, 27000),
        (10250, 9500, 27000),
        (9500, 8500, 27000),
        (10250, 8500, 27000),
    ]
    gone_on = after(state, "u1+u2+u3 turn right advance 1 slide left 0.5")
    assert poses(gone_on, "u1", "u2", "u3") == [(12000, 10000, 9000), (12750, 10000, 9000), (13500, 10000, 9000)]


@pytest.mark.rule("adlg.turn.cost")
def test_the_whole_group_turns_as_slowly_as_its_stiffest_unit() -> None:
    units: list[Placed] = [("u1", "medium_swordsmen", N), ("u2", "pikemen", (11000, 10000, 0)), FOE]
    assert spent(drill(units), "u1+u2 turn back") == 2000
    assert spent(drill(units), "u1 turn back") == 1000
    lights = drill([("u1", "light_infantry", N), ("u2", "light_cavalry", (11000, 10000, 0)), FOE])
    assert spent(lights, "u1+u2 turn back") == 0


# Extension


@pytest.mark.rule("adlg.formation.change")
@pytest.mark.statement("AG-455")
def test_a_group_extends_and_contracts() -> None:
    wider = after(square(), f"{FOUR} extend 1 1 advance 0.5")
    assert poses(wider, "u3", "u1", "u2", "u4") == [
        (9000, 10500, 0),
        (10000, 10500, 0),
        (11000, 10500, 0),
        (12000, 10500, 0),
    ]
    narrower = after(drill([*line("heavy_cavalry", 2), FOE]), "u1+u2 contract u2 advance 0.75")
    assert poses(narrower, "u2", "u1") == [(11000, 10750, 0), (11000, 10000, 0)]


@pytest.mark.rule("adlg.formation.change")
@pytest.mark.parametrize(
    ("words", "price"), [("extend 1 0", 2000), ("extend 1 1", 3000), ("extend 0 1 advance 1", 3000)]
)
def test_extending_costs_1_ud_and_1_more_for_each_unit_that_comes_up(words: str, price: int) -> None:
    assert spent(square(), f"{FOUR} {words}") == price


@pytest.mark.rule("adlg.formation.change")
def test_an_extension_is_paid_by_all_and_goes_only_with_a_straight_advance() -> None:
    found = refused(square(), f"{FOUR} extend 1 1 advance 1.001")
    assert found == ("move.too_far", "adlg.move.allowance", {"unit": "u1", "cost": 4001, "limit": 4000})
    for steps in ("wheel right 5 advance 1", "turn left", "advance 0.5 advance 0.5"):
        assert why(square(), f"{FOUR} extend 1 0 {steps}") == ("move.with_advance", "adlg.formation.change")


@pytest.mark.rule("adlg.formation.change")
def test_only_rear_ranks_come_up_and_the_last_one_first() -> None:
    for words, rear in (("extend 2 1", 2), ("extend 0 0", 2)):
        found = refused(square(), f"{FOUR} {words}")
        assert found == ("move.extension", "adlg.formation.change", {"rear": rear})
    three = [*line("light_cavalry", 2), *line("light_cavalry", 2, (10000, 9250, 0), first=3)]
    three += [*line("light_cavalry", 2, (10000, 8500, 0), first=5)]
    state = drill([*three, FOE])
    wider = after(state, f"{FOUR}+u5+u6 extend 1 1")
    assert poses(wider, "u5", "u6", "u3", "u4") == [
        (9000, 10000, 0),
        (12000, 10000, 0),
        (10000, 9250, 0),
        (11000, 9250, 0),
    ]
    left = after(state, f"{FOUR}+u5+u6 extend 2 0")
    assert poses(left, "u5", "u6") == [(8000, 10000, 0), (9000, 10000, 0)]


@pytest.mark.rule("adlg.formation.change")
@pytest.mark.rule("adlg.group.formed")
def test_no_group_extends_beyond_six() -> None:
    units = [*line("light_cavalry", 5), *line("light_cavalry", 2, (10000, 9250, 0), first=6)]
    state = drill([*units, FOE])
    names = "u1+u2+u3+u4+u5+u6+u7"
    assert refused(state, f"{names} extend 1 1") == ("move.wide", "adlg.group.formed", {"columns": 7, "most": 6})
    assert spent(state, f"{names} extend 1 0") == 2000


# Contraction


@pytest.mark.rule("adlg.formation.change")
def test_to_contract_the_front_units_advance_at_least_the_depth_of_their_base() -> None:
    state = drill([*line("medium_swordsmen", 2), FOE])
    numbers = {"advance": 999, "least": 1000}
    found = refused(state, "u1+u2 contract u1 advance 0.999")
    assert found == ("move.contract_short", "adlg.formation.change", numbers)
    assert refused(state, "u1+u2 contract u1")[2] == {"advance": 0, "least": 1000}
    assert spent(state, "u1+u2 contract u1 advance 1") == 1000
    assert poses(after(state, "u1+u2 contract u1 advance 2"), "u1", "u2") == [(10000, 12000, 0), (10000, 11000, 0)]


@pytest.mark.rule("adlg.formation.change")
def test_who_leads_may_wheel_first_and_pays_for_it() -> None:
    state = drill([*line("heavy_cavalry", 2), FOE])
    words = "u1+u2 contract u2 wheel right 90 advance 0.75"
    assert spent(state, words) == 2250
    assert poses(after(state, words), "u2", "u1") == [(12250, 10500, 9000), (11500, 10500, 9000)]
    wagons = drill([*line("war_wagon", 2), FOE])
    assert why(wagons, "u1+u2 contract u2 wheel right 46 advance 2") == ("move.wheel_far", "adlg.wheel.limits")


@pytest.mark.rule("adlg.formation.change")
@pytest.mark.parametrize("leading", ["u1+u3", "u1+u2+u3", "u4", "e1", "u1+e1"])
def test_neighbours_of_the_front_rank_lead_and_not_all_of_it(leading: str) -> None:
    state = drill([*line("heavy_cavalry", 3), FOE])
    found = refused(state, f"u1+u2+u3 contract {leading} advance 1")
    assert found == ("move.contraction", "adlg.formation.change", {"units": leading})


@pytest.mark.rule("adlg.formation.change")
def test_nobody_falls_in_from_farther_than_its_allowance_and_1_ud() -> None:
    names = "u1+u2+u3+u4+u5+u6"
    found = refused(drill([*line("heavy_cavalry", 6), FOE]), f"{names} contract u1 advance 0.75")
    assert found == ("move.too_far", "adlg.formation.change", {"unit": "u6", "cost": 5831, "limit": 5000})
    assert spent(drill([*line("light_cavalry", 6), FOE]), f"{names} contract u1 advance 0.75") == 750


# What both heed


@pytest.mark.rule("adlg.formation.change")
def test_who_has_an_allowance_of_1_ud_does_not_change_formation() -> None:
    wood = ground("wood", 0, 0, 20000, 20000)
    found = refused(square("levy", terrain=[wood]), f"{FOUR} extend 1 0")
    assert found == ("move.too_slow", "adlg.formation.change", {"unit": "u1", "limit": 1000})


@pytest.mark.rule("adlg.slide.limits")
def test_a_slide_goes_with_an_extension_or_a_contraction() -> None:
    words = f"{FOUR} extend 1 0 slide right 0.5"
    assert poses(after(square(), words), "u3", "u1") == [(9500, 10000, 0), (10500, 10000, 0)]
    turned = "u1+u2 contract u2 wheel right 90 advance 0.75 slide left 0.4"
    state = drill([*line("heavy_cavalry", 2), FOE])
    assert poses(after(state, turned), "u2", "u1") == [(12250, 10900, 9000), (11500, 10900, 9000)]
    assert given(state, turned).after.field.has_mark("u1", "slid")
    assert why(square(slide_with_turn=False), words) == ("move.slide_turn", "adlg.slide.limits")
    assert why(square(slide_min_advance=1), words) == ("move.slide_advance", "adlg.slide.limits")
    assert refused(square(), f"{FOUR} extend 1 0 slide right 1.1")[2] == {"slide": 1100, "most": 1000}
    twice = f"{FOUR} extend 1 0 slide right 0.1 slide right 0.1"
    assert why(square(), twice) == ("move.slide_twice", "adlg.slide.limits")
    during = "u1+u2 contract u2 wheel right 5 slide left 0.4 advance 1"
    assert why(state, during) == ("move.slide_when", "adlg.slide.limits")


@pytest.mark.rule("adlg.formation.change")
@pytest.mark.rule("adlg.move.collision")
def test_a_change_of_formation_needs_room() -> None:
    def beside(other: Placed, **more: Any) -> tuple[str, str]:
        return why(square(others=[other, FOE], **more), f"{FOUR} extend 1 0")

    collision = "adlg.move.collision"
    assert beside(("u5", "levy", (8900, 9900, 0))) == ("move.no_room", collision)
    assert beside(("e2", "light_artillery", (8900, 9900, 0))) == ("move.no_room", collision)
    assert beside(FOE, terrain=[ground("wood", 8000, 9000, 8800, 11000, impassable=True)])[0] == "move.impassable"
    assert beside(FOE, camps=[("k1", Camp.NORMAL, (8000, 10500, 0))]) == ("move.no_room", collision)
    west = drill([*line("levy", 2, (1000, 10000, 0)), *line("levy", 2, (1000, 9250, 0), first=3), FOE])
    assert why(west, f"{FOUR} extend 1 0") == ("move.edge", "adlg.move.table_edge")


@pytest.mark.rule("adlg.move.works")
def test_who_comes_up_over_works_pays_for_them() -> None:
    wall = work("obstacle", (8400, 9600), (9400, 9600), 1)
    assert spent(square(works=[wall]), f"{FOUR} extend 1 0") == 4000


@pytest.mark.rule("adlg.zone.allowed")
def test_a_group_changes_formation_only_if_nobody_enters_or_leaves_a_zone() -> None:
    held: Placed = ("e2", "levy", (10500, 10700, 18000))
    assert poses(after(square(others=[held]), f"{FOUR} extend 1 0"), "u3") == [(9000, 10000, 0)]
    entering: Placed = ("e2", "levy", (8700, 10700, 18000))
    found = refused(square(others=[entering]), f"{FOUR} extend 1 0")
    assert found == ("move.held_reform", "adlg.zone.allowed", {"unit": "u3"})
