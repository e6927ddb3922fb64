"""Where figures are told: on a port of their own, which no proxy shows to the world.

Every process has its own port and counts for itself, so that a figure is never one process's word for all of them, and
a restart of one is seen as such. No figure names a room, a person or an address.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from triarii.core.contract import Refusal
from triarii.server import network
from triarii.server.http.services import Services
from triarii.server.settings import LAST_PORT, Settings
from triarii.server.tallies import Tallies

LOG = logging.getLogger("triarii.server")
GLANCE = 1.0
"""Seconds between two looks at how late the event loop is."""


def problem_with(settings: Settings) -> Refusal | None:
    """Why there can be no figures; None if there can, or nobody asked for any."""
    if not settings.metrics_port:
        return None
    if find_spec("prometheus_client") is None:
        return Refusal("serve.no_prometheus")
    for port in ports(settings):
        found = network.listen(settings.metrics_host, port, this_port=True)
        if isinstance(found, Refusal):
            return found
        found.close()
    return None


def ports(settings: Settings) -> range:
    """One for each process; of several, one is replaced by another that is there before it goes, and needs a port
    too."""
    count = settings.processes + 1 if settings.processes > 1 else 1
    return range(settings.metrics_port, min(settings.metrics_port + count, LAST_PORT + 1))


@contextmanager
def told(services: Services) -> Iterator[None]:
    """Tell figures meanwhile, if the settings say where; within the event loop of the server."""
    settings = services.settings
    if not settings.metrics_port:
        yield
        return
    # Late: nobody who asks for no figures needs the package.
    from prometheus_client import start_http_server

    from triarii.server.metrics.figures import registry_of

    lag = asyncio.ensure_future(_look_at_lag(services.tallies))
    server, thread = None, None
    for port in ports(settings):
        try:
            server, thread = start_http_server(port, settings.metrics_host, registry=registry_of(services))
            break
        except OSError:  # another process of this server has it
            continue
    if server is None:
        LOG.error("no port for figures is free: somebody else has taken it since the start")
    try:
        yield
    finally:
        lag.cancel()
        if server is not None and thread is not None:
            server.shutdown()
            server.server_close()
            thread.join()


async def _look_at_lag(tallies: Tallies) -> None:
    loop = asyncio.get_running_loop()
    while True:
        wanted = loop.time() + GLANCE
        await asyncio.sleep(GLANCE)
        tallies.lag = max(0.0, loop.time() - wanted)
