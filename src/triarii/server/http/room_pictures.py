"""Pictures of games in rooms, drawn as one eye sees them: for lists of games to watch, and to show around."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.core.contract import Eye, Refusal
from triarii.server.http.describing import REFUSALS
from triarii.server.http.rooms import room_of
from triarii.server.http.services import RequestRefused, client_of, lang_of, services_of
from triarii.server.play import rendering
from triarii.server.play.game_picture import drawn_for
from triarii.server.rooms.room import Room

ROUTES = APIRouter(prefix="/api/rooms", tags=["rooms"], responses=REFUSALS)
A_WHILE = "private, max-age=600"
"""For a picture that is named by its version: it stays what it is."""


@ROUTES.get("/{room}/picture")
async def picture(
    request: Request, room: str, theme: str = "light", lang: str = "", version: int | None = None
) -> Response:
    """A position as SVG: the last one, or that after so many entries. A seat's token shows what that seat may know; who
    watches, and anybody where all may, sees what everybody may know."""
    speak, found = lang_of(request, lang), await room_of(request, room)
    eye = _eye(request, found)
    async with found.lock:
        live = found.live
        if version is not None and not 0 <= version <= live.version:
            raise RequestRefused(Refusal("unknown_version", params={"version": version}), lang=speak)
        number = live.version if version is None else version
        position = live.positions[number]
        # What happened may tell what an eye must not know; of a game without secrets the last move is marked.
        happened = () if found.live.secretive else rendering.events(live, number) or ()
    game, shade = found.game, "dark" if theme == "dark" else "light"
    threads = services_of(request).open_lobby.threads
    drawn = await threads.answer(lambda: drawn_for(game, position, eye, happened, speak, shade), client_of(request))
    if not drawn:
        raise RequestRefused(Refusal("not_found"), status=404, lang=speak)
    caching = "no-store" if version is None else A_WHILE
    return Response(drawn, headers={"Cache-Control": caching, "Vary": "Authorization"}, media_type="image/svg+xml")


def _eye(request: Request, room: Room) -> Eye:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" and not room.data.listed:
        raise RequestRefused(Refusal("needs_token"))
    seat = room.seat_of(token)
    if seat is not None:
        return Eye(seat)
    if not room.may_watch(token):
        raise RequestRefused(Refusal("forbidden"))
    return Eye.OBSERVER
