"""A battle that is set up by the procedure keeps the contract that all games share."""

from __future__ import annotations

import pytest

from triarii.core.conformance import check_game
from triarii.games.adlg.game import GAME


@pytest.mark.parametrize(
    ("first", "second", "profile"), [("vikings", "saxons", "sheet"), ("english", "french", "common")]
)
def test_the_set_up_keeps_the_contract(first: str, second: str, profile: str) -> None:
    options = {"setup": "procedure", "first_army": first, "second_army": second, "profile": profile}
    report = check_game(GAME, [options], games=1, plies=44, every=3)
    assert report["positions"] >= 10
    assert report["choices"] > 100
