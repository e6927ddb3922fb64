"""What follows shots and melees in a report: camps, routs and whom they shake, the fate of commanders, pursuits."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.games.adlg.battle.charge.engaging import Happening
from triarii.games.adlg.battle.fighting import aftermath, fights
from triarii.games.adlg.battle.fighting.shots import shots
from triarii.games.adlg.battle.stages import FateDie, MeleeDice, RampageDie, ShotDice, Stage, StormDie
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.losses import DEATH_WHEN_LOST, DEATH_WHEN_ROUTED, commander_dies, rampage
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.combat.resolution import ROUT, resolve
from triarii.games.adlg.combat.shooting import hits, shot_odds
from triarii.games.adlg.telling.story import events_of
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup, together
from triarii.pictures.report_orders import named, order_words, ran
from triarii.pictures.report_steps import BattleStep, called, dice_of, went

TOLD = {
    "taken": "adlg.camp.taken",
    "meets": "adlg.pursuit.contact",
    "destroyed": "adlg.evade.caught",
    "left_table": "adlg.move.table_edge",
    "won_over": "adlg.allies.hesitate",
    "gives_way": "adlg.commander.move",
    "gives_way_alone": "adlg.commander.move",
}
"""Events that are told in the game's own words, each with its rule."""


def lines_of(context: ReportContext, step: BattleStep) -> Iterator[Markup]:
    """All that a step of these phases brought, but for the ledgers of shots and melees."""
    before = step.before
    yield from _decided(context, before, step)
    routed = routs(before, step)
    for each in _wave_by_wave(routed):
        who, other = (called(before.field, name, context.lang) for name in (each.unit, each.other))
        yield together(
            context.say(f"report.rout.{each.kind}", unit=who, other=other, points=each.amount), context.why(each.rule)
        )
    yield from _events(context, before, step, {each.unit for each in routed})


def _decided(context: ReportContext, before: State, step: BattleStep) -> Iterator[Markup]:
    field, who = before.field, before.who
    match before.stage:
        case Stage.ENGAGE:
            yield together(order_words(context, field, step.action), context.why("adlg.commander.engaged"))
        case Stage.PURSUE:
            yield together(
                order_words(context, field, step.action), context.why("adlg.pursuit.who", "adlg.pursuit.duty")
            )
        case Stage.ANSWER | Stage.ABOUT:
            yield together(order_words(context, field, step.action), context.why("adlg.pursuit.contact"))
        case Stage.RUN:
            yield ran(context, step)
        case Stage.STORM:
            needs = fights.camp_falls_on(field, who, dict(fights.camp_attacks(field))[who])
            die = context.die(int(step.action), field.unit(who).seat)
            said = context.say("report.storm", unit=called(field, who, context.lang), needs=needs)
            yield together(said, " ", die, context.why("adlg.camp.taken"))
        case Stage.RAMPAGE:
            die = context.die(int(step.action), field.unit(who).seat)
            way = rampage(int(step.action)).value
            said = context.say("report.rampage", unit=called(field, who, context.lang), way=way)
            yield together(said, " ", die, context.why("adlg.rout.sparing"))
        case Stage.FATE:
            yield _fate(context, before, int(step.action))


def _fate(context: ReportContext, before: State, die: int) -> Markup:
    """The opponent's die over a commander."""
    assert isinstance(before.now, FateDie)
    leader, routed = before.who, before.who in before.now.routed
    dies = commander_dies(die, unit_routed=routed)
    said = context.say(
        "report.fate.routed" if routed else "report.fate.lost",
        leader=called(before.field, leader, context.lang),
        most=DEATH_WHEN_ROUTED if routed else DEATH_WHEN_LOST,
    )
    end = context.say("report.fate.falls" if dies else "report.fate.lives")
    seat = 1 - before.field.setting.corps[leader].seat
    return together(said, " ", context.die(die, seat), " ", end, context.why("adlg.commander.loss"))


# Routs


def _wave_by_wave(found: list[Happening]) -> Iterator[Happening]:
    """After each unit that routs those whom it shakes."""
    for each in found:
        if each.kind == aftermath.ROUTED:
            yield each
            yield from (other for other in found if other.other == each.unit)


def routs(before: State, step: BattleStep) -> list[Happening]:
    """Who routs once the last die of a phase has fallen, and whom that shakes."""
    after = step.after
    over = {
        Stage.VOLLEY: after.stage is not Stage.VOLLEY,
        Stage.MELEE: after.stage not in (Stage.MELEE, Stage.STORM),
        Stage.STORM: after.stage is not Stage.STORM,
        Stage.RAMPAGE: True,
    }
    if not over.get(before.stage) or after.stage is Stage.RAMPAGE:
        return []
    field, dice = _struck(before, step.action), {}
    if isinstance(before.now, RampageDie):
        dice = {**dict(before.now.thrown), before.who: int(step.action)}
    return aftermath.rout(field, aftermath.routed(field), dice)[1]


def _struck(before: State, action: str) -> Field:
    """The table with all losses of the phase, before anybody routs."""
    field = before.field
    if not isinstance(before.now, ShotDice | MeleeDice | StormDie):
        return field
    for name, points in (*before.now.losses, *_struck_now(before, action)):
        if name in field:
            field = field.loses(name, points)
    return field


def _struck_now(before: State, action: str) -> Iterator[tuple[str, int]]:
    """What the last throw cost."""
    field, read = before.field, before.field.setting.readings
    if before.stage is Stage.VOLLEY:
        volley = next(each for each in shots(field, before.active) if each.target == before.who)
        if hits(shot_odds(volley.shot, read), dice_of(action), read):
            yield before.who, 1
    elif before.stage is Stage.MELEE:
        clash = next(each for each in fights.clashes(field) if each.a == before.who)
        lost = resolve(reckon(clash.melee, read), dice_of(action)).losses
        for name, points in ((clash.a, lost["a"]), (clash.b, lost["b"])):
            yield name, field.full(name) if points == ROUT else points


def _events(context: ReportContext, before: State, step: BattleStep, known: set[str]) -> Iterator[Markup]:
    """What else changed on the table: contacts, camps, and ways that units went."""
    after = step.after
    moved = []
    for event in events_of(before, step.action, after):
        if event.kind in TOLD:
            yield together(named(context, before.field, event), context.why(TOLD[event.kind]))
        elif event.kind == "moved":
            moved.append(str(event.fields["unit"]))
        elif event.kind == "routed" and event.fields["unit"] not in known:
            yield together(named(context, before.field, event), context.why("adlg.losses.points"))
    for name in moved:
        yield went(context, step, name)
