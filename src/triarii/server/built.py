"""Where the built app in the browser is, and whether it is there; cheap to ask, for `triarii doctor` too."""

from __future__ import annotations

from pathlib import Path

FILES = Path(__file__).parent / "app_files"
"""Written by the build of web/; not in the repository, but in every wheel."""
PAGE = "index.html"


def built(files: Path = FILES) -> bool:
    return (files / PAGE).is_file()
