"""What a display shows on request: zones, threats, reach, radius, the 4 UD ring, shooting zones; and previews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from triarii.core.contract import Refusal
from triarii.games.adlg.assist import flight, foretelling, unit_cards
from triarii.games.adlg.assist.candidates import full_distance, straight_outside_ring
from triarii.games.adlg.battle import obedience
from triarii.games.adlg.battle.fighting import fights, shots
from triarii.games.adlg.battle.movement import ring
from triarii.games.adlg.battle.movement.reach import FAR
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.orders import Charge, Evade, Order, StandFast
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import control
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.odds import round_odds
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes, sight
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import FINE, Figure
from triarii.games.adlg.geometry.zones import SCALE
from triarii.games.adlg.questions.answers import round_answer
from triarii.games.adlg.telling.ledgers import melee, name

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

Shape = dict[str, Any]
ROUND_CORNER = 1500
"""Cdeg from one point of a round corner to the next."""


def overlays(state: State) -> list[Shape]:
    """All overlays of the table; a display shows those that are asked for."""
    field = state.field
    found: list[Shape] = []
    for unit in field.units():
        body = field.body(unit.id)
        if any(control.exerts(field, unit, enemy) for enemy in field.units(1 - unit.seat)):
            found.append(_shape("zone", unit.id, polygon=_points(body.zone)))
        for threat in control.threats(field, unit):
            line = [_point(body.centre), _point(threat.centre)]
            found.append(_shape("threat", unit.id, line=line, enemy=threat.id))
        if unit.seat == state.active and not field.fights(unit.id):
            found.append(_reach(field, unit.id))
        found.append(_shape("ring", unit.id, polygon=_around(body, FAR)))
        idle = obedience.why_idle(field, (unit.id,))
        if state.stage is Stage.ORDERS and unit.seat == state.active:
            found.append(_shape("acts", unit.id, can=idle is None, code="" if idle is None else idle.code))
    found += _radii(field)
    found += _shooting(field)
    found += unit_cards.cards(field)
    return found


def _reach(field: Field, name: str) -> Shape:
    body = field.body(name)
    reach = full_distance(field, (name,))
    if ring.makes_further_move(field, name):  # adlg.moves.distance
        reach = straight_outside_ring(field, (name,), reach)
    ahead = shapes.rectangle(body.pose, -body.width // 2, body.width // 2, 0, max(1, reach))
    return _shape("reach", name, polygon=_points(ahead), distance=reach)


def _radii(field: Field) -> Iterator[Shape]:
    for leader, corps in field.setting.corps.items():
        if leader in field.leaders:
            x, y = _point(field.leader_body(leader).centre)
            yield _shape("radius", leader, circle=[x, y, 1000 * corps.grade.radius])


def _shooting(field: Field) -> Iterator[Shape]:
    for aim in shots.all_aims(field):
        unit, body = field.unit(aim.shooter), field.body(aim.shooter)
        weapon = shots.weapon_of(unit)
        reach = 1000 * ((weapon.reach(unit.troop) if weapon else 0) or 0)
        over = sight.facing_side(body, aim.over)
        half = over.width // 2 + sight.BESIDE
        zone = _points(shapes.rectangle(over.pose, -half, half, 0, max(1, reach)))
        all_round = unit.category is Category.LH
        yield _shape("shot", aim.shooter, polygon=_around(body, reach) if all_round else zone, target=aim.target)


def _around(body: Body, distance: int) -> list[list[int]]:
    """Everywhere no farther than this from a base: a rectangle with round corners."""
    half, points = body.width // 2, []
    corners = ((half, 0, 0), (half, -body.depth, 9000), (-half, -body.depth, 18000), (-half, 0, 27000))
    for sideways, ahead, first in corners:
        for angle in range(first, first + 9001, ROUND_CORNER):
            x, y, _ = shapes.at(
                body.pose,
                sideways + shapes.rdiv(distance * shapes.sin_of(angle), SCALE),
                ahead + shapes.rdiv(distance * shapes.cos_of(angle), SCALE),
            )
            points.append([x, y])
    return points


def _shape(kind: str, unit: str, **more: Any) -> Shape:
    return {"kind": kind, "unit": unit, "label": "", **more}


def _point(point: tuple[int, int]) -> list[int]:
    return [point[0] // FINE, point[1] // FINE]


def _points(figure: Figure) -> list[list[int]]:
    return [_point(point) for point in figure]


# Previews


def preview(position: Position, order: Order) -> Mapping[str, object]:
    """What an order will do: where everybody ends, what it costs and why, who is met, and the odds of the melee."""
    found = position.weighed(order)
    if isinstance(found, Refusal):
        return {"refused": found.code, "rule": found.rule, "params": _plain(found.params)}
    if not isinstance(found, Executed):
        return {**_answer(position.state, order, found), **_flight(position, order)}
    facts: dict[str, object] = {
        "cost": found.bill.total,
        "bill": [{"value": item.value, "rule": item.rule, "name": name(item.rule)} for item in found.bill.items],
        "left": [found.after.points, found.after.free],
    }
    if found.move is not None:
        facts |= {
            "spent": found.move.spent,
            "limit": found.move.limit,
            "ends": {name: list(pose) for name, pose in found.move.ends.items()},
            "path": [_points(figure) for figure in found.move.swept],
            "difficult": list(found.move.difficult),
            "panicked": list(found.move.panicked),
        }
    if isinstance(order, Charge):
        facts |= _charge(position.state, order)
    return facts


def _answer(state: State, order: Order, after: State) -> dict[str, object]:
    """An answer costs nothing: who comes to stand elsewhere, and the melee that it leads to or is about."""
    old, new = state.field.stands, after.field.stands
    ends = {name: list(stand.pose) for name, stand in new.items() if name in old and old[name].pose != stand.pose}
    facts: dict[str, object] = {"ends": ends} if ends else {}
    concerned: set[str] = set()
    field = after.field
    if state.stage is Stage.ANSWER and isinstance(order, StandFast) and state.onset is not None:
        field = foretelling.if_all_stand(state.field, state.onset)
        concerned = {*state.onset.names, *state.onset.targets}
    elif state.stage is Stage.ENGAGE:
        concerned = {state.field.leaders[state.who].unit}
    clashes = [clash for clash in fights.clashes(field) if concerned & {clash.a, clash.b}] if concerned else []
    if clashes:
        facts["fights"] = [_fight(state, clash) for clash in clashes]
    return facts


def _flight(position: Position, order: Order) -> dict[str, object]:
    """Of an evade: the chance that the charge catches whoever runs first."""
    if position.state.stage is not Stage.ANSWER or not isinstance(order, Evade):
        return {}
    return {"caught": str(flight.caught(position, str(order), position.state.who))}


def _fight(state: State, clash: fights.Clash) -> dict[str, object]:
    return melee(clash, round_answer(round_odds(clash.melee, state.field.setting.readings)))


def _charge(state: State, order: Charge) -> dict[str, object]:
    """Who is met where, and the odds if everybody stands."""
    from triarii.games.adlg.battle.charge import charging

    declared = charging.declare(state.field, order.who, order.target, order.steps)
    if isinstance(declared, Refusal):
        return {}
    ready, onset = declared
    met = foretelling.closed_in(ready, onset, order.target)
    instead = foretelling.met_instead(ready, onset, met, order.target)
    clashes = [clash for clash in fights.clashes(met) if clash.a in order.who or clash.b in order.who]
    odds = [(clash, round_answer(round_odds(clash.melee, state.field.setting.readings))) for clash in clashes]
    return {
        "targets": list(onset.targets),
        "ends": {name: list(met.stands[name].pose) for name in order.who if name in met},
        "odds": [{"a": clash.a, "b": clash.b, **answer} for clash, answer in odds],
        "fights": [melee(clash, answer) for clash, answer in odds],
        **({"instead": list(instead)} if instead else {}),
    }


def _plain(params: Mapping[str, object]) -> dict[str, object]:
    return {name: value if isinstance(value, int | str | bool) else str(value) for name, value in params.items()}
