"""Zones of control: who is held, who threatens most, and what a held unit may still do."""

from __future__ import annotations

import pytest
from shapely.geometry import LineString, Polygon

from tests.games.adlg.geometry.standing import LIGHT, base, bases, half_turned, mirrored, north
from tests.hypothesis_profiles import given, st
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.held import (
    Fault,
    entering,
    entering_by_wheel,
    entries,
    face_threat,
    held_step_faults,
    leads_onto,
    leave_zone,
    misalignment,
    straight_in_zones,
)
from triarii.games.adlg.geometry.limits import Limits
from triarii.games.adlg.geometry.manoeuvres import advance, back, slide, wheel
from triarii.games.adlg.geometry.shapes import Pose, overlap
from triarii.games.adlg.geometry.turns import Turn
from triarii.games.adlg.geometry.zones import (
    equally_threatening,
    front_share,
    in_zone,
    most_threatening,
    shielded,
    threat_key,
)

SLANTING = base(10200, 10300, 500)
AHEAD = base(10000, 11000, 18000)


# The area


@pytest.mark.parametrize(
    ("enemy", "corners"),
    [
        pytest.param((10000, 10000, 0), [(9500, 11000), (10500, 11000), (10500, 10000), (9500, 10000)], id="G51a"),
        pytest.param(
            (10000, 10000, 3000),
            [(10066.987, 11116.025), (10933.013, 10616.025), (10433.013, 9750), (9566.987, 10250)],
            id="G51b",
        ),
    ],
)
def test_a_zone_is_as_wide_as_the_base_and_one_ud_deep(enemy: Pose, corners: list[tuple[float, float]]) -> None:
    assert [(x / 1000, y / 1000) for x, y in base(*enemy).zone] == corners


@pytest.mark.parametrize(
    ("unit", "held"),
    [
        pytest.param((10000, 11000, 18000), False, id="G52a"),
        pytest.param((10000, 10998, 18000), False, id="G52b"),
        pytest.param((10000, 10997, 18000), True, id="G52c"),
        pytest.param((10998, 10800, 18000), False, id="G53a"),
        pytest.param((10990, 10800, 18000), True, id="G53b"),
        pytest.param((11100, 10900, 22500), False, id="G53c"),
    ],
)
def test_a_unit_on_the_border_of_a_zone_is_outside(unit: Pose, held: bool) -> None:
    assert in_zone(base(*unit), north()) is held


@given(bases(1500), bases(1500))
def test_a_unit_is_in_a_zone_if_both_have_common_ground(unit: Body, enemy: Body) -> None:
    common = Polygon(unit.quad).intersection(Polygon(enemy.zone)).area / 1e6
    if in_zone(unit, enemy):
        assert common > 1
    else:
        # Three thousandths deep at most, along no more than the longest edge.
        assert common < 3 * 1500
    zone, front = Polygon(enemy.zone), LineString(unit.front)
    least, most = (front.intersection(zone.buffer(by, join_style="mitre")).length / 1000 for by in (-2, 2))
    assert least - 0.51 <= front_share(unit, enemy) <= most + 0.51


@pytest.mark.parametrize(
    ("friend", "safe"),
    [
        pytest.param((10050, 10300, 18000), False, id="G62a"),
        pytest.param((10000, 10300, 18000), True, id="G62b"),
    ],
)
def test_a_friend_wholly_between_shields_a_unit(friend: Pose, safe: bool) -> None:
    unit, shield = base(10000, 10900, 18000, LIGHT), base(*friend, LIGHT)
    assert shielded(unit, north(), shield) is safe
    assert not shielded(shield, north(), unit)
    assert not shielded(unit, north(), base(10000, 13000, 18000))
    assert not shielded(base(10000, 13000, 18000), north(), shield)


# The most threatening enemy


