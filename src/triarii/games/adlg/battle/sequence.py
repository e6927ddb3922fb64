"""The first phase of a player sequence: corps with their command dice and orders, and charges until all have answered
(adlg.sequence.phases).

Every function takes a state and gives the next one; dice and decisions come in as arguments.
"""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import phases, special_orders
from triarii.games.adlg.battle.charge import charging, engaging, evading, pressing, sweeping, wild
from triarii.games.adlg.battle.charge.halting import Manner
from triarii.games.adlg.battle.charge.runners import Runners
from triarii.games.adlg.battle.fighting import aftermath, fights
from triarii.games.adlg.battle.hiding import ambushes, marches
from triarii.games.adlg.battle.state import Stage, State
from triarii.games.adlg.battle.table import hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import COMMANDER_LETTERS
from triarii.games.adlg.combat.rally import place_of, rallies
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.command import command_points

# Movement


def activate(state: State, leader: str) -> State:
    """The next corps: its command die comes first."""
    return replace(state, stage=Stage.COMMAND, corps=leader, who=leader)


def command(state: State, die: int) -> State:
    """The command die; of a corps that is doubted it tells first whether it obeys (adlg.allies.hesitate)."""
    hesitated = hesitation.hesitates(state.field, state.corps)
    state = replace(state, field=hesitation.tested(state.field, state.corps, die))
    if hesitation.hesitates(state.field, state.corps):
        return finish_corps(state)
    if state.resting:
        return end_corps(replace(state, points=0, free=0))
    if hesitated:
        return state  # won over: the die for its points comes now
    march = marches.arriving(state.field, state.active)
    alive = state.corps in state.field.leaders or (march is not None and march.leader == state.corps)
    points = command_points(state.field.setting.corps[state.corps].grade if alive else None, die)
    free = points.items[1].value if len(points.items) > 1 else 0
    return replace(state, stage=Stage.ORDERS, points=points.total - free, free=free, who="", wild=False)


def end_corps(state: State) -> State:
    """A corps has had its orders: now those of its units charge who can't be held. Whoever of a flank march has not
    entered does so no more."""
    march = marches.arriving(state.field, state.active)
    field = marches.end(state.field, state.active) if march and march.leader == state.corps else state.field
    return let_loose(replace(state, field=field, wild=True))


def let_loose(state: State) -> State:
    """The next uncontrolled charge of the corps, from one of its wings on, or the end of its activation."""
    corps = state.field.setting.corps[state.corps]
    for unit in wild.from_one_wing(state.field, corps):
        loose = wild.break_loose(state.field, unit)
        if loose is not None:
            return ask_next(replace(state, field=loose[0], onset=loose[1]))
    return finish_corps(state)


def finish_corps(state: State) -> State:
    """The activation of a corps is over."""
    done = (*state.done, state.corps)
    return next_corps(replace(state, done=done, corps="", points=0, free=0, wild=False, who=""))


def next_corps(state: State) -> State:
    if all(leader in state.done for leader in corps_of(state.field, state.active)):
        return end_movement(state)
    if state.resting:
        return rest(state)
    return replace(state, stage=Stage.CORPS, corps="")


def rest(state: State) -> State:
    """The active seat gives no more orders: its other corps only let loose whom nobody holds. Corps that have to show
    whether they obey throw their die all the same."""
    waiting = [leader for leader in corps_of(state.field, state.active) if leader not in state.done]
    if not waiting:
        return end_movement(state)
    resting = replace(state, corps=waiting[0], points=0, free=0, resting=True)
    return activate(resting, waiting[0]) if hesitation.must_show(state.field, waiting[0]) else end_corps(resting)


def end_movement(state: State) -> State:
    """Markers that were found are taken off; then the other seat may let ambushes come forward to which an enemy has
    come near, before anybody shoots (adlg.ambush.reveal)."""
    field = ambushes.discovered(state.field, state.field)
    near = ambushes.provoked(field, 1 - state.active)
    return next_ambush(replace(state, field=field, queue=near, corps="", resting=False))


def next_ambush(state: State) -> State:
    """The owner is asked for each marker, real or false, as if it were real."""
    if state.queue:
        return replace(state, stage=Stage.SPRING, who=state.queue[0])
    return phases.begin_shooting(replace(state, who=""))


def spring(state: State, field: Field) -> State:
    """The ambush that was asked for has come forward, or waits."""
    return next_ambush(replace(state, field=field, queue=state.queue[1:]))


