"""`triarii admin` with all games at once: lists, sizes, deletion; copies that are whole; a restore drill."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from tests.cli.running import Within
from tests.server.serving import Client, get, inside, new_room, person, token
from triarii.core import locks
from triarii.core.seals import SealingKey
from triarii.server.key_file import open_key
from triarii.server.settings import DATABASE


def played(address: str, moves: int = 2, game: str = "cities") -> tuple[str, str]:
    """A game with so many moves by one who plays both seats; the room and a token."""
    own, other = token(), token()
    room = str(new_room(address, person(own), person(other), game)["room"])
    with Client(address, room, own) as me, Client(address, room, other) as you:
        me.until("welcome")
        you.until("welcome")
        for number in range(moves):
            mover, waits = (me, you) if number % 2 == 0 else (you, me)
            mover.act(mover.choose())
            waits.until_version(mover.version)
    return room, own


@pytest.fixture
def stored(tmp_path: Path) -> tuple[Path, list[str]]:
    data = tmp_path / "data"
    with inside(data) as address:
        return data, [played(address, moves)[0] for moves in (1, 2, 3)]


def told(address: str, rooms: list[str]) -> list[object]:
    return [get(address, f"/api/rooms/{room}").json() for room in rooms]


def hurt(data: Path, room: str) -> None:
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.execute("DELETE FROM entries WHERE room = ? AND number = 1", (room,))
        connection.commit()


def test_games_are_listed_filtered_and_measured_without_anything_that_opens_a_seat(
    within: Within, stored: tuple[Path, list[str]]
) -> None:
    data, rooms = stored
    where = ("--data", str(data))
    lines = within("admin", "rooms", *where).well().lines
    assert {line.split()[0] for line in lines[:-1]} == {*rooms}
    assert lines[-1] == "3 games."
    found = within("admin", "rooms", *where, "--json").well().json
    assert {each["room"]: each["entries"] for each in found} == dict(zip(rooms, (1, 2, 3), strict=True))
    assert set(found[0]) == {"room", "game", "entries", "over", "listed", "binned", "created", "touched"}
    assert within("admin", "rooms", *where, "--over", "--json").well().json == []
    assert len(within("admin", "rooms", *where, "--under-way", "--limit", "2", "--json").well().json) == 2
    assert within("admin", "rooms", *where, "--game", "towar").well().lines == ["0 games."]
    assert within("admin", "rooms", *where, "--untouched", "1", "--lang", "de").well().lines == ["0 Spiele."]
    sizes = within("admin", "sizes", *where, "--json").well().json
    assert (sizes["rooms"], sizes["entries"], sizes["largest"][0]) == ({"cities": 3}, 6, [rooms[2], 3])
    assert sizes["bytes"] >= (data / DATABASE).stat().st_size
    assert within("admin", "sizes", *where).well().lines[0] == "cities: 3 games"


def test_deleted_games_are_gone_and_unknown_ones_are_named(within: Within, stored: tuple[Path, list[str]]) -> None:
    data, rooms = stored
    done = within("admin", "delete", rooms[0], rooms[1], "--data", str(data)).well()
    assert done.lines == ["2 games were deleted for good."]
    assert rooms[0].encode() not in (data / DATABASE).read_bytes(), "nothing stays readable in the file"
    assert within("admin", "delete", rooms[0], "--data", str(data)).complaint == f"There is no game {rooms[0]}."
    assert within("admin", "check", "--data", str(data)).well().lines[0] == "One game is intact."


def test_exported_games_go_on_elsewhere_as_they_were(within: Within, stored: tuple[Path, list[str]]) -> None:
    data, rooms = stored
    file, other = data.parent / "all.jsonl", data.parent / "other"
    assert within("admin", "export", "-o", str(file), "--data", str(data)).well().lines == ["3 games are written."]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len([json.loads(line) for line in file.read_text().splitlines()]) == 5
    assert "exists already" in within("admin", "export", "-o", str(file), "--data", str(data)).complaint
    first = within("admin", "import", str(file), "--data", str(other), "--json").well().json
    again = within("admin", "import", str(file), "--data", str(other), "--json").well().json
    assert (first["added"], again["added"], again["kept"]) == (3, 0, 3)
    with inside(data) as here:
        before = told(here, rooms)
    with inside(other) as there:
        assert told(there, rooms) == before
    assert within("admin", "check", "--data", str(other)).well().lines[0] == "3 games are intact."


@pytest.mark.parametrize("wrong", ["cut", "changed", "foreign", "empty", "gone"])
def test_nothing_is_taken_from_a_file_that_is_not_what_was_written(
    within: Within, stored: tuple[Path, list[str]], wrong: str
) -> None:
    data, _ = stored
    file, other = data.parent / "all.jsonl", data.parent / "other"
    within("admin", "export", "-o", str(file), "--data", str(data)).well()
    lines = file.read_bytes().splitlines(keepends=True)
    if wrong == "gone":
        file.unlink()
    else:
        content = {"cut": lines[:-2], "changed": [*lines[:2], lines[1], *lines[3:]], "foreign": [b"{}\n"], "empty": []}
        file.write_bytes(b"".join(content[wrong]))
    said = within("admin", "import", str(file), "--data", str(other)).complaint
    assert str(file) in said
    assert not (other / DATABASE).exists()


def test_a_backup_brings_back_what_is_missing_or_damaged_while_a_server_runs(within: Within, tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    with inside(data) as address:
        rooms = [played(address)[0] for _ in range(3)]
        within("admin", "backup", "--data", str(data), "-o", str(copy)).well()
    hurt(data, rooms[0])
    with inside(data) as address:
        assert get(address, f"/api/rooms/{rooms[1]}").status_code == 200
        within("admin", "delete", rooms[2], "--data", str(data)).well()
        with_more, _ = played(address)
        done = within("admin", "restore", str(copy), "--data", str(data), "--json").well().json
        assert (done["added"], done["kept"], done["replaced"]) == (1, 1, 1)
        assert [get(address, f"/api/rooms/{room}").status_code for room in (*rooms, with_more)] == [200] * 4
    assert within("admin", "check", "--data", str(data)).well().lines[0] == "4 games are intact."


def test_a_damaged_game_is_left_out_of_a_copy_and_named(within: Within, stored: tuple[Path, list[str]]) -> None:
    data, rooms = stored
    hurt(data, rooms[1])
    done = within("admin", "export", "-o", str(data.parent / "all.jsonl"), "--data", str(data), "--json")
    assert done.code == 1
    assert (done.json["added"], set(done.json["damaged"])) == (2, {rooms[1]})


def test_the_drill_a_backup_made_during_play_is_restored_and_every_record_verifies(
    within: Within, tmp_path: Path
) -> None:
    data, copy, again = tmp_path / "data", tmp_path / "drill.sqlite", tmp_path / "again"
    ended = threading.Event()
    acknowledged: dict[str, int] = {}
    games: dict[str, str] = {}

    def play(address: str) -> None:
        own, other = token(), token()
        room = str(new_room(address, person(own), person(other))["room"])
        games[room] = own
        with Client(address, room, own) as me, Client(address, room, other) as you:
            me.until("welcome")
            you.until("welcome")
            while not ended.is_set():
                mover, waits = (me, you) if me.view["turn"] == "first" else (you, me)
                acknowledged[room] = mover.act(mover.choose())["version"]
                waits.until_version(mover.version)

    with inside(data) as address:
        players = [threading.Thread(target=play, args=(address,), daemon=True) for _ in range(3)]
        for each in players:
            each.start()
        while len(acknowledged) < 3:
            ended.wait(0.01)
        before = dict(acknowledged)
        within("admin", "backup", "--data", str(data), "-o", str(copy)).well()
        ended.set()
        for each in players:
            each.join()
        shutil.rmtree(data)
    done = within("admin", "restore", str(copy), "--data", str(again), "--json").well().json
    assert (done["added"], done["files"]) == (3, [str(again / "server.key")])
    assert within("admin", "check", "--data", str(again)).well().lines[0] == "3 games are intact."
    with inside(again) as address:
        for room, own in games.items():
            assert get(address, f"/api/rooms/{room}").json()["version"] >= before[room], "what was taken is there"
            record = get(address, f"/api/rooms/{room}/record", Authorization=f"Bearer {own}").content
            file = tmp_path / f"{room}.jsonl"
            file.write_bytes(record)
            within("verify", str(file)).well()
            with Client(address, room, own) as me:  # and the seat is whose it was
                assert me.until("welcome")["version"] >= before[room]


def test_no_games_are_moved_while_a_server_runs_or_on_top_of_others(
    within: Within, stored: tuple[Path, list[str]]
) -> None:
    data, _ = stored
    other = data.parent / "other"
    lock = data / "serving.lock"
    lock.touch()
    with lock.open("r+") as held:
        assert locks.taken(held)
        assert "already running" in within("admin", "move", "--data", str(data), "--to", str(other)).complaint
    assert within("admin", "move", "--data", str(data), "--to", str(other), "--json").well().json["added"] == 3
    assert "There are games at" in within("admin", "move", "--data", str(data), "--to", str(other)).complaint


def test_games_are_not_put_into_a_file_that_is_none_of_ours(within: Within, stored: tuple[Path, list[str]]) -> None:
    data, _ = stored
    copy, other = data.parent / "copy.sqlite", data.parent / "other"
    within("admin", "backup", "-o", str(copy), "--data", str(data)).well()
    other.mkdir()
    (other / DATABASE).write_bytes(b"x" * 5000)
    for words in (("restore", str(copy), "--data", str(other)), ("move", "--data", str(data), "--to", str(other))):
        assert "is not a database of Triarii" in within("admin", *words).complaint
    assert (other / DATABASE).read_bytes() == b"x" * 5000


@pytest.mark.parametrize("address", ["postgresql://me:s3cret@127.0.0.1:9/none", "mysql://me:s3cret@host/db", "://"])
def test_a_database_that_is_not_there_gets_a_sentence_without_its_password(within: Within, address: str) -> None:
    said = within("admin", "rooms", "--database", address).complaint
    assert "s3cret" not in said


def test_the_key_goes_with_the_games_to_a_database_and_back(
    within: Within, tmp_path: Path, postgres_database: str
) -> None:
    data, back, copy = tmp_path / "data", tmp_path / "back", tmp_path / "copy.sqlite"
    with inside(data) as address:
        key = get(address, "/api/key").json()["key"]
    within("admin", "move", "--data", str(data), "--to", postgres_database).well()
    within("admin", "backup", "--database", postgres_database, "-o", str(copy)).well()
    within("admin", "move", "--database", postgres_database, "--to", str(back), "--data", str(tmp_path / "x")).well()
    for file in (copy.with_suffix(".key"), back / "server.key"):
        found = open_key(file)
        assert isinstance(found, SealingKey)
        assert found.public == key
