"""Saving a game and going on with it: nothing that was saved is lost, and nothing else is either."""

from __future__ import annotations

import os
import signal
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.running import PROMPTS, Within, environment, talk
from triarii.core import files
from triarii.core.chance import commitment
from triarii.core.records import Acted, Record

TWO = ("--players", "human,human")
PEOPLE = (*TWO, "--set", "begins=first")


def record_in(file: Path) -> Record:
    loaded = files.load(file)
    assert loaded.damage is None
    assert loaded.record is not None
    return loaded.record


def turns_in(file: Path) -> list[str]:
    return [entry.text for entry in record_in(file).entries if isinstance(entry, Acted)]


# Save and load


@pytest.mark.parametrize(("lang", "word", "said"), [("en", "save", "Saved as"), ("de", "speichern", "Gespeichert als")])
def test_a_game_is_saved_on_request_and_goes_on_where_it_was(
    within: Within, tmp_path: Path, lang: str, word: str, said: str
) -> None:
    file = tmp_path / "Spiel von Jürgen.jsonl"
    page = within.play(["b2c4", "b9b7", f"{word} {file}", "quit"], *PEOPLE, lang=lang).well()
    assert f"{said} {file}." in page.lines
    assert turns_in(file) == ["b2c4", "b9b7"]
    on = within.play(["c4c5", f"{word} {file}", "quit"], "--load", str(file), lang=lang).well()
    assert f"{said} {file}." in on.lines
    assert turns_in(file) == ["b2c4", "b9b7", "c4c5"]
    assert within("verify", str(file)).well()


def test_save_without_a_name_asks_for_one(within: Within) -> None:
    assert "Say where: save FILE." in within.play(["save", "quit"]).well().lines
    assert "Sag, wohin: speichern DATEI." in within.play(["speichern", "ende"], lang="de").well().lines


