"""A battle that is set up by the procedure keeps the contract that all games share."""

from __future__ import annotations

import pytest

from tests.lengths import at_length
from triarii.core.conformance import check_game
from triarii.games.adlg.game import GAME, SECRET


@pytest.mark.parametrize(
    ("first", "second", "profile"), [("vikings", "saxons", "sheet"), ("english", "french", "common")]
)
def test_the_set_up_keeps_the_contract(first: str, second: str, profile: str) -> None:
    options = {"setup": "procedure", "first_army": first, "second_army": second, "profile": profile}
    report = check_game(GAME, [options], games=1, plies=44, every=at_length(4, 3), in_the_open=True, only_play=True)
    assert report["positions"] >= 10
    assert report["choices"] > 100


@pytest.mark.rule("adlg.plan.secret")
def test_secret_plans_keep_the_contract_and_no_eye_can_tell_twins_apart() -> None:
    options = {"setup": SECRET, "first_army": "romans", "second_army": "carthaginians"}
    report = check_game(GAME, [options], games=1, seed=2, plies=60, every=at_length(6, 3), only_play=True)
    for eye in ("first", "second", "observer"):
        assert report[f"twins for {eye}"] >= 2
    assert report["twin steps"] > 100
