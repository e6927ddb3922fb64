"""A report: a whole recorded game as one HTML page that needs nothing else and prints well.

It opens with who played what and how it ended, tells the game chapter by chapter with pictures, and closes with how its
dice can be proven and with the text of every rule that it cites.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import resources

from triarii import pictures
from triarii.core.contract import AnyGame, Scored
from triarii.core.records import HUMAN, ChanceFell, TookBack
from triarii.core.texts import LANGUAGES
from triarii.core.timeline import Timeline
from triarii.pictures import colours, report_options, report_turns
from triarii.pictures.report_chapters import Chapter, Story
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup, tag, together

ENDS = frozenset({"won", "drawn", "won_on_points", "drawn_on_points"})
"""Events that tell how a game ended."""
STYLE = resources.files("triarii.pictures").joinpath("report.css").read_text(encoding="utf-8")


def page(
    line: Timeline, lang: str, file: str = "", progress: Callable[[], None] = lambda: None, *, brief: bool = False
) -> str:
    """The report of a game; `file` names its record, `progress` hears of every step that is told. A `brief` one has two
    pages, where the game's pictures know how; of other games it is the whole."""
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}; there are {', '.join(LANGUAGES)}")
    context = ReportContext(line.game, lang)
    short: Callable[..., tuple[str, Markup]] | None = pictures.offered(line.game, "brief") if brief else None
    if short is not None:
        title, sheets = short(context, line, _opening(context, line))
        return _html(context, title, [tag("div", sheets, class_="brief")])
    return _page(context, line, _story(context, line, progress), file)


def _story(context: ReportContext, line: Timeline, progress: Callable[[], None]) -> Story:
    """Turn by turn, unless the game's pictures know better: a battle is told bound by bound."""
    story: Callable[..., Story] = pictures.offered(line.game, "story") or report_turns.story
    return story(context, line, progress)


def _page(context: ReportContext, line: Timeline, story: Story, file: str) -> str:
    title = story.title
    chapters = [
        *((Chapter("overview", context.say("report.overview"), story.overview),) if story.overview else ()),
        *story.chapters,
        Chapter("proof", context.say("report.proof.title"), _proof(context, line, file)),
    ]
    body = [
        _head(context, line, story, title),
        _contents(context, chapters),
        *(_section(chapter) for chapter in chapters),
    ]
    # The rules come last: only now it is known which ones are cited.
    body.append(_section(Chapter("rules", context.say("report.rules"), context.appendix())))
    return _html(context, title, body)


def _html(context: ReportContext, title: str, body: Sequence[Markup]) -> str:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Markup(_style(context.game))),
    )
    main = tag("body", context.stock.shelf(), tag("main", *body))
    return f"<!DOCTYPE html>\n{tag('html', head, main, lang=context.lang)}\n"


def _style(game: AnyGame) -> str:
    """Our colours for both themes, then how the page looks. On paper it is always light."""
    light, dark = (";".join(_variables(game, theme)) for theme in ("light", "dark"))
    return f":root{{{light}}}\n@media screen and (prefers-color-scheme: dark){{:root{{{dark}}}}}\n{STYLE}"


def _variables(game: AnyGame, theme: str) -> Iterator[str]:
    yield f"color-scheme:{theme}"
    yield from colours.declared(colours.THEMES[theme])
    yield from colours.declared(colours.SURFACES[theme])
    yield from pictures.variables_of(game, theme)


# The head


def _head(context: ReportContext, line: Timeline, story: Story, title: str) -> Markup:
    facts: list[tuple[str, str]] = []
    unnamed = context.say("report.fact.unnamed")
    for seat, name in enumerate(line.header.seats):
        facts.append((context.seat(seat), context.say("report.fact.human") if name == HUMAN else name or unnamed))
    facts += story.facts
    if line.header.date:
        facts.append((context.say("report.fact.date"), line.header.date))
    rows = [part for name, value in facts for part in (tag("dt", name), tag("dd", value))]
    return tag(
        "header",
        tag("h1", title),
        tag("p", outcome(context, line), class_="outcome"),
        *_score(context, line),
        tag("dl", *rows, class_="facts"),
        report_options.told(context, line),
        *_notes(context, line),
    )


