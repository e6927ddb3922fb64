"""`--help` in German: what a command says about itself in the code stands once more in help.toml, by the sentence."""

from __future__ import annotations

import copy
import inspect
import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from triarii.cli.speech import Lang, language

HEADINGS = {"Usage": "Aufruf", "Arguments": "Argumente", "Options": "Optionen", "Commands": "Befehle"}
"""Of the library that lays the pages out; they stand at the beginning of a line."""
REMARKS = {"[default:": "[Vorgabe:", "required]": "nötig]"}


class Helpful:
    """A command, or several, whose page is in the language that was asked for."""

    def get_help(self: Any, ctx: Any) -> str:
        shown = self if asked(ctx) == Lang.EN else in_german(self)
        text: str = super(Helpful, shown).get_help(ctx)  # type: ignore[misc]
        return text if shown is self else _with_german_headings(text)

    def get_help_option(self: Any, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        return option if option is None or asked(ctx) == Lang.EN else in_german(option)


def asked(context: Any) -> str:
    """The language of the words on the command line, which the first context was given, or the terminal's."""
    told = context.find_root().obj
    return str(told["lang"]) if isinstance(told, dict) and "lang" in told else language(None)


def in_german(said: Any) -> Any:
    """A command, option or argument that speaks German, with all that its page shows of others."""
    shown = copy.copy(said)
    shown.help = german(said.help) if said.help else said.help
    if hasattr(said, "params"):
        shown.params = [in_german(each) for each in said.params]
    if hasattr(said, "commands"):
        shown.commands = {name: in_german(each) for name, each in said.commands.items()}
    return shown


def german(text: str) -> str:
    """What we have no German for stays as it is: a test sees to it that there is nothing of that kind."""
    known = translations()
    return "\n\n".join(known.get(each, each) for each in paragraphs(text))


def paragraphs(text: str) -> list[str]:
    return [" ".join(each.split()) for each in inspect.cleandoc(text).split("\n\n")]


@cache
def translations() -> dict[str, str]:
    kept = tomllib.loads((files("triarii.cli") / "help.toml").read_text(encoding="utf-8"))
    return {each["en"]: each["de"] for each in kept["text"]}


def _with_german_headings(page: str) -> str:
    page = re.sub(rf"^({'|'.join(HEADINGS)}):", lambda found: f"{HEADINGS[found[1]]}:", page, flags=re.MULTILINE)
    for english, ours in REMARKS.items():
        page = page.replace(english, ours)
    return page
