"""Tokens: 128 random bits that are a seat. The server keeps only their hashes."""

from __future__ import annotations

import base64
import hashlib
import re
from hmac import compare_digest

FORM = re.compile(r"[A-Za-z0-9_-]{22}")
REMATCH = b"triarii-rematch-1\0"
WATCHERS = b"triarii-watchers-1\0"
SHARING = b"triarii-sharing-1\0"
PREVIEW = b"triarii-preview-1\0"


def well_formed(token: str) -> bool:
    return FORM.fullmatch(token) is not None


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def opens(token: str, kept: str) -> bool:
    """Whether a token is the one whose hash was kept; takes as long for a near miss as for a far one."""
    return bool(kept) and compare_digest(hashed(token), kept)


def for_rematch(token: str, room: str) -> str:
    """The token of the same person in the next game: whoever holds the old one can be told it at any time, although
    only its hash is kept."""
    return _made_of(REMATCH + room.encode() + b"\0" + token.encode())


def for_watchers(kept: str, room: str) -> str:
    """The token to watch the next game, from the kept hash of the one to watch this game: watchers can be told it even
    if none was there when the next game was agreed on."""
    return _made_of(WATCHERS + room.encode() + b"\0" + kept.encode())


def for_sharing(kept: str, room: str) -> str:
    """The token to look at a game that is over, from the same hash: the link to watch is known to whoever made the
    room only, and both players want one to show around. Without a link to watch there is none."""
    return _made_of(SHARING + room.encode() + b"\0" + kept.encode()) if kept else ""


def for_preview(kept: str, room: str) -> str:
    """What stands in a link to watch, before the #, made of the kept hash of its token: whoever makes previews of links
    may show the position, and can open nothing by it."""
    return _made_of(PREVIEW + room.encode() + b"\0" + kept.encode())


def _made_of(text: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text).digest()[:16]).rstrip(b"=").decode()
