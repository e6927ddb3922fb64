"""The route that tells whether all is well, and what is wrong if not: the disk, the database, damaged games."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from fastapi import APIRouter, Request
from sqlalchemy.exc import DatabaseError
from starlette.responses import Response

from triarii import __version__
from triarii.server.http.services import answer, lang_of, services_of
from triarii.server.rooms.lobby import Lobby
from triarii.server.storage.troubles import Trouble
from triarii.server.wire.words import say

ROUTES = APIRouter(prefix="/api", tags=["server"])
SLOWEST_ANSWER = 5.0
"""Seconds after which a database counts as one that does not answer."""
LOW = 64_000_000
"""Bytes that should be free on the disk: as much as the journal may take."""


@ROUTES.get("/health")
async def health(request: Request) -> Response:
    """Whether this server and its database are well; 503 with what is wrong if not. Other games go on meanwhile."""
    services, lang = services_of(request), lang_of(request)
    if services.lobby is None:
        return answer({"status": "down", "version": __version__, "problems": []}, 503)
    found = await _troubles(services.lobby, services.settings.data)
    state = {"status": "trouble" if found else "ok", "version": __version__, "rooms": len(services.lobby.rooms)}
    problems = [{"code": each.code, "words": say(f"health.{each.code}", lang, **each.params)} for each in found]
    return answer({**state, "problems": problems}, 503 if found else 200)


async def _troubles(lobby: Lobby, folder: Path) -> list[Trouble]:
    silent = None
    try:
        await asyncio.wait_for(lobby.store.answers(), SLOWEST_ANSWER)
    except TimeoutError:
        silent = Trouble("silent", {"seconds": int(SLOWEST_ANSWER)})
    except DatabaseError as problem:
        silent = Trouble("not_read", {"reason": str(problem.orig)})
    found = lobby.store.troubles.found()
    if silent is not None and not found:
        found = [silent]
    free = shutil.disk_usage(folder).free
    if free < LOW and all(each.code != "disk_full" for each in found):
        found.append(Trouble("disk_low", {"megabytes": free // 1_000_000}))
    return found
