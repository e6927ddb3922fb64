"""A battle of L'Art de la Guerre as chapters of a report: the armies, the set-up, then one player's sequence after the
other with its orders, shots, melees, routs, and what each army has lost by then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from triarii.core.contract import SEAT_NAMES, Eye, Refusal
from triarii.core.timeline import Timeline
from triarii.games.adlg.armies import roster
from triarii.games.adlg.battle import evening
from triarii.games.adlg.battle.stages import AfterShooting, FateDie, Following, RampageDie, Stage, attack_of
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.setting import Corps, Setting, Unit
from triarii.games.adlg.scenarios import scenario
from triarii.pictures import report_aftermath, report_curve, report_fights, report_losses, report_orders, report_table
from triarii.pictures.report_chapters import Chapter, Story
from triarii.pictures.report_context import LETTERS, ReportContext
from triarii.pictures.report_curve import Moment
from triarii.pictures.report_html import Markup, listed, tag, together
from triarii.pictures.report_steps import BattleStep, last_state, steps_of

ENDS = frozenset({"won", "drawn", "won_on_points", "drawn_on_points", "scored"})
TIME = frozenset({"time_asked", "time_agreed", "time_refused", "time_up", "last_turn"})
"""Events that tell of the end of a battle, and of the end of an evening."""
MOVEMENT, SHOOTING, MELEE, ROUT = "movement", "shooting", "melee", "rout"
PHASES = {
    Stage.VOLLEY: SHOOTING,
    Stage.ENGAGE: MELEE,
    Stage.MELEE: MELEE,
    Stage.STORM: MELEE,
    Stage.RAMPAGE: ROUT,
    Stage.FATE: ROUT,
    Stage.PURSUE: ROUT,
}
"""The phase of a stage; all others are movement (adlg.sequence.phases)."""


def story(context: ReportContext, line: Timeline, progress: Callable[[], None]) -> Story:
    """The whole battle, as far as it went."""
    steps, last = steps_of(line), last_state(line)
    setting = last.field.setting
    in_setup = [step for step in steps if _in_setup(step.before)]
    fought = [step for step in steps if not _in_setup(step.before)]
    first = fought[0].before if fought else last
    chapters = [_armies(context, setting), _setup(context, line, in_setup, first)]
    moments = [report_losses.moment(first.field, "0", context.say("report.start"))]
    for _ in in_setup:
        progress()
    for number, group in groupby(fought, key=lambda step: step.before.sequence):
        those = list(group)
        chapter, moment = _sequence(context, number, those)
        chapters.append(chapter)
        moments.append(moment)
        for _ in those:
            progress()
    title = context.say("report.battle_title", name=setting.name[context.lang])
    return Story(title, chapters, list(_facts(context, setting, last)), _overview(context, last, moments))


def _in_setup(state: State) -> bool:
    """Whether the armies are still being set up."""
    return state.setup is not None


def _facts(context: ReportContext, setting: Setting, last: State) -> Iterator[tuple[str, str]]:
    width, depth = (context.say("report.fact.ud", ud=length) for length in setting.size)
    yield context.say("report.fact.game"), context.say("game.title")
    first, second = (army_name(setting, seat, context.lang) for seat in (0, 1))
    if first and second:
        yield context.say("report.fact.armies"), context.say("report.fact.against", first=first, second=second)
    yield context.say("report.fact.field"), f"{setting.name[context.lang]} ({width} × {depth})"
    turns = (last.sequence + 1) // 2
    yield context.say("report.fact.length"), context.say("report.fact.turns", count=turns, sequences=last.sequence)
    profile = context.say(f"profile.{setting.readings.profile}")
    yield context.say("report.fact.profile"), profile


def _overview(context: ReportContext, last: State, moments: Sequence[Moment]) -> Markup:
    curve = tag(
        "figure",
        report_curve.chart(context, moments),
        tag("figcaption", context.say("report.curve.caption")),
        class_="chart",
    )
    table = report_losses.table(context, last.field, context.say("report.losses.caption"))
    return together(curve, report_curve.numbers(context, moments), table)


# The armies


def _armies(context: ReportContext, setting: Setting) -> Chapter:
    body = together(*(_army(context, setting, seat) for seat in (0, 1)))
    return Chapter("armies", context.say("report.armies"), tag("div", body, class_="armies"))


def army_name(setting: Setting, seat: int, lang: str) -> str:
    """The name of the roster from which an army comes; nothing where a scenario lists its units one by one."""
    given = setting.options
    if given.get("setup", "scenario") != "scenario":
        found = given[f"{SEAT_NAMES[seat]}_army"]
    else:
        table = given.get("scenario")
        if isinstance(table, str):
            table = scenario.content(table)
        armies = table.get("armies") if isinstance(table, Mapping) else None
        found = armies.get(SEAT_NAMES[seat]) if isinstance(armies, Mapping) else None
    read = roster.load(found) if isinstance(found, str) and found in roster.shipped() else roster.read(found)
    return "" if isinstance(read, Refusal) else read.name[lang]


def _army(context: ReportContext, setting: Setting, seat: int) -> Markup:
    """Corps by corps: commander and units, equal ones together."""
    rows = []
    for leader, corps in setting.corps.items():
        if corps.seat != seat:
            continue
        units = [unit for unit in setting.units.values() if (unit.seat, unit.corps) == (seat, corps.number)]
        rows.append(
            tag(
                "tr",
                tag("th", context.say("report.army.corps", number=corps.number), scope="row"),
                tag("td", _commander(context, leader, corps)),
                tag("td", listed("ul", _kinds(context, units), class_="units")),
            )
        )
    heads = [
        tag("th", context.say(f"report.army.{name}"), scope="col") for name in ("corps_head", "commander", "units")
    ]
    name = army_name(setting, seat, context.lang)
    caption = tag("caption", context.badge(seat), " ", context.seat(seat), f": {name}" if name else "")
    return tag("table", caption, tag("thead", tag("tr", *heads)), tag("tbody", *rows), class_=f"army {LETTERS[seat]}")


def _commander(context: ReportContext, leader: str, corps: Corps) -> str:
    rank = "chief" if corps.chief else "allied" if corps.allied else "unreliable" if corps.unreliable else "leader"
    return context.say(f"report.army.{rank}", leader=leader, grade=corps.grade.name[context.lang])


def _kinds(context: ReportContext, units: Sequence[Unit]) -> list[str]:
    """Units that are alike in one line: their number, what they are, and their ids."""
    alike: dict[str, list[str]] = {}
    for unit in units:
        alike.setdefault(_kind(context, unit), []).append(unit.id)
    return [f"{len(names)} {kind}: {', '.join(names)}" for kind, names in alike.items()]


def _kind(context: ReportContext, unit: Unit) -> str:
    name, troop = unit.name[context.lang], unit.troop.name[context.lang]
    words = [] if name.lower() == troop.lower() else [troop]
    words += [] if unit.quality.id == "ordinary" else [unit.quality.name[context.lang]]
    words += [context.say(f"ability.{ability}") for ability in sorted(unit.abilities)]
    words += [unit.weapon.name[context.lang]] if unit.weapon is not None else []
    return f"{name} ({', '.join(words)})" if words else name


# The set-up


def _setup(context: ReportContext, line: Timeline, steps: Sequence[BattleStep], first: State) -> Chapter:
    """How the table came to be, if it was laid in the game, and how it looked at the start."""
    title = context.say("report.setup")
    items = []
    for step in steps:
        events = line.events(step.played)
        placed = [event.fields["unit"] for event in events if event.kind == "deployed"]
        said = [context.texts.say(event.message, context.lang) for event in events if event.kind != "deployed"]
        words = " ".join([context.say("report.deployed", units=placed), *said] if placed else said)
        items.append(
            together(tag("code", context.game.text_seen_by(step.position, step.action, Eye.OBSERVER)), " ", words)
        )
    picture = _figure(report_table.table(context, first, title), context.say("report.figure.start"))
    about = first.field.setting.about.get(context.lang, "")
    intro = tag("p", about) if about else Markup()
    return Chapter("setup", title, together(intro, picture, listed("ol", items, class_="steps")))


def _figure(picture: Markup, caption: str) -> Markup:
    return tag("figure", picture, tag("figcaption", caption), class_="plate")


# A sequence


def _sequence(context: ReportContext, number: int, steps: Sequence[BattleStep]) -> tuple[Chapter, Moment]:
    first: State = steps[0].before
    last: State = steps[-1].after
    fields = [first.field, *(step.after.field for step in steps)]
    turn, seat = (number + 1) // 2, first.active
    title = context.say("report.sequence_title", turn=turn, seat=context.seat(seat))
    lost = report_table.lost_between(fields)
    moment = report_losses.moment(last.field, str(turn) if number % 2 else "", title)
    started = report_losses.moment(first.field, "", "")
    picture = report_table.table(context, last, title, first.field, lost)
    timed = [event for step in steps for event in step.events if event.kind in TIME]
    parts = [_figure(picture, context.say("report.figure.after"))]
    if timed:
        parts.append(tag("p", " ".join(context.texts.say(event.message, context.lang) for event in timed)))
    parts += _phases(context, [step for step in steps if not _about_time(step)])
    parts.append(tag("h3", context.say("report.phase.losses")))
    parts.append(report_losses.table(context, last.field, context.say("report.losses.now")))
    more = [moment.losses[each] - started.losses[each] for each in (0, 1)]
    note = context.say("report.grown.losses", first=context.number(more[0]), second=context.number(more[1]))
    if last.stage is Stage.OVER:
        ends = [event for event in steps[-1].events if event.kind in ENDS]
        parts += [tag("p", context.texts.say(event.message, context.lang), class_="end") for event in ends]
    return Chapter(f"s{number}", title, together(*parts), note if any(more) else ""), moment


def _about_time(step: BattleStep) -> bool:
    """Whether a step said something about the end of the evening, and nothing else."""
    return step.before.stage is Stage.EVENING or step.action in (evening.ASK, evening.TIME_UP)


def _phase(state: State) -> str:
    match state.now, attack_of(state.now):
        case _, Following():
            return ROUT
        case RampageDie(occasion=AfterShooting()) | FateDie(then=AfterShooting()), _:
            return SHOOTING
    return PHASES.get(state.stage, MOVEMENT)


def _phases(context: ReportContext, steps: Sequence[BattleStep]) -> Iterator[Markup]:
    by_phase: dict[str, list[BattleStep]] = {MOVEMENT: [], SHOOTING: [], MELEE: [], ROUT: []}
    for step in steps:
        by_phase[_phase(step.before)].append(step)
    if by_phase[MOVEMENT]:
        yield tag("h3", context.say("report.phase.movement"))
        yield report_orders.movement(context, by_phase[MOVEMENT])
    fights: dict[str, list[Markup]] = {SHOOTING: [], MELEE: []}
    lines: dict[str, list[Markup]] = {SHOOTING: [], MELEE: [], ROUT: []}
    for phase in (SHOOTING, MELEE, ROUT):
        for step in by_phase[phase]:
            state = step.before
            if state.stage is Stage.VOLLEY:
                fights[phase].append(report_fights.shot(context, step))
            elif state.stage is Stage.MELEE:
                fights[phase].append(report_fights.melee(context, step))
            # Routs and pursuits begin with the last die of the melees.
            aside = ROUT if state.stage in (Stage.MELEE, Stage.STORM) else phase
            lines[aside] += report_aftermath.lines_of(context, step)
    for phase in (SHOOTING, MELEE, ROUT):
        shown = fights.get(phase, [])
        if shown or lines[phase]:
            yield tag("h3", context.say(f"report.phase.{phase}"))
            paragraphs, drawn = context.lines(lines[phase]), tag("div", *shown, class_="fights") if shown else Markup()
            # Commanders decide before a melee whether they fight; what follows shots comes after them.
            yield from (paragraphs, drawn) if phase == MELEE else (drawn, paragraphs)
