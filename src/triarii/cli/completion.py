"""Completion by the Tab key: what may come next on the command line, and the script by which a shell asks for it.

A shell asks by starting the command without a word, and with what was typed so far in the environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer
import typer.completion

from triarii.cli.speech import BadInput, language, say, show
from triarii.core.contract import Refusal

if TYPE_CHECKING:
    from typer.core import TyperGroup

LIBRARY: Any = typer.completion
"""What the library does for its own two options. It declares no names for others, but ours speak both languages."""
PROGRAM = "triarii"
VARIABLE = "_TRIARII_COMPLETE"
"""Where a shell puts its question, as the scripts of the library have it."""
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
QUESTIONS = frozenset(f"complete_{shell}" for shell in SHELLS)


def question(words: Sequence[str], environment: Mapping[str, str] = os.environ) -> str:
    """What a shell asks; empty if a person or a program has started the command."""
    asked = environment.get(VARIABLE, "")
    return asked if not words and asked in QUESTIONS else ""


def answer(program: TyperGroup, asked: str) -> None:
    """Prints what may come next. Where words make no sense, nothing may: whoever is still typing wants no sentences."""
    LIBRARY.completion_init()
    try:
        LIBRARY.shell_complete(program, {}, PROGRAM, VARIABLE, asked)
    except (BadInput, typer.TyperException, KeyError, ValueError):
        return


def show_script(wanted: bool) -> None:
    """The option `--show-completion`."""
    if wanted:
        print(LIBRARY.get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=_this_shell()))
        raise typer.Exit


def install(wanted: bool) -> None:
    """The option `--install-completion`."""
    if wanted:
        shell, file = LIBRARY.install(_this_shell(), PROGRAM, VARIABLE)
        show(say("completion.installed", language(None), shell=shell, file=str(file)))
        raise typer.Exit


def _this_shell() -> str:
    """The shell that the command was typed into."""
    found = LIBRARY._get_shell_name() or ""
    if found not in SHELLS:
        raise BadInput(Refusal("completion.shell", params={"known": list(SHELLS)}))
    return found
