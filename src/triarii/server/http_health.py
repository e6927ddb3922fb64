"""The route that tells whether all is well, and what is wrong if not: the disk, the database, damaged games."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from fastapi import APIRouter, Request
from sqlalchemy.exc import DatabaseError
from starlette.responses import Response

from triarii import __version__
from triarii.server.hall import Hall
from triarii.server.house import answer, house_of, lang_of
from triarii.server.speech import say
from triarii.server.storage.troubles import Trouble

ROUTES = APIRouter(prefix="/api", tags=["server"])
SLOWEST_ANSWER = 5.0
"""Seconds after which a database counts as one that does not answer."""
LOW = 64_000_000
"""Bytes that should be free on the disk: as much as the journal may take."""


@ROUTES.get("/health")
async def health(request: Request) -> Response:
    """Whether this server and its database are well; 503 with what is wrong if not. Other games go on meanwhile."""
    house, lang = house_of(request), lang_of(request)
    if house.hall is None:
        return answer({"status": "down", "version": __version__, "problems": []}, 503)
    found = await _troubles(house.hall, house.settings.data)
    told = {"status": "trouble" if found else "ok", "version": __version__, "rooms": len(house.hall.rooms)}
    problems = [{"code": each.code, "words": say(f"health.{each.code}", lang, **each.params)} for each in found]
    return answer({**told, "problems": problems}, 503 if found else 200)


async def _troubles(hall: Hall, folder: Path) -> list[Trouble]:
    silent = None
    try:
        await asyncio.wait_for(hall.store.answers(), SLOWEST_ANSWER)
    except TimeoutError:
        silent = Trouble("silent", {"seconds": int(SLOWEST_ANSWER)})
    except DatabaseError as problem:
        silent = Trouble("not_read", {"reason": str(problem.orig)})
    found = hall.store.troubles.found()
    if silent is not None and not found:
        found = [silent]
    free = shutil.disk_usage(folder).free
    if free < LOW and all(each.code != "disk_full" for each in found):
        found.append(Trouble("disk_low", {"megabytes": free // 1_000_000}))
    return found
