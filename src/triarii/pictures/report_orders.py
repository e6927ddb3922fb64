"""The movement phase in a report: command dice, orders in words, what each cost and why, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from triarii.core.contract import Event
from triarii.games.adlg.battle.fighting.fights import LOOTERS_OBEY
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import (
    HALF_TURN,
    Activate,
    Advance,
    Charge,
    Contract,
    Encourage,
    Enter,
    Evade,
    Extend,
    Go,
    Join,
    Leave,
    Move,
    Oblique,
    Order,
    Pivot,
    Press,
    Pursue,
    Reveal,
    Ride,
    ShootAt,
    Slide,
    Step,
    TurnInPlace,
    Wheel,
    side_of,
)
from triarii.games.adlg.battle.stages import CommandDie, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import hesitation
from triarii.games.adlg.battle.table.allegiance import Allegiance
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import BreaksLoose, Swept
from triarii.games.adlg.combat.rally import place_of
from triarii.games.adlg.data.bills import Bill
from triarii.games.adlg.data.command import command_points
from triarii.games.adlg.geometry.evades import by_die
from triarii.games.adlg.questions import combat_words
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup, listed, tag, together, written
from triarii.pictures.report_steps import BattleStep, called, went

TOLD = frozenset(
    {
        *(
            "rallied",
            "not_rallied",
            "recalled",
            "loots_on",
            "routed",
            "destroyed",
            "left_table",
            "meets",
            "fallen",
            "taken",
            "lost",
            "dismounts",
        ),
        *("gives_way", "gives_way_alone", "holds_fire", "fires", "aims", "won_over", "speaks_for"),
    }
)
"""Events of a movement phase that are told in the game's own words; orders and dice are told here."""
NAMING = ("unit", "enemy", "leader")
"""Fields of an event that name somebody."""
LONG = 10_000
"""mUD: a way long enough to see what a die does to it."""
ANSWERS = {Stage.ANSWER: "adlg.evade.who", Stage.ABOUT: "adlg.evade.end", Stage.PRESS: "adlg.charge.go_on"}
"""Decisions in the middle of a charge, with the rule that leaves them open."""


@dataclass
class Line:
    """An order with its bill and what came of it."""

    words: Markup
    bill: Bill | None = None
    left: tuple[int, int] | None = None
    came: list[Markup] = field(default_factory=list)


@dataclass
class Activation:
    """A corps with its command die and its orders."""

    leader: str
    head: list[Markup] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


def movement(context: ReportContext, steps: Sequence[BattleStep]) -> Markup:
    """All corps that were activated, in order."""
    corps: list[Activation] = []
    for step in steps:
        _take(context, step, corps)
    shown = [each for each in corps if each.leader or any(line.came for line in each.lines)]
    if not shown:
        return tag("p", context.say("report.no_orders"))
    return together(*(_corps(context, steps[0].before.field, each) for each in shown))


def _take(context: ReportContext, step: BattleStep, corps: list[Activation]) -> None:
    before = step.before
    if before.stage is Stage.COMMAND:
        if not corps or corps[-1].leader != before.corps:
            corps.append(Activation(before.corps))
        corps[-1].head.append(_command(context, step, int(step.action)))
        return
    if before.stage is Stage.CORPS and step.action != "done":
        return
    if not corps or (before.corps and before.corps != corps[-1].leader) or before.stage is Stage.CORPS:
        corps.append(Activation(before.corps))
    now = corps[-1]
    came = [*_dice(context, before, step), *_wild(context, step), *_events(context, before, step)]
    if before.stage in (Stage.ORDERS, Stage.CORPS):
        now.lines.append(_order(context, step))
    elif before.stage in ANSWERS:
        said = order_words(context, before.field, step.action)
        came.insert(0, together(said, context.why(ANSWERS[before.stage])))
    if not now.lines:
        now.lines.append(Line(written(context.say("report.order.went_on"))))
    now.lines[-1].came += came


def _corps(context: ReportContext, field: Field, corps: Activation) -> Markup:
    title = (
        context.say("report.corps", leader=called(field, corps.leader, context.lang))
        if corps.leader
        else context.say("report.rest")
    )
    head = together(*(tag("p", each, class_="command") for each in corps.head))
    shown = [line for line in corps.lines if line.came or line.bill is not None]
    if not shown:
        return tag("section", tag("h4", title), head, tag("p", context.say("report.no_orders")), class_="corps")
    names = ("order", "cost", "left")
    heads = tag("tr", *(tag("th", context.say(f"report.orders.{name}"), scope="col") for name in names))
    table = tag(
        "table",
        tag("caption", context.say("report.orders.caption")),
        tag("thead", heads),
        tag("tbody", *(_row(context, line) for line in shown)),
        class_="orders",
    )
    return tag("section", tag("h4", title), head, table, class_="corps")


