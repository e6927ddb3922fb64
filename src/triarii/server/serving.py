"""Starts a server: a free port, a data folder for it alone, and a clean end by Ctrl-C or a signal."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import importlib.util
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO

import uvicorn
from fastapi import FastAPI

from triarii.core import locks
from triarii.core.contract import Refusal
from triarii.core.seals import SealingKey
from triarii.server import logs, network
from triarii.server.app import make_app
from triarii.server.built import built
from triarii.server.edge.connections import Edge
from triarii.server.edge.http_protocol import H11, Config
from triarii.server.edge.socket_protocol import Socket
from triarii.server.metrics import telling
from triarii.server.play.warming_up import load_games
from triarii.server.settings import Settings
from triarii.server.sources import Sources
from triarii.server.storage import postgres_address
from triarii.server.storage.kept_key import key_of
from triarii.server.storage.opening import database_of, problem_with
from triarii.server.team import Team
from triarii.server.wire.words import say

LOCK = "serving.lock"
GRACEFUL = 5
"""Seconds for connections to end when the server stops."""
FRAME = 65_536
"""Longer messages are cut off before they are read; those over the protocol's own limit get a word."""
COLLECTING = (10_000, 5_000, 1_000)
"""When Python looks for garbage: seldom, and hardly ever through everything, for which a thousand games would wait some
tenths of a second. The lobby does that after it has swept."""
SWITCHING = 0.0001
"""Seconds after which a thread that computes gives way. The event loop waits so long for each of its turns while a
question is thought through; with Python's five milliseconds every game would feel it."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Running(uvicorn.Server):
    """Tells when it is there, and ends by a signal without any noise."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(
    settings: Settings, lang: str, open_browser: bool, show: Callable[[str], None], sources: Sources | None = None
) -> Refusal | None:
    """Serve until a signal comes; a refusal if it can't begin."""
    logs.begin(settings.log)
    refusal = _unfit_for_many(settings)
    if refusal is not None:
        return refusal
    try:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = None if settings.database_url else _locked(settings.data / LOCK)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        return Refusal("serve.data", params={"folder": str(settings.data), "reason": reason})
    if isinstance(lock, str):
        if open_browser and lock:
            webbrowser.open(lock)
        return Refusal("serve.in_use", params={"address": lock})
    if lock is None:  # any number may serve games that are kept elsewhere
        return _begin(settings, lang, open_browser, show, sources)
    with lock:
        return _begin(settings, lang, open_browser, show, sources, partial(_note, lock))


def _begin(
    settings: Settings,
    lang: str,
    open_browser: bool,
    show: Callable[[str], None],
    sources: Sources | None,
    note: Callable[[str], None] = lambda _: None,
) -> Refusal | None:
    """Serve, if key, database and port are fit for it; `note` is told where."""
    wrong = _problem_with_database(settings) or telling.problem_with(settings) or _problem_with_mail(settings)
    if wrong is not None:
        return wrong
    key = key_of(settings)
    if isinstance(key, Refusal):
        return key
    listening = network.listen(settings.host, settings.port, settings.needs_its_port)
    if isinstance(listening, Refusal):
        return listening
    with listening:
        serving = Serving(settings, lang, listening, key, show, sources)
        note(serving.address)
        return serving.side_by_side(open_browser) if settings.processes > 1 else serving.run(open_browser)


def _unfit_for_many(settings: Settings) -> Refusal | None:
    """Why there can't be as many processes as are wished for."""
    if settings.processes == 1:
        return None
    if not settings.database_url:
        return Refusal("serve.one_process")
    return None if hasattr(os, "fork") else Refusal("serve.no_fork")


def _problem_with_database(settings: Settings) -> Refusal | None:
    if settings.database_url:
        return postgres_address.problem_with(settings.database_url)
    return problem_with(settings.database) or _unwritable(settings.database)


def _problem_with_mail(settings: Settings) -> Refusal | None:
    """A letter needs a sender, and links that lead here from anywhere."""
    if not settings.smtp:
        return None
    if not settings.mail_from:
        return Refusal("serve.mail_from")
    return None if settings.public_url else Refusal("serve.mail_links")


