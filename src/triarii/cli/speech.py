"""How the command speaks and hears: which language, where sentences go, and what happens to bad input."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from triarii.core import texts
from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import AnyGame, Refusal, Refused
from triarii.core.texts import Message, Texts

TEXTS = texts.load("triarii.cli", parent=texts.CORE)
T = TypeVar("T")
WIDEST = 100
"""Columns of a page: longer lines are hard to read."""
LONGEST = 600
LONGEST_WORD = 200
"""Letters of a complaint and of a word in it: who types a whole book need not read it again."""
REASONS: Mapping[str, str] = {
    os.strerror(code): name for code, name in errno.errorcode.items() if f"reason.{name}" in TEXTS
}
"""What the system says in English when a file can't be had, by the name of our own words for it."""


class Lang(StrEnum):
    """The languages that we speak."""

    EN = "en"
    DE = "de"


class BadInput(Refused):
    """What was asked can't be done; one clear sentence says why, and the exit code is 2."""

    def __init__(self, refusal: Refusal, known: Texts = texts.CORE) -> None:
        super().__init__(refusal)
        self.texts = known

    def sentence(self, lang: str) -> str:
        return sentence_of(self.refusal, self.texts, lang)


class CheckFailed(Exception):
    """A check found something wrong; it was said already, and the exit code is 1."""


def sentence_of(refusal: Refusal, known: Texts, lang: str, cast: Cast = EVERYBODY) -> str:
    """A refusal in words: ours, the core's or those of the game whose texts are known."""
    reason = REASONS.get(str(refusal.params.get("reason")))
    if reason is not None:
        refusal = replace(refusal, params={**refusal.params, "reason": Message(f"reason.{reason}")})
    return Texts(TEXTS.entries, known).say(refusal.message, lang, cast)


def language(asked: Lang | None) -> str:
    """The asked language, or the terminal's."""
    if asked is not None:
        return asked.value
    wanted = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "de" if wanted.lower().startswith("de") else "en"


def insist(found: T | Refusal, game: AnyGame | None = None) -> T:
    """What was found, unless it is a refusal: then the command ends with its sentence."""
    if isinstance(found, Refusal):
        raise BadInput(found, texts.CORE if game is None else game.texts)
    return found


def reason_of(problem: Exception) -> str:
    """Why a file can't be had."""
    return getattr(problem, "strerror", None) or str(problem)


def say(key: str, lang: str, /, **params: object) -> str:
    return TEXTS.say(Message(key, params), lang)


def prepare_streams() -> None:
    """A closed stream leads nowhere, and letters that a terminal does not know are no reason to give up."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def show(text: str, indent: str = "") -> None:
    """Lines for people: on a terminal broken between words, elsewhere left whole for other programs."""
    width = min(shutil.get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else 0
    for line in text.split("\n"):
        if width > len(indent) and len(indent + line) > width:
            margin = indent + " " * (len(line) - len(line.lstrip()))
            page = textwrap.TextWrapper(width, margin, margin, break_long_words=False, break_on_hyphens=False)
            print(page.fill(line.strip()))
        else:
            print(indent + line)
    sys.stdout.flush()


def show_as_drawn(drawing: str) -> None:
    """A drawing made of letters: its lines stay as they are."""
    for line in drawing.split("\n"):
        print(line)
    sys.stdout.flush()


def hear(prompt: str) -> str | None:
    """The line that is typed or piped in after a prompt; None at the end of the input."""
    print(prompt, end=" ", flush=True)
    typed = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(typed.rstrip("\n"), flush=True)  # so that the output of a script reads like the game at a terminal
    return typed or None


def print_json(content: object) -> None:
    """One JSON document, nothing else."""
    readable = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(content, ensure_ascii=not readable, indent=2, default=str))


def complain(sentence: str) -> None:
    """To standard error, always one line."""
    words = [word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…" for word in sentence.split()]
    print(textwrap.shorten(" ".join(words), LONGEST, placeholder=" …"), file=sys.stderr)
