"""What programs that use us are raised: a refusal as an exception that says its sentence."""

from __future__ import annotations

from typing import TypeVar

from triarii.core import texts
from triarii.core.contract import Refusal, Refused
from triarii.core.texts import Texts

T = TypeVar("T")


class InvalidInput(Refused, ValueError):
    """Something that can't be: a game, an option, a position, a file.

    >>> import triarii
    >>> triarii.game("towers")
    Traceback (most recent call last):
    triarii.InvalidInput: There is no game towers; did you mean towar?
    """

    __module__ = "triarii"  # where whoever meets it will look for it

    def __init__(self, refusal: Refusal, known: Texts = texts.CORE) -> None:
        super().__init__(refusal)
        self._texts = known

    @property
    def code(self) -> str:
        """What is wrong, as a word for programs."""
        return self.refusal.code

    @property
    def rule(self) -> str:
        """The id of the rule behind it; empty where no rule of a game is concerned."""
        return self.refusal.rule

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in English (`en`) or German (`de`)."""
        return self._texts.say(self.refusal.message, lang)

    def __str__(self) -> str:
        return f"{self.sentence()} ({self.rule})" if self.rule else self.sentence()


class IllegalAction(InvalidInput):
    """An action that the rules do not allow here; `rule` says which of them.

    >>> import triarii
    >>> try:
    ...     triarii.game("cities").start().apply("b2c9")
    ... except triarii.IllegalAction as no:
    ...     print(no.rule, no.sentence("de"), sep="\\n")
    cities.move.free_squares
    c9 ist besetzt: Figuren ziehen nur über freie Felder.
    """

    __module__ = "triarii"


def insist(found: T | Refusal, known: Texts = texts.CORE) -> T:
    """What was found, unless it is a refusal: that is raised."""
    if isinstance(found, Refusal):
        raise InvalidInput(found, known)
    return found
