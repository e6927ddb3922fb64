"""The figures themselves: how much there is, how fast wishes are answered, what is wrong. No figure names a room, a
person or an address."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from prometheus_client import GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from triarii import __version__
from triarii.server.http.services import Services
from triarii.server.rooms.lobby import Lobby


def registry_of(services: Services) -> CollectorRegistry:
    """All figures of this process: ours, and what Python and the system tell of it."""
    registry = CollectorRegistry()
    for collector in (GCCollector, PlatformCollector, ProcessCollector):
        collector(registry=registry)
    registry.register(Figures(services))
    return registry


class Figures(Collector):
    """Reads them when they are asked for, in a thread beside the event loop: lengths and numbers only."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def collect(self) -> Iterator[Metric]:
        yield _labelled(GaugeMetricFamily("triarii_info", "The version.", labels=["version"]), {__version__: 1})
        yield from self._counted()
        lobby = self.services.lobby
        yield _gauge("triarii_open", "1 while people are let in.", int(lobby is not None))
        if lobby is not None:
            yield from self._of_lobby(lobby)

    def _counted(self) -> Iterator[Metric]:
        services, tallies = self.services, self.services.tallies
        answers = {str(status): count for status, count in tallies.answers.copy().items()}
        family = CounterMetricFamily("triarii_http_answers", "Answers of HTTP by status.", labels=["status"])
        yield _labelled(family, answers)
        family = CounterMetricFamily("triarii_messages", "Messages of sockets by kind.", labels=["kind"])
        yield _labelled(family, tallies.messages.copy())
        yield HistogramMetricFamily(
            "triarii_wish_seconds",
            "From a wish of a seat, such as a move, to its answer, which comes when it is stored.",
            buckets=list(tallies.wishes.up_to()),
            sum_value=tallies.wishes.total,
        )
        yield _gauge("triarii_loop_lag_seconds", "By how much the event loop came late of late.", tallies.lag)
        yield _gauge("triarii_sockets", "Open sockets.", services.sockets)
        yield _gauge(
            "triarii_connections", "Open connections, sockets among them.", len(services.edge.admission.inside)
        )
        yield _gauge("triarii_unsent_bytes", "What clients have not read yet.", services.edge.unsent.total)
        free = shutil.disk_usage(services.settings.data).free
        yield _gauge("triarii_disk_free_bytes", "Free on the disk of the data folder.", free)

    def _of_lobby(self, lobby: Lobby) -> Iterator[Metric]:
        yield _gauge("triarii_rooms_open", "Rooms in the memory of this process.", len(lobby.rooms))
        kept = "Rooms in the database, open or not; every process that shares it tells the same, so don't add them up."
        yield _gauge("triarii_rooms_kept", kept, lobby.capacity.rooms)
        codes = {each.code: 1 for each in lobby.store.troubles.found()}
        yield _labelled(GaugeMetricFamily("triarii_trouble", "1 for each thing that is wrong.", labels=["code"]), codes)
        pools = {name: getattr(lobby.pools, name) for name in ("moves", "questions", "studies")}
        for name, told, values in (
            ("waiting", "Jobs that wait for a worker.", {each: pool.waiting for each, pool in pools.items()}),
            ("busy", "Workers that work.", {each: pool.busy for each, pool in pools.items()}),
        ):
            yield _labelled(GaugeMetricFamily(f"triarii_thinking_{name}", told, labels=["pool"]), values)
        told = "Workers that died or hung and were replaced."
        replaced = CounterMetricFamily("triarii_thinking_replaced", told, labels=["pool"])
        yield _labelled(replaced, {name: pool.replaced for name, pool in pools.items()})


def _gauge(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(name, told, value=value)


def _labelled(
    family: GaugeMetricFamily | CounterMetricFamily, values: dict[str, int]
) -> GaugeMetricFamily | CounterMetricFamily:
    for label, value in values.items():
        family.add_metric([label], value)
    return family
