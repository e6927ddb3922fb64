"""The command: ports, the data folder, a clean end; and a worker that dies."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import eventually
from tests.server.serving import WAIT, Client, Process, computer, get, new_room, person, token
from triarii.core.contract import Refusal
from triarii.server import network
from triarii.server.settings import data_folder


def test_it_starts_serves_and_ends_cleanly(tmp_path: Path) -> None:
    own = token()
    with Process(tmp_path, lang="de") as server:
        assert get(server.address, "/api/health").json()["status"] == "ok"
        assert get(server.address, "/api/network").json() == {"addresses": [], "public_url": ""}
        assert any("Nur dieser Rechner" in line for line in server.said)
        room = new_room(server.address, person(own), computer("beginner"))["room"]
        with Client(server.address, room, own) as me:
            me.until("welcome")
            me.act("b2b4")
            me.until_version(2)
            workers = server.children()
            assert workers
            code, said = server.stop(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                me.until("never")
        assert code == 0
        assert said[-1] == "Angehalten. Alle Spiele sind aufgehoben."
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    assert not (tmp_path / "rooms.sqlite-wal").exists(), "the journal is folded in"
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    printed = "\n".join(said) + server.errors.read_text()
    assert own not in printed
    assert "Traceback" not in printed
    assert "ERROR" not in printed


def test_a_taken_port_moves_on_and_says_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with Process(tmp_path, port) as server:
            assert server.said[0] == f"Port {port} is taken, so it is {server.address.rpartition(':')[2]}."
            assert get(server.address, "/api/health").status_code == 200
            second = subprocess.run(
                [sys.executable, "-m", "triarii", "serve", "--data", str(tmp_path), "--lang", "en"],
                capture_output=True,
                text=True,
                check=False,
                timeout=WAIT,
            )
            assert second.returncode == 2, "one folder, one server"
            assert second.stderr.strip() == f"Triarii is already running with this data folder, at {server.address}."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--strict-port", "--lang", "en"), "Port {port} on 127.0.0.1 is taken by another program"),
        (
            ("--public-url", "https://play.example.org", "--lang", "de"),
            "Port {port} auf 127.0.0.1 ist von einem anderen",
        ),
    ],
)
def test_a_taken_port_is_an_error_where_it_must_be_this_one(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "triarii", "serve", "--data", str(tmp_path), "--port", str(port), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)
    assert done.returncode == 2
    assert said.format(port=port) in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--host", "203.0.113.9"), "can't listen on 203.0.113.9"),
        (("--public-url", "example.org"), "must look like https://example.org"),
        (("--public-url", "http://["), "must look like https://example.org"),
        (("--public-url", 'https://example.org/"x'), "must look like https://example.org"),
        (("--public-url", "https://example.org/../x"), "must look like https://example.org"),
        (("--trusted-proxy", "127.0.0.1", "--trusted-proxy", "my-proxy"), "A trusted proxy is an address or a network"),
        (("--data", "/proc/none"), "can't be used"),
    ],
)
def test_what_can_not_be_served_is_said_in_one_sentence(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    command = [sys.executable, "-m", "triarii", "serve", "--data", str(tmp_path), "--lang", "en", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_worker_that_dies_is_replaced_and_the_move_is_made(tmp_path: Path) -> None:
    own = token()
    with Process(tmp_path) as server:
        room = new_room(server.address, person(own), computer("master"))["room"]
        with Client(server.address, room, own) as me:
            me.until("welcome")
            me.act("b2b4")
            killed: set[int] = set()
            for _ in range(2):
                killed |= {_kill_one(server, killed)}
            me.until_version(2)
            assert me.entries[2]["seat"] == "second"
        assert len(killed) == 2


def _kill_one(server: Process, killed: set[int]) -> int:
    eventually(lambda: bool(set(server.children()) - killed), "no worker came")
    fresh = min(set(server.children()) - killed)
    os.kill(fresh, signal.SIGKILL)
    return fresh


def test_a_computer_goes_on_by_itself_after_a_crash(tmp_path: Path) -> None:
    own = token()
    with Process(tmp_path) as server:
        room = new_room(server.address, person(own), computer("master"))["room"]
        with Client(server.address, room, own) as me:
            me.until("welcome")
            me.act("b2b4")
        server.kill()
    with Process(tmp_path) as server:
        eventually(lambda: get(server.address, f"/api/rooms/{room}").json()["version"] >= 2)
        assert get(server.address, f"/api/rooms/{room}").json()["version"] == 2, "without anybody connected"


def test_the_same_key_gets_the_same_answer_after_a_crash(tmp_path: Path) -> None:
    own, other = token(), token()
    with Process(tmp_path) as server:
        room = new_room(server.address, person(own), person(other))["room"]
        with Client(server.address, room, own) as me:
            me.until("welcome")
            done = me.act("b2b4", "key")
        server.kill()
    with Process(tmp_path) as server, Client(server.address, room, own, seen=1) as me:
        assert me.act("b2b4", "key", version=0) == done
        assert get(server.address, f"/api/rooms/{room}").json()["version"] == 1


def test_the_command_starts_without_loading_the_server() -> None:
    load = "[late.loaded() for late in triarii.cli.app.COMMANDS if late.name not in ('adlg', 'admin', 'campaign')]"
    heavy = "('fastapi', 'sqlalchemy', 'cryptography', 'http', 'ssl')"
    told = f"import sys, triarii.cli.app; {load}; print([m for m in sys.modules if m.split('.')[0] in {heavy}])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_data_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRIARII_DATA", str(tmp_path / "named"))
    assert data_folder() == tmp_path / "named"
    monkeypatch.delenv("TRIARII_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform.startswith("linux"):
        assert data_folder() == tmp_path / "triarii"


def test_only_an_open_server_has_addresses_for_others() -> None:
    assert network.others_reach("127.0.0.1", 8000) == []
    assert network.others_reach("localhost", 8000) == []
    assert network.others_reach("192.0.2.7", 8000) == ["http://192.0.2.7:8000"]
    for found in network.others_reach("0.0.0.0", 8000):
        assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8000", found)
    assert network.web_address("0.0.0.0", 8000) == "http://127.0.0.1:8000"


def test_when_no_port_is_free_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "TRIES", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = network.listen("127.0.0.1", taken.getsockname()[1])
    assert isinstance(refused, Refusal)
    assert refused.code == "serve.no_port"


def test_threads_that_compute_give_way_soon(tmp_path: Path) -> None:
    program = (
        "import sys, os, pathlib\n"
        "from triarii.server import serving\n"
        "from triarii.server.settings import Settings\n"
        "def show(line):\n"
        "    print(sys.getswitchinterval(), flush=True)\n"
        "    os._exit(0)\n"
        "serving.serve(Settings(pathlib.Path(sys.argv[1]), port=0, workers=1), 'en', False, show)\n"
    )
    said = subprocess.check_output([sys.executable, "-c", program, str(tmp_path)], timeout=WAIT)
    assert float(said) <= 0.001
