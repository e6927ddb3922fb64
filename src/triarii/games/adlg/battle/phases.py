"""The later phases of a sequence: shooting, melee, rout and pursuit, the check of the break (adlg.sequence.phases).

All results of a phase count together, when its last die has fallen.
"""

from __future__ import annotations

from triarii.core.contract import SEAT_NAMES
from triarii.games.adlg.battle import evening
from triarii.games.adlg.battle.charge import evading, places
from triarii.games.adlg.battle.charge.charging import Charger, PursuitRun
from triarii.games.adlg.battle.fighting import aftermath, fights, shots
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.stages import (
    AfterMelee,
    AfterPursuit,
    AfterShooting,
    Answering,
    Chase,
    ChoosingCorps,
    Engaging,
    FateDie,
    Following,
    Losses,
    MeleeDice,
    Occasion,
    Over,
    Pursuing,
    RampageDie,
    ShotDice,
    StormDie,
    Thrown,
)
from triarii.games.adlg.battle.state import Evening, State
from triarii.games.adlg.battle.table import hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import (
    Asked,
    CampTaken,
    Drawn,
    DrawnOnPoints,
    LastTurn,
    Scored,
    SequenceBegins,
    Spared,
    Won,
    WonOnPoints,
)
from triarii.games.adlg.battle.table.throws import (
    FateThrow,
    Hit,
    MeleeThrow,
    Missed,
    RampageThrow,
    RoundDestroyed,
    RoundEven,
    RoundLost,
    RoundRout,
    ShotThrow,
    StormThrow,
)
from triarii.games.adlg.combat import losses as tolls
from triarii.games.adlg.combat.combatants import SIDES
from triarii.games.adlg.combat.handling import Pursuit, pursuit
from triarii.games.adlg.combat.melee import Round, reckon
from triarii.games.adlg.combat.resolution import ROUT, resolve
from triarii.games.adlg.combat.shooting import ShotOdds, faces, hits, shot_odds
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry.routs import PURSUIT

SHOT, MELEE, DESTROYED = "adlg.shooting.dice", "adlg.melee.losses", "adlg.light_infantry.destroyed"
CAMP, FATE, CONTACT = "adlg.camp.taken", "adlg.commander.loss", "adlg.pursuit.contact"

# Shooting


def begin_shooting(state: State) -> State:
    volleys = shots.shots(state.field, state.active)
    return next_volley(state, tuple(volley.target for volley in volleys), ())


def next_volley(state: State, targets: tuple[str, ...], losses: Losses) -> State:
    if targets:
        return replace(state, now=ShotDice(targets, losses))
    shot_at = frozenset(volley.target for volley in shots.shots(state.field, state.active))
    field = hesitation.shot_at(_apply(state.field, losses, SHOT), shot_at)
    return next_rampage(replace(state, field=field), AfterShooting(), ())


def volley(state: State, now: ShotDice, dice: tuple[int, int]) -> State:
    """A shot; what it costs is lost when all have shot."""
    field, target = state.field, now.targets[0]
    shot = next(each for each in shots.shots(field, state.active) if each.target == target)
    odds = shot_odds(shot.shot, field.setting.readings)
    hit = hits(odds, dice, field.setting.readings)
    if field.chronicle is not None:
        state = _shot(state, shot, odds, dice).noted(Hit if hit else Missed, SHOT, target)
    return next_volley(state, now.targets[1:], (*now.losses, *(((target, 1),) if hit else ())))


def _shot(state: State, volley: shots.Volley, odds: ShotOdds, dice: tuple[int, int]) -> State:
    """The throw of a volley, told."""
    mine, yours = faces(volley.shot, state.field.setting.readings)
    total, protection = odds.totals["a"] + mine[dice[0] - 1], odds.totals["b"] + yours[dice[1] - 1]
    shooters = (volley.shooter, *volley.supporters)
    return state.noted(ShotThrow, SHOT, volley.target, shooters, *dice, total, protection, tuple(odds.entries))


