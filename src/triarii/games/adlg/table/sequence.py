"""How a battle goes on: the player sequence from the first corps to the check of the break (adlg.sequence.phases).

Every function takes a state and gives the next one; dice and decisions come in as arguments.
"""

from __future__ import annotations

from dataclasses import replace

from triarii.core.contract import Refusal
from triarii.games.adlg import losses as tolls
from triarii.games.adlg.command import command_points
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.routs import PURSUIT
from triarii.games.adlg.handling import Pursuit, pursuit
from triarii.games.adlg.melee import reckon
from triarii.games.adlg.rally import place_of, rallies
from triarii.games.adlg.resolution import ROUT, resolve
from triarii.games.adlg.shooting import hits, shot_odds
from triarii.games.adlg.table import aftermath, charging, deeds, engaging, evading, fights, marks, pressing, shots, wild
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.setting import COMMANDER_LETTERS
from triarii.games.adlg.table.state import Stage, State

RESTING = "rest"
"""The seat has ended its movement: corps that are left have no orders."""

# Movement


def activate(state: State, leader: str) -> State:
    """The next corps: its command die comes first."""
    return replace(state, stage=Stage.COMMAND, corps=leader, who=leader)


def command(state: State, die: int) -> State:
    alive = state.corps in state.field.leaders
    points = command_points(state.field.setting.corps[state.corps].grade if alive else None, die)
    free = points.items[1].value if len(points.items) > 1 else 0
    return replace(state, stage=Stage.ORDERS, points=points.total - free, free=free, who="", wild=False)


def end_corps(state: State) -> State:
    """A corps has had its orders: now those of its units charge who can't be held."""
    return let_loose(replace(state, wild=True))


def let_loose(state: State) -> State:
    """The next uncontrolled charge of the corps, from its left wing on, or the end of its activation."""
    corps = state.field.setting.corps[state.corps]
    for unit in wild.from_one_wing(state.field, corps):
        loose = wild.break_loose(state.field, unit)
        if loose is not None:
            return ask_next(replace(state, field=loose[0], onset=loose[1]))
    done = (*state.done, state.corps)
    return next_corps(replace(state, done=done, corps="", points=0, free=0, wild=False, who=""))


def next_corps(state: State) -> State:
    if all(leader in state.done for leader in corps_of(state.field, state.active)):
        return begin_shooting(replace(state, then=""))
    if state.then == RESTING:
        return rest(state)
    return replace(state, stage=Stage.CORPS, corps="")


def rest(state: State) -> State:
    """The active seat gives no more orders: its other corps only let loose whom nobody holds."""
    waiting = [leader for leader in corps_of(state.field, state.active) if leader not in state.done]
    if not waiting:
        return begin_shooting(replace(state, then=""))
    return end_corps(replace(state, corps=waiting[0], points=0, free=0, then=RESTING))


def corps_of(field: Field, seat: int) -> list[str]:
    """The corps of a seat that still have units, by their commanders."""
    numbers = {unit.corps for unit in field.units(seat)}
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


# Charges


def ask_next(state: State) -> State:
    """The next target answers; when all have, the charge runs on."""
    onset = state.onset
    assert onset is not None
    if onset.waiting:
        target = onset.waiting[0]
        answer = evading.answer(state.field, onset, target)
        if answer.must_evade:
            return flee(replace(state, who=target), adapt=False)
        if not answer.may_evade:
            return stand(replace(state, who=target))
        return replace(state, stage=Stage.ANSWER, who=target)
    return all_answered(state)


def stand(state: State) -> State:
    onset = state.onset
    assert onset is not None
    answered = replace(onset, waiting=onset.waiting[1:], stood=(*onset.stood, state.who))
    return ask_next(replace(state, onset=answered, who=""))


def flee(state: State, adapt: bool) -> State:
    return replace(state, stage=Stage.RUN, adapt=adapt)


def run(state: State, die: int) -> State:
    """An evader runs, in a charge or in its own turn out of a zone."""
    onset, name = state.onset, state.who
    if onset is None:
        turned = _turned_in_own_turn(state.field, name)
        field = evading.run_away(state.field, name, turned, die, None)
    else:
        field = evading.flee(state.field, onset, name, die, adapt=state.adapt)
        onset = replace(onset, waiting=onset.waiting[1:], fled=(*onset.fled, name))
    after = replace(state, field=field, onset=onset, adapt=False)
    if name in field and field.unit(name).light:
        return replace(after, stage=Stage.ABOUT)
    return ran(after)


def _turned_in_own_turn(field: Field, name: str) -> Body:
    turned = deeds.evade_from(field, name)
    assert isinstance(turned, Body), "asked before"
    return turned


def about(state: State, turn: bool) -> State:
    field = evading.turn_about(state.field, state.who) if turn else state.field
    return ran(replace(state, field=field))


