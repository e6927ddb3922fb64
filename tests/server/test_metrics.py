"""Figures for Prometheus, the two short routes for whoever watches processes, and a log that keeps secrets."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DatabaseError
from websockets.exceptions import ConnectionClosed

from tests.cli.running import command
from tests.server.serving import Client, Process, get, inside, new_room, person, token
from triarii.server.logs import Discreet, JsonLines
from triarii.server.settings import DATABASE

ROOT = Path(__file__).parents[2]
DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
FULL = "CREATE TRIGGER full_disk BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Watched(Process):
    """A server with figures and a log for programs."""

    def __init__(self, data: Path) -> None:
        self.metrics = free_port()
        super().__init__(data, 0, "--metrics-port", str(self.metrics), "--log", "json")

    def figures(self) -> str:
        return httpx.get(f"http://127.0.0.1:{self.metrics}/metrics").text

    def figure(self, name: str, **labels: str) -> float:
        for family in text_string_to_metric_families(self.figures()):
            for sample in family.samples:
                if sample.name == name and labels.items() <= sample.labels.items():
                    return float(sample.value)
        raise AssertionError(f"no figure {name} {labels}")


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    with Watched(tmp_path) as server:
        yield server


def played(address: str) -> list[str]:
    """A game from invitation to end; all that must stay secret of it."""
    own, other = token(), token()
    made = new_room(address, person(own, name="Ada"), person(other, name="Ben"), "towar")
    room = str(made["room"])
    with Client(address, room, own) as me, Client(address, room, other) as you:
        me.arrive()
        you.arrive()
        me.until_chance_fell()
        you.until_version(me.version)
        for _ in range(3):
            mover = me if me.view["turn"] == "first" else you
            mover.act(mover.choose())
            me.until_version(mover.version)
            you.until_version(mover.version)
        me.do("resign")
    return [own, other, *(str(each) for each in made.get("invitations", {}).values()), "Ada", "Ben"]


def test_a_played_game_leaves_numbers_but_no_token_link_or_name_in_log_and_figures(watched: Watched) -> None:
    secrets = played(watched.address)
    with contextlib.closing(sqlite3.connect(watched.errors.parent / DATABASE)) as connection:
        secrets += [str(each) for row in connection.execute("SELECT secret, watch FROM rooms") for each in row]
        secrets += [str(row[0]) for row in connection.execute("SELECT token FROM holders")]
        connection.execute(FULL)  # from here on nothing can be stored, and the log has something to say
        connection.commit()
    own = token()
    room = str(new_room(watched.address, person(own), person(token()))["room"])
    with Client(watched.address, room, own) as me:
        me.arrive()
        me.send(t="act", key="k1", version=me.version, action=me.choose())
        with pytest.raises(ConnectionClosed):
            me.until("accepted")
    told = watched.figures()
    assert watched.figure("triarii_wish_seconds_count") >= 4
    assert watched.figure("triarii_messages_total", kind="act") >= 3
    assert watched.figure("triarii_http_answers_total", status="201") == 2
    assert watched.figure("triarii_rooms_kept") == 2
    code, _ = watched.stop()
    log = watched.errors.read_text()
    assert code == 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert lines[0]["message"].startswith("serving ")
    assert lines[-1]["message"] == "stopping"
    assert {line["level"] for line in lines} > {"info"}, "the fault was logged"
    assert all(set(line) >= {"time", "level", "from", "process", "message"} for line in lines)
    for secret in (*secrets, own, "127.0.0.1:"):
        assert secret not in told, secret
        assert secret not in log, secret


def test_figures_are_told_on_their_own_port_alone_and_all_that_the_dashboard_draws(watched: Watched) -> None:
    assert get(watched.address, "/metrics").status_code == 404
    assert watched.figure("triarii_open") == 1
    assert watched.figure("process_resident_memory_bytes") > 0
    assert any(f":{watched.metrics}/metrics" in line for line in watched.said)
    board = json.loads(DASHBOARD.read_text("utf-8"))
    asked = {target["expr"] for panel in board["panels"] for target in panel["targets"]}
    names = {name for each in asked for name in re.findall(r"\b(?:triarii|process)_\w+", each)}
    played(watched.address)
    told = {sample.name for family in text_string_to_metric_families(watched.figures()) for sample in family.samples}
    assert names - told <= {"triarii_trouble"}, "what is wrong is only told where something is"
    assert len(names) > 8


def test_a_taken_port_for_figures_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = command("serve", "--data", str(tmp_path), "--port", "0", "--metrics-port", str(port)).complaint
    assert said == f"Port {port} on 127.0.0.1 is taken by another program, and it has to be this port."


def test_a_process_that_lives_is_healthy_and_one_that_takes_moves_is_ready(tmp_path: Path) -> None:
    with inside(tmp_path) as address:
        alive, ready = get(address, "/health"), get(address, "/ready")
        assert (alive.status_code, alive.json()["status"]) == (200, "ok")
        assert (ready.status_code, ready.json()) == (200, {"status": "ok", "problems": []})


def test_a_server_that_can_store_nothing_lives_but_is_not_ready(tmp_path: Path) -> None:
    with inside(tmp_path) as address:
        with contextlib.closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
            connection.execute("CREATE TRIGGER dead BEFORE UPDATE ON server BEGIN SELECT RAISE(ABORT, 'no'); END")
            connection.commit()
        assert get(address, "/ready").status_code == 503
        assert get(address, "/health").status_code == 200


def test_what_was_to_be_stored_is_not_logged_when_the_database_fails() -> None:
    record = None
    try:
        with create_engine("sqlite://").connect() as connection:
            connection.execute(text("INSERT INTO nowhere VALUES (:token)"), {"token": "very-secret"})
    except DatabaseError as problem:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "failed", None, (type(problem), problem, None))
    assert record is not None
    for formatter in (JsonLines(), Discreet()):
        said = formatter.format(record)
        assert "nowhere" in said
        assert "very-secret" not in said
        record.exc_text = None
