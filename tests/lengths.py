"""How long tests go on that prove more by length: briefly in `make test`, at full length when `make soak` asks.

    HYPOTHESIS_PROFILE=soak .venv/bin/python -m pytest tests/games/adlg/table/test_random_battles.py

is such a test as `make soak` runs it; the same word makes Hypothesis search longer.
"""

from __future__ import annotations

import os

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "soak"


def at_length(brief: int, long: int) -> int:
    """How many steps, orders or games this run takes."""
    return long if LONG else brief
