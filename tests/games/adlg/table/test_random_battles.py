"""Random battles: no crash, no overlap, nobody off the table, losses that add up, texts that come back the same."""

from __future__ import annotations

import pytest

from benchmarks.battles import SCENARIOS, battle, faults
from tests.lengths import at_length
from triarii.core.contract import Eye
from triarii.games.adlg.game import GAME
from triarii.games.adlg.table.position import Position

LONG = {"drill_line": 500, "drill_zone": 750, "drill_charge": 750, "skirmish": 500}


@pytest.mark.parametrize("profile", ["sheet", "common"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_order_breaks_the_table(scenario: str, profile: str) -> None:
    """Eight hundred orders in all, right and wrong ones; five thousand in `make soak`."""
    accepted, orders = 0, at_length(100, LONG[scenario])
    for tried in battle(scenario, 1, orders, profile=profile):
        if tried.refusal is None:
            accepted += 1
            assert faults(tried.after) == [], (tried.order, tried.before.text())
        for lang in ("en", "de"):
            if tried.refusal is not None:
                assert GAME.texts.say(tried.refusal.message, lang)
    assert accepted > orders // 10


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_position_of_a_battle_comes_back_from_its_text(scenario: str) -> None:
    for tried in battle(scenario, 2, at_length(40, 150), wrong=0):
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
    for tried in battle(scenario, 3, at_length(50, 100)):
        if tried.refusal is not None:
            assert tried.after is tried.before
            assert tried.before.text() == tried.after.text()
            with pytest.raises(ValueError, match="not allowed"):
                tried.before.play(tried.order)
