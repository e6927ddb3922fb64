"""`triarii admin` on PostgreSQL: the same commands, and games that move there and back unharmed."""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path

import psycopg

from tests.cli.running import Within
from tests.cli.test_admin_copies import played, told
from tests.server.serving import Process, inside
from tests.server.test_metrics import Figures
from triarii.server.settings import DATABASE


def test_games_move_to_postgresql_and_back_and_all_commands_work_there(
    within: Within, postgres_database: str, tmp_path: Path
) -> None:
    data, back = tmp_path / "data", tmp_path / "back"
    with inside(data) as address:
        rooms = [played(address, moves)[0] for moves in (1, 2, 3)]
        before = told(address, rooms)
    where = ("--database", postgres_database)
    assert "There is no database" in within("admin", "rooms", *where).complaint
    moved = within("admin", "move", "--data", str(data), "--to", postgres_database, "--json").well().json
    assert (moved["added"], moved["damaged"]) == (3, {})
    assert "There are games at" in within("admin", "move", "--data", str(data), "--to", postgres_database).complaint

    assert {each["room"] for each in within("admin", "rooms", *where, "--json").well().json} == {*rooms}
    sizes = within("admin", "sizes", *where, "--json").well().json
    assert (sizes["rooms"], sizes["entries"], sizes["bytes"] > 0) == ({"cities": 3}, 6, True)
    assert within("admin", "check", *where).well().lines == ["3 games are intact.", "No game is damaged."]

    returned = within("admin", "move", *where, "--to", str(back), "--json").well().json
    assert (returned["added"], returned["to"]) == (3, str(back / DATABASE))
    with inside(back) as address:
        assert told(address, rooms) == before


def test_a_backup_of_postgresql_brings_back_what_was_deleted_and_what_is_damaged(
    within: Within, postgres_database: str, tmp_path: Path
) -> None:
    data, copy, file = tmp_path / "data", tmp_path / "copy.sqlite", tmp_path / "all.jsonl"
    with inside(data) as address:
        rooms = [played(address)[0] for _ in range(4)]
    where = ("--database", postgres_database)
    within("admin", "export", "--data", str(data), "-o", str(file)).well()
    assert within("admin", "import", str(file), *where, "--json").well().json["added"] == 4
    assert within("admin", "backup", *where, "-o", str(copy), "--json").well().json["added"] == 4
    assert sorted(each.name for each in tmp_path.iterdir()) == ["all.jsonl", "copy.sqlite", "data"]
    assert "exists already" in within("admin", "backup", *where, "-o", str(copy)).complaint

    within("admin", "delete", rooms[0], *where).well()
    with contextlib.closing(psycopg.connect(postgres_database, autocommit=True)) as connection:
        connection.execute("DELETE FROM entries WHERE room = %s AND number = 1", (rooms[1],))
        connection.execute("UPDATE rooms SET binned = 1 WHERE id = %s", (rooms[2],))
    assert within("admin", "check", *where).code == 1
    done = within("admin", "restore", str(copy), *where, "--json").well().json
    assert (done["added"], done["kept"], done["replaced"]) == (1, 2, 1)
    assert within("admin", "check", *where).well().lines[0] == "4 games are intact."
    assert [each["room"] for each in within("admin", "bin", *where, "--json").well().json] == [rooms[2]]
    assert within("admin", "bin", *where, "--restore", "all").well().lines == ["One game is back."]
    assert within("admin", "bin", *where, "--empty", "--json").well().json == {"emptied": 0}


def test_processes_side_by_side_tell_their_own_figures_and_keep_games_from_being_moved(
    within: Within, postgres_database: str, tmp_path: Path
) -> None:
    first = free_ports(3)
    words = ("--database", postgres_database, "--processes", "2", "--metrics-port", str(first))
    with Process(tmp_path / "data", 0, *words) as server:
        rooms = [played(server.address)[0] for _ in range(2)]
        told = [Figures.at(port) for port in (first, first + 1)]
        # Which of them takes a connection is chance: both tell, and together they tell all.
        assert sum(each.figure("triarii_open") for each in told) >= 2
        assert sum(each.sum("triarii_http_answers_total", status="201") for each in told) == 2
        assert sum(each.sum("triarii_wish_seconds_count") for each in told) == 4
        moved = within("admin", "move", "--database", postgres_database, "--to", str(tmp_path / "other"))
        assert moved.complaint.startswith("2 processes run on postgresql://")
        assert not (tmp_path / "other").exists()
        assert {each["room"] for each in within("admin", "rooms", *words[:2], "--json").well().json} == {*rooms}
        assert server.stop()[0] == 0
    assert within("admin", "move", *words[:2], "--to", str(tmp_path / "other"), "--json").well().json["added"] == 2


def free_ports(count: int) -> int:
    """The first of so many in a row that nobody has."""
    for first in range(20_000 + os.getpid() % 1_000 * 8, 40_000, 8):
        with contextlib.ExitStack() as held, contextlib.suppress(OSError):
            for port in range(first, first + count):
                held.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first
    raise AssertionError("no ports are free")