@pytest.mark.parametrize(
    ("unit", "enemy", "key"),
    [
        pytest.param((10200, 10300, 500), (10000, 11000, 18000), (0, 656, -801, 293), id="G54"),
        pytest.param((10000, 10000, 0), (10300, 10700, 18000), (0, 700, -700, 300), id="G55a"),
        pytest.param((10000, 10000, 0), (9500, 10600, 18000), (0, 600, -500, 500), id="G55b"),
        pytest.param((10000, 10000, 0), (10000, 9150, 0), (1, 100, -1000, 0), id="G56"),
        pytest.param((10000, 10000, 0), (11300, 9400, 27000), (1, 800, 0, 1675), id="G58a"),
        pytest.param((10000, 10000, 0), (11300, 9700, 27000), (0, 800, -200, 1675), id="G58b"),
    ],
)
def test_threats_are_ranked_by_front_distance_share_and_offset(
    unit: Pose, enemy: Pose, key: tuple[int, int, int, int]
) -> None:
    assert in_zone(base(*unit), base(*enemy))
    assert threat_key(base(*unit), base(*enemy, name="e")) == (*key, "e")


def test_g54_a_slanting_unit_is_misaligned_by_its_slant() -> None:
    assert misalignment(SLANTING, AHEAD) == 500
    assert (misalignment(north(), AHEAD), misalignment(north(), north())) == (0, 18000)
    assert misalignment(base(10000, 10000, 27100), AHEAD) == 8900


@pytest.mark.parametrize(
    ("enemies", "most"),
    [
        pytest.param({"a": (10300, 10700, 18000), "b": (9500, 10600, 18000)}, "b", id="G55"),
        pytest.param({"a": (10300, 10700, 18000), "c": (10000, 9150, 0)}, "a", id="G56"),
        pytest.param({"a": (10200, 10600, 18000), "b": (9900, 10600, 18000)}, "b", id="G57"),
        pytest.param({"a": (10300, 10700, 18000), "out": (10000, 11500, 18000)}, "a", id="one-too-far"),
        pytest.param({"a": (10200, 10600, 18000), "b": (9800, 10600, 18000)}, "a", id="all-equal"),
    ],
)
def test_the_most_threatening_enemy_is_the_one_with_the_least_key(enemies: dict[str, Pose], most: str) -> None:
    found = most_threatening(north(), [base(*pose, name=name) for name, pose in enemies.items()])
    assert found is not None
    assert found.id == most


def test_g57_shares_of_800_and_900() -> None:
    assert [front_share(north(), base(x, 10600, 18000)) for x in (10200, 9900)] == [800, 900]


def test_nobody_threatens_a_unit_that_no_zone_holds() -> None:
    assert most_threatening(north(), [base(10000, 12000, 18000)]) is None
    assert equally_threatening(north(), [base(10000, 12000, 18000)]) == ()


def test_by_the_other_reading_the_owner_chooses_between_equal_threats() -> None:
    equal = [base(10200, 10600, 18000, name="a"), base(9800, 10600, 18000, name="b")]
    lesser = base(10500, 10700, 18000, name="c")
    assert [enemy.id for enemy in equally_threatening(north(), [lesser, *equal])] == ["a", "b"]

    def chosen(name: str) -> str:
        found = most_threatening(north(), [*equal, lesser], threat_tie="owner_chooses", chosen=name)
        assert found is not None
        return found.id

    assert [chosen("b"), chosen("a"), chosen("c"), chosen("")] == ["b", "a", "a", "a"]
    ruled = most_threatening(north(), equal, chosen="b")
    assert ruled is not None
    assert ruled.id == "a"


# What a held unit may do


def wheeled(unit: Body, angle: int) -> Body:
    return unit.moved(wheel(unit.pose, unit.width, angle))


RIGHT_OF_IT = base(10900, 10500, 0)
LEFTWARD = base(10300, 10300, 34000)


