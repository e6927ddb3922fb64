"""What a seat adds to chance, made as `docs/records.md` tells clients to make it."""

from __future__ import annotations

import hashlib
import secrets


def new_text(commit: str) -> str:
    """Something random, and a digest that only somebody who knew the promise can make."""
    nonce = secrets.token_urlsafe(16)
    digest = hashlib.sha256(b"triarii-text-1\0" + commit.encode() + b"\0" + nonce.encode()).hexdigest()
    return f"{nonce}:{digest}"
