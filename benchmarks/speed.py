"""One measurement in a process of its own: python -m benchmarks.speed JOB SIZE prints units and CPU seconds as JSON."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from benchmarks import by_contract, combats, environments, figures
from triarii.core.chance import drawn
from triarii.core.contract import Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.games.towar import GAME as TOWAR
from triarii.games.towar.position import Position as TowarPosition
from triarii.lab.playouts import LONGEST

PROTOTYPE_CAP = 400
"""Plies after which the prototype gives a random game up."""


def start(**options: object) -> Position:
    position = GAME.start(options)
    assert isinstance(position, Position)
    return position


def like_the_prototype() -> Position:
    """Its layout, and its end rules: neither repetition nor stall."""
    return start(layout="rear", repetition=0, stall_plies=0)


def peer(name: str) -> Any:
    sys.path.insert(0, str(figures.WORK / "peers"))
    return importlib.import_module(name)


def playouts(games: int) -> int:
    return GAME.playouts(start(), games, seed=1, longest=LONGEST).plies


def perft(depth: int) -> int:
    return GAME.perft(start(), depth) or 0


def contract(games: int, count_actions: bool = True) -> int:
    """Random games driven from outside, as any program would drive them; counts listed actions or plies."""
    rng, units = Random(1), 0
    for _ in range(games):
        position = start()
        while actions := position.actions():
            units += len(actions) if count_actions else 1
            position = position.play(rng.choice(actions))
    return units


def playouts_like_the_prototype(games: int) -> int:
    return GAME.playouts(like_the_prototype(), games, seed=1, longest=PROTOTYPE_CAP).plies


def prototype_playouts(games: int) -> int:
    return int(peer("cities_cy_bb").playouts(games, 12345)[0])


def bare_search(depth: int) -> int:
    position = like_the_prototype()
    return int(peer("bare").run(position.placement, position.setting.rulings, depth)[1])


def prototype_search(depth: int) -> int:
    return int(peer("cities_cy_bb").run_search(depth)[1])


def open_spiel(name: str, games: int, count_actions: bool) -> int:
    """Random games of OpenSpiel driven from Python; counts listed actions or plies."""
    import pyspiel

    game, rng, units = pyspiel.load_game(name), Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            units += len(actions) if count_actions else 1
            state.apply_action(rng.choice(actions))
    return units


def open_spiel_rollouts(name: str, games: int) -> int:
    """Complete random games of OpenSpiel inside its own C++: those by which its tree search values a position.

    A search of two visits asks for them twice, at the start and after one turn.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    visits = 2
    rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=max(1, games // visits), seed=1)
    bot = pyspiel.MCTSBot(game, rollouts, 2.0, visits, 100, False, 1, False)
    state = game.new_initial_state()
    if state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot.step(state)
    return visits * max(1, games // visits)


@cache
def mean_plies(name: str) -> float:
    """Of a random game of OpenSpiel, which its own rollouts do not tell."""
    games = 400
    return open_spiel(name, games, count_actions=False) / games


def open_spiel_rollout_steps(name: str, games: int) -> int:
    return round(mean_plies(name) * open_spiel_rollouts(name, games))


def towar_games(games: int, variant: str = "standard") -> int:
    """Complete random games of To War!, from the choice of armies to the end, inside compiled code."""
    begin = TOWAR.start({"variant": variant})
    assert isinstance(begin, TowarPosition)
    return TOWAR.playouts(begin, games, seed=1, longest=LONGEST).games


def towar_contract_games(games: int) -> int:
    """The same driven from outside, chance included."""
    rng = Random(1)
    for _ in range(games):
        position = TOWAR.start({})
        assert isinstance(position, TowarPosition)
        while position.turn is not Turn.OVER:
            if position.turn is Turn.CHANCE:
                position = position.play(drawn(position, rng))
            else:
                position = position.play(rng.choice(position.actions()))
    return games


def backgammon_games(games: int) -> int:
    """Complete random games of OpenSpiel's backgammon, driven from Python."""
    import pyspiel

    game, rng = pyspiel.load_game("backgammon"), Random(1)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, shares)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
    return games


JOBS: dict[str, Callable[[int], int]] = {
    "playouts": playouts,
    "perft": perft,
    "contract": contract,
    "contract_plies": lambda games: contract(games, count_actions=False),
    "playouts_like_the_prototype": playouts_like_the_prototype,
    "prototype_playouts": prototype_playouts,
    "bare_search": bare_search,
    "prototype_search": prototype_search,
    "breakthrough_actions": lambda games: open_spiel("breakthrough", games, count_actions=True),
    "clobber_actions": lambda games: open_spiel("clobber", games, count_actions=True),
    "breakthrough_steps": lambda games: open_spiel("breakthrough", games, count_actions=False),
    "clobber_steps": lambda games: open_spiel("clobber", games, count_actions=False),
    "breakthrough_rollouts": lambda games: open_spiel_rollout_steps("breakthrough", games),
    "clobber_rollouts": lambda games: open_spiel_rollout_steps("clobber", games),
    "backgammon_rollouts": lambda games: open_spiel_rollouts("backgammon", games),
    "towar_games": towar_games,
    "towar_hand_games": lambda games: towar_games(games, "hand_of_three"),
    "towar_contract_games": towar_contract_games,
    "backgammon_games": backgammon_games,
    "adlg_exact_rounds": combats.exact_rounds,
    "adlg_thrown_rounds": combats.thrown_rounds,
    "adlg_exact_fights": combats.exact_fights,
    "adlg_played_fights": combats.played_fights,
    **by_contract.JOBS,
    **environments.JOBS,
}


if __name__ == "__main__":
    by_contract.run(JOBS)
