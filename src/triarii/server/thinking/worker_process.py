"""How a worker process begins: it gives way to those who answer people before it loads anything, since what a worker
loads is a second of work."""

from __future__ import annotations

import os
import signal
import sys


def main(megabytes: int, nice: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if sys.platform != "win32":
        os.nice(nice)
    if sys.platform == "linux":
        # Whoever answers people comes before a thought at once, not at the end of its slice.
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    from triarii.server.thinking import worker

    worker.work(megabytes)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
