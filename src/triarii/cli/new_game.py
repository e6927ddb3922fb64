"""`triarii new-game`: writes a package with a small whole game, to be changed into one's own."""

from __future__ import annotations

import importlib.util
import keyword
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import Language
from triarii.cli.speech import BadInput, language, reason_of, say, show
from triarii.core import registry
from triarii.core.contract import Refusal

NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")
PLACEHOLDER = "mygame"
ENDING = ".tmpl"
"""Keeps what looks like code, but is none before it has a name, from every tool that reads code."""

FOLDERS = {".": ".", "package": f"src/{PLACEHOLDER}", "checks": "tests"}
"""Where the folders of the template are written."""


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What game and package are called: small letters.")],
    folder: Annotated[
        Path | None,
        typer.Option("--into", metavar="FOLDER", help="Where to write it; by default a new folder of that name."),
    ] = None,
    lang: Language = None,
) -> None:
    """Write a package with a small game of your own, to turn into any other.

    It has rules, a board in the browser, a computer player, texts in two languages and tests that pass.
    """
    speak = language(lang)
    _check_name(name)
    place = folder if folder is not None else Path(name)
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise BadInput(Refusal("new_game.there", params={"folder": str(place)}))
    try:
        written = _write(resources.files("triarii.cli") / "game_template", place, name)
    except (OSError, ValueError) as problem:
        raise BadInput(Refusal("folder.not_made", params={"file": str(place), "reason": reason_of(problem)})) from None
    show(say("new_game.written", speak, count=written, folder=str(place)))
    for step in (f"pip install --editable {place}", f"triarii conform {name}", "triarii serve"):
        show(step, "    ")


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadInput(Refusal("new_game.name", params={"name": name[:40]}))
    if name in registry.game_names():
        raise BadInput(Refusal("new_game.known", params={"name": name}))
    if importlib.util.find_spec(name) is not None:
        raise BadInput(Refusal("new_game.module", params={"name": name}))


def _write(template: Traversable, place: Path, name: str) -> int:
    """Every file of the template in its folder, with the game's name put in."""
    written = 0
    for folder, target in FOLDERS.items():
        here = place / _named(target, name)
        here.mkdir(parents=True, exist_ok=True)
        for item in template.joinpath(folder).iterdir():
            if item.name.endswith(ENDING):
                text = _named(item.read_text(encoding="utf-8"), name)
                (here / _named(item.name, name).removesuffix(ENDING)).write_text(text, encoding="utf-8")
                written += 1
    return written


def _named(text: str, name: str) -> str:
    title = "".join(part.capitalize() for part in name.split("_"))
    return text.replace(PLACEHOLDER, name).replace(PLACEHOLDER.capitalize(), title)
