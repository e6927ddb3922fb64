"""Dice as they are told: for whom they fell, what was needed, what they came to with all factors, and what follows."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.core.contract import SEAT_NAMES, Event
from triarii.games.adlg.battle.fighting import fights, shots
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.stages import BY_DICE, FateDie, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import hesitation, marks
from triarii.games.adlg.combat import losses as tolls
from triarii.games.adlg.combat.combatants import SIDES
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.combat.rally import place_of
from triarii.games.adlg.combat.resolution import ROUT, resolve
from triarii.games.adlg.combat.shooting import faces, shot_odds
from triarii.games.adlg.geometry.evades import by_die

DIE = range(1, 7)
FAR = 10_000
"""mUD: long enough to see what a die adds to a way."""


def thrown(state: State, outcome: str, after: State) -> Iterator[Event]:
    """The throw itself, then what it decided as far as the table does not show it at once."""
    if state.stage not in BY_DICE:
        return
    if state.stage is Stage.MELEE:
        yield from _melee(state, _pair(outcome))
    elif state.stage is Stage.VOLLEY:
        yield from _volley(state, _pair(outcome))
    else:
        yield from _die(state, int(outcome), after)


def swept_along(before: State, after: State) -> tuple[str, ...]:
    """Light infantry that ran before evaders (adlg.evade.swept)."""
    old, new = before.field.stands, after.field
    ran = (name for name in new.stands if new.has_mark(name, marks.EVADED) and marks.EVADED not in old[name].marks)
    return tuple(name for name in ran if name not in before.whom)


def _pair(outcome: str) -> tuple[int, int]:
    first, second = outcome.split("-")
    return int(first), int(second)


def _melee(state: State, dice: tuple[int, int]) -> Iterator[Event]:
    readings = state.field.setting.readings
    clash = next(each for each in fights.clashes(state.field) if each.a == state.who)
    fight = reckon(clash.melee, readings)
    yield Event(
        "dice_melee",
        {
            "unit": clash.a,
            "enemy": clash.b,
            "first": dice[0],
            "second": dice[1],
            "total": fight.totals["a"] + fight.means["a"].faces[dice[0] - 1],
            "enemy_total": fight.totals["b"] + fight.means["b"].faces[dice[1] - 1],
        },
    )
    outcome = resolve(fight, dice)
    for side, name, enemy in zip(SIDES, (clash.a, clash.b), (clash.b, clash.a), strict=True):
        points = outcome.losses[side]
        if side in fight.destroyed:
            yield Event("round_destroyed", {"unit": name, "enemy": enemy})
        elif points == ROUT:
            yield Event("round_rout", {"unit": name})
        elif points:
            yield Event("round_lost", {"unit": name, "points": points})
    if not any(outcome.losses.values()):
        yield Event("round_even", {"unit": clash.a, "enemy": clash.b})


def _volley(state: State, dice: tuple[int, int]) -> Iterator[Event]:
    readings = state.field.setting.readings
    volley = next(each for each in shots.shots(state.field, state.active) if each.target == state.who)
    odds, (mine, yours) = shot_odds(volley.shot, readings), faces(volley.shot, readings)
    total, protection = odds.totals["a"] + mine[dice[0] - 1], odds.totals["b"] + yours[dice[1] - 1]
    yield Event(
        "dice_volley",
        {
            "unit": volley.target,
            "shooters": [volley.shooter, *volley.supporters],
            "first": dice[0],
            "second": dice[1],
            "total": total,
            "enemy_total": protection,
        },
    )
    yield Event("hit" if total > protection else "missed", {"unit": volley.target})


def _die(state: State, die: int, after: State) -> Iterator[Event]:
    params: dict[str, int | str] = {"unit": state.who, "die": die}
    field, name = state.field, state.who
    kind = state.stage.value
    match state.stage:
        case Stage.COMMAND if hesitation.hesitates(field, name):
            kind, params["needs"] = "obey", hesitation.needs(field, name)
        case Stage.RALLY:
            place = place_of(field.nearest_enemy(name), field.fights(name))
            params["needs"] = place.needs - bool(field.leader_with(name))
        case Stage.MARCH:
            params["needs"] = marches.needs(field, field.marches[state.active])
        case Stage.RECALL:
            params["needs"] = fights.LOOTERS_OBEY
        case Stage.RUN | Stage.PACE:
            params["unit"] = "+".join(state.whom)
            params["change"] = by_die(FAR, die) - FAR
        case Stage.STORM:
            params["needs"] = fights.camp_falls_on(field, name, dict(fights.camp_attacks(field))[name])
        case Stage.RAMPAGE:
            params["way"] = tolls.rampage(die).value
        case Stage.FATE:
            routed = isinstance(state.now, FateDie) and name in state.now.routed
            params["most"] = max(each for each in DIE if tolls.commander_dies(each, unit_routed=routed))
            params["seat"] = SEAT_NAMES[1 - field.setting.corps[name].seat]  # the opponent throws
    yield Event(f"die_{kind}", params)
    if state.stage is Stage.RALLY and field.stands[name].cohesion == after.field.stands[name].cohesion:
        yield Event("not_rallied", {"unit": name})
    for swept in swept_along(state, after) if state.stage is Stage.RUN else ():
        yield Event("swept", {"unit": swept})
    if state.stage is Stage.RECALL:
        loots_on = after.field.has_mark(name, marks.LOOTING)
        yield Event("loots_on" if loots_on else "recalled", {"unit": name})
    if state.stage is Stage.FATE and name in after.field.leaders:
        yield Event("spared", {"leader": name})
