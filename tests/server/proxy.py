"""A small proxy before several servers, as an operator would have one: in turn to whoever takes connections. Tests cut
what goes through it, or hold it up."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any

from tests import patience

AT_ONCE = 65_536


class Proxy:
    """Listens on a free port, in a thread of its own; `address` is what clients are told."""

    def __init__(self, ports: list[int]) -> None:
        self._ports = ports
        self._next = 0
        self._through: dict[int, set[asyncio.StreamWriter]] = {port: set() for port in ports}
        """Both ends of what goes to each port."""
        self._delay = 0.0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self, port: int) -> int:
        """Break off everything that goes to a server, as a cable would; how many ends that were."""
        cut: int = self._run(self._cut(port))
        return cut

    def delay(self, seconds: float) -> None:
        """Hold up every piece of data for so long from now on, in both directions."""
        self._delay = seconds

    def close(self) -> None:
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(patience.ANSWER)
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(patience.ANSWER)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self._ports:
            port = self._ports[self._next % len(self._ports)]
            self._next += 1
            try:
                from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue  # nobody there: whoever is next
            ends = {writer, to_server}
            self._through[port] |= ends
            try:
                await asyncio.gather(self._pass_on(reader, to_server), self._pass_on(from_server, writer))
            finally:
                self._through[port] -= ends
                for end in ends:
                    end.transport.abort()
            return
        writer.transport.abort()

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(AT_ONCE):
                if self._delay:
                    await asyncio.sleep(self._delay)
                target.write(data)
                await target.drain()
        target.close()  # one direction ended: for what is spoken here so has the other

    async def _cut(self, port: int) -> int:
        ends = list(self._through[port])
        for end in ends:
            end.transport.abort()
        return len(ends)

    async def _close(self) -> None:
        self._server.close()
        for port in self._ports:
            await self._cut(port)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)
