"""Conforming: the places on an enemy, which of them a unit takes, and how friends make room for it."""

from __future__ import annotations

import pytest

from tests.games.adlg.geometry.matching import MeleeSupport, fronts_match, melee_support
from tests.games.adlg.geometry.standing import LIGHT, base, bases, mirrored, mirrored_pose, north, strip
from tests.hypothesis_profiles import given, st
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.charges import charge, targets
from triarii.games.adlg.geometry.conforming import (
    Around,
    Conformed,
    Place,
    conform,
    conform_order,
    displacement,
    held_there,
    place_pose,
)
from triarii.games.adlg.geometry.contacts import Side, met_edge
from triarii.games.adlg.geometry.limits import Limits
from triarii.games.adlg.geometry.manoeuvres import advance
from triarii.games.adlg.geometry.shapes import Pose, overlap
from triarii.games.adlg.geometry.shifting import Neighbour, kept_beside, make_room
from triarii.games.adlg.geometry.supports import supports_in_line

ENEMY = north(name="e")
OTHER_PLACE = {
    Place.FRONT: Place.FRONT,
    Place.LEFT: Place.RIGHT,
    Place.LEFT_REAR_CORNER: Place.RIGHT_REAR_CORNER,
    Place.REAR: Place.REAR,
    Place.SUPPORT_LEFT: Place.SUPPORT_RIGHT,
}


def other_place(place: Place) -> Place:
    return OTHER_PLACE.get(place) or next(left for left, right in OTHER_PLACE.items() if right is place)


# Places


@pytest.mark.parametrize(
    ("enemy", "depth", "place", "pose"),
    [
        pytest.param((10000, 10000, 0), 750, Place.FRONT, (10000, 10000, 18000), id="G84a"),
        pytest.param((10000, 10000, 0), 750, Place.LEFT, (9500, 9500, 9000), id="G84b"),
        pytest.param((10000, 10000, 0), 750, Place.RIGHT, (10500, 9500, 27000), id="G84c"),
        pytest.param((10000, 10000, 0), 750, Place.LEFT_REAR_CORNER, (9500, 9750, 9000), id="G84d"),
        pytest.param((10000, 10000, 0), 750, Place.REAR, (10000, 9250, 0), id="G84e"),
        pytest.param((10000, 10000, 0), 750, Place.SUPPORT_LEFT, (11000, 10000, 18000), id="G84f"),
        pytest.param((10000, 10000, 0), 750, Place.SUPPORT_RIGHT, (9000, 10000, 18000), id="G84g"),
        pytest.param((10000, 10000, 3000), 750, Place.FRONT, (10000, 10000, 21000), id="G85a"),
        pytest.param((10000, 10000, 3000), 750, Place.LEFT, (9317, 9817, 12000), id="G85b"),
        pytest.param((10000, 10000, 3000), 750, Place.REAR, (9625, 9350, 3000), id="G85c"),
        pytest.param((10000, 10000, 3000), 1000, Place.RIGHT, (10183, 9317, 30000), id="G85d"),
    ],
)
def test_a_place_on_an_enemy_matches_his_corners(enemy: Pose, depth: int, place: Place, pose: Pose) -> None:
    him = base(*enemy, depth)
    assert place_pose(place, him, 1000) == pose
    assert place_pose(other_place(place), mirrored(him), 1000) == mirrored_pose(pose)


@given(bases(), st.sampled_from(Place), st.sampled_from((500, 750, 1000)))
def test_a_unit_in_a_place_touches_its_enemy_and_counts_there(enemy: Body, place: Place, depth: int) -> None:
    unit = Body(place_pose(place, enemy, 1000), 1000, depth)
    assert not overlap(unit.quad, enemy.quad)
    assert place_pose(other_place(place), mirrored(enemy), 1000) == mirrored_pose(unit.pose)
    front = Body(place_pose(Place.FRONT, enemy, 1000), 1000, depth)
    full = {
        Place.LEFT: Side.LEFT,
        Place.LEFT_REAR_CORNER: Side.LEFT,
        Place.RIGHT: Side.RIGHT,
        Place.RIGHT_REAR_CORNER: Side.RIGHT,
        Place.REAR: Side.REAR,
    }
    expected = (MeleeSupport.FULL, full[place]) if place in full else (MeleeSupport.NONE, None)
    assert melee_support(unit, enemy) == expected
    assert fronts_match(unit, enemy) is (place is Place.FRONT)
    assert supports_in_line(unit, front) is (place in (Place.SUPPORT_LEFT, Place.SUPPORT_RIGHT))


# The choice


