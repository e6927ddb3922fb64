"""A real server in a process of its own, and the system's Chromium: for tests and pictures of the app."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import ViewportSize
from websockets import Subprotocol
from websockets.sync.client import connect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
"""The system's Chromium; the one without a window does the same work in a third of the time."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--process-per-site",  # a page that is opened again need not begin with a new process
]
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
WIDE: ViewportSize = {"width": 1920, "height": 1080}


class AppServer:
    """One server. It can be killed and started again with the same data and port.

    `packages` is where packages with games or players of somebody else are installed, `patience` how many seconds any
    of its answers may take.
    """

    def __init__(self, data: Path, port: int = 0, packages: Sequence[Path] = (), *, patience: float = 60) -> None:
        self.data = data
        self.patience = patience
        self.port = port
        self.environment = {**os.environ, **({"PYTHONPATH": os.pathsep.join(map(str, packages))} if packages else {})}
        self.url = ""
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "triarii", "serve", "--data", str(self.data), "--lang", "en", "--workers", "1"]
        command += ["--port", str(self.port or 18200 + os.getpid() % 2000), "--rooms-a-minute", "6000"]
        log = self.data / "server.log"
        with log.open("w", encoding="utf-8") as sink:
            self.process = subprocess.Popen(
                command, stdout=sink, stderr=sink, cwd=self.data, env=self.environment, start_new_session=True
            )
        found, end = None, time.monotonic() + self.patience
        while not found and self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
            found = re.search(r"http://127\.0\.0\.1:(\d+)", log.read_text(encoding="utf-8"))
        assert found, f"the server did not start: {log.read_text(encoding='utf-8')}"
        self.url, self.port = found.group(0), int(found.group(1))
        httpx.get(self.url + "/api/health", timeout=self.patience, trust_env=False).raise_for_status()

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def room(self, **wish: Any) -> dict[str, Any]:
        """Opens a room: what POST /api/rooms answers. Of two people neither adds anything to chance: nobody has to wait
        for a seat without a browser."""
        answer = httpx.post(self.url + "/api/rooms", json=wish, timeout=self.patience, trust_env=False)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        held = [seat["token"] for seat in wish["seats"].values() if "token" in seat]
        for token in held if len(held) == 2 else ():
            self.add_nothing(made["room"], token)
        return made

    def names(self) -> list[str]:
        """What the people call themselves whose games everybody may watch."""
        listed = httpx.get(self.url + "/api/rooms", timeout=self.patience, trust_env=False).json()["rooms"]
        return [seat["name"] for room in listed for seat in room["seats"].values()]

    def add_nothing(self, room: str, token: str) -> None:
        """What a seat adds to chance, when it has been kept."""
        place = f"ws{self.url.removeprefix('http')}/api/rooms/{room}/socket"
        subprotocols = [Subprotocol("triarii.1")]
        with connect(place, subprotocols=subprotocols, proxy=None, open_timeout=self.patience) as socket:
            socket.send(json.dumps({"t": "hello", "token": token}))
            socket.send(json.dumps({"t": "text", "text": ""}))
            while json.loads(socket.recv(self.patience))["t"] != "text":
                pass
