"""Games of the terminal window on disk, new games, and the way out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.running import environment, terminal
from tests.cli.seated import Seat, at_table, game_of
from triarii.cli import plain, table
from triarii.cli.terminal.newgame import NewGame, Picker
from triarii.core import files
from triarii.core.contract import Turn


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the window saves and loads when only a name is given."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_game_is_saved_and_loaded(folder: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.choose("e2", "e4")
        moves = seat.moves
        await seat.press("s", "enter")
        [saved] = folder.glob("*.jsonl")
        assert f"Saved as {saved.name}." in seat.status
        assert not seat.playing.unsaved
        await seat.choose("d2", "d4")
        assert seat.playing.unsaved
        await seat.press("l", "down", "enter", "d")  # the first file of the list; what came after may go
        assert f"Loaded from {saved.name}." in seat.status
        assert seat.moves == moves
        assert seat.playing.programs.keys() == {Turn.SECOND}
        await seat.choose("d2", "d4")
        assert len(seat.moves) == 4

    at_table(play, game_of())


def test_a_file_that_is_no_game_is_one_clear_sentence(folder: Path) -> None:
    (folder / "letter.jsonl").write_text("Dear Julia\n")

    async def play(seat: Seat) -> None:
        await seat.press("l", "down", "enter")
        assert "The file letter.jsonl is not a record." in seat.status
        await seat.press("l")
        await seat.type("nowhere")
        assert "The file nowhere can't be read: no such file or folder." in seat.status
        await seat.press("g", "s", "home", *["delete"] * 40)
        await seat.type("letter.jsonl")
        assert "letter.jsonl enthält etwas anderes" in seat.status
        assert seat.moves == []

    at_table(play, game_of())
    assert (folder / "letter.jsonl").read_text() == "Dear Julia\n"


def test_a_finished_game_is_saved_with_its_end_and_can_be_taken_back(folder: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.press("r", "y", "s", "enter")
        [saved] = folder.glob("*.jsonl")
        record = files.load(saved).record
        assert record is not None
        assert record.end is not None
        await seat.press("u", "s", "enter")
        record = files.load(saved).record
        assert record is not None
        assert record.end is None

    at_table(play, game_of())


def test_after_every_turn_the_game_is_saved(folder: Path) -> None:
    playing = game_of()
    playing.autosave = folder / "kept.jsonl"

    async def play(seat: Seat) -> None:
        await seat.choose("e2", "e4")
        record = files.load(folder / "kept.jsonl").record
        assert record is not None
        assert len(record.entries) == 2
        seat.playing.autosave = folder / "no" / "such.jsonl"
        await seat.choose("d2", "d4")
        assert "can't be written" in seat.status
        assert len(seat.moves) == 4

    at_table(play, playing)


def test_a_new_game_has_its_opponent_side_and_options() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("n")
        assert isinstance(seat.app.screen, NewGame)
        rows = {picker.row.name: picker for picker in seat.app.screen.query(Picker)}
        assert list(rows)[:3] == ["opponent", "side", "layout"]
        assert rows["opponent"].value == "greedy"
        await seat.press("right")
        await seat.press("down", "right", "down", "right")
        assert "behind the fighters" in str(seat.app.screen.query_one("#about").render())
        await seat.press(*["down"] * 4, "5", "enter")
        header = seat.playing.line.record.header
        assert header.seats == ("beginner", "human")
        assert (header.options["layout"], header.options["repetition"]) == ("rear", 5)
        assert seat.board.flipped
        assert len(seat.moves) == 1

    at_table(play, game_of())


def test_a_set_up_that_can_not_be_is_refused_in_place() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("n", "down", "down", "down", "left", "enter")
        assert isinstance(seat.app.screen, NewGame)
        assert "The younger player begins" in str(seat.app.screen.query_one("#about").render())
        await seat.press("escape")
        assert not isinstance(seat.app.screen, NewGame)

    at_table(play, game_of())


@pytest.mark.parametrize(
    ("key", "begins", "turn"),
    [
        ("1", ("younger", "first"), Turn.FIRST),
        ("2", ("younger", "second"), Turn.SECOND),
        ("0", ("first", "unasked"), Turn.FIRST),
    ],
)
def test_two_people_are_asked_for_the_younger(key: str, begins: tuple[str, str], turn: Turn) -> None:
    async def play(seat: Seat) -> None:
        await seat.press("n")
        rows = {picker.row.name: picker for picker in seat.app.screen.query(Picker)}
        while rows["opponent"].value != "human":
            await seat.press("left")
        await seat.press("enter")
        assert "Whoever is younger begins" in str(seat.app.screen.query_one(".dialog-title").render())
        await seat.press("escape")
        assert isinstance(seat.app.screen, NewGame)
        await seat.press("enter", key)
        header = seat.playing.line.record.header
        assert header.seats == ("human", "human")
        assert (header.options["begins"], header.options["younger"]) == begins
        assert seat.playing.position.turn is turn

    at_table(play, game_of())


def test_leaving_asks_about_a_game_that_is_not_saved(folder: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.choose("e2", "e4")
        await seat.press("q", "escape")
        assert seat.app.is_running
        await seat.press("question_mark", "ctrl+q")
        assert "not saved" in str(seat.app.screen.query_one(".dialog-title").render())
        await seat.press("escape", "ctrl+c", "s")
        await seat.pilot.press("enter")
        await seat.pilot.pause()

    at_table(play, game_of())
    assert len(list(folder.glob("*.jsonl"))) == 1


@pytest.mark.parametrize(("lang", "turn", "bye"), [("en", "Your turn", "Goodbye."), ("de", "am Zug", "Wiedersehen.")])
def test_the_window_opens_in_a_real_terminal_and_closes_cleanly(lang: str, turn: str, bye: str, folder: Path) -> None:
    with terminal("play", "cities", env=environment(lang, TRIARII_DATA=str(folder))) as talk:
        assert "\x1b[?1049h" in talk.until(turn)
        os.write(talk.hears, b"q")
        said = talk.until(bye)
        assert "\x1b[?1049l" in said
        assert "Traceback" not in said
        assert talk.end() == 0


def test_a_terminal_that_can_only_print_gets_the_plain_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr(plain.PlainTable, "run", lambda _self: seen.append("plain"))
    table.play("cities")
    assert seen == ["plain"]
