"""How long Hypothesis searches: briefly and repeatably in `make test`, far longer and anew each time when asked.

    HYPOTHESIS_PROFILE=soak .venv/bin/python -m pytest --timeout=0 tests/test_fuzz.py

Tests take `given` and `st` from here, so that none runs without a profile; `seldom` is for those that take long.
"""

import os

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

__all__ = ["example", "given", "seldom", "st"]

# A loaded machine may be slow for a moment: time says nothing about whether a promise holds.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("quick", PATIENT, max_examples=60, derandomize=True)
settings.register_profile("soak", PATIENT, max_examples=500, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
seldom = settings(max_examples=settings().max_examples // 4)
