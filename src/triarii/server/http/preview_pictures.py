"""The picture that a link to a game shows where it is posted: its position as PNG, as anybody sees it who may watch.

Programs that make previews read an address without what stands behind its #, where the token to watch is. So links to
watch carry a second word before it, which is made of that token and opens nothing but this picture.
"""

from __future__ import annotations

import re

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.core.contract import Eye, Refusal
from triarii.server.http.describing import REFUSALS
from triarii.server.http.rooms import room_of
from triarii.server.http.services import RequestRefused, client_of, lang_of, services_of
from triarii.server.play import rendering
from triarii.server.play.game_picture import drawn_for
from triarii.server.rooms import tokens
from triarii.server.storage.store import RoomData

ROUTES = APIRouter(prefix="/api/rooms", tags=["rooms"], responses=REFUSALS)
WIDTH, HEIGHT, EDGE = 1200, 630, 24
PAPER = "#f1e9da"
SIZE = re.compile(r'<svg\b[^>]*?\bwidth="(\d+(?:\.\d+)?)"[^>]*?\bheight="(\d+(?:\.\d+)?)"')
A_WHILE = "public, max-age=300"


@ROUTES.get("/{room}/preview.png")
async def preview(request: Request, room: str, p: str = "", lang: str = "") -> Response:
    """The last position, for previews of links: of a game that anybody may watch, or with the word `p` of a link."""
    services, speak, found = services_of(request), lang_of(request, lang), await room_of(request, room)
    if not may_preview(found.data, p, found.live.over):
        raise RequestRefused(Refusal("forbidden"), lang=speak)
    async with found.lock:
        live = found.live
        version, position = live.version, live.position
        happened = () if live.secretive else rendering.events(live, version) or ()
    name, game = ("preview", version, speak), found.game
    made = services.previews.get(room, name)
    if made is None:

        def draw() -> bytes:
            return as_png(drawn_for(game, position, Eye.OBSERVER, happened, speak, "light"))

        made = await services.open_lobby.threads.answer(draw, client_of(request))
        services.previews.put(room, name, made)
    if not made:
        raise RequestRefused(Refusal("not_found"), status=404, lang=speak)
    return Response(made, headers={"Cache-Control": A_WHILE}, media_type="image/png")


def may_preview(data: RoomData, word: str, over: bool) -> bool:
    """Whether whoever has this word may see the position as those who watch do."""
    if data.listed:
        return True
    links = [data.watch]
    if over:  # the link that both players get
        links.append(tokens.hashed(tokens.for_sharing(data.watch, data.id)))
    return bool(data.watch) and any(word == tokens.for_preview(kept, data.id) for kept in links)


def as_png(drawn: str) -> bytes:
    """A picture in the middle of a card of the size that previews have; nothing where it can't be made."""
    size = SIZE.search(drawn)
    if size is None:
        return b""
    try:
        import resvg_py  # late: most who run a server never post a link
    except ImportError:
        return b""
    width, height = float(size[1]), float(size[2])
    scale = min((WIDTH - 2 * EDGE) / width, (HEIGHT - 2 * EDGE) / height)
    left, top = (WIDTH - scale * width) / 2, (HEIGHT - scale * height) / 2
    card = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f'<g transform="translate({left:.2f} {top:.2f}) scale({scale:.4f})">{drawn}</g></svg>'
    )
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=card, width=WIDTH, height=HEIGHT))
    except ValueError:
        return b""
