"""Checksums over the entries of a room: each covers its entry and all before it, so that nothing can be lost unseen."""

from __future__ import annotations

from hashlib import blake2b

SIZE = 16
"""Bytes: enough against accidents; against forgery there is the chain of the record."""


def chained(room: str, before: str, number: int, kind: str, content: str, at: int) -> str:
    """The checksum after an entry; `before` is the one after the entry before it, empty for the first."""
    covered = f"{before or room}\n{number}\n{kind}\n{at}\n{content}"
    return blake2b(covered.encode("utf-8", "surrogatepass"), digest_size=SIZE).hexdigest()