def _apply(field: Field, lost: Losses, rule: str) -> Field:
    for name, points in lost:
        if name in field:
            field = field.loses(name, points, rule)
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
    return next_engagement(replace(state, field=field), tuple(asked))


def next_engagement(state: State, leaders: tuple[str, ...]) -> State:
    if leaders:
        return replace(state, now=Engaging(leaders))
    return next_melee(state, MeleeDice(tuple(clash.a for clash in fights.clashes(state.field))))


def engage(state: State, now: Engaging, takes_part: bool) -> State:
    leader = now.leaders[0]
    field = state.field.with_leader(leader, replace(state.field.leaders[leader], engaged=takes_part))
    return next_engagement(replace(state, field=field), now.leaders[1:])


def next_melee(state: State, waiting: MeleeDice) -> State:
    if waiting.attackers:
        return replace(state, now=waiting)
    field = fights.fought(state.field)
    storming = tuple(unit for unit, _ in fights.camp_attacks(field))
    return next_storm(replace(state, field=field), StormDie(storming, waiting.losses, waiting.beaten))


def melee(state: State, now: MeleeDice, dice: tuple[int, int]) -> State:
    """One round; all results count together when the last one is fought."""
    field = state.field
    clash = next(each for each in fights.clashes(field) if each.a == now.attackers[0])
    fight = reckon(clash.melee, field.setting.readings)
    outcome = resolve(fight, dice)
    if field.chronicle is not None:
        state = _fought(state, clash, fight, dice)
    lost = tuple(
        (name, field.full(name) if points == ROUT else points)
        for name, points in ((clash.a, outcome.losses["a"]), (clash.b, outcome.losses["b"]))
        if points
    )
    beaten = "" if outcome.loser is None else clash.a if outcome.loser == "a" else clash.b
    leader = field.leader_with(beaten) if beaten else ""
    shaken = (leader,) if leader and field.leaders[leader].engaged else ()
    return next_melee(state, MeleeDice(now.attackers[1:], (*now.losses, *lost), (*now.beaten, *shaken)))


def _fought(state: State, clash: fights.Clash, fight: Round, dice: tuple[int, int]) -> State:
    """The throw of a round and what it brought, told; the losses themselves come when the phase ends."""
    outcome = resolve(fight, dice)
    mine, yours = (fight.totals[side] + fight.means[side].faces[die - 1] for side, die in zip(SIDES, dice, strict=True))
    state = state.noted(MeleeThrow, "adlg.melee.dice", clash.a, clash.b, *dice, mine, yours, tuple(fight.entries))
    for side, name, enemy in zip(SIDES, (clash.a, clash.b), (clash.b, clash.a), strict=True):
        points = outcome.losses[side]
        if side in fight.destroyed:
            state = state.noted(RoundDestroyed, DESTROYED, name, enemy)
        elif points == ROUT:
            state = state.noted(RoundRout, MELEE, name)
        elif points:
            state = state.noted(RoundLost, MELEE, name, points)
    return state if any(outcome.losses.values()) else state.noted(RoundEven, MELEE, clash.a, clash.b)


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
    return replace(field, taken=field.taken | {camp}).parted(camp).noted(CampTaken, CAMP, camp)


def next_storm(state: State, waiting: StormDie) -> State:
    if waiting.units:
        return replace(state, now=waiting)
    return next_rampage(
        replace(state, field=_apply(state.field, waiting.losses, MELEE)), AfterMelee(waiting.beaten), ()
    )


def storm(state: State, now: StormDie, die: int) -> State:
    field, name = state.field, now.units[0]
    camp = dict(fights.camp_attacks(field))[name]
    needs = fights.camp_falls_on(field, name, camp)
    field = field.noted(StormThrow, CAMP, name, die, needs)
    if die >= needs:
        field = _sacked(field, camp)
    left = tuple(each for each in now.units[1:] if each in dict(fights.camp_attacks(field)))
    return next_storm(replace(state, field=field), replace(now, units=left))


# Rout and pursuit


