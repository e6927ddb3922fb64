"""What follows shots and melees in a report: camps, routs and whom they shake, the fate of commanders, pursuits."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.games.adlg.battle.fighting import aftermath, fights
from triarii.games.adlg.battle.stages import FateDie, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Lost, Routed
from triarii.games.adlg.combat.losses import DEATH_WHEN_LOST, DEATH_WHEN_ROUTED, commander_dies, rampage
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup, together
from triarii.pictures.report_orders import named, order_words, ran
from triarii.pictures.report_steps import BattleStep, called, went

TOLD = frozenset({"taken", "meets", "destroyed", "left_table", "won_over", "gives_way", "gives_way_alone"})
"""Events that are told in the game's own words."""


def lines_of(context: ReportContext, step: BattleStep) -> Iterator[Markup]:
    """All that a step of these phases brought, but for the ledgers of shots and melees."""
    before = step.before
    yield from _decided(context, before, step)
    yield from (_rout(context, before.field, each) for each in _wave_by_wave(step))
    yield from _events(context, step)


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


def _wave_by_wave(step: BattleStep) -> Iterator[Routed | Lost]:
    """After each unit that routs those whom it shakes or tramples."""
    struck = [each for each in step.happenings if isinstance(each, Lost) and each.by]
    for each in step.happenings:
        if isinstance(each, Routed):
            yield each
            yield from (other for other in struck if other.by == each.unit)


def _rout(context: ReportContext, field: Field, each: Routed | Lost) -> Markup:
    who = called(field, each.unit, context.lang)
    if isinstance(each, Routed):
        said = context.say("report.rout.routed", unit=who)
    else:
        kind = "trampled" if each.rule == aftermath.TRAMPLED else "shaken"
        by = called(field, each.by, context.lang)
        said = context.say(f"report.rout.{kind}", unit=who, other=by, points=each.points)
    return together(said, context.why(each.rule))


def _events(context: ReportContext, step: BattleStep) -> Iterator[Markup]:
    """What else changed on the table: contacts, camps, and ways that units went."""
    for event in step.events:
        if event.kind in TOLD:
            yield together(named(context, step.before.field, event), context.why(str(event.fields["rule"])))
    for name in step.moved():
        yield went(context, step, name)
