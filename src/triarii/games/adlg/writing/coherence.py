"""Whether a position that somebody wrote down can be: nobody stands on another, and what is decided fits the table."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import special_orders
from triarii.games.adlg.battle.charge.charging import Approach
from triarii.games.adlg.battle.fighting import fights, shots
from triarii.games.adlg.battle.hiding import ambushes
from triarii.games.adlg.battle.hiding.hidden import Way
from triarii.games.adlg.battle.stages import (
    Answering,
    EndingEvening,
    Engaging,
    EvadeDie,
    FateDie,
    MarchDie,
    MeleeDice,
    OwnEvadeDie,
    Pursuing,
    RallyDie,
    RampageDie,
    RecallDie,
    ShotDice,
    Springing,
    StormDie,
    TurningAbout,
)
from triarii.games.adlg.battle.state import Evening, State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.geometry import paths, shapes
from triarii.games.adlg.setup.coherence import why_incoherent as why_no_setup


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
    """Whether what is decided fits the table: whom it is about is there and has something to decide or to throw for."""
    field = state.field
    fits = not state.corps or field.setting.corps[state.corps].seat == state.active
    onset = state.onset
    fits = fits and (onset is None or _charge_fits(field, onset, state.active)) and _about_fits(state)
    return None if fits else Refusal("position.stage", params={"stage": state.stage.value})


def _about_fits(state: State) -> bool:
    field = state.field
    match state.now:
        case RallyDie() | RecallDie() | Answering() | RampageDie():
            return state.who in field
        case EvadeDie(names=names) | TurningAbout(names=names):
            return _runs_together(field, names)
        case OwnEvadeDie() as now:
            return _runs_together(field, now.names) and _evades_in_own_turn(field, now)
        case MarchDie(leader=leader):
            march = field.marches.get(state.active)
            return march is not None and march.way is Way.MARCHING and leader == march.leader
        case EndingEvening():
            return not state.done and state.evening is Evening.OPEN
        case ShotDice(targets=targets):
            return set(targets) <= {volley.target for volley in shots.shots(field, state.active)}
        case MeleeDice(attackers=attackers):
            return set(attackers) <= {clash.a for clash in fights.clashes(field)}
        case StormDie(units=units):
            return set(units) <= set(dict(fights.camp_attacks(field)))
        case Engaging(leaders=leaders) | FateDie(leaders=leaders):
            return set(leaders) <= set(field.leaders)
        case Springing(markers=markers):
            return set(markers) <= set(ambushes.provoked(field, 1 - state.active))
        case Pursuing(chases=chases):
            return state.who in field and all(set(chase) <= set(field.setting.units) for chase in chases)
    return True


def _evades_in_own_turn(field: Field, now: OwnEvadeDie) -> bool:
    """Whether those whom a die of evading is about are held and can run, from the enemy who is named if one is."""
    return not isinstance(special_orders.evade_from(field, now.names, now.threat), Refusal)


def _runs_together(field: Field, names: tuple[str, ...]) -> bool:
    """Whether those of one evade are on the table, each once and on one side."""
    known = len(set(names)) == len(names) and all(name in field for name in names)
    return known and len({field.unit(name).seat for name in names}) == 1


def _charge_fits(field: Field, onset: Approach, active: int) -> bool:
    known = {*field.stands, *field.setting.camps, *field.gone}
    named = {*onset.targets, *onset.waiting, *onset.stood, *onset.fled}
    return named <= known and all(field.unit(name).seat == active for name in onset.names)
