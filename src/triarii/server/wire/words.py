"""How the server speaks: its own words, the core's and those of the game, in the language that was asked for."""

from __future__ import annotations

from triarii.core import texts
from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import AnyGame, Refusal, Result
from triarii.core.records import SEAT_NAMES
from triarii.core.texts import LANGUAGES, Message, MissingMessage, Texts
from triarii.server.wire import shown

TEXTS = texts.load("triarii.server", parent=texts.CORE)


def language(asked: str | None) -> str:
    """A language that we speak: the asked one, or the first known in what a browser sends, or English."""
    for part in (asked or "").split(","):
        word = part.split(";")[0].strip().lower()[:2]
        if word in LANGUAGES:
            return word
    return "en"


def words_of(game: AnyGame | None) -> Texts:
    return TEXTS if game is None else Texts(TEXTS.entries, game.texts)


def refused(refusal: Refusal, lang: str, game: AnyGame | None = None, cast: Cast = EVERYBODY) -> shown.Refusal:
    """A refusal as it goes over the wire."""
    return shown.Refusal(refusal.code, sentence(refusal, lang, game, cast), refusal.rule)


def sentence(refusal: Refusal, lang: str, game: AnyGame | None = None, cast: Cast = EVERYBODY) -> str:
    return words_of(game).say(refusal.message, lang, cast)


def say(key: str, lang: str, /, **params: object) -> str:
    return TEXTS.say(Message(key, params), lang)


def result_words(game: AnyGame, result: Result, lang: str, cast: Cast = EVERYBODY) -> str:
    """Who won and why: by resignation, agreement or time in our words, by the rules of the game in its own."""
    known = words_of(game)
    seat = "" if result.winner is None else SEAT_NAMES[result.winner]
    outcome = "won" if seat else "drawn"
    if f"result.{result.rule}" in known:
        how = Message(f"result.{result.rule}")
        return known.say(Message(f"result.{outcome}", {"seat": seat, "how": how}), lang, cast)
    try:
        return known.say(Message(f"event.{outcome}", {"seat": seat, "rule": result.rule}), lang, cast)
    except MissingMessage:
        said = known.say(Message(f"result.{outcome}_plainly", {"seat": seat}), lang, cast)
        return f"{said} {game.rulebook.text(result.rule, lang)}".strip()