@pytest.mark.parametrize(
    ("contact", "kind", "around", "place", "pose", "displaced"),
    [
        pytest.param((9775, 10159, 15000), Side.FRONT, Around(), Place.FRONT, (10000, 10000, 18000), 276, id="G86"),
        pytest.param((10500, 9600, 27000), Side.FRONT, Around(), Place.FRONT, (10000, 10000, 18000), 640, id="G86b"),
        pytest.param((10990, 10000, 18000), Side.FRONT, Around(), Place.FRONT, (10000, 10000, 18000), 990, id="G87a"),
        pytest.param(
            (10990, 10000, 18000),
            Side.FRONT,
            Around(taken=frozenset({Side.FRONT}), friend_in_front=True),
            Place.SUPPORT_LEFT,
            (11000, 10000, 18000),
            10,
            id="G87b",
        ),
        pytest.param((10500, 9400, 27000), Side.RIGHT, Around(), Place.RIGHT, (10500, 9500, 27000), 100, id="G88a"),
        pytest.param(
            (10500, 9400, 27000),
            Side.RIGHT,
            Around(enemies=[base(11000, 9200, 0)]),
            Place.RIGHT_REAR_CORNER,
            (10500, 9750, 27000),
            350,
            id="G88b",
        ),
    ],
)
def test_a_unit_conforms_to_the_place_of_its_charge(
    contact: Pose, kind: Side, around: Around, place: Place, pose: Pose, displaced: int
) -> None:
    found = conform(base(*contact), ENEMY, kind, around)
    assert found == Conformed(place, base(*pose), displaced)


def test_a_taken_edge_without_a_friend_in_front_leaves_it_where_it_is() -> None:
    taken = Around(taken=frozenset({Side.FRONT}))
    assert conform(base(10990, 10000, 18000), ENEMY, Side.FRONT, taken) is None


def test_a_unit_is_moved_at_most_one_ud() -> None:
    beyond = base(11003, 10000, 18000)
    assert conform(base(11002, 10000, 18000), ENEMY, Side.FRONT) is not None
    assert conform(beyond, ENEMY, Side.FRONT) is None
    assert conform(beyond, ENEMY, Side.FRONT, limits=Limits(conform=1500)) is not None


def test_a_front_charge_that_met_a_flank_goes_farther_around_the_corner() -> None:
    contact = base(10500, 9000, 27000)
    assert met_edge(contact, ENEMY) is Side.RIGHT
    found = conform(contact, ENEMY, Side.FRONT)
    assert found is not None
    assert found.displaced == 1118
    assert conform(contact, ENEMY, Side.FRONT, limits=Limits(conform_around=1100)) is None


def test_nobody_conforms_onto_enemies_impassable_or_harmful_ground() -> None:
    contact = base(10500, 9400, 27000)
    cliff = strip(10600, 9900, 12000, 11000)
    assert conform(contact, ENEMY, Side.RIGHT, Around(impassable=[cliff])) is None
    assert conform(contact, ENEMY, Side.RIGHT, Around(harmful=[cliff])) is None
    far_cliff = strip(10600, 10000, 12000, 11000)
    found = conform(contact, ENEMY, Side.RIGHT, Around(impassable=[far_cliff]))
    assert found is not None
    assert found.place is Place.RIGHT


@pytest.mark.parametrize(
    ("second", "held"),
    [
        pytest.param((11000, 8600, 0), True, id="G108a"),
        pytest.param((11000, 7900, 0), False, id="G108b"),
    ],
)
def test_another_enemy_s_zone_denies_a_flank(second: Pose, held: bool) -> None:
    place = base(*place_pose(Place.RIGHT, ENEMY, 1000))
    assert place.pose == (10500, 9500, 27000)
    around = Around(zones=[base(*second)])
    assert held_there(place, around) is held
    contact = base(10500, 9400, 27000)
    found = conform(contact, ENEMY, Side.RIGHT, around)
    assert (found is None or found.place is Place.RIGHT_REAR_CORNER) is held
    shield = base(11000, 8900, 0, 250)
    saved = Around(zones=[base(*second)], shields=lambda enemy: [shield])
    assert not held_there(place, saved)


def test_a_zone_does_not_keep_a_unit_from_the_front() -> None:
    second = base(9000, 11000, 9000)
    found = conform(base(9775, 10159, 15000), ENEMY, Side.FRONT, Around(zones=[second]))
    assert found is not None
    assert found.place is Place.FRONT


def test_by_the_other_reading_the_way_is_tested_too() -> None:
    contact = base(10990, 10000, 18000)
    between = Around(enemies=[base(11800, 10700, 27000, LIGHT)])
    assert conform(contact, ENEMY, Side.FRONT, between, conform_path="jump") is not None
    brushed = Around(impassable=[strip(10600, 10600, 10700, 10700)])
    assert conform(contact, ENEMY, Side.FRONT, brushed) is not None
    assert conform(contact, ENEMY, Side.FRONT, brushed, conform_path="path_tested") is None
    assert conform(contact, ENEMY, Side.FRONT, conform_path="path_tested") is not None


