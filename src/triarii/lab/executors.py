"""Who works on the tasks of a measurement: processes of this machine, or a cluster of machines by Ray. Whoever it is
and however many they are, results come in the order of their tasks, so nothing but the time depends on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

from triarii.core.contract import Refusal

Found = TypeVar("Found")
LOCAL, RAY = "local", "ray"
CLUSTER = re.compile(r"ray://[^\s/:]+:[0-9]{1,5}")
AHEAD = 4
"""Tasks for each worker that are handed out before their turn: no list of all tasks is ever made."""


class Executor(Protocol):
    """Has tasks done. A task is a pure function without arguments that another process can be sent: a `partial` of a
    function that can be imported."""

    def run(self, tasks: Iterable[Callable[[], Found]], count: int) -> Generator[Found, None, None]:
        """What the tasks come to, in their order; `count` is how many they are. Closing it ends what is under way. What
        a task raises is raised here, and Refused where nobody can be had to work on it."""


def executor_of(word: str, jobs: int | None = None) -> Executor | Refusal:
    """Who is meant by `local`, `ray` or `ray://HOST:PORT`; at most so many tasks at once, by default one a core."""
    if word == LOCAL:
        from triarii.lab.local_processes import LocalProcesses

        return LocalProcesses(jobs)
    if word != RAY and not CLUSTER.fullmatch(word):
        return Refusal("on.form", params={"word": word[:80]})
    from triarii.lab import ray_cluster  # late, because only this word should pay for it

    if not ray_cluster.is_installed():
        return Refusal("on.no_ray")
    return ray_cluster.RayCluster(word if word != RAY else "", jobs)
