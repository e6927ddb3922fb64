"""Secrets of chance of games under way, kept in the user's data folder: a saved game must not tell its own future."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from triarii.core.chance import SECRET_BYTES, commitment


def folder() -> Path:
    """Where this user's data live; TRIARII_DATA names another place."""
    chosen = os.environ.get("TRIARII_DATA")
    if chosen:
        return Path(chosen)
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "triarii"
    except RuntimeError:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "~") from None


def keep(commit: str, secret: bytes) -> None:
    """Remember a secret until its game is over; only this user can read it."""
    place = _place(commit)
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(secret)


def recall(commit: str) -> bytes:
    """The secret that was promised by this hash; empty if it is not here."""
    try:
        secret = _place(commit).read_bytes()
    except (OSError, ValueError):
        return b""
    return secret if len(secret) == SECRET_BYTES and commitment(secret) == commit else b""


def forget(commit: str) -> None:
    with contextlib.suppress(OSError):
        _place(commit).unlink()


def _place(commit: str) -> Path:
    name = commit if commit.isalnum() else "none"
    return folder() / "secrets" / name
