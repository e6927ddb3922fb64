"""The route to the openings that we ship: how games of our levels began, and who won them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.openings.shipped import shipped
from triarii.server.http.describing import REFUSALS
from triarii.server.http.services import answer, game_of, lang_of
from triarii.server.wire import answers

ROUTES = APIRouter(prefix="/api/games/{game}/openings", tags=["games"], responses=REFUSALS)


@ROUTES.get("")
async def openings(request: Request, game: str, lang: str = "") -> Response:
    """All games that are counted; none where we have none for a game."""
    found = shipped(game_of(game, lang_of(request, lang)).info.id)
    return answer(answers.Openings([answers.OpenedGame(each.seats, each.winner, each.moves) for each in found]))
