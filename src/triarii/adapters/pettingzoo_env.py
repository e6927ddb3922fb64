"""Any of our games as an environment of PettingZoo (AEC): two agents, `player_0` on the first seat and `player_1` on
the second.

    env = TriariiAEC("towar", armies="west,north")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        ...
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from triarii.adapters.quick_table import QuickTable
from triarii.adapters.table import LONGEST, RENDER_MODES, known_mode
from triarii.core.contract import SEATS, Turn

AGENTS = ("player_0", "player_1")
SEAT_OF = dict(zip(AGENTS, SEATS, strict=True))
Observation = dict[str, Any]


class TriariiAEC(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """A game between two agents. An observation is a dictionary of `observation` and `action_mask`."""

    def __init__(self, game: str, render_mode: str | None = None, longest: int = LONGEST, **options: object) -> None:
        """`options` are those of the game; a game of more than `longest` numbers is truncated; `render_mode` is `ansi`,
        `human` or `svg`."""
        super().__init__()
        self.render_mode = known_mode(render_mode)
        self.table = QuickTable(game, options, longest)
        encoding = self.table.encoding
        low = 0.0 if encoding.kind == "uint8" else -encoding.highest
        self.metadata = {"name": f"triarii_{game}", "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.possible_agents = list(AGENTS)
        self._space = spaces.Dict(
            {
                "observation": spaces.Box(low, encoding.highest, encoding.shape, self.table.kind.type),
                "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
            }
        )
        self._actions = spaces.Discrete(encoding.actions)
        self._chance = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same chance; without one, chance goes on. Options of the game are set
        when the environment is made, so `options` means nothing here."""
        if seed is not None:
            self._chance = Random(seed)
        self.table.reset(self._chance)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in AGENTS}
        self.agent_selection = AGENTS[self.table.turn]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        seat = SEAT_OF[agent]
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask_of(seat)}

    def step(self, action: int | None) -> None:
        """One number of the agent that is selected; raises IllegalAction if its mask does not allow it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is not done has to act"
        table = self.table
        table.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        if table.turn is Turn.OVER:
            self.rewards = dict(zip(AGENTS, table.rewards(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
            self._accumulate_rewards()
        elif table.given_up:
            self.truncations = dict.fromkeys(AGENTS, True)
        else:
            self.agent_selection = AGENTS[table.turn]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """There is no window to close."""
