"""The colours of the terminal window as Textual themes, read from palette.toml."""

from __future__ import annotations

import tomllib
from importlib import resources

from textual.theme import Theme

TABLES: dict[str, dict[str, str]] = tomllib.loads(
    resources.files("triarii.cli.terminal").joinpath("palette.toml").read_text(encoding="utf-8")
)


def themes() -> list[Theme]:
    """`triarii-light` and `triarii-dark`; the style sheet names our colours with `t-` before them."""
    return [
        Theme(
            name=f"triarii-{name}",
            dark=name == "dark",
            primary=colours["accent"],
            accent=colours["accent"],
            foreground=colours["ink"],
            background=colours["paper"],
            surface=colours["surface"],
            panel=colours["sunken"],
            error=colours["danger"],
            warning=colours["warn"],
            variables={f"t-{key}": value for key, value in colours.items()},
        )
        for name, colours in TABLES.items()
    ]
