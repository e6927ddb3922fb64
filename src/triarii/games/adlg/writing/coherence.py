"""Whether a position that somebody wrote down can be: nobody stands on another, and what is decided fits the table."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import special_orders
from triarii.games.adlg.battle.fighting import fights, shots
from triarii.games.adlg.battle.hiding import ambushes
from triarii.games.adlg.battle.hiding.hidden import Way
from triarii.games.adlg.battle.state import Evening, Stage, State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.geometry import paths, shapes
from triarii.games.adlg.setup.coherence import why_incoherent as why_no_setup

OF_A_CORPS = frozenset({Stage.COMMAND, Stage.ORDERS, Stage.RALLY, Stage.RECALL})
IN_A_CHARGE = frozenset({Stage.ANSWER, Stage.PACE, Stage.PRESS})
ABOUT_A_UNIT = frozenset({Stage.RALLY, Stage.RECALL, Stage.ANSWER, Stage.RUN, Stage.ABOUT, Stage.RAMPAGE, Stage.PURSUE})
ABOUT_A_COMMANDER = frozenset({Stage.ENGAGE, Stage.FATE})


def why_incoherent(state: State) -> Refusal | None:
    """What about a position can't be; None where it can."""
    refusal = why_no_setup(state) or _table(state.field)
    return refusal or (_decision(state) if state.setup is None else None)


def _table(field: Field) -> Refusal | None:
    setting, bodies = field.setting, field.bodies()
    camps = field.camps()
    for number, body in enumerate(bodies):
        others = [*bodies[number + 1 :], *camps]
        hit = shapes.overlapping(body.quad, [other.quad for other in others], setting.limits.touch)
        if hit:
            return Refusal("position.overlap", params={"first": body.id, "second": others[hit[0]].id})
        if not paths.on_table(body.quad, *setting.size, setting.limits):
            return Refusal("position.off_table", params={"name": body.id})
    for leader, where in field.leaders.items():
        enemies = [] if where.unit else field.bodies(1 - setting.corps[leader].seat)
        hit = shapes.overlapping(
            field.leader_body(leader).quad, [enemy.quad for enemy in enemies], setting.limits.touch
        )
        if hit:  # adlg.commander.move: he would have given way
            return Refusal("position.overlap", params={"first": leader, "second": enemies[hit[0]].id})
    for meeting in field.meetings:
        enemy = field.unit(meeting.target).seat if meeting.target in field else setting.camps[meeting.target].seat
        if enemy == field.unit(meeting.attacker).seat:
            return Refusal("position.friends", params={"first": meeting.attacker, "second": meeting.target})
    return None


def _decision(state: State) -> Refusal | None:
    """Whether the stage has what it needs: a corps, a charge, somebody whom it is about."""
    field, stage = state.field, state.stage
    fits = True
    if state.corps:
        fits = field.setting.corps[state.corps].seat == state.active
    if stage in OF_A_CORPS:
        fits = fits and bool(state.corps)
    if stage in IN_A_CHARGE:
        fits = fits and state.onset is not None
    if state.onset is not None:
        fits = fits and _charge_fits(state)
    if stage in ABOUT_A_UNIT:
        fits = fits and state.who in field
    if state.together:
        fits = fits and stage in (Stage.RUN, Stage.ABOUT) and _runs_together(state)
    if stage in ABOUT_A_COMMANDER:
        fits = fits and state.who in field.leaders
    if state.threat or (stage is Stage.RUN and state.onset is None):
        fits = fits and _evades_in_own_turn(state)
    if stage is Stage.MARCH:
        march = field.marches.get(state.active)
        fits = fits and march is not None and march.way is Way.MARCHING and state.who == march.leader
    if stage is Stage.COMMAND:
        fits = fits and state.who == state.corps
    if stage is Stage.EVENING:
        fits = fits and not state.done and not state.corps and state.evening is Evening.OPEN
    fits = fits and _waiting_fits(state)
    return None if fits else Refusal("position.stage", params={"stage": stage.value})


def _evades_in_own_turn(state: State) -> bool:
    """Whether those whom a die of evading is about are held and can run, from the enemy who is named if one is."""
    if state.stage is not Stage.RUN or state.onset is not None or not all(name in state.field for name in state.whom):
        return False
    return not isinstance(special_orders.evade_from(state.field, state.whom, state.threat), Refusal)


def _runs_together(state: State) -> bool:
    """Whether those of one evade are on the table, each once and on one side."""
    names, field = state.whom, state.field
    known = len(set(names)) == len(names) and all(name in field for name in names)
    return known and len({field.unit(name).seat for name in names}) == 1


def _charge_fits(state: State) -> bool:
    onset, field = state.onset, state.field
    assert onset is not None
    known = {*field.stands, *field.setting.camps, *field.gone}
    named = {*onset.targets, *onset.waiting, *onset.stood, *onset.fled}
    if not named <= known or any(field.unit(name).seat != state.active for name in onset.names):
        return False
    if state.stage is Stage.ANSWER:
        return bool(onset.waiting) and onset.waiting[0] == state.who
    return state.stage in (*IN_A_CHARGE, Stage.RUN, Stage.ABOUT)


def _provoked(state: State) -> set[str]:
    return set(ambushes.provoked(state.field, 1 - state.active))


def _waiting_fits(state: State) -> bool:
    """Whether those who wait for dice have something to throw for."""
    field, waiting = state.field, state.queue
    match state.stage:
        case Stage.VOLLEY:
            targets = {volley.target for volley in shots.shots(field, state.active)}
            return bool(waiting) and state.who == waiting[0] and set(waiting) <= targets
        case Stage.MELEE:
            fighting = {clash.a for clash in fights.clashes(field)}
            return bool(waiting) and state.who == waiting[0] and set(waiting) <= fighting
        case Stage.STORM:
            return bool(waiting) and state.who == waiting[0] and set(waiting) <= set(dict(fights.camp_attacks(field)))
        case Stage.ENGAGE | Stage.FATE:
            return bool(waiting) and state.who == waiting[0] and set(waiting) <= set(field.leaders)
        case Stage.SPRING:
            return bool(waiting) and state.who == waiting[0] and set(waiting) <= _provoked(state)
        case Stage.PURSUE:
            named = all(set(chase) <= set(field.setting.units) for chase in state.chases)
            return named and any(chase.pursuer == state.who for chase in state.chases)
    return True
