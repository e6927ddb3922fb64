"""One seat of a game for Gymnasium: its own checker is content, our players answer, and the mask is kept."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from triarii.adapters.gymnasium_env import TriariiEnv
from triarii.core.contract import Turn
from triarii.core.errors import InvalidInput

SETTINGS: tuple[tuple[str, dict[str, Any]], ...] = (("cities", {}), ("towar", {"armies": "random"}))


def finish(env: TriariiEnv, seed: int) -> tuple[float, int]:
    """A whole game by random actions: the reward of its end, and how many there were."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    for step in range(1, 2000):
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        assert env.observation_space.contains(seen)
        if terminated or truncated:
            return float(reward), step
        assert env.table.turn is env.seat
        assert reward == 0
    raise AssertionError("a game ends")


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=str)
def test_the_checker_of_gymnasium_is_content(game: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*not having a spec")  # it would make the environment again by its name
        check_env(TriariiEnv(game, seat="random", **options))


@pytest.mark.parametrize("seat", ["first", "second"])
def test_the_learner_gains_what_its_seat_gains(seat: str) -> None:
    env = TriariiEnv("towar", opponent="random", seat=seat, armies="west,north")
    rewards = set()
    for seed in range(6):
        reward, _ = finish(env, seed)
        result = env.table.moment.position.result()
        assert result is not None
        won = Turn.FIRST if seat == "first" else Turn.SECOND
        assert reward == (0 if result.winner is None else 1 if result.winner is won else -1)
        rewards.add(reward)
    assert len(rewards) > 1


def test_greedy_beats_random_actions_from_the_other_seat() -> None:
    env = TriariiEnv("towar", opponent="greedy", seat="random", armies="random")
    assert sum(finish(env, seed)[0] for seed in range(8)) < -3


def test_any_of_our_players_can_sit_opposite() -> None:
    env = TriariiEnv("cities", opponent="alphabeta", nodes=50)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert env.table.steps == 2


def test_lots_give_the_learner_either_seat() -> None:
    env = TriariiEnv("towar", seat="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(8)} == {"first", "second"}


def test_the_same_seed_gives_the_same_game() -> None:
    one, two = (TriariiEnv("towar", opponent="random", armies="random") for _ in range(2))
    assert finish(one, 5) == finish(two, 5)
    assert one.table.moment == two.table.moment


def test_an_action_that_the_mask_forbids_loses_at_once() -> None:
    env = TriariiEnv("cities")
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(4901)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, 4901)


def test_masks_are_there_as_libraries_ask_for_them() -> None:
    env = TriariiEnv("cities")
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()


@pytest.mark.parametrize(
    ("opponent", "seat", "sentence"),
    [
        ("gredy", "first", "There is no player gredy; did you mean greedy?"),
        ("alphabeta", "first", "The player alphabeta does not play towar."),
        ("random", "third", "There is no seat third; there are first and second."),
    ],
)
def test_what_can_not_be_is_refused_with_a_sentence(opponent: str, seat: str, sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        TriariiEnv("towar", opponent=opponent, seat=seat)
    assert refused.value.sentence() == sentence


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=str)
def test_numbers_by_lot_answer_without_a_position_at_each_step(game: str, options: dict[str, Any]) -> None:
    env = TriariiEnv(game, opponent="uniform", seat="random", **options)
    ends = [finish(env, seed) for seed in range(8)]
    assert len(set(ends)) > 1
    assert finish(env, 3) == ends[3], "the same seed gives the same game"


@pytest.mark.parametrize("name", ["Cities", "ToWar", "Adlg"])
def test_the_games_are_made_by_name_as_any_other(name: str) -> None:
    env = gymnasium.make(f"triarii.adapters.gymnasium_env:triarii/{name}-v0", opponent="uniform")
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert env.spec is not None
    assert env.spec.id == f"triarii/{name}-v0"
