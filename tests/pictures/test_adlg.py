"""Pictures of the battle table: true to the facts, self-contained, told apart without colour, and told in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.pictures.test_cities import SVG, THEMES, check_self_contained, contrast, text_of, things, tree_of
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import WEAPONS
from triarii.games.adlg.data.troops import TROOPS
from triarii.pictures import adlg_figures, adlg_look, adlg_overlays
from triarii.pictures.adlg import table
from triarii.pictures.adlg_look import SYMBOLS, TEXTS, Scene, symbol
from triarii.pictures.adlg_outlines import WAVER
from triarii.pictures.colours import Theme

Facts = dict[str, Any]


def unit(ident: str, seat: int, troop: str, where: tuple[float, float, float], *like: Facts, **more: Any) -> Facts:
    """A unit on a standard base; its place is in UD, its heading in degrees."""
    x, y, heading = where
    made = {
        "id": ident,
        "seat": seat,
        "corps": 1,
        "troop": troop,
        "category": "HI",
        "name": None,
        "quality": "ordinary",
        "abilities": [],
        "weapon": None,
        "pose": [round(1000 * x), round(1000 * y), round(100 * heading)],
        "width": 1000,
        "depth": 750,
        "cohesion": 4,
        "full": 4,
        "expendable": False,
        "fighting": False,
        "done": False,
    }
    for each in (*like, more):
        made |= each
    return made


def commander(ident: str, seat: int, grade: str, place: tuple[float, float], **more: Any) -> Facts:
    x, y = place
    made = {"id": ident, "seat": seat, "corps": 1, "grade": grade, "unit": None, "chief": False}
    return {**made, "pose": [round(1000 * x), round(1000 * y), 18000 * seat], **more}


def camp(ident: str, seat: int, kind: str, place: tuple[float, float], lost: bool = False) -> Facts:
    pose = [round(1000 * place[0]), round(1000 * place[1]), 18000 * seat]
    return {"id": ident, "seat": seat, "kind": kind, "pose": pose, "width": 2000, "depth": 1000, "lost": lost}


def round_piece(ident: str, kind: str, x: float, y: float, wide: float, high: float) -> Facts:
    """A piece of terrain with a wavy outline."""
    corners = []
    for step in range(24):
        angle = 2 * pi * step / 24
        size = 1 + 0.09 * sin(3 * angle + x) + 0.05 * cos(5 * angle + y)
        corners.append([round(1000 * (x + wide * size * sin(angle))), round(1000 * (y + high * size * cos(angle)))])
    crest = [round(1000 * x), round(1000 * y)] if "hill" in kind else None
    return {"id": ident, "kind": kind, "class": class_of(kind), "polygon": corners, "crest": crest}


def square_piece(ident: str, kind: str, x: float, y: float, wide: float, high: float) -> Facts:
    corners = [(-wide, -high), (wide, -high + 0.5), (wide - 0.3, high), (-wide - 0.2, high - 0.4)]
    polygon = [[round(1000 * (x + dx)), round(1000 * (y + dy))] for dx, dy in corners]
    return {"id": ident, "kind": kind, "class": class_of(kind), "polygon": polygon, "crest": None}


def class_of(kind: str) -> str:
    other = {"brush_hill": "rough", "river": "rough", "coast": "impassable", "impassable": "impassable"}
    return other.get(kind) or TERRAINS[kind].kind


LEGION = {"name": {"en": "legion", "de": "Legion"}, "abilities": ["impact", "armour"]}
VETERANS = {"name": {"en": "veterans", "de": "Veteranen"}, "quality": "elite"}
SKIRMISH = {"category": "LI", "depth": 500, "cohesion": 2, "full": 2, "weapon": "javelin"}
DEEP = {"depth": 1000, "cohesion": 3, "full": 3}
HORSE = {"category": "Cv", "cohesion": 3, "full": 3}
LIGHT = {"category": "LH", "cohesion": 2, "full": 2, "weapon": "javelin"}
PHALANX = {"name": {"en": "phalanx", "de": "Phalanx"}, "depth": 1000}
FIRST = [
    unit("u1", 0, "heavy_swordsmen", (12, 9.4, 0), LEGION, done=True),
    unit("u2", 0, "heavy_swordsmen", (13, 9.4, 0), LEGION, cohesion=3),
    unit("u3", 0, "heavy_swordsmen", (14, 10.2, 0), LEGION, cohesion=2, fighting=True),
    unit("u4", 0, "heavy_swordsmen", (15, 9.4, 0), LEGION),
    unit("u5", 0, "heavy_spearmen", (12.5, 7.9, 0), VETERANS),
    unit("u6", 0, "heavy_spearmen", (13.5, 7.9, 0), VETERANS),
    unit("u7", 0, "light_infantry", (10.2, 10.4, 350), SKIRMISH, done=True),
    unit("u8", 0, "heavy_cavalry", (19, 8.2, 12), HORSE, corps=2, quality="elite", abilities=["impact"]),
    unit("u9", 0, "medium_cavalry", (20.3, 7.9, 12), HORSE, corps=2),
    unit("u10", 0, "light_cavalry", (22.4, 9.1, 25), LIGHT, corps=2),
    unit("u11", 0, "bowmen", (7.2, 8.4, 352), DEEP, corps=3, weapon="longbow"),
    unit("u12", 0, "levy", (8.3, 8.1, 352), corps=3, quality="mediocre", expendable=True, cohesion=3, full=3),
]
SECOND = [
    unit("v1", 1, "pikemen", (12.5, 11.4, 180), PHALANX),
    unit("v2", 1, "pikemen", (14, 10.2, 180), PHALANX, cohesion=3, fighting=True, quality="elite"),
    unit("v3", 1, "pikemen", (15.3, 11.3, 180), PHALANX),
    unit("v4", 1, "medium_swordsmen", (16.6, 11.5, 184), DEEP, abilities=["impetuous"], corps=2),
    unit("v5", 1, "medium_swordsmen", (17.6, 11.55, 184), DEEP, abilities=["impetuous"], corps=2, cohesion=2),
    unit("v6", 1, "elephant", (11.0, 12.1, 175), DEEP, category="El", abilities=["impact"]),
    unit("v7", 1, "cataphracts", (20.6, 12.6, 200), HORSE, corps=2, quality="elite"),
    unit("v8", 1, "light_cavalry", (24.2, 10.3, 250), LIGHT, weapon="bow", corps=3),
    unit("v9", 1, "light_infantry", (8.6, 11.4, 170), SKIRMISH, weapon="sling", corps=3, cohesion=1),
    unit("v10", 1, "war_wagon", (6.2, 13.6, 180), category="WWg", depth=2000, corps=3, weapon="crossbow"),
]


def battle(**more: Any) -> Facts:
    """Two lines after some turns: in the middle two units fight, light horse works around the east."""
    facts = {
        "size": [30000, 20000],
        "region": "plain",
        "terrain": [
            round_piece("t1", "wood", 4.2, 10.2, 2.3, 1.9),
            round_piece("t2", "gentle_hill", 20.5, 14.6, 3.0, 2.0),
            square_piece("t3", "field", 9.2, 5.0, 2.2, 1.4),
            round_piece("t4", "marsh", 27.0, 7.5, 1.9, 1.6),
            square_piece("t5", "village", 12.9, 16.6, 1.7, 1.3),
            round_piece("t6", "brush", 24.5, 4.4, 2.2, 1.4),
        ],
        "roads": [{"points": [[0, 14800], [9000, 15400], [16400, 15500], [30000, 17600]]}],
        "works": [
            {"kind": "stakes", "from": [6700, 8480], "to": [7700, 8340], "seat": 0},
            {"kind": "fortification", "from": [16000, 13700], "to": [18000, 13700], "seat": 1},
            {"kind": "obstacle", "from": [14500, 6000], "to": [16500, 5800], "seat": 0},
        ],
        "camps": [camp("k0", 0, "fortified", (17, 1.5)), camp("k1", 1, "normal", (9, 18.5))],
        "units": [*FIRST, *SECOND],
        "commanders": [
            commander("c1", 0, "brilliant", (13, 6.4), chief=True),
            commander("c2", 0, "competent", (19, 8.2), corps=2, unit="u8"),
            commander("c3", 0, "ordinary", (7.7, 6.7), corps=3),
            commander("d1", 1, "strategist", (14, 13.3), chief=True),
            commander("d2", 1, "ordinary", (20.6, 12.6), corps=2, unit="v7"),
            commander("d3", 1, "competent", (7.6, 13.6), corps=3),
        ],
        "active": 0,
        "phase": "movement",
        "turn": 3,
        "losses": [[3, 11], [5, 10]],
    }
    return {**facts, **more}


def bare(*units: Facts, **more: Any) -> Facts:
    """A table of 12 by 8 UD with nothing but units."""
    empty: Facts = {name: [] for name in ("terrain", "roads", "works", "camps", "commanders")}
    return battle(**{**empty, "size": [12000, 8000], "units": list(units), **more})


def overlay(kind: str, name: str, label: str = "", **shape: Any) -> Facts:
    return {"kind": kind, "unit": name, "label": label, **shape}


def overlays() -> list[Facts]:
    """What a player asks for before the cavalry charges: every kind once."""
    reach = [[18511, 8304], [18700, 11000], [19600, 12100], [20900, 11800], [21400, 10500], [19489, 8096]]
    return [
        overlay("zone", "v7", polygon=[[20130, 12771], [21070, 12429], [20728, 11489], [19788, 11831]]),
        overlay("reach", "u8", polygon=reach),
        overlay("radius", "c2", "6 UD", circle=[18850, 7400, 6000]),
        overlay("ring", "u10", circle=[22240, 8800, 4000]),
        overlay("shot", "u11", polygon=[[6705, 8470], [7695, 8330], [8130, 12400], [5820, 12620]]),
        overlay("strip", "v2", polygon=[[13500, 11200], [14500, 11200], [14500, 12200], [13500, 12200]]),
        overlay("path", "u8", "3.6 UD", line=[[19000, 8200], [19330, 9760], [20258, 11661]]),
        overlay("ghost", "u8", outline=[[19788, 11831], [20728, 11489], [20471, 10784], [19531, 11126]]),
        overlay("threat", "u10", line=[[22400, 9100], [23700, 10120]]),
    ]


def the(drawn: str, mark: str, value: str) -> ET.Element:
    """The one element that carries a mark with this value."""
    [found] = (each for each in tree_of(drawn).iter() if each.attrib.get(mark) == value)
    return found


def plain(found: ET.Element) -> str:
    """What is drawn, without colours, names and words."""
    return re.sub(r'#[0-9a-f]{6}|data-[a-z]+="[^"]*"|<\w+:title>.*?</\w+:title>', "", ET.tostring(found, "unicode"))


def rotation(found: ET.Element) -> float:
    turn = re.search(r"rotate\(([\d.]+)\)", found.attrib["transform"])
    return float(turn[1]) if turn else 0


def place(found: ET.Element) -> tuple[float, float]:
    x, y = re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", found.attrib["transform"])[0]
    return float(x), float(y)


def inner(found: ET.Element, mark: str) -> list[str]:
    return [each.attrib[mark] for each in found.iter() if mark in each.attrib]


# Whole and true


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_picture_needs_nothing_else(lang: str, dark: bool) -> None:
    drawn = table(battle(), overlays(), dark=dark, lang=lang)
    check_self_contained(drawn)
    root = tree_of(drawn)
    assert (root.attrib["role"], root.attrib["lang"]) == ("img", lang)


def test_a_picture_is_the_same_every_time() -> None:
    facts, shown = json.loads(json.dumps([battle(), overlays()]))
    assert table(facts, shown) == table(battle(), overlays())
    backwards = dict(reversed(battle().items()))
    assert table(backwards, overlays()) == table(battle(), overlays())


def test_every_unit_stands_once_at_its_place_with_its_front_ahead() -> None:
    drawn = table(battle())
    assert sorted(thing["data-unit"] for thing in things(drawn, "data-unit")) == sorted(
        each["id"] for each in (*FIRST, *SECOND)
    )
    for each in (*FIRST, *SECOND):
        found = the(drawn, "data-unit", each["id"])
        x, y, heading = each["pose"]
        assert place(found) == (x / 10, 2000 - y / 10), "x to the right, y up"
        assert rotation(found) == heading / 100
        base = next(found.iter(SVG + "rect")).attrib
        assert (base["x"], base["width"], base["height"]) == ("-50", "100", f"{each['depth'] // 10}")
        assert found.attrib["data-side"] == "ab"[each["seat"]]


def test_one_ud_is_as_long_on_the_table_as_on_the_bar() -> None:
    drawn = table(bare())
    [scale] = set(re.findall(r"scale\(([\d.]+)\)", drawn))
    bars = [rect.attrib for rect in tree_of(drawn).iter(SVG + "rect") if rect.attrib["height"] == "8"]
    assert [float(bar["width"]) for bar in bars] == [100 * float(scale)] * 4
    assert ">4 UD<" in drawn


def test_units_without_a_place_are_not_drawn() -> None:
    drawn = table(bare(unit("u1", 0, "levy", (5, 5, 0)), unit("u2", 0, "levy", (5, 5, 0), pose=None)))
    assert [thing["data-unit"] for thing in things(drawn, "data-unit")] == ["u1"]


@pytest.mark.parametrize(
    ("heading", "turned"), [(0, 0), (90, 0), (91, 180), (180, 180), (270, 180), (271, 0), (350, 0)]
)
def test_no_symbol_or_id_stands_on_its_head(heading: float, turned: float) -> None:
    drawn = table(bare(unit("u1", 0, "pikemen", (5, 5, heading))))
    found = the(drawn, "data-unit", "u1")
    written = [group for group in found.iter(SVG + "g") if group.find(SVG + "text") is not None]
    drawn_once = [group for group in found.iter(SVG + "g") if group.find(SVG + "use") is not None]
    assert [rotation(group) for group in (*written, *drawn_once)] == [turned, turned]


@pytest.mark.parametrize(("left", "full"), [(4, 4), (2, 4), (0, 3), (1, 2), (1, 1)])
@pytest.mark.parametrize("depth", [500, 750, 2000])
def test_pips_count_the_cohesion_and_lost_ones_are_hollow(left: int, full: int, depth: int) -> None:
    drawn = table(bare(unit("u1", 0, "levy", (5, 5, 0), cohesion=left, full=full, depth=depth)))
    found = the(drawn, "data-unit", "u1")
    assert inner(found, "data-pip") == ["kept"] * left + ["lost"] * (full - left)
    for pip in (each.attrib for each in found.iter(SVG + "circle") if "data-pip" in each.attrib):
        assert (pip["fill"] == "none") == (pip["data-pip"] == "lost")
        assert -50 < float(pip["cx"]) < 50
        assert 0 < float(pip["cy"]) < depth / 10


@pytest.mark.parametrize("corps", [1, 2, 3, 4, 5])
def test_the_band_at_the_rear_has_as_many_parts_as_the_corps_has_number(corps: int) -> None:
    found = the(table(bare(unit("u1", 0, "levy", (5, 5, 0), corps=corps))), "data-unit", "u1")
    band = [each.attrib for each in found.iter(SVG + "rect") if "data-corps" in each.attrib]
    assert len(band) == corps
    assert {float(part["y"]) > 75 / 2 for part in band} == {True}


def test_two_that_fight_front_to_front_share_one_mark() -> None:
    assert [thing["data-fight"] for thing in things(table(battle()), "data-fight")] == ["1400 980"]
    flank = unit("u13", 0, "levy", (14.6, 10.7, 270), fighting=True)
    drawn = table(battle(units=[*FIRST, *SECOND, flank]))
    assert [thing["data-fight"] for thing in things(drawn, "data-fight")] == ["1400 980", "1460 930"]


def test_a_commander_stands_alone_or_behind_the_unit_he_is_with() -> None:
    facts = bare(
        unit("u1", 0, "levy", (5, 5, 90)),
        commanders=[
            commander("c1", 0, "competent", (2, 3)),
            commander("c2", 0, "competent", (9, 9), unit="u1"),
            commander("c3", 0, "competent", (9, 9), pose=None),
        ],
    )
    drawn = table(facts)
    assert place(the(drawn, "data-commander", "c1")) == (200, 800 - 300 + 37.5)
    x, y = place(the(drawn, "data-commander", "c2"))
    assert (x < 500 - 75, y) == (True, 300)
    assert not any(thing["data-commander"] == "c3" for thing in things(drawn, "data-commander"))


def test_what_reaches_beyond_the_table_is_covered_by_the_paper() -> None:
    drawn = table(battle(), overlays())
    field = drawn.index("data-overlay")
    paper = drawn.index("M0 0h1496v", field)
    assert max(found.start() for found in re.finditer("data-(unit|label|overlay)", drawn)) < paper
    assert paper < drawn.index("Ochre", paper)


def test_a_small_table_leaves_room_for_the_words() -> None:
    drawn = table(bare(size=[4000, 3000]), overlays()[:1])
    check_self_contained(drawn)
    assert float(tree_of(drawn).attrib["width"]) == 640


# Told apart without colour


def looks_of(pieces: Sequence[Facts]) -> list[str]:
    drawn = table(bare(terrain=list(pieces)))
    return [plain(found) for found in tree_of(drawn).iter() if "data-terrain" in found.attrib]


KINDS = [*(kind for kind in TERRAINS if kind != "open"), "brush_hill", "river", "impassable"]


def test_every_kind_of_terrain_has_a_drawing_of_its_own() -> None:
    pieces = [{**round_piece(kind, kind, 5, 4, 2, 1.6), "class": "open"} for kind in KINDS]
    drawn = looks_of(pieces)
    assert len(set(drawn)) == len(KINDS)


def test_every_class_of_terrain_has_an_edge_of_its_own() -> None:
    classes = ("open", "rough", "difficult", "impassable")
    drawn = looks_of([{**round_piece("t", "wood", 5, 4, 2, 1.6), "class": ground} for ground in classes])
    assert len(set(drawn)) == len(classes)


@pytest.mark.parametrize(
    ("kind", "ground", "look"),
    [
        ("lava", "rough", "rough"),
        ("lava", "impassable", "impassable"),
        ("hill", "open", "gentle_hill"),
        ("hill", "difficult", "steep_hill"),
        ("coast", "impassable", "water"),
    ],
)
def test_terrain_that_we_do_not_know_looks_like_its_class(kind: str, ground: str, look: str) -> None:
    piece = {**round_piece("t1", "wood", 5, 4, 2, 1.6), "kind": kind, "class": ground}
    assert the(table(bare(terrain=[piece])), "data-terrain", "t1").attrib["data-look"] == look


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_on_a_piece_of_terrain_leaves_it(kind: str) -> None:
    make = square_piece if kind in ("field", "plantation", "village") else round_piece
    piece = make("t1", kind, 5, 4, 2.2, 1.7)
    figure = [(x / 10, 800 - y / 10) for x, y in piece["polygon"]]
    found = the(table(bare(terrain=[piece])), "data-terrain", "t1")
    starts = [
        (float(x), float(y))
        for path in list(found.iter(SVG + "path"))[1:]
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)", path.attrib["d"])
        if path.attrib["d"] != found.find(SVG + "path").attrib["d"]  # type: ignore[union-attr]
    ]
    assert len(starts) >= 3
    outside = [point for point in starts if not adlg_figures.inside(point, figure)]
    assert [point for point in outside if min(distances(point, figure)) > WAVER] == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_edge_of_terrain_wavers_by_less_than_anybody_measures(kind: str) -> None:
    piece = round_piece("t1", kind, 5, 4, 2.2, 1.7)
    figure = [(x / 10, 800 - y / 10) for x, y in piece["polygon"]]
    area = the(table(bare(terrain=[piece])), "data-terrain", "t1").find(SVG + "path")
    assert area is not None
    ends = [(float(x), float(y)) for x, y in re.findall(r"Q[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)", area.attrib["d"])]
    assert len(ends) > len(figure)
    assert max(min(distances(point, figure)) for point in ends) <= WAVER


def distances(point: tuple[float, float], figure: Sequence[tuple[float, float]]) -> list[float]:
    return [adlg_figures._distance(point, a, b) for a, b in adlg_figures.edges(figure)]


def test_names_of_terrain_stand_where_no_unit_does() -> None:
    piece = round_piece("t1", "wood", 6, 4, 3, 2)
    [free] = names(table(bare(terrain=[piece])), "Wood")
    assert abs(free[0] - 600) < 40
    [moved] = names(table(bare(unit("u1", 0, "pikemen", (6, 4.5, 0), DEEP), terrain=[piece])), "Wood")
    assert abs(moved[0] - 600) > 80 or abs(moved[1] - 400) > 55


def test_a_name_stands_inside_its_piece_even_where_all_is_taken() -> None:
    piece = square_piece("t1", "field", 6, 4, 1.5, 0.9)
    crowd = [unit(f"u{x}{y}", 0, "pikemen", (4.5 + x, 3 + y, 0), DEEP) for x in range(4) for y in range(3)]
    [(x, y)] = names(table(bare(*crowd, terrain=[piece])), "Field")
    assert adlg_figures.inside((x, y), [(x / 10, 800 - y / 10) for x, y in piece["polygon"]])


def test_things_without_a_size_do_no_harm() -> None:
    flat = {**round_piece("t1", "wood", 5, 4, 2, 1.6), "polygon": [[2000, 2000], [4000, 2000], [3000, 2000]]}
    nothing = {"kind": "stakes", "from": [2000, 2000], "to": [2000, 2000], "seat": 0}
    zone = overlay("zone", "u1", "edge", line=[[1000, 1000], [2000, 1000]])
    check_self_contained(table(bare(terrain=[flat], works=[nothing]), [zone, overlay("reach", "", "nowhere")]))


def names(drawn: str, name: str) -> list[tuple[float, float]]:
    found = [text.attrib for text in tree_of(drawn).iter(SVG + "text") if text.text == name]
    return [(float(each["x"]), float(each["y"])) for each in found]


def test_every_troop_grade_and_weapon_has_a_symbol_of_its_own() -> None:
    for family, wanted in (("troop", TROOPS), ("grade", GRADES), ("weapon", WEAPONS)):
        assert set(SYMBOLS[family]) == set(wanted), family
        assert len({symbol(family, name, "#111111", "#eeeeee") for name in wanted}) == len(wanted)


def test_a_troop_without_a_symbol_shows_its_category() -> None:
    stranger = unit("u1", 0, "levy", (5, 5, 0), category="Zz")
    drawn = table(bare({**stranger, "troop": "levy"}))
    assert ">Zz<" not in drawn
    drawn = table(bare({**stranger, "troop": "palanquin", "name": {"en": "palanquin", "de": "Sänfte"}}))
    check_self_contained(drawn)
    assert ">Zz<" in drawn
    assert "u1: palanquin, corps 1" in drawn


STATES: Sequence[Mapping[str, Any]] = (
    {"quality": "elite"},
    {"quality": "mediocre"},
    {"expendable": True},
    {"done": True},
    {"weapon": "bow"},
    {"weapon": "crossbow"},
    {"corps": 2},
    {"cohesion": 3},
    {"seat": 1},
)


@pytest.mark.parametrize("depth", [500, 750])
def test_states_of_a_unit_differ_in_shape(depth: int) -> None:
    seen = set()
    for state in ({}, *STATES):
        drawn = table(bare(unit("u1", 0, "levy", (5, 5, 0), {"depth": depth}, dict(state))))
        found = the(drawn, "data-unit", "u1")
        front = the(drawn, "data-front", "u1").attrib["d"]
        seen.add(re.sub(r'href="[^"]*"', "", plain(found)) + front)
    assert len(seen) == len(STATES) + 1


def test_a_weapon_that_the_symbol_tells_has_no_mark() -> None:
    drawn = [table(bare(unit("u1", 0, "bowmen", (5, 5, 0), DEEP, weapon=w))) for w in (None, "bow", "longbow")]
    shapes = [plain(the(each, "data-unit", "u1")) for each in drawn]
    assert shapes[0] == shapes[1]
    assert shapes[1] != shapes[2]


def test_camps_and_works_differ_in_shape() -> None:
    kinds = ("normal", "fortified", "sacred")
    camps = [camp(f"k{lost}{kind}", 0, kind, (5, 5), lost) for kind in kinds for lost in (False, True)]
    works = [
        {"kind": k, "from": [2000, 2000], "to": [5000, 2000], "seat": 0}
        for k in ("fortification", "obstacle", "stakes")
    ]
    root = tree_of(table(bare(camps=camps, works=works)))
    assert len({plain(found) for found in root.iter() if "data-camp" in found.attrib}) == len(camps)
    assert len({plain(found) for found in root.iter() if "data-work" in found.attrib}) == len(works)


def test_commanders_show_side_grade_corps_and_who_is_in_chief() -> None:
    variants = [
        *(commander("c1", seat, grade, (5, 5), pose=[5000, 5000, 0]) for seat in (0, 1) for grade in GRADES),
        commander("c1", 0, "ordinary", (5, 5), chief=True),
        commander("c1", 0, "ordinary", (5, 5), corps=2),
    ]
    drawn = {plain(the(table(bare(commanders=[each])), "data-commander", "c1")) for each in variants}
    assert len(drawn) == len(variants)


@pytest.mark.rule("adlg.allies.hesitate")
def test_a_question_mark_shows_a_corps_that_hesitates() -> None:
    faces = {}
    for shown in ("untried", "hesitant", "encouraged", "reliable"):
        leader = commander("c2", 0, "ordinary", (5, 5), doubt="allied", shown=shown)
        drawn = the(table(bare(commanders=[leader])), "data-commander", "c2")
        faces[shown] = plain(drawn)
        assert ("allied, hesitates" in "".join(drawn.itertext())) is (shown in ("hesitant", "encouraged"))
    assert faces["hesitant"] == faces["encouraged"] != faces["untried"] == faces["reliable"]


# Overlays


def test_every_overlay_has_a_line_of_its_own_and_stands_in_the_key() -> None:
    scene = Scene(battle(), (), "light", "en")
    lines = [{**adlg_overlays.look_of(scene, kind), "stroke": "", "fill": ""} for kind in adlg_overlays.KINDS]
    assert len({str(sorted(line.items())) for line in lines}) == len(adlg_overlays.KINDS)
    drawn = table(battle(), overlays())
    assert [thing["data-key"] for thing in things(drawn, "data-key")] == list(adlg_overlays.KINDS)
    assert sorted(thing["data-overlay"] for thing in things(drawn, "data-overlay")) == sorted(adlg_overlays.KINDS)
    assert "data-key" not in table(battle())


def test_areas_lie_under_the_units_and_arrows_above_them() -> None:
    drawn = table(battle(), overlays())
    units = [found.start() for found in re.finditer("data-unit", drawn)]
    for kind in adlg_overlays.KINDS:
        spot = drawn.index(f'data-overlay="{kind}"')
        assert spot > max(units) if kind in adlg_overlays.LINES else spot < min(units), kind


def test_a_circle_has_its_radius_to_scale() -> None:
    found = the(table(battle(), overlays()), "data-overlay", "radius").find(SVG + "circle")
    assert found is not None
    assert [found.attrib[part] for part in ("cx", "cy", "r")] == ["1885", "1260", "600"]


def test_an_arrow_ends_at_its_goal() -> None:
    found = the(table(battle(), overlays()), "data-overlay", "threat")
    heads = [path.attrib["d"] for path in found.iter(SVG + "path") if path.attrib["d"].endswith("z")]
    assert [head.startswith("M2370 988L") for head in heads] == [True, True]


def test_a_path_without_a_length_has_no_arrow() -> None:
    found = the(table(battle(), [overlay("path", "u8", line=[[5000, 5000], [5000, 5000]])]), "data-overlay", "path")
    assert len(found) == 0


def test_a_ghost_stands_where_the_unit_would() -> None:
    found = the(table(battle(), overlays()), "data-overlay", "ghost")
    [ghost] = (group for group in found if "rotate" in group.attrib["transform"])
    assert place(ghost) == (2025.8, 834)
    assert rotation(ghost) == pytest.approx(20, abs=0.05)
    assert 'stroke-dasharray="14 9"' in ET.tostring(ghost, "unicode")


def test_a_ghost_without_its_unit_is_an_outline() -> None:
    shown = [overlay("ghost", "nobody", outline=[[1000, 1000], [2000, 1000], [2000, 500]])]
    found = the(table(battle(), shown), "data-overlay", "ghost")
    assert [path.attrib["d"] for path in found.iter(SVG + "path")] == ["M100 1900L200 1900L200 1950z"]


def test_the_unit_that_acts_stands_out() -> None:
    rim = adlg_look.COLOURS["light"]["reach"]
    lit = [
        each["id"]
        for each in (*FIRST, *SECOND)
        if rim in ET.tostring(the(table(battle(), overlays()), "data-unit", each["id"]), "unicode")
    ]
    assert lit == ["u8"]


@pytest.mark.parametrize(("y", "downwards"), [(19000, True), (-4500, False)])
def test_labels_stay_on_the_table_and_apart(y: int, downwards: bool) -> None:
    shown = [overlay("radius", "c1", "far outside", circle=[500, y, 4000]) for _ in range(3)]
    drawn = table(battle(), shown)
    tags = [found for found in tree_of(drawn).iter(SVG + "g") if "data-label" in found.attrib]
    boxes = [{key: float(value) for key, value in tag[0].attrib.items() if key != "fill"} for tag in tags]
    tops = [box["y"] for box in boxes]
    assert tops == sorted(tops, reverse=not downwards)
    tops.sort()
    assert min(box["x"] for box in boxes) >= 0
    assert tops[0] >= 0
    assert tops[-1] + boxes[0]["height"] <= 2000
    assert all(lower - upper >= boxes[0]["height"] for upper, lower in pairwise(tops))


# In words


def test_the_title_tells_turn_phase_and_player() -> None:
    assert text_of(table(battle()), "title") == "L'Art de la Guerre. Turn 3, Movement. To move: Blue."
    german = table(battle(active=1, phase="melee"), lang="de")
    assert text_of(german, "title") == "L'Art de la Guerre. Spielzug 3, Nahkampf. An der Reihe: Ocker."
    assert text_of(table(battle(active=None, phase="dice_roll")), "title") == "L'Art de la Guerre. Turn 3, dice roll."
    assert text_of(table(battle(), title="Zama"), "title") == "Zama"


def test_the_description_tells_the_table_in_english() -> None:
    assert text_of(table(battle(), overlays()), "desc") == (
        "The table is 30 by 20 UD. "
        "Terrain: wood (difficult), gentle hill (open), field (rough), marsh (difficult), village (difficult), "
        "brush (rough). Defences and obstacles: stakes, fortification, obstacle. "
        "Blue: losses 3 of 11. Corps 1: 4 legion, 2 veterans, light infantry. "
        "Corps 2: heavy cavalry, medium cavalry, light cavalry. Corps 3: bowmen, levy. "
        "Commanders: c1: brilliant commander-in-chief, corps 1; c2: competent commander, corps 2, with u8; "
        "c3: ordinary commander, corps 3. Behind the line: fortified camp. "
        "Ochre: losses 5 of 10. Corps 1: 3 phalanx, elephant. Corps 2: 2 medium swordsmen, cataphracts. "
        "Corps 3: light cavalry, light infantry, war wagon. "
        "Commanders: d1: strategist commander-in-chief, corps 1; d2: ordinary commander, corps 2, with v7; "
        "d3: competent commander, corps 3. Behind the line: camp. "
        "Below full cohesion: u2 (3/4), u3 (2/4), v2 (3/4), v5 (2/3) and v9 (1/2). In melee: u3 and v2. "
        "Also shown: zone of control v7; reach u8; command radius c2: 6 UD; 4 UD around u10; field of fire u11; "
        "rout strip v2; path u8: 3.6 UD; end position u8; most threatening enemy u10."
    )


def test_the_description_tells_the_table_in_german() -> None:
    desc = text_of(
        table(battle(size=[22500, 15000], camps=[camp("k1", 1, "sacred", (9, 18), lost=True)]), lang="de"), "desc"
    )
    assert desc.startswith("Der Tisch misst 22,5 mal 15 UD. Gelände: Wald (schwer), sanfter Hügel (offen)")
    assert "Korps 1: 4 Legion, 2 Veteranen, Leichte Infanterie." in desc
    assert "c1: Oberbefehlshaber, brillant, Korps 1;" in desc
    assert "Hinter der Linie: heiliges Lager (verloren)." in desc


def test_a_unit_tells_all_that_it_shows() -> None:
    titles = [title.text for title in tree_of(table(battle())).iter(SVG + "title")]
    assert (
        "u3: legion, heavy swordsmen, impact, armour, corps 1, cohesion 2 of 4, in melee, at 14.0, 10.2, faces north"
        in titles
    )
    german = [title.text for title in tree_of(table(battle(), lang="de")).iter(SVG + "title")]
    assert (
        "u12: Levy, Mittelmäßig, Korps 3, Kohäsion 3 von 3, entbehrlich, bei 8,3; 8,1, blickt nach Norden"
    ) in german
    assert ("v8: Leichte Reiterei, Bögen, Korps 3, Kohäsion 2 von 2, bei 24,2; 10,3, blickt nach Westen") in german


def test_each_side_has_its_losses_where_it_sits() -> None:
    drawn = table(battle())
    assert drawn.index("Losses 5 of 10") < drawn.index("Losses 3 of 11")
    tops = {text.text: float(text.attrib["y"]) for text in tree_of(drawn).iter(SVG + "text") if text.text}
    assert tops["Blue"] == tops["Ochre"], "each in a strip of its own"
    assert drawn.count(">to move<") == 1
    assert "to move" not in table(battle(active=None))
    check_self_contained(table(battle(losses=[[0, 0], [40, 10]])))


@pytest.mark.parametrize("nasty", ["<script>&\"'", "a\x00b\nc\u202e", "]]>", "{unit}"])
def test_what_others_write_can_not_break_a_picture(nasty: str) -> None:
    facts = bare(unit(nasty, 0, "levy", (5, 5, 0), name={"en": nasty, "de": nasty}), phase=nasty)
    drawn = table(facts, [overlay("zone", nasty, nasty, polygon=[[0, 0], [1000, 0], [0, 1000]])], title=nasty)
    clean = re.sub(r"[\x00\n\u202e]", "", nasty)
    assert text_of(drawn, "title") == clean
    written = {text.text for text in tree_of(drawn).iter(SVG + "text")}
    assert clean in written


def test_other_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="no language"):
        table(battle(), lang="fr")
    with pytest.raises(ValueError, match="no overlay 'fog'; there are zone,"):
        table(battle(), [overlay("fog", "u1")])


def test_every_message_is_there_in_both_languages() -> None:
    for key, entry in TEXTS.entries.items():
        assert set(entry) == set(LANGUAGES), key


# Colours


@pytest.mark.parametrize("theme", THEMES)
def test_words_and_symbols_stand_out_from_their_ground(theme: Theme) -> None:
    scene = Scene(battle(), (), theme, "en")
    ink = scene.ink
    for name, land in scene.land.items():
        assert contrast(land["ink"], land["fill"]) >= 2.95, name
        assert contrast(ink["ink"], land["fill"]) >= 4.5, name
    for name in ("reach", "shot", "threat", "ink", "ink_2", "a_ink", "b_ink"):
        assert contrast(ink[name], ink["ground"]) >= 3, name
    for side in scene.sides:
        assert contrast(side.on, side.face) >= 4.5
        assert contrast(side.on, side.done) >= 4.5
        assert contrast(side.ink, side.soft) >= 4.5
        assert contrast(side.ink, ink["surface"]) >= 4.5
        assert max(contrast(colour, ink["ground"]) for colour in (side.face, side.rim)) >= 3


def test_both_themes_name_the_same_colours() -> None:
    light, dark = (adlg_look.COLOURS[theme] for theme in THEMES)
    assert set(light) == set(dark)
    assert set(light["land"]) == set(dark["land"])


def test_every_colour_is_used() -> None:
    pieces = [round_piece(kind, kind, 5, 4, 2, 1.6) for kind in KINDS]
    pieces.append({**pieces[0], "kind": "meadow", "class": "open"})
    ochre = unit("v11", 1, "levy", (5, 5, 180), done=True, corps=4)
    shown = [*overlays(), overlay("ghost", "v3", outline=[[5000, 5000], [4000, 5000], [4000, 6000], [5000, 6000]])]
    drawn = table(battle(terrain=pieces, units=[*FIRST, *SECOND, ochre]), shown)
    scene = Scene(battle(), (), "light", "en")
    own = {name: colour for name, colour in adlg_look.COLOURS["light"].items() if isinstance(colour, str)}
    for region, ground in adlg_look.COLOURS["light"]["region"].items():
        assert all(colour in table(battle(region=region)) for colour in ground.values()), region
    assert [name for name, colour in own.items() if colour not in drawn] == []
    assert [name for name, land in scene.land.items() if not (land["ink"] in drawn and land["fill"] in drawn)] == []


@pytest.mark.parametrize(("winner", "words"), [("second", ["wins"]), (None, ["draw", "draw"])])
def test_a_battle_that_is_over_tells_who_has_won_and_nobody_to_move(winner: str | None, words: list[str]) -> None:
    picture = table(battle(active=0, phase="over", score={"winner": winner}))
    assert re.findall(r">(to move|wins|draw)<", picture) == words
    assert text_of(picture, "title") == "L'Art de la Guerre. Turn 3, The battle is over."
