"""Routes of the reference sheet and of the readings: what the tables of the game say under the chosen options."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.games.adlg import reading_words, readings, reference
from triarii.games.adlg.readings import OPTIONS, PROFILE_NAMES, Readings
from triarii.server.house import Refused, answer, game_of, lang_of

ROUTES = APIRouter(prefix="/api/games/adlg", tags=["games"])


@ROUTES.get("/reference")
async def reference_sheet(request: Request, lang: str = "", profile: str = "") -> Response:
    """The reference sheet for a profile and whatever options the query sets: sections with rows, each with its rule."""
    speak = lang_of(request, lang)
    asked = [f"profile={profile}"] if profile else []
    asked += [f"{name}={value}" for name, value in request.query_params.items() if name not in ("lang", "profile")]
    found = readings.from_words(asked)
    if isinstance(found, Refusal):
        raise Refused(found, game_of("adlg"), 422, speak)
    return answer(sheet_told(found, speak))


@ROUTES.get("/readings")
async def all_readings(request: Request, lang: str = "") -> Response:
    """Every point that can be read in more than one way: its question, its values in words, what each profile says."""
    return answer(_readings(lang_of(request, lang)))


@cache
def _readings(lang: str) -> dict[str, Any]:
    return reading_words.listed(lang)


def sheet_told(found: Readings, lang: str) -> dict[str, Any]:
    """The sheet as its page shows it."""
    return {
        "profile": {"id": found.profile, "name": PROFILE_NAMES[found.profile][lang]},
        "unusual": [
            {
                "name": name,
                "about": OPTIONS[name].about[lang],
                "words": reading_words.say_value(OPTIONS[name], value, lang),
                "rule": OPTIONS[name].rule,
            }
            for name, value in found.unusual.items()
        ],
        "legend": list(reference.legend(found, lang)),
        "sections": [section.as_json() for section in reference.sheet(found, lang)],
    }
