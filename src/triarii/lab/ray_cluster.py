"""Tasks on a cluster of machines by Ray (https://www.ray.io). A task whose machine is lost is done again on another
one; since it is a pure function, nobody can tell that from the results."""

from __future__ import annotations

import importlib
import importlib.util
import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from triarii import __version__
from triarii.core.contract import Refusal, Refused
from triarii.lab.executors import AHEAD, Found

CLIENT = "ray://"
ADDRESS = "RAY_ADDRESS"
"""Where Ray itself looks for a cluster when none is named. It would look for traces of earlier ones too, and wait for
minutes for one that is long gone; we don't."""
HERE = "local"
RETRIES = 20
"""So often may the machine of one task be lost; a task that ends its worker each time must not be tried for ever."""
PATIENCE = 10.0
"""Seconds until a cluster that does not answer counts as not there. Ray itself would wait for minutes."""
TRIES = 3
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": "^",
    "GRPC_VERBOSITY": "NONE",
}
"""A Ray that we start tells nobody that it was used; and it says nothing of nodes that are lost, which it would do on
the standard output, between our results. Whoever wants to hear it sets these variables otherwise."""
LOGGERS = ("ray", "ray.client_builder")


def is_installed() -> bool:
    """Whether the extra `ray` is there."""
    return importlib.util.find_spec("ray") is not None


@dataclass(frozen=True)
class RayCluster:
    """The cluster at an address. Without one: the cluster that RAY_ADDRESS names; where it names none, Ray is started
    here and ends with the last task."""

    address: str = ""
    jobs: int | None = None

    def run(self, tasks: Iterable[Callable[[], Found]], count: int) -> Generator[Found, None, None]:
        if not count:
            return  # nobody need be asked for nothing
        with _joined(self.address) as ray:
            work = ray.remote(num_cpus=1, max_retries=RETRIES)(_done)
            under_way: deque[Any] = deque()
            room = self._room(ray)
            for number, task in enumerate(tasks, start=1):
                under_way.append(work.remote(__version__, task))
                if len(under_way) >= room:
                    yield _result(ray, under_way.popleft())
                if number % room == 0:
                    room = self._room(ray)  # machines come and go
            while under_way:
                yield _result(ray, under_way.popleft())

    def _room(self, ray: Any) -> int:
        """How many tasks may wait or be worked on at once."""
        return self.jobs or max(1, AHEAD * int(ray.cluster_resources().get("CPU", 1)))


def _done(program: str, task: Callable[[], Found]) -> Found:
    """Runs on a machine of the cluster."""
    if program != __version__:
        raise Refused.because("on.other_program", here=program, there=__version__)
    return task()


def _result(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as failed:
        cause = failed.cause
        if isinstance(cause, Refused):
            raise cause from None
        raise Refused.because("on.failed", reason=_last_line(cause or failed)) from None
    except ray.exceptions.RayError as failed:
        raise Refused.because("on.lost", reason=_last_line(failed)) from None


@contextmanager
def _joined(address: str) -> Iterator[Any]:
    """Ray, as a part of the cluster; it is left again unless this process was a part of it before."""
    named = address or os.environ.get(ADDRESS, "")
    _insist_on_an_answer(named)
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    ray: Any = importlib.import_module("ray")  # by its name: the types of all of Ray would take mypy long
    if ray.is_initialized():
        yield ray
        return
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.ERROR)  # a measurement says what it finds, and nothing else
    try:
        if named.startswith(CLIENT):
            _join_as_client(ray, named)
        else:
            mine = {} if named else {"include_dashboard": False}
            ray.init(named or HERE, log_to_driver=False, configure_logging=False, **mine)
    except ImportError:  # Ray without its part for clients, which the extra has
        raise Refused.because("on.no_ray") from None
    except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as problem:
        raise Refused(_unreachable(named, problem)) from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _join_as_client(ray: Any, named: str) -> None:
    """The head starts a process for every client; where it has much to do, that fails now and then."""
    _hush_clients()
    for left in reversed(range(TRIES)):
        try:
            ray.init(named, log_to_driver=False)
            return
        except ConnectionAbortedError:
            if not left:
                raise


def _hush_clients() -> None:
    """What is said on the cluster would appear on our standard output, between the results."""
    streams: Any = importlib.import_module("ray.util.client.logsclient").LogstreamClient
    streams.log = streams.stdstream = _unsaid


def _unsaid(_stream: object, level: int, msg: str) -> None:
    """Takes the place of Ray's own printing."""


def _insist_on_an_answer(named: str) -> None:
    host, _, port = named.removeprefix(CLIENT).rpartition(":")
    if not host or not port.isdigit():
        return  # Ray has other words for a cluster, and finds it by itself
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError, UnicodeError) as problem:
        raise Refused(_unreachable(named, problem)) from None


def _unreachable(named: str, problem: Exception) -> Refusal:
    reason = getattr(problem, "strerror", None) or _last_line(problem)
    return Refusal("on.unreachable", params={"address": named or "ray", "reason": reason})


def _last_line(problem: object) -> str:
    """What Ray has to say comes with much around it."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    return (lines[-1] if lines else type(problem).__name__)[:200]
