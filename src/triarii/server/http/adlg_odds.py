"""Routes of L'Art de la Guerre that need no room: exact odds of a combat by both readings, the companion's tables."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from pydantic import AfterValidator
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.games.adlg import asking, readings
from triarii.server.http.asking import answer_question
from triarii.server.http.bodies import Refused as RefusalBody
from triarii.server.http.services import Refused, answer, game_of, lang_of
from triarii.server.wire.plain_text import whole

GAME = "adlg"
ROUTES = APIRouter(prefix=f"/api/games/{GAME}", tags=["adlg"], responses={"4XX": {"model": RefusalBody}})
Settings = Annotated[list[str] | None, Query(alias="set", description="A reading, KEY=VALUE; profile=… too.")]


@ROUTES.get("/odds/form")
async def odds_form(request: Request, lang: str = "") -> Response:
    """What a form for combats offers: troops, what they may have, ground, circumstances, profiles."""
    return answer(asking.choices(lang_of(request, lang)))


@ROUTES.post("/odds")
async def odds(
    request: Request,
    document: Annotated[Any, Body(description="A situation, as `triarii adlg odds` takes it."), AfterValidator(whole)],
    lang: str = "",
    settings: Settings = None,
) -> Response:
    """The exact odds of a melee, a shot or a fight, by both profiles, with the rule behind every number."""
    speak = lang_of(request, lang)
    job = {"job": "combat", "document": document, "settings": list(settings or ()), "lang": speak}
    return await answer_question(request, job)


@ROUTES.get("/companion")
async def companion_tables(request: Request, lang: str = "", profile: str = readings.DEFAULT) -> Response:
    """All numbers that the table companion adds up and looks up, for use without a server."""
    speak = lang_of(request, lang)
    read = readings.from_words([f"profile={profile}"])
    if isinstance(read, Refusal):
        raise Refused(read, game_of(GAME, speak), status=422, lang=speak)
    return await answer_question(request, {"job": "companion", "profile": read.profile, "lang": speak})