def corps_of(field: Field, seat: int) -> list[str]:
    """The corps of a seat that still have units, or come around a flank now, by their commanders."""
    march = marches.arriving(field, seat)
    numbers = {unit.corps for unit in field.units(seat)}
    numbers |= {field.setting.corps[march.leader].number} if march else set()
    return [
        leader
        for leader, corps in field.setting.corps.items()
        if corps.seat == seat and corps.number in numbers and leader[0] == COMMANDER_LETTERS[seat]
    ]


def rally(state: State, die: int) -> State:
    """A unit tries to rally; it has no other order in this phase."""
    field, name = state.field, state.who
    place = place_of(field.nearest_enemy(name), field.fights(name))
    if rallies(place, die, commander_with_unit=bool(field.leader_with(name))):
        stand = field.stands[name]
        field = field.with_stand(name, replace(stand, cohesion=min(field.full(name), stand.cohesion + 1)))
    return replace(state, field=field, stage=Stage.ORDERS, who="")


def recall(state: State, die: int) -> State:
    """A commander calls looters: they leave their loot and can be ordered, or hear nothing more in this sequence
    (adlg.camp.taken)."""
    field, name = state.field, state.who
    field = field.unmarked(name, marks.LOOTING) if die >= fights.LOOTERS_OBEY else field.marked(name, marks.DEAF)
    return replace(state, field=field, stage=Stage.ORDERS, who="")


# Charges


def ask_next(state: State) -> State:
    """The next target answers; when all have, the charge runs on."""
    onset = state.onset
    assert onset is not None
    if onset.waiting:
        target = onset.waiting[0]
        answer = evading.answer(state.field, onset, target)
        if answer.may_evade and not answer.must_evade:
            return replace(state, stage=Stage.ANSWER, who=target)
        if (answer.must_evade or answer.rule == evading.BLOCKED) and evading.groups_of(state.field, onset, target):
            return replace(state, stage=Stage.ANSWER, who=target)  # alone it must run or can't, with others it may
        return flee(replace(state, who=target)) if answer.must_evade else stand(replace(state, who=target))
    return all_answered(state)


def stand(state: State) -> State:
    onset = state.onset
    assert onset is not None
    answered = replace(onset, waiting=onset.waiting[1:], stood=(*onset.stood, state.who))
    return ask_next(replace(state, onset=answered, who=""))


def may_stand(state: State) -> bool:
    """Whether who answers a charge may await it: by one reading light infantry in the open may not."""
    assert state.onset is not None
    return not evading.answer(state.field, state.onset, state.who).must_evade


def evaders(state: State) -> tuple[tuple[str, ...], ...]:
    """Who may evade in answer to a charge: the unit that is asked, and groups around it as one (adlg.evade.group)."""
    assert state.onset is not None
    alone = ((state.who,),) if why_not_flee(state, (state.who,)) is None else ()
    return (*alone, *evading.groups_of(state.field, state.onset, state.who))


def why_not_flee(state: State, names: tuple[str, ...]) -> Refusal | None:
    """Why these do not evade in answer to a charge: the one who is asked alone, or a group with him in it."""
    onset = state.onset
    assert onset is not None
    if state.who not in names:
        return Refusal("order.another", params={"name": state.who})
    if len(names) > 1:
        return evading.why_not_as_one(state.field, onset, names)
    answer = evading.answer(state.field, onset, state.who)
    return None if answer.may_evade else Refusal("deed.blocked", answer.rule, {"unit": state.who})


def flee(state: State, names: tuple[str, ...] = (), *, adapt: bool = False, around: bool = False) -> State:
    """Who is asked runs, alone or with a group as one."""
    others = tuple(name for name in names if name != state.who)
    return replace(state, stage=Stage.RUN, together=others, adapt=adapt, around=around)


def may_go_around(state: State, names: tuple[str, ...] = (), *, adapt: bool = False) -> bool:
    """Whether who answers a charge can avoid friends whom it could pass; to adapt to a charge from straight ahead is no
    way of its own."""
    assert state.onset is not None
    names = names or (state.who,)
    if why_not_flee(state, names) is not None:
        return False
    run = evading.flight(state.field, state.onset, names, adapt=adapt)
    return (bool(run.wheel) or not adapt) and evading.may_go_around(state.field, run)


