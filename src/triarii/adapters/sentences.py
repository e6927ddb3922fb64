"""What the environments raise, with its sentence in messages.toml."""

from __future__ import annotations

from triarii.core import texts
from triarii.core.contract import Refusal
from triarii.core.contract.refusals import Param
from triarii.core.errors import IllegalAction, InvalidInput

TEXTS = texts.load("triarii.adapters", parent=texts.CORE)


def invalid(code: str, /, **params: Param) -> InvalidInput:
    """Something that can't be, to be raised."""
    return InvalidInput(Refusal(code, params=params), TEXTS)


def illegal(code: str, /, **params: Param) -> IllegalAction:
    """An action that is not allowed, to be raised."""
    return IllegalAction(Refusal(code, params=params), TEXTS)
