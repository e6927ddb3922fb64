"""The table as plain facts for displays: terrain, works, camps, units, commanders, losses; nothing of the rules."""

from __future__ import annotations

from triarii.games.adlg.battle import evening
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.hiding.hidden import SIDE
from triarii.games.adlg.battle.stages import MeleeDice, ShotDice, Stage, StormDie
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import hesitation, marks, naming
from triarii.games.adlg.battle.table.field import Field, Stand
from triarii.games.adlg.battle.table.muster_roll import unit_facts
from triarii.games.adlg.battle.table.scenery import BRUSH_HILL, Piece
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, Setting, Unit
from triarii.games.adlg.geometry.shapes import FINE
from triarii.games.adlg.scenarios.campaign import shipped
from triarii.games.adlg.setup import regions, sights
from triarii.games.adlg.telling.ledgers import fight_facts
from triarii.games.adlg.telling.words import whom

PHASES = {
    Stage.SETUP: "setup",
    Stage.VOLLEY: "shooting",
    Stage.ENGAGE: "melee",
    Stage.MELEE: "melee",
    Stage.STORM: "melee",
    Stage.RAMPAGE: "rout",
    Stage.FATE: "rout",
    Stage.PURSUE: "pursuit",
    Stage.OVER: "over",
}
"""The phase to which a stage belongs; all others belong to movement (adlg.sequence.phases)."""
RESULTS_WAIT = (ShotDice, MeleeDice, StormDie)
"""Stages in which losses have been thrown for that count at the end of the phase."""


def facts_of(state: State) -> dict[str, object]:
    """Everything that a picture of the table needs."""
    field = state.field
    asked = whom(state)
    return {
        **field.setting.once("scenery facts", lambda: scenery_facts(field.setting)),
        **({"region": state.setup.region} if state.setup is not None and state.setup.region else {}),
        "works": [*_works(field.setting), *_stakes(state)],
        "camps": [
            {
                "id": camp.id,
                "seat": camp.seat,
                "kind": camp.kind.value,
                "pose": list(camp.pose),
                "width": CAMP_SIZE[0],
                "depth": CAMP_SIZE[1],
                "lost": camp.id in field.taken,
            }
            for camp in field.setting.camps.values()
        ],
        "units": [
            {
                **_unit(field.setting, field.unit(name)),
                "pose": list(stand.pose),
                "cohesion": stand.cohesion,
                "fighting": field.fights(name),
                "done": stand.moves > 0 or not marks.NO_MORE_MOVES.isdisjoint(stand.marks),
                **_fire(field, stand),
            }
            for name, stand in field.stands.items()
        ],
        **({"markers": _markers(field), "marches": _marches(field)} if field.setting.secret_plan else {}),
        "commanders": [
            {
                "id": leader,
                "seat": corps.seat,
                "corps": corps.number,
                "grade": corps.grade.id,
                "pose": list(field.leader_pose(leader)),
                "unit": field.leaders[leader].unit or None,
                "chief": corps.chief,
                **_allegiance(field, leader),
            }
            for leader, corps in field.setting.corps.items()
            if leader in field.leaders
        ],
        **({} if state.setup is None else {"setup": sights.facts(state)}),
        "active": state.active,
        "phase": PHASES.get(state.stage, "movement"),
        "stage": state.stage.value,
        "turn": evening.game_turn(state),
        "score": evening.facts(state),
        **_campaign(field.setting),
        "command": {
            "corps": state.corps,
            "points": state.points,
            "free": state.free,
            "done": list(state.done),
            "who": asked[0] if asked else "",
            "together": list(asked[1:]),
            "onset": None
            if state.onset is None
            else {"units": list(state.onset.names), "targets": list(state.onset.targets)},
        },
        "pending": _pending(state),
        "fight": None if state.setup is not None else fight_facts(state),
        **_briefing(state),
        "armies": [dict(name) for name in naming.armies(field.setting)],
        "losses": [
            [aftermath.army_losses(field, seat).total, aftermath.army_value(field, seat).total] for seat in (0, 1)
        ],
    }


