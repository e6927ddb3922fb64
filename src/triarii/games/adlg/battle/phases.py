"""The later phases of a sequence: shooting, melee, rout and pursuit, the check of the break (adlg.sequence.phases).

All results of a phase count together, when its last die has fallen.
"""

from __future__ import annotations

from triarii.games.adlg.battle import evening
from triarii.games.adlg.battle.charge import evading, places
from triarii.games.adlg.battle.charge.charging import Charger, Onset
from triarii.games.adlg.battle.charge.halting import Manner
from triarii.games.adlg.battle.fighting import aftermath, fights, shots
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.state import AfterRout, Chase, Evening, Stage, State
from triarii.games.adlg.battle.table import hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat import losses as tolls
from triarii.games.adlg.combat.handling import Pursuit, pursuit
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.combat.resolution import ROUT, resolve
from triarii.games.adlg.combat.shooting import hits, shot_odds
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry.routs import PURSUIT

# Shooting


def begin_shooting(state: State) -> State:
    volleys = shots.shots(state.field, state.active)
    waiting = tuple(volley.target for volley in volleys)
    return next_volley(replace(state, queue=waiting, losses=(), corps="", onset=None))


def next_volley(state: State) -> State:
    if state.queue:
        return replace(state, stage=Stage.VOLLEY, who=state.queue[0])
    targets = frozenset(volley.target for volley in shots.shots(state.field, state.active))
    field = hesitation.shot_at(_apply(state.field, state.losses), targets)
    shot = replace(state, field=field, losses=(), beaten=(), after_rout=AfterRout.MELEE, who="")
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
    return next_engagement(
        replace(state, field=field, queue=tuple(asked), losses=(), beaten=(), after_rout=AfterRout.PURSUIT)
    )


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
    shaken = (leader,) if leader and field.leaders[leader].engaged else ()
    return next_melee(
        replace(state, queue=state.queue[1:], losses=(*state.losses, *lost), beaten=(*state.beaten, *shaken))
    )


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
    return next_rampage(replace(state, losses=(), rampages=()))


def next_rampage(state: State) -> State:
    """Every elephant that routs, be it in the cascade, throws before anybody is swept away."""
    field = state.field
    amok = aftermath.rampaging(field, aftermath.routed(field), dict(state.rampages))
    if amok:
        return replace(state, stage=Stage.RAMPAGE, who=amok[0], queue=())
    return sweep_away(state)


def rampage(state: State, die: int) -> State:
    return next_rampage(replace(state, rampages=(*state.rampages, (state.who, die))))


def sweep_away(state: State) -> State:
    """The routed leave the table and drag others along; then the dice decide over commanders."""
    before = state.field
    after, _ = aftermath.rout(before, aftermath.routed(before), dict(state.rampages))
    gone = frozenset(before.stands) - frozenset(after.stands)
    routed = tuple(leader for leader, where in before.leaders.items() if where.unit in gone and _shares(before, leader))
    fates = tuple(dict.fromkeys((*state.beaten, *routed)))
    chases: tuple[Chase, ...] = ()
    if state.after_rout is AfterRout.PURSUIT:
        duties = aftermath.pursuers(before, after, state.active, gone)
        chases = tuple(
            Chase(name, meeting.enemy_of(name))
            for name in sorted(duties, key=lambda name: (duties[name] is not Pursuit.MUST, fights.in_order(name)))
            for meeting in before.meetings_of(name)
        )
    return next_fate(replace(state, field=after, queue=fates, rampages=(), beaten=(), routed=routed, chases=chases))


def _shares(field: Field, leader: str) -> bool:
    """Whether a commander is in danger when the unit routs that he is with: not if it fights and he stays aside
    (adlg.commander.engaged)."""
    where = field.leaders[leader]
    fighting = any(where.unit in (meeting.attacker, meeting.target) for meeting in fights.main_meetings(field))
    return not fighting or where.engaged or field.setting.corps[leader].included == where.unit


def next_fate(state: State) -> State:
    waiting = tuple(leader for leader in state.queue if leader in state.field.leaders)
    if waiting:
        return replace(state, stage=Stage.FATE, who=waiting[0], queue=waiting)
    after = replace(state, routed=(), who="", queue=())
    match state.after_rout:
        case AfterRout.MELEE:
            return begin_melee(after)
        case AfterRout.PURSUIT:
            return next_pursuit(after)
        case AfterRout.END:
            return next_sequence(after)


