"""Why something is not allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from triarii.core.contract.values import Value
from triarii.core.texts import Message


@dataclass(frozen=True)
class Refusal:
    """Why something is not allowed. Words come later, from messages.toml, in the asked language."""

    code: str
    """Names the message: `refusal.` + code."""
    rule: str = ""
    """The rule of the game behind it; empty where no rule of a game is concerned."""
    params: Mapping[str, Value | Sequence[Value] | Message] = field(default_factory=dict)

    @property
    def message(self) -> Message:
        return Message(f"refusal.{self.code}", self.params)
