"""Limits that hold for all processes together: what a client used up elsewhere counts here too, half a second later.

Nothing of it is stored. Who a client is, is told to the others by a checksum of its address.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Mapping
from functools import partial

from sqlalchemy.exc import DatabaseError

from triarii.server.rate_limits import Buckets
from triarii.server.storage.store import Store

EVERY = 0.5
"""Seconds between two words to the others."""
MOST_TOLD = 200
"""Clients of one limit that are told of at once; of so many at once each has used up little."""


class SharedLimits:
    """The limits of this process that the others know of, and theirs."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._limits: dict[str, Buckets] = {}
        self._spent: dict[str, Counter[str]] = {}

    def share(self, name: str, limit: Buckets) -> None:
        if self._store.shared:
            self._limits[name] = limit
            limit.on_take = partial(self._note, name)

    def heard(self, spent: Mapping[str, Mapping[str, int]]) -> None:
        """What clients have used up at another process."""
        for name, clients in spent.items():
            if name in self._limits:
                for client, count in clients.items():
                    self._limits[name].spend(client, count)

    async def tell(self) -> None:
        """Tell the others what was used up here, until this is cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            if self._spent:
                spent, self._spent = self._spent, {}
                told = {name: dict(clients.most_common(MOST_TOLD)) for name, clients in spent.items()}
                with contextlib.suppress(DatabaseError):
                    await self._store.tell_spent(told)

    def _note(self, name: str, client: str) -> None:
        self._spent.setdefault(name, Counter())[client] += 1