def _opening(context: ReportContext, line: Timeline) -> Markup:
    """What both pages begin with: who fought whom, when, and how it ended."""
    unnamed, human = context.say("report.fact.unnamed"), context.say("report.fact.human")
    names = [human if name == HUMAN else name or unnamed for name in line.header.seats]
    sides = [f"{context.seat(seat)}: {name}" for seat, name in enumerate(names)]
    said = " · ".join([*sides, *([line.header.date] if line.header.date else [])])
    return together(
        tag("p", said, class_="note"), tag("p", outcome(context, line), class_="outcome"), *_score(context, line)
    )


def outcome(context: ReportContext, line: Timeline) -> str:
    """How it ended, in one sentence."""
    if line.result is None:
        return context.say("report.unfinished", count=len(line.steps))
    if line.settled is not None:
        how = context.say(f"result.{line.settled.rule}")
        if line.settled.winner is None:
            return context.say("result.drawn", how=how)
        return context.say("result.won", seat=line.settled.winner.name.lower(), how=how)
    ends = [event for event in line.events(line.steps[-1]) if event.kind in ENDS] if line.steps else []
    return " ".join(context.texts.say(event.message, context.lang) for event in ends)


def _score(context: ReportContext, line: Timeline) -> Iterator[Markup]:
    """The points of both and how they came about, where a game is worth any."""
    if line.result is not None and isinstance(line.game, Scored):
        scored = line.game.score(line.position, line.result)
        said = " ".join(context.texts.say(message, context.lang) for message in scored.how)
        yield tag("p", said, context.why(scored.rule), class_="note")


def _notes(context: ReportContext, line: Timeline) -> Iterator[Markup]:
    taken_back = sum(isinstance(entry, TookBack) for entry in line.entries)
    if taken_back:
        yield tag("p", context.say("report.taken_back", count=taken_back), class_="note")
    if line.header.start:
        yield tag("p", context.say("report.from_position"), class_="note")


# Contents and chapters


def _contents(context: ReportContext, chapters: Sequence[Chapter]) -> Markup:
    entries = []
    for chapter in chapters:
        note = tag("small", " ", chapter.note) if chapter.note else Markup()
        entries.append(tag("li", tag("a", chapter.title, href=f"#{chapter.id}"), note))
    entries.append(tag("li", tag("a", context.say("report.rules"), href="#rules")))
    return tag(
        "nav", tag("h2", context.say("report.contents")), tag("ol", *entries), aria_label=context.say("report.contents")
    )


def _section(chapter: Chapter) -> Markup:
    return tag("section", tag("h2", chapter.title), chapter.body, id=chapter.id, class_="chapter")


# The proof


def _proof(context: ReportContext, line: Timeline, file: str) -> Markup:
    """What was promised about the dice, what became of it, and how anybody can check it."""
    fell = sum(isinstance(entry, ChanceFell) for entry in line.entries)
    parts = []
    if not fell:
        parts.append(tag("p", context.say("report.proof.no_chance")))
    elif not line.header.commit:
        parts.append(tag("p", context.say("report.proof.by_hand", count=fell)))
    else:
        parts.append(tag("p", context.say("report.proof.promised", count=fell), " ", tag("code", line.header.commit)))
        if line.end is not None and line.end.secret:
            parts.append(tag("p", context.say("report.proof.secret"), " ", tag("code", line.end.secret)))
        else:
            parts.append(tag("p", context.say("report.proof.open")))
    command = tag("code", f"triarii verify {file or context.say('report.proof.record')}")
    parts.append(tag("p", context.say("report.proof.verify"), " ", command))
    return together(*parts)
