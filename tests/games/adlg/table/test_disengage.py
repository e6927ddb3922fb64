"""Disengaging: who may break off from whom, how far back it leads, what stops it and who is held fast."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import N, after, cost, drill, marked, ordered, pose, refused, why
from tests.games.adlg.table.tables import Placed, ground, meets, work
from triarii.core.contract import Refusal
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.geometry.shapes import Pose

FACING: Pose = (10000, 10000, 18000)


def melee(own: str, enemy: str, *others: Placed, **more: Any) -> State:
    """Two units front to front; no commander stands behind them."""
    more.setdefault("leaders", {"c1": (6000, 10000, 0)})
    more.setdefault("meetings", [meets("u1", "e1")])
    abilities = more.pop("abilities", ())
    return drill([("u1", own, N, {"abilities": abilities}), ("e1", enemy, FACING), *others], **more)


def may(state: State) -> bool:
    found = ordered(state, "u1 disengage")
    if isinstance(found, Refusal):
        assert (found.code, found.rule) == ("deed.bound", "adlg.disengage.who")
        assert dict(found.params) == {"unit": "u1", "enemy": "e1"}
    return not isinstance(found, Refusal)


def marks_of(number: int) -> pytest.MarkDecorator:
    return pytest.mark.statement(f"AG-{number}")


# Who from whom


@pytest.mark.rule("adlg.disengage.who")
@pytest.mark.parametrize(
    ("own", "enemy", "allowed"),
    [
        pytest.param("light_infantry", "heavy_spearmen", True, id="AG-500", marks=marks_of(500)),
        pytest.param("light_infantry", "light_infantry", True, id="from its like"),
        pytest.param("light_infantry", "elephant", True, id="AG-501", marks=marks_of(501)),
        pytest.param("light_infantry", "heavy_cavalry", False, id="not from cavalry in the open"),
        pytest.param("javelinmen", "heavy_spearmen", True, id="AG-503", marks=marks_of(503)),
        pytest.param("javelinmen", "elephant", True, id="AG-504", marks=marks_of(504)),
        pytest.param("javelinmen", "medium_swordsmen", False, id="javelinmen not from medium foot"),
        pytest.param("javelinmen", "heavy_cavalry", False, id="javelinmen not from cavalry"),
        pytest.param("bowmen", "heavy_spearmen", False, id="bowmen from nobody"),
        pytest.param("heavy_cavalry", "pikemen", True, id="AG-505", marks=marks_of(505)),
        pytest.param("cataphracts", "light_infantry", True, id="cataphracts from foot"),
        pytest.param("light_cavalry", "heavy_cavalry", True, id="AG-506", marks=marks_of(506)),
        pytest.param("heavy_cavalry", "elephant", True, id="cavalry from slower elephants"),
        pytest.param("heavy_cavalry", "medium_cavalry", False, id="not from equally fast ones"),
        pytest.param("heavy_knights", "heavy_cavalry", False, id="not from faster ones"),
        pytest.param("elephant", "levy", False, id="AG-507", marks=marks_of(507)),
        pytest.param("scythed_chariot", "levy", False, id="AG-508", marks=marks_of(508)),
        pytest.param("scythed_chariot", "elephant", False, id="nor from slower mounted troops"),
        pytest.param("heavy_spearmen", "heavy_spearmen", False, id="heavy foot from nobody"),
        pytest.param("medium_swordsmen", "heavy_knights", False, id="medium foot from nobody"),
    ],
)
def test_who_may_disengage_from_whom(own: str, enemy: str, allowed: bool) -> None:
    assert may(melee(own, enemy)) is allowed
    assert may(melee(own, enemy, meetings=[meets("e1", "u1")])) is allowed, "whoever charged"


@pytest.mark.rule("adlg.disengage.who")
@pytest.mark.statement("AG-502")
def test_light_infantry_disengages_from_mounted_troops_that_have_a_malus_by_their_ground() -> None:
    wood = ground("wood", 5000, 10400, 15000, 15000)  # under the enemy alone
    assert may(melee("light_infantry", "heavy_cavalry", terrain=[wood]))
    own = ground("wood", 5000, 9000, 15000, 9600)
    assert not may(melee("light_infantry", "heavy_cavalry", terrain=[own]))
    brush = ground("brush", 5000, 10400, 15000, 15000)
    assert not may(melee("light_infantry", "medium_camels", terrain=[brush])), "brush spares camels"


@pytest.mark.rule("adlg.disengage.from")
@pytest.mark.parametrize("own", ["pikemen", "elephant", "bowmen", "levy", "light_artillery"])
@pytest.mark.parametrize(
    "enemy",
    [
        pytest.param("light_artillery", id="AG-509", marks=marks_of(509)),
        pytest.param("war_wagon", id="AG-510", marks=marks_of(510)),
    ],
)
def test_everybody_may_disengage_from_artillery_and_wagons(own: str, enemy: str) -> None:
    assert may(melee(own, enemy))


@pytest.mark.rule("adlg.disengage.from")
@pytest.mark.parametrize("own", ["pikemen", "elephant", "scythed_chariot", "levy"])
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("fortification", id="AG-511", marks=marks_of(511)),
        pytest.param("obstacle", id="AG-512", marks=marks_of(512)),
    ],
)
def test_everybody_may_disengage_from_an_enemy_behind_works(own: str, kind: str) -> None:
    his = work(kind, (9500, 10000), (10500, 10000), 1)
    assert may(melee(own, "heavy_spearmen", works=[his]))
    mine = work(kind, (9500, 10000), (10500, 10000), 0)
    assert not may(melee(own, "heavy_spearmen", works=[mine])), "works of one's own are no excuse"


@pytest.mark.rule("adlg.disengage.from")
def test_works_do_not_help_where_the_enemy_is_struck_from_behind() -> None:
    his = work("fortification", (9500, 11000), (10500, 11000), 1)
    units: list[Placed] = [("u1", "pikemen", N), ("e1", "medium_swordsmen", (10000, 11000, 0))]
    state = drill(units, works=[his], meetings=[meets("u1", "e1", "rear")])
    assert not may(state)


@pytest.mark.rule("adlg.disengage.who")
def test_one_enemy_who_holds_it_fast_is_enough() -> None:
    beside: Placed = ("e2", "light_cavalry", (10900, 10000, 18000))
    both = [meets("u1", "e1"), meets("e2", "u1")]
    state = melee("heavy_cavalry", "pikemen", beside, meetings=both)
    assert refused(state, "u1 disengage") == ("deed.bound", "adlg.disengage.who", {"unit": "u1", "enemy": "e2"})


def test_who_fights_nobody_has_nothing_to_disengage_from() -> None:
    state = drill([("u1", "heavy_cavalry", N), ("e1", "levy", (10000, 15000, 18000))])
    assert why(state, "u1 disengage") == ("deed.not_fighting", "adlg.disengage.who")


# How far


@pytest.mark.rule("adlg.disengage.move")
@pytest.mark.statement("AG-497")
def test_it_leads_exactly_backwards_with_the_front_to_the_enemy() -> None:
    gone = after(melee("heavy_cavalry", "pikemen"), "u1 disengage")
    assert pose(gone) == (10000, 7000, 0)
    slanting: list[Placed] = [
        ("u1", "heavy_cavalry", (10000, 10000, 3000)),
        ("e1", "pikemen", (10000, 10000, 21000)),
    ]
    state = drill(slanting, meetings=[meets("u1", "e1")], leaders={"c1": (14000, 10000, 0)})
    assert pose(after(state, "u1 disengage")) == (8500, 7402, 3000)


@pytest.mark.rule("adlg.disengage.move")
@pytest.mark.statement("AG-498")
@pytest.mark.parametrize(
    ("own", "enemy", "back"),
    [("light_cavalry", "levy", 4000), ("light_infantry", "levy", 2000), ("pikemen", "war_wagon", 1000)],
)
def test_it_takes_the_full_allowance_less_1_ud(own: str, enemy: str, back: int) -> None:
    assert pose(after(melee(own, enemy), "u1 disengage")) == (10000, 10000 - back, 0)


@pytest.mark.rule("adlg.disengage.move")
@pytest.mark.statement("AG-499")
@pytest.mark.parametrize(("short", "y"), [(10, 8260), (3, 8253), (100, 8350)])
def test_it_ends_just_before_an_obstacle(short: int, y: int) -> None:
    behind: Placed = ("u2", "light_infantry", (10300, 7500, 0))  # 1750 behind its rear
    state = melee("heavy_cavalry", "pikemen", behind, stop_short=short)
    assert pose(after(state, "u1 disengage")) == (10000, y, 0)


@pytest.mark.rule("adlg.disengage.move")
@pytest.mark.parametrize("obstacle", ["enemy", "cliff", "edge"])
def test_enemies_impassable_ground_and_the_edge_stop_it_too(obstacle: str) -> None:
    units: list[Placed] = [("u1", "heavy_cavalry", (10000, 2250, 0)), ("e1", "pikemen", (10000, 2250, 18000))]
    more: dict[str, Any] = {"leaders": {"c1": (14000, 10000, 0)}, "meetings": [meets("u1", "e1")]}
    y = 760
    if obstacle == "enemy":
        units.append(("e2", "light_artillery", (10000, 400, 18000)))
        units[0], units[1] = ("u1", "heavy_cavalry", (10000, 4250, 0)), ("e1", "pikemen", (10000, 4250, 18000))
        y = 2160
    if obstacle == "cliff":
        more["terrain"] = [ground("wood", 5000, 0, 15000, 300, impassable=True)]
        y = 1060
    assert pose(after(drill(units, **more), "u1 disengage")) == (10000, y, 0)


@pytest.mark.rule("adlg.disengage.move")
def test_slow_ground_behind_shortens_it() -> None:
    wood = ground("wood", 5000, 0, 15000, 7250)  # 2 UD behind: there cavalry would have nothing left
    assert pose(after(melee("heavy_cavalry", "pikemen", terrain=[wood]), "u1 disengage")) == (10000, 8000, 0)
    brush = ground("brush", 5000, 0, 15000, 8250)
    assert pose(after(melee("heavy_cavalry", "pikemen", terrain=[brush]), "u1 disengage")) == (10000, 8000, 0)
    near = ground("wood", 5000, 0, 15000, 8251)
    assert why(melee("heavy_cavalry", "pikemen", terrain=[near]), "u1 disengage") == (
        "deed.no_room",
        "adlg.disengage.move",
    )
    under = ground("wood", 5000, 0, 15000, 9500)
    assert why(melee("heavy_cavalry", "pikemen", terrain=[under]), "u1 disengage")[0] == "deed.too_slow"


@pytest.mark.rule("adlg.disengage.move")
@pytest.mark.parametrize(("y", "end"), [(8250, 9010), (8251, 0)])
def test_less_than_1_ud_of_room_is_not_enough(y: int, end: int) -> None:
    state = melee("heavy_cavalry", "pikemen", ("u2", "levy", (10000, y, 0)))
    if end:
        assert pose(after(state, "u1 disengage")) == (10000, end, 0)
    else:
        assert refused(state, "u1 disengage") == ("deed.no_room", "adlg.disengage.move", {"unit": "u1"})


# Who is held fast


@pytest.mark.rule("adlg.disengage.move")
@pytest.mark.parametrize("side", ["left", "right", "rear"])
def test_nobody_disengages_with_an_enemy_on_flank_or_rear(side: str) -> None:
    where: dict[str, Pose] = {"left": (9500, 9500, 9000), "right": (10500, 9500, 27000), "rear": (10000, 9250, 0)}
    state = melee(
        "heavy_cavalry",
        "pikemen",
        ("e2", "levy", where[side]),
        meetings=[meets("u1", "e1"), meets("e2", "u1", side)],
    )
    assert refused(state, "u1 disengage") == ("deed.flanked", "adlg.disengage.move", {"unit": "u1", "enemy": "e2"})


@pytest.mark.rule("adlg.disengage.move")
@pytest.mark.parametrize(
    ("where", "held"),
    [
        pytest.param((11300, 9400, 27000), True, id="on its flank"),
        pytest.param((10000, 8500, 0), True, id="on its rear"),
        pytest.param((10900, 10600, 18000), False, id="only from ahead"),
        pytest.param((11600, 9400, 27000), False, id="too far"),
    ],
)
def test_nobody_disengages_while_another_enemys_zone_lies_on_its_flank_or_rear(where: Pose, held: bool) -> None:
    state = melee("heavy_cavalry", "pikemen", ("e2", "levy", where))
    found = ordered(state, "u1 disengage")
    if held:
        assert isinstance(found, Refusal)
        assert (found.code, found.rule) == ("deed.covered", "adlg.disengage.move")
    else:
        assert not isinstance(found, Refusal)


# What comes of it


@pytest.mark.rule("adlg.disengage.move")
def test_the_melee_is_over_and_others_go_on() -> None:
    friend: Placed = ("u2", "heavy_spearmen", (9500, 10500, 9000))
    both = [meets("u1", "e1"), meets("u2", "e1", "right")]
    gone = after(melee("heavy_cavalry", "pikemen", friend, meetings=both), "u1 disengage").field
    assert not gone.fights("u1")
    assert gone.fights("e1")
    assert gone.fights("u2")
    assert "disengaged" in gone.stands["u1"].marks
    assert "disengaged" in gone.stands["e1"].marks, "neither of the two shoots in this phase"
    assert why(after(melee("heavy_cavalry", "pikemen"), "u1 disengage"), "u1 advance 1") == (
        "move.done",
        "adlg.move.three",
    )


@pytest.mark.rule("adlg.move.three")
@pytest.mark.parametrize("mark", ["charged", "rallied"])
def test_who_charged_or_tried_to_rally_does_not_disengage_in_the_same_phase(mark: str) -> None:
    state = marked(melee("heavy_cavalry", "pikemen"), "u1", mark)
    assert refused(state, "u1 disengage") == ("move.done", "adlg.move.three", {"unit": "u1"})


@pytest.mark.rule("adlg.disengage.who")
@pytest.mark.parametrize(
    ("abilities", "reading", "price"), [(["impetuous"], False, 1), (["impetuous"], True, 2), ([], True, 1)]
)
def test_disengaging_costs_1_point_and_is_difficult_only_by_the_other_reading(
    abilities: list[str], reading: bool, price: int
) -> None:
    state = melee("heavy_knights", "pikemen", abilities=abilities, disengage_is_difficult=reading)
    assert cost(state, "u1 disengage") == price


@pytest.mark.rule("adlg.disengage.who")
@pytest.mark.parametrize(("reading", "price"), [("everything", 2), ("turns", 1)])
def test_wagons_find_it_difficult_only_where_they_are_unmanoeuvrable_in_everything(reading: str, price: int) -> None:
    options = {"disengage_is_difficult": True, "war_wagon_unmanoeuvrable_in": reading}
    assert cost(melee("war_wagon", "light_artillery", **options), "u1 disengage") == price


@pytest.mark.rule("adlg.commander.move")
def test_a_commander_goes_back_with_his_unit() -> None:
    gone = after(melee("heavy_cavalry", "pikemen", leaders={"c1": "u1"}), "u1 disengage").field
    assert gone.leader_pose("c1") == (10000, 6250, 0)


@pytest.mark.rule("adlg.disengage.move")
@pytest.mark.parametrize(
    ("y", "heading", "covered"),
    [(10400, 27000, False), (10400, 27001, True), (10000, 27000, False), (9999, 27000, True)],
)
def test_an_enemy_covers_a_flank_if_he_faces_more_than_90_degrees_away_or_stands_behind_the_front(
    y: int, heading: int, covered: bool
) -> None:
    """He stands on the right and looks to the left."""
    state = melee("light_infantry", "heavy_spearmen", ("e2", "heavy_spearmen", (11000, y, heading)))
    if covered:
        assert why(state, "u1 disengage")[0] == "deed.covered"
    else:
        after(state, "u1 disengage")
