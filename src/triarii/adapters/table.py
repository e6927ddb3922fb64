"""One game under way for programs that learn: numbers in, numbers out, and chance falls by itself from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triarii.adapters.encoding import Moment, encoding_of, game_of
from triarii.adapters.sentences import illegal, invalid
from triarii.core import lettering
from triarii.core.chance import drawn
from triarii.core.contract import SEAT_NAMES, AnyPosition, Eye, Turn, Worded
from triarii.core.errors import insist

RENDER_MODES = ("human", "ansi", "svg")
LONGEST = 10_000
"""Steps after which a game is given up, unless told otherwise."""

EYES = (Eye.FIRST, Eye.SECOND)


class Table:
    """A game with its encoding; `reset` before all else."""

    turn: Turn
    """Who is to act; never chance, which has fallen."""

    def __init__(self, name: str, options: Mapping[str, object], longest: int) -> None:
        self.game = game_of(name)
        self.encoding = encoding_of(self.game)
        self.longest = longest
        """Steps after which the game is given up."""
        self.kind = np.dtype(self.encoding.kind)
        self.options = dict(options)
        self._start: AnyPosition = insist(self.game.start(self.options), self.game.texts)
        self._no_mask = bytes(self.encoding.actions)
        self._mask: bytes | bytearray | None = None
        self.reset(Random(0))

    def reset(self, chance: Random) -> None:
        self._chance = chance
        self.steps = 0
        self._stand(Moment(self._start))

    @property
    def moment(self) -> Moment:
        """Where the game stands."""
        return self._moment

    @property
    def given_up(self) -> bool:
        return self.steps >= self.longest and self.turn is not Turn.OVER

    def mask(self) -> bytes | bytearray:
        """What the seat to act may choose; nothing when the game is over."""
        if self._mask is None:
            self._mask = self._no_mask if self.turn is Turn.OVER else self.encoding.mask(self.moment)
        return self._mask

    def mask_of(self, seat: Turn) -> NDArray[np.int8]:
        """What a seat may choose, for it to keep: nothing while the other acts."""
        return np.frombuffer(bytearray(self.mask() if seat is self.turn else self._no_mask), np.int8)

    def observe(self, seat: Turn) -> NDArray[Any]:
        seen = self.encoding.observe(self.moment, EYES[seat])
        return np.frombuffer(seen, self.kind).reshape(self.encoding.shape)

    def allows(self, number: int) -> bool:
        return 0 <= number < self.encoding.actions and bool(self.mask()[number])

    def step(self, number: int) -> None:
        """One number of the seat to act; raises IllegalAction, and changes nothing, if it may not choose it."""
        if not self.allows(number):
            raise illegal("adapter.mask", number=number)
        self.steps += 1
        self._stand(self.encoding.follow(self.moment, number))

    def play(self, action: Any) -> None:
        """A whole action of the game, as a player chooses it."""
        self.steps += 1
        self._stand(Moment(self.moment.position.play(action)))

    def rewards(self) -> tuple[float, float]:
        """For both seats: 1 and -1 once somebody has won, else 0."""
        result = self.moment.position.result()
        if result is None or result.winner is None:
            return 0.0, 0.0
        return (1.0, -1.0) if result.winner is Turn.FIRST else (-1.0, 1.0)

    def render(self, mode: str | None) -> str | None:
        """What an observer may see: letters (`ansi`), a picture (`svg`), or printed (`human`)."""
        view = self.moment.position.view(Eye.OBSERVER)
        if mode == "svg":
            from triarii import pictures

            return pictures.draw(self.game, view, "en")
        letters = lettering.drawing(self.game, view, "en")
        if letters is not None:
            text = letters
        elif isinstance(self.game, Worded):
            text = "\n".join(self.game.texts.say(message, "en") for message in self.game.words(view))
        else:
            text = view.text
        if mode == "human":
            print(text)
            return None
        return text

    def _stand(self, moment: Moment) -> None:
        """Here, once chance has fallen."""
        turn = moment.turn
        while turn is Turn.CHANCE:
            moment = Moment(moment.position.play(drawn(moment.position, self._chance)))
            turn = moment.turn
        self._moment = moment
        self.turn = turn
        self._mask = None


def seat_named(name: str) -> Turn:
    if name not in SEAT_NAMES:
        raise invalid("adapter.seat", name=name, known=list(SEAT_NAMES))
    return Turn(SEAT_NAMES.index(name))


def known_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise invalid("adapter.render", name=mode, known=list(RENDER_MODES))
    return mode
