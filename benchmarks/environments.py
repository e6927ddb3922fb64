"""Steps of environments for programs that learn, with what is seen and allowed at each: ours and comparable ones of
others, many at once and one at a time. All play at random."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Any

MANY = 1024
"""Games side by side."""
GAMES = 3
"""That are recorded, of those that are played one at a time."""


def ours_at_once(game: str, steps: int) -> int:
    from triarii.adapters import batched

    games = batched(game, MANY, seed=1)
    rounds = max(1, steps // MANY)
    for _ in range(rounds):
        games.step(games.sample())
    return rounds * MANY


def pgx_at_once(game: str, steps: int) -> int:
    """The same in pgx, with its own way to begin anew; compiled before the clock starts, for this job runs twice."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game)

    def step(state: Any, key: Any) -> Any:
        choosing, chance = jax.random.split(key)
        odds = jax.numpy.log(state.legal_action_mask.astype("float32"))
        action = jax.random.categorical(choosing, odds)
        return jax.vmap(auto_reset(env.step, env.init))(state, action, jax.random.split(chance, MANY))

    if game not in COMPILED:
        COMPILED[game] = jax.jit(jax.vmap(env.init)), jax.jit(step)
    begin, advance = COMPILED[game]
    key = jax.random.key(1)
    state = begin(jax.random.split(key, MANY))
    rounds = max(1, steps // MANY)
    for _ in range(rounds):
        key, now = jax.random.split(key)
        state = advance(state, now)
    state.observation.block_until_ready()
    return rounds * MANY


COMPILED: dict[str, tuple[Any, Any]] = {}


def open_spiel(game: str, steps: int) -> int:
    """One at a time from Python: the tensor that a player sees and the mask, at each decision."""
    import pyspiel

    played, rng = pyspiel.load_game(game), Random(1)
    state = played.new_initial_state()
    for _ in range(steps):
        while state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        state.observation_tensor(state.current_player())
        state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            state = played.new_initial_state()
    return steps


@dataclass(frozen=True)
class Recorded:
    """Random games in an environment of PettingZoo, to be played again without choosing: to pick a number from a mask
    is not the work of an environment, and would be most of what is measured."""

    env: Any
    games: list[tuple[int, list[int | None]]]
    """Seed and numbers of each; None where an agent is done."""

    @classmethod
    def play(cls, env: Any, games: int) -> Recorded:
        rng, played = Random(1), []
        for seed in range(games):
            numbers: list[int | None] = []
            env.reset(seed=seed)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                numbers.append(None if over else int(rng.choice(seen["action_mask"].nonzero()[0])))
                env.step(numbers[-1])
            played.append((seed, numbers))
        return cls(env, played)

    def replay(self, steps: int) -> int:
        """The games in turn until so many steps are taken; tells how many."""
        env, taken = self.env, 0
        for seed, numbers in cycle(self.games):
            env.reset(seed=seed)
            for number, _ in zip(numbers, env.agent_iter(), strict=False):
                env.last()
                env.step(number)
            taken += len(numbers) - numbers.count(None)
            if taken >= steps:
                break
        return taken


RECORDED: dict[str, Recorded] = {}


def aec(name: str, make: Callable[[], Any], steps: int) -> int:
    """One at a time in PettingZoo: what is seen and allowed, then a step. Recorded before the clock starts, for this
    job runs twice."""
    if name not in RECORDED:
        RECORDED[name] = Recorded.play(make(), GAMES)
    return RECORDED[name].replay(steps)


def our_aec(game: str, steps: int) -> int:
    from triarii.adapters import TriariiAEC

    return aec(game, lambda: TriariiAEC(game), steps)


def classic(name: str, steps: int) -> int:
    """One of PettingZoo's own, made as its pages make it: with the wrappers that refuse illegal numbers, which ours
    does by itself."""
    return aec(name, lambda: importlib.import_module(f"pettingzoo.classic.{name}").env(), steps)


JOBS: dict[str, Callable[[int], int]] = {
    "batched_cities_steps": lambda steps: ours_at_once("cities", steps),
    "batched_towar_steps": lambda steps: ours_at_once("towar", steps),
    "aec_cities_steps": lambda steps: our_aec("cities", steps),
    "aec_towar_steps": lambda steps: our_aec("towar", steps),
    "pgx_chess_steps": lambda steps: pgx_at_once("chess", steps),
    "pgx_backgammon_steps": lambda steps: pgx_at_once("backgammon", steps),
    "open_spiel_breakthrough_seen_steps": lambda steps: open_spiel("breakthrough", steps),
    "open_spiel_backgammon_seen_steps": lambda steps: open_spiel("backgammon", steps),
    "pettingzoo_chess_steps": lambda steps: classic("chess_v6", steps),
    "pettingzoo_connect_four_steps": lambda steps: classic("connect_four_v3", steps),
    "pettingzoo_tictactoe_steps": lambda steps: classic("tictactoe_v3", steps),
}
