"""How the command speaks: which language, where sentences go, and what happens to bad input."""

from __future__ import annotations

import json
import os
import sys
from enum import StrEnum
from typing import TypeVar

from triarii.core import texts
from triarii.core.contract import AnyGame, Refusal
from triarii.core.texts import Message, Texts

TEXTS = texts.load("triarii.cli", parent=texts.CORE)
T = TypeVar("T")


class Lang(StrEnum):
    """The languages that we speak."""

    EN = "en"
    DE = "de"


class BadInput(Exception):
    """What was asked can't be done; one clear sentence says why, and the exit code is 2."""

    def __init__(self, refusal: Refusal, known: Texts = texts.CORE) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.texts = Texts(TEXTS.entries, known)

    def sentence(self, lang: str) -> str:
        return self.texts.say(self.refusal.message, lang)


class CheckFailed(Exception):
    """A check found something wrong; it was said already, and the exit code is 1."""


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


def say(key: str, lang: str, /, **params: object) -> str:
    return TEXTS.say(Message(key, params), lang)


def print_json(content: object) -> None:
    """One JSON document, nothing else."""
    print(json.dumps(content, ensure_ascii=False, indent=2))


def complain(sentence: str) -> None:
    """To standard error, always one line."""
    print(" ".join(sentence.split()), file=sys.stderr)
