"""Every installed game, begun and shown once before the first visitor comes: what a game loads only when it is needed
would else be loaded within somebody's request, and all who play would wait for that."""

from __future__ import annotations

import logging

from triarii.core import registry, texts
from triarii.core.contract import AnyGame, Consulted, Eye, Refusal, Stocked
from triarii.core.options import complete
from triarii.core.texts import LANGUAGES
from triarii.server.play import rendering
from triarii.server.play.levels import opponents

NO_OPTION = ""
LOG = logging.getLogger("triarii.server")


def load_games() -> None:
    """One that is broken is passed over: whoever asks for it is told so."""
    for name in registry.game_names():
        game = registry.game(name)
        if isinstance(game, Refusal):
            LOG.warning("%s", texts.CORE.say(game.message, "en"))
            continue
        try:
            _show(game)
        except Exception as problem:  # a stranger's package may fail in any way
            LOG.warning("the game %s can't be shown (%s)", name, type(problem).__name__)


def _show(game: AnyGame) -> None:
    if isinstance(game, Stocked):
        game.contents(NO_OPTION)  # its modules alone: what it ships is read when somebody first asks
    if isinstance(game, Consulted):
        game.tables()
        game.questions()
    for lang in LANGUAGES:
        opponents(game, lang)
    options = complete(game.info, {})
    start = options if isinstance(options, Refusal) else game.start(options)
    if isinstance(start, Refusal):
        return
    for lang in LANGUAGES:
        rendering.view(game, start, Eye.OBSERVER, lang)
        rendering.choices(game, start, (), lang)
