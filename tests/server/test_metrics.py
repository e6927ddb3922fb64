"""Figures for Prometheus, the two short routes for whoever watches processes, and a log that keeps secrets."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import socket
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DatabaseError
from websockets.exceptions import ConnectionClosed

from tests.server.serving import WAIT, Client, Process, get, inside, new_room, person, token
from triarii.server.logs import Discreet, JsonLines
from triarii.server.metrics.telling import problem_with
from triarii.server.settings import DATABASE, Settings

ROOT = Path(__file__).parents[2]
DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
FULL = "CREATE TRIGGER full_disk BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Figures:
    """What a server tells at its port for figures."""

    text: str

    @classmethod
    def at(cls, port: int) -> Figures:
        return cls(httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=WAIT).text)

    def samples(self) -> Iterator[Sample]:
        for family in text_string_to_metric_families(self.text):
            yield from family.samples

    def figure(self, name: str, **labels: str) -> float:
        found = [each.value for each in self.samples() if each.name == name and labels.items() <= each.labels.items()]
        assert len(found) == 1, (name, labels, found)
        return float(found[0])

    def sum(self, name: str, **labels: str) -> float:
        """The same, and nothing where it never happened."""
        return sum(each.value for each in self.samples() if each.name == name and labels.items() <= each.labels.items())


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


def test_a_played_game_leaves_numbers_but_no_token_link_or_name_in_log_and_figures(tmp_path: Path) -> None:
    port, file = free_port(), tmp_path / "triarii.toml"
    file.write_text(f'metrics_port = {port}\nlog = "json"\n')
    with Process(tmp_path / "data", 0, "--config", str(file)) as server:
        assert any(f":{port}/metrics" in line for line in server.said)
        _look_for_secrets(server, port)


def _look_for_secrets(watched: Process, port: int) -> None:
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
    told = Figures.at(port)
    assert told.figure("triarii_wish_seconds_count") >= 4
    assert told.figure("triarii_messages_total", kind="act") >= 3
    assert told.figure("triarii_http_answers_total", status="201") == 2
    assert told.figure("triarii_rooms_kept") == 2
    code, _ = watched.stop()
    log = watched.errors.read_text()
    assert code == 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert lines[0]["message"].startswith("serving ")
    assert lines[-1]["message"] == "stopping"
    assert {line["level"] for line in lines} > {"info"}, "the fault was logged"
    assert all(set(line) >= {"time", "level", "from", "process", "message"} for line in lines)
    for secret in (*secrets, own, "127.0.0.1:"):
        assert secret not in told.text, secret
        assert secret not in log, secret


def test_figures_are_told_on_their_own_port_alone_and_all_that_the_dashboard_draws(tmp_path: Path) -> None:
    board = json.loads(DASHBOARD.read_text("utf-8"))
    asked = {target["expr"] for panel in board["panels"] for target in panel["targets"]}
    names = {name for each in asked for name in re.findall(r"\b(?:triarii|process)_\w+", each)}
    port = free_port()
    with inside(tmp_path, metrics_port=port) as address:
        assert get(address, "/metrics").status_code == 404
        played(address)
        told = Figures.at(port)
    assert told.figure("triarii_open") == 1
    assert told.figure("process_resident_memory_bytes") > 0
    assert names - {each.name for each in told.samples()} <= {"triarii_trouble"}, "told where something is wrong"
    assert len(names) > 8
    with pytest.raises(httpx.TransportError):
        Figures.at(port)  # and no longer than the server runs


def test_a_taken_port_for_figures_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refusal = problem_with(Settings(tmp_path, metrics_port=port))
    assert refusal is not None
    assert (refusal.code, refusal.params["port"]) == ("serve.taken", port)
    assert problem_with(Settings(tmp_path)) is None


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
