"""A Ray cluster of several nodes on this machine, in a process of its own that does what it is told line by line.

    python -m tests.lab.ray_nodes

begins with a head that works on nothing. `add` brings a node with one core, `kill` ends the oldest one by force as a
power cut would, and the end of the input ends all. Every line is answered: with the address of the cluster, and that of
its port for clients.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

STORE = 80 << 20
"""Bytes for objects: the least that Ray takes."""
TRIES = 5
"""To start a node: Ray gives up after 30 seconds, whatever else the machine has to do."""
LITTLE = {"object_store_memory": STORE, "include_log_monitor": False}


def main() -> None:
    from ray.cluster_utils import Cluster

    with socket.socket() as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    head = {"num_cpus": 0, "include_dashboard": False, "ray_client_server_port": port, **LITTLE}
    cluster = started(lambda: Cluster(initialize_head=True, head_node_args=head))
    nodes: list[Any] = []
    print(cluster.address, port, flush=True)
    for line in sys.stdin:
        if line == "add\n":
            nodes.append(started(lambda: cluster.add_node(num_cpus=1, **LITTLE)))
        elif line == "kill\n":
            raylet = nodes.pop(0).all_processes["raylet"][0].process
            os.kill(raylet.pid, signal.SIGKILL)  # its workers go with it
            raylet.wait()
        print(cluster.address, port, flush=True)
    cluster.shutdown()


def started(start: Callable[[], Any]) -> Any:
    for _ in range(TRIES - 1):
        try:
            return start()
        except Exception as late:
            if "timed out" not in str(late):
                raise
    return start()


if __name__ == "__main__":
    main()
