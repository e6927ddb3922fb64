"""Damage: a full disk, damaged pages, a damaged journal, files of others. It is said, and other games go on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from tests.server.serving import WAIT, Client, Json, Process, get, inside, new_room, open_socket, person, post, token
from tests.server.test_storage import ROOM
from tests.server.test_wrong_clock import until
from triarii.core.records import ClockRead
from triarii.server.settings import DATABASE
from triarii.server.storage import folding, opening
from triarii.server.storage.store import Progress, Store
from triarii.server.storage.witness import witness_of, witnessed

PAGE = 4096


@pytest.fixture(autouse=True)
def looked_through_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "EVERY", 0.05)
    monkeypatch.setattr(folding, "CHECK_FIRST", 0.0)


def health(address: str, lang: str = "en") -> Json:
    answer = get(address, f"/api/health?lang={lang}")
    told: Json = answer.json()
    assert (answer.status_code == 200) == (told["status"] == "ok")
    assert (told["status"] == "ok") == (not told["problems"])
    return told


def problems(address: str) -> list[str]:
    return [each["code"] for each in health(address)["problems"]]


@contextlib.contextmanager
def changing(data: Path) -> Iterator[sqlite3.Connection]:
    """A hand in the file of a server that does not run."""
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as connection:
        yield connection
        connection.commit()


def played(data: Path, games: int) -> list[tuple[str, str]]:
    """Games of one move each: their rooms, and who is to act."""
    made = []
    with inside(data) as address:
        for number in range(games):
            own, other = token(), token()
            room = new_room(address, person(own, name=f"Ada the {number}th"), person(other))["room"]
            with Client(address, room, own) as me:
                me.until("welcome")
                me.act("b2b4")
            made.append((room, other))
    return made


def goes_on(address: str, room: str, own: str) -> None:
    with Client(address, room, own) as me:
        me.until("welcome")
        assert me.act("i9i7")["t"] == "accepted"


def last_word(address: str, room: str, own: str, lang: str) -> Json:
    """What a socket is told before it is closed."""
    socket = open_socket(address, room)
    socket.send(json.dumps({"t": "hello", "token": own, "lang": lang}))
    told: Json = json.loads(socket.recv(WAIT))
    with pytest.raises(ConnectionClosed):
        socket.recv(WAIT)
    return told


def test_health_says_that_nothing_can_be_written_until_it_can_again(tmp_path: Path) -> None:
    own, other = token(), token()
    with Process(tmp_path) as server:
        room = new_room(server.address, person(own), person(other))["room"]
        assert health(server.address)["status"] == "ok"
        pid, whole = server.process.pid, resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        # No file may grow beyond what is smaller than the journal: every write fails, as on a disk that is full.
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (PAGE, whole[1]))
        until(lambda: problems(server.address) == ["not_written"])
        assert "can't be written" in health(server.address)["problems"][0]["words"]
        assert "nichts schreiben" in health(server.address, "de")["problems"][0]["words"]
        assert post(server.address, "/api/rooms", {"game": "cities", "seats": {}}).status_code >= 400
        assert get(server.address, f"/api/rooms/{room}").json()["version"] == 0, "what is stored can be read"
        with Client(server.address, room, own) as me:
            me.until("welcome")
            with pytest.raises(ConnectionClosed):
                me.act("b2b4")  # nothing is acknowledged that is not kept
        resource.prlimit(pid, resource.RLIMIT_FSIZE, whole)
        until(lambda: health(server.address)["status"] == "ok")
        with Client(server.address, room, own) as me:
            me.until("welcome")
            assert me.version == 0
            assert me.act("b2b4")["t"] == "accepted"
        server.stop(signal.SIGTERM)
        assert "can't be written" in server.errors.read_text()


def test_a_full_disk_is_called_by_its_name(tmp_path: Path) -> None:
    async def run() -> None:
        engine = opening.open_database(opening.sqlite_address(tmp_path / DATABASE))
        engine.dispose()

        @event.listens_for(engine, "connect")
        def narrow(connection: sqlite3.Connection, _record: object) -> None:
            connection.execute("PRAGMA max_page_count = 40")

        store = Store(engine)
        rooms = [store.create(replace(ROOM, id=f"room{number}", secret="00" * 2000)) for number in range(100)]
        assert any(
            isinstance(found, OperationalError) for found in await asyncio.gather(*rooms, return_exceptions=True)
        )
        assert [trouble.code for trouble in store.troubles.found()] == ["disk_full"]
        await store.beat()
        assert store.troubles.found() == []
        await store.close()

    asyncio.run(run())


def test_a_room_whose_entries_were_changed_says_so_and_the_others_go_on(tmp_path: Path) -> None:
    (hurt, own), (well, other) = played(tmp_path, 2)
    with changing(tmp_path) as file:
        file.execute("UPDATE entries SET content = replace(content, 'b2b4', 'c2c4') WHERE room = ?", (hurt,))
    with inside(tmp_path) as address:
        for lang, words in (("en", "This game can't be read"), ("de", "Dieses Spiel lässt sich nicht lesen")):
            said = last_word(address, hurt, own, lang)
            assert (said["t"], said["code"]) == ("error", "damaged_room")
            assert said["words"].startswith(words)
            record = get(address, f"/api/rooms/{hurt}/record?lang={lang}", Authorization=f"Bearer {own}")
            assert record.status_code == 500
            assert record.json()["words"].startswith(words)
        assert problems(address) == ["damaged_rooms"]
        goes_on(address, well, other)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM entries WHERE room = ?",
        "UPDATE entries SET at = at + 1 WHERE room = ?",
        "UPDATE rooms SET version = 2 WHERE id = ?",
        "UPDATE rooms SET sum = '' WHERE id = ?",
        "UPDATE rooms SET header = '{' WHERE id = ?",
        "DELETE FROM seats WHERE room = ?",
    ],
)
def test_every_way_to_lose_or_change_what_was_written_is_noticed(tmp_path: Path, damage: str) -> None:
    (room, own), (well, other) = played(tmp_path, 2)
    with changing(tmp_path) as file:
        file.execute(damage, (room,))
    with inside(tmp_path) as address:
        assert last_word(address, room, own, "en")["code"] == "damaged_room"
        assert problems(address) == ["damaged_rooms"]
        goes_on(address, well, other)


def test_damaged_pages_are_noticed_and_games_on_other_pages_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    games = played(tmp_path, 40)
    file = tmp_path / DATABASE
    content = bytearray(file.read_bytes())
    at = content.index(b'"Ada the 20th"') // PAGE * PAGE
    content[at : at + PAGE] = b"\xff" * PAGE
    file.write_bytes(content)
    with inside(tmp_path) as address:
        until(lambda: "damaged" in problems(address))
        assert any("the database is damaged" in line for line in caplog.messages)
        answers = {room: get(address, f"/api/rooms/{room}").status_code for room, _ in games}
        hurt = [room for room, status in answers.items() if status == 500]
        assert games[20][0] in hurt
        assert set(answers.values()) == {200, 500}
        assert len(hurt) < 20
        assert last_word(address, games[20][0], games[20][1], "en")["code"] == "damaged_room"
        assert "damaged_rooms" in problems(address)
        assert get(address, "/api/rooms").status_code == 200
        readable = [(room, own) for room, own in games if room not in hurt]
        goes_on(address, *readable[0])


def test_what_a_damaged_journal_lost_is_said_after_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "EVERY", 3600.0)
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()

    async def play_until_the_power_goes() -> None:
        store = Store(opening.open_database(opening.sqlite_address(before / DATABASE)))
        await store.create(ROOM)
        before_it = ""
        for number in range(1, 21):
            before_it = await store.advance(
                Progress("room", number, [ClockRead(1, 2)], number, turn="first", before=before_it, revision=number - 1)
            )
        async with asyncio.timeout(WAIT):
            while witnessed(witness_of(before / DATABASE)) < 21:
                await asyncio.sleep(0.05)
        shutil.copytree(before, after)
        await store.close()

    asyncio.run(play_until_the_power_goes())
    journal = after / f"{DATABASE}-wal"
    content = bytearray(journal.read_bytes())
    content[len(content) * 3 // 4] ^= 0xFF
    journal.write_bytes(content)
    with inside(after) as address:
        found = health(address)["problems"]
        assert [each["code"] for each in found] == ["journal_lost"]
        assert "transactions" in found[0]["words"]
        lost = 20 - get(address, "/api/rooms/room").json()["version"]
        assert 0 < lost < 20
        assert f"last {lost} transactions" in found[0]["words"]
    with inside(after) as address:
        assert health(address)["status"] == "ok", "it was said, and the witness is up to date again"


def serve(data: Path, lang: str = "en") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "triarii", "serve", "--data", str(data), "--port", "0", "--lang", lang]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=WAIT)


def _other_tables(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT)")


def _newer(file: Path) -> None:
    opening.open_database(opening.sqlite_address(file)).dispose()
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


@pytest.mark.parametrize(
    ("make", "english", "german"),
    [
        (lambda file: file.write_bytes(b"x" * 5000), "is not a database of Triarii", "ist keine Datenbank von Triarii"),
        (_other_tables, "is not a database of Triarii", "ist keine Datenbank von Triarii"),
        (_newer, "was written by a newer Triarii", "stammt von einem neueren Triarii"),
        (lambda file: file.mkdir(), "can't be opened: it is a folder", "lässt sich nicht öffnen: das ist ein Ordner"),
    ],
)
def test_a_newer_or_foreign_file_gets_a_sentence_and_stays_as_it_is(
    tmp_path: Path, make: object, english: str, german: str
) -> None:
    file = tmp_path / DATABASE
    make(file)  # type: ignore[operator]
    before = file.read_bytes() if file.is_file() else b""
    for lang, words in (("en", english), ("de", german)):
        done = serve(tmp_path, lang)
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr
        assert done.stderr.count("\n") == 1
    assert (file.read_bytes() if file.is_file() else b"") == before


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_games_can_be_read_by_their_owner_alone(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir(mode=0o755)
    old.chmod(0o755)
    opening.open_database(opening.sqlite_address(old / DATABASE)).dispose()
    (old / DATABASE).chmod(0o644)
    old.chmod(0o755)
    before = os.umask(0)
    try:
        for data in (old, tmp_path / "new"):
            with inside(data) as address:
                new_room(address, person(token()), person())
                files = sorted(each.name for each in data.iterdir() if each.name.startswith(DATABASE))
                assert files == [DATABASE, f"{DATABASE}-shm", f"{DATABASE}-wal"]
                assert {mode(data / name) for name in files} == {0o600}
                assert mode(data) == 0o700
            assert mode(witness_of(data / DATABASE)) == 0o600
    finally:
        os.umask(before)
