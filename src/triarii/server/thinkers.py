"""`triarii think`: a process that serves nobody and thinks for the computers of all rooms of a shared database."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from dataclasses import replace

from triarii.core.contract import Refusal
from triarii.server import logs
from triarii.server.play.warming_up import load_games
from triarii.server.rooms.lobby import Lobby
from triarii.server.settings import Settings
from triarii.server.sources import Sources
from triarii.server.storage import postgres_address
from triarii.server.storage.opening import database_of
from triarii.server.storage.store import Store
from triarii.server.thinking.pools import WorkerPools
from triarii.server.wire.words import say

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def think(settings: Settings, lang: str, show: Callable[[str], None]) -> Refusal | None:
    """Think until a signal comes; a refusal if it can't begin."""
    logs.begin(settings.log)
    settings = replace(settings, processes=1)  # what is set for the servers beside it
    if not settings.database_url:
        return Refusal("serve.nothing_to_think")
    refusal = postgres_address.problem_with(settings.database_url)
    if refusal is not None:
        return refusal
    load_games()
    asyncio.run(_think(settings, lang, show))
    show(say("think.stopped", lang))
    return None


async def _think(settings: Settings, lang: str, show: Callable[[str], None]) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    before = {number: signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set)) for number in SIGNALS}
    store = Store(database_of(settings))
    lobby = Lobby(store, Sources(), WorkerPools.of(settings), settings)
    try:
        await lobby.open()
        show(say("think.there", lang, database=postgres_address.shown(settings.database_url)))
        show(say("think.stop", lang))
        await stopped.wait()
    finally:
        await lobby.close()
        await store.close()
        for number, handler in before.items():
            signal.signal(number, handler)