def next_rampage(state: State, occasion: Occasion, thrown: Thrown) -> State:
    """Every elephant that routs, be it in the cascade, throws for its way before anybody is swept away, by the common
    reading."""
    field = state.field
    amok = aftermath.rampaging(field, aftermath.routed(field), dict(thrown))
    if amok:
        return replace(state, now=RampageDie(amok[0], occasion, thrown))
    return sweep_away(state, occasion, thrown)


def rampage(state: State, now: RampageDie, die: int) -> State:
    told = state.noted(RampageThrow, aftermath.TRAMPLED, now.elephant, die, tolls.rampage(die).value)
    return next_rampage(told, now.occasion, (*now.thrown, (now.elephant, die)))


def sweep_away(state: State, occasion: Occasion, thrown: Thrown) -> State:
    """The routed leave the table and drag others along; then the dice decide over commanders."""
    before = state.field
    after = aftermath.rout(before, aftermath.routed(before), dict(thrown))
    gone = frozenset(before.stands) - frozenset(after.stands)
    routed = tuple(leader for leader, where in before.leaders.items() if where.unit in gone and _shares(before, leader))
    beaten = occasion.beaten if isinstance(occasion, AfterMelee) else ()
    then = _pursuits(before, after, state.active, gone) if isinstance(occasion, AfterMelee) else occasion
    return next_fate(replace(state, field=after), FateDie(tuple(dict.fromkeys((*beaten, *routed))), routed, then))


def _pursuits(before: Field, after: Field, active: int, gone: frozenset[str]) -> Pursuing:
    """Who may pursue whom once all who rout are gone, those who must before the others."""
    duties = aftermath.pursuers(before, after, active, gone)
    return Pursuing(
        tuple(
            Chase(name, meeting.enemy_of(name))
            for name in sorted(duties, key=lambda name: (duties[name] is not Pursuit.MUST, fights.in_order(name)))
            for meeting in before.meetings_of(name)
        )
    )


def _shares(field: Field, leader: str) -> bool:
    """Whether a commander is in danger when the unit routs that he is with: not if it fights and he stays aside
    (adlg.commander.engaged)."""
    where = field.leaders[leader]
    fighting = any(where.unit in (meeting.attacker, meeting.target) for meeting in fights.main_meetings(field))
    return not fighting or where.engaged or field.setting.corps[leader].included == where.unit


def next_fate(state: State, waiting: FateDie) -> State:
    """The next commander over whom a die decides, or what comes after the rout."""
    leaders = tuple(leader for leader in waiting.leaders if leader in state.field.leaders)
    if leaders:
        return replace(state, now=replace(waiting, leaders=leaders))
    match waiting.then:
        case AfterShooting():
            return begin_melee(state)
        case Pursuing():
            return next_pursuit(state, waiting.then)
        case AfterPursuit():
            return next_sequence(state)


def fate(state: State, now: FateDie, die: int) -> State:
    """The opponent's die decides over a commander (adlg.commander.loss)."""
    leader = now.leaders[0]
    routed = leader in now.routed
    thrower = SEAT_NAMES[1 - state.field.setting.corps[leader].seat]
    most = tolls.DEATH_WHEN_ROUTED if routed else tolls.DEATH_WHEN_LOST
    field = state.field.noted(FateThrow, FATE, leader, die, most, thrower)
    dies = tolls.commander_dies(die, unit_routed=routed)
    field = field.leader_lost(leader, FATE) if dies else field.noted(Spared, FATE, leader)
    return next_fate(replace(state, field=field), replace(now, leaders=now.leaders[1:]))


def next_pursuit(state: State, waiting: Pursuing) -> State:
    """The next unit that may pursue; one that must does so at once (adlg.pursuit.duty)."""
    field = state.field
    left = tuple(chase for chase in waiting.chases if chase.pursuer in field and not field.fights(chase.pursuer))
    if not left:
        return end_sequence(state)
    asked = Pursuing(left)
    if not aftermath.farthest(field, asked.pursuer):
        return pursue(state, asked, 0)  # something stands right before it
    return pursue(state, asked, PURSUIT) if must_pursue(field, asked) else replace(state, now=asked)


