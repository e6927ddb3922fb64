"""Terrain: which pieces may be chosen, in which order they are laid, and where they may lie."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.adlg.setup.set_ups import LARGE, TERRAIN, begun, now, played, refused, walk
from triarii.core.contract import Turn
from triarii.games.adlg.battle.preparation import OFF, Task
from triarii.games.adlg.battle.table.scenery import cut
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup import landscape, laying, regions, roads, sectors
from triarii.games.adlg.setup.going_on import put_down, scene
from triarii.games.adlg.setup.landscape import Lot
from triarii.games.adlg.setup.regions import KINDS, LAID_FREELY, REGIONS, SIZES

# Choosing


@pytest.mark.rule("adlg.setup.pieces")
def test_each_seat_chooses_two_to_four_pieces() -> None:
    position = played(begun(**LARGE), "6-1", "region plain defend", "pick gully")
    assert refused(position, "done") == "setup.too_few"
    assert played(position, "pick marsh", "done").turn is Turn.SECOND
    full = played(position, "pick marsh", "pick plantation", "pick gentle_hill")
    assert full.turn is Turn.SECOND, "four are enough"
    assert len(now(full).chosen_by(0)) == 4


@pytest.mark.rule("adlg.setup.pieces")
def test_with_a_hundred_points_three_pieces_are_the_limit() -> None:
    position = played(begun(), "6-1", "region plain defend", "pick gully", "pick marsh", "pick plantation")
    assert position.turn is Turn.SECOND


@pytest.mark.rule("adlg.setup.pieces")
def test_nobody_has_more_than_two_of_a_kind_and_the_compulsory_piece_counts() -> None:
    position = played(begun(), "6-1", "region plain defend", "pick field")
    assert refused(position, "pick field") == "setup.identical"


@pytest.mark.rule("adlg.setup.pieces")
def test_the_region_limits_the_pieces_of_a_kind() -> None:
    position = played(begun(), "6-1", "region plain defend", "pick gully")
    assert refused(position, "pick gully") == "setup.all_chosen"
    attacker = played(position, "pick marsh", "done")
    assert refused(attacker, "pick gully") == "setup.all_chosen"
    assert refused(attacker, "pick dunes") == "setup.no_such_piece"


@pytest.mark.rule("adlg.setup.pieces")
@pytest.mark.parametrize(("die", "comes"), [("3", False), ("4", True)])
def test_a_coast_needs_a_four(die: str, comes: bool) -> None:
    position = played(begun(), "6-1", "region plain defend", "pick coast")
    assert position.turn is Turn.CHANCE
    after = played(position, die)
    assert [pick.kind for pick in now(after).picks] == (["field", "coast"] if comes else ["field"])
    assert refused(after, "pick coast") == ("setup.all_chosen" if comes else "setup.denied")


@pytest.mark.rule("adlg.setup.pieces")
def test_only_the_defender_may_choose_a_village_and_needs_a_four() -> None:
    position = played(begun(), "6-1", "region plain defend")
    assert played(position, "pick village").turn is Turn.CHANCE
    attacker = played(position, "pick gully", "pick marsh", "done")
    assert refused(attacker, "pick village") == "setup.village"


@pytest.mark.rule("adlg.setup.pieces")
@pytest.mark.rule("adlg.terrain.hill_with_brush")
def test_in_the_steppe_one_of_the_hills_may_be_covered_with_brush() -> None:
    position = played(begun(**LARGE), "6-1", "region steppe defend", "pick brush_hill")
    assert refused(position, "pick brush_hill") == "setup.all_chosen"
    assert refused(position, "pick gentle_hill") == "setup.identical", "he has the compulsory hill as well"
    attacker = played(position, "pick marsh", "done", "pick gentle_hill", "pick gentle_hill")
    assert refused(attacker, "pick gentle_hill") == "setup.all_chosen", "four hills in all"
    assert refused(played(begun(**LARGE), "6-1", "region forest defend"), "pick brush_hill") == "setup.no_such_piece"
    piece = regions.piece("t1", "brush_hill", "small", 10000, 10000, 0)
    assert (piece.terrain.id, piece.crest, piece.brush_hill) == ("brush", (10000, 10000), True)


def test_every_region_offers_both_seats_enough() -> None:
    for region in REGIONS:
        for seed in range(4):
            rng = Random(f"{region}{seed}")
            position = played(begun(**LARGE), "6-1", f"region {region} defend")
            while position.state.setup is not None and now(position).task in (Task.PICK, Task.CLAIM):
                listed = [outcome for outcome, _ in position.chances()] or position.actions()
                assert listed
                position = position.play(rng.choice(listed))
            assert all(2 <= len(now(position).chosen_by(seat)) <= 4 for seat in (0, 1))


# The order


@pytest.mark.rule("adlg.setup.placing")
def test_pieces_are_laid_in_their_order() -> None:
    position = played(
        begun(**LARGE),
        *("6-1", "region plain attack"),
        *("pick road", "pick gully", "pick village", "5", "pick field"),
        *("pick marsh", "pick coast", "4", "pick plantation", "done"),
    )
    order = []
    rng = Random(3)
    while now(position).task in (Task.SECTOR, Task.LAY, Task.WAY, Task.ROAD):
        prep = now(position)
        if prep.task in (Task.SECTOR, Task.WAY) or (prep.task is Task.LAY and not any(prep.dice)):
            piece = laying.in_hand(position.state)
            order.append((piece.kind, piece.seat))
        listed = [outcome for outcome, _ in position.chances()] or position.actions()
        position = position.play(rng.choice(listed))
    laid = list(dict.fromkeys(order))
    assert laid[:4] == [("field", 1), ("coast", 0), ("village", 1), ("road", 1)]
    assert laid[4:7] == [("gully", 1), ("marsh", 0), ("plantation", 0)]
    assert order[-1] == ("road", 1), "the one that was chosen comes last"


# Where pieces may lie


def laying_a_field(sector: int, place: int) -> Position:
    """The first player's field on the table of 30 by 20 UD."""
    position = played(begun(**LARGE), *TERRAIN)
    assert laying.in_hand(position.state).kind == "field"
    return played(position, f"{sector}-{place}")


