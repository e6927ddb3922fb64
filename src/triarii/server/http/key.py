"""The route of the key with which this server seals records."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.core.seals import ALGORITHM
from triarii.server.http.describing import answered_by
from triarii.server.http.services import answer, services_of
from triarii.server.wire import answers

ROUTES = APIRouter(prefix="/api/key", tags=["records"])


@ROUTES.get("", responses=answered_by(answers.Key))
async def key(request: Request) -> Response:
    """The public key: whoever knows it can check the seal of every record of this server."""
    return answer(answers.Key(services_of(request).key.public, ALGORITHM))
