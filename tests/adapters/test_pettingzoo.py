"""The environment of PettingZoo passes PettingZoo's own tests, is seeded, rewarded and rendered."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

from triarii.adapters.pettingzoo_env import TriariiAEC
from triarii.core.contract import Turn
from triarii.core.errors import IllegalAction, InvalidInput

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # where pygame is there, its test loads a game in an old way
    from pettingzoo.test import api_test, seed_test

SETTINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cities", {"begins": "random"}),
    ("towar", {}),
    ("towar", {"variant": "hand_of_three", "armies": "secret"}),
)


def played(env: TriariiAEC, seed: int) -> list[tuple[str, int, float]]:
    """A game by random actions: who acted, how, and what each got so far."""
    env.reset(seed=seed)
    story = []
    for place, agent in enumerate(env.agent_iter()):
        observation, reward, terminated, truncated, _ = env.last()
        done = terminated or truncated
        space = env.action_space(agent)
        space.seed(seed * 1000 + place)
        action = None if done else int(space.sample(observation["action_mask"]))
        story.append((agent, -1 if action is None else action, reward))
        env.step(action)
    return story


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=str)
def test_the_environment_passes_the_test_of_pettingzoo(game: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # It says so of each of its own classic games: their observations are dictionaries with a mask as well.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(TriariiAEC(game, **options), num_cycles=100)


def test_a_battle_passes_it_too() -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "The observation contains negative numbers")  # angles have them
        api_test(TriariiAEC("adlg", scenario="drill_charge"), num_cycles=4)


def test_seeds_hold_by_the_test_of_pettingzoo() -> None:
    seed_test(lambda: TriariiAEC("towar", armies="random"), num_cycles=30)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    env = TriariiAEC("towar", armies="random")
    assert played(env, 1) == played(env, 1) != played(env, 2)


def test_without_a_seed_chance_goes_on() -> None:
    env = TriariiAEC("towar", armies="random", begins="first")
    env.reset(seed=1)
    seen = []
    for _ in range(8):
        env.reset()
        seen.append(env.observe("player_0")["observation"].tobytes())
    assert len(set(seen)) > 1


def test_the_winner_gains_one_and_the_loser_loses_one() -> None:
    env = TriariiAEC("towar", armies="west,north")
    for seed in range(4):
        last = {agent: reward for agent, _, reward in played(env, seed)[-2:]}
        result = env.table.moment.position.result()
        assert result is not None
        if result.winner is None:
            assert last == {"player_0": 0, "player_1": 0}
        else:
            assert last == {f"player_{int(result.winner)}": 1, f"player_{int(result.winner.other)}": -1}


def test_only_the_agent_to_act_is_offered_actions() -> None:
    env = TriariiAEC("cities")
    env.reset(seed=1)
    assert env.agent_selection == "player_0"
    assert env.observe("player_0")["action_mask"].any()
    assert not env.observe("player_1")["action_mask"].any()


def test_an_action_that_the_mask_forbids_raises_and_changes_nothing() -> None:
    env = TriariiAEC("cities")
    env.reset(seed=1)
    before = env.table.moment
    with pytest.raises(IllegalAction) as refused:
        env.step(4901)
    assert refused.value.sentence() == "The action 4901 is not allowed here; the mask says which are."
    assert env.table.moment is before


def test_a_game_that_lasts_too_long_is_truncated_for_both() -> None:
    env = TriariiAEC("cities", longest=6)
    story = played(env, 3)
    assert len(story) == 6 + 2
    assert env.table.turn is not Turn.OVER
    assert all(reward == 0 for _, _, reward in story)


def test_it_is_drawn_with_letters_as_a_picture_or_printed(capsys: pytest.CaptureFixture[str]) -> None:
    drawn: dict[str, Any] = {}
    for mode in ("ansi", "svg", "human"):
        env = TriariiAEC("cities", render_mode=mode)
        env.reset(seed=1)
        drawn[mode] = env.render()
        env.close()
    assert "10" in drawn["ansi"]
    assert drawn["ansi"] in capsys.readouterr().out
    assert drawn["svg"].lstrip().startswith("<svg")
    assert drawn["human"] is None


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: TriariiAEC("towers"), "There is no game towers; did you mean towar?"),
        (lambda: TriariiAEC("cities", layout="moon"), "The option layout can't be moon"),
        (lambda: TriariiAEC("cities", render_mode="rgb"), "There is no way to render called rgb"),
    ],
)
def test_what_can_not_be_is_refused_with_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        make()
    assert refused.value.sentence().startswith(sentence)