@given(bases(2500), st.sampled_from((750, 1000)))
def test_every_frontal_charge_can_conform(charger: Body, depth: int) -> None:
    enemy = north(depth)
    found = charge(charger, enemy, 5000)
    if overlap(charger.quad, enemy.quad) or found is None or found.contact is None or found.kind is not Side.FRONT:
        return
    conformed = conform(found.contact, enemy, Side.FRONT)
    assert conformed is not None
    around_the_corner = met_edge(found.contact, enemy) is not Side.FRONT
    assert conformed.displaced <= (1620 if around_the_corner else 1000)


# Making room


LEFT_PLACE = base(9500, 9500, 9000, name="unit")


@pytest.mark.parametrize(
    ("friend", "place"),
    [
        pytest.param((9300, 9300, 0), (9300, 9000, 0), id="G89a"),
        pytest.param((9000, 9500, 27000), (9000, 8500, 27000), id="G89b"),
    ],
)
def test_a_friend_is_shifted_back_or_else_aside(friend: Pose, place: Pose) -> None:
    room = make_room(LEFT_PLACE, [Neighbour(base(*friend, name="x"))], [ENEMY])
    assert room is not None
    assert room.shifted == {"x": place}
    assert room.distance == displacement(friend, place)


def test_of_two_free_sides_the_shorter_is_taken_and_right_on_ties() -> None:
    behind = [base(9250, 8400, 0).quad]
    place = base(9500, 9500, 9000, name="unit")
    nearer_left = make_room(place, [Neighbour(base(9000, 9300, 0, name="x"))], solids=behind)
    assert nearer_left is not None
    assert nearer_left.shifted == {"x": (8250, 9300, 0)}
    tie = make_room(base(9500, 9500, 0), [Neighbour(base(9500, 9500, 0, name="x"))], solids=[base(9500, 8700, 0).quad])
    assert tie is not None
    assert tie.shifted == {"x": (10500, 9500, 0)}


def test_a_friend_who_may_not_be_shifted_bars_the_place() -> None:
    friend = base(9300, 9300, 0, name="x")
    assert make_room(LEFT_PLACE, [Neighbour(friend, may_shift=False)], [ENEMY]) is None
    barred = Around(friends=[Neighbour(friend, may_shift=False)])
    assert conform(base(9500, 9400, 9000), ENEMY, Side.LEFT, barred) is None
    moved = conform(base(9500, 9400, 9000), ENEMY, Side.LEFT, Around(friends=[Neighbour(friend)]))
    assert moved is not None
    assert (moved.place, moved.shifted) == (Place.LEFT, {"x": (9300, 9000, 0)})


def test_a_shifted_friend_may_shift_others_up_to_the_third() -> None:
    column = [Neighbour(base(9300, 9300 - 750 * row, 0, name=f"x{row}")) for row in range(4)]
    walls = [strip(8000, 0, 8100, 12000), strip(10200, 0, 10300, 12000)]
    three = make_room(LEFT_PLACE, column[:3], solids=walls)
    assert three is not None
    assert three.shifted == {"x0": (9300, 9000, 0), "x1": (9300, 8250, 0), "x2": (9300, 7500, 0)}
    assert three.distance == 900
    assert make_room(LEFT_PLACE, column, solids=walls) is None


def test_a_friend_pushed_by_two_clears_both() -> None:
    column = [Neighbour(base(8900, 9800 - 750 * row, 0, name=f"x{row}")) for row in range(2)]
    room = make_room(LEFT_PLACE, column, [ENEMY], [strip(8000, 0, 8300, 12000)])
    assert room is not None
    assert room.shifted == {"x0": (8900, 9000, 0), "x1": (8900, 8250, 0)}
    assert room.distance == 1600


def test_one_friend_aside_is_better_than_two_back() -> None:
    column = [Neighbour(base(9000, 9300 - 750 * row, 0, name=f"x{row}")) for row in range(2)]
    room = make_room(LEFT_PLACE, column)
    assert room is not None
    assert room.shifted == {"x0": (8250, 9300, 0)}
    nearer_back = make_room(LEFT_PLACE, column[:1])
    assert nearer_back is not None
    assert nearer_back.shifted == {"x0": (9000, 9000, 0)}


def test_a_friend_is_shifted_at_most_one_ud() -> None:
    friend = [Neighbour(base(9300, 9300, 0, name="x"))]
    assert make_room(LEFT_PLACE, friend, limits=Limits(shift=300)) is not None
    assert make_room(LEFT_PLACE, friend, limits=Limits(shift=299)) is None


