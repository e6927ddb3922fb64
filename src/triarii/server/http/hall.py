"""The socket of the hall."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from triarii.server.http.services import services_of
from triarii.server.http.sockets import accepted
from triarii.server.sockets.hall_connection import HallConnection

ROUTES = APIRouter(prefix="/api/hall")


@ROUTES.websocket("/socket")
async def socket(websocket: WebSocket) -> None:
    async with accepted(websocket, HallConnection) as visitor:
        if visitor is not None:
            await visitor.serve(services_of(websocket).open_hall)
