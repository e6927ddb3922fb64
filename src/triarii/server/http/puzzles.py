"""Routes to the puzzles that we ship: all of a game in short, and each by its id."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.puzzles.puzzle import Puzzle, Way
from triarii.puzzles.shipped import shipped
from triarii.server.http.describing import REFUSALS
from triarii.server.http.services import RequestRefused, answer, game_of, lang_of
from triarii.server.wire import answers

ROUTES = APIRouter(prefix="/api/games/{game}/puzzles", tags=["games"], responses=REFUSALS)


@ROUTES.get("")
async def all_puzzles(request: Request, game: str, lang: str = "") -> Response:
    """Every puzzle of a game, in the order of the days."""
    found = shipped(game_of(game, lang_of(request, lang)).info.id)
    return answer(answers.Puzzles([answers.PuzzleEntry(each.id, each.theme.value, each.level) for each in found]))


@ROUTES.get("/{puzzle}")
async def one_puzzle(request: Request, game: str, puzzle: str, lang: str = "") -> Response:
    """One puzzle whole, its solution too."""
    speak = lang_of(request, lang)
    found = next((each for each in shipped(game_of(game, speak).info.id) if each.id == puzzle), None)
    if found is None:
        raise RequestRefused(Refusal("not_found"), lang=speak)
    return answer(_told(found))


def _told(puzzle: Puzzle) -> answers.Puzzle:
    return answers.Puzzle(
        id=puzzle.id,
        game=puzzle.game,
        options=puzzle.options,
        position=puzzle.position,
        seat=puzzle.seat,
        theme=puzzle.theme.value,
        level=puzzle.level,
        proven=puzzle.proven,
        ways=[_way(way) for way in puzzle.ways],
        line=puzzle.line,
        found=puzzle.found,
        seats=puzzle.seats,
        played=puzzle.played,
    )


def _way(way: Way) -> answers.PuzzleWay:
    return answers.PuzzleWay(way.action, way.value, way.odds, way.who)