def test_a_free_place_needs_no_shifting() -> None:
    room = make_room(LEFT_PLACE, [Neighbour(base(5000, 5000, 0, name="x"), may_shift=False)], [ENEMY])
    assert room is not None
    assert (room.shifted, room.distance) == ({}, 0)


def test_the_rest_of_a_group_keeps_beside_its_neighbour() -> None:
    conformed = base(10000, 10000, 18000)
    kept = kept_beside(base(11400, 10300, 17000), conformed, right=False)
    assert kept is not None
    assert kept.pose == (11000, 10000, 18000)
    assert supports_in_line(kept, conformed)
    assert kept_beside(base(11400, 11300, 17000), conformed, right=False) is None
    right = kept_beside(base(9300, 10300, 18000), conformed, right=True)
    assert right is not None
    assert right.pose == (9000, 10000, 18000)


@given(bases(1500), bases(1500), bases(1500))
def test_room_is_free_room(place: Body, one: Body, two: Body) -> None:
    friends = [Body(one.pose, 1000, one.depth, "one"), Body(two.pose, 1000, two.depth, "two")]
    if overlap(one.quad, two.quad):
        return
    room = make_room(place, [Neighbour(friend) for friend in friends])
    if room is None:
        return
    ends = [friend.moved(room.shifted.get(friend.id, friend.pose)) for friend in friends]
    assert not any(overlap(end.quad, place.quad) for end in ends)
    assert not overlap(ends[0].quad, ends[1].quad)
    assert all(displacement(end.pose, friend.pose) <= 1001 for end, friend in zip(ends, friends, strict=True))


# Whole sequences


def test_g105_a_caught_evader_is_hit_in_the_rear() -> None:
    charger, evader = base(10000, 12500, 18000), base(10000, 7500, 18000, LIGHT)
    found = charge(charger, evader, 5000)
    assert found is not None
    assert found.contact is not None
    assert (found.contact.pose, found.kind) == ((10000, 8000, 18000), Side.REAR)
    assert conform(found.contact, evader, Side.REAR) == Conformed(Place.REAR, found.contact, 0)


def test_g107_a_line_charges_two_enemies_and_the_last_supports() -> None:
    line = [base(x, 12000, 18000, name=name) for x, name in ((9300, "u1"), (10300, "u2"), (11300, "u3"))]
    enemies = [north(name="e1"), base(11000, 10000, 0, name="e2")]
    contacts = [
        (unit.moved(advance(unit.pose, way)), enemy, way)
        for unit in line
        for enemy, way in targets(unit, 3000, enemies)
    ]
    met = [(unit.id, enemy.id, way) for unit, enemy, way in contacts]
    assert met == [("u1", "e1", 2000), ("u2", "e1", 2000), ("u2", "e2", 2000), ("u3", "e2", 2000)]
    done: dict[str, tuple[str, Conformed]] = {}
    for unit, enemy, _ in conform_order(contacts):
        if unit.id in done:
            continue
        on_him = [one for name, one in done.values() if name == enemy.id]
        taken = frozenset({Side.FRONT} if any(one.place is Place.FRONT for one in on_him) else ())
        friends = [Neighbour(one.body, may_shift=False) for _, one in done.values()]
        around = Around(
            enemies=[other for other in enemies if other is not enemy],
            friends=friends,
            taken=taken,
            friend_in_front=bool(taken),
        )
        found = conform(unit, enemy, Side.FRONT, around)
        assert found is not None
        done[unit.id] = (enemy.id, found)
    told = [(name, on, one.place, one.body.pose, one.displaced) for name, (on, one) in done.items()]
    assert told == [
        ("u2", "e1", Place.FRONT, (10000, 10000, 18000), 300),
        ("u3", "e2", Place.FRONT, (11000, 10000, 18000), 300),
        ("u1", "e1", Place.SUPPORT_RIGHT, (9000, 10000, 18000), 300),
    ]
    assert supports_in_line(done["u1"][1].body, done["u2"][1].body)


def test_chargers_conform_by_their_ways_then_by_the_middle_then_by_name() -> None:
    near, far = base(10400, 10000, 18000, name="b"), base(10600, 10000, 18000, name="a")
    twin = base(9600, 10000, 18000, name="c")
    order = conform_order([(far, ENEMY, 2000), (twin, ENEMY, 2000), (near, ENEMY, 2000), (far, ENEMY, 1900)])
    assert [(unit.id, way) for unit, _, way in order] == [("a", 1900), ("b", 2000), ("c", 2000), ("a", 2000)]
