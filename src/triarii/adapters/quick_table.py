"""One game for programs that learn which goes on in compiled code wherever its encoding has that, and as any other game
where not. Nobody but whoever looks needs a position then, so none is made at each step."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triarii.adapters.encoding import Alone, Moment
from triarii.adapters.sentences import illegal
from triarii.adapters.table import Table
from triarii.core import streams
from triarii.core.contract import Turn

TURNS = tuple(Turn)


class QuickTable(Table):
    """A table at which both seats act by numbers."""

    _alone: Alone | None
    """None until the game has come to where compiled code takes it over."""

    def reset(self, chance: Random) -> None:
        self._alone = None
        super().reset(chance)

    @property
    def moment(self) -> Moment:
        """Where the game stands; while an action is spelled, where it stood before."""
        alone = self._alone
        if alone is None:
            return self._moment
        if alone.position is not self._moment.position:
            self._moment = Moment(alone.position)
        return self._moment

    def mask(self) -> bytes | bytearray:
        return super().mask() if self._alone is None else self._allowed.tobytes()

    def mask_of(self, seat: Turn) -> NDArray[np.int8]:
        if self._alone is None:
            return super().mask_of(seat)
        return self._allowed.copy() if seat == self.turn else np.zeros_like(self._allowed)

    def observe(self, seat: Turn) -> NDArray[Any]:
        if self._alone is None:
            return super().observe(seat)
        self._alone.look(seat)
        return self._seen.copy()

    def step(self, number: int) -> None:
        alone = self._alone
        if alone is None:
            super().step(number)
            return
        turn = alone.step(number) if 0 <= number < self.encoding.actions else -1
        if turn < 0:
            raise illegal("adapter.mask", number=number)
        self.steps += 1
        self.turn = TURNS[turn]

    def rewards(self) -> tuple[float, float]:
        if self._alone is None:
            return super().rewards()
        value = float(self._alone.value)
        return value, -value

    def _stand(self, moment: Moment) -> None:
        super()._stand(moment)
        self._alone = None
        if self.turn is Turn.OVER or moment.spelled is not None:
            return
        self._seen = np.zeros(self.encoding.shape, self.kind)
        self._allowed = np.zeros(self.encoding.actions, np.int8)
        stream = streams.begin(self._chance.getrandbits(64), 0)
        flat = self._seen.reshape(-1).data, self._allowed.view(np.uint8).data
        self._alone = self.encoding.alone(self._moment.position, stream, *flat)