@pytest.mark.parametrize(
    ("before", "after", "faults"),
    [
        pytest.param(SLANTING, SLANTING.moved(advance(SLANTING.pose, 300)), "", id="G59a"),
        pytest.param(SLANTING, SLANTING.moved(advance(SLANTING.pose, 640)), "Z3", id="G59b"),
        pytest.param(SLANTING, wheeled(SLANTING, -500), "", id="G59c"),
        pytest.param(SLANTING, wheeled(SLANTING, 500), "Z1", id="G59d"),
        pytest.param(SLANTING, SLANTING.moved(slide(SLANTING.pose, -200)), "", id="G59e"),
        pytest.param(SLANTING, SLANTING.moved(slide(SLANTING.pose, 400)), "Z2 Z3", id="G59f"),
        pytest.param(SLANTING, SLANTING.moved(back(SLANTING.pose, 100)), "Z2", id="G59g"),
        pytest.param(RIGHT_OF_IT, RIGHT_OF_IT.moved(advance(RIGHT_OF_IT.pose, 400)), "", id="G60a"),
        pytest.param(RIGHT_OF_IT, wheeled(RIGHT_OF_IT, -2000), "Z1", id="G60b"),
        pytest.param(LEFTWARD, wheeled(LEFTWARD, 2000), "", id="G60c"),
        pytest.param(LEFTWARD, wheeled(LEFTWARD, 4500), "Z1", id="G60d"),
    ],
)
def test_a_held_unit_may_only_align_and_approach(before: Body, after: Body, faults: str) -> None:
    assert held_step_faults(before, after, AHEAD) == tuple(Fault(fault) for fault in faults.split())
    image = held_step_faults(mirrored(before), mirrored(after), mirrored(AHEAD))
    assert image == tuple(Fault(fault) for fault in faults.split())


def test_without_slack_even_a_wheel_that_aligns_would_leave_the_zone() -> None:
    strict = Limits(zone_slack=0)
    assert held_step_faults(SLANTING, wheeled(SLANTING, -500), AHEAD, limits=strict) == (Fault.LEAVES_ZONE,)


def test_by_the_other_reading_the_distance_is_measured_to_the_edge_itself() -> None:
    unit = base(10700, 10600, 0)
    aside = unit.moved((10900, 10600, 0))
    line = held_step_faults(unit, aside, AHEAD)
    edge = held_step_faults(unit, aside, AHEAD, zone_distance_to="front_edge")
    assert (Fault.FARTHER in line, Fault.FARTHER in edge) == (False, True)
    nearer = held_step_faults(aside, unit, AHEAD, zone_distance_to="front_edge")
    assert Fault.FARTHER not in nearer


@given(bases(1200), st.integers(-1000, 1000), st.integers(-9000, 9000))
def test_faults_of_a_mirrored_step_are_the_same(unit: Body, ahead: int, angle: int) -> None:
    enemy = north()
    straight = unit.moved(advance(unit.pose, ahead))
    for after in (straight, wheeled(unit, angle) if angle else unit):
        if overlap(after.quad, enemy.quad):
            continue
        found = held_step_faults(unit, after, enemy)
        assert held_step_faults(mirrored(unit), mirrored(after), mirrored(enemy)) == found
        assert held_step_faults(half_turned(unit), half_turned(after), half_turned(enemy)) == found


@given(bases(1500), bases(1500))
def test_a_mirrored_threat_is_the_same(unit: Body, enemy: Body) -> None:
    assert threat_key(mirrored(unit), mirrored(enemy)) == threat_key(unit, enemy)
    assert in_zone(mirrored(unit), mirrored(enemy)) == in_zone(unit, enemy)
    if not overlap(unit.quad, enemy.quad):
        assert leads_onto(mirrored(unit), mirrored(enemy)) == leads_onto(unit, enemy)


# Entering


@pytest.mark.parametrize(
    ("unit", "may_go_on"),
    [
        pytest.param((10600, 7000, 0), True, id="G61a"),
        pytest.param((8000, 9000, 9000), False, id="G61b"),
    ],
)
def test_a_free_step_is_cut_at_the_border_of_a_zone(unit: Pose, may_go_on: bool) -> None:
    entry = entering(base(*unit), unit[2], 3000, [base(10000, 9500, 18000, name="e")])
    assert entry is not None
    assert (entry.border, entry.threat.id, entry.leads_onto) == (1500, "e", may_go_on)
    assert in_zone(entry.inside, entry.threat)


def test_a_step_that_ends_at_the_border_enters_nothing() -> None:
    enemy = base(10000, 9500, 18000)
    unit = base(10600, 7000, 0)
    assert entering(unit, 0, 1502, [enemy]) is None
    assert entering(unit, 0, 1503, [enemy]) is not None
    assert entering(unit, 18000, 3000, [enemy]) is None
    held = base(10600, 8600, 0)
    assert entering(held, 0, 1000, [enemy]) is None


