"""Servers for tests: real processes on free ports, or one inside this process with known sources; and a client."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import httpx
from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

from tests import patience, preloaded
from triarii.core.contract import Refusal, Span
from triarii.server.app import make_app
from triarii.server.edge.connections import Edge
from triarii.server.network import listen
from triarii.server.serving import Running, config_of
from triarii.server.settings import Limits, Settings
from triarii.server.sources import Sources

WAIT = patience.ANSWER
"""Seconds for one answer: they bound a hang only."""
PATIENT = Limits(hello_seconds=WAIT, head_seconds=WAIT, body_seconds=WAIT, unread_seconds=WAIT)
"""The limits of people's servers, but on a slow machine nobody is sent away for being late."""
GENEROUS = replace(
    PATIENT,
    hellos_a_second=1e6,
    rooms_a_minute=1e6,
    studies_a_minute=1e6,
    claims_a_minute=1e6,
    connections_an_address=100_000,
)
Json = dict[str, Any]
AnyProcess = subprocess.Popen[bytes] | preloaded.Call


def token() -> str:
    return secrets.token_urlsafe(16)


class Process:
    """`triarii serve` in a process of its own."""

    def __init__(self, data: Path, port: int = 0, *words: str, lang: str = "en", packages: Sequence[Path] = ()) -> None:
        asked = ["serve", "--data", str(data), "--port", str(port), "--lang", lang]
        asked += ["--workers", "1", "--rooms-a-minute", "1000000", *words]
        self.errors = data / "errors.txt"
        data.mkdir(parents=True, exist_ok=True)
        env = {**os.environ, "PYTHONUTF8": "1"}
        if packages:
            env["PYTHONPATH"] = os.pathsep.join(map(str, packages))
        reader, writer = os.pipe()
        with Path(os.devnull).open() as nothing, os.fdopen(writer, "w") as out, self.errors.open("ab") as errors:
            self.process = begun(asked, (nothing.fileno(), out.fileno(), errors.fileno()), env)
        self.out = os.fdopen(reader)
        self.said: list[str] = []
        self.address = ""

    def __enter__(self) -> Self:
        for line in self.out:
            self.said.append(line.strip())
            found = re.search(r"http://\S+", line)
            if found and not self.address:
                self.address = found[0]
            if "Ctrl-C" in line or "Strg-C" in line:
                return self
        raise AssertionError(f"it did not start: {self.said} {self.errors.read_text()}")

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """As the power goes."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.out.close()

    def stop(self, by: signal.Signals = signal.SIGTERM) -> tuple[int, list[str]]:
        """As a person or the system stops it; the exit code and what was said."""
        self.process.send_signal(by)
        code = self.process.wait(WAIT)
        return code, [*self.said, *self.out.read().splitlines()]

    def children(self) -> list[int]:
        return children_of(self.process.pid)


def begun(words: Sequence[str], streams: tuple[int, int, int], env: dict[str, str]) -> AnyProcess:
    """The command, from nothing only where its environment asks for that."""
    if preloaded.fits(env):
        return preloaded.loaded().call(words, streams, env)
    stdin, stdout, stderr = streams
    command = [sys.executable, "-m", "triarii", *words]
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, env=env)


class Nursery:
    """Starts servers that can be killed and replaced in no time: each is a fork of one process that has loaded all."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.server.nursery"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.alive: set[int] = set()

    def serve(self, data: Path, port: int, database_url: str = "", thinks: bool = True, **more: object) -> int:
        """A server on this port, when it is there; its process."""
        return self._begin(data=str(data), port=port, database_url=database_url, thinks=thinks, **more)

    def think(self, data: Path, database_url: str) -> int:
        """One who thinks for the servers on this database, when it is there; its process."""
        return self._begin(data=str(data), port=0, database_url=database_url)

    def _begin(self, **what: object) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        born = ""
        for line in self.process.stdout:  # those of children that are dead by now are passed over
            whose, _, said = line.strip().partition(" ")
            if said == "born":
                born = whose
                self.alive.add(int(born))
            elif whose == born and "Ctrl-C" in said:
                return int(born)
            elif whose == born:
                assert not said.startswith("ended"), said
        raise AssertionError("no server came")

    def kill(self, pid: int) -> None:
        """As the power goes; back when it is really gone."""
        self.alive.discard(pid)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            while True:
                os.kill(pid, 0)
                time.sleep(0.005)

    def close(self) -> None:
        for pid in list(self.alive):
            self.kill(pid)
        self.process.kill()
        self.process.communicate()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def children_of(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return found


@contextmanager
def inside(data: Path, sources: Sources | None = None, limits: Limits = GENEROUS, **more: Any) -> Iterator[str]:
    """A server in a thread of this process; its address."""
    with inside_with_edge(data, sources, limits, **more) as (address, _):
        yield address


@contextmanager
def inside_with_edge(
    data: Path,
    sources: Sources | None = None,
    limits: Limits = GENEROUS,
    http: type[asyncio.Protocol] | None = None,
    as_people_do: bool = False,
    **more: Any,
) -> Iterator[tuple[str, Edge]]:
    """The same, and what it counts of its connections; as people run it the event loop is uvloop's, if there is one."""
    data.mkdir(parents=True, exist_ok=True)
    settings = Settings(data, workers=1, limits=limits, **{name: more[name] for name in more if name != "files"})
    app = make_app(settings, sources, **{name: more[name] for name in more if name == "files"})
    listening = listen("127.0.0.1", 0)
    assert not isinstance(listening, Refusal)
    ready = threading.Event()
    running = Running(config_of(app, settings, http), ready.set)
    serving = running.run if as_people_do else lambda sockets: asyncio.run(running.serve(sockets))
    thread = threading.Thread(target=serving, args=([listening],), daemon=True)
    thread.start()
    assert ready.wait(WAIT), "the server did not start"
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.services.edge
    finally:
        running.should_exit = True
        thread.join(WAIT)
        listening.close()


def post(address: str, path: str, body: object, **headers: str) -> httpx.Response:
    return httpx.post(address + path, json=body, headers=headers, timeout=WAIT)


def get(address: str, path: str, **headers: str) -> httpx.Response:
    return httpx.get(address + path, headers=headers, timeout=WAIT)


def person(own: str | None = None, **more: object) -> Json:
    return {"kind": "person", **({"token": own} if own else {}), **more}


def computer(level: str = "beginner") -> Json:
    return {"kind": "computer", "level": level}


def new_room(address: str, first: Json, second: Json, game: str = "cities", **more: object) -> Json:
    made = post(address, "/api/rooms", {"game": game, "seats": {"first": first, "second": second}, **more})
    assert made.status_code == 201, made.text
    told: Json = made.json()
    return told


class Client:
    """One socket, speaking the protocol; messages that nobody asked for yet are kept in order."""

    def __init__(
        self,
        address: str,
        room: str,
        own: str,
        lang: str = "en",
        seen: int | None = None,
        text: Callable[[str], str] | None = lambda commit: "",
        **more: object,
    ) -> None:
        self.socket = self.opened(address, room)
        self.log: list[str] = []
        """Every message as it came."""
        self.version = 0
        self.view: Json = {}
        self.result: Json | None = None
        self.entries: dict[int, Json] = {}
        self.asks: Json = {}
        self.clock: Json | None = None
        self.offers: Json = {}
        self.offered = -1
        """What can be chosen next, where it was asked for, and of which version that was told last."""
        self.asked = 0
        self.text = text
        """Makes of the promise what this seat adds to chance, when it is asked for it; None: it does not answer."""
        self.send(t="hello", token=own, lang=lang, seen=seen, **more)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def opened(self, address: str, room: str) -> ClientConnection:
        return open_socket(address, room)

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = WAIT) -> Json:
        """The next message."""
        data = self.socket.recv(timeout)
        if isinstance(data, bytes):
            data = zlib.decompress(data).decode()
        self.log.append(data)
        message: Json = json.loads(data)
        if message["t"] == "offers":
            self.offers, self.offered = message["offers"], message["version"]
        if message["t"] in ("welcome", "news"):
            self.version, self.result = message["version"], message["result"]
            self.asks, self.clock = message["asks"], message["clock"]
            for entry in message["entries"]:
                self.entries[entry["version"]] = entry
            if message["t"] == "welcome":
                self.view = message["view"]
                if message["text"] == "awaited" and self.text is not None:
                    self.send(t="text", text=self.text(message["commit"]))
            elif message["entries"]:
                self.view = message["entries"][-1]["view"]
        return message

    def until(self, kind: str, **fields: object) -> Json:
        """The next message of a kind."""
        deadline = time.monotonic() + WAIT
        while time.monotonic() < deadline:
            message = self.hear(max(0.1, deadline - time.monotonic()))
            if message["t"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message
        raise AssertionError(f"no {kind} came")

    def arrive(self) -> Json:
        """The welcome, when what this seat adds to chance is kept too."""
        welcome = self.until("welcome")
        if welcome["text"] == "awaited" and self.text is not None:
            self.until("text", text="given")
        return welcome

    def until_offered(self) -> Json:
        """All that can be chosen in the position that is known here."""
        while self.offered < self.version:
            self.hear()
        return self.offers

    def until_chance_fell(self) -> None:
        while self.view["turn"] == "chance":
            self.hear()

    def until_turn(self, turn: str) -> None:
        while self.view.get("turn") != turn and self.result is None:
            self.hear()

    def until_version(self, version: int) -> None:
        while self.version < version:
            self.hear()

    def answered(self, key: str) -> Json:
        while True:
            message = self.hear()
            if message["t"] in ("accepted", "refused") and message.get("key") == key:
                return message

    def act(self, action: str, key: str = "", version: int | None = None) -> Json:
        key = key or secrets.token_hex(6)
        self.send(t="act", key=key, version=self.version if version is None else version, action=action)
        return self.answered(key)

    def do(self, what: str, key: str = "", version: int | None = None) -> Json:
        key = key or secrets.token_hex(6)
        self.send(t="do", key=key, version=self.version if version is None else version, what=what)
        return self.answered(key)

    def ask(self, kind: str, **more: object) -> Json:
        self.asked += 1
        number = self.asked
        self.send(t=kind, id=number, **more)
        while True:
            message = self.hear()
            if message.get("id") == number:
                return message

    def choose(self) -> str:
        """The first action that is offered, word by word, and of numbers the highest."""
        prefix: list[str] = []
        while True:
            found = self.ask("choices", prefix=prefix)
            if "action" in found:
                return str(found["action"])
            span = Span(**found["span"]) if "span" in found else None
            prefix.append(span.word(span.high) if span else found["choices"][0]["text"])


def open_socket(address: str, room: str, **more: Any) -> ClientConnection:
    place = f"ws{address.removeprefix('http')}/api/rooms/{room}/socket"
    more = {"compression": None, "max_size": None, "max_queue": None, **more}  # whoever reads late can still close
    more = {"open_timeout": WAIT, "ping_interval": None, **more}  # nor is a slow server given up
    opening = connect(place, subprotocols=[Subprotocol("triarii.1")], **more)
    socket: ClientConnection = opening.__enter__()  # whoever opened it closes it
    return socket


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, **more}
