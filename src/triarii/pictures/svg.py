"""SVG as text: elements with their attributes, and what must be escaped in them."""

from __future__ import annotations

from html import escape

NAMESPACE = "http://www.w3.org/2000/svg"
FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, Cantarell, 'DejaVu Sans', sans-serif"


def element(name: str, *children: str, **attributes: str | float) -> str:
    """One element around children that are SVG already; `stroke_width` is written stroke-width, `class_` class."""
    pairs = "".join(f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{pairs}>{''.join(children)}</{name}>" if children else f"<{name}{pairs}/>"


def sheet(title: str, about: str, *drawn: str, lang: str, width: float, height: float) -> str:
    """A whole picture that needs nothing else, with its title and description for those who listen to it."""
    whole = element(
        "svg",
        element("title", words(title)),
        element("desc", words(about)),
        *drawn,
        xmlns=NAMESPACE,
        lang=lang,
        role="img",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        font_family=FONT,
    )
    return whole.replace("><", ">\n<") + "\n"  # by lines, so that a change can be read as a difference


def words(text: str) -> str:
    """Plain text as the child of an element."""
    return escape(text, quote=False)


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def number(value: float) -> str:
    """As short as a hundredth of a unit allows, so that every machine writes the same picture."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
