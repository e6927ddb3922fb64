"""Random battles: no crash, no overlap, nobody off the table, losses that add up, texts that come back the same."""

from __future__ import annotations

import pytest

from benchmarks.battles import SCENARIOS, battle, faults
from triarii.core.contract import Eye
from triarii.games.adlg.game import GAME
from triarii.games.adlg.table.position import Position

ORDERS = {"drill_line": 1000, "drill_zone": 1500, "drill_charge": 1500, "skirmish": 1000}


@pytest.mark.parametrize("profile", ["sheet", "common"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_order_breaks_the_table(scenario: str, profile: str) -> None:
    """Five thousand orders in all, right and wrong ones."""
    accepted = 0
    for tried in battle(scenario, 1, ORDERS[scenario] // 2, profile=profile):
        if tried.refusal is None:
            accepted += 1
            assert faults(tried.after) == [], (tried.order, tried.before.text())
        for lang in ("en", "de"):
            if tried.refusal is not None:
                assert GAME.texts.say(tried.refusal.message, lang)
    assert accepted > 30


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_position_of_a_battle_comes_back_from_its_text(scenario: str) -> None:
    for tried in battle(scenario, 2, 150, wrong=0):
        text, options = tried.after.text(), tried.after.setting.options
        again = GAME.parse(text, options)
        assert isinstance(again, Position), (again, text)
        assert again == tried.after
        assert again.turn == tried.after.turn
        for event in GAME.events(tried.before, tried.order, tried.after):
            assert GAME.texts.say(event.message, "en")
            assert GAME.texts.say(event.message, "de")
        assert GAME.imagine(tried.after.view(Eye.OBSERVER), __import__("random").Random(1)) == tried.after


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_refusal_changes_nothing(scenario: str) -> None:
    for tried in battle(scenario, 3, 100):
        if tried.refusal is not None:
            assert tried.after is tried.before
            assert tried.before.text() == tried.after.text()
            with pytest.raises(ValueError, match="not allowed"):
                tried.before.play(tried.order)
