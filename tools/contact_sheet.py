"""The contact sheet of the app's pictures: one page of HTML, by size and page, languages and themes side by side."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

LANGUAGES = ("de", "en")
THEMES = ("light", "dark")
SIZES = ("laptop", "wide", "tablet", "phone")
NAME = re.compile(rf"(.+)-({'|'.join(LANGUAGES)})-({'|'.join(THEMES)})-({'|'.join(SIZES)})")
"""A picture is called by its page, language, theme and size."""

STYLE = """
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
body { margin: 0 1rem 3rem; }
form { position: sticky; top: 0; padding: .6rem 0; background: Canvas; border-bottom: 1px solid GrayText; }
form fieldset { display: inline; border: 0; padding: 0 1.5rem 0 0; margin: 0; }
section > div { display: grid; grid-template-columns: repeat(auto-fill, minmax(var(--width), 1fr)); gap: .6rem; }
.laptop, .wide { --width: 20rem; }
.tablet { --width: 14rem; }
.phone { --width: 11rem; }
h3 { margin: 1.2rem 0 .3rem; }
figure { margin: 0; }
img { display: block; width: 100%; border: 1px solid GrayText; }
figcaption { color: GrayText; }
"""


def sheet(names: Iterable[str]) -> str:
    """The page, for pictures beside it that have these names; others have no place on it."""
    found = {name: parts.groups() for name in sorted(names) if (parts := NAME.fullmatch(name))}
    return "\n".join(
        [
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of the app</title>',
            f"<style>{STYLE}{''.join(_hiding())}</style>",
            f"<h1>{len(found)} pictures of the app</h1>",
            f"<form>{''.join(_boxes())}</form>",
            *itertools.chain.from_iterable(_size(size, found) for size in SIZES),
            "</html>\n",
        ]
    )


def _size(size: str, found: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """All pages in one size."""
    yield f'<section class="{size}"><h2>{size.capitalize()}</h2>'
    for page in sorted({parts[0] for parts in found.values() if parts[3] == size}):
        yield f"<h3>{page}</h3><div>"
        for lang, theme in itertools.product(LANGUAGES, THEMES):
            name = f"{page}-{lang}-{theme}-{size}"
            if name in found:
                picture = f'<a href="{name}.webp"><img loading="lazy" src="{name}.webp" alt="{name}"></a>'
                yield f'<figure class="{lang} {theme}">{picture}<figcaption>{lang}, {theme}</figcaption></figure>'
        yield "</div>"
    yield "</section>"


def _boxes() -> Iterator[str]:
    """A box to tick for each language, theme and size."""
    for group in (SIZES, LANGUAGES, THEMES):
        ticks = "".join(f'<label><input type="checkbox" id="{word}" checked> {word}</label> ' for word in group)
        yield f"<fieldset>{ticks}</fieldset>"


def _hiding() -> Iterator[str]:
    """What is not ticked is not shown; styles can tell without a script."""
    for word in (*SIZES, *LANGUAGES, *THEMES):
        yield f"body:has(#{word}:not(:checked)) .{word} {{ display: none; }}\n"