def _row(context: ReportContext, line: Line) -> Markup:
    left = "" if line.left is None else (f"{line.left[0]} + {line.left[1]}" if line.left[1] else str(line.left[0]))
    cost = Markup() if line.bill is None else _bill(context, line.bill)
    return tag(
        "tr",
        tag("td", line.words, listed("ul", line.came, class_="told")),
        tag("td", cost, class_="cost"),
        tag("td", left, class_="n"),
    )


def _bill(context: ReportContext, bill: Bill) -> Markup:
    """The total, then each number with what it is and its rule."""
    items = [
        together(tag("b", str(item.value)), " ", combat_words.name_of(item.rule, context.lang), context.why(item.rule))
        for item in bill.items
    ]
    total = context.say("report.points", points=bill.total)
    return together(tag("b", total), listed("ul", items, class_="bill"))


# Dice


def _command(context: ReportContext, step: BattleStep, die: int) -> Markup:
    """The command die: whether a corps that is doubted obeys, or the points that it brings."""
    state, leader = step.before, step.before.corps
    resting = (
        isinstance(state.now, CommandDie) and state.now.resting
    )  # only whether it obeys is asked: it gets no orders
    if resting or hesitation.hesitates(state.field, leader) or hesitation.hesitates(step.after.field, leader):
        return _obeys(context, step, die)
    return _points(context, state, die)


def _obeys(context: ReportContext, step: BattleStep, die: int) -> Markup:
    """What the die of a corps says that hesitates, or begins to."""
    field, leader = step.before.field, step.before.corps
    thrown = context.die(die, field.setting.corps[leader].seat)
    hesitated = hesitation.hesitates(field, leader)
    needs = context.say("report.command.obeys", needs=hesitation.needs(field, leader)) if hesitated else ""
    said = [
        named(context, field, event) for event in step.events if event.kind in ("hesitates", "hesitates_on", "won_over")
    ]
    rules = [hesitation.HESITATE]
    if field.allegiances.get(leader) is Allegiance.ENCOURAGED:
        rules.append(hesitation.ENCOURAGE)
    return together(needs or context.say("report.command.die"), " ", thrown, " ", " ".join(said), context.why(*rules))


def _points(context: ReportContext, state: State, die: int) -> Markup:
    """The command die and the points that it brings, number by number."""
    corps = state.field.setting.corps[state.corps]
    alive = state.corps in state.field.leaders
    points = command_points(corps.grade if alive else None, die)
    parts: list[str] = [context.say("report.command.die"), " ", context.die(die, corps.seat), ". "]
    if alive:
        parts += [
            context.say("report.command.value", grade=corps.grade.name[context.lang], value=corps.grade.value),
            " ",
        ]
    items = [
        together(
            tag("b", str(item.value)), f" ({combat_words.name_of(item.rule, context.lang)}", context.why(item.rule), ")"
        )
        for item in points.items
    ]
    joined = together(
        *(part for number, item in enumerate(items) for part in ((Markup(" + "),) if number else ()) + (item,))
    )
    return together(*parts, context.say("report.command.points"), " ", joined, ".")


def _dice(context: ReportContext, before: State, step: BattleStep) -> Iterator[Markup]:
    """The dice of a movement phase: rallies, looters who are called, evades, charges that go on."""
    seats = before.field.setting.units
    if before.stage is Stage.RALLY:
        place = place_of(before.field.nearest_enemy(before.who), before.field.fights(before.who))
        helped = bool(before.field.leader_with(before.who))
        key = "report.rally.helped" if helped else "report.rally.alone"
        die = context.die(int(step.action), seats[before.who].seat)
        rules = (place.rule, "adlg.rally.commander") if helped else (place.rule,)
        yield together(context.say(key, needs=place.needs), " ", die, context.why(*rules))
    elif before.stage is Stage.RECALL:
        die = context.die(int(step.action), seats[before.who].seat)
        yield together(context.say("report.recall.needs", needs=LOOTERS_OBEY), " ", die, context.why("adlg.camp.taken"))
    elif before.stage is Stage.RUN:
        yield ran(context, step)
    elif before.stage is Stage.PACE:
        die = context.die(int(step.action), before.active)
        yield together(context.say("report.pace", change=_change(step)), " ", die, context.why("adlg.charge.die"))


def ran(context: ReportContext, step: BattleStep) -> Markup:
    """The die of an evader."""
    who = step.before.who
    die = context.die(int(step.action), step.before.field.unit(who).seat)
    rules = ("adlg.evade.die", "adlg.evade.group") if len(step.before.whom) > 1 else ("adlg.evade.die",)
    said = context.say("report.run", unit="+".join(step.before.whom), change=_change(step))
    parts = [said, " ", die, context.why(*rules)]
    swept = [each.unit for each in step.happenings if isinstance(each, Swept)]
    if swept:
        parts += [" ", context.say("report.swept", units=swept), context.why("adlg.evade.swept")]
    return together(*parts)


