"""The ground of the table: how pieces are cut, who is in them, what they cost, and works and roads."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import atan2

import pytest
from shapely.geometry import Polygon

from tests.hypothesis_profiles import given, st
from triarii.games.adlg.battle.table.scenery import Piece, Road, Scenery, Work, cut
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.readings import of_profile
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.limits import Limits
from triarii.games.adlg.geometry.shapes import Figure, Point

SHEET, COMMON = of_profile("sheet"), of_profile("common")
SPEARS, LIGHT_FOOT = TROOPS["heavy_spearmen"], TROOPS["light_infantry"]


def base(x: int, y: int, heading: int = 0, depth: int = 750) -> Body:
    return Body((x, y, heading), 1000, depth)


N = base(10000, 10000)


def ground(kind: str, *polygon: Point, crest: Point | None = None, impassable: bool = False) -> Piece:
    return Piece(f"{kind}1", TERRAINS[kind], polygon, cut(polygon), crest, impassable)


def box(kind: str, west: int, south: int, east: int, north: int, **more: Point | bool | None) -> Piece:
    return replace(ground(kind, (west, south), (west, north), (east, north), (east, south)), **more)  # type: ignore[arg-type]


def everywhere(kind: str) -> Scenery:
    return Scenery((box(kind, 0, 0, 20000, 20000),))


WOOD_AHEAD = box("wood", 5000, 11200, 15000, 14000)


# Pieces


def test_a_convex_outline_is_one_part_in_either_order_and_however_it_is_closed() -> None:
    square = [(0, 0), (0, 1000), (1000, 1000), (1000, 0)]
    clockwise = {(0, 0), (0, 1_000_000), (1_000_000, 1_000_000), (1_000_000, 0)}
    for outline in (square, square[::-1], [*square, square[0]], [(0, 0), (0, 400), *square[1:]]):
        [part] = cut(outline)
        assert set(part) == clockwise
        assert sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*part, part[0]))) < 0


def test_a_hollow_outline_is_cut_into_few_convex_parts() -> None:
    corner = [(0, 0), (0, 3000), (1000, 3000), (1000, 1000), (3000, 1000), (3000, 0)]
    parts = cut(corner)
    assert len(parts) == 2
    assert sum(map(shapes.area, parts)) == 5_000_000 * 1_000_000


@pytest.mark.parametrize(
    "outline",
    [
        [],
        [(0, 0)],
        [(0, 0), (1000, 1000)],
        [(0, 0), (1000, 1000), (2000, 2000)],
        [(0, 0), (1000, 1000), (1000, 0), (0, 1000)],
        [(0, 0), (2000, 0), (2000, 2000), (1000, 0), (0, 2000)],
        [(0, 0), (0, 1000), (1000, 1000), (1000, 0), (500, 0), (500, -500), (500, 0)],
        [(0, 0), (0, 0), (0, 0), (0, 0)],
    ],
    ids=["empty", "point", "line", "flat", "bow tie", "touching", "spike", "one place"],
)
def test_an_outline_that_crosses_or_touches_itself_has_no_parts(outline: list[Point]) -> None:
    assert cut(outline) == ()


POINT = st.tuples(st.integers(0, 60), st.integers(0, 60))


@given(st.lists(POINT, max_size=14, unique=True), st.booleans())
def test_parts_are_convex_and_fill_the_outline_without_overlap(points: list[Point], tidy: bool) -> None:
    if tidy and points:
        x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
        points = sorted(points, key=lambda point: atan2(point[1] - y, point[0] - x))
    parts = [Polygon(part) for part in cut(points)]
    outline = Polygon(points) if len(points) > 3 else Polygon([*points, *points[:1]] if len(points) == 3 else [])
    sound = outline.is_valid and outline.area > 0
    assert bool(parts) == sound
    if sound:
        assert sum(part.area for part in parts) == pytest.approx(outline.area * 1_000_000)
        assert all(part.convex_hull.area == pytest.approx(part.area) for part in parts)
        assert not any(part.exterior.is_ccw for part in parts)
        assert all(a.intersection(b).area < 1 for i, a in enumerate(parts) for b in parts[:i])


def test_who_only_touches_the_border_of_a_piece_is_not_in_it() -> None:
    scenery = Scenery((WOOD_AHEAD,))
    assert scenery.touched(base(10000, 11200).quad) == ()
    assert scenery.touched(base(10000, 11202).quad) == ()
    assert scenery.touched(base(10000, 11203).quad) == (WOOD_AHEAD,)
    assert replace(scenery, limits=Limits(touch=5)).touched(base(10000, 11203).quad) == ()


def test_a_unit_is_wholly_in_a_piece_when_nearly_all_of_its_base_is() -> None:
    scenery = Scenery((WOOD_AHEAD,))
    assert scenery.wholly_in(base(10000, 11950).quad, WOOD_AHEAD)
    assert scenery.wholly_in(base(10000, 11949).quad, WOOD_AHEAD)
    assert not scenery.wholly_in(base(10000, 11940).quad, WOOD_AHEAD)
    assert not scenery.wholly_in(base(9200, 12000, 3000).quad, WOOD_AHEAD)


def test_several_pieces_together_can_hold_all_of_a_unit() -> None:
    side_by_side = Scenery((box("wood", 9000, 9000, 10000, 11000), box("marsh", 10000, 9000, 11000, 11000)))
    assert side_by_side.wholly_in_rough(N.quad)
    assert not any(side_by_side.wholly_in(N.quad, piece) for piece in side_by_side.pieces)
    apart = Scenery((box("wood", 9000, 9000, 9900, 11000), box("marsh", 10000, 9000, 11000, 11000)))
    assert not apart.wholly_in_rough(N.quad)
    twice = Scenery((box("wood", 9000, 9000, 10000, 11000), box("brush", 9000, 9000, 10000, 11000)))
    assert not twice.wholly_in_rough(N.quad), "two pieces on each other hold no more than one"


def test_hills_that_are_gentle_and_impassable_ground_are_not_rough() -> None:
    for piece, rough in (("gentle_hill", False), ("brush", True), ("wood", True)):
        assert everywhere(piece).touches_rough(N.quad) is rough
        assert everywhere(piece).wholly_in_rough(N.quad) is rough
    assert not Scenery((box("wood", 0, 0, 20000, 20000, impassable=True),)).touches_rough(N.quad)


# Fights and shooting


@pytest.mark.rule("adlg.terrain.rough")
@pytest.mark.rule("adlg.terrain.difficult")
def test_of_all_ground_that_a_unit_touches_the_worst_for_it_counts() -> None:
    brush, wood = box("brush", 9000, 9000, 10000, 11000), box("wood", 10000, 9000, 11000, 11000)
    for pieces in ((brush, wood), (wood, brush)):
        scenery = Scenery(pieces)
        assert scenery.ground_under(N.quad, SPEARS).id == "wood"
        assert scenery.ground_under(N.quad, TROOPS["war_wagon"]).id == "brush", "no malus in difficult ground"
        assert scenery.ground_under(N.quad, LIGHT_FOOT).id == "wood", "without a malus the worse class"
        assert scenery.ground_under(base(15000, 15000).quad, SPEARS).id == "open"


@pytest.mark.rule("adlg.terrain.relief")
def test_ground_that_spares_an_animal_yields_to_ground_that_does_not() -> None:
    scenery = Scenery((box("dunes", 9000, 9000, 10000, 11000), box("rough", 10000, 9000, 11000, 11000)))
    assert scenery.ground_under(N.quad, TROOPS["medium_cavalry"]).id == "dunes"
    assert scenery.ground_under(N.quad, TROOPS["medium_camels"]).id == "rough"


def test_impassable_ground_is_nobodys_ground() -> None:
    cliff = box("wood", 9000, 9000, 10000, 11000, impassable=True)
    scenery = Scenery((cliff,))
    assert scenery.ground_under(N.quad, SPEARS).id == "open"
    assert not scenery.in_cover(N.quad, SPEARS)
    assert scenery.blocks(N.quad)
    assert not scenery.blocks(base(10500, 10000).quad)
    assert scenery.impassable == cliff.parts
    assert scenery.cover == ()


@pytest.mark.rule("adlg.shooting.target_cover")
def test_any_part_in_cover_is_enough_but_light_infantry_has_to_be_wholly_in_it() -> None:
    half, whole = Scenery((box("wood", 0, 0, 10000, 20000),)), everywhere("wood")
    assert half.in_cover(N.quad, SPEARS)
    assert not half.in_cover(N.quad, LIGHT_FOOT)
    assert whole.in_cover(N.quad, LIGHT_FOOT)
    for kind, cover in (("plantation", True), ("village", True), ("marsh", False), ("brush", False)):
        assert everywhere(kind).in_cover(N.quad, SPEARS) is cover
    assert whole.cover == whole.pieces[0].parts


@pytest.mark.rule("adlg.melee.ground")
@pytest.mark.parametrize(
    ("kind", "crest", "body", "high"),
    [
        ("gentle_hill", (10000, 9300), N, True),
        ("steep_hill", (10000, 9300), N, True),
        ("gentle_hill", (10000, 10000), N, True),
        ("gentle_hill", (10000, 10001), N, False),
        ("gentle_hill", (10000, 10001), base(10000, 9250, 18000), True),
        ("gentle_hill", (10000, 9300), base(10000, 8500), False),
        ("gentle_hill", None, N, False),
        ("wood", (10000, 9300), N, False),
    ],
    ids=["behind", "steep", "level", "ahead", "turned", "not wholly on it", "no crest", "no hill"],
)
def test_a_unit_is_higher_when_it_stands_wholly_on_a_hill_with_the_crest_behind_its_front(
    kind: str, crest: Point | None, body: Body, high: bool
) -> None:
    scenery = Scenery((box(kind, 8000, 8000, 12000, 12000, crest=crest),))
    assert scenery.on_height(body) is high


# Moving

MOVES = """
AG-121 light_infantry open 3000
AG-122 light_infantry rough 3000
AG-123 light_infantry difficult 3000
AG-124 medium_swordsmen medium_spearmen open 3000
AG-125 medium_swordsmen medium_spearmen rough 3000
AG-126 medium_swordsmen medium_spearmen difficult 2000
AG-127 heavy_swordsmen heavy_spearmen pikemen levy foot_knights open 2000
AG-128 heavy_swordsmen heavy_spearmen pikemen levy foot_knights rough 2000
AG-129 heavy_swordsmen heavy_spearmen pikemen levy foot_knights difficult 1000
AG-130 light_cavalry light_camels open 5000
AG-131 light_cavalry light_camels rough 4000
AG-132 light_cavalry light_camels difficult 2000
AG-133 medium_cavalry heavy_cavalry open 4000
AG-134 medium_cavalry heavy_cavalry rough 3000
AG-135 medium_cavalry heavy_cavalry difficult 1000
AG-136 medium_knights heavy_knights open 3000
AG-137 medium_knights heavy_knights rough 2000
AG-138 medium_knights heavy_knights difficult 1000
AG-139 light_chariot scythed_chariot open 4000
AG-140 light_chariot scythed_chariot rough 2000
AG-141 light_chariot scythed_chariot difficult 0
AG-142 heavy_chariot cataphracts camel_cataphracts open 3000
AG-143 heavy_chariot cataphracts camel_cataphracts rough 1000
AG-144 heavy_chariot cataphracts camel_cataphracts difficult 0
AG-145 elephant open 3000
AG-146 elephant rough 3000
AG-147 elephant difficult 1000
AG-148 war_wagon light_artillery medium_artillery open 2000
AG-149 war_wagon light_artillery medium_artillery rough 1000
AG-150 war_wagon light_artillery medium_artillery difficult 0
"""


def moves() -> list[object]:
    rows = (line.split() for line in MOVES.split("\n") if line)
    return [
        pytest.param(row[1:-2], row[-2], int(row[-1]), id=row[0], marks=pytest.mark.statement(row[0])) for row in rows
    ]


@pytest.mark.parametrize(("troops", "kind", "reach"), moves())
def test_troops_go_as_far_as_the_class_of_the_ground_lets_them(troops: list[str], kind: str, reach: int) -> None:
    for troop in troops:
        for terrain in TERRAINS.values():
            if terrain.kind == kind:
                found = everywhere(terrain.id).allowance(TROOPS[troop], [N.quad], SHEET, boosted=False)
                assert found == reach, (troop, terrain.id)


def test_the_worst_ground_that_a_move_touches_counts_for_all_of_it() -> None:
    scenery = Scenery((box("brush", 9000, 11000, 11000, 12000), box("wood", 9000, 13000, 11000, 14000)))
    cavalry = TROOPS["medium_cavalry"]

    def allowance(*ways: int) -> int:
        figures: list[Figure] = [shapes.hull(N.quad, base(10000, 10000 + way).quad) for way in ways]
        return scenery.allowance(cavalry, figures, SHEET, boosted=False)

    assert allowance() == 4000
    assert allowance(1000) == 4000
    assert allowance(1003) == 3000
    assert allowance(1003, 3003) == 1000
    assert allowance(3003, 1003) == 1000


def test_heavy_foot_with_room_goes_a_third_ud_in_the_open_alone() -> None:
    def reach(troop: str, kind: str) -> int:
        return everywhere(kind).allowance(TROOPS[troop], iter([N.quad]), SHEET, boosted=True)

    grounds = ("open", "gentle_hill", "brush", "wood")
    assert [reach("heavy_spearmen", kind) for kind in grounds] == [3000, 3000, 2000, 1000]
    assert [reach("foot_knights", kind) for kind in ("open", "brush")] == [3000, 2000]
    assert reach("war_wagon", "open") == 2000, "not heavy foot"


@pytest.mark.parametrize(
    ("troop", "kind", "sheet", "common"),
    [
        ("medium_camels", "brush", 3000, 4000),
        ("medium_camels", "dunes", 1000, 3000),
        ("light_camels", "dunes", 2000, 4000),
        ("camel_cataphracts", "dunes", 0, 1000),
        ("medium_camels", "rough", 3000, 3000),
        ("medium_camels", "marsh", 1000, 1000),
        ("medium_cavalry", "dunes", 1000, 1000),
        ("elephant", "brush", 3000, 3000),
    ],
)
def test_what_brush_and_dunes_cost_camels_on_the_move_is_a_reading(
    troop: str, kind: str, sheet: int, common: int
) -> None:
    for readings, reach in ((SHEET, sheet), (COMMON, common)):
        assert everywhere(kind).allowance(TROOPS[troop], [N.quad], readings, boosted=False) == reach


def test_nobody_enters_impassable_ground() -> None:
    cliff = Scenery((box("gentle_hill", 0, 11000, 20000, 20000, impassable=True),))
    assert cliff.allowance(LIGHT_FOOT, [base(10000, 11500).quad], SHEET, boosted=False) == 0
    assert cliff.straight_reach(N, 0, 3000, LIGHT_FOOT, SHEET, boosted=False) == 1000


@pytest.mark.parametrize(
    ("troop", "reach"),
    [("heavy_swordsmen", 1200), ("medium_swordsmen", 2000), ("medium_cavalry", 1200), ("light_infantry", 3000)],
)
def test_a_straight_way_ends_at_the_border_of_ground_for_which_nothing_is_left(troop: str, reach: int) -> None:
    kind = TROOPS[troop]
    rough = box("brush", 5000, 10400, 15000, 11200)
    pieces = (WOOD_AHEAD, rough) if troop == "medium_cavalry" else (WOOD_AHEAD,)
    assert Scenery(pieces).straight_reach(N, 0, kind.moves[0] * 1000, kind, SHEET, boosted=False) == reach


def test_a_straight_way_is_short_where_it_begins_in_slow_ground_or_leads_backward() -> None:
    scenery = Scenery((WOOD_AHEAD, box("wood", 5000, 0, 15000, 8000)))
    cavalry = TROOPS["medium_cavalry"]
    assert scenery.straight_reach(base(10000, 13000), 0, 4000, cavalry, SHEET, boosted=False) == 1000
    assert scenery.straight_reach(N, 18000, 4000, cavalry, SHEET, boosted=False) == 1250
    assert scenery.straight_reach(N, 9000, 4000, cavalry, SHEET, boosted=False) == 4000
    assert scenery.straight_reach(N, 0, 700, cavalry, SHEET, boosted=False) == 700
    assert scenery.straight_reach(N, 0, 3000, SPEARS, SHEET, boosted=True) == 1200


# Roads


ROAD = Road(((10000, 0), (10000, 10000), (14000, 14000)))


@pytest.mark.parametrize(
    ("before", "after", "on_it"),
    [
        (base(10000, 3000), base(10000, 6000), True),
        (base(10000, 6000), base(10000, 3000, 18000), True),
        (base(10002, 3000), base(10000, 6000), True),
        (base(10003, 3000), base(10000, 6000), False),
        (base(10000, 3000), base(10003, 6000), False),
        (base(10000, 3000), base(10000, 6000, 300), False),
        (base(12000, 12000, 4500), base(13000, 13000, 4500), True),
        (base(12345, 12346, 4500), base(13001, 13000, 4500), True),
        (base(10000, 3000), base(12000, 12000, 4500), True),
        (base(15000, 15000, 4500), base(13000, 13000, 4500), False),
    ],
)
def test_a_move_is_along_a_road_when_start_and_end_stand_on_it(before: Body, after: Body, on_it: bool) -> None:
    assert Scenery(roads=(ROAD,)).along_road(before.quad, after.quad) is on_it


def test_a_move_from_one_road_to_another_is_along_none() -> None:
    roads = (Road(((1000, 0), (1000, 9000))), Road(((3000, 0), (3000, 9000))))
    assert not Scenery(roads=roads).along_road(base(1000, 3000).quad, base(3000, 3000).quad)
    assert not Scenery().along_road(N.quad, N.quad)


@pytest.mark.statement("AG-151")
def test_a_road_gives_the_allowance_of_the_open_and_1_ud() -> None:
    wood = everywhere("wood")
    assert wood.road_allowance(SPEARS, SHEET, boosted=False) == 3000
    assert wood.road_allowance(SPEARS, SHEET, boosted=True) == 4000
    assert wood.road_allowance(TROOPS["light_cavalry"], SHEET, boosted=False) == 6000
    assert wood.road_allowance(TROOPS["war_wagon"], SHEET, boosted=False) == 3000
    assert wood.road_allowance(TROOPS["heavy_artillery"], SHEET, boosted=False) == 0, "it never moves"


# Works

WALL = Work("w1", "fortification", (9500, 10000), (10500, 10000), 0)
SLANT = Work("w2", "obstacle", (12000, 12000), (12866, 11500), 1)
WORKS = Scenery(works=(WALL, SLANT))


@pytest.mark.parametrize(
    ("body", "behind"),
    [
        (N, "w1"),
        (base(10000, 10002), "w1"),
        (base(10000, 10000, 18000), "w1"),
        (base(10980, 10000), "w1"),
        (base(10981, 10000), ""),
        (base(10000, 9997), ""),
        (base(10000, 10000, 100), ""),
        (base(10000, 10750), ""),
        (base(12433, 11750, 3000), "w2"),
    ],
)
def test_a_unit_is_behind_a_work_when_its_front_stands_against_it(body: Body, behind: str) -> None:
    assert [work.id for work in WORKS.behind(body.front)] == ([behind] if behind else [])


@pytest.mark.parametrize(
    ("body", "crossed"),
    [
        (N, False),
        (base(10000, 10002), False),
        (base(10000, 10003), True),
        (base(10000, 10747), True),
        (base(10000, 10748), False),
        (base(10997, 10300), True),
        (base(10998, 10300), False),
        (base(10000, 15000), False),
        (base(10700, 10200, 4500), True),
        (base(11400, 10200, 4500), False),
    ],
)
def test_a_base_crosses_a_work_when_it_has_ground_on_both_sides(body: Body, crossed: bool) -> None:
    assert WORKS.crossed(body.quad) == ((WALL,) if crossed else ())


def test_a_way_over_a_work_crosses_it() -> None:
    assert WORKS.crossed(shapes.hull(N.quad, base(10000, 12000).quad)) == (WALL,)
    assert WORKS.crossed(shapes.hull(N.quad, base(10000, 8000).quad)) == ()
    assert WORKS.crossed(shapes.hull(base(12433, 11750, 3000).quad, base(12933, 12616, 3000).quad)) == (SLANT,)
