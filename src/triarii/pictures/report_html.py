"""HTML as text: whatever is not marked as markup already is escaped, so that no name can become part of the page."""

from __future__ import annotations

from html import escape

from triarii.core.texts import UNPRINTABLE

EMPTY = frozenset({"br", "meta", "col"})
"""Elements that have no end."""


class Markup(str):
    """Text that is HTML or SVG already."""

    __slots__ = ()


def written(text: str) -> Markup:
    """Text as it may stand in the page, within an element or a value."""
    return text if isinstance(text, Markup) else Markup(escape(UNPRINTABLE.sub("", text)))


def together(*parts: str) -> Markup:
    return Markup("".join(written(part) for part in parts))


def tag(name: str, /, *children: str, **attributes: str | int) -> Markup:
    """One element; `class_` is written class, `data_die` data-die."""
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{written(str(value))}"' for key, value in attributes.items()
    )
    if name in EMPTY:
        return Markup(f"<{name}{pairs}>")
    return Markup(f"<{name}{pairs}>{together(*children)}</{name}>")


def listed(kind: str, items: list[Markup] | list[str], **attributes: str | int) -> Markup:
    """A list, or nothing where there is nothing to list."""
    return tag(kind, *(tag("li", item) for item in items), **attributes) if items else Markup()
