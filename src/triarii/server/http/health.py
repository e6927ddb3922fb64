"""The routes that tell whether all is well: does the process live, does it take moves, what is wrong if not."""

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
PLAIN_ROUTES = APIRouter(tags=["server"])
"""For those who start, watch and stop processes, or send people to them: at the places where they look."""
KEEPS_FROM_PLAYING = frozenset({"disk_full", "not_written", "not_read", "silent"})
"""Troubles with which no move is taken."""
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


@PLAIN_ROUTES.get("/health")
async def alive() -> Response:
    """Whether this process lives: whoever hears nothing may start it anew. The database is not asked, for that would
    not be mended by it."""
    return answer({"status": "ok", "version": __version__})


@PLAIN_ROUTES.get("/ready")
async def ready(request: Request) -> Response:
    """Whether people may be sent here: the server is open, and moves are taken; 503 with codes if not."""
    services = services_of(request)
    if services.lobby is None:
        return answer({"status": "down", "problems": []}, 503)
    found = [each.code for each in await _troubles(services.lobby, services.settings.data)]
    hindering = [code for code in found if code in KEEPS_FROM_PLAYING]
    return answer({"status": "trouble" if hindering else "ok", "problems": hindering}, 503 if hindering else 200)


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
