"""How the table is divided and what lies on it: sectors, zones, and the outlines of pieces, coasts and rivers."""

from __future__ import annotations

import pytest

from triarii.games.adlg.geometry.shapes import FINE
from triarii.games.adlg.setup import regions, sectors
from triarii.games.adlg.setup.sectors import Area

TABLE = (30000, 20000)
NEAR = [Area(0, 0, 10000, 10000), Area(10000, 0, 20000, 10000), Area(20000, 0, 30000, 10000)]
FAR = [Area(0, 10000, 10000, 20000), Area(10000, 10000, 20000, 20000), Area(20000, 10000, 30000, 20000)]


@pytest.mark.rule("adlg.setup.placing")
def test_each_half_of_the_table_has_three_sectors_counted_from_the_left_of_whoever_asks() -> None:
    assert [sectors.sector(TABLE, 0, third, 0) for third in range(3)] == NEAR
    assert [sectors.sector(TABLE, 0, third, 1) for third in range(3)] == FAR
    assert [sectors.sector(TABLE, 1, third, 0) for third in range(3)] == NEAR[::-1]
    assert [sectors.sector(TABLE, 1, third, 1) for third in range(3)] == FAR[::-1]
    assert sectors.centres(TABLE) == (NEAR[1], FAR[1])
    assert [sectors.third_of(die) for die in range(1, 7)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.rule("adlg.setup.road")
def test_a_die_for_a_road_names_one_of_all_six_sectors_the_own_half_first() -> None:
    assert [sectors.road_sector(TABLE, 0, die) for die in range(1, 7)] == [*NEAR, *FAR]
    assert [sectors.road_sector(TABLE, 1, die) for die in range(1, 7)] == [*FAR[::-1], *NEAR[::-1]]


@pytest.mark.rule("adlg.setup.zones")
def test_only_the_smallest_table_has_narrower_strips_at_its_short_edges() -> None:
    assert sectors.zone((20000, 15000), 1, light=False) == Area(2000, 12500, 18000, 15000)
    assert sectors.zone((20001, 15000), 0, light=False) == Area(4000, 0, 16001, 2500)
    assert [sectors.depth_line(TABLE, seat, 7000) for seat in (0, 1)] == [7000, 13000]
    assert [sectors.facing(seat) for seat in (0, 1)] == [0, 18000]


@pytest.mark.rule("adlg.setup.zones")
def test_what_stands_on_the_border_of_an_area_is_in_it_and_fine_places_have_some_slack() -> None:
    area = Area(1000, 2000, 5000, 4000)
    assert area.holds(((1000, 2000), (5000, 4000)))
    for outside in ((999, 2000), (1000, 1999), (5001, 4000), (5000, 4001)):
        assert not area.holds(((3000, 3000), outside))
    for slack in (0, 2):
        west, south, east, north = (
            (1000 - slack) * FINE,
            (2000 - slack) * FINE,
            (5000 + slack) * FINE,
            (4000 + slack) * FINE,
        )
        assert area.holds_fine(((west, south), (east, north)), slack)
        for outside in ((west - 1, south), (west, south - 1), (east + 1, north), (east, north + 1)):
            assert not area.holds_fine((outside,), slack)


# Pieces


@pytest.mark.rule("adlg.setup.placing")
def test_fields_plantations_and_villages_are_rectangles_and_other_pieces_are_rounded() -> None:
    assert set(regions.outline("field", "small", 0)) == {(-1500, -1000), (-1500, 1000), (1500, 1000), (1500, -1000)}
    assert set(regions.outline("village", "large", 9000)) == {
        (-1500, -2500),
        (-1500, 2500),
        (1500, 2500),
        (1500, -2500),
    }
    reaches = {size: regions.box("plantation", size, 0) for size in regions.SIZES}
    assert reaches["small"] == (1500, 1500, 1000, 1000)
    assert reaches["medium"] == (2000, 2000, 1500, 1500)
    assert reaches["large"] == (2500, 2500, 1500, 1500)
    rounded = {size: regions.box("wood", size, 0) for size in regions.SIZES}
    assert rounded["small"] == (2200, 2200, 1500, 1500)
    assert rounded["medium"] == (2500, 2500, 1900, 1900)
    assert rounded["large"] == (3000, 3000, 2400, 2400)
    corners = regions.outline("wood", "small", 0)
    assert corners[:4] == ((0, 1500), (1100, 1299), (1905, 750), (2200, 0)), "an oval, clockwise"
    assert len(corners) == 12
    assert regions.box("wood", "small", 9000) == (1500, 1500, 2200, 2200)


@pytest.mark.rule("adlg.setup.placing")
def test_a_piece_lies_around_its_middle_and_a_hill_has_its_crest_there() -> None:
    field = regions.piece("t1", "field", "small", 5000, 4000, 0)
    assert set(field.polygon) == {(3500, 3000), (3500, 5000), (6500, 5000), (6500, 3000)}
    assert (field.crest, field.impassable) == (None, False)
    assert regions.piece("t1", "gentle_hill", "small", 5000, 4000, 0).crest == (5000, 4000)
    assert regions.piece("t1", "brush_hill", "small", 5000, 4000, 0).crest == (5000, 4000)
    assert regions.piece("t1", "impassable", "small", 5000, 4000, 0).impassable
    assert regions.piece("t1", "impassable", "small", 5000, 4000, 0).crest is None


@pytest.mark.rule("adlg.setup.placing")
def test_a_coast_takes_4_ud_along_the_whole_of_a_short_edge() -> None:
    left, right = (regions.coast("t1", side, TABLE) for side in ("left", "right"))
    assert left.polygon == ((0, 0), (0, 20000), (4000, 20000), (4000, 0))
    assert right.polygon == ((26000, 0), (26000, 20000), (30000, 20000), (30000, 0))
    assert left.impassable


@pytest.mark.rule("adlg.setup.river")
def test_a_river_runs_from_long_edge_to_long_edge_as_wide_as_it_says_however_it_slants() -> None:
    straight = regions.river("t1", "left", (5000, 5000, 1000), "rough", TABLE)
    assert straight.polygon == ((4500, 0), (4500, 20000), (5500, 20000), (5500, 0))
    right = regions.river("t1", "right", (5000, 7000, 1000), "rough", TABLE)
    assert right.polygon == ((24497, 0), (22497, 20000), (23503, 20000), (25503, 0)), "1 UD across makes 1.006 along"


@pytest.mark.rule("adlg.setup.river")
def test_a_die_says_how_a_river_flows_and_in_flood_nobody_crosses_it() -> None:
    assert [regions.FLOWS[die] for die in range(1, 7)] == ["dry", "rough", "rough", "difficult", "difficult", "flooded"]
    flows = {flow: regions.river("t1", "left", (5000, 5000, 1000), flow, TABLE) for flow in regions.STATES}
    assert [flow for flow, piece in flows.items() if piece.impassable] == ["flooded"]
    kinds = {flow: piece.terrain.id for flow, piece in flows.items()}
    assert (kinds["dry"], kinds["rough"], kinds["unknown"], kinds["difficult"]) == (
        "open",
        "rough",
        "rough",
        "difficult",
    )


@pytest.mark.rule("adlg.setup.region")
def test_a_hill_with_brush_counts_as_a_gentle_hill_too() -> None:
    assert regions.count("gentle_hill", ["gentle_hill", "brush_hill", "wood"]) == 2
    assert regions.count("brush_hill", ["gentle_hill", "brush_hill", "wood"]) == 1
    region = regions.Region(
        "x", {"en": "x"}, (), compulsory="wood", most={"gentle_hill": 1, "brush_hill": 2, "wood": 1}
    )
    assert region.full("brush_hill", ["gentle_hill"]) == "gentle_hill"
    assert region.full("brush_hill", []) == ""
    assert region.full("wood", ["wood"]) == "wood"
