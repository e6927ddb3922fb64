"""`triarii doctor`: how the hot modules run here, where games are kept, and what to do about parts that are missing."""

from __future__ import annotations

import importlib
import importlib.util
import os
import platform
import shutil
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triarii import __version__, builds
from triarii.cli import extras
from triarii.cli.inputs import AsJson, Language
from triarii.cli.speech import CheckFailed, language, print_json
from triarii.core import texts
from triarii.server.built import built
from triarii.server.settings import DATABASE, data_folder

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

TEXTS = texts.load("triarii.cli", "doctor.toml")
STYLES = {"compiled": "green", "pure": "yellow", "stale": "red"}
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
EXTRAS = ("play", "serve", "postgres", *extras.FOR_RESEARCH)
PARTS = (*EXTRAS, "app", "npm", "compiler", "cython", "chromium", "tmux")


def report() -> dict[str, Any]:
    """Everything doctor knows, ready for JSON."""
    states = builds.report()
    return {
        "version": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "language": language(None),
        "locale": next((value for name in LOCALE if (value := os.environ.get(name))), ""),
        "verdict": _verdict(set(states.values())),
        "modules": {module: _module(module, state) for module, state in states.items()},
        "data": _data(data_folder().absolute()),
        "parts": {part: _is_there(part) for part in PARTS},
    }


def examine(lang: Language = None, json: AsJson = False) -> None:
    """Show what is compiled, what is missing, and what to do about it."""
    if doctor(language(lang), json):
        raise CheckFailed


def doctor(lang: str, as_json: bool) -> int:
    """Prints the report; the exit code is 1 if something compiled is out of date."""
    found = report()
    if as_json:
        print_json(found)
    else:
        _show(found, lang)
    return int(found["verdict"] == "stale")


def _verdict(states: set[str]) -> str:
    if "stale" in states:
        return "stale"
    if states <= {"compiled"}:
        return "compiled"
    return "wanted" if builds.pure_wanted() else "pure"


def _module(module: str, state: str) -> dict[str, str]:
    library = builds.extension(module)
    loaded = importlib.import_module(module).__file__ or ""
    return {
        "state": state,
        "runs_from": "source" if loaded.endswith(".py") else "extension",
        "file": loaded,
        "built_with": builds.stamp(library).partition(" ")[2] if library else "",
    }


def _data(folder: Path) -> dict[str, str]:
    """Where the server keeps games, and whether it can."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    usable = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    state = "unusable" if not usable else "kept" if (folder / DATABASE).exists() else "empty"
    return {"folder": str(folder), "state": state}


def _is_there(part: str) -> bool:
    if part in EXTRAS:
        return extras.is_there(part)
    if part == "app":
        return built()
    if part == "cython":
        return importlib.util.find_spec("Cython") is not None
    commands = {
        "compiler": (
            *(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[:1],
            "cc",
            "gcc",
            "clang",
        ),
        "chromium": ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    }
    return any(shutil.which(command) for command in commands.get(part, (part,)))


def _show(found: Mapping[str, Any], lang: str) -> None:
    from rich.console import Console  # late, because every start of the program would pay for it

    console = Console(highlight=False, markup=False)
    with console.capture() as page:
        _write(console, found, lang)
    print(page.get(), end="")  # by our own hand: rich leaves the program when a pipe breaks


def _write(console: Console, found: Mapping[str, Any], lang: str) -> None:
    def word(name: str) -> str:
        return TEXTS.word(f"word.{name}", lang)

    console.print(TEXTS.word("title.program", lang, **{name: found[name] for name in ("version", "python", "system")}))
    locale = found["locale"] or word("unset")
    console.print(
        TEXTS.word("title.language", lang, language=f"speaks_{found['language']}", locale=locale), "\n", sep=""
    )

    modules = _table(word(name) for name in ("module", "state", "runs_from", "built_with"))
    for name, module in found["modules"].items():
        state = module["state"]
        modules.add_row(name, word(state), word(module["runs_from"]), module["built_with"], style=STYLES[state])
    console.print(modules)
    console.print(TEXTS.word(f"verdict.{found['verdict']}", lang), "\n", sep="")
    data = found["data"]
    console.print(TEXTS.word(f"data.{data['state']}", lang, folder=data["folder"]), "\n", sep="")

    parts = _table(word(name) for name in ("part", "state", "purpose"))
    for part, there in found["parts"].items():
        state, remark = ("found", "purpose") if there else ("missing", "advice")
        parts.add_row(TEXTS.word(f"part.{part}", lang), word(state), TEXTS.word(f"{remark}.{part}", lang))
    console.print(parts)


def _table(titles: Iterable[str]) -> Table:
    """A name stays whole in a narrow terminal; remarks give way."""
    from rich.table import Column, Table

    first, *others = titles
    return Table(Column(first, no_wrap=True), *others, box=None, pad_edge=False)