def must_pursue(field: Field, now: Pursuing) -> bool:
    name = now.pursuer
    unit = field.unit(name)
    beaten = [field.unit(chase.beaten).troop for chase in now.chases if chase.pursuer == name]
    duty = pursuit(unit.troop, unit.abilities, beaten, held_back=aftermath.held_back(field, name))
    return duty is Pursuit.MUST


def pursue(state: State, now: Pursuing, distance: int) -> State:
    """A unit pursues, or stays; of several who beat the same enemy only one goes."""
    field, name = state.field, now.pursuer
    prey = {chase.beaten for chase in now.chases if chase.pursuer == name}
    left = Pursuing(
        tuple(chase for chase in now.chases if chase.pursuer != name and not (distance and chase.beaten in prey))
    )
    if not distance:
        return next_pursuit(state, left)
    run = _run_of(field, name, distance)
    if run is not None:
        told = state.noted(Asked, CONTACT, run.quarry)
        return replace(told, now=Answering(Following(run, left)))
    return next_pursuit(replace(state, field=aftermath.pursue(field, name, distance)), left)


def _run_of(field: Field, name: str, distance: int) -> PursuitRun | None:
    """A pursuit that will meet somebody who may evade it (adlg.pursuit.contact)."""
    quarry = aftermath.quarry(field, name, distance)
    if quarry not in field:
        return None
    run = PursuitRun(Charger(name, field.body(name), distance), quarry)
    answer = evading.answer(field, run, quarry)
    as_one = answer.rule == evading.BLOCKED and evading.groups_of(field, run, quarry)
    return run if answer.may_evade or as_one else None


# The end


def broken(field: Field) -> tuple[bool, bool]:
    """Whether each army has broken (adlg.losses.break)."""
    first, second = (
        tolls.broken(aftermath.army_losses(field, seat).total, aftermath.army_value(field, seat).total)
        for seat in (0, 1)
    )
    return first, second


def end_sequence(state: State) -> State:
    """Whoever a pursuit cost the last cohesion routs like everybody, and dice decide over his commander; then the next
    sequence."""
    if aftermath.routed(state.field):
        return next_rampage(state, AfterPursuit(), ())
    return next_sequence(state)


def next_sequence(state: State) -> State:
    """The check of the break and of the time (adlg.scoring.time), and the other player's sequence."""
    if any(broken(state.field)) or evening.ends_now(state):
        return replace(_ended(state), now=Over())
    new = replace(
        state,
        field=places.put_right(state.field.new_sequence(), 1 - state.active),  # adlg.conform.incomplete
        now=ChoosingCorps(),
        active=1 - state.active,
        sequence=state.sequence + 1,
        done=(),
        evening=Evening.OPEN if state.evening is Evening.PLAY_ON else state.evening,
    )
    return marches.begin_movement(_begun(new))


def _begun(state: State) -> State:
    """Whose sequence begins, and that the last turn does, told."""
    if state.sequence % 2 and evening.is_last_turn(state):
        state = state.noted(LastTurn, "adlg.scoring.time", evening.game_turn(state))
    return state.noted(SequenceBegins, "adlg.sequence.phases", SEAT_NAMES[state.active])


def _ended(state: State) -> State:
    """Who has won and the points of both, told (adlg.losses.break, adlg.scoring.unfinished)."""
    if state.field.chronicle is None:
        return state
    found, (first, second) = evening.score_now(state.field), broken(state.field)
    rule = "adlg.losses.break" if first or second else "adlg.scoring.unfinished"
    if found.winner is None:
        state = state.noted(Drawn if first else DrawnOnPoints, rule)
    else:
        state = state.noted(Won if first or second else WonOnPoints, rule, SEAT_NAMES[found.winner])
    return state.noted(Scored, evening.rule_of(found), *found.points)
