"""A line that is slow, uneven and breaks: a proxy before a server, for tests and measurements of what people notice."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Coroutine
from typing import Any, Self
from urllib.parse import urlsplit

PIECE = 65_536
PATIENCE = 60
"""Seconds that the proxy's own thread may take to do what it is told; it bounds a hang only."""


class SlowLine:
    """Listens on a free port, in a thread of its own; `url` is what browsers are given.

    Every piece of data is under way for `delay` seconds and up to `jitter` more, in both directions, and keeps its
    place among the others. While the line is held nothing arrives at all.
    """

    def __init__(self, server: str, *, delay: float = 0, jitter: float = 0, seed: int = 0) -> None:
        place = urlsplit(server)
        self._to = (str(place.hostname), int(place.port or 80))
        self.delay = delay
        self.jitter = jitter
        self.passed = 0
        """Bytes from the server."""
        self._random = random.Random(seed)
        self._ends: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._open = asyncio.Event()
        self._open.set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="slow line", daemon=True)
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def hold(self) -> None:
        """Nothing arrives any more, in neither direction, until it is let go on."""
        self._loop.call_soon_threadsafe(self._open.clear)

    def go_on(self) -> None:
        self._loop.call_soon_threadsafe(self._open.set)

    def cut(self) -> None:
        """Break off everything that goes through; what was under way is lost."""
        self._run(self._cut())

    def close(self) -> None:
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            from_server, to_server = await asyncio.open_connection(*self._to)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, to_server}
        self._ends |= ends
        both = [self._pass_on(reader, to_server), self._pass_on(from_server, writer, counted=True)]
        try:
            with contextlib.suppress(asyncio.CancelledError):  # it is closed; asyncio would complain of the task
                await asyncio.gather(*both)
        finally:
            self._ends -= ends
            for end in ends:
                end.transport.abort()

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, counted: bool = False) -> None:
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        arriving = asyncio.ensure_future(self._arrive(under_way, target))
        with contextlib.suppress(OSError):
            while data := await source.read(PIECE):
                if counted:
                    self.passed += len(data)
                late = self.delay + self._random.uniform(0, self.jitter)
                under_way.put_nowait((self._loop.time() + late, data))
        under_way.put_nowait((self._loop.time(), b""))
        await arriving

    async def _arrive(self, under_way: asyncio.Queue[tuple[float, bytes]], target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                due, data = await under_way.get()
                await asyncio.sleep(due - self._loop.time())
                await self._open.wait()
                if not data:
                    break
                target.write(data)
                await target.drain()
        target.close()

    async def _cut(self) -> None:
        for end in list(self._ends):
            end.transport.abort()

    async def _close(self) -> None:
        self._server.close()
        self._open.set()
        await self._cut()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for other in others:
            other.cancel()
        await asyncio.gather(*others, return_exceptions=True)
