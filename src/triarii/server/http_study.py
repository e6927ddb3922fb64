"""Routes for study outside of rooms: records and positions step by step, engine lines, choices."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.server import study
from triarii.server.bodies import Place, Recorded, Study, StudyAims, StudyChoices, StudyLines
from triarii.server.bodies import Refused as RefusedBody
from triarii.server.house import Refused, answer, answer_packed, client_of, house_of, lang_of
from triarii.server.study import Told, Unfit
from triarii.server.thinkers import Busy, NoThought, Urgency

ROUTES = APIRouter(prefix="/api/study", tags=["study"], responses={"4XX": {"model": RefusedBody}})
STUDY_SECONDS = 60.0
REPORT_SECONDS = 60.0


@ROUTES.post("")
async def steps(request: Request, asked: Study) -> Response:
    """Every step of a record or of a line of play, with its view, text and events."""
    job = _job(request, asked)
    found = await _think(request, {"job": "study", **job}, STUDY_SECONDS)
    if "refused" in found:
        return answer(found["refused"], 422)
    return answer_packed(request, b64decode(found["packed"]))


@ROUTES.post("/report")
async def report(request: Request, asked: Recorded) -> Response:
    """The report of a recorded game: one HTML page with pictures, orders, ledgers, losses and the rules behind them."""
    lang = _allowed(request, asked.lang)
    found = await _think(request, {"job": "report", "record": asked.record, "lang": lang}, REPORT_SECONDS)
    return answer(found["refused"], 422) if "refused" in found else answer(found)


@ROUTES.post("/lines")
async def lines(request: Request, asked: StudyLines) -> Response:
    """What an engine thinks of a position: its best lines with score and chances, for the seat to act."""
    job = _job(request, asked)
    weighing = study.weighing(job)
    if isinstance(weighing, Unfit):
        return answer(weighing.told(job["lang"]), 422)
    found = await _think(request, weighing, asked.milliseconds / 1000)
    return answer({"seat": weighing["seat"], "lines": found})


@ROUTES.post("/choices")
async def choices(request: Request, asked: StudyChoices) -> Response:
    """The next words of an action in a position; where chance is to fall, its outcomes."""
    return await _told(request, asked, study.choices)


@ROUTES.post("/odds")
async def odds(request: Request, asked: Place) -> Response:
    """The fights on offer in a position, each with its exact odds as fractions."""
    return await _told(request, asked, study.odds)


@ROUTES.post("/aims")
async def aims(request: Request, asked: StudyAims) -> Response:
    """The actions that bring pieces to a place that is pointed to, best first; where there are none, why."""
    return await _told(request, asked, study.aims)


@ROUTES.post("/overlays")
async def overlays(request: Request, asked: Place) -> Response:
    """Shapes of a position that a board shows on request: zones, ranges, threats."""
    return await _told(request, asked, study.overlays)


async def _told(request: Request, asked: Place, question: Callable[[dict[str, Any]], Told | Unfit]) -> Response:
    """A line of play may be long and its last position heavy: all of it is done beside the event loop."""
    job = _job(request, asked)
    found = await house_of(request).open_hall.desk.answer(lambda: question(job))
    return answer(found.told(job["lang"]), 422) if isinstance(found, Unfit) else answer(found)


def _job(request: Request, asked: Place) -> dict[str, Any]:
    return {**asked.model_dump(), "lang": _allowed(request, asked.lang)}


def _allowed(request: Request, wanted: str) -> str:
    """The language of the answer, unless this client has asked too much of late."""
    lang = lang_of(request, wanted)
    if not house_of(request).studies_asked.take(client_of(request)):
        raise Refused(Refusal("too_many"), lang=lang)
    return lang


async def _think(request: Request, job: dict[str, Any], seconds: float) -> Any:
    """The thought ends when whoever asked goes away."""
    thought = asyncio.ensure_future(house_of(request).open_hall.thinkers.ask(job, Urgency.STUDY, seconds))
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((thought, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not thought.done():
            raise Refused(Refusal("no_thought"), status=422, lang=job.get("lang", ""))  # nobody reads it
        return thought.result()
    except Busy:
        raise Refused(Refusal("busy"), lang=job.get("lang", "")) from None
    except NoThought:
        raise Refused(Refusal("no_thought"), status=422, lang=job.get("lang", "")) from None
    finally:
        thought.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    """Returns when the connection ends."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
