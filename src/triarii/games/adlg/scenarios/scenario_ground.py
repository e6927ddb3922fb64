"""The ground of a scenario as its file lays it: pieces of terrain, works, roads and camps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triarii.core.contract import Refused
from triarii.core.texts import Message
from triarii.games.adlg.armies.points import CAMPS, WORKS
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.battle.table import scenery
from triarii.games.adlg.battle.table.scenery import BRUSH, HILLS, Piece, Road, Scenery, Work
from triarii.games.adlg.battle.table.setting import CampSite
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import OPEN, TERRAINS
from triarii.games.adlg.data.toml_fields import fields, flag, one_of
from triarii.games.adlg.data.troops import GROUNDS
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import Point
from triarii.games.adlg.scenarios.scenario_fields import each, from_roster, needed, once, point, points, pose, seat_of

TERRAIN_KEYS = ("kind", "polygon", "crest", "impassable", "river", "coast")
WORK_KEYS = ("kind", "seat", "start", "end")
CAMP_KEYS = ("seat", "kind", "at")
CAMP_IDS = ("k1", "k2")
SHORTEST_WORK = 100


def laid(given: Mapping[str, object], size: Point) -> Scenery:
    """Everything that doesn't move, with its ids."""
    pieces, works = each(given, "terrain", _piece, size), each(given, "work", _work, size)
    return Scenery(
        tuple(replace(piece, id=f"t{place}") for place, piece in enumerate(pieces, 1)),
        tuple(replace(work, id=f"w{place}") for place, work in enumerate(works, 1)),
        tuple(each(given, "road", _road, size)),
    )


def _piece(table: object, where: Message, size: Point) -> Piece:
    given = fields(table, TERRAIN_KEYS, where)
    river, coast, said = (flag(given.get(key, False), key, where) for key in ("river", "coast", "impassable"))
    impassable = said or coast
    kinds = {name: terrain for name, terrain in TERRAINS.items() if terrain is not OPEN}
    if river:
        kinds = {name: TERRAINS[name] for name in GROUNDS}
    kind = given.get("kind", "difficult") if impassable else needed(given, "kind", where)
    terrain = kinds[one_of(kind, kinds, "kind", where)]
    polygon = points(needed(given, "polygon", where), "polygon", where, size, 3)
    parts = scenery.cut(polygon)
    if not parts:
        raise Refused.because("scenario.outline", where=where)
    crest = point(given["crest"], "crest", where, size) if "crest" in given else None
    piece = Piece("", terrain, polygon, parts, crest, impassable, river, coast)
    if river and coast:
        raise Refused.because("scenario.river_coast", where=where)
    if crest is not None and terrain.id not in HILLS | {BRUSH}:
        raise Refused.because("scenario.crest_no_hill", where=where, terrain=terrain.id)
    if crest is not None and not piece.holds(crest):
        raise Refused.because("scenario.crest_outside", where=where)
    return piece


def _work(table: object, where: Message, size: Point) -> Work:
    given = fields(table, WORK_KEYS, where)
    kind = one_of(needed(given, "kind", where), WORKS, "kind", where)
    start, end = (point(needed(given, key, where), key, where, size) for key in ("start", "end"))
    work = Work("", kind, start, end, seat_of(needed(given, "seat", where), "seat", where))
    if shapes.measured(shapes.distance(work.edge[:1], work.edge[1:])) < SHORTEST_WORK:
        raise Refused.because("scenario.short_work", where=where, least=SHORTEST_WORK)
    return work


def _road(table: object, where: Message, size: Point) -> Road:
    given = fields(table, ("points",), where)
    return Road(points(needed(given, "points", where), "points", where, size, 2))


def camps(given: Mapping[str, object], size: Point, armies: Sequence[Roster]) -> dict[str, CampSite]:
    """One camp for each side at most; of the kind that its army has bought where the scenario names armies."""

    def camp(table: object, where: Message, size: Point) -> CampSite:
        given = fields(table, CAMP_KEYS, where)
        whose = seat_of(needed(given, "seat", where), "seat", where)
        if armies:
            from_roster(given, ("kind",), where)
        kind = armies[whose].camp if armies else Camp(one_of(given.get("kind", Camp.NORMAL), CAMPS, "kind", where))
        return CampSite(CAMP_IDS[whose], whose, kind, pose(given, where, size))

    found = each(given, "camp", camp, size)
    once("camps", [site.id for site in found])
    return {site.id: site for site in found}
