"""What a link to a page of ours shows where it is posted: title, text and a picture (Open Graph).

Programs that make such previews see the address without what stands behind its #, so no secret can get into one: a
preview says what anybody may know of a room. Its picture is the position as those see it who watch, where anybody may
or the link carries the word for it (preview_pictures.py); else it is that of the game.
"""

from __future__ import annotations

import html
import re

from fastapi import Request

from triarii.core import registry
from triarii.core.contract import Refusal
from triarii.core.texts import Message
from triarii.server.http.preview_pictures import may_preview
from triarii.server.http.services import lang_of, services_of
from triarii.server.storage.kept import PERSON
from triarii.server.storage.store import RoomData
from triarii.server.wire.words import say

ROOM_PAGES = ("embed", "join", "room", "watch")
GAME_PAGES = ("learn", "new", "rules")
ROOM = re.compile(r"[A-Za-z0-9]{1,16}")
PICTURES = frozenset({"cities", "towar", "adlg"})
"""Games whose picture is among the files of the app."""


async def preview(request: Request, path: str) -> str:
    """Tags for the head of a page."""
    lang = lang_of(request)
    page, _, name = path.partition("/")
    if page in ROOM_PAGES and ROOM.fullmatch(name):
        lobby = services_of(request).lobby
        data = None if lobby is None else await lobby.store.summary(name)
        if data is not None:
            return _of_room(request, page, data, lang)
    game = name.partition("/")[0] if page in GAME_PAGES else page
    if game in registry.game_names():
        return _tags(request, _title(game, lang), say("preview.site", lang), game)
    return _tags(request, "Triarii", say("preview.site", lang), "cities")


def _of_room(request: Request, page: str, data: RoomData, lang: str) -> str:
    game = data.header.game
    title, names = _title(game, lang), [seat.name for seat in data.seats.values() if seat.kind == PERSON and seat.name]
    free = any(not seat.taken for seat in data.seats.values())
    if page == "join" and free:
        words = say("preview.invited_by", lang, name=names[0]) if names else say("preview.invited", lang)
    else:
        words = say("preview.over" if data.over else "preview.watch", lang)
        title = " – ".join(names) + f" · {title}" if names else title
    word = request.query_params.get("p", "")[:40]
    drawn = ""
    if may_preview(data, word, data.over):
        asked = f"&p={word}" if not data.listed else ""
        drawn = f"api/rooms/{data.id}/preview.png?v={data.version}&lang={lang}{asked}"
    return _tags(request, title, words, game, drawn)


def _title(game: str, lang: str) -> str:
    found = registry.game(game)
    if isinstance(found, Refusal) or "game.title" not in found.texts:
        return game
    return found.texts.say(Message("game.title"), lang)


def _tags(request: Request, title: str, words: str, game: str, drawn: str = "") -> str:
    settings = services_of(request).settings
    site = settings.public_url.rstrip("/") or f"{request.url.scheme}://{request.headers.get('host', '')}"
    usual = f"preview-{game if game in PICTURES else 'cities'}.png"
    picture = f"{site}/{drawn or usual}"
    tags = {
        "og:type": "website",
        "og:site_name": "Triarii",
        "og:title": title,
        "og:description": words,
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    lines = [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in tags.items()]
    return "\n    ".join([*lines, f'<meta name="description" content="{html.escape(words)}" />'])
