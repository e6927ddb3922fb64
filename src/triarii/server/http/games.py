"""Routes that tell of games: which there are, their options and levels, their rules, the contents that they ship."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.core import registry
from triarii.core.contract import AnyGame, OptionInfo, Refusal, Stocked
from triarii.server.http.asking import answer_question
from triarii.server.http.bodies import ContentText, Prepared
from triarii.server.http.services import RequestRefused, answer, client_of, game_of, lang_of, services_of
from triarii.server.play.game_info import info_of, rule_of
from triarii.server.play.game_picture import game_picture
from triarii.server.thinking.jobs import Content, Prepare
from triarii.server.wire import answers
from triarii.server.wire.messages import written
from triarii.server.wire.words import TEXTS, say

ROUTES = APIRouter(prefix="/api")


@ROUTES.get("/network", tags=["server"])
async def network(request: Request) -> Response:
    """Addresses under which other machines can open this server; empty if only this one can."""
    services = services_of(request)
    return answer(answers.Network(services.addresses, services.settings.public_url))


@ROUTES.get("/privacy", tags=["server"])
async def privacy(request: Request) -> Response:
    """What is stored, and for how long."""
    days = services_of(request).settings.keep_days
    return answer(answers.Privacy(days, say("privacy.kept", lang_of(request), days=days)))


@ROUTES.get("/games", tags=["games"])
async def games(request: Request, lang: str = "") -> Response:
    """Every game: its title, options, levels and capabilities."""
    speak = lang_of(request, lang)
    found = []
    for name in registry.game_names():
        game = registry.game(name)
        if not isinstance(game, Refusal):
            found.append(info_of(game, speak))
    return answer(answers.Games(found))


@ROUTES.get("/games/{game}", tags=["games"])
async def one_game(request: Request, game: str, lang: str = "") -> Response:
    """One game."""
    return answer(info_of(game_of(game, lang_of(request, lang)), lang_of(request, lang)))


@ROUTES.get("/games/{game}/rules", tags=["games"])
async def rules(request: Request, game: str, lang: str = "") -> Response:
    """Every rule: its id, text, page and kind."""
    speak = lang_of(request, lang)
    found = game_of(game, speak)
    return answer(answers.Rules(game, [rule_of(rule, speak) for rule in found.rulebook.rules]))


@ROUTES.get("/games/{game}/picture", tags=["games"])
async def picture(request: Request, game: str, theme: str = "light", lang: str = "") -> Response:
    """The game a few turns after its start, as SVG: drawn by its package, or by the board that it describes."""
    speak = lang_of(request, lang)
    name, shade = game_of(game, speak).info.id, "dark" if theme == "dark" else "light"
    drawn = await asyncio.to_thread(game_picture, name, speak, shade)
    if not drawn:
        raise RequestRefused(Refusal("not_found"), lang=speak)
    return Response(drawn, headers={"Cache-Control": "no-cache"}, media_type="image/svg+xml")


@ROUTES.get("/games/{game}/contents/{option}", tags=["games"])
async def contents(request: Request, game: str, option: str, lang: str = "") -> Response:
    """The layouts or card tables that a game ships, whole, to begin an own one with."""
    found = game_of(game, lang_of(request, lang))
    _content_option(found, option)
    if not isinstance(found, Stocked):
        return answer({"contents": {}})
    # The first to ask waits while they are read; nobody else does.
    read = services_of(request).open_lobby.threads.answer(lambda: written(found.contents(option)), client_of(request))
    return answer(msgspec.Raw(await read))


@ROUTES.post("/games/{game}/contents/{option}", tags=["games"])
async def read_content(request: Request, game: str, option: str, asked: ContentText) -> Response:
    """The content that a text spells, read like a file of the command line; its game checks it when it is played."""
    lang = lang_of(request, asked.lang)
    found = game_of(game, lang)
    wanted = _content_option(found, option)
    job = Content(game=found.info.id, option=wanted.name, text=asked.text, lang=lang)
    return await answer_question(request, job)


@ROUTES.post("/games/{game}/prepared", tags=["games"])
async def prepared(request: Request, game: str, asked: Prepared) -> Response:
    """A first position with terrain and both armies in their places, to begin a game from; a seed makes it another."""
    lang = lang_of(request, asked.lang)
    found = game_of(game, lang)
    return await answer_question(
        request, Prepare(game=found.info.id, options=asked.options, seed=asked.seed, lang=lang)
    )


def _content_option(game: AnyGame, name: str) -> OptionInfo:
    option = game.info.option(name)
    if option is None or not isinstance(option.values, str):
        raise RequestRefused(Refusal("no_content", params={"name": name[:40]}), status=404)
    return option


@ROUTES.get("/words", tags=["server"])
async def words(request: Request, lang: str = "") -> Response:
    """The server's own sentences for refusals, by code: for programs that want to say them before they are asked."""
    speak = lang_of(request, lang)
    plain = [key for key in TEXTS.entries if key.startswith("refusal.") and "{" not in str(TEXTS.entries[key]["en"])]
    return answer({key.removeprefix("refusal."): TEXTS.word(key, speak) for key in plain})
