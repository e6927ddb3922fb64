"""What is told of a game before anybody plays: its options, levels and capabilities, and its rules."""

from __future__ import annotations

from triarii.core import registry
from triarii.core.contract import AnyGame, OptionInfo, Span
from triarii.core.rulebook import Rule
from triarii.core.texts import Message
from triarii.server.play.levels import opponents
from triarii.server.play.rendering import board
from triarii.server.wire import answers


def info_of(game: AnyGame, lang: str) -> answers.GameInfo:
    info = game.info
    return answers.GameInfo(
        id=info.id,
        title=_said(game, "game.title", lang) or info.id,
        about=_said(game, "game.about", lang),
        reconstructed=_said(game, "game.reconstructed", lang),
        credits=_said(game, "game.credits", lang),
        rules_version=info.rules_version,
        options=[_option(game, option, lang) for option in info.options],
        presets=info.presets,
        levels=opponents(game, lang),
        capabilities=sorted(info.capabilities),
        board=board(game, lang),
        picture=info.board is not None or registry.has_pictures(info.id),
        has_chance=info.has_chance,
        has_secrets=info.has_secrets,
        secret_under=info.secret_under,
        lists_all_actions=info.lists_all_actions,
    )


def _option(game: AnyGame, option: OptionInfo, lang: str) -> answers.OptionInfo:
    rule = game.rulebook.find(option.rule)
    told = answers.OptionInfo(
        name=option.name,
        default=option.default,
        rule=option.rule,
        about=option.about.get(lang, ""),
        kind=rule.kind if rule is not None else "",
    )
    if isinstance(option.values, Span):
        told.span = answers.Range(option.values.low, option.values.high, option.values.step)
    elif isinstance(option.values, str):
        told.content, told.names = option.values, option.names
    else:
        told.values = option.values
    return told


def rule_of(rule: Rule, lang: str) -> answers.Rule:
    return answers.Rule(
        id=rule.id,
        text=rule.text[lang],
        kind=rule.kind,
        page=rule.page[lang],
        why=rule.why.get(lang, ""),
        options=rule.options,
        covers=rule.covers,
    )


def _said(game: AnyGame, key: str, lang: str) -> str:
    if key not in game.texts:
        return ""
    try:
        return game.texts.say(Message(key), lang)
    except LookupError:
        return ""  # it needs to know more than the game
