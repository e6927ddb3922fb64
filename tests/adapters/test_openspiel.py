"""Our games in OpenSpiel: its simulation test passes, information states keep secrets, and its methods run."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, mcts

import triarii.adapters.openspiel_game  # noqa: F401  # registers the games
from triarii.core.errors import InvalidInput

ENDGAME = "west-north kkr/aK./tCF/aKS 1 - 0-0 S1-r1 @092049fe"
"""The last card of each; the first player wins, if he comes in on the left."""
HANDS = "variant:hand_of_three;armies:west+north"


def game(name: str, **parameters: str) -> Any:
    return pyspiel.load_game(name, parameters)


def random_states(played: Any, seed: int) -> list[Any]:
    """The states of a random game."""
    rng, state, found = Random(seed), played.new_initial_state(), []
    while not state.is_terminal():
        found.append(state.clone())
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("triarii_towar", ""),
        ("triarii_towar", "variant:hand_of_three;armies:secret"),
        ("triarii_cities", "begins:random;stall_plies:8"),
    ],
)
def test_the_game_passes_the_simulation_test_of_openspiel(name: str, options: str) -> None:
    pyspiel.random_sim_test(game(name, options=options), num_sims=1, serialize=True, verbose=False)


def test_information_states_differ_by_the_own_hand_and_not_by_the_other() -> None:
    """Two games in which only one card that goes into a hand is another one."""
    played = game("triarii_towar", options=HANDS + ";begins:first")
    for state in random_states(played, seed=1):
        if not state.is_chance_node() or state.moment.position.draw_is_open or len(state.chance_outcomes()) < 2:
            continue
        drawer = int(state.moment.position.drawer)
        one, two = state.child(0), state.child(1)
        strings = [[each.information_state_string(seat) for each in (one, two)] for seat in (0, 1)]
        assert strings[drawer][0] != strings[drawer][1]
        assert strings[1 - drawer][0] == strings[1 - drawer][1]
        seen = [[each.observation_string(seat) for each in (one, two)] for seat in (0, 1)]
        assert seen[drawer][0] != seen[drawer][1]
        assert seen[1 - drawer][0] == seen[1 - drawer][1]
        tensors = [[each.observation_tensor(seat) for each in (one, two)] for seat in (0, 1)]
        assert tensors[drawer][0] != tensors[drawer][1]
        assert tensors[1 - drawer][0] == tensors[1 - drawer][1]
        return
    raise AssertionError("cards go into hands")


def test_an_army_chosen_in_secret_is_in_the_information_state_of_its_chooser_alone() -> None:
    state = game("triarii_towar", options="armies:secret;begins:first").new_initial_state()
    one, two = state.child(0), state.child(1)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1)


def test_chances_are_those_of_the_cards_that_are_left() -> None:
    state = game("triarii_towar", options="armies:west+north;begins:first").new_initial_state()
    assert state.is_chance_node()
    named = {state.action_to_string(-1, outcome): chance for outcome, chance in state.chance_outcomes()}
    assert named["knight"] == pytest.approx(3 / 17)
    assert sum(named.values()) == pytest.approx(1)


def test_regret_minimisation_comes_near_to_an_equilibrium_of_an_endgame() -> None:
    endgame = game("triarii_towar", options=HANDS, position=ENDGAME)
    solver = cfr.CFRSolver(endgame)
    before = exploitability.exploitability(endgame, solver.average_policy())
    for _ in range(3):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(endgame, solver.average_policy())
    assert before == pytest.approx(2 / 3)
    assert after < before / 2


def test_tree_search_of_openspiel_wins_a_won_endgame() -> None:
    endgame = game("triarii_towar", options=HANDS, position=ENDGAME)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(endgame, 2, 100, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = endgame.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"options": "varant:standard"}, "There is no option varant; did you mean variant?"),
        ({"options": "variant"}, "An option is written KEY=VALUE, not variant."),
    ],
)
def test_what_can_not_be_is_refused_with_a_sentence(parameters: dict[str, str], sentence: str) -> None:
    from triarii.adapters.openspiel_game import ToWarGame

    with pytest.raises(InvalidInput) as refused:
        ToWarGame(parameters)
    assert refused.value.sentence() == sentence
