"""The application: all routes behind the guard, with the rooms opened at start and closed at the end."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from triarii import __version__
from triarii.core.contract import Refusal
from triarii.core.seals import SealingKey
from triarii.server.built import FILES
from triarii.server.edge.guard import Guard, protecting
from triarii.server.hall.hall import Hall
from triarii.server.http.packing import Packing
from triarii.server.http.routes import ROUTERS
from triarii.server.http.services import STATUS, RefusedInWords, RequestRefused, Services, answer, refuse, services_of
from triarii.server.metrics import telling
from triarii.server.reminders.caller import Caller
from triarii.server.rooms.lobby import Lobby
from triarii.server.settings import Settings
from triarii.server.sources import Sources
from triarii.server.storage.kept_key import key_of
from triarii.server.storage.opening import database_of
from triarii.server.storage.store import Store
from triarii.server.storage.troubles import is_away
from triarii.server.thinking.pools import WorkerPools
from triarii.server.wire.bodies import malformed

LOG = logging.getLogger("triarii.server")


def make_app(
    settings: Settings, sources: Sources | None = None, files: Path = FILES, key: SealingKey | None = None
) -> FastAPI:
    """A server's application. Tests bring sources of their own to know what will come."""
    services = Services(settings, sources or Sources(), key or _own_key(settings))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        store = Store(database_of(settings), settings.thinks)
        services.lobby = Lobby(store, services.sources, WorkerPools.of(settings), settings)
        services.hall = Hall(services.lobby)
        services.caller = Caller(services.lobby, settings)
        services.share_limits(services.lobby.others.limits)
        try:
            await services.lobby.open()
            await services.caller.open()
            with telling.told(services):
                LOG.info("serving %s", __version__)
                yield
        finally:
            LOG.info("stopping")
            lobby, caller = services.lobby, services.caller
            services.lobby, services.hall, services.caller = None, None, None
            await caller.close()
            await lobby.close()
            await store.close()

    app = FastAPI(
        title="Triarii",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages would ask other sites for scripts
        redoc_url=None,
        servers=[{"url": settings.path_before}] if settings.path_before else None,
    )
    app.state.services = services
    app.state.files = files
    edge = services.edge
    app.add_middleware(Packing)
    app.add_middleware(
        Guard,
        settings=settings,
        proxies=edge.proxies,
        asks_too_much=services.asks_too_much,
        turn=services.turn,
        answered=services.tallies.answered,
    )
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(RequestRefused, _refused)
    app.add_exception_handler(RefusedInWords, _refused_in_words)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(OperationalError, _away)
    app.add_exception_handler(Exception, _fault)
    return app


def _own_key(settings: Settings) -> SealingKey:
    """Whoever starts a server opens its key before, and says what is wrong with it."""
    found = key_of(settings)
    assert not isinstance(found, Refusal), found.code
    return found


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestRefused)
    return refuse(request, problem)


async def _refused_in_words(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, RefusedInWords)
    return answer(problem.body, STATUS.get(str(problem.body["code"]), 400))


async def _malformed(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    return refuse(request, RequestRefused(malformed(problem.errors(), within=1), status=422))


async def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    status = problem.status_code
    code = {404: "not_found", 405: "not_allowed", 413: "too_big"}.get(status, "malformed")
    params = {"what": str(status), "most": request.app.state.services.settings.limits.body_bytes}
    answer = refuse(request, RequestRefused(Refusal(code, params=params), status=status))
    answer.headers.update(problem.headers or {})
    return answer


async def _away(request: Request, problem: Exception) -> Response:
    if not is_away(problem):
        raise problem
    return refuse(request, RequestRefused(Refusal("away"), status=503))


async def _fault(request: Request, _: Exception) -> Response:
    """Answered outside of the guard, so its headers are added here."""
    answer = refuse(request, RequestRefused(Refusal("fault")))
    answer.headers.update(protecting(services_of(request).settings))
    return answer
