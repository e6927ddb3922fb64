"""A game under way, for plain play and the window alike: chance, hidden hands, take-backs and what is kept of them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.cli.running import Within
from tests.cli.seated import Seat, at_table, game_of
from triarii.cli.playing import Playing, Words, is_open
from triarii.core import proof
from triarii.core.chance import Dealer
from triarii.core.contract import AnyGame, Budget, Choice, Decision, Eye, Refusal, Turn, View
from triarii.core.records import ChanceFell, Resigned
from triarii.core.texts import Message

DEALT = "0-0 1 guard,levy/elephant,levy - -"
"""Both captains of the toy game have their two cards, and the first is to act."""
PEOPLE = ("human", "human")


def act(playing: Playing, *texts: str) -> None:
    for text in texts:
        assert playing.act(playing.game.action(text)) is None


def deal(playing: Playing) -> list[str]:
    """Let chance fall as long as it is its turn."""
    fallen: list[str] = []
    while playing.position.turn is Turn.CHANCE:
        assert playing.let_chance_fall() is None
        fallen.append(playing.game.action_text(playing.line.steps[-1].action))
    return fallen


def own_card(playing: Playing) -> str:
    """A card of the captain who is to act."""
    hand = playing.position.view(Eye(playing.position.turn)).facts["hand"]
    assert isinstance(hand, list)
    return str(hand[0])


# Take-backs


def test_a_card_that_is_taken_back_is_dealt_anew_and_its_number_never_goes_back(feint: AnyGame) -> None:
    playing = game_of(PEOPLE, DEALT, name="feint")
    act(playing, "raid levy 10", "hold")
    deal(playing)
    for chances in range(1, 6):
        assert playing.line.chances == chances
        assert playing.undo() is None
        assert (playing.asked, playing.line.chances) == (Turn.SECOND, chances)
        act(playing, "hold")
        header = playing.line.header
        promised = Dealer(playing.secret, header.id, *header.texts).deal(playing.position, chances)
        assert deal(playing) == [feint.action_text(promised)]
    assert playing.enter(Resigned(Turn.FIRST)) is None
    found = proof.prove(feint, playing.record)
    assert (found.problem, found.chances, found.proven) == (None, 6, 6)


def test_what_was_dealt_before_the_decision_stays_and_what_came_after_goes(feint: AnyGame) -> None:
    playing = game_of(("human", "random"), name="feint")
    deal(playing)
    before = playing.position
    act(playing, f"raid {own_card(playing)} 10", "hold")
    deal(playing)
    act(playing, "wait")
    assert playing.asked is Turn.FIRST
    assert playing.undo() is None
    assert playing.position == before
    assert playing.asked is Turn.FIRST
    assert playing.undo() == Refusal("record.nothing_to_take_back")


def test_two_people_take_back_one_decision_after_the_other(feint: AnyGame) -> None:
    playing = game_of(PEOPLE, DEALT, name="feint")
    act(playing, "raid levy 10", "hold")
    deal(playing)
    for seat in (Turn.SECOND, Turn.FIRST):
        assert playing.undo() is None
        assert playing.asked is seat
    assert playing.undo() == Refusal("record.nothing_to_take_back")


def test_who_gave_up_in_a_game_of_chance_takes_only_that_back(feint: AnyGame) -> None:
    playing = game_of(("human", "random"), name="feint")
    deal(playing)
    before = playing.position
    assert playing.enter(Resigned(Turn.FIRST)) is None
    assert playing.undo() is None
    assert (playing.position, playing.asked) == (before, Turn.FIRST)


def test_nobody_takes_back_what_programs_do(feint: AnyGame) -> None:
    playing = game_of(("random", "random"), DEALT, name="feint")
    act(playing, "wait")
    assert playing.undo() == Refusal("record.nothing_to_take_back")


def test_plain_play_takes_back_over_a_deal_and_every_card_is_proven(
    within: Within, feint: AnyGame, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    words = ["feint", "--players", "human,human", "--position", DEALT, "--save", str(file)]
    page = within.play(["raid levy 10", "hold", "undo", "hold", "resign"], *words).well()
    assert page.out.count("Taken back.") == 1
    assert page.out.count("is dealt a card.") == 2
    found = within("verify", str(file), "--json").well().json
    assert (found["over"], found["chances"], found["proven"]) == (True, 2, 2)


def test_the_window_takes_back_over_a_deal(feint: AnyGame) -> None:
    playing = game_of(PEOPLE, DEALT, name="feint")
    act(playing, "raid levy 10")

    async def play(seat: Seat) -> None:
        await seat.press("enter", "1")
        assert [text.split()[0] for text in seat.moves] == ["raid", "hold", "deal"]
        await seat.press("u")
        assert seat.moves == ["raid levy 10"]
        assert "Taken back." in seat.status
        assert seat.playing.line.chances == 1

    at_table(play, playing)


# Hidden hands


def test_each_program_gets_its_own_view_and_dice_that_tell_nothing_of_the_cards_to_come(feint: AnyGame) -> None:
    given: list[tuple[View, Random]] = []

    class Spy:
        def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
            given.append((view, rng))
            return Decision(game.action("wait"))

    playing = game_of(("random", "random"), DEALT, name="feint")
    fresh = Playing(playing.line, {Turn.FIRST: Spy(), Turn.SECOND: Spy()}, playing.secret)
    assert fresh.rng.getstate() != Random(fresh.secret).getstate()
    for _ in range(2):
        assert fresh.act(fresh.question()().action) is None
    [(first, one), (second, other)] = given
    assert (first.eye, second.eye) == (Eye.FIRST, Eye.SECOND)
    assert "elephant" not in first.text
    assert len({id(fresh.rng), id(one), id(other)}) == 3


def test_two_people_in_plain_play_are_helped_on_word_by_word_with_their_own_cards(
    within: Within, feint: AnyGame
) -> None:
    words = ["feint", "--players", "human,human", "--position", DEALT]
    page = within.play(["raid", "raid guard", "wait", "raid", "board", "quit"], *words).well()
    assert "It can go on with guard (Guard of strength 25) and levy (Levy of strength 10)." in page.lines
    assert "A number from 5 to 100 in steps of 5 comes next." in page.lines
    assert "It can go on with elephant (Elephant of strength 50) and levy (Levy of strength 10)." in page.lines
    assert page.lines[-4:-2] == ["first    0  [?] [?]", "second   0  [elephant] [levy]"]


def test_that_a_position_came_back_is_not_told_where_it_would_tell_of_hidden_cards(feint: AnyGame) -> None:
    playing = game_of(PEOPLE, DEALT, name="feint")
    act(playing, "wait", "wait")
    assert playing.position.key == playing.line.start.key
    assert playing.repeated() == 1


def test_the_story_of_the_last_turns_is_not_crowded_out_by_deals(feint: AnyGame) -> None:
    playing = game_of(PEOPLE, name="feint")
    deal(playing)
    assert len(playing.last_steps(2)) == 4, "before the first turn there is nothing else to tell"
    act(playing, f"raid {own_card(playing)} 5", "hold")
    deal(playing)
    told = [feint.action_text(step.action).split()[0] for step in playing.last_steps(2)]
    assert told == ["raid", "hold", "deal"]
    playing.look(-1)
    assert [feint.action_text(step.action).split()[0] for step in playing.last_steps(2)] == ["raid", "hold"]


def test_an_action_that_is_a_tuple_is_an_action() -> None:
    class March(NamedTuple):
        unit: str
        inches: int

    assert not is_open(March("guard", 3))
    assert is_open([Choice("march", Message("choice.march"))])
    assert not isinstance(March("guard", 3), Words)


# What is kept


def test_cards_that_were_only_dealt_are_nothing_to_lose(feint: AnyGame, tmp_path: Path) -> None:
    playing = game_of(PEOPLE, name="feint")
    deal(playing)
    assert len(playing.line.entries) == 4
    assert not playing.unsaved
    act(playing, "wait")
    assert playing.unsaved
    assert playing.save(tmp_path / "game.jsonl") is None
    assert not playing.unsaved
    assert playing.undo() is None
    assert playing.unsaved


def test_a_game_is_saved_even_if_its_secret_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "blocked"
    blocked.touch()
    monkeypatch.setenv("TRIARII_DATA", str(blocked))
    file = tmp_path / "game.jsonl"
    playing = game_of()

    async def play(seat: Seat) -> None:
        await seat.choose("e2", "e4")
        assert "The secret behind this game's chance can't be kept" in seat.status
        assert len(seat.moves) == 2
        await seat.press("s", "enter")
        assert "Saved as" in seat.status
        blocked.unlink()
        await seat.choose("d2", "d4")
        assert "can't be kept" not in seat.status

    playing.autosave = file
    at_table(play, playing)
    assert playing.trouble is None
    assert not playing.unsaved


def test_without_any_home_the_game_is_saved_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("TRIARII_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    playing = game_of()
    assert playing.save(tmp_path / "game.jsonl") is None
    assert playing.trouble is not None
    assert playing.trouble.params["file"] == "~"


def test_without_its_secret_chance_does_not_fall(feint: AnyGame) -> None:
    playing = game_of(PEOPLE, name="feint")
    playing.secret = b""
    assert playing.let_chance_fall() == Refusal("chance.no_secret")
    assert not [entry for entry in playing.line.entries if isinstance(entry, ChanceFell)]
