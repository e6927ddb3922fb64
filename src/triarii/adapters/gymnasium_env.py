"""One seat of any of our games as an environment of Gymnasium; one of our players has the other seat.

env = TriariiEnv("towar", opponent="greedy", seat="first", armies="west,north")
observation, info = env.reset(seed=1)
observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

By name it is made with gymnasium.make("triarii.adapters.gymnasium_env:triarii/ToWar-v0", opponent="greedy").
"""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from triarii.adapters.quick_table import QuickTable
from triarii.adapters.table import LONGEST, RENDER_MODES, known_mode, seat_named
from triarii.core import registry
from triarii.core.contract import SEAT_NAMES, Budget, Eye, Player, Turn
from triarii.core.errors import insist

EITHER = "random"
"""Beside the seats: lots give the learner one of them in every game."""
UNIFORM = "uniform"
"""Beside our players: an opponent that takes any allowed number by lot, and goes on in compiled code."""
LOST = -1.0
NAMES = {"Cities": "cities", "ToWar": "towar", "Adlg": "adlg"}
"""What the games are called in Gymnasium's registry, with triarii/ before and -v0 behind."""


class TriariiEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A seat against one of our players. An action that the mask does not allow loses the game at once."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        opponent: str = "random",
        seat: str = "first",
        nodes: int | None = None,
        render_mode: str | None = None,
        longest: int = LONGEST,
        **options: object,
    ) -> None:
        """`opponent` is a player as the registry takes it, or `uniform`; `nodes` is how much it may think; the rest are
        options of the game."""
        self.render_mode = known_mode(render_mode)
        self.table = QuickTable(game, options, longest)
        found: Any = None if opponent == UNIFORM else registry.player(opponent, game)
        self.opponent: Player | None = None if found is None else insist(found)
        self._wanted = None if seat == EITHER else seat_named(seat)
        self.seat = self._wanted or Turn.FIRST
        """The learner's."""
        self.budget = Budget(nodes=nodes)
        encoding = self.table.encoding
        low = 0.0 if encoding.kind == "uint8" else -encoding.highest
        self.observation_space = spaces.Box(low, encoding.highest, encoding.shape, self.table.kind.type)
        self.action_space = spaces.Discrete(encoding.actions)
        self._rng = Random()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """A new game, up to the learner's first decision. Options of the game are set when the environment is made, so
        `options` means nothing here."""
        super().reset(seed=seed)
        if seed is not None:
            self._rng = Random(seed)
        self.seat = self._rng.choice((Turn.FIRST, Turn.SECOND)) if self._wanted is None else self._wanted
        self.table.reset(Random(self._rng.getrandbits(64)))
        self._answer()
        self._show()
        return self.table.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """The learner's number, and what the opponent answers."""
        table, number = self.table, int(action)
        if not table.allows(number):
            return table.observe(self.seat), LOST, True, False, {**self._info(), "illegal": number}
        table.step(number)
        self._answer()
        self._show()
        over = table.turn is Turn.OVER
        return table.observe(self.seat), table.rewards()[self.seat], over, table.given_up, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may choose, as libraries for masked learning ask for it."""
        return self.table.mask_of(self.seat).astype(np.bool_)

    def render(self) -> Any:
        return self.table.render(self.render_mode)

    def _answer(self) -> None:
        """The opponent acts until the learner has to."""
        table = self.table
        while table.turn is not Turn.OVER and table.turn is not self.seat and not table.given_up:
            if self.opponent is None:
                table.step(self._any_number())
            else:
                view = table.moment.position.view(Eye(table.turn))
                table.play(self.opponent.choose(table.game, view, self.budget, self._rng).action)

    def _any_number(self) -> int:
        allowed = np.flatnonzero(self.table.mask_of(self.table.turn))
        return int(allowed[self._rng.randrange(len(allowed))])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask_of(self.seat), "seat": SEAT_NAMES[self.seat]}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


for _name, _game in NAMES.items():
    gymnasium.register(f"triarii/{_name}-v0", f"{__name__}:TriariiEnv", kwargs={"game": _game})