def _briefing(state: State) -> dict[str, object]:
    """What the scenario tells of itself, before the first decision."""
    setting = state.field.setting
    if not setting.about or state.sequence != 1 or state.stage is not Stage.CORPS or state.done:
        return {}
    return {"briefing": {"title": dict(setting.name), "about": dict(setting.about)}}


def _pending(state: State) -> dict[str, int]:
    """Cohesion for which dice have fallen and that will be lost when the phase ends."""
    now = state.now
    return {name: points for name, points in now.losses if points} if isinstance(now, RESULTS_WAIT) else {}


def _unit(setting: Setting, unit: Unit) -> dict[str, object]:
    """What is written of a unit, once for a battle: views are read and never changed."""
    return setting.once(("facts", unit), lambda: unit_facts(setting, unit))


def _campaign(setting: Setting) -> dict[str, object]:
    """Which battle of which campaign it is; nothing for a battle of its own."""
    told = setting.campaigning
    campaign = None if told is None else shipped().get(told.campaign)
    if told is None or campaign is None:
        return {}
    shown = {"title": dict(campaign.name), "battle": told.battle, "of": len(campaign.battles)}
    return {"campaign": {**shown, "points": list(told.points)}}


def _markers(field: Field) -> list[dict[str, object]]:
    """Ambushes that nobody has found; who lies under them only where that is known."""
    return [
        {"id": name, "seat": marker.seat, "x": marker.x, "y": marker.y, "side": SIDE}
        | ({} if marker.units is None else {"units": list(marker.units)})
        for name, marker in field.markers.items()
    ]


def _marches(field: Field) -> list[dict[str, object]]:
    """Corps that are known to march around a flank, and who of them waits at the edge."""
    return [
        {
            "seat": seat,
            "leader": march.leader,
            "flank": None if march.flank is None else march.flank.value,
            "way": march.way.value,
            "units": [unit_facts(field.setting, field.unit(name)) for name in marches.outside(field, march)],
        }
        for seat, march in sorted(field.marches.items())
        if march.leader
    ]


def _fire(field: Field, stand: Stand) -> dict[str, str]:
    """What was said about a unit's shooting, if anything was."""
    if marks.HOLDS_FIRE in stand.marks:
        return {"fire": "held"}
    return {"fire": stand.aim} if stand.aim in field else {}


def _allegiance(field: Field, leader: str) -> dict[str, str]:
    """Of a commander whose corps is doubted: why, and what it has shown so far."""
    shown = hesitation.allegiance(field, leader)
    if shown is None:
        return {}
    return {"doubt": "allied" if field.setting.corps[leader].allied else "unreliable", "shown": shown.value}


def scenery_facts(setting: Setting) -> dict[str, object]:
    """What stays on the table."""
    return {
        "size": list(setting.size),
        "region": setting.region or regions.country([_kind(piece) for piece in setting.scenery.pieces]),
        "terrain": [
            {
                "id": piece.id,
                "kind": _kind(piece),
                "class": "impassable" if piece.impassable else piece.terrain.kind,
                "polygon": [list(point) for point in piece.polygon],
                "crest": None if piece.crest is None else list(piece.crest),
            }
            for piece in setting.scenery.pieces
        ],
        "roads": [{"points": [list(point) for point in road.points]} for road in setting.scenery.roads],
    }


def _kind(piece: Piece) -> str:
    if piece.river or piece.coast:
        return "river" if piece.river else "coast"
    if piece.brush_hill:
        return BRUSH_HILL
    return "impassable" if piece.impassable else piece.terrain.id


def _works(setting: Setting) -> list[dict[str, object]]:
    return [
        {"kind": work.kind, "from": list(work.start), "to": list(work.end), "seat": work.seat}
        for work in setting.scenery.works
    ]


def _stakes(state: State) -> list[dict[str, object]]:
    field = state.field
    found = []
    for name, stand in field.stands.items():
        if marks.STAKES in stand.marks:
            left, right = ([x // FINE, y // FINE] for x, y in field.body(name).front)
            found.append({"kind": "stakes", "from": left, "to": right, "seat": field.unit(name).seat})
    return found
