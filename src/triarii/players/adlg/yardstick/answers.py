"""Decisions that are no orders: to stand or to run, to turn about, to press on, to fight in front, to pursue."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.games.adlg.battle import evening, phases, sequence
from triarii.games.adlg.battle.fighting import fights
from triarii.games.adlg.battle.stages import Engaging, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import hesitation
from triarii.games.adlg.combat.losses import COMMANDER
from triarii.games.adlg.data.command import Grade
from triarii.games.adlg.position import Position
from triarii.players.adlg.yardstick import stealth
from triarii.players.adlg.yardstick.bouts import bout
from triarii.players.adlg.yardstick.foresight import settled
from triarii.players.adlg.yardstick.weights import WEIGHTS
from triarii.players.adlg.yardstick.worth import Judge

DIES = 1 / 6
"""Of a commander who fights in front and whose unit loses a round."""
LOSES = 0.4
"""How often that is, roughly."""
ROUNDS = 2.5
BEFORE_ALLIES = 1.0
"""More than any corps is worth for being near the enemy."""


def weighed(position: Position, judge: Judge) -> list[tuple[str, float]]:
    """Every answer that is offered now with its worth, best first."""
    return sorted(_worths(position, judge), key=lambda one: -one[1])


def _worths(position: Position, judge: Judge) -> Iterator[tuple[str, float]]:
    state = position.state
    if isinstance(state.now, Engaging):
        yield f"{state.who} aside", 0.0
        yield f"{state.who} engage", _in_front(state, state.now)
        return
    if state.stage is Stage.CORPS:
        yield from _corps(state)
        yield from stealth.springing(state, judge.seat, late=False)
        return
    if state.stage is Stage.SPRING:
        yield f"{state.who} wait", 0.0
        yield from stealth.springing(state, judge.seat, late=True)
        return
    if state.stage is Stage.EVENING:
        yield from _evening(position)
        return
    for action in position.actions():
        found = position.considered(action)
        if isinstance(found, State):
            yield action, settled(found, judge.seat, judge.value)


def _evening(position: Position) -> Iterator[tuple[str, float]]:
    """Whoever would lose on points plays on; everybody else is glad to have a result."""
    winner = evening.score_now(position.state.field).winner
    behind = winner is not None and winner != int(position.turn)
    yield evening.AGREE, -1.0 if behind else 1.0
    yield evening.PLAY_ON, 0.0


def _corps(state: State) -> Iterator[tuple[str, float]]:
    """Corps near the enemy come first: what they do decides what the others are needed for. But before allies who
    hesitate comes the commander-in-chief, who can speak for them."""
    field = state.field
    for leader in sequence.corps_of(field, state.active):
        if leader in state.done:
            continue
        units = [unit for unit in field.units(state.active) if field.setting.corps_of(unit).commander == leader]
        nearest = min((field.nearest_enemy(unit.id) or 0 for unit in units), default=0)
        speaks = leader in field.leaders and bool(hesitation.may_be_encouraged(state, leader))
        yield f"corps {leader}", BEFORE_ALLIES if speaks else -nearest / 1000


def _in_front(state: State, now: Engaging) -> float:
    """What a commander adds to his unit's melee, less what his death would cost."""
    field, leader = state.field, state.who
    unit = field.leaders[leader].unit
    grade = field.setting.corps[leader].grade
    for clash in fights.clashes(field):
        if unit in (clash.a, clash.b):
            sign = 1 if unit == clash.a else -1
            before = bout(clash.melee, field.setting.readings) * sign
            led = phases.engage(state, now, True).field
            after = next(each for each in fights.clashes(led) if (each.a, each.b) == (clash.a, clash.b))
            return bout(after.melee, field.setting.readings) * sign - before - _risk(grade)
    return -1.0


def _risk(grade: Grade) -> float:
    return DIES * LOSES * ROUNDS * (COMMANDER + grade.value + WEIGHTS.leader)
