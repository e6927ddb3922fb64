"""The toy game Feint, broken in one place: for tests that must see the conformance kit fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from triarii.core.contract import AnyGame


@dataclass(frozen=True)
class Toy:
    """The class of the game and the class of its positions, to be changed until the test is over."""

    patch: pytest.MonkeyPatch
    game: Any
    position: Any

    @classmethod
    def of(cls, game: AnyGame, patch: pytest.MonkeyPatch) -> Toy:
        return cls(patch, type(game), type(game.start({})))

    def change(self, owner: Any, name: str, how: Callable[..., Any]) -> None:
        """Put a function in place of a method; it gets the old method first."""
        old = getattr(owner, name)
        self.patch.setattr(owner, name, lambda *given: how(old, *given))

    def declare(self, **changes: Any) -> None:
        """Let the game say something else about itself."""
        self.patch.setattr(self.game, "info", replace(self.game.info, **changes))


Break = Callable[[Toy], None]


@dataclass
class Breaks:
    """Ways to break the toy, each with what the kit must say to it."""

    known: dict[str, tuple[Break, str]] = field(default_factory=dict)

    def __call__(self, sentence: str) -> Callable[[Break], Break]:
        def register(how: Break) -> Break:
            self.known[how.__name__] = (how, sentence)
            return how

        return register