def test_several_zones_are_entered_in_their_order() -> None:
    near, far = base(10000, 9500, 18000, name="near"), base(10900, 9900, 18000, name="far")
    found = entries(base(10600, 7000, 0), 0, 4000, [far, near])
    assert [(entry.border, entry.threat.id) for entry in found] == [(1500, "near"), (1900, "near")]


@pytest.mark.parametrize(
    ("enemy", "border", "may_go_on"),
    [
        pytest.param((9500, 11600, 18000), 3701, False, id="away-from-him"),
        pytest.param((11200, 11400, 22500), 7415, True, id="onto-him"),
    ],
)
def test_a_wheel_is_cut_where_it_enters_a_zone(enemy: Pose, border: int, may_go_on: bool) -> None:
    threat = base(*enemy, name="e")
    entry = entering_by_wheel(north(), 9000, [threat])
    assert entry is not None
    assert (entry.border, entry.threat, entry.leads_onto) == (border, threat, may_go_on)
    assert not in_zone(wheeled(north(), border), threat)
    assert in_zone(wheeled(north(), border + 25), threat)
    image = entering_by_wheel(north(), -9000, [mirrored(threat)])
    assert image is not None
    assert (image.border, image.leads_onto) == (-border, may_go_on)


def test_a_wheel_that_meets_no_zone_enters_none() -> None:
    assert entering_by_wheel(north(), 9000, [base(10000, 14000, 18000)]) is None
    assert entering_by_wheel(north(), 9000, [base(10000, 10900, 18000)]) is None


@pytest.mark.parametrize(
    ("unit", "distance"),
    [
        pytest.param((10600, 5000, 0), 3000, id="free-all-the-way"),
        pytest.param((8000, 9000, 9000), 1500, id="stops-at-the-border"),
        pytest.param((10600, 7000, 0), 2499, id="goes-on-until-the-front-line"),
        pytest.param((10600, 8600, 0), 899, id="held-at-the-start"),
    ],
)
def test_zones_limit_a_straight_advance(unit: Pose, distance: int) -> None:
    assert straight_in_zones(base(*unit), 3000, [base(10000, 9500, 18000)]) == distance
    assert straight_in_zones(base(*unit), distance // 2, [base(10000, 9500, 18000)]) == distance // 2


# Facing and leaving


def test_g58_a_unit_held_from_the_flank_may_turn_to_it() -> None:
    turn, turned = face_threat(north(), base(11300, 9400, 27000))
    assert turned is not None
    assert (turn, turned.pose) == (Turn.RIGHT, (10500, 9500, 9000))
    behind = base(10000, 9100, 0, name="in the way")
    _, centred = face_threat(north(), base(11300, 9400, 27000), [behind.quad])
    assert centred is not None
    assert centred.pose == (10500, 9625, 9000)
    _, by_option = face_threat(north(), base(11300, 9400, 27000), quarter_turn_anchor="centred")
    assert by_option is not None
    assert by_option.pose == (10500, 9625, 9000)
    both = [behind.quad, base(10300, 10700, 0).quad]
    assert face_threat(north(), base(11300, 9400, 27000), both) == (Turn.RIGHT, None)


@pytest.mark.parametrize(
    ("enemy", "turn", "facing", "end"),
    [
        pytest.param((10000, 10700, 18000), Turn.NONE, (10000, 10000, 1000), (9826, 9015, 1000), id="G34a"),
        pytest.param((11200, 9600, 27000), Turn.RIGHT, (10406, 9421, 10000), (9421, 9595, 10000), id="G34b"),
    ],
)
def test_who_leaves_a_zone_faces_the_threat_and_goes_straight_back(
    enemy: Pose, turn: Turn, facing: Pose, end: Pose
) -> None:
    unit, threat = base(10000, 10000, 1000), base(*enemy)
    found, turned = face_threat(unit, threat)
    left = leave_zone(unit, threat, 1000)
    assert turned is not None
    assert left is not None
    assert (found, turned.pose, left.pose) == (turn, facing, end)
    assert leave_zone(unit, threat, 1000, [base(*end).quad]) is None
    corners = [base(*facing).quad]
    assert leave_zone(unit, threat, 1000, corners) is None
