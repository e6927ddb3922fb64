"""`triarii serve --processes` and `triarii think`: processes that are looked after and replaced one by one; where there
can't be several, a sentence says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import ANSWER, eventually
from tests.server.serving import Client, Process, children_of, computer, new_room, person, token
from triarii.server.serving import serve
from triarii.server.settings import Settings
from triarii.server.wire.words import sentence


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"processes": 2}, "serve.one_process"),
        ({"database_url": "mysql://me:secret@there/rooms"}, "serve.no_address"),
        ({"database_url": "rooms.sqlite"}, "serve.no_address"),
        ({"database_url": "postgresql://me:secret@127.0.0.1:1/rooms"}, "serve.database"),
    ],
)
def test_what_can_not_be_served_is_refused_in_a_sentence(tmp_path: Path, settings: dict[str, Any], code: str) -> None:
    refusal = serve(Settings(tmp_path, **settings), "en", False, print)
    assert refusal is not None
    assert refusal.code == code
    for lang in ("en", "de"):
        assert "secret" not in sentence(refusal, lang), "a password is shown to nobody"


def test_a_database_of_somebody_else_is_left_as_it_is(tmp_path: Path, postgres_database: str) -> None:
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute("CREATE TABLE recipes (name text)")
    refusal = serve(Settings(tmp_path, database_url=postgres_database), "en", False, print)
    assert refusal is not None
    assert refusal.code == "serve.foreign_tables"
    with psycopg.connect(postgres_database) as connection:
        found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert found == (1,)


def test_who_thinks_for_others_has_to_share_their_database(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "triarii", "think", "--lang", "en"]
    env = {name: value for name, value in os.environ.items() if name != "TRIARII_DATABASE"}
    ended = subprocess.run(command, capture_output=True, text=True, timeout=ANSWER, env=env, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("To think for others takes the database that they share")


def test_processes_side_by_side_are_replaced_one_by_one_and_nobody_is_lost(
    tmp_path: Path, postgres_database: str
) -> None:
    """And who thinks on another machine plays for their computers."""
    own, other = token(), token()
    with Process(tmp_path, 0, "--database", postgres_database, "--processes", "2", "--no-think") as team:
        members = children_of(team.process.pid)
        assert len(members) == 2
        room = new_room(team.address, person(own), person(other))["room"]
        with Client(team.address, room, own) as ada:
            ada.arrive()
            assert ada.act(ada.choose())["t"] == "accepted"
            team.process.send_signal(signal.SIGHUP)
            with pytest.raises(ConnectionClosed):
                ada.until("never")
            assert ada.socket.close_code == 1012, "come back"
        with Client(team.address, room, own, seen=1) as ada:
            assert ada.hear()["version"] == 1
        eventually(lambda: not set(members) & set(children_of(team.process.pid)))
        eventually(lambda: len(children_of(team.process.pid)) == 2)
        killed = children_of(team.process.pid)[0]
        os.kill(killed, signal.SIGKILL)
        eventually(lambda: killed not in children_of(team.process.pid) and len(children_of(team.process.pid)) == 2)
        play_a_computer(team.address, postgres_database)
        assert team.stop()[0] == 0


def play_a_computer(address: str, database: str) -> None:
    own = token()
    command = [sys.executable, "-m", "triarii", "think", "--workers", "1", "--lang", "en"]
    env = {**os.environ, "TRIARII_DATABASE": database}
    thinker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert thinker.stdout is not None
        assert "Thinking for the computers of postgresql://" in thinker.stdout.readline()
        with Client(address, new_room(address, person(own), computer(), "towar")["room"], own) as me:
            me.arrive()
            for _ in range(3):
                me.until_turn("first")
                version = me.version
                assert me.act(me.choose())["t"] == "accepted"
                me.until_version(version + 2)
            assert any('"t":"thinking","seat":"second"' in line for line in me.log)
        thinker.send_signal(signal.SIGTERM)
        assert thinker.wait(ANSWER) == 0
    finally:
        thinker.kill()
        thinker.communicate()
