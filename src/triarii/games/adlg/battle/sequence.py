"""The first phase of a player sequence: corps with their command dice and orders, and charges until all have answered
(adlg.sequence.phases).

Every function takes a state and gives the next one; dice and decisions come in as arguments.
"""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import phases, special_orders
from triarii.games.adlg.battle.charge import charging, engaging, evading, pressing, sweeping, wild
from triarii.games.adlg.battle.charge.evading import Flight
from triarii.games.adlg.battle.charge.runners import Runners
from triarii.games.adlg.battle.fighting import aftermath, fights
from triarii.games.adlg.battle.hiding import ambushes, marches
from triarii.games.adlg.battle.stages import (
    Activation,
    Answering,
    Attack,
    ChargeDie,
    Charging,
    ChoosingCorps,
    CommandDie,
    EvadeDie,
    Following,
    LetLoose,
    OwnEvadeDie,
    Pressing,
    RallyDie,
    RecallDie,
    Springing,
    TurningAbout,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import (
    Asked,
    AskedToReveal,
    BreaksLoose,
    LootsOn,
    NotRallied,
    Points,
    Rallied,
    Recalled,
)
from triarii.games.adlg.battle.table.setting import COMMANDER_LETTERS
from triarii.games.adlg.battle.table.throws import (
    ChargeThrow,
    CommandThrow,
    EvadeThrow,
    ObeyThrow,
    RallyThrow,
    RecallThrow,
)
from triarii.games.adlg.combat.rally import place_of, rallies
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.command import command_points
from triarii.games.adlg.geometry.evades import by_die

COMMAND = "adlg.command.points"
FAR = 10_000
"""mUD: long enough to see what a die adds to a way."""

# Movement


def activate(state: State, leader: str, *, resting: bool = False) -> State:
    """The next corps: its command die comes first."""
    return replace(state, now=CommandDie(leader, resting))


def command(state: State, now: CommandDie, die: int) -> State:
    """The command die; of a corps that is doubted it tells first whether it obeys (adlg.allies.hesitate)."""
    corps = now.corps
    hesitated = hesitation.hesitates(state.field, corps)
    if hesitated:
        state = state.noted(ObeyThrow, hesitation.HESITATE, corps, die, hesitation.needs(state.field, corps))
    else:
        state = state.noted(CommandThrow, COMMAND, corps, die)
    state = replace(state, field=hesitation.tested(state.field, corps, die))
    if hesitation.hesitates(state.field, corps):
        return finish_corps(state, LetLoose(corps, now.resting))
    if now.resting:
        return end_corps(state, LetLoose(corps, resting=True))
    if hesitated:
        return state  # won over: the die for its points comes now
    march = marches.arriving(state.field, state.active)
    alive = corps in state.field.leaders or (march is not None and march.leader == corps)
    points = command_points(state.field.setting.corps[corps].grade if alive else None, die)
    free = points.items[1].value if len(points.items) > 1 else 0
    state = state.noted(Points, points.items[0].rule, corps, points.total - free, free)
    return replace(state, now=Activation(corps, points.total - free, free))


def end_corps(state: State, loose: LetLoose) -> State:
    """A corps has had its orders: now those of its units charge who can't be held. Whoever of a flank march has not
    entered does so no more."""
    march = marches.arriving(state.field, state.active)
    field = marches.end(state.field, state.active) if march and march.leader == loose.corps else state.field
    return let_loose(replace(state, field=field), loose)


def let_loose(state: State, loose: LetLoose) -> State:
    """The next uncontrolled charge of the corps, from one of its wings on, or the end of its activation."""
    corps = state.field.setting.corps[loose.corps]
    for unit in wild.from_one_wing(state.field, corps):
        broken = wild.break_loose(state.field, unit)
        if broken is not None:
            field = broken[0].noted(BreaksLoose, wild.UNCONTROLLED, unit.id, "".join(broken[1].targets[:1]))
            return ask_next(replace(state, field=field), Charging(broken[1], loose))
    return finish_corps(state, loose)


def finish_corps(state: State, loose: LetLoose) -> State:
    """The activation of a corps is over; the next one is chosen, or rests too."""
    state = replace(state, done=(*state.done, loose.corps))
    if all(leader in state.done for leader in corps_of(state.field, state.active)):
        return end_movement(state)
    return rest(state) if loose.resting else replace(state, now=ChoosingCorps())


def rest(state: State) -> State:
    """The active seat gives no more orders: its other corps only let loose whom nobody holds. Corps that have to show
    whether they obey throw their die all the same."""
    waiting = [leader for leader in corps_of(state.field, state.active) if leader not in state.done]
    if not waiting:
        return end_movement(state)
    if hesitation.must_show(state.field, waiting[0]):
        return activate(state, waiting[0], resting=True)
    return end_corps(state, LetLoose(waiting[0], resting=True))


def end_movement(state: State) -> State:
    """Markers that were found are taken off; then the other seat may let ambushes come forward to which an enemy has
    come near, before anybody shoots (adlg.ambush.reveal)."""
    field = ambushes.discovered(state.field, state.field)
    return next_ambush(replace(state, field=field), ambushes.provoked(field, 1 - state.active))


def next_ambush(state: State, markers: tuple[str, ...]) -> State:
    """The owner is asked for each marker, real or false, as if it were real."""
    if not markers:
        return phases.begin_shooting(state)
    return replace(state.noted(AskedToReveal, ambushes.REVEAL, markers[0]), now=Springing(markers))


def spring(state: State, now: Springing, field: Field) -> State:
    """The ambush that was asked for has come forward, or waits."""
    return next_ambush(replace(state, field=field), now.markers[1:])


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


def rally(state: State, now: RallyDie, die: int) -> State:
    """A unit tries to rally; it has no other order in this phase."""
    field, name = state.field, now.unit
    place, led = place_of(field.nearest_enemy(name), field.fights(name)), bool(field.leader_with(name))
    field = field.noted(RallyThrow, place.rule, name, die, place.needs - led)
    if rallies(place, die, commander_with_unit=led):
        left = min(field.full(name), field.stands[name].cohesion + 1)
        field = field.with_stand(name, replace(field.stands[name], cohesion=left))
        field = field.noted(Rallied, place.rule, name, left)
    else:
        field = field.noted(NotRallied, place.rule, name)
    return replace(state, field=field, now=now.activation)


def recall(state: State, now: RecallDie, die: int) -> State:
    """A commander calls looters: they leave their loot and can be ordered, or hear nothing more in this sequence
    (adlg.camp.taken)."""
    field, name, comes = state.field, now.unit, die >= fights.LOOTERS_OBEY
    field = field.noted(RecallThrow, phases.CAMP, name, die, fights.LOOTERS_OBEY)
    field = field.unmarked(name, marks.LOOTING) if comes else field.marked(name, marks.DEAF)
    field = field.noted(Recalled if comes else LootsOn, phases.CAMP, name)
    return replace(state, field=field, now=now.activation)


# Charges


def ask_next(state: State, attack: Attack) -> State:
    """The next target answers; when all have, the charge runs on."""
    onset = attack.onset
    if not onset.waiting:
        return all_answered(state, attack)
    asked, target = Answering(attack), onset.waiting[0]
    answer = evading.answer(state.field, onset, target)
    if answer.may_evade and not answer.must_evade:
        return replace(state.noted(Asked, answer.rule, target), now=asked)
    if (answer.must_evade or answer.rule == evading.BLOCKED) and evading.groups_of(state.field, onset, target):
        return replace(
            state.noted(Asked, evading.AS_ONE, target), now=asked
        )  # alone it must run or can't, with others it may
    return flee(state, asked, (target,)) if answer.must_evade else stand(state, asked)


def stand(state: State, now: Answering) -> State:
    return ask_next(state, now.attack.with_stood(now.unit))


def may_stand(state: State, now: Answering) -> bool:
    """Whether who answers a charge may await it: by one reading light infantry in the open may not."""
    return not evading.answer(state.field, now.attack.onset, now.unit).must_evade


def evaders(state: State, now: Answering) -> tuple[tuple[str, ...], ...]:
    """Who may evade in answer to a charge: the unit that is asked, and groups around it as one (adlg.evade.group)."""
    alone = ((now.unit,),) if why_not_flee(state, now, (now.unit,)) is None else ()
    return (*alone, *evading.groups_of(state.field, now.attack.onset, now.unit))


def why_not_flee(state: State, now: Answering, names: tuple[str, ...]) -> Refusal | None:
    """Why these do not evade in answer to a charge: the one who is asked alone, or a group with him in it."""
    onset = now.attack.onset
    if now.unit not in names:
        return Refusal("order.another", params={"name": now.unit})
    if len(names) > 1:
        return evading.why_not_as_one(state.field, onset, names)
    answer = evading.answer(state.field, onset, now.unit)
    return None if answer.may_evade else Refusal("deed.blocked", answer.rule, {"unit": now.unit})


def flee(state: State, now: Answering, names: tuple[str, ...], *, adapt: bool = False, around: bool = False) -> State:
    """Who is asked runs, alone or with a group as one."""
    others = tuple(name for name in names if name != now.unit)
    return replace(state, now=EvadeDie(now.attack, (now.unit, *others), adapt, around))


def may_go_around(state: State, now: Answering, names: tuple[str, ...] = (), *, adapt: bool = False) -> bool:
    """Whether who answers a charge can avoid friends whom it could pass; to adapt to a charge from straight ahead is no
    way of its own."""
    names = names or (now.unit,)
    if why_not_flee(state, now, names) is not None:
        return False
    run = evading.flight(state.field, now.attack.onset, names, adapt=adapt)
    return (bool(run.wheel) or not adapt) and evading.may_go_around(state.field, run)


def run(state: State, now: EvadeDie | OwnEvadeDie, die: int) -> State:
    """A unit or a group evades, in a charge or in its own turn out of a zone: one die for all (adlg.evade.group), light
    infantry that they sweep along included (adlg.evade.swept)."""
    state = state.noted(EvadeThrow, "adlg.evade.die", "+".join(now.names), die, by_die(FAR, die) - FAR)
    steadfast: tuple[str, ...] = ()
    if isinstance(now, OwnEvadeDie):
        flight = Flight(_turned_in_own_turn(state.field, now))
    else:
        flight = evading.flight(state.field, now.attack.onset, now.names, adapt=now.adapt)
        steadfast = now.attack.onset.stood
    cleared, swept = sweeping.sweep(state.field, flight, die, around=now.around, steadfast=steadfast)
    field, ran_off = evading.run_away(cleared, flight, die, around=now.around), (*now.names, *swept)
    light = tuple(name for name in ran_off if name in field and field.unit(name).light)
    then = now.activation if isinstance(now, OwnEvadeDie) else now.attack.with_fled(ran_off)
    return _ask_about(replace(state, field=field), then, light)


def _turned_in_own_turn(field: Field, now: OwnEvadeDie) -> Runners:
    turned = special_orders.evade_from(field, now.names, now.threat)
    assert isinstance(turned, Runners), "asked before"
    return turned


def _ask_about(state: State, then: Attack | Activation, light: tuple[str, ...]) -> State:
    """Light troops who have run may turn about, all of them or each on its own (adlg.evade.end); then the charge goes
    on, or the activation."""
    if light:
        return replace(state, now=TurningAbout(then, light))
    return replace(state, now=then) if isinstance(then, Activation) else ask_next(state, then)


def about(state: State, now: TurningAbout, turn: bool, names: tuple[str, ...] = ()) -> State:
    """Those who are asked turn about or stay as they are: all of them, or those named, and the others are asked
    then."""
    answering, field = names or now.names, state.field
    for name in answering if turn else ():
        field = evading.turn_about(field, name)
    return _ask_about(replace(state, field=field), now.then, tuple(name for name in now.names if name not in answering))


def all_answered(state: State, attack: Attack) -> State:
    """A pursuit goes its way. Where all have evaded a charge, its die decides how far the chargers follow
    (adlg.charge.die); who shows up behind evaders answers in turn. Then the chargers run, and those who meet nobody are
    asked how far."""
    field = state.field
    if isinstance(attack, Following):
        pursuer = attack.onset.pursuer
        after = aftermath.pursue(field, pursuer.name, pursuer.left)
        return phases.next_pursuit(replace(state, field=after), attack.then)
    onset = attack.onset
    if onset.fled and not onset.stood and not onset.thrown:
        return replace(state, now=ChargeDie(attack))
    aimed = replace(attack, onset=charging.aim(field, onset))
    if aimed.onset.waiting:
        return ask_next(state, aimed)
    if pressing.may_go_on(field, aimed.onset):
        return replace(state, now=Pressing(aimed))
    met = engaging.close_in(field, aimed.onset)
    return charged(replace(state, field=met), attack)


def pace(state: State, now: ChargeDie, die: int) -> State:
    """The charge die; then the chargers choose how far they follow, and whether they align anew."""
    field = state.field
    state = state.noted(ChargeThrow, "adlg.charge.die", "+".join(now.attack.onset.names), die, by_die(FAR, die) - FAR)
    asked = Pressing(replace(now.attack, onset=pressing.paced(field, now.attack.onset, die)))
    least, most = press_limits(state, asked)
    if least < most or (most and field.setting.readings.on("charge_realign")):
        return replace(state, now=asked)
    return press(state, asked, None)


def press_limits(state: State, now: Pressing) -> tuple[int, int]:
    """How far chargers who met nobody go at least and at most, in mUD."""
    return pressing.distances(state.field, now.attack.onset)


def realigned(state: State, now: Pressing, angle: int) -> tuple[State, Pressing] | Refusal:
    """The charge after one more wheel, still to choose how far it goes (adlg.charge.realign)."""
    turned = pressing.realigned(state.field, now.attack.onset, angle)
    if isinstance(turned, Refusal):
        return turned
    asked = Pressing(replace(now.attack, onset=turned[1]))
    return replace(state, field=turned[0], now=asked), asked


def press(state: State, now: Pressing, distance: int | None) -> State:
    """The chargers go so far, or all the way; whom they meet answers first where all had evaded."""
    attack = now.attack
    if attack.onset.thrown:
        pressed = pressing.pressed(state.field, attack.onset, distance)
        return ask_next(state, replace(attack, onset=pressed))
    met = engaging.close_in(state.field, attack.onset, distance)
    return charged(replace(state, field=met), attack)


def charged(state: State, attack: Charging) -> State:
    """A charge is over; units that it cost their last cohesion wait for the rout."""
    if isinstance(attack.then, LetLoose):
        return let_loose(state, attack.then)
    return replace(state, now=attack.then)