@pytest.mark.rule("adlg.setup.placing")
@pytest.mark.parametrize(("die", "west", "east"), [(1, 0, 10), (2, 0, 10), (3, 10, 20), (4, 10, 20), (5, 20, 30)])
def test_the_first_die_gives_a_third_of_the_own_half(die: int, west: int, east: int) -> None:
    area = laying.area(laying_a_field(die, 6).state)
    assert (area.west, area.east, area.south, area.north) == (west * 1000, east * 1000, 0, 10000)


@pytest.mark.rule("adlg.setup.placing")
def test_left_and_right_are_those_of_the_player_who_lays() -> None:
    table = (30000, 20000)
    assert sectors.sector(table, 1, 0, 1) == sectors.Area(20000, 10000, 30000, 20000)
    assert sectors.sector(table, 0, 0, 0) == sectors.Area(0, 0, 10000, 10000)


@pytest.mark.rule("adlg.setup.placing")
def test_a_low_second_die_wants_an_edge() -> None:
    position = laying_a_field(3, 4)
    assert refused(position, "lay 15 3 0 small") == "setup.not_at_edge"
    assert refused(position, "lay 15 1.2 0 small") == "setup.not_at_edge"
    assert position.check("lay 15 1.1 0 small") is None, "within a tenth of a UD it touches"
    assert position.check("lay 15 1 0 small") is None
    assert position.check("lay 15 1.5 90 small") is None


@pytest.mark.rule("adlg.setup.placing")
def test_a_high_second_die_keeps_two_ud_from_all_edges() -> None:
    position = laying_a_field(1, 5)
    assert refused(position, "lay 3.4 5 0 small") == "setup.near_edge"
    assert position.check("lay 3.5 5 0 small") is None
    assert refused(position, "lay 5 2.9 0 small") == "setup.near_edge"


@pytest.mark.rule("adlg.setup.placing")
def test_a_piece_lies_wholly_in_its_sector() -> None:
    position = laying_a_field(1, 5)
    assert position.check("lay 8.5 9 0 small") is None
    assert refused(position, "lay 8.6 9 0 small") == "setup.outside_sector"
    assert refused(position, "lay 8.5 9.1 0 small") == "setup.outside_sector"