def test_a_tilde_stands_for_the_home_folder(within: Within, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "Saved as ~/game.jsonl." in within.play(["save ~/game.jsonl", "quit"]).well().lines
    assert (tmp_path / "game.jsonl").exists()
    assert "can't be written" in within.play(["save ~nobody-of-that-name/x", "quit"]).well().out


def test_a_loaded_game_keeps_its_seats_unless_others_sit_down(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    within.play(["b2c4", "quit"], "--players", "human,greedy", "--save", str(file)).well()
    assert len(turns_in(file)) == 2
    within.play(["c2c3", "quit"], "--load", str(file), "--save", str(file)).well()
    assert len(turns_in(file)) == 4, "the program answers"
    within.play(["d2d4", "quit"], "--load", str(file), "--save", str(file), *TWO).well()
    assert len(turns_in(file)) == 5


def test_a_game_saved_in_the_browser_goes_on_with_a_person_where_one_sat(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    within.play(["b2c4", "quit"], "--players", "human,greedy", "--save", str(file)).well()
    record = record_in(file)
    named = replace(record, header=replace(record.header, seats=("Ada", "greedy")))
    assert files.save(named, file) is None
    within.play(["c2c3", "quit"], "--load", str(file), "--save", str(file)).well()
    assert len(turns_in(file)) == 4
    assert record_in(file).header.seats == ("Ada", "greedy")


def test_a_game_that_is_over_can_be_loaded_and_is_over(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    within.play(["b2c4", "resign"], *PEOPLE, "--save", str(file)).well()
    before = file.read_bytes()
    page = within.play(["c2c4"], "--load", str(file), "--save", str(file)).well()
    assert page.lines[-2:] == ["Blue wins by resignation.", "The game is over after one turn."]
    assert file.read_bytes() == before


def test_what_does_not_fit_a_saved_game_is_refused(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    within.play(["quit"], "--save", str(file)).well()
    for words, english, german in (
        (["--set", "begins=first"], "--set can't be used with --load.", "--set passt nicht zu --load."),
        (["--position", "-"], "--position can't be used with --load.", "--position passt nicht zu --load."),
        (["towar"], "The saved game is cities, not towar.", "Das gespeicherte Spiel ist cities, nicht towar."),
        (["--players", "x"], "needs two players as A,B", "braucht zwei Spieler als A,B"),
        (["--players", "x,human"], "There is no player x", "Es gibt keinen Spieler x"),
    ):
        assert english in within.play([], *words, "--load", str(file)).complaint
        assert german in within.play([], *words, "--load", str(file), lang="de").complaint
    assert within.play(["quit"], "cities", "--load", str(file)).well()


def test_a_damaged_game_is_not_played_on(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    within.play(["b2c4", "b9b7", "quit"], *PEOPLE, "--save", str(file)).well()
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    assert within.play(["quit"], "--load", str(file)).complaint.startswith("The record breaks off in line 3;")
    file.write_bytes(whole.replace(b'"b9b7"', b'"b9b8"'))
    assert within.play(["quit"], "--load", str(file), lang="de").complaint.startswith("Zeile 3 der Aufzeichnung wurde")


# After every turn


def test_with_save_the_file_follows_every_turn(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    with talk("play", "--plain", *PEOPLE, "--save", str(file)) as game:
        game.until(PROMPTS["en"])
        assert turns_in(file) == []
        for number, turn in enumerate(["b2c4", "b9b7", "c4c5"], start=1):
            game.ask(turn)
            assert len(turns_in(file)) == number
        game.ask("undo")
        assert len(record_in(file).entries) == 4


def test_a_killed_game_loses_nothing_that_was_saved(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    played: list[str] = []
    for turn in ("b2c4", "b9b7", "c4c5", "c9c8", "c2c4"):
        words = ["--load", str(file)] if played else [*PEOPLE]
        with talk("play", "--plain", *words, "--save", str(file)) as game:
            game.until(PROMPTS["en"])
            game.ask(turn)
            game.process.send_signal(signal.SIGKILL)
            assert game.end() == -signal.SIGKILL
        played.append(turn)
        assert turns_in(file) == played
    assert [name.name for name in tmp_path.iterdir()] == ["game.jsonl"], "no litter"
    assert within("verify", str(file)).well()


def test_a_game_killed_while_it_saves_leaves_a_whole_record(tmp_path: Path) -> None:
    """Turns are typed as fast as they go, and the kill comes at whatever moment it does."""
    for number in range(5):
        file = tmp_path / f"game-{number}.jsonl"
        with talk("play", "--plain", *PEOPLE, "--set", "repetition=0", "--save", str(file)) as game:
            game.until(PROMPTS["en"])
            for _ in range(50):
                for turn in ("b2b3", "b9b8", "b3b2", "b8b9"):
                    game.type(turn)
            for _ in range(number + 1):
                game.until("b9b8:")
            game.process.send_signal(signal.SIGKILL)
            game.end()
        turns = turns_in(file)
        assert (
            turns == ["b2b3", "b9b8", "b3b2", "b8b9"] * (len(turns) // 4) + ["b2b3", "b9b8", "b3b2"][: len(turns) % 4]
        )


# What must not be lost


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "holds something else, which would be lost"), ("de", "verloren ginge")]
)
def test_no_other_game_and_no_other_file_is_overwritten(within: Within, tmp_path: Path, lang: str, said: str) -> None:
    game, poem, empty = (tmp_path / name for name in ("game.jsonl", "poem.txt", "empty"))
    within.play(["b2c4", "quit"], *PEOPLE, "--save", str(game)).well()
    poem.write_text("a poem\n", encoding="utf-8")
    empty.touch()
    for file in (game, poem):
        before = file.read_bytes()
        assert said in within.play(["quit"], "--save", str(file), lang=lang).complaint
        page = within.play([f"save {file}", "quit"], lang=lang).well()
        assert any(said in line for line in page.lines)
        assert file.read_bytes() == before
    assert within.play(["c2c4", "quit"], *PEOPLE, "--save", str(empty)).well()
    assert turns_in(empty) == ["c2c4"]


def test_devices_are_not_replaced(within: Within, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert within.play(["quit"], "--save", str(pipe)).complaint
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "can't be written: it is a folder"), ("de", "lässt sich nicht schreiben: das ist ein Ordner")],
)
def test_a_file_that_can_not_be_written_is_said_before_the_game(
    within: Within, tmp_path: Path, lang: str, said: str
) -> None:
    assert said in within.play(["b2c4"], "--save", str(tmp_path), lang=lang).complaint
    assert within.play(["b2c4"], "--save", str(tmp_path / "nowhere" / "game.jsonl"), lang=lang).complaint
    assert within.play(["b2c4"], "--save", "", lang=lang).complaint


def test_when_saving_fails_during_the_game_it_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "game.jsonl"
    with talk("play", "--plain", *PEOPLE, "--save", str(file)) as game:
        game.until(PROMPTS["en"])
        folder.rename(tmp_path / "moved")
        assert "can't be written: no such file or folder" in game.ask("b2c4")
        (tmp_path / "moved").rename(folder)
        assert "can't be written" not in game.ask("b9b7")
    assert turns_in(file) == ["b2c4", "b9b7"]


# The secret of chance


def test_the_secret_of_a_game_under_way_is_kept_apart_and_only_for_its_owner(
    within: Within, tmp_path: Path, own_data: Path
) -> None:
    file = tmp_path / "game.jsonl"
    within.play(["b2c4", "quit"], *PEOPLE, "--save", str(file)).well()
    commit = record_in(file).header.commit
    kept = own_data / "secrets" / commit
    assert commitment(kept.read_bytes()) == commit
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert kept.read_bytes().hex() not in file.read_text(encoding="utf-8")
    within.play(["resign"], "--load", str(file), "--save", str(file)).well()
    assert not kept.exists(), "the record itself tells it now"
    end = record_in(file).end
    assert end is not None
    assert commitment(bytes.fromhex(end.secret)) == commit


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "The secret behind this game's chance can't be kept in"), ("de", "Das Geheimnis hinter dem Zu")],
)
def test_a_secret_that_can_not_be_kept_is_said_once_and_the_game_is_saved_all_the_same(
    within: Within, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("TRIARII_DATA", str(blocked))
    file = tmp_path / "game.jsonl"
    page = within.play(["b2c4", "b9b7", "resign"], *PEOPLE, "--save", str(file), lang=lang).well()
    assert page.out.count(said) == 1
    assert turns_in(file) == ["b2c4", "b9b7"]
    assert within("verify", str(file)).well()


def test_the_data_folder_follows_the_usual_places(tmp_path: Path) -> None:
    env = environment(HOME=str(tmp_path), TRIARII_DATA="", XDG_DATA_HOME="")
    with talk("play", "--plain", "--save", str(tmp_path / "a.jsonl"), env=env) as game:
        game.until(PROMPTS["en"])
    assert len(list((tmp_path / ".local" / "share" / "triarii" / "secrets").iterdir())) == 1
    env["XDG_DATA_HOME"] = str(tmp_path / "xdg")
    with talk("play", "--plain", "--save", str(tmp_path / "b.jsonl"), env=env) as game:
        game.until(PROMPTS["en"])
    assert len(list((tmp_path / "xdg" / "triarii" / "secrets").iterdir())) == 1