@dataclass(frozen=True)
class Serving:
    """A server that may begin: its port and its key are there."""

    settings: Settings
    lang: str
    listening: socket.socket
    key: SealingKey
    show: Callable[[str], None]
    sources: Sources | None = None

    def run(self, open_browser: bool = False) -> Refusal | None:
        """Serve in this process until a signal comes."""

        def ready() -> None:
            self.announce()
            if open_browser and built():
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()

        if not self.run_until_stopped(ready):
            params = {"file": _shown_database(self.settings), "reason": "see above"}
            return Refusal("serve.database", params=params)
        self.show(say("serve.stopped", self.lang))
        return None

    def side_by_side(self, open_browser: bool) -> Refusal | None:
        """Serve in several processes until a signal comes."""
        load_games()  # once, before they part
        database_of(self.settings).dispose()  # one brings the tables up to date
        team = Team(self.settings.processes, self.run_until_stopped)
        team.start()
        self.announce()
        if open_browser and built():
            webbrowser.open(self.address)
        team.look_after()
        self.show(say("serve.stopped", self.lang))
        return None

    @property
    def address(self) -> str:
        return network.web_address(self.settings.host, self.listening.getsockname()[1])

    def announce(self) -> None:
        settings, lang, show = self.settings, self.lang, self.show
        port = self.listening.getsockname()[1]
        others = network.others_reach(settings.host, port)
        if settings.port not in (0, port):
            show(say("serve.moved", lang, taken=settings.port, port=port))
        show(say("serve.at", lang, address=settings.public_url or self.address))
        if others:
            show(say("serve.others", lang, addresses=others))
        elif not settings.public_url:
            show(say("serve.only_here", lang))
        show(say("serve.data", lang, folder=_shown_database(settings) if settings.database_url else settings.data))
        if settings.metrics_port:
            ports = telling.ports(settings)
            words = "serve.metrics" if len(ports) == 1 else "serve.metrics_many"
            show(say(words, lang, host=settings.metrics_host, port=ports[0], last=ports[-1]))
        if not built():
            show(say("serve.no_app", lang))
        show(say("serve.stop", lang))

    def run_until_stopped(self, on_ready: Callable[[], None]) -> bool:
        """Serve on the port until a signal comes; whether it ever began."""
        app = make_app(self.settings, self.sources, key=self.key)
        app.state.services.addresses = network.others_reach(self.settings.host, self.listening.getsockname()[1])

        def ready() -> None:
            gc.freeze()  # what is loaded by now stays, and need not be looked at again and again
            gc.set_threshold(*COLLECTING)
            on_ready()

        load_games()
        sys.setswitchinterval(SWITCHING)
        app.state.services.edge.allow_files()
        running = Running(config_of(app, self.settings), ready)
        running.run(sockets=[self.listening])
        return running.started


def _shown_database(settings: Settings) -> str:
    return postgres_address.shown(settings.database_url) if settings.database_url else str(settings.database)


def _unwritable(file: Path) -> Refusal | None:
    if not file.exists() or os.access(file, os.W_OK):
        return None
    return Refusal("serve.database", params={"file": str(file), "reason": os.strerror(errno.EACCES)})


def config_of(app: FastAPI, settings: Settings, http: type[asyncio.Protocol] | None = None) -> uvicorn.Config:
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of every client that goes while we write
    edge: Edge = app.state.services.edge
    return Config(
        app,
        edge=edge,
        http=http or usual_http(),
        ws=Socket,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=settings.limits.head_bytes,
        log_level="error",  # what strangers send that is no HTTP is not worth a line
        access_log=False,  # who asks for what is nobody's business
        server_header=False,
        timeout_graceful_shutdown=GRACEFUL,
        proxy_headers=False,  # addresses.Proxies does it
    )


def usual_http() -> type[asyncio.Protocol]:
    """The fast one, where it is at hand."""
    if importlib.util.find_spec("httptools") is None:
        return H11
    from triarii.server.edge.httptools_protocol import Httptools

    return Httptools


def _note(lock: IO[str], address: str) -> None:
    """So that a second start can say where the first one is."""
    lock.seek(0)
    lock.truncate()
    lock.write(address)
    lock.flush()


def _locked(file: Path) -> IO[str] | str:
    """The lock of a data folder, which ends with its process however that ends; or the address of who has it."""
    file.touch(mode=0o600)
    lock = file.open("r+", encoding="utf-8")
    if locks.taken(lock):
        return lock
    with lock:
        return lock.read(200).strip("\0 \n")
