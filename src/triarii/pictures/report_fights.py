"""Every shot and every round of melee in a report: the ledger of both sides with its rules, the dice, the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from triarii.games.adlg.battle.fighting.fights import Clash, clashes
from triarii.games.adlg.battle.fighting.shots import Volley, shots
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.combatants import SIDES, Combatant, Side
from triarii.games.adlg.combat.ledger import Entry, Voided
from triarii.games.adlg.combat.melee import Round, reckon
from triarii.games.adlg.combat.resolution import PAIRS, ROUT, Outcome, resolve
from triarii.games.adlg.combat.shooting import faces, hits, shot_odds
from triarii.games.adlg.questions import combat_words
from triarii.pictures.report_context import LETTERS, ReportContext
from triarii.pictures.report_html import Markup, tag, together
from triarii.pictures.report_steps import BattleStep, called, dice_of

FACES = range(1, 7)
NONE = "–"


@dataclass(frozen=True)
class Throw:
    """Two units, what each adds to its die, and the dice as they fell."""

    names: Mapping[Side, str]
    seats: Mapping[Side, int]
    entries: Sequence[Entry]
    voided: Sequence[Voided]
    totals: Mapping[Side, int]
    dice: Mapping[Side, int]
    counted: Mapping[Side, int]
    """What the dice count for quality."""


# Shots


def shot(context: ReportContext, step: BattleStep) -> Markup:
    """One volley."""
    state = step.before
    field, read = state.field, state.field.setting.readings
    volley = next(each for each in shots(field, state.active) if each.target == state.who)
    odds, dice = shot_odds(volley.shot, read), dice_of(step.action)
    counts = faces(volley.shot, read)
    throw = Throw(
        names={"a": volley.shooter, "b": volley.target},
        seats=_seats(field, volley.shooter, volley.target),
        entries=odds.entries,
        voided=odds.voided,
        totals=odds.totals,
        dice={"a": dice[0], "b": dice[1]},
        counted={"a": counts[0][dice[0] - 1], "b": counts[1][dice[1] - 1]},
    )
    hit = hits(odds, dice, read)
    chance = odds.hits if hit else PAIRS - odds.hits
    left = volley.shot.b.left
    target = called(field, volley.target, context.lang)
    said = context.say("report.shot.hit" if hit else "report.shot.missed", target=target, left=left)
    return _article(
        context.say("report.shot.title", shooter=called(field, volley.shooter, context.lang), target=target),
        _shot_how(context, field, volley),
        _about(context, throw, volley.shot.a, volley.shot.b),
        _ledger(context, throw),
        _result(context, said, chance, "adlg.shooting.dice"),
        kind="shot",
    )


def _shot_how(context: ReportContext, field: Field, volley: Volley) -> str:
    weapon = context.say("report.shot.weapon", weapon=volley.shot.weapon.name[context.lang])
    if not volley.supporters:
        return weapon
    helpers = [called(field, name, context.lang) for name in volley.supporters]
    return f"{weapon} {context.say('report.shot.together', units=helpers)}"


# Melees


def melee(context: ReportContext, step: BattleStep) -> Markup:
    """One round of a melee."""
    state = step.before
    field = state.field
    clash = next(each for each in clashes(field) if each.a == state.who)
    fight, dice = reckon(clash.melee, field.setting.readings), dice_of(step.action)
    throw = Throw(
        names={"a": clash.a, "b": clash.b},
        seats=_seats(field, clash.a, clash.b),
        entries=fight.entries,
        voided=fight.voided,
        totals=fight.totals,
        dice={"a": dice[0], "b": dice[1]},
        counted={side: fight.means[side].faces[die - 1] for side, die in zip(SIDES, dice, strict=True)},
    )
    fought = resolve(fight, dice)
    same = sum(resolve(fight, (a, b)).losses == fought.losses for a in FACES for b in FACES)
    names = {side: called(field, throw.names[side], context.lang) for side in SIDES}
    return _article(
        context.say("report.melee.title", **names),
        _melee_how(context, clash),
        _about(context, throw, clash.melee.a, clash.melee.b),
        _ledger(context, throw),
        _steps(context, fought, throw.names),
        _result(context, _outcome(context, fight, fought, names), same, *_why_lost(fought)),
        kind="melee",
    )


def _melee_how(context: ReportContext, clash: Clash) -> str:
    met = clash.melee
    how = context.say(f"report.contact.{met.contact}", a=clash.a, b=clash.b)
    if not met.first_round:
        return f"{context.say('report.melee.round', number=met.round)} {how}"
    charger = {"a": clash.a, "b": clash.b}.get(met.charger, "")
    began = context.say("report.melee.charged", unit=charger) if charger else context.say("report.melee.no_charge")
    return f"{context.say('report.melee.round', number=1)} {began} {how}"


def _steps(context: ReportContext, fought: Outcome, names: Mapping[Side, str]) -> Markup:
    """What changed the result after the dice, in the order of the rules."""
    items = [
        together(
            context.say(f"report.step.{step.rule.partition('.')[2]}", unit=names[step.side]), context.why(step.rule)
        )
        for step in fought.steps
    ]
    return context.lines(items)


def _outcome(context: ReportContext, fight: Round, fought: Outcome, names: Mapping[Side, str]) -> str:
    loser, winner = fought.loser, fought.winner
    if winner is None or loser is None:
        return context.say("report.melee.tie")
    params: dict[str, object] = {"winner": names[winner], "loser": names[loser], "margin": fought.margin}
    if fight.destroyed:
        return context.say("report.melee.destroyed", loser=names[loser])
    loss, left = fought.losses[loser], fight.melee.unit(loser).left
    if not loss:
        return context.say("report.melee.unhurt", **params)
    if loss == ROUT:
        return context.say("report.melee.routs", **params)
    return context.say("report.melee.breaks" if loss >= left else "report.melee.loses", **params, loss=loss, left=left)


def _why_lost(fought: Outcome) -> tuple[str, ...]:
    return ("adlg.melee.dice",) if fought.winner is None else ("adlg.melee.dice", "adlg.melee.losses")


# What both have


def _seats(field: Field, first: str, second: str) -> Mapping[Side, int]:
    return {"a": field.unit(first).seat, "b": field.unit(second).seat}


def _article(title: str, how: str, *parts: Markup, kind: str) -> Markup:
    return tag("article", tag("h4", title), tag("p", how, class_="how"), *parts, class_=f"fight {kind}")


def _about(context: ReportContext, throw: Throw, first: Combatant, second: Combatant) -> Markup:
    """Who the two are, and what is special about them here and now."""
    rows = []
    for side, unit in zip(SIDES, (first, second), strict=True):
        who = [context.badge(throw.seats[side]), Markup(" "), tag("b", throw.names[side]), " "]
        rows.append(tag("li", *who, combat_words.describe(unit, context.lang)))
    return tag("ul", *rows, class_="sides")


@dataclass
class _Row:
    """A line of a ledger: a number of one side, or of both if it is called the same."""

    rules: list[str] = field(default_factory=list)
    values: dict[Side, int] = field(default_factory=dict)


def _rows(context: ReportContext, entries: Iterable[Entry]) -> dict[str, _Row]:
    rows: dict[str, _Row] = {}
    for entry in entries:
        name = combat_words.name_of(entry.rule, context.lang)
        if entry.of:
            name = f"{name}: {context.say(f'word.{entry.of}')}"
        while name in rows and entry.side in rows[name].values:
            name += " "  # a second one of the same side, as of two supporters
        row = rows.setdefault(name, _Row())
        row.rules.append(entry.rule)
        row.values[entry.side] = entry.value
    return rows


def _ledger(context: ReportContext, throw: Throw) -> Markup:
    """Every number of both sides with its rule, then the dice and the sums."""
    heads = [
        tag(
            "th",
            context.badge(throw.seats[side]),
            " ",
            throw.names[side],
            scope="col",
            class_=f"n {LETTERS[throw.seats[side]]}",
        )
        for side in SIDES
    ]
    head = tag("tr", tag("th", context.say("report.ledger.number"), scope="col"), *heads)
    rows = [_line(name, row, context) for name, row in _rows(context, throw.entries).items()]
    rows += [_void(context, each) for each in throw.voided]
    sums = {side: throw.totals[side] + throw.counted[side] for side in SIDES}
    foot = [
        _numbers(
            context.say("report.ledger.added"), {side: context.number(throw.totals[side]) for side in SIDES}, "added"
        ),
        _numbers(
            context.say("report.ledger.dice"),
            {side: context.die(throw.dice[side], throw.seats[side]) for side in SIDES},
        ),
    ]
    if throw.counted != throw.dice:
        quality = together(context.say("report.ledger.quality"), context.why("adlg.quality.when"))
        foot.append(_numbers(quality, {side: str(throw.counted[side]) for side in SIDES}))
    foot.append(
        _numbers(context.say("report.ledger.sum"), {side: str(sums[side]).replace("-", "−") for side in SIDES}, "sum")
    )
    caption = tag("caption", context.say("report.ledger.caption"))
    return tag("table", caption, tag("thead", head), tag("tbody", *rows), tag("tfoot", *foot), class_="ledger")


def _line(name: str, row: _Row, context: ReportContext) -> Markup:
    values = [tag("td", context.number(row.values[side]) if side in row.values else NONE, class_="n") for side in SIDES]
    return tag("tr", tag("th", name.strip(), context.why(*row.rules), scope="row"), *values)


def _void(context: ReportContext, each: Voided) -> Markup:
    """What a side has and does not count here, and the rule that takes it away."""
    name = tag("s", combat_words.name_of(each.what, context.lang))
    by = together(" ", context.say("report.ledger.void"), context.why(each.by))
    values = [
        tag("td", context.say("report.ledger.nothing") if side == each.side else NONE, class_="n") for side in SIDES
    ]
    return tag("tr", tag("th", name, context.why(each.what), by, scope="row"), *values, class_="void")


def _numbers(name: str, values: Mapping[Side, str], kind: str = "") -> Markup:
    cells = [tag("td", values[side], class_="n") for side in SIDES]
    return tag("tr", tag("th", name, scope="row"), *cells, **({"class_": kind} if kind else {}))


def _result(context: ReportContext, said: str, of_36: int, *rules: str) -> Markup:
    percent = f"{100 * of_36 / PAIRS:.0f}"
    chance = tag("small", context.say("report.chance", count=of_36, percent=percent))
    return tag("p", said, context.why(*rules), Markup(" "), chance, class_="result")
