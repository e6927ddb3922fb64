"""The terminal window: a game is played in it by keys and by clicks, and everything else that its keys promise."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest
from textual import events

from tests.cli.seated import Seat, at_table, game_of
from triarii.cli.terminal.cities.board import CELLS, Board
from triarii.cli.terminal.keys import KEYS
from triarii.cli.terminal.table_screen import TableScreen
from triarii.core import registry
from triarii.core.contract import AnyGame, Budget, Decision, Eye, Refusal, Turn, View
from triarii.games.cities.actions import MOVE

CAPTURE = "10/2ffh1f3/3h6/10/10/5H4/1Fff6/3H6/2FFF1FF2/10 1 a1j1d3g3-d8g8a10j10 0"
"""The fighter from e2 captures c4 and d4 when it goes to e4."""
LOSS = "10/1f8/10/10/10/2f1f5/10/3F6/4F5/10 1 a1j1d3g3-d8g8a10j10 0"
"""The fighter from d3 is enclosed when it goes to d5."""
LAST_CITY = "10/8H1/10/10/10/2f1f5/10/3F6/4F5/10 1 a1j1d3g3d8g8a10-j10 0"
STALLED = "10/1f8/10/10/10/2f1f5/10/3F6/4F5/10 1 a1j1d3g3-d8g8a10j10 85"


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice after a moment's thought will do."""
    for name in ("HINT", "ANALYSIS"):
        monkeypatch.setattr(f"triarii.cli.terminal.table_screen.{name}", Budget(nodes=3000))


def ends(text: str) -> tuple[str, str]:
    """The squares that spell a move; a promotion chooses its square twice."""
    found = MOVE.fullmatch(text)
    assert found is not None, text
    start, goal = found.groups()
    return start, start if goal == "=H" else goal


def test_a_whole_game_is_played_by_keyboard() -> None:
    async def play(seat: Seat) -> None:
        greedy = registry.player("greedy", "cities")
        assert not isinstance(greedy, Refusal)
        for turn in range(60):
            playing = seat.playing
            if playing.line.result is not None:
                break
            action = greedy.choose(playing.game, playing.position.view(Eye.FIRST), Budget(), Random(turn)).action
            await seat.choose(*ends(playing.game.action_text(action)))
        assert seat.playing.line.result is not None
        assert seat.playing.line.result.winner is Turn.FIRST
        assert "You win" in seat.status
        await seat.choose("e5")
        assert "The game is over" in seat.status
        await seat.press("u")
        assert seat.playing.line.result is None

    at_table(play, game_of(("human", "random")))


def test_a_game_is_played_by_mouse_to_its_end() -> None:
    async def play(seat: Seat) -> None:
        await seat.click("i9")
        assert seat.board.marks.chosen == "i9"
        await seat.click("h8")
        assert seat.moves == []  # the first click on a target only shows what would happen
        assert "h8" in seat.status
        await seat.click("h8")
        assert seat.moves == ["i9h8"]
        await seat.click("e5")
        await seat.pilot.hover(Board, offset=seat.board.place_of("e6"))
        await seat.click("e6")
        assert seat.moves == ["i9h8", "e5e6"]
        for square in ("h8", "j10", "j10"):
            await seat.click(square)
        assert "all cities are in one hand" in seat.status

    at_table(play, game_of(("human", "human"), LAST_CITY))


def test_what_a_move_captures_is_told_before_it_is_played() -> None:
    async def play(seat: Seat) -> None:
        await seat.choose("e2")
        assert {"e4", "f2", "c1"} <= set(seat.board.marks.targets)
        assert seat.board.marks.targets["e4"].captures == 2
        await seat.go("e4")
        assert "e2e4: captures c4 and d4." in seat.status
        assert seat.board.marks.lost == {"c4", "d4"}
        assert seat.moves == []
        await seat.press("enter")
        assert seat.moves[0] == "e2e4"
        assert "loses the pieces on c4 and d4" in " ".join(seat.panel.split())

    at_table(play, game_of(start=CAPTURE))


def test_own_losses_are_warned_of_first() -> None:
    async def play(seat: Seat) -> None:
        await seat.choose("d3", "d5")
        assert "loses your own piece on d5" in seat.status
        assert seat.moves == []
        await seat.press("escape", "enter", "escape")
        assert seat.moves == []
        await seat.press("enter", "enter")
        assert seat.moves[0] == "d3d5"

    at_table(play, game_of(start=LOSS))


