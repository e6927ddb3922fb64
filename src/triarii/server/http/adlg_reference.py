"""Routes of the reference sheet and of the readings: what the tables of the game say under the chosen options."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.games.adlg import reading_words
from triarii.server.http.asking import answer_question
from triarii.server.http.services import answer, lang_of

ROUTES = APIRouter(prefix="/api/games/adlg", tags=["games"])


@ROUTES.get("/reference")
async def reference_sheet(request: Request, lang: str = "", profile: str = "") -> Response:
    """The reference sheet for a profile and whatever options the query sets: sections with rows, each with its rule."""
    speak = lang_of(request, lang)
    asked = [f"profile={profile}"] if profile else []
    asked += [f"{name}={value}" for name, value in request.query_params.items() if name not in ("lang", "profile")]
    return await answer_question(request, {"job": "sheet", "settings": asked, "lang": speak})


@ROUTES.get("/readings")
async def all_readings(request: Request, lang: str = "") -> Response:
    """Every point that can be read in more than one way: its question, its values in words, what each profile says."""
    return answer(_readings(lang_of(request, lang)))


@cache
def _readings(lang: str) -> dict[str, Any]:
    return reading_words.listed(lang)
