"""`triarii` alone starts a game: in the browser, else in the terminal's window, else line by line, which needs nothing
but Python. So `uvx triarii` plays, and whoever installs the library gets no server with it."""

from __future__ import annotations

import os
import sys

from triarii import __version__
from triarii.cli import extras, plain, seating
from triarii.cli.extras import Extra
from triarii.cli.opening import open_game
from triarii.cli.speech import BadInput, hear, insist, language, say, show
from triarii.core import options, registry
from triarii.core.contract import AnyGame, Refusal
from triarii.core.records import HUMAN


def start(lang: str) -> None:
    """The best that is installed here."""
    if extras.is_there(Extra.SERVE):
        from triarii.cli import serve

        serve.play_in_browser()
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput(Refusal("extra.no_browser"))
    show(say("bare.no_browser", lang))
    if extras.is_there(Extra.PLAY) and os.environ.get("TERM") != "dumb":
        from triarii.cli import table

        table.play()
        return
    show(say("bare.no_window", lang))
    _play_plain(lang)


def obey(words: list[str]) -> None:
    """All that the command can do where even the package that reads its words is missing."""
    if words == ["--version"]:
        show_version()
    elif words:
        missing = extras.refusal_of("typer", words[0])
        assert missing is not None
        raise BadInput(missing)
    else:
        start(language(None))


def show_version() -> None:
    print(f"triarii {__version__}")
    show(say("about.unofficial", language(None)))


def _play_plain(lang: str) -> None:
    """A game of the person's choice, against a fair opponent."""
    game = _chosen(lang)
    if game is None:
        show(say("play.bye", lang))
        return
    pair = (HUMAN, seating.opponent(game))
    line, secret = insist(open_game(game, insist(options.complete(game.info, {}), game), pair), game)
    plain.PlainTable(line, seating.programs(game, pair), seating.adviser(game), secret, lang, None).run()


def _chosen(lang: str) -> AnyGame | None:
    """Asks which game it shall be; none at the end of the input or if somebody rather leaves."""
    found = [game for name in registry.game_names() if not isinstance(game := registry.game(name), Refusal)]
    found.sort(key=lambda game: game.info.id != seating.MAIN)
    for number, game in enumerate(found, 1):
        show(f"{number}  {game.texts.word('game.title', lang)}")
    meant = {"": found[0]}
    for number, game in enumerate(found, 1):
        meant |= {str(number): game, game.info.id: game}
    while (typed := hear(say("bare.which", lang))) is not None:
        word = typed.strip().lower()
        if word in meant:
            return meant[word]
        if plain.SPELLED.get(word) == "quit":
            return None
        show(say("bare.which_help", lang, count=len(found)))
    return None