def run(state: State, die: int) -> State:
    """A unit or a group evades, in a charge or in its own turn out of a zone: one die for all (adlg.evade.group), light
    infantry that they sweep along included (adlg.evade.swept)."""
    onset, names = state.onset, state.whom
    if onset is None:
        flight = evading.Flight(_turned_in_own_turn(state.field, names, state.threat))
    else:
        flight = evading.flight(state.field, onset, names, adapt=state.adapt)
    steadfast = onset.stood if onset is not None else ()
    cleared, swept = sweeping.sweep(state.field, flight, die, around=state.around, steadfast=steadfast)
    field, ran_off = evading.run_away(cleared, flight, die, around=state.around), (*names, *swept)
    if onset is not None:
        waiting = tuple(name for name in onset.waiting if name not in ran_off)
        onset = replace(onset, waiting=waiting, fled=(*onset.fled, *ran_off))
    after = replace(state, field=field, onset=onset, adapt=False, around=False, threat="")
    return _ask_about(after, tuple(name for name in ran_off if name in field and field.unit(name).light))


def _turned_in_own_turn(field: Field, names: tuple[str, ...], threat: str) -> Runners:
    turned = special_orders.evade_from(field, names, threat)
    assert isinstance(turned, Runners), "asked before"
    return turned


def _ask_about(state: State, light: tuple[str, ...]) -> State:
    """Light troops who have run may turn about, all of them or each on its own (adlg.evade.end)."""
    if not light:
        return ran(replace(state, together=()))
    return replace(state, stage=Stage.ABOUT, who=light[0], together=light[1:])


def about(state: State, turn: bool, names: tuple[str, ...] = ()) -> State:
    """Those who are asked turn about or stay as they are: all of them, or those named, and the others are asked
    then."""
    answering, field = names or state.whom, state.field
    for name in answering if turn else ():
        field = evading.turn_about(field, name)
    return _ask_about(replace(state, field=field), tuple(name for name in state.whom if name not in answering))


def ran(state: State) -> State:
    if state.onset is None:
        return replace(state, stage=Stage.ORDERS, who="")
    return ask_next(replace(state, who=""))


def all_answered(state: State) -> State:
    """Where all have evaded, the charge die decides how far the chargers follow (adlg.charge.die); who shows up behind
    evaders answers in turn. Then the chargers run, and those who meet nobody are asked how far."""
    onset, field = state.onset, state.field
    assert onset is not None
    if onset.manner is Manner.PURSUIT:
        (pursuer,) = onset.chargers
        after = aftermath.pursue(field, pursuer.name, pursuer.left)
        return phases.next_pursuit(replace(state, field=after, onset=None, who=""))
    if onset.fled and not onset.stood and not onset.thrown:
        return replace(state, stage=Stage.PACE, who="")
    onset = charging.aim(field, onset)
    if onset.waiting:
        return ask_next(replace(state, onset=onset))
    if pressing.may_go_on(field, onset):
        return replace(state, onset=onset, stage=Stage.PRESS, who=onset.names[0])
    met, _ = engaging.close_in(field, onset)
    return charged(replace(state, field=met))


def pace(state: State, die: int) -> State:
    """The charge die; then the chargers choose how far they follow, and whether they align anew."""
    onset, field = state.onset, state.field
    assert onset is not None
    after = replace(state, onset=pressing.paced(field, onset, die), who=onset.names[0])
    least, most = press_limits(after)
    if least < most or (most and field.setting.readings.on("charge_realign")):
        return replace(after, stage=Stage.PRESS)
    return press(after, None)


def press_limits(state: State) -> tuple[int, int]:
    """How far chargers who met nobody go at least and at most, in mUD."""
    assert state.onset is not None
    return pressing.distances(state.field, state.onset)


def realigned(state: State, angle: int) -> State | Refusal:
    """The charge after one more wheel, still to choose how far it goes (adlg.charge.realign)."""
    assert state.onset is not None
    turned = pressing.realigned(state.field, state.onset, angle)
    if isinstance(turned, Refusal):
        return turned
    return replace(state, field=turned[0], onset=turned[1])


def press(state: State, distance: int | None) -> State:
    """The chargers go so far, or all the way; whom they meet answers first where all had evaded."""
    onset = state.onset
    assert onset is not None
    if onset.thrown:
        return ask_next(replace(state, onset=pressing.pressed(state.field, onset, distance), who=""))
    met, _ = engaging.close_in(state.field, onset, distance)
    return charged(replace(state, field=met))


def charged(state: State) -> State:
    """A charge is over; units that it cost their last cohesion wait for the rout."""
    after = replace(state, onset=None, who="")
    if state.wild:
        return let_loose(after)
    return replace(after, stage=Stage.ORDERS)