def ran(state: State) -> State:
    if state.onset is None:
        return replace(state, stage=Stage.ORDERS, who="")
    return ask_next(replace(state, who=""))


def all_answered(state: State) -> State:
    """Where all have evaded, the charge die decides how far the chargers follow (adlg.charge.die); who shows up behind
    evaders answers in turn. Then the chargers run, and those who meet nobody are asked how far."""
    onset, field = state.onset, state.field
    assert onset is not None
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


# Shooting


def begin_shooting(state: State) -> State:
    volleys = shots.shots(state.field, state.active)
    waiting = tuple(volley.target for volley in volleys)
    return next_volley(replace(state, queue=waiting, losses=(), corps="", onset=None))


def next_volley(state: State) -> State:
    if state.queue:
        return replace(state, stage=Stage.VOLLEY, who=state.queue[0])
    shot = replace(state, field=_apply(state.field, state.losses), losses=(), marked=(), then="melee", who="")
    return begin_rout(shot)


def volley(state: State, dice: tuple[int, int]) -> State:
    """A shot; what it costs is lost when all have shot."""
    field = state.field
    shot = next(each for each in shots.shots(field, state.active) if each.target == state.who)
    odds = shot_odds(shot.shot, field.setting.readings)
    lost = ((state.who, 1),) if hits(odds, dice, field.setting.readings) else ()
    return next_volley(replace(state, queue=state.queue[1:], losses=(*state.losses, *lost)))


def _apply(field: Field, lost: tuple[tuple[str, int], ...]) -> Field:
    for name, points in lost:
        if name in field:
            field = field.loses(name, points)
    return field


# Melee


def begin_melee(state: State) -> State:
    """Open camps fall at once; then commanders decide whether they fight."""
    field = _storm_open_camps(state.field)
    asked = []
    for leader, where in field.leaders.items():
        if where.unit and any(where.unit in (clash.a, clash.b) for clash in fights.clashes(field)):
            if field.setting.corps[leader].included:
                field = field.with_leader(leader, replace(field.leaders[leader], engaged=True))
            else:
                asked.append(leader)
        elif where.engaged:
            field = field.with_leader(leader, replace(where, engaged=False))
    return next_engagement(replace(state, field=field, queue=tuple(asked), losses=(), marked=(), then=""))


def next_engagement(state: State) -> State:
    if state.queue:
        return replace(state, stage=Stage.ENGAGE, who=state.queue[0])
    waiting = tuple(clash.a for clash in fights.clashes(state.field))
    return next_melee(replace(state, queue=waiting, who=""))


def engage(state: State, takes_part: bool) -> State:
    where = state.field.leaders[state.who]
    field = state.field.with_leader(state.who, replace(where, engaged=takes_part))
    return next_engagement(replace(state, field=field, queue=state.queue[1:]))


def next_melee(state: State) -> State:
    if state.queue:
        return replace(state, stage=Stage.MELEE, who=state.queue[0])
    field = fights.fought(state.field)
    return next_storm(replace(state, field=field, queue=tuple(unit for unit, _ in fights.camp_attacks(field)), who=""))


def melee(state: State, dice: tuple[int, int]) -> State:
    """One round; all results count together when the last one is fought."""
    field = state.field
    clash = next(each for each in fights.clashes(field) if each.a == state.who)
    outcome = resolve(reckon(clash.melee, field.setting.readings), dice)
    lost = tuple(
        (name, field.full(name) if points == ROUT else points)
        for name, points in ((clash.a, outcome.losses["a"]), (clash.b, outcome.losses["b"]))
        if points
    )
    beaten = "" if outcome.loser is None else clash.a if outcome.loser == "a" else clash.b
    leader = field.leader_with(beaten) if beaten else ""
    marked = state.marked
    if leader and field.leaders[leader].engaged:
        marked = (*marked, leader)
    return next_melee(replace(state, queue=state.queue[1:], losses=(*state.losses, *lost), marked=marked))


# Camps


def _storm_open_camps(field: Field) -> Field:
    """A camp without fortification is lost to whoever reaches it (adlg.camp.taken)."""
    for unit, camp in fights.camp_attacks(field):
        if fights.camp_falls_on(field, unit, camp) == fights.SURE:
            field = _sacked(field, camp)
    return field


def _sacked(field: Field, camp: str) -> Field:
    """A camp is lost, and whoever stands in it loots."""
    for meeting in field.meetings:
        if meeting.target == camp:
            field = field.marked(meeting.attacker, marks.LOOTING)
    return replace(field, taken=field.taken | {camp}).parted(camp)


def next_storm(state: State) -> State:
    if state.queue:
        return replace(state, stage=Stage.STORM, who=state.queue[0])
    return begin_rout(replace(state, field=_apply(state.field, state.losses), losses=()))


