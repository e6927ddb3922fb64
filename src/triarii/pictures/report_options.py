"""What was agreed for a game other than usual, as people say it: no keys, and values only where nobody has words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from triarii.core import options
from triarii.core.contract import OptionInfo, Refusal, Span, Stocked
from triarii.core.timeline import Timeline
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup, tag, together


def told(context: ReportContext, line: Timeline) -> Markup:
    """The options that are not what the game would have taken by itself."""
    rows = list(_rows(context, line))
    if not rows:
        return tag("p", context.say("report.options.usual"))
    return together(tag("p", context.say("report.options.unusual")), tag("dl", *rows, class_="options"))


def _rows(context: ReportContext, line: Timeline) -> Iterator[Markup]:
    info, chosen = line.game.info, line.header.options
    presets = {name: chosen[name] for name in info.presets if name in chosen}
    usual = options.complete(info, presets)
    assert not isinstance(usual, Refusal), usual
    usual |= {name: option.default for name in presets if (option := info.option(name)) is not None}
    for option in info.options:
        value = chosen.get(option.name, usual[option.name])
        if value != usual[option.name]:
            yield from _row(context, option, value)


def _row(context: ReportContext, option: OptionInfo, value: object) -> tuple[Markup, Markup]:
    """What it is called and its value, then what it is about; where it has no name, that says what it is."""
    key, about = f"option.{option.name}", option.about.get(context.lang, "")
    said, why = words_of(context, option, value), context.why(option.rule)
    if key in context.texts:
        return tag("dt", f"{context.say(key)}: {said}"), tag("dd", about, why)
    return tag("dt", about or option.name), tag("dd", said, why)


def words_of(context: ReportContext, option: OptionInfo, value: object) -> str:
    """A value as people say it."""
    if isinstance(value, Mapping):
        return _name(context, value)
    spelled = str(value).lower() if isinstance(value, bool) else str(value)
    key = f"value.{option.name}.{spelled}"
    if key in context.texts:
        return context.say(key)
    if isinstance(value, bool):
        return context.say(f"report.options.{'yes' if value else 'no'}")
    if isinstance(option.values, Span) and f"measure.{option.values.unit}" in context.texts:
        return context.say(f"measure.{option.values.unit}", number=value)
    if isinstance(option.values, str) and isinstance(context.game, Stocked):
        return _shipped(context, context.game.contents(option.name), spelled)
    names = [f"word.{part}" for part in spelled.split(",")]
    return " – ".join(context.say(name) for name in names) if all(name in context.texts for name in names) else spelled


def _shipped(context: ReportContext, stock: Mapping[str, object], name: str) -> str:
    """The title of something that comes with the game: on its card, or in itself."""
    cards, contents = stock.get("cards"), stock.get("contents")
    for card in cards if isinstance(cards, list) else ():
        if card.get("name") == name and isinstance(card.get("title"), Mapping):
            return str(card["title"][context.lang])
    found = contents.get(name) if isinstance(contents, Mapping) else None
    return _name(context, found) if isinstance(found, Mapping) else name


def _name(context: ReportContext, content: Mapping[str, object]) -> str:
    """What a content is called, in one language or each."""
    name = content.get("name", "…")
    named = name if isinstance(name, Mapping) else content
    return str(named.get(context.lang, name))