def test_typed_moves_are_warned_of_and_refused_alike() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("colon")
        await seat.type("d3d5")
        assert "loses your own piece on d5" in seat.status
        await seat.press("t")
        await seat.type("e2e9")
        assert "It is 7 steps" in seat.status
        await seat.press("slash")
        await seat.type("nonsense")
        assert "nonsense is not a move" in seat.status
        await seat.press("colon")
        await seat.type("e2")
        assert seat.board.marks.chosen == "e2"
        await seat.press("colon")
        await seat.type("e2e3")
        assert seat.moves[0] == "e2e3"

    at_table(play, game_of(start=LOSS))


def test_a_square_that_can_not_be_chosen_says_why() -> None:
    async def play(seat: Seat) -> None:
        await seat.choose("e9")
        assert "You have no piece on e9." in seat.status
        await seat.choose("e2", "e8")
        assert "It is 6 steps" in seat.status
        await seat.choose("c2")
        assert seat.board.marks.chosen == "c2"
        await seat.choose("c2")
        assert seat.board.marks.chosen == ""

    at_table(play, game_of())


def test_tab_goes_to_what_can_be_chosen() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("tab")
        assert seat.board.cursor == "f2"
        await seat.press("shift+tab", "shift+tab")
        assert seat.board.cursor == "d2"
        await seat.press("enter", "tab")
        assert seat.board.cursor in seat.board.marks.targets

    at_table(play, game_of())


def test_undo_gives_the_turn_back() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("u")
        assert "nothing to take back" in seat.status
        await seat.choose("e2", "e4")
        assert len(seat.moves) == 2
        await seat.press("backspace")
        assert seat.moves == []
        assert "Taken back." in seat.status
        assert seat.playing.asked is Turn.FIRST

    at_table(play, game_of())


def test_a_hint_is_marked_and_can_be_played() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("h")
        assert "Hint: " in seat.status
        assert "e4: captures c4 and d4." in seat.status
        assert len(seat.board.marks.hint) == 2
        assert "e4" in seat.board.marks.hint
        await seat.press("escape")
        assert seat.board.marks.hint == frozenset()

    at_table(play, game_of(start=CAPTURE))


def test_an_analysis_line_comes_on_request() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("a")
        assert "Best for you: " in seat.status
        assert seat.status.count("%") == seat.status.count("|") + 1 == 3

    at_table(play, game_of(start=CAPTURE))


def test_the_board_is_turned() -> None:
    async def play(seat: Seat) -> None:
        before = seat.board.place_of("a1")
        await seat.press("f")
        assert seat.board.place_of("j10") == before
        await seat.choose("e2", "e4")
        assert seat.moves[0] == "e2e4"

    at_table(play, game_of())


def test_whoever_plays_second_has_the_own_side_below() -> None:
    async def play(seat: Seat) -> None:
        assert seat.board.flipped
        assert seat.board.cursor == "e9"
        assert len(seat.moves) == 1
        assert seat.panel.rstrip().splitlines()[-3].strip().endswith("Ochre")

    at_table(play, game_of(("greedy", "human")))


def test_one_looks_back_and_returns() -> None:
    async def play(seat: Seat) -> None:
        await seat.choose("e2", "e4")
        await seat.press("left_square_bracket", "comma")
        assert "after 0 of 2 steps" in seat.status
        assert seat.board.scene is not None
        assert seat.board.scene.squares["e2"].piece == "fighter"
        await seat.press("enter")
        assert "You are looking back" in seat.status
        await seat.press("right_square_bracket")
        assert seat.board.scene.squares["e4"].piece == "fighter"
        await seat.press("home")
        assert seat.playing.looking == 0
        await seat.press("end")
        assert seat.playing.looking is None
        await seat.press("pageup", "escape")
        assert seat.playing.looking is None
        assert len(seat.moves) == 2

    at_table(play, game_of())


def test_thinking_is_shown_and_can_be_called_off() -> None:
    go_on = threading.Event()

    class Slow:
        def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
            go_on.wait(60)
            return Decision(game.imagine(view, rng).actions()[0])

    playing = game_of()
    playing.programs = {Turn.SECOND: Slow()}

    async def play(seat: Seat) -> None:
        await seat.choose_without_waiting("e2", "e4")
        assert "is thinking" in seat.status
        assert "greedy thinks" in seat.panel
        seat.app.post_message(events.Key("u", "u"))
        await seat.until(lambda: seat.moves == [])
        go_on.set()  # the answer comes too late
        await seat.choose("d2", "d4")
        assert seat.moves[0] == "d2d4"
        assert len(seat.moves) == 2

    at_table(play, playing)


def test_the_language_changes_everywhere() -> None:
    async def play(seat: Seat) -> None:
        assert "Your turn" in seat.status
        assert "Help" in seat.bar
        await seat.press("g")
        assert "Du bist am Zug" in seat.status
        assert "Blau" in seat.panel
        assert "Hilfe" in seat.bar
        await seat.choose("e9")
        assert "Du hast keine Figur auf e9." in seat.status

    at_table(play, game_of())


