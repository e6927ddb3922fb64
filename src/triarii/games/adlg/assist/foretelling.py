"""What an order will do, in sentences: its price, where everybody ends, who is met, and the exact odds of the first
round. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from triarii.core.contract import Refusal
from triarii.core.texts import Message
from triarii.games.adlg.battle.charge import charging, engaging, evading
from triarii.games.adlg.battle.charge.charging import Approach, Onset, PursuitRun
from triarii.games.adlg.battle.fighting import aftermath, fights
from triarii.games.adlg.battle.fighting.fights import Clash
from triarii.games.adlg.battle.movement.passing import PANIC
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import AboutShooting, Charge, Order, Rally, StandFast
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field, Meeting
from triarii.games.adlg.battle.table.happenings import Lost
from triarii.games.adlg.combat.combatants import SIDES
from triarii.games.adlg.combat.odds import round_odds
from triarii.games.adlg.combat.rally import place_of, rally_chance

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

MOST_ENDS = 4
"""Units of a group whose ends are all told; of more, the two outermost."""


def foretold(position: Position, action: str) -> list[Message]:
    """What an allowed order will do."""
    found = position.considered(action)
    if position.state.setup is not None:
        told = position.resolve(action).happenings if isinstance(found, State) else ()
        return [each.event.message for each in told] or [Message("preview.free")]
    order = parse(action)
    if isinstance(found, Refusal) or not isinstance(order, Order):
        return []
    if isinstance(found, Executed):
        told = position.resolve(action).happenings if isinstance(order, AboutShooting) else ()
        return [*_price(found), *_way(found), *_deed(position.state, order), *(each.event.message for each in told)]
    messages = list(_answer(position.state, order, found))
    return messages or [Message("preview.free")]


def _price(executed: Executed) -> Iterator[Message]:
    after = executed.after
    cost = executed.bill.total
    yield Message("preview.cost", {"cost": cost, "left": after.points, "free": after.free})


def _way(executed: Executed) -> Iterator[Message]:
    move = executed.move
    if move is None:
        return
    ends = list(move.ends.items())
    for name, (x, y, heading) in ends if len(ends) <= MOST_ENDS else (ends[0], ends[-1]):
        yield Message("preview.ends", {"unit": name, "x": x, "y": y, "heading": heading})
    yield Message("preview.way", {"spent": move.spent, "limit": move.limit})
    if move.panicked:
        yield Message("preview.panicked", {"units": list(move.panicked)})


def _deed(state: State, order: Order) -> Iterator[Message]:
    field = state.field
    if isinstance(order, Charge):
        declared = charging.declare(field, order.who, order.target, order.steps)
        if not isinstance(declared, Refusal):
            yield from charge(*declared, order.target)
    elif isinstance(order, Rally):
        name = order.who[0]
        place, led = place_of(field.nearest_enemy(name), field.fights(name)), bool(field.leader_with(name))
        chance = rally_chance(place, commander_with_unit=led)
        yield Message("preview.rally", {"unit": name, "needs": place.needs - led, **_chance("chance", chance)})


def if_all_stand(field: Field, onset: Approach) -> Field:
    """The table after a charge or a pursuit that everybody awaits."""
    if isinstance(onset, PursuitRun):
        return aftermath.pursue(field, onset.pursuer.name, onset.pursuer.left)
    return engaging.close_in(field, onset)


def closed_in(field: Field, onset: Onset, target: str) -> Field:
    """The table after a charge on this target that everybody awaits who need not run before it."""
    return engaging.close_in(charging.past_light_infantry(field, onset, target), onset)


def met_instead(field: Field, onset: Onset, met: Field, target: str) -> tuple[str, ...]:
    """Whom a charge meets who stands nearer than its target; nobody where it gets to the target."""
    others = tuple(dict.fromkeys(each.target for each in _new_meetings(field, met) if each.attacker in onset.names))
    return () if target in others else others


def misses(field: Field, order: Charge) -> bool:
    """Whether a charge that is allowed ends at somebody else than its target."""
    declared = charging.declare(field, order.who, order.target, order.steps)
    if isinstance(declared, Refusal):
        return False
    ready, onset = declared
    return bool(met_instead(ready, onset, closed_in(ready, onset, order.target), order.target))


def _new_meetings(field: Field, met: Field) -> list[Meeting]:
    known = {(meeting.attacker, meeting.target) for meeting in field.meetings}
    return [meeting for meeting in met.meetings if (meeting.attacker, meeting.target) not in known]


def charge(field: Field, onset: Onset, target: str = "") -> Iterator[Message]:
    """Who would be met and who may evade; then the odds if everybody stands. Who is in the way of the target is told
    first."""
    aimed = target or "".join(onset.targets[-1:])
    met = engaging.close_in(charging.past_light_infantry(field, onset, aimed).noting(), onset)
    for enemy in met_instead(field, onset, met, target) if target else ():
        yield Message("preview.instead", {"enemy": enemy, "target": target})
    panicked = [each.unit for each in met.chronicle or () if isinstance(each, Lost) and each.rule == PANIC]
    if panicked:
        yield Message("preview.panicked", {"units": panicked})
    for meeting in _new_meetings(field, met):
        yield Message("preview.meets", {"unit": meeting.attacker, "enemy": meeting.target, "side": meeting.side})
    for target in onset.waiting:
        if target not in field:
            continue
        answer = evading.answer(field, onset, target)
        if answer.must_evade:
            yield Message("preview.must_evade", {"enemy": target})
        elif answer.may_evade:
            yield Message("preview.may_evade", {"enemy": target})
        elif answer.rule == evading.BLOCKED and evading.groups_of(field, onset, target):
            yield Message("preview.may_evade_together", {"enemy": target})
    yield from _odds_of(met, {*onset.names, *onset.targets})


def awaited(field: Field, onset: Approach) -> Iterator[Message]:
    """The odds for whoever awaits a charge or a pursuit."""
    yield from _odds_of(if_all_stand(field, onset), {*onset.names, *onset.targets})


def _odds_of(field: Field, concerned: set[str]) -> Iterator[Message]:
    for clash in fights.clashes(field):
        if clash.a in concerned or clash.b in concerned:
            yield odds(field, clash)


def odds(field: Field, clash: Clash) -> Message:
    """The exact odds of the next round of a melee."""
    chances = round_odds(clash.melee, field.setting.readings)
    return Message(
        "preview.odds",
        {
            "a": clash.a,
            "b": clash.b,
            **_chance("a_loses", chances.loses("a")),
            **_chance("b_loses", chances.loses("b")),
            **_chance("neither", chances.neither),
            "routs": [
                Message("preview.routs", {"unit": name, **_chance("chance", chances.routs(side))})
                for name, side in zip((clash.a, clash.b), SIDES, strict=True)
                if chances.routs(side)
            ]
            or [Message("preview.no_rout")],
        },
    )


def _chance(name: str, chance: Fraction) -> dict[str, object]:
    """A chance in percent to the first decimal, as hundredths, and exactly."""
    return {name: round(chance * 1000) * 10, f"{name}_exact": str(chance)}


def _answer(state: State, order: Order, after: State) -> Iterator[Message]:
    """Decisions that cost nothing: what standing means, and a commander's part in a melee."""
    if state.stage is Stage.ANSWER and isinstance(order, StandFast) and state.onset is not None:
        yield from awaited(state.field, state.onset)
    if state.stage is Stage.ENGAGE:
        unit = state.field.leaders[state.who].unit
        for clash in fights.clashes(after.field):
            if unit in (clash.a, clash.b):
                yield odds(after.field, clash)
