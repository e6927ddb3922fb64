"""What our pages show of the library, typed into a real Python with the plug-in of docs/plugins.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import triarii
from tests.conftest import Install
from tests.pages import DOCS, run, sessions, write_files

PAGE = DOCS / "library.md"
TYPED = [page for page in (DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))) if sessions(page)]
"""Every page that types something at Python's prompt."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, install: Install) -> Path:
    """The package of docs/plugins.md, which the end of the page uses."""
    place = tmp_path_factory.mktemp("page") / "stones"
    write_files(DOCS / "plugins.md", place)
    return install(place)


@pytest.mark.parametrize("page", TYPED, ids=lambda page: page.stem)
def test_every_session_of_the_page_gives_what_it_says(page: Path, installed: Path, tmp_path: Path) -> None:
    typed = sessions(page)
    assert typed.count(">>>") > 3
    write_files(page, tmp_path)
    (tmp_path / "page.txt").write_text(typed, encoding="utf-8")
    assert run(installed, "doctest", "page.txt", cwd=tmp_path) == ""


def test_the_page_shows_no_code_that_is_not_run() -> None:
    fences = re.findall(r"^```(\w*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    kinds = fences[0::2]
    assert set(kinds) == {"pycon", "python"}
    assert kinds.count("python") == 1, "a file, which a session uses"


def test_the_page_names_all_that_the_library_offers() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in triarii.__all__:
        assert re.search(rf"`{name}\b", page), name
    for kind in (triarii.Game, triarii.Position, triarii.Player, triarii.Recording):
        for name in (name for name in vars(kind) if not name.startswith("_") and callable(getattr(kind, name))):
            assert re.search(rf"`{name}\(", page), f"{kind.__name__}.{name}"
