"""Lays out the pages of the site, for `make docs`: those of docs/ and some beside it, with links that lead somewhere.

    python -m tools.site

They go to build/pages, from where the generator takes them; it need not know where a page comes from.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tools.site_links import BESIDE, DOCS, place_in_site, repository, rewritten

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "pages"


def lay_out(place: Path = PAGES) -> None:
    """All anew: what was deleted must not stay."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(ROOT / DOCS, place, ignore=shutil.ignore_patterns("*.json"))
    for page in sources():
        target = place / str(place_in_site(page))
        target.parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / page).read_text(encoding="utf-8")
        target.write_text(rewritten(text, page, repository()), encoding="utf-8")


def sources() -> list[str]:
    """Every page of the site by its name in the repository."""
    own = sorted((ROOT / DOCS).rglob("*.md"))
    return [*(path.relative_to(ROOT).as_posix() for path in own), *BESIDE]


if __name__ == "__main__":
    lay_out()