def test_colours_change_between_light_and_dark() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("c")
        assert seat.app.theme == "triarii-light"
        await seat.press("c")
        assert seat.app.theme == "triarii-dark"

    at_table(play, game_of())


@pytest.mark.parametrize("lang", ["en", "de"])
def test_everything_fits_into_80_by_24(lang: str) -> None:
    async def play(seat: Seat) -> None:
        await seat.choose("e2", "e4")
        screen = seat.screen
        for widget in screen.query("Board, Panel, Status, KeyBar"):
            assert screen.region.contains_region(widget.region), widget
            assert widget.max_scroll_y == 0, widget
        assert screen.max_scroll_y == 0
        assert screen.max_scroll_x == 0
        assert seat.board.cell == (5, 2)
        panel = screen.query_one("Panel")
        lines = seat.panel.splitlines()
        assert len(lines) <= panel.content_size.height
        assert max(map(len, lines)) <= panel.content_size.width
        assert "╚═╝" in lines[-1]
        assert len(seat.bar) <= 80

    at_table(play, game_of(start=CAPTURE), lang)


@pytest.mark.parametrize(("size", "cell"), [((60, 18), (3, 1)), ((120, 40), (7, 3)), ((160, 60), (11, 5))])
def test_squares_grow_with_the_terminal(size: tuple[int, int], cell: tuple[int, int]) -> None:
    async def play(seat: Seat) -> None:
        assert cell in CELLS
        assert seat.board.cell == cell
        assert seat.screen.region.contains_region(seat.board.region)
        await seat.click("e2")
        assert seat.board.marks.chosen == "e2"

    at_table(play, game_of(), size=size)


def test_pieces_and_cities_are_told_apart_without_colour() -> None:
    async def play(seat: Seat) -> None:
        drawn = [seat.board.render_line(y).text for y in range(21)]
        assert "<f>" in drawn[2]
        assert "<h>" in drawn[2]
        assert "┆<h>┆" in drawn[4]
        assert "└╌★╌┘" in drawn[5]
        assert "(H)" in drawn[10]
        assert "║(H)║" in drawn[14]
        assert "╚═★═╝" in drawn[15]
        await seat.choose("e2")
        await seat.go("e4")
        assert "›(F)‹" in seat.board.render_line(16).text
        assert "×<f>××<f>×┏+2 ┓" in seat.board.render_line(12).text

    at_table(play, game_of(start=CAPTURE))


def test_help_lists_every_key() -> None:
    known = {key for entry in KEYS for key in entry.keys}
    bound = {key for kind in (TableScreen, Board) for key in kind._merge_bindings().key_to_bindings}
    assert {key for key in bound if not key.startswith(("ctrl+", "super+"))} <= known  # those are Textual's own

    async def play(seat: Seat) -> None:
        await seat.press("question_mark")
        page = str(seat.app.screen.query_one("#page-text").render())
        for key in KEYS:
            assert key.shown in page
            assert seat.screen.voice.say(f"keys.{key.name}") in page
        assert "a hero of Blue and one of Ochre" in page
        await seat.press("escape", "i")
        assert "cities.enclosure" in str(seat.app.screen.query_one("#page-text").render())

    at_table(play, game_of())


def test_a_stall_is_announced() -> None:
    async def play(seat: Seat) -> None:
        assert "85 of 100 turns without" in " ".join(seat.panel.split())

    at_table(play, game_of(start=STALLED))


def test_the_end_can_be_claimed_by_its_number() -> None:
    async def play(seat: Seat) -> None:
        for move in ("e2e3", "b9b8", "e3e2", "b8b9", "e2e3", "b9b8", "e3e2", "b8b9"):
            await seat.choose(*ends(move))
        assert "1 claim – claim the end of the game" in seat.status
        assert "has come up 3 times" in " ".join(seat.panel.split())
        await seat.press("1")
        assert "It is a draw" in seat.status

    at_table(play, game_of(("human", "human"), LOSS, {"claims": "by_claim"}))


def test_giving_up_and_agreeing_ask_first() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("r", "escape")
        assert seat.playing.line.result is None
        await seat.press("d", "escape")
        await seat.press("d", "y")
        assert seat.playing.line.result is not None
        assert seat.playing.line.result.winner is None
        await seat.press("u")
        assert seat.playing.line.result is None
        await seat.press("r", "y")
        assert "Ochre wins by resignation." in seat.status

    at_table(play, game_of(("human", "human")))
