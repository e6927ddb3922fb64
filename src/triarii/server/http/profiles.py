"""Routes for profiles: what is kept of somebody, by a token that only their browser knows; and how one browser hands it
to another of the same person."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from triarii.core import registry
from triarii.core.contract import Refusal
from triarii.server.http.bodies import HandedOver
from triarii.server.http.describing import REFUSALS, answered_by
from triarii.server.http.services import RequestRefused, answer, bearer, client_of, lang_of, services_of
from triarii.server.play.levels import opponents
from triarii.server.rooms import tokens
from triarii.server.rooms.lobby import Lobby
from triarii.server.rooms.summary import rating_told
from triarii.server.storage.kept import COMPUTER
from triarii.server.storage.profiles import Result
from triarii.server.wire import answers

ROUTES = APIRouter(prefix="/api", tags=["profiles"], responses=REFUSALS)
BoxName = Annotated[str, Path(pattern=r"^[a-f0-9]{64}$")]


@ROUTES.get("/profile", responses=answered_by(answers.ProfileTold))
async def profile(request: Request) -> Response:
    """Ratings and results of whoever has this token; nothing, where nothing was kept under it."""
    lobby, lang, name = services_of(request).open_lobby, lang_of(request), _profile(request)
    found = await lobby.store.profiles.one(name)
    ratings = [rating_told(kept, lobby.sources.now()) for kept in found.ratings]
    return answer(answers.ProfileTold(ratings, [_told(each, lang) for each in found.results], found.games))


@ROUTES.delete("/profile")
async def forget(request: Request) -> Response:
    """Delete all that is kept under this token; games under way stay."""
    await services_of(request).open_lobby.store.profiles.forget(_profile(request))
    return answer({})


@ROUTES.put("/handovers/{name}")
async def hand_over(request: Request, name: BoxName, wish: HandedOver) -> Response:
    """Keep a sealed box for ten minutes, or until it is fetched."""
    lobby = _asked(request)
    if not await lobby.store.profiles.hand_over(name, wish.box, lobby.sources.now()):
        raise RequestRefused(Refusal("busy"))
    return answer({})


@ROUTES.post("/handovers/{name}", responses=answered_by(answers.Box))
async def fetch(request: Request, name: BoxName) -> Response:
    """The box, once: after that it is gone."""
    lobby = _asked(request)
    box = await lobby.store.profiles.fetch(name, lobby.sources.now())
    if box is None:
        raise RequestRefused(Refusal("no_handover"), status=404)
    return answer(answers.Box(box))


def _asked(request: Request) -> Lobby:
    services = services_of(request)
    if not services.claims_asked.take(client_of(request)):
        raise RequestRefused(Refusal("too_many"))
    return services.open_lobby


def _profile(request: Request) -> str:
    token = bearer(request)
    if not token:
        raise RequestRefused(Refusal("needs_token"))
    return tokens.hashed(token)


def _told(result: Result, lang: str) -> answers.ResultTold:
    computer = result.kind == COMPUTER
    return answers.ResultTold(
        room=result.room,
        game=result.game,
        opponent="" if computer else result.opponent,
        kind="computer" if computer else "person",
        level=_level(result, lang) if computer else "",
        score=result.score,
        rated=result.rated,
        rating=result.rating,
        at=result.at,
    )


def _level(result: Result, lang: str) -> str:
    game = registry.game(result.game)
    if isinstance(game, Refusal):
        return result.opponent
    return next((level.title for level in opponents(game, lang) if level.id == result.opponent), result.opponent)
