"""`triarii admin`: whole and damaged games, copies while a server runs, the bin. All on real files of real servers."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.cli.running import Within, command
from tests.server.serving import Client, get, inside, new_room, person, token
from triarii.server.settings import DATABASE


def played(address: str, game: str = "cities") -> str:
    own, other = token(), token()
    room = str(new_room(address, person(own), person(other), game)["room"])
    with Client(address, room, own) as me:
        me.until("welcome")
        me.act(me.choose())
    return room


@pytest.fixture
def stored(tmp_path: Path) -> tuple[Path, list[str]]:
    """A data folder with three games, and their rooms."""
    with inside(tmp_path) as address:
        return tmp_path, [played(address) for _ in range(3)]


def change(data: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.execute(statement, values)
        connection.commit()


def put_into_the_bin(data: Path, *rooms: str) -> None:
    for room in rooms:
        change(data, "UPDATE rooms SET binned = 1763337600000 WHERE id = ?", room)


def test_whole_games_are_counted_and_the_exit_code_is_0(within: Within, stored: tuple[Path, list[str]]) -> None:
    data, _ = stored
    assert within("admin", "check", "--data", str(data)).well().lines == ["3 games are intact.", "No game is damaged."]
    german = within("admin", "check", "--data", str(data), "--lang", "de").well().lines
    assert german == ["3 Spiele sind unversehrt.", "Kein Spiel ist beschädigt."]


def test_damaged_games_are_named_with_what_is_wrong_and_the_exit_code_is_1(
    within: Within, stored: tuple[Path, list[str]]
) -> None:
    data, (changed, short, _) = stored
    change(data, "UPDATE entries SET content = replace(content, 'text', 'texts') WHERE room = ?", changed)
    change(data, "DELETE FROM entries WHERE room = ?", short)
    page = within("admin", "check", "--data", str(data))
    assert page.code == 1
    assert f"{changed}: entry 1 is not what was written." in page.lines
    assert f"{short}: 0 of 1 entries are there." in page.lines
    assert page.lines[-2:] == ["One game is intact.", "2 games are damaged."]
    german = within("admin", "check", "--data", str(data), "--lang", "de")
    assert f"{short}: 0 von 1 Einträgen sind da." in german.lines
    told = within("admin", "check", "--data", str(data), "--json")
    assert told.code == 1
    assert (told.json["whole"], set(told.json["damaged"])) == (1, {changed, short})


def test_a_game_that_breaks_its_rules_is_damaged_though_its_sums_fit(
    within: Within, stored: tuple[Path, list[str]]
) -> None:
    from triarii.server.storage.sums import chained

    data, (room, *_) = stored
    content = '{"seat":"first","text":"a1a9"}'
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as connection:
        at = connection.execute("SELECT at FROM entries WHERE room = ?", (room,)).fetchone()[0]
    value = chained(room, "", 1, "action", content, at)
    change(data, "UPDATE entries SET content = ?, sum = ? WHERE room = ?", content, value, room)
    change(data, "UPDATE rooms SET sum = ? WHERE id = ?", value, room)
    page = within("admin", "check", "--data", str(data))
    assert page.code == 1
    assert page.lines[0].startswith(f"{room}: entry 1 breaks the rules")


def test_damaged_pages_are_told(within: Within, stored: tuple[Path, list[str]]) -> None:
    data, _ = stored
    file = data / DATABASE
    content = bytearray(file.read_bytes())
    with contextlib.closing(sqlite3.connect(file)) as connection:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = 'wishes' AND type = 'table'"
        page = connection.execute(asked).fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)
    told = within("admin", "check", "--data", str(data))
    assert told.code == 1
    assert any(line.startswith("Damaged page: ") for line in told.lines)


def test_a_check_and_a_copy_may_be_made_while_a_server_runs(tmp_path: Path) -> None:
    data, copy, again = tmp_path / "data", tmp_path / "copies" / "rooms.sqlite", tmp_path / "again"
    copy.parent.mkdir()
    with inside(data) as address:
        rooms = [played(address), played(address, "towar")]
        (data / "server.key").write_bytes(b"key")
        assert command("admin", "check", "--data", str(data)).well().lines[0] == "2 games are intact."
        made = command("admin", "backup", "--data", str(data), "-o", str(copy)).well().lines
        assert made == [f"Written: {copy}", f"Written: {copy.with_suffix('.key')}"]
        told = {room: get(address, f"/api/rooms/{room}").json() for room in rooms}
    assert sorted(each.name for each in copy.parent.iterdir()) == ["rooms.key", "rooms.sqlite"]
    assert {stat.S_IMODE(each.stat().st_mode) for each in copy.parent.iterdir()} == {0o600}
    assert copy.with_suffix(".key").read_bytes() == b"key"
    again.mkdir()
    copy.rename(again / DATABASE)
    with inside(again) as address:
        assert {room: get(address, f"/api/rooms/{room}").json() for room in rooms} == told
        assert get(address, "/api/health").json()["status"] == "ok"


def test_a_copy_never_takes_the_place_of_a_file(within: Within, stored: tuple[Path, list[str]]) -> None:
    data, _ = stored
    there = data / "there.sqlite"
    there.write_text("mine")
    page = within("admin", "backup", "--data", str(data), "-o", str(there))
    assert page.complaint == f"The file {there} exists already and stays as it is; choose another name."
    assert there.read_text() == "mine"
    nowhere = data / "no" / "copy.sqlite"
    page = within("admin", "backup", "--data", str(data), "-o", str(nowhere), "--lang", "de")
    assert page.complaint == f"Die Datei {nowhere} lässt sich nicht schreiben: Datei oder Ordner nicht vorhanden."


def test_the_bin_is_listed_and_single_games_come_back(within: Within, stored: tuple[Path, list[str]]) -> None:
    data, (first, second, _) = stored
    where = ("admin", "bin", "--data", str(data))
    assert within(*where).well().lines == ["The bin is empty."]
    put_into_the_bin(data, first, second)
    lines = within(*where).well().lines
    assert [line.split()[0] for line in lines[:-1]] == sorted([first, second])
    assert lines[-1].startswith("2 games are in the bin.")
    assert within(*where, "--restore", first).well().lines == ["One game is back."]
    assert within(*where, "--lang", "de").well().lines[-1].startswith("Ein Spiel liegt im Papierkorb.")
    assert within(*where, "--restore", first).complaint == f"There is no game {first} in the bin."
    with inside(data) as address:
        assert get(address, f"/api/rooms/{first}").status_code == 200
        assert get(address, f"/api/rooms/{second}").status_code == 404


def test_only_the_operator_deletes_for_good(within: Within, stored: tuple[Path, list[str]]) -> None:
    data, (first, second, third) = stored
    where = ("admin", "bin", "--data", str(data))
    put_into_the_bin(data, first, second)
    assert within(*where, "--empty", "--restore", "all").complaint == "Either --empty or --restore, not both."
    assert within(*where, "--empty").well().lines == ["2 games were deleted for good."]
    assert within(*where).well().lines == ["The bin is empty."]
    assert within("admin", "check", "--data", str(data)).well().lines[0] == "One game is intact."
    content = (data / DATABASE).read_bytes()
    assert third.encode() in content
    assert first.encode() not in content, "nothing stays readable in the file"


@pytest.mark.parametrize("words", [("check",), ("bin",), ("backup", "-o", "copy.sqlite")])
def test_what_is_no_database_gets_a_sentence(within: Within, tmp_path: Path, words: tuple[str, ...]) -> None:
    where = (*words, "--data", str(tmp_path))
    assert within("admin", *where).complaint == f"There is no database {tmp_path / DATABASE}."
    (tmp_path / DATABASE).write_bytes(b"x" * 5000)
    assert "is not a database of Triarii" in within("admin", *where).complaint
    assert "ist keine Datenbank von Triarii" in within("admin", *where, "--lang", "de").complaint
    assert (tmp_path / DATABASE).read_bytes() == b"x" * 5000


def test_games_are_found_by_the_settings_of_the_server(
    within: Within, monkeypatch: pytest.MonkeyPatch, stored: tuple[Path, list[str]], tmp_path: Path
) -> None:
    data, _ = stored
    file = tmp_path / "triarii.toml"
    file.write_text(f'data = "{data}"\n')
    monkeypatch.delenv("TRIARII_DATA", raising=False)
    monkeypatch.setenv("TRIARII_CONFIG", str(file))
    assert within("admin", "check").well().lines[0] == "3 games are intact."
    assert "There is no database" in within("admin", "check", "--data", str(tmp_path / "none")).complaint
    file.write_text('database = "mysql://host/rooms"\n')
    assert "The address of a PostgreSQL looks like" in within("admin", "check").complaint
    file.write_text("port = 1.5\n")
    assert "whole number" in within("admin", "check").complaint


def test_admin_alone_tells_what_it_can_do(within: Within) -> None:
    page = within("admin").well()
    for word in ("check", "backup", "bin"):
        assert word in page.out
    assert within("admin", "chekc").complaint == "There is no command chekc; did you mean check?"
