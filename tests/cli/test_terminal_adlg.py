"""A battle in the terminal window: standing answers, given beforehand or typed."""

from __future__ import annotations

from tests.cli.seated import Seat, at_table, game_of
from triarii.core.contract import Turn

DRILL = {"scenario": "drill_charge"}
TWO = ("human", "human")


def test_standing_answers_hold_in_the_window_too() -> None:
    playing = game_of(TWO, options=DRILL, name="adlg")
    playing.answers[Turn.SECOND] = {"evade": "never"}

    async def test(seat: Seat) -> None:
        seat.screen.enter("corps c1")
        seat.screen.enter("u1 slide left 0.02 charge e6")
        await seat.settle()
        assert seat.moves[-1] == "e6 stand"
        assert seat.playing.asked is Turn.FIRST

    at_table(test, playing)


def test_standing_answers_are_typed_and_refused_with_a_sentence() -> None:
    async def test(seat: Seat) -> None:
        await seat.press("colon")
        await seat.type("answers evade always")
        assert seat.playing.answers[Turn.FIRST] == {"evade": "always"}
        assert "Standing answers: evade=always, about=ask" in seat.status
        await seat.press("colon")
        await seat.type("answers evade maybe")
        assert "can't be maybe" in seat.status
        assert seat.playing.answers[Turn.FIRST] == {"evade": "always"}

    at_table(test, game_of(TWO, options=DRILL, name="adlg"))
