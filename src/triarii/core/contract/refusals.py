"""Why something is not allowed: a value that names its rule, and the exception that carries it out of a depth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from triarii.core.contract.values import Value
from triarii.core.texts import Message

Param: TypeAlias = Value | float | Message | Sequence[Value | Message]
"""What a refusal tells: numbers, names, messages within its message; a float only where one was typed."""


@dataclass(frozen=True)
class Refusal:
    """Why something is not allowed. Words come later, from messages.toml, in the asked language."""

    code: str
    """Names the message: `refusal.` + code."""
    rule: str = ""
    """The rule of the game behind it; empty where no rule of a game is concerned."""
    params: Mapping[str, Param] = field(default_factory=dict)

    @property
    def message(self) -> Message:
        return Message(f"refusal.{self.code}", self.params)


class Refused(Exception):
    """Carries a refusal out of the depth of a question. No is an answer: whoever was asked catches this and gives the
    refusal back as a value; only at the very edge, in a command or a request, it ends the whole thing."""

    def __init__(self, refusal: Refusal) -> None:
        # `args` stays what the constructor was given: what is raised in a worker is pickled, subclasses included.
        self.refusal = refusal

    @staticmethod
    def because(code: str, rule: str = "", /, **params: Param) -> Refused:
        """Refused for this reason: the parts of a refusal, its parameters by name."""
        return Refused(Refusal(code, rule, params))
