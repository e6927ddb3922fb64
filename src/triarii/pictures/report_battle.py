"""A battle of L'Art de la Guerre as chapters of a report: the armies, the set-up, then one player's sequence after the
other with its orders, shots, melees, routs, and what each army has lost by then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from triarii.core.contract import Eye, Refusal
from triarii.core.timeline import Timeline
from triarii.games.adlg import roster
from triarii.games.adlg.table import scenario
from triarii.games.adlg.table.phases import PURSUING
from triarii.games.adlg.table.setting import Corps, Setting, Unit
from triarii.games.adlg.table.state import Stage, State
from triarii.games.adlg.table.story import events_of
from triarii.pictures import report_aftermath, report_curve, report_fights, report_losses, report_orders, report_table
from triarii.pictures.report_chapters import Chapter, Story
from triarii.pictures.report_context import LETTERS, SEATS, Desk
from triarii.pictures.report_curve import Moment
from triarii.pictures.report_html import Markup, listed, tag, together
from triarii.pictures.report_steps import Deed, deeds_of, last_state

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


def story(desk: Desk, line: Timeline, progress: Callable[[], None]) -> Story:
    """The whole battle, as far as it went."""
    deeds, last = deeds_of(line), last_state(line)
    setting = last.field.setting
    in_setup = [deed for deed in deeds if _in_setup(deed.before)]
    fought = [deed for deed in deeds if not _in_setup(deed.before)]
    first = fought[0].before if fought else last
    chapters = [_armies(desk, setting), _setup(desk, line, in_setup, first)]
    moments = [report_losses.moment(first.field, "0", desk.say("report.start"))]
    for _ in in_setup:
        progress()
    for number, group in groupby(fought, key=lambda deed: deed.before.sequence):
        those = list(group)
        chapter, moment = _sequence(desk, number, those)
        chapters.append(chapter)
        moments.append(moment)
        for _ in those:
            progress()
    title = desk.say("report.battle_title", name=setting.name[desk.lang])
    return Story(title, chapters, list(_facts(desk, setting, last)), _overview(desk, last, moments))


def _in_setup(state: State) -> bool:
    """Whether the armies are still being set up."""
    return state.setup is not None


def _facts(desk: Desk, setting: Setting, last: State) -> Iterator[tuple[str, str]]:
    width, depth = (desk.say("report.fact.ud", ud=length) for length in setting.size)
    yield desk.say("report.fact.game"), desk.say("game.title")
    first, second = (army_name(setting, seat, desk.lang) for seat in (0, 1))
    if first and second:
        yield desk.say("report.fact.armies"), desk.say("report.fact.against", first=first, second=second)
    yield desk.say("report.fact.field"), f"{setting.name[desk.lang]} ({width} × {depth})"
    turns = (last.sequence + 1) // 2
    yield desk.say("report.fact.length"), desk.say("report.fact.turns", count=turns, sequences=last.sequence)
    profile = desk.say(f"profile.{setting.readings.profile}")
    yield desk.say("report.fact.profile"), profile


def _overview(desk: Desk, last: State, moments: Sequence[Moment]) -> Markup:
    curve = tag(
        "figure",
        report_curve.chart(desk, moments),
        tag("figcaption", desk.say("report.curve.caption")),
        class_="chart",
    )
    table = report_losses.table(desk, last.field, desk.say("report.losses.caption"))
    return together(curve, report_curve.numbers(desk, moments), table)


# The armies


def _armies(desk: Desk, setting: Setting) -> Chapter:
    body = together(*(_army(desk, setting, seat) for seat in (0, 1)))
    return Chapter("armies", desk.say("report.armies"), tag("div", body, class_="armies"))


def army_name(setting: Setting, seat: int, lang: str) -> str:
    """The name of the roster from which an army comes; nothing where a scenario lists its units one by one."""
    given = setting.options
    if given.get("setup") == "procedure":
        found = given[f"{SEATS[seat]}_army"]
    else:
        table = given.get("scenario")
        if isinstance(table, str):
            table = scenario.content(table)
        armies = table.get("armies") if isinstance(table, Mapping) else None
        found = armies.get(SEATS[seat]) if isinstance(armies, Mapping) else None
    read = roster.load(found) if isinstance(found, str) and found in roster.shipped() else roster.read(found)
    return "" if isinstance(read, Refusal) else read.name[lang]


def _army(desk: Desk, setting: Setting, seat: int) -> Markup:
    """Corps by corps: commander and units, equal ones together."""
    rows = []
    for leader, corps in setting.corps.items():
        if corps.seat != seat:
            continue
        units = [unit for unit in setting.units.values() if (unit.seat, unit.corps) == (seat, corps.number)]
        rows.append(
            tag(
                "tr",
                tag("th", desk.say("report.army.corps", number=corps.number), scope="row"),
                tag("td", _commander(desk, leader, corps)),
                tag("td", listed("ul", _kinds(desk, units), class_="units")),
            )
        )
    heads = [tag("th", desk.say(f"report.army.{name}"), scope="col") for name in ("corps_head", "commander", "units")]
    name = army_name(setting, seat, desk.lang)
    caption = tag("caption", desk.badge(seat), " ", desk.seat(seat), f": {name}" if name else "")
    return tag("table", caption, tag("thead", tag("tr", *heads)), tag("tbody", *rows), class_=f"army {LETTERS[seat]}")


def _commander(desk: Desk, leader: str, corps: Corps) -> str:
    key = "report.army.chief" if corps.chief else "report.army.leader"
    return desk.say(key, leader=leader, grade=corps.grade.name[desk.lang])


def _kinds(desk: Desk, units: Sequence[Unit]) -> list[str]:
    """Units that are alike in one line: their number, what they are, and their ids."""
    alike: dict[str, list[str]] = {}
    for unit in units:
        alike.setdefault(_kind(desk, unit), []).append(unit.id)
    return [f"{len(names)} {told}: {', '.join(names)}" for told, names in alike.items()]


def _kind(desk: Desk, unit: Unit) -> str:
    name, troop = unit.name[desk.lang], unit.troop.name[desk.lang]
    told = [] if name.lower() == troop.lower() else [troop]
    told += [] if unit.quality.id == "ordinary" else [unit.quality.name[desk.lang]]
    told += [desk.say(f"ability.{ability}") for ability in sorted(unit.abilities)]
    told += [unit.weapon.name[desk.lang]] if unit.weapon is not None else []
    return f"{name} ({', '.join(told)})" if told else name


# The set-up


def _setup(desk: Desk, line: Timeline, deeds: Sequence[Deed], first: State) -> Chapter:
    """How the table came to be, if it was laid in the game, and how it looked at the start."""
    title = desk.say("report.setup")
    told = []
    for deed in deeds:
        events = line.events(deed.step)
        placed = [event.fields["unit"] for event in events if event.kind == "deployed"]
        said = [desk.texts.say(event.message, desk.lang) for event in events if event.kind != "deployed"]
        words = " ".join([desk.say("report.deployed", units=placed), *said] if placed else said)
        told.append(together(tag("code", desk.game.told(deed.position, deed.action, Eye.OBSERVER)), " ", words))
    picture = _figure(report_table.table(desk, first, title), desk.say("report.figure.start"))
    about = first.field.setting.about.get(desk.lang, "")
    intro = tag("p", about) if about else Markup()
    return Chapter("setup", title, together(intro, picture, listed("ol", told, class_="steps")))


def _figure(picture: Markup, caption: str) -> Markup:
    return tag("figure", picture, tag("figcaption", caption), class_="plate")


# A sequence


def _sequence(desk: Desk, number: int, deeds: Sequence[Deed]) -> tuple[Chapter, Moment]:
    first: State = deeds[0].before
    last: State = deeds[-1].after
    fields = [first.field, *(deed.after.field for deed in deeds)]
    turn, seat = (number + 1) // 2, first.active
    title = desk.say("report.sequence_title", turn=turn, seat=desk.seat(seat))
    lost = report_table.lost_between(fields)
    moment = report_losses.moment(last.field, str(turn) if number % 2 else "", title)
    started = report_losses.moment(first.field, "", "")
    picture = report_table.table(desk, last, title, first.field, lost)
    parts = [_figure(picture, desk.say("report.figure.after")), *_phases(desk, deeds)]
    parts.append(tag("h3", desk.say("report.phase.losses")))
    parts.append(report_losses.table(desk, last.field, desk.say("report.losses.now")))
    more = [moment.losses[each] - started.losses[each] for each in (0, 1)]
    note = desk.say("report.grown.losses", first=desk.number(more[0]), second=desk.number(more[1]))
    if last.stage is Stage.OVER:
        events = events_of(deeds[-1].before, deeds[-1].action, last)
        ends = [event for event in events if event.kind in ("won", "drawn")]
        parts += [tag("p", desk.texts.say(event.message, desk.lang), class_="end") for event in ends]
    return Chapter(f"s{number}", title, together(*parts), note if any(more) else ""), moment


def _phase(state: State) -> str:
    if state.onset is not None and state.onset.manner == PURSUING:
        return ROUT
    if state.then == "melee" and state.stage in (Stage.RAMPAGE, Stage.FATE):
        return SHOOTING
    return PHASES.get(state.stage, MOVEMENT)


def _phases(desk: Desk, deeds: Sequence[Deed]) -> Iterator[Markup]:
    by_phase: dict[str, list[Deed]] = {MOVEMENT: [], SHOOTING: [], MELEE: [], ROUT: []}
    for deed in deeds:
        by_phase[_phase(deed.before)].append(deed)
    if by_phase[MOVEMENT]:
        yield tag("h3", desk.say("report.phase.movement"))
        yield report_orders.movement(desk, by_phase[MOVEMENT])
    fights: dict[str, list[Markup]] = {SHOOTING: [], MELEE: []}
    lines: dict[str, list[Markup]] = {SHOOTING: [], MELEE: [], ROUT: []}
    for phase in (SHOOTING, MELEE, ROUT):
        for deed in by_phase[phase]:
            state = deed.before
            if state.stage is Stage.VOLLEY:
                fights[phase].append(report_fights.shot(desk, deed))
            elif state.stage is Stage.MELEE:
                fights[phase].append(report_fights.melee(desk, deed))
            # Routs and pursuits begin with the last die of the melees.
            aside = ROUT if state.stage in (Stage.MELEE, Stage.STORM) else phase
            lines[aside] += report_aftermath.told(desk, deed)
    for phase in (SHOOTING, MELEE, ROUT):
        shown = fights.get(phase, [])
        if shown or lines[phase]:
            yield tag("h3", desk.say(f"report.phase.{phase}"))
            told, drawn = desk.lines(lines[phase]), tag("div", *shown, class_="fights") if shown else Markup()
            # Commanders decide before a melee whether they fight; what follows shots comes after them.
            yield from (told, drawn) if phase == MELEE else (drawn, told)
