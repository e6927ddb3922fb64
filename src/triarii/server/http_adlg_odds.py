"""Routes of L'Art de la Guerre that need no room: exact odds of a combat by both readings, the companion's tables."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.games.adlg import answers, asking, companion, differing, form, readings, telling
from triarii.games.adlg.form import Asked
from triarii.games.adlg.readings import OPTIONS, PROFILES, Readings
from triarii.games.adlg.texts import TEXTS
from triarii.server.bodies import Refused as RefusedBody
from triarii.server.house import Refused, answer, client_of, game_of, house_of, lang_of

GAME = "adlg"
ROUTES = APIRouter(prefix=f"/api/games/{GAME}", tags=["adlg"], responses={"4XX": {"model": RefusedBody}})
Settings = Annotated[list[str] | None, Query(alias="set", description="A reading, KEY=VALUE; profile=… too.")]


@ROUTES.get("/odds/form")
async def odds_form(request: Request, lang: str = "") -> Response:
    """What a form for combats offers: troops, what they may have, ground, circumstances, profiles."""
    return answer(asking.choices(lang_of(request, lang)))


@ROUTES.post("/odds")
async def odds(
    request: Request,
    document: Annotated[Any, Body(description="A situation, as `triarii adlg odds` takes it.")],
    lang: str = "",
    settings: Settings = None,
) -> Response:
    """The exact odds of a melee, a shot or a fight, by both profiles, with the rule behind every number."""
    speak = lang_of(request, lang)
    _count(request, speak)
    read = readings.from_words(settings or ())
    if isinstance(read, Refusal):
        raise _refused(read, speak)
    asked = form.read(document, "melee")
    if isinstance(asked, Refusal):
        raise _refused(asked, speak)
    return answer(await asyncio.to_thread(told, asked, read, speak))


@ROUTES.get("/companion")
async def companion_tables(request: Request, lang: str = "", profile: str = readings.DEFAULT) -> Response:
    """All numbers that the table companion adds up and looks up, for use without a server."""
    speak = lang_of(request, lang)
    _count(request, speak)
    read = readings.from_words([f"profile={profile}"])
    if isinstance(read, Refusal):
        raise _refused(read, speak)
    return answer(await asyncio.to_thread(companion.tables, read.profile, speak))


def _count(request: Request, lang: str) -> None:
    if not house_of(request).studies_asked.take(client_of(request)):
        raise Refused(Refusal("too_many"), lang=lang)


def _refused(refusal: Refusal, lang: str) -> Refused:
    return Refused(refusal, game_of(GAME, lang), status=422, lang=lang)


def told(asked: Asked, read: Readings, lang: str) -> dict[str, Any]:
    """The answer of each profile, and which readings speak in this combat."""
    both = {each.profile: each for each in (read, readings.other_profile(read))}
    situation = asked.situation
    return {
        "kind": asked.kind,
        "profile": read.profile,
        "units": {side: telling.describe(situation.unit(side), lang) for side in ("a", "b")},
        "readings": [
            {
                "profile": name,
                "name": readings.PROFILE_NAMES[name][lang],
                "answer": _answer(asked, both[name], lang),
            }
            for name in PROFILES
        ],
        "spoken": [
            {
                "name": name,
                "about": OPTIONS[name].about[lang],
                "rule": OPTIONS[name].rule,
                "values": {profile: both[profile].chosen[name] for profile in PROFILES},
                "decides": decides,
            }
            for name, decides in differing.spoken(asked, both[PROFILES[0]], both[PROFILES[1]]).items()
        ],
    }


def _answer(asked: Asked, read: Readings, lang: str) -> dict[str, Any]:
    """As the command line answers, with the 36 rolls, mean losses and a name for each number; a fight with a round."""
    found: dict[str, Any] = dict(answers.answer(asked, read))
    if asked.kind == "fight":
        return {**found, "round": _answer(Asked("melee", asked.situation), read, lang)}
    for entry in found["ledger"]:
        entry["name"] = telling.name_of(entry["rule"], lang)
        if "of" in entry:
            entry["troop"] = TEXTS.word(f"word.{entry['of']}", lang)
    for each in found["voided"]:
        each["name"] = telling.name_of(each["what"]["rule"], lang)
    rolls = answers.rolls(asked, read)
    used = sorted({step["rule"] for row in rolls for cell in row for step in cell["steps"]})
    return {
        **found,
        "left": {side: asked.situation.unit(side).left for side in ("a", "b")},
        "mean": answers.mean_losses(asked, read),
        "rolls": rolls,
        "steps": {rule: {**answers.cited(rule), "name": telling.name_of(rule, lang)} for rule in used},
    }