@pytest.mark.rule("adlg.setup.placing")
def test_no_piece_lies_on_another() -> None:
    position = played(laying_a_field(1, 5), "lay 5 5 0 small", "1-5")
    assert refused(position, "lay 6 6 0 small") == "setup.overlap"
    assert position.check("lay 5 8 0 small") is None


@pytest.mark.rule("adlg.setup.placing")
@pytest.mark.parametrize("kind", sorted(set(KINDS) - LAID_FREELY))
@pytest.mark.parametrize("size", SIZES)
def test_every_piece_holds_three_by_two_and_fits_into_a_circle_of_six(kind: str, size: str) -> None:
    for turn in (0, 3000, 4500, 13500):
        piece = regions.piece("t1", kind, size, 10000, 10000, turn)
        corners = shapes.rectangle((10000, 10000, turn), -1500, 1500, -1000, 1000)
        inner = [((x + 500) // 1000, (y + 500) // 1000) for x, y in corners]
        assert all(piece.holds((x + (x < 10000) - (x > 10000), y + (y < 10000) - (y > 10000))) for x, y in inner)
        assert all((x - 10000) ** 2 + (y - 10000) ** 2 <= 3001**2 for x, y in piece.polygon)
        assert len(cut(piece.polygon)) == len(piece.parts) == 1
        assert set(cut(piece.polygon)[0]) == set(piece.parts[0])


@pytest.mark.rule("adlg.setup.placing")
def test_impassable_ground_never_lies_in_a_centre_sector() -> None:
    picks = ("pick impassable", "pick brush", "done", "pick brush", "pick wood", "done")
    position = played(begun(**LARGE), "6-1", "region forest defend", *picks, "5-5", "lay 25 5 0 small")
    assert laying.in_hand(position.state).kind == "impassable"
    again = played(position, "3-5")
    assert (now(again).task, now(again).rethrown) == (Task.SECTOR, (0,))
    gone = played(again, "4-5")
    assert [pick.id for pick in now(gone).picks if pick.kind == "impassable"] == [OFF]
    assert now(played(again, "1-5")).task is Task.LAY


@pytest.mark.rule("adlg.setup.placing")
def test_without_room_a_piece_is_thrown_for_once_more_then_discarded() -> None:
    position = played(begun(**LARGE), *TERRAIN)
    places = [(x, 1500 + 3000 * n) for x in (2500, 7500) for n in range(3)]
    lots = {f"t{n}": Lot("field", "large", x, y, 0) for n, (x, y) in enumerate(places, 1)}
    lots |= {f"t{n}": Lot("field", "large", x, y + 10000, 0) for n, (x, y) in enumerate(places, 11)}
    crammed = put_down(position.state, landscape.Landscape(lots, begins=1))
    again = laying.thrown(crammed, (1, 5))
    assert again.setup is not None
    assert (again.setup.task, again.setup.rethrown) == (Task.SECTOR, (0,))
    gone = laying.thrown(again, (2, 6))
    assert gone.setup is not None
    assert gone.setup.picks[0].id == OFF
    room = laying.thrown(again, (3, 6))
    assert room.setup is not None
    assert room.setup.task is Task.LAY


@pytest.mark.rule("adlg.setup.placing")
def test_a_coast_takes_four_ud_along_a_short_edge_and_counts_as_an_edge() -> None:
    position = played(
        begun(**LARGE),
        *("6-1", "region plain defend", "pick coast", "6", "pick gully", "done"),
        *("pick marsh", "pick field", "done", "3-5", "lay 15 5 0 small"),
    )
    assert position.actions() == ("coast left", "coast right")
    assert refused(position, "lay 2 2 0 small") == "setup.in_hand"
    shore = played(position, "coast left", "1-2")
    piece = next(piece for piece in shore.setting.scenery.pieces if piece.impassable)
    assert {x for x, _ in piece.polygon} == {0, 4000}
    assert refused(shore, "lay 5 5 0 small") == "setup.overlap"
    assert shore.check("lay 6.2 5 0 small") is None, "it lies at the coast"
    assert refused(shore, "lay 7 5 0 small") == "setup.not_at_edge"


@pytest.mark.rule("adlg.setup.balance")
def test_the_next_piece_goes_to_a_half_that_has_three_fewer() -> None:
    position = laying_a_field(1, 5)
    near = {f"t{n}": Lot("wood", "small", 5000 * n, 5000, 0) for n in (1, 2, 3)}
    two = put_down(position.state, landscape.Landscape({"t1": near["t1"], "t2": near["t2"]}, begins=1))
    three = put_down(position.state, landscape.Landscape(near, begins=1))
    answered = put_down(position.state, landscape.Landscape({**near, "t4": Lot("wood", "small", 5000, 15000, 0)}))
    assert [laying.half_for(state, 0) for state in (two, three, answered)] == [0, 1, 0]
    assert laying.half_for(three, 1) == 1


# Roads


def laying_a_road(first: int, second: int) -> Position:
    picks = ("pick road", "pick gully", "done", "pick field", "pick plantation", "done")
    position = played(begun(**LARGE), "6-1", "region plain defend", *picks)
    for place in ("1-5", "6-5", "1-5", "3-5"):
        position = played(position, place)
        position = played(position, position.actions()[0])
    return played(position, f"{first}-{second}")


@pytest.mark.rule("adlg.setup.road")
def test_a_road_leads_from_sector_to_sector() -> None:
    position = laying_a_road(1, 6)
    assert roads.ends(position.state) == (sectors.Area(0, 0, 10000, 10000), sectors.Area(20000, 10000, 30000, 20000))
    assert position.check("road 5 5 25 15") is None
    assert refused(position, "road 15 5 25 15") == "setup.road_ends"
    assert refused(position, "road 5 5 25 5") == "setup.road_ends"


@pytest.mark.rule("adlg.setup.road")
def test_a_road_is_ten_to_thirty_ud_long_with_one_bend_at_most() -> None:
    position = laying_a_road(1, 2)
    assert refused(position, "road 9 5 11 5") == "setup.road_length"
    assert position.check("road 1 5 11 5") is None
    assert position.check("road 9 5 11 5 10 10") is None, "the bend makes it long enough"
    assert refused(position, "road 0 0 20 0 10 19") == "setup.road_length"
    assert refused(position, "road 1 5 11 5 99 5") == "setup.road_points"


@pytest.mark.rule("adlg.setup.road")
def test_no_road_crosses_impassable_ground() -> None:
    position = laying_a_road(1, 3)
    rock = scene(position.state).with_lot("t9", Lot("impassable", "small", 15000, 5000, 0))
    state = put_down(position.state, rock)
    refusal = roads.why_not(state, ((1000, 5000), (25000, 5000)))
    assert refusal is not None
    assert refusal.code == "setup.road_blocked"
    assert roads.why_not(state, ((1000, 1000), (25000, 1000))) is None


@pytest.mark.rule("adlg.setup.road")
def test_the_road_of_a_village_leads_through_it() -> None:
    position = played(
        begun(**LARGE),
        *("6-1", "region plain defend", "pick village", "4", "pick gully", "done", "pick marsh", "pick field", "done"),
        *("1-5", "lay 5 5 0 small", "3-5", "lay 15 5 0 small"),
    )
    assert now(position).task is Task.WAY
    road = played(position, "1-3")
    assert road.check("road 5 5 25 5") is None
    assert refused(road, "road 5 1 25 1") == "setup.road_village"
    assert all(" " in each for each in road.actions())


def test_a_random_landscape_keeps_all_that_is_asked() -> None:
    for seed in range(6):
        for before, _, after in walk(begun(**LARGE) if seed % 2 else begun(), Random(seed)):
            if before.state.setup is not None and now(before).task is Task.CAMP:
                pieces = after.setting.scenery.pieces
                assert len(pieces) >= 2
                assert all(laying.overlapped(after.setting, piece) is None for piece in pieces)
                assert not landscape.off_table(after.setting)
                break