def storm(state: State, die: int) -> State:
    field, name = state.field, state.who
    camp = dict(fights.camp_attacks(field))[name]
    if die >= fights.camp_falls_on(field, name, camp):
        field = _sacked(field, camp)
    left = tuple(each for each in state.queue[1:] if each in dict(fights.camp_attacks(field)))
    return next_storm(replace(state, field=field, queue=left))


# Rout and pursuit


def begin_rout(state: State) -> State:
    """Elephants that run amok throw for their way first, by the common reading."""
    return next_rampage(replace(state, losses=()))


def next_rampage(state: State) -> State:
    """Every elephant that routs, be it in the cascade, throws before anybody is swept away."""
    field = state.field
    amok = aftermath.rampaging(field, aftermath.routed(field), dict(state.losses))
    if amok:
        return replace(state, stage=Stage.RAMPAGE, who=amok[0], queue=())
    return sweep_away(state)


def rampage(state: State, die: int) -> State:
    return next_rampage(replace(state, losses=(*state.losses, (state.who, die))))


def sweep_away(state: State) -> State:
    """The routed leave the table and drag others along; then the dice decide over commanders."""
    before = state.field
    after, _ = aftermath.rout(before, aftermath.routed(before), dict(state.losses))
    gone = frozenset(before.stands) - frozenset(after.stands)
    routed = tuple(leader for leader, where in before.leaders.items() if where.unit in gone)
    fates = tuple(dict.fromkeys((*state.marked, *routed)))
    chase: tuple[str, ...] = ()
    if state.then != "melee":
        duties = aftermath.pursuers(before, after, state.active, gone)
        chase = tuple(
            f"{name}>{meeting.enemy_of(name)}"
            for name in sorted(duties, key=lambda name: (duties[name] is not Pursuit.MUST, fights.in_order(name)))
            for meeting in before.meetings_of(name)
        )
    lost = tuple((leader, 1) for leader in routed)
    return next_fate(replace(state, field=after, queue=fates, losses=lost, marked=chase))


def next_fate(state: State) -> State:
    waiting = tuple(leader for leader in state.queue if leader in state.field.leaders)
    if waiting:
        return replace(state, stage=Stage.FATE, who=waiting[0], queue=waiting)
    after = replace(state, losses=(), who="", queue=())
    return begin_melee(after) if state.then == "melee" else next_pursuit(after)


def fate(state: State, die: int) -> State:
    """The opponent's die decides over a commander (adlg.commander.loss)."""
    routed = dict(state.losses).get(state.who, 0) > 0
    field = state.field
    if tolls.commander_dies(die, unit_routed=routed):
        field = field.leader_lost(state.who)
    return next_fate(replace(state, field=field, queue=state.queue[1:]))


def next_pursuit(state: State) -> State:
    """The next unit that may pursue; one that must does so at once (adlg.pursuit.duty)."""
    waiting = tuple(
        pair
        for pair in state.marked
        if pair.split(">")[0] in state.field and not state.field.fights(pair.split(">")[0])
    )
    if not waiting:
        return end_sequence(replace(state, marked=(), who=""))
    name = waiting[0].split(">")[0]
    asked = replace(state, stage=Stage.PURSUE, who=name, marked=waiting)
    return pursue(asked, PURSUIT) if must_pursue(asked) else asked


def must_pursue(state: State) -> bool:
    field, name = state.field, state.who
    unit = field.unit(name)
    beaten = [field.unit(pair.split(">")[1]).troop for pair in state.marked if pair.split(">")[0] == name]
    duty = pursuit(unit.troop, unit.abilities, beaten, held_back=aftermath.held_back(field, name))
    return duty is Pursuit.MUST


def pursue(state: State, distance: int) -> State:
    """A unit pursues, or stays; of several who beat the same enemy only one goes."""
    prey = {pair.split(">")[1] for pair in state.marked if pair.split(">")[0] == state.who}
    left = tuple(
        pair
        for pair in state.marked
        if pair.split(">")[0] != state.who and not (distance and pair.split(">")[1] in prey)
    )
    field = aftermath.pursue(state.field, state.who, distance) if distance else state.field
    return next_pursuit(replace(state, field=field, marked=left))


# The end


def broken(field: Field) -> tuple[bool, bool]:
    """Whether each army has broken (adlg.losses.break)."""
    first, second = (
        tolls.broken(aftermath.army_losses(field, seat), aftermath.army_value(field, seat)) for seat in (0, 1)
    )
    return first, second


def end_sequence(state: State) -> State:
    """Whoever a pursuit cost the last cohesion goes; then the check of the break and the other player's sequence."""
    field = aftermath.rout(state.field, aftermath.routed(state.field), {})[0]
    state = replace(state, field=field)
    if any(broken(state.field)):
        return replace(state, stage=Stage.OVER, who="")
    return replace(
        state,
        field=state.field.new_sequence(),
        stage=Stage.CORPS,
        active=1 - state.active,
        sequence=state.sequence + 1,
        done=(),
        corps="",
        points=0,
        free=0,
        losses=(),
        marked=(),
    )
