"""Every shot and every round of melee in a report: the ledger of both sides with its rules, the dice, the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from triarii.games.adlg import combat_words
from triarii.games.adlg.combatants import SIDES, Combatant, Side
from triarii.games.adlg.ledger import Entry, Voided
from triarii.games.adlg.melee import Round, reckon
from triarii.games.adlg.resolution import PAIRS, ROUT, Outcome, resolve
from triarii.games.adlg.shooting import faces, hits, shot_odds
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.fights import Clash, clashes
from triarii.games.adlg.table.shots import Volley, shots
from triarii.pictures.report_context import LETTERS, Desk
from triarii.pictures.report_html import Markup, tag, together
from triarii.pictures.report_steps import Deed, called, dice_of

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


def shot(desk: Desk, deed: Deed) -> Markup:
    """One volley."""
    state = deed.before
    field, read = state.field, state.field.setting.readings
    volley = next(each for each in shots(field, state.active) if each.target == state.who)
    odds, dice = shot_odds(volley.shot, read), dice_of(deed.action)
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
    target = called(field, volley.target, desk.lang)
    said = desk.say("report.shot.hit" if hit else "report.shot.missed", target=target, left=left)
    return _article(
        desk.say("report.shot.title", shooter=called(field, volley.shooter, desk.lang), target=target),
        _shot_how(desk, field, volley),
        _about(desk, throw, volley.shot.a, volley.shot.b),
        _ledger(desk, throw),
        _result(desk, said, chance, "adlg.shooting.dice"),
        kind="shot",
    )


def _shot_how(desk: Desk, field: Field, volley: Volley) -> str:
    weapon = desk.say("report.shot.weapon", weapon=volley.shot.weapon.name[desk.lang])
    if not volley.supporters:
        return weapon
    helpers = [called(field, name, desk.lang) for name in volley.supporters]
    return f"{weapon} {desk.say('report.shot.together', units=helpers)}"


# Melees


def melee(desk: Desk, deed: Deed) -> Markup:
    """One round of a melee."""
    state = deed.before
    field = state.field
    clash = next(each for each in clashes(field) if each.a == state.who)
    fight, dice = reckon(clash.melee, field.setting.readings), dice_of(deed.action)
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
    names = {side: called(field, throw.names[side], desk.lang) for side in SIDES}
    return _article(
        desk.say("report.melee.title", **names),
        _melee_how(desk, clash),
        _about(desk, throw, clash.melee.a, clash.melee.b),
        _ledger(desk, throw),
        _steps(desk, fought, throw.names),
        _result(desk, _outcome(desk, fight, fought, names), same, *_why_lost(fought)),
        kind="melee",
    )


def _melee_how(desk: Desk, clash: Clash) -> str:
    met = clash.melee
    how = desk.say(f"report.contact.{met.contact}", a=clash.a, b=clash.b)
    if not met.first_round:
        return f"{desk.say('report.melee.round', number=met.round)} {how}"
    charger = {"a": clash.a, "b": clash.b}.get(met.charger, "")
    began = desk.say("report.melee.charged", unit=charger) if charger else desk.say("report.melee.no_charge")
    return f"{desk.say('report.melee.round', number=1)} {began} {how}"


def _steps(desk: Desk, fought: Outcome, names: Mapping[Side, str]) -> Markup:
    """What changed the result after the dice, in the order of the rules."""
    told = [
        together(desk.say(f"report.step.{step.rule.partition('.')[2]}", unit=names[step.side]), desk.why(step.rule))
        for step in fought.steps
    ]
    return desk.lines(told)


def _outcome(desk: Desk, fight: Round, fought: Outcome, names: Mapping[Side, str]) -> str:
    loser, winner = fought.loser, fought.winner
    if winner is None or loser is None:
        return desk.say("report.melee.tie")
    told: dict[str, object] = {"winner": names[winner], "loser": names[loser], "margin": fought.margin}
    if fight.destroyed:
        return desk.say("report.melee.destroyed", loser=names[loser])
    loss, left = fought.losses[loser], fight.melee.unit(loser).left
    if not loss:
        return desk.say("report.melee.unhurt", **told)
    if loss == ROUT:
        return desk.say("report.melee.routs", **told)
    return desk.say("report.melee.breaks" if loss >= left else "report.melee.loses", **told, loss=loss, left=left)


def _why_lost(fought: Outcome) -> tuple[str, ...]:
    return ("adlg.melee.dice",) if fought.winner is None else ("adlg.melee.dice", "adlg.melee.losses")


# What both have


def _seats(field: Field, first: str, second: str) -> Mapping[Side, int]:
    return {"a": field.unit(first).seat, "b": field.unit(second).seat}


def _article(title: str, how: str, *parts: Markup, kind: str) -> Markup:
    return tag("article", tag("h4", title), tag("p", how, class_="how"), *parts, class_=f"fight {kind}")


def _about(desk: Desk, throw: Throw, first: Combatant, second: Combatant) -> Markup:
    """Who the two are, and what is special about them here and now."""
    rows = []
    for side, unit in zip(SIDES, (first, second), strict=True):
        who = [desk.badge(throw.seats[side]), Markup(" "), tag("b", throw.names[side]), " "]
        rows.append(tag("li", *who, combat_words.describe(unit, desk.lang)))
    return tag("ul", *rows, class_="sides")


@dataclass
class _Row:
    """A line of a ledger: a number of one side, or of both if it is called the same."""

    rules: list[str] = field(default_factory=list)
    values: dict[Side, int] = field(default_factory=dict)


def _rows(desk: Desk, entries: Iterable[Entry]) -> dict[str, _Row]:
    rows: dict[str, _Row] = {}
    for entry in entries:
        name = combat_words.name_of(entry.rule, desk.lang)
        if entry.of:
            name = f"{name}: {desk.say(f'word.{entry.of}')}"
        while name in rows and entry.side in rows[name].values:
            name += " "  # a second one of the same side, as of two supporters
        row = rows.setdefault(name, _Row())
        row.rules.append(entry.rule)
        row.values[entry.side] = entry.value
    return rows


def _ledger(desk: Desk, throw: Throw) -> Markup:
    """Every number of both sides with its rule, then the dice and the sums."""
    heads = [
        tag(
            "th",
            desk.badge(throw.seats[side]),
            " ",
            throw.names[side],
            scope="col",
            class_=f"n {LETTERS[throw.seats[side]]}",
        )
        for side in SIDES
    ]
    head = tag("tr", tag("th", desk.say("report.ledger.number"), scope="col"), *heads)
    rows = [_line(name, row, desk) for name, row in _rows(desk, throw.entries).items()]
    rows += [_void(desk, each) for each in throw.voided]
    sums = {side: throw.totals[side] + throw.counted[side] for side in SIDES}
    foot = [
        _numbers(desk.say("report.ledger.added"), {side: desk.number(throw.totals[side]) for side in SIDES}, "added"),
        _numbers(
            desk.say("report.ledger.dice"), {side: desk.die(throw.dice[side], throw.seats[side]) for side in SIDES}
        ),
    ]
    if throw.counted != throw.dice:
        quality = together(desk.say("report.ledger.quality"), desk.why("adlg.quality.when"))
        foot.append(_numbers(quality, {side: str(throw.counted[side]) for side in SIDES}))
    foot.append(
        _numbers(desk.say("report.ledger.sum"), {side: str(sums[side]).replace("-", "−") for side in SIDES}, "sum")
    )
    caption = tag("caption", desk.say("report.ledger.caption"))
    return tag("table", caption, tag("thead", head), tag("tbody", *rows), tag("tfoot", *foot), class_="ledger")


def _line(name: str, row: _Row, desk: Desk) -> Markup:
    values = [tag("td", desk.number(row.values[side]) if side in row.values else NONE, class_="n") for side in SIDES]
    return tag("tr", tag("th", name.strip(), desk.why(*row.rules), scope="row"), *values)


def _void(desk: Desk, each: Voided) -> Markup:
    """What a side has and does not count here, and the rule that takes it away."""
    name = tag("s", combat_words.name_of(each.what, desk.lang))
    by = together(" ", desk.say("report.ledger.void"), desk.why(each.by))
    values = [tag("td", desk.say("report.ledger.nothing") if side == each.side else NONE, class_="n") for side in SIDES]
    return tag("tr", tag("th", name, desk.why(each.what), by, scope="row"), *values, class_="void")


def _numbers(name: str, values: Mapping[Side, str], kind: str = "") -> Markup:
    cells = [tag("td", values[side], class_="n") for side in SIDES]
    return tag("tr", tag("th", name, scope="row"), *cells, **({"class_": kind} if kind else {}))


def _result(desk: Desk, said: str, of_36: int, *rules: str) -> Markup:
    percent = f"{100 * of_36 / PAIRS:.0f}"
    chance = tag("small", desk.say("report.chance", count=of_36, percent=percent))
    return tag("p", said, desk.why(*rules), Markup(" "), chance, class_="result")
