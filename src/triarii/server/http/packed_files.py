"""The app's files as a browser takes them: packed beside the plain ones when the app was built (web/place.mjs)."""

from __future__ import annotations

import mimetypes
from pathlib import Path

CODINGS = {"br": ".br", "gzip": ".gz"}
"""What such a file's name ends with, the smallest first; browsers take Brotli over https only."""


def packed(file: Path, accepted: str) -> tuple[Path, dict[str, str]]:
    """The file that answers somebody who takes these codings, and the headers that say so."""
    takes = {word.strip() for word in accepted.lower().split(",")}  # whoever weighs them gets the plain one
    beside = {coding: file.with_name(file.name + suffix) for coding, suffix in CODINGS.items()}
    there = {coding: other for coding, other in beside.items() if other.is_file()}
    for coding, other in there.items():
        if coding in takes:
            return other, {"Content-Encoding": coding, "Vary": "Accept-Encoding"}
    return file, {"Vary": "Accept-Encoding"} if there else {}


def media_type(file: Path) -> str | None:
    return mimetypes.guess_type(file.name)[0]