def _change(step: BattleStep) -> int:
    """What a die adds to a way or takes from it, in mUD."""
    return by_die(LONG, int(step.action)) - LONG


# Orders


def _order(context: ReportContext, step: BattleStep) -> Line:
    before = step.before
    found = step.position.considered(step.action)
    parts = [tag("span", order_words(context, before.field, step.action), class_="order")]
    if isinstance(found, Executed) and found.move is not None:
        used = context.say("report.course", spent=found.move.spent, limit=found.move.limit)
        parts.append(tag("small", " (", used, context.why("adlg.move.allowance", *found.move.difficult), ")"))
    parts.append(tag("code", step.action, class_="typed"))
    if not isinstance(found, Executed) or not found.bill.items:
        return Line(together(*parts))
    return Line(together(*parts), found.bill, (found.after.points, found.after.free))


def order_words(context: ReportContext, field: Field, text: str) -> str:
    """An order as a sentence without its end: u1 and u2: advance 2.5 UD."""
    order = parse(text)
    if not isinstance(order, Order):
        return text
    match order:
        case Move(steps=steps):
            said = [_leg(context, leg) for leg in steps]
        case Charge(steps=steps) | Press(steps=steps):
            said = [*(_leg(context, leg) for leg in steps), _deed(context, field, order)]
        case Extend(steps=steps) | Contract(steps=steps):
            said = [_deed(context, field, order), *(_leg(context, leg) for leg in steps)]
        case _:
            said = [_deed(context, field, order)]
    joined = "; ".join(said)
    if not order.who:
        return joined
    who = [called(field, name, context.lang) for name in order.who] if len(order.who) == 1 else list(order.who)
    return context.say("report.order.of", units=who, order=joined)


def _leg(context: ReportContext, leg: Step) -> str:
    key = f"report.leg.{leg.word}"
    match leg:
        case Advance(distance=distance):
            return context.say(key, amount=distance)
        case TurnInPlace(angle=angle) if abs(angle) == HALF_TURN:
            return context.say("report.leg.turn_back")
        case TurnInPlace(angle=aside) | Wheel(angle=aside) | Slide(aside=aside):
            return context.say(key, amount=abs(aside), side=_hand(context, aside))
        case Oblique(aside=aside, ahead=ahead):
            return context.say(key, amount=abs(aside), along=ahead, side=_hand(context, aside))


def _hand(context: ReportContext, amount: int) -> str:
    return context.say(f"report.hand.{side_of(amount)}")


def _deed(context: ReportContext, field: Field, order: Order) -> str:
    key = f"report.deed.{order.verb}"
    if key not in context.texts:
        return order.verb
    params: dict[str, object] = {}
    match order:
        case Charge(target=name) | ShootAt(target=name) | Join(unit=name) | Encourage(ally=name) | Activate(corps=name):
            params = {"target": called(field, name, context.lang)}
        case Leave(threat=name) | Evade(threat=name):
            params = {"target": called(field, name, context.lang) if name else ""}
        case Contract(leading=names):
            params = {"target": called(field, "+".join(names), context.lang)}
        case Press(distance=amount) | Ride(distance=amount) | Pursue(distance=amount):
            params = {"amount": amount}
        case Go(x=amount, y=along) | Enter(place=amount, distance=along) | Extend(left=amount, right=along):
            params = {"amount": amount, "along": along}
        case Pivot(angle=amount):
            params = {"amount": abs(amount), "side": _hand(context, amount)}
        case Reveal(formation=formation, heading=amount):
            params = {"target": formation, "amount": amount}
    return context.say(key, **params)


# What came of it


def named(context: ReportContext, field: Field, event: Event) -> str:
    """An event in the game's words, with names beside the ids."""
    params = {
        name: called(field, str(value), context.lang) if name in NAMING else value
        for name, value in event.fields.items()
    }
    return context.say(f"event.{event.kind}", **params)


def _events(context: ReportContext, before: State, step: BattleStep) -> Iterator[Markup]:
    ordered = parse(step.action)
    who = ordered.who if isinstance(ordered, Order) else ()
    for event in step.events:
        if event.kind in TOLD and before.stage is not Stage.COMMAND:
            yield together(named(context, before.field, event), context.why(str(event.fields["rule"])))
    for name in step.moved():
        if name not in who:
            yield went(context, step, name)


def _wild(context: ReportContext, step: BattleStep) -> Iterator[Markup]:
    """Units that charge because nobody held them."""
    for each in step.happenings:
        if isinstance(each, BreaksLoose):
            who = called(step.after.field, each.unit, context.lang)
            yield together(context.say("report.wild", unit=who), context.why(each.rule))
