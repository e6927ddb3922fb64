"""The site that `make docs` builds: every page has its place, what it shows is run, and no link leads out of it."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.pages import FILE
from tools import site
from tools.site_links import BESIDE, place_in_site, rewritten
from triarii.cli.app import COMMANDS


def settings() -> dict[str, Any]:
    """Those of the site, without the marks that only the generator understands."""
    found: dict[str, Any] = yaml.safe_load(
        re.sub(r" !\S+ ", " ", (site.ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    )
    return found


SITE = settings()


ELSEWHERE = ("records.md", "walks.md")
"""Pages whose code has tests of its own: tests/core/test_records.py, tests/tools/test_walks.py."""


def listed(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        [below] = entry.values()
        yield from [below] if isinstance(below, str) else listed(below)


def test_every_page_has_one_place_in_the_site_and_every_place_a_page() -> None:
    assert sorted(listed(SITE["nav"])) == sorted(str(place_in_site(page)) for page in site.sources())


def test_the_site_asks_nothing_of_other_hosts() -> None:
    """Its fonts would be fetched from one."""
    assert SITE["theme"]["font"] is False
    assert not any("://" in str(SITE.get(name, "")) for name in ("extra_css", "extra_javascript"))


def test_pages_are_laid_out_with_links_that_stay_within_the_site(tmp_path: Path) -> None:
    site.lay_out(tmp_path / "pages")
    missing = []
    for page in (tmp_path / "pages").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        links = re.findall(
            r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
        )
        links += re.findall(r'(?:src|srcset)="(?!https?:)([^"]+)"', text)
        missing += [f"{page.name}: {link}" for link in links if not (page.parent / link).exists()]
    assert missing == []
    assert {*BESIDE.values()} <= {path.relative_to(tmp_path / "pages").as_posix() for path in tmp_path.rglob("*.md")}


@pytest.mark.parametrize(
    ("page", "link", "there", "known"),
    [
        ("docs/index.md", "[s](../SECURITY.md#limits)", "[s](security.md#limits)", ""),
        ("SECURITY.md", "[m](docs/measurements.md)", "[m](measurements.md)", ""),
        ("web/README.md", "[w](../docs/walks.md#a)", "[w](walks.md#a)", ""),
        ("docs/bots.md", "[`bot`](../examples/bot.py)", "`bot`", ""),
        (
            "docs/bots.md",
            "[b](../examples/bot.py)",
            "[b](https://f.org/t/blob/main/examples/bot.py)",
            "https://f.org/t/",
        ),
        ("docs/games/adlg.md", "[r](../rules/adlg.md)", "[r](../rules/adlg.md)", ""),
        ("docs/index.md", "[x](https://f.org) [y](#z)", "[x](https://f.org) [y](#z)", ""),
        ("docs/index.md", "```\n[a](../b)\n```", "```\n[a](../b)\n```", ""),
    ],
    ids=str,
)
def test_a_link_out_of_the_site_leads_to_the_repository_or_is_only_words(
    page: str, link: str, there: str, known: str
) -> None:
    assert rewritten(link, page, known) == there


def test_code_that_a_page_shows_is_a_file_or_a_session_which_tests_use() -> None:
    """A box of Python that nobody runs would rot."""
    unnamed = []
    for page in (site.ROOT / "docs").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        boxes = re.findall(r"^```python$(?!\ndef scene)", text, re.MULTILINE)  # that one: tests/test_plugins_page.py
        named = [name for name, _ in FILE.findall(text) if name.endswith(".py")]
        if len(boxes) != len(named) and page.name not in ELSEWHERE:
            unnamed.append(page.name)
    assert unnamed == []


def test_the_page_of_commands_names_every_one() -> None:
    text = (site.ROOT / "docs/commands.md").read_text(encoding="utf-8")
    assert {str(late.name) for late in COMMANDS} == set(re.findall(r"^\| `triarii ([a-z-]+)", text, re.MULTILINE))


def test_what_the_api_page_documents_is_there() -> None:
    text = (site.ROOT / "docs/api.md").read_text(encoding="utf-8")
    shown = re.findall(r"^::: ([\w.]+)\n    options:\n(?:      show.*\n)*      members: \[(.*)\]", text, re.MULTILINE)
    assert len(shown) == text.count("\n::: ")
    for name, members in shown:
        module = importlib.import_module(name)
        assert [member for member in members.split(", ") if not hasattr(module, member)] == []
