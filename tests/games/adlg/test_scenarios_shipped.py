"""The scenarios that we ship: fair armies, sound deployments, every kind of ground, and drills that can be followed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from math import hypot

import pytest

from benchmarks import battles
from tests.lengths import at_length
from triarii.core.contract import Refusal, Turn
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.armies.points import WORKS
from triarii.games.adlg.battle import order_prices
from triarii.games.adlg.battle.table import field, marks
from triarii.games.adlg.battle.table.scenery import HILLS, Piece
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, Setting, Unit
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.readings import of_profile
from triarii.games.adlg.data.troops import GROUNDS
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import FINE, Point
from triarii.games.adlg.scenarios import scenario, scenario_armies
from triarii.games.adlg.setup import works

SMALL = (
    *("shield_wall", "desert_wells", "flower_war"),
    *("kadesh", "marathon", "gaugamela", "cannae", "pharsalus", "adrianople"),
    *("lechfeld", "hastings", "zallaqa", "legnano", "bannockburn"),
)
LARGE = ("olive_groves", "between_the_woods", "sea_of_grass", "magnesia", "carrhae", "aussig")
BATTLES = {**dict.fromkeys(SMALL, 100), **dict.fromkeys(LARGE, 200)}
"""Those whose armies come from rosters, with their points."""
DRILLS = tuple(name for name in scenario.shipped() if name.startswith("drill_"))
TABLES = {100: (20_000, 15_000), 200: (30_000, 20_000)}
UD = 1000
CIRCLE = 6 * UD
"""A piece of terrain fits into a circle of this width."""
RECTANGLES = {"field", "plantation", "village"}
ORDER = re.compile(r"`([^`]+)`")


def found(name: str, profile: str = "sheet") -> Setting:
    setting = scenario.load(name, of_profile(profile))
    assert isinstance(setting, Setting), GAME.texts.say(setting.message, "en")
    return setting


def pieces() -> Iterator[tuple[str, Piece]]:
    for name in scenario.shipped():
        for piece in found(name).scenery.pieces:
            yield name, piece


def rosters(name: str) -> tuple[roster.Roster, ...]:
    table = scenario.content(name)
    assert isinstance(table, dict)
    return scenario_armies.armies(table)


def body(setting: Setting, unit: Unit) -> Body:
    return Body(setting.placements[unit.id].pose, unit.width, unit.depth)


def corners(shape: Body) -> list[Point]:
    return [(x // FINE, y // FINE) for x, y in shape.quad]


# What there is


def test_there_are_drills_and_battles_of_two_sizes() -> None:
    assert len(scenario.shipped()) >= 8
    assert len(DRILLS) >= 3
    assert set(scenario.shipped()) == {*DRILLS, "skirmish", *BATTLES}


@pytest.mark.parametrize("profile", ["sheet", "common"])
@pytest.mark.parametrize("name", scenario.shipped())
def test_a_scenario_is_named_and_described_in_both_languages(name: str, profile: str) -> None:
    setting = found(name, profile)
    for told in (setting.name, setting.about):
        assert set(told) == set(LANGUAGES)
        assert all(told.values())
        assert told["en"] != told["de"]
    assert all(len(text) > 150 for text in setting.about.values())
    start = GAME.start({"scenario": name, "profile": profile})
    assert not isinstance(start, Refusal), start


def test_every_kind_of_ground_of_the_table_lies_somewhere() -> None:
    """Open, rough and difficult ground without a name are the classes that rivers have."""
    kinds = {piece.terrain.id for _, piece in pieces() if not piece.impassable}
    assert sorted(set(TERRAINS) - kinds) == []


def test_rivers_of_every_class_a_coast_and_rocks_lie_somewhere() -> None:
    rivers = {"impassable" if piece.impassable else piece.terrain.id for _, piece in pieces() if piece.river}
    assert rivers == {*GROUNDS, "impassable"}
    assert any(piece.coast for _, piece in pieces())
    assert any(piece.impassable and not piece.coast and not piece.river for _, piece in pieces())


def test_roads_works_stakes_and_camps_are_somewhere() -> None:
    settings = [found(name) for name in scenario.shipped()]
    assert {work.kind for setting in settings for work in setting.scenery.works} == set(WORKS)
    assert any(setting.scenery.roads for setting in settings)
    assert any(marks.STAKES in placed.marks for setting in settings for placed in setting.placements.values())
    assert any(setting.camps for setting in settings)


# The ground


def test_hills_have_a_crest_and_nothing_else_has() -> None:
    for name, piece in pieces():
        assert (piece.crest is not None) == (piece.terrain.id in HILLS), (name, piece.id)


@pytest.mark.parametrize("name", BATTLES)
def test_pieces_of_terrain_have_the_size_and_form_of_their_kind(name: str) -> None:
    setting = found(name)
    for piece in setting.scenery.pieces:
        if piece.river:
            rows = sorted(y for _, y in piece.polygon)
            assert (rows[0], rows[-1]) == (0, setting.size[1]), "it joins the two long edges"
            near = [min(x, setting.size[0] - x) for x, _ in piece.polygon]
            assert min(near) >= 2 * UD
            assert max(near) <= 6 * UD
        elif piece.coast:
            assert max(x for x, _ in piece.polygon) <= 4 * UD, "a strip along a short edge"
        else:
            widest = max(hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in combinations(piece.polygon, 2))
            assert widest <= CIRCLE, piece.id
            assert len(piece.polygon) == 4 if piece.terrain.id in RECTANGLES else len(piece.polygon) >= 8, piece.id


@pytest.mark.parametrize("name", BATTLES)
def test_pieces_of_terrain_do_not_lie_on_each_other(name: str) -> None:
    for one, other in combinations(found(name).scenery.pieces, 2):
        hit = [part for part in one.parts if shapes.overlapping(part, other.parts, 0)]
        assert not hit, (one.id, other.id)


# The armies


@pytest.mark.rule("adlg.army.points")
@pytest.mark.parametrize(("name", "points"), BATTLES.items())
def test_both_armies_have_exactly_the_points_of_the_battle(name: str, points: int) -> None:
    setting = found(name)
    assert setting.size == TABLES[points]
    for seat, side in enumerate(rosters(name)):
        report = army.check(side)
        assert report.ok
        assert (report.points, side.format) == (points, points)
        own = [unit for unit in setting.units.values() if unit.seat == seat]
        assert [unit.troop.id for unit in own] == [unit.troop.id for unit in side.units]
        built = [work for work in setting.scenery.works if work.seat == seat]
        lengths = [sum(works.pieces_of(work) for work in built if work.kind == kind) for kind in WORKS]
        assert lengths == [side.fortifications, side.obstacles], "all that was paid for, and nothing else"


@pytest.mark.rule("adlg.setup.works")
@pytest.mark.parametrize("name", BATTLES)
def test_works_stand_where_the_set_up_would_let_them(name: str) -> None:
    setting = found(name)
    for work in setting.scenery.works:
        assert works.why_not(setting, work) is None, work.id


@pytest.mark.parametrize("name", BATTLES)
def test_both_armies_have_a_camp_at_their_edge_and_off_the_roads(name: str) -> None:
    setting = found(name)
    width, depth = setting.size
    assert [camp.seat for camp in setting.camps.values()] == [0, 1]
    for camp in setting.camps.values():
        base = Body(camp.pose, *CAMP_SIZE)
        rows = [y for _, y in corners(base)]
        assert min(rows) == 0 if camp.seat == 0 else max(rows) == depth
        assert all(4 * UD <= x <= width - 4 * UD for x, _ in corners(base))
        assert not setting.scenery.touched(base.quad)
        for road in setting.scenery.roads:
            assert not any(shapes.overlap(base.quad, stretch) for stretch in road.stretches), camp.id


# The deployment


@pytest.mark.parametrize("name", BATTLES)
def test_everybody_stands_in_his_zone_of_deployment(name: str) -> None:
    """Light troops at least 3 UD from the middle of the table; all others 5 UD, and 4 UD from the short edges."""
    setting = found(name)
    width, depth = setting.size
    for unit in setting.units.values():
        for x, y in corners(body(setting, unit)):
            from_edge = y if unit.seat == 0 else depth - y
            assert from_edge <= depth / 2 - (3 if unit.light else 5) * UD, unit.id
            assert unit.light or 4 * UD <= x <= width - 4 * UD, unit.id


@pytest.mark.parametrize("name", BATTLES)
def test_no_corps_stands_behind_another(name: str) -> None:
    setting = found(name)
    spans: dict[str, list[int]] = {}
    for unit in setting.units.values():
        columns = [x for x, _ in corners(body(setting, unit))]
        spans.setdefault(setting.corps_of(unit).commander, []).extend(columns)
    for one, other in combinations(spans, 2):
        if one[0] == other[0]:
            apart = max(spans[one]) <= min(spans[other]) or max(spans[other]) <= min(spans[one])
            assert apart, (one, other)


@pytest.mark.rule("adlg.command.grades")
@pytest.mark.parametrize("name", scenario.shipped())
def test_every_unit_hears_its_commander_at_the_start(name: str) -> None:
    setting = found(name)
    table = field.start(setting)
    for unit in setting.units.values():
        assert order_prices.in_radius(table, setting.corps_of(unit).commander, (unit.id,)), unit.id


@pytest.mark.parametrize("name", BATTLES)
def test_heavy_troops_begin_on_ground_that_does_not_harm_them(name: str) -> None:
    setting = found(name)
    for unit in setting.units.values():
        if not unit.light:
            assert not setting.scenery.touches_rough(body(setting, unit).quad), unit.id


# Play


@pytest.mark.parametrize("profile", ["sheet", "common"])
@pytest.mark.parametrize("name", [name for name in scenario.shipped() if name not in battles.SCENARIOS])
def test_random_orders_do_not_break_the_table(name: str, profile: str) -> None:
    """Orders that the game offers, and all dice between them; `make soak` plays many more."""
    for tried in battles.battle(name, 7, at_length(10, 60 if name in LARGE else 150), wrong=0, profile=profile):
        assert tried.refusal is None, (tried.order, tried.before.text())
        assert battles.faults(tried.after) == [], (tried.order, tried.before.text())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", DRILLS)
def test_the_orders_that_a_drill_names_can_be_given(name: str, lang: str) -> None:
    """Where a drill names two ways out, each is tried on its own; the second player copies a `done`."""
    position = battles.start(name)
    for order in ORDER.findall(found(name).about[lang]):
        while position.turn is Turn.CHANCE:
            position = position.play(max(position.chances())[0])
        if order.startswith("u1+u2+u3+u4 charge"):
            for reply in ("corps d1", "6", "e1+e2+e3+e4 advance 1", "done", "corps c1", "6"):
                position = position.play(reply)
        refusal = position.check(order)
        assert refusal is None, (order, GAME.texts.say(refusal.message, "en"))
        if order not in ("u3 turn right", "e6 evade"):
            position = position.play(order)


def test_the_drills_name_their_orders() -> None:
    told = {name: ORDER.findall(found(name).about["en"]) for name in DRILLS}
    assert all(orders[0] == "corps c1" and len(orders) >= 4 for orders in told.values())
    assert told == {name: ORDER.findall(found(name).about["de"]) for name in DRILLS}
