"""Loads the server once and forks one for each line of its input, so that tests can kill many."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import alembic.command  # noqa: F401  (loaded once, here)

from triarii.core.contract import Refusal
from triarii.server.play.warming_up import load_games
from triarii.server.serving import serve
from triarii.server.settings import Limits, Settings
from triarii.server.thinkers import think

LIMITS = Limits(
    hellos_a_second=1e6, rooms_a_minute=1e6, claims_a_minute=1e6, studies_a_minute=1e6, connections_an_address=100_000
)


def show(line: str) -> None:
    """Each says who it is."""
    print(os.getpid(), line, flush=True)


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever dies is reaped at once
    load_games()
    for line in sys.stdin:
        asked = json.loads(line)
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            show("born")
            refusal = begin(**asked)
            show(f"ended {refusal}")
            os._exit(0)


def begin(data: str, port: int, **more: Any) -> Refusal | None:
    """A server; without a port, one who only thinks for others."""
    settings = Settings(Path(data), port=port, workers=1, limits=LIMITS, **more)
    return serve(settings, "en", False, show) if port else think(settings, "en", show)


if __name__ == "__main__":
    main()