def fate(state: State, die: int) -> State:
    """The opponent's die decides over a commander (adlg.commander.loss)."""
    field = state.field
    if tolls.commander_dies(die, unit_routed=state.who in state.routed):
        field = field.leader_lost(state.who)
    return next_fate(replace(state, field=field, queue=state.queue[1:]))


def next_pursuit(state: State) -> State:
    """The next unit that may pursue; one that must does so at once (adlg.pursuit.duty)."""
    field = state.field
    waiting = tuple(chase for chase in state.chases if chase.pursuer in field and not field.fights(chase.pursuer))
    if not waiting:
        return end_sequence(replace(state, chases=(), who=""))
    name = waiting[0].pursuer
    asked = replace(state, stage=Stage.PURSUE, who=name, chases=waiting)
    if not aftermath.farthest(state.field, name):
        return pursue(asked, 0)  # something stands right before it
    return pursue(asked, PURSUIT) if must_pursue(asked) else asked


def must_pursue(state: State) -> bool:
    field, name = state.field, state.who
    unit = field.unit(name)
    beaten = [field.unit(chase.beaten).troop for chase in state.chases if chase.pursuer == name]
    duty = pursuit(unit.troop, unit.abilities, beaten, held_back=aftermath.held_back(field, name))
    return duty is Pursuit.MUST


def pursue(state: State, distance: int) -> State:
    """A unit pursues, or stays; of several who beat the same enemy only one goes."""
    prey = {chase.beaten for chase in state.chases if chase.pursuer == state.who}
    left = tuple(
        chase for chase in state.chases if chase.pursuer != state.who and not (distance and chase.beaten in prey)
    )
    asked = replace(state, chases=left)
    if not distance:
        return next_pursuit(asked)
    onset = _pursuit_of(state.field, state.who, distance)
    if onset is not None:
        return replace(asked, onset=onset, stage=Stage.ANSWER, who=onset.waiting[0])
    return next_pursuit(replace(asked, field=aftermath.pursue(state.field, state.who, distance)))


def _pursuit_of(field: Field, name: str, distance: int) -> Onset | None:
    """A pursuit that will meet somebody who may evade it (adlg.pursuit.contact)."""
    quarry = aftermath.quarry(field, name, distance)
    if quarry not in field:
        return None
    onset = Onset((Charger(name, field.body(name), distance),), Manner.PURSUIT, (quarry,), (quarry,))
    answer = evading.answer(field, onset, quarry)
    as_one = answer.rule == evading.BLOCKED and evading.groups_of(field, onset, quarry)
    return onset if answer.may_evade or as_one else None


# The end


def broken(field: Field) -> tuple[bool, bool]:
    """Whether each army has broken (adlg.losses.break)."""
    first, second = (
        tolls.broken(aftermath.army_losses(field, seat), aftermath.army_value(field, seat)) for seat in (0, 1)
    )
    return first, second


def end_sequence(state: State) -> State:
    """Whoever a pursuit cost the last cohesion routs like everybody, and dice decide over his commander; then the next
    sequence."""
    if aftermath.routed(state.field):
        return begin_rout(replace(state, after_rout=AfterRout.END, chases=(), who=""))
    return next_sequence(state)


def next_sequence(state: State) -> State:
    """The check of the break and of the time (adlg.scoring.time), and the other player's sequence."""
    state = replace(state, after_rout=AfterRout.PURSUIT)
    if any(broken(state.field)) or evening.ends_now(state):
        return replace(state, stage=Stage.OVER, who="")
    new = replace(
        state,
        field=places.put_right(state.field.new_sequence(), 1 - state.active),  # adlg.conform.incomplete
        stage=Stage.CORPS,
        active=1 - state.active,
        sequence=state.sequence + 1,
        done=(),
        corps="",
        points=0,
        free=0,
        losses=(),
        evening=Evening.OPEN if state.evening is Evening.PLAY_ON else state.evening,
    )
    return marches.begin_movement(new)
