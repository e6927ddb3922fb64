"""`triarii serve --processes` and `triarii think`: processes that are looked after and replaced one by one; where there
can't be several, a sentence says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import ANSWER, eventually
from tests.server.serving import Client, Process, children_of, computer, new_room, person, token


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "triarii", *words]
    env = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, timeout=ANSWER, env=env, check=False)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("serve", "--processes", "2"), "Several need a PostgreSQL to share"),
        (("serve", "--database", "mysql://me:secret@there/rooms"), "looks like postgresql://"),
        (("serve", "--database", "rooms.sqlite"), "looks like postgresql://"),
        (("serve", "--database", "postgresql://me:secret@127.0.0.1:1/rooms"), "can't be opened"),
        (("think",), "To think for others takes the database that they share"),
    ],
)
def test_what_can_not_be_served_is_refused_in_a_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    ended = run(*words, "--lang", "en", TRIARII_DATA=str(tmp_path))
    assert ended.returncode == 2, ended
    assert sentence in ended.stderr
    assert "secret" not in ended.stderr, "a password is shown to nobody"
    assert "Traceback" not in ended.stderr


def test_processes_side_by_side_are_replaced_one_by_one_and_nobody_is_lost(
    tmp_path: Path, postgres_database: str
) -> None:
    own, other = token(), token()
    with Process(tmp_path, 0, "--database", postgres_database, "--processes", "2") as team:
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
        assert team.stop()[0] == 0


def test_a_thinker_on_another_machine_plays_for_the_computers_of_a_server(
    tmp_path: Path, postgres_database: str
) -> None:
    own = token()
    command = [sys.executable, "-m", "triarii", "think", "--workers", "1", "--lang", "en"]
    env = {**os.environ, "TRIARII_DATABASE": postgres_database, "TRIARII_DATA": str(tmp_path / "none")}
    thinker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert thinker.stdout is not None
        assert "Thinking for the computers of postgresql://" in thinker.stdout.readline()
        with Process(tmp_path, 0, "--database", postgres_database, "--no-think") as server:
            room = new_room(server.address, person(own), computer(), "towar")["room"]
            with Client(server.address, room, own) as me:
                me.arrive()
                me.until_turn("first")
                assert me.act(me.choose())["t"] == "accepted"
                me.until_version(me.version + 1)
        thinker.send_signal(signal.SIGTERM)
        assert thinker.wait(ANSWER) == 0
    finally:
        thinker.kill()
        thinker.communicate()
