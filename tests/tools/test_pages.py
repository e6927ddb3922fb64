"""The pages tell what the data and the measurements say today."""

from __future__ import annotations

import re

import pytest

from tools import pages

WRITTEN = [path for pattern in ("*.md", "docs/**/*.md", "web/*.md") for path in sorted(pages.ROOT.glob(pattern))]


def test_no_page_is_out_of_date() -> None:
    assert [path.name for path in pages.outdated()] == []


@pytest.mark.parametrize("name", pages.PAGES)
def test_every_page_has_generated_parts_and_none_is_empty(name: str) -> None:
    text = (pages.ROOT / name).read_text(encoding="utf-8")
    parts = [found.group(0) for found in pages.PART.finditer(text)]
    assert parts
    assert all(len(part.splitlines()) > 3 for part in parts)


def test_a_changed_generated_part_is_noticed() -> None:
    text = (pages.ROOT / "docs/games/cities.md").read_text(encoding="utf-8")
    game = pages.PAGES["docs/games/cities.md"]
    changed = text.replace("| `repetition` | 3 |", "| `repetition` | 4 |")
    assert pages.renewed(changed, game) == pages.renewed(text, game)
    assert "| `repetition` | 3 |" in pages.renewed(text, game)


def test_the_page_of_a_game_shows_the_figures_of_that_game_alone() -> None:
    for name, game in pages.PAGES.items():
        text = "\n".join(pages.figures(game))
        for other in ("cities", "towar"):
            assert (f"| {other}" in text) == (game is None or game.info.id == other), name


def test_links_of_the_pages_lead_somewhere() -> None:
    missing = []
    for page in WRITTEN:
        text = page.read_text(encoding="utf-8")
        links = re.findall(r"\]\((?!https?:)([^)#]+)", text) + re.findall(r'(?:src|srcset)="(?!https?:)([^"]+)"', text)
        missing += [f"{page.name}: {link}" for link in links if not (page.parent / link).exists()]
    assert missing == []


def test_links_to_a_part_of_a_page_find_it() -> None:
    missing = []
    for page in WRITTEN:
        for link, part in re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
            there = (page.parent / link if link else page).read_text(encoding="utf-8")
            heads = re.findall(r"^#+ (.+)$", there, re.MULTILINE)
            if part not in (re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads):
                missing.append(f"{page.name}: {link}#{part}")
    assert missing == []
