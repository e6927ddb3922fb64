"""Pictures of the battle table: true to the facts, self-contained, told apart without colour, and told in words."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any


def unit(ident: str, seat: int, troop: str, x: float, y: float, heading: float, like: Mapping[str, Any] = {}, **more: Any) -> dict[str, Any]:
    """A unit on a standard base; places are in UD, headings in degrees."""
    return {
        "id": ident,
        "seat": seat,
        "corps": 1,
        "troop": troop,
        "category": "HI",
        "name": {"en": "", "de": ""},
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
        **like,
        **more,
    }


def round_piece(name: str, kind: str, ground: str, x: float, y: float, wide: float, high: float) -> dict[str, Any]:
    """A piece of terrain with a wavy outline."""
    corners = []
    for step in range(24):
        angle = 2 * pi * step / 24
        size = 1 + 0.09 * sin(3 * angle + x) + 0.05 * cos(5 * angle + y)
        corners.append([round(1000 * (x + wide * size * sin(angle))), round(1000 * (y + high * size * cos(angle)))])
    crest = [round(1000 * x), round(1000 * y)] if "hill" in kind else None
    return {"id": name, "kind": kind, "class": ground, "polygon": corners, "crest": crest}


def square_piece(name: str, kind: str, ground: str, x: float, y: float, wide: float, high: float) -> dict[str, Any]:
    corners = [(-wide, -high), (wide, -high + 0.5), (wide - 0.3, high), (-wide - 0.2, high - 0.4)]
    polygon = [[round(1000 * (x + dx)), round(1000 * (y + dy))] for dx, dy in corners]
    return {"id": name, "kind": kind, "class": ground, "polygon": polygon, "crest": None}


def battle() -> dict[str, Any]:
    """Two lines after some turns: in the middle two units fight, light horse works around the east."""
    legion = {"name": {"en": "legion", "de": "Legion"}, "abilities": ["impact", "armour"]}
    hoplites = {"name": {"en": "veterans", "de": "Veteranen"}, "quality": "elite"}
    skirmish = {"category": "LI", "depth": 500, "cohesion": 2, "full": 2, "weapon": "javelin"}
    medium = {"category": "MI", "depth": 1000, "cohesion": 3, "full": 3}
    horse = {"category": "Cv", "cohesion": 3, "full": 3}
    light = {"category": "LH", "cohesion": 2, "full": 2, "weapon": "javelin"}
    first = [
        unit("u1", 0, "heavy_swordsmen", 12, 9.4, 0, legion, done=True),
        unit("u2", 0, "heavy_swordsmen", 13, 9.4, 0, legion, cohesion=3),
        unit("u3", 0, "heavy_swordsmen", 14, 10.2, 0, legion, cohesion=2, fighting=True),
        unit("u4", 0, "heavy_swordsmen", 15, 9.4, 0, legion),
        unit("u5", 0, "heavy_spearmen", 12.5, 7.9, 0, hoplites),
        unit("u6", 0, "heavy_spearmen", 13.5, 7.9, 0, hoplites),
        unit("u7", 0, "light_infantry", 10.2, 10.4, 350, skirmish, done=True),
        unit("u8", 0, "heavy_cavalry", 19, 8.2, 12, horse, corps=2, quality="elite", abilities=["impact"]),
        unit("u9", 0, "medium_cavalry", 20.3, 7.9, 12, horse, corps=2),
        unit("u10", 0, "light_cavalry", 22.4, 9.1, 25, light, corps=2),
        unit("u11", 0, "bowmen", 7.2, 8.4, 352, medium, corps=3, weapon="longbow"),
        unit("u12", 0, "levy", 8.3, 8.1, 352, corps=3, quality="mediocre", expendable=True, cohesion=3, full=3),
    ]
    second = [
        unit("v1", 1, "pikemen", 12.5, 11.4, 180, depth=1000, name={"en": "phalanx", "de": "Phalanx"}),
        unit("v2", 1, "pikemen", 14, 10.2, 180, depth=1000, cohesion=3, fighting=True, quality="elite"),
        unit("v3", 1, "pikemen", 15.3, 11.3, 180, depth=1000),
        unit("v4", 1, "medium_swordsmen", 16.6, 11.5, 184, medium, abilities=["impetuous"], corps=2),
        unit("v5", 1, "medium_swordsmen", 17.6, 11.55, 184, medium, abilities=["impetuous"], corps=2, cohesion=2),
        unit("v6", 1, "elephant", 11.0, 12.1, 175, category="El", depth=1000, cohesion=3, full=3, abilities=["impact"]),
        unit("v7", 1, "cataphracts", 20.6, 12.6, 200, horse, corps=2, quality="elite"),
        unit("v8", 1, "light_cavalry", 24.2, 10.3, 250, light, weapon="bow", corps=3),
        unit("v9", 1, "light_infantry", 8.6, 11.4, 170, skirmish, weapon="sling", corps=3, cohesion=1),
        unit("v10", 1, "war_wagon", 6.2, 13.6, 180, category="WWg", depth=2000, corps=3, weapon="crossbow"),
    ]
    return {
        "size": [30000, 20000],
        "terrain": [
            round_piece("t1", "wood", "difficult", 4.2, 10.2, 2.3, 1.9),
            round_piece("t2", "gentle_hill", "open", 20.5, 14.6, 3.0, 2.0),
            square_piece("t3", "field", "rough", 9.2, 5.0, 2.2, 1.4),
            round_piece("t4", "marsh", "difficult", 27.0, 7.5, 1.9, 1.6),
            square_piece("t5", "village", "difficult", 12.9, 16.6, 1.7, 1.3),
            round_piece("t6", "brush", "rough", 24.5, 4.4, 2.2, 1.4),
        ],
        "roads": [{"points": [[0, 14800], [9000, 15400], [16400, 15500], [30000, 17600]]}],
        "works": [
            {"kind": "stakes", "from": [6700, 8480], "to": [7700, 8340], "seat": 0},
            {"kind": "fortification", "from": [16000, 13700], "to": [18000, 13700], "seat": 1},
            {"kind": "obstacle", "from": [14500, 6000], "to": [16500, 5800], "seat": 0},
        ],
        "camps": [
            {"id": "k0", "seat": 0, "kind": "fortified", "pose": [17000, 1500, 0], "width": 2000, "depth": 1000, "lost": False},
            {"id": "k1", "seat": 1, "kind": "normal", "pose": [9000, 18500, 18000], "width": 2000, "depth": 1000, "lost": False},
        ],
        "units": [*first, *second],
        "commanders": [
            {"id": "c1", "seat": 0, "corps": 1, "grade": "brilliant", "pose": [13000, 6400, 0], "unit": None, "chief": True},
            {"id": "c2", "seat": 0, "corps": 2, "grade": "competent", "pose": [19000, 8200, 1200], "unit": "u8", "chief": False},
            {"id": "c3", "seat": 0, "corps": 3, "grade": "ordinary", "pose": [7700, 6700, 0], "unit": None, "chief": False},
            {"id": "d1", "seat": 1, "corps": 1, "grade": "strategist", "pose": [14000, 13300, 18000], "unit": None, "chief": True},
            {"id": "d2", "seat": 1, "corps": 2, "grade": "ordinary", "pose": [20600, 12600, 20000], "unit": "v7", "chief": False},
            {"id": "d3", "seat": 1, "corps": 3, "grade": "competent", "pose": [7600, 13600, 18000], "unit": None, "chief": False},
        ],
        "active": 0,
        "phase": "movement",
        "turn": 3,
        "losses": [[3, 11], [5, 10]],
    }


def overlays() -> list[dict[str, Any]]:
    """What a player asks for before the cavalry charges."""
    return [
        {"kind": "zone", "unit": "v7", "polygon": [[20130, 12771], [21070, 12429], [20728, 11489], [19788, 11831]], "label": ""},
        {"kind": "reach", "unit": "u8", "polygon": [[18511, 8304], [18700, 11000], [19600, 12100], [20900, 11800], [21400, 10500], [19489, 8096]], "label": ""},
        {"kind": "radius", "unit": "c2", "circle": [18850, 7400, 6000], "label": "6 UD"},
        {"kind": "ring", "unit": "u10", "circle": [22240, 8800, 4000], "label": ""},
        {"kind": "shot", "unit": "u11", "polygon": [[6705, 8470], [7695, 8330], [8130, 12400], [5820, 12620]], "label": ""},
        {"kind": "strip", "unit": "v2", "polygon": [[13500, 11200], [14500, 11200], [14500, 12200], [13500, 12200]], "label": ""},
        {"kind": "path", "unit": "u8", "line": [[19000, 8200], [19330, 9760], [20258, 11661]], "label": "3.6 UD"},
        {"kind": "ghost", "unit": "u8", "outline": [[19788, 11831], [20728, 11489], [20471, 10784], [19531, 11126]], "label": ""},
        {"kind": "threat", "unit": "u10", "line": [[22400, 9100], [23700, 10120]], "label": ""},
    ]


def zoo() -> dict[str, Any]:
    """Every kind of terrain, troop, camp and work once or more."""
    from triarii.games.adlg.troops import TROOPS

    kinds = [
        ("wood", "difficult"), ("brush", "rough"), ("field", "rough"), ("plantation", "rough"), ("marsh", "difficult"),
        ("dunes", "difficult"), ("village", "difficult"), ("gully", "rough"), ("rough", "rough"), ("difficult", "difficult"),
        ("gentle_hill", "open"), ("steep_hill", "difficult"), ("river", "rough"), ("impassable", "impassable"),
    ]
    terrain = []
    for place, (kind, ground) in enumerate(kinds):
        x, y = 2.4 + 4.1 * (place % 7), 12.8 - 4.2 * (place // 7) + 4
        make = square_piece if kind in ("field", "village", "plantation") else round_piece
        terrain.append(make(f"t{place}", kind, ground, x, y, 1.7, 1.6))
    units = [
        unit(f"{'uv'[seat]}{place}", seat, troop.id, 1.2 + 1.45 * (place % 20), 9.4 - 2.1 * seat - 4.2 * (place // 20), 180 * seat,
             depth=troop.depth, full=troop.cohesion, cohesion=max(0, troop.cohesion - seat), corps=place % 4 + 1, weapon=troop.weapons[0] if troop.weapons else None,
             quality=("elite", "ordinary", "mediocre")[place % 3], expendable=troop.id == "scythed_chariot", done=place % 5 == 1)
        for seat in range(2) for place, troop in enumerate(TROOPS.values())
    ]
    camps = [{"id": f"k{n}", "seat": n % 2, "kind": kind, "pose": [16000+3000*n, 4200, 0], "width": 2000, "depth": 1000, "lost": n == 3} for n, kind in enumerate(("normal", "fortified", "sacred", "normal"))]
    works = [{"kind": kind, "from": [16000+4000*n, 2000], "to": [19000+4000*n, 2300], "seat": n % 2} for n, kind in enumerate(("fortification", "obstacle", "stakes"))]
    return {**battle(), "terrain": terrain, "roads": [], "works": works, "camps": camps, "units": units, "commanders": [
        {"id": f"c{n}", "seat": n % 2, "corps": n % 4 + 1, "grade": grade, "pose": [16500+1500*n, 1200, 0], "unit": None, "chief": n > 5} for n, grade in enumerate(["ordinary", "competent", "brilliant", "strategist"]*2)]}
