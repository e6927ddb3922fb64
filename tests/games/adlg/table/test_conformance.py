"""L'Art de la Guerre keeps the contract that all games share."""

from __future__ import annotations

import pytest

from tests.lengths import at_length
from triarii.core.conformance import check_game
from triarii.games.adlg.game import GAME


@pytest.mark.parametrize(("scenario", "profile"), [("drill_zone", "sheet"), ("drill_charge", "common")])
def test_a_battle_keeps_the_contract(scenario: str, profile: str) -> None:
    report = check_game(
        GAME,
        [{"scenario": scenario, "profile": profile}],
        games=1,
        plies=60,
        every=at_length(8, 3),
        only_play=scenario != "drill_zone",
        in_the_open=True,
    )
    assert report["positions"] >= 3
    assert report["choices"] > 100
