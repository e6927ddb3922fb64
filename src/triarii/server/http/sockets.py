"""How a socket is let in: who asks for one too many is told so, and one that is open counts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from fastapi import WebSocket

from triarii.core.contract import Refusal
from triarii.server.edge.socket_protocol import unsent_of
from triarii.server.http.services import RequestRefused, Services, client_of, refuse, services_of
from triarii.server.sockets.line import SocketLine
from triarii.server.wire import messages

L = TypeVar("L", bound=SocketLine)


@asynccontextmanager
async def accepted(websocket: WebSocket, kind: type[L]) -> AsyncIterator[L | None]:
    """The line to whoever asks, as long as it is used; None where it was refused."""
    services, client = services_of(websocket), client_of(websocket)
    refusal = _no_socket(services, client, websocket)
    if refusal is not None:
        await websocket.receive()
        await websocket.send_denial_response(refuse(websocket, RequestRefused(refusal)))
        yield None
        return
    with services.one_more_socket(client):
        await websocket.accept(messages.SUBPROTOCOL if websocket.scope.get("subprotocols") else None)
        unsent = unsent_of(websocket.scope)
        yield kind(websocket, services.settings.limits, client, unsent, services.tallies)


def _no_socket(services: Services, client: str, websocket: WebSocket) -> Refusal | None:
    offered, limits = websocket.scope.get("subprotocols") or [], services.settings.limits
    if services.lobby is None:
        return Refusal("stopping")
    if offered and messages.SUBPROTOCOL not in offered:
        return Refusal("malformed", params={"what": "Sec-WebSocket-Protocol"})
    if services.sockets >= limits.sockets:
        return Refusal("full")
    if services.sockets_of.get(client, 0) >= limits.connections_an_address:
        return Refusal("too_many")
    return None
