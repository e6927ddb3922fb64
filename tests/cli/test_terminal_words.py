"""Games without a board of their own in the terminal window: words, lists, and nothing that the eye may not see."""

from __future__ import annotations

from tests.cli.seated import Seat, at_table, game_of
from triarii.cli.terminal.voice import TEXTS
from triarii.core.contract import AnyGame, Eye, Turn
from triarii.core.texts import LANGUAGES


def seen(seat: Seat) -> str:
    return str(seat.chooser.query_one("#seen-text").render())


def everything(seat: Seat) -> str:
    """All that stands on the screen."""
    return "\n".join(strip.text for strip in seat.app.screen._compositor.render_strips())


def hand(seat: Seat, owner: Eye) -> list[str]:
    cards = seat.playing.position.view(owner).facts["hand"]
    assert isinstance(cards, list | tuple)
    return [str(card) for card in cards]


def test_a_plug_in_is_played_word_by_word_to_its_end(feint: AnyGame) -> None:
    async def play(seat: Seat) -> None:
        for _ in range(200):
            if seat.playing.line.result is not None:
                break
            await seat.press("1")
            if seat.screen.query_one("#entry").display:
                await seat.type("30")
        assert seat.playing.line.result is not None
        assert "✓" in seat.status

    at_table(play, game_of(("human", "feint_bluffer"), options={"goal": 20}, name="feint"))


def test_words_are_chosen_from_the_list_and_numbers_are_typed(feint: AnyGame) -> None:
    async def play(seat: Seat) -> None:
        assert "1  raid" in everything(seat)
        await seat.press("enter")
        assert "of strength" in everything(seat)
        await seat.press("escape")
        assert "wait" in everything(seat)
        await seat.press("enter", "enter")
        assert "A number from 5 to 100" in seat.status
        await seat.type("7")
        assert "in steps of 5, not 7" in seat.status
        await seat.press("down", "enter")

    at_table(play, game_of(("human", "feint_bluffer"), name="feint"))


def test_the_other_hand_is_nowhere_on_the_screen(feint: AnyGame) -> None:
    async def play(seat: Seat) -> None:
        own = hand(seat, Eye.FIRST)
        assert all(card in seen(seat) for card in own)
        shown = everything(seat)
        for card in {"levy", "guard", "elephant"} - set(own):
            assert card not in shown
        assert "is dealt a card." in " ".join(seat.panel.split())

    at_table(play, game_of(("human", "feint_bluffer"), name="feint"))


def test_two_people_at_one_screen_see_their_hands_in_turn(feint: AnyGame) -> None:
    async def play(seat: Seat) -> None:
        for owner in (Turn.FIRST, Turn.SECOND):
            assert seat.playing.asked is owner
            shown = everything(seat)
            assert not any(card in shown for card in ("levy", "guard", "elephant"))
            assert "when nobody else is looking" in seat.status
            await seat.press("enter")
            assert all(card in seen(seat) for card in hand(seat, Eye(owner)))
            await seat.press("2")

    at_table(play, game_of(("human", "human"), name="feint"))


def test_advice_comes_only_to_whom_it_concerns(feint: AnyGame) -> None:
    async def play(seat: Seat) -> None:
        await seat.press("a")
        assert "There is nothing to analyse here." in seat.status
        await seat.press("enter", "h")
        assert "You could play" in seat.status
        await seat.press("a")
        assert "Best for the first captain:" in seat.status
        await seat.press("g", "a")
        assert "Am besten für den ersten Hauptmann:" in seat.status
        await seat.press("question_mark")
        assert "die Tasten" in everything(seat)

    at_table(play, game_of(("human", "human"), name="feint"))


def test_every_text_is_there_in_both_languages() -> None:
    assert [key for key, entry in TEXTS.entries.items() if not all(entry.get(lang) for lang in LANGUAGES)] == []
