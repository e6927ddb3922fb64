"""`make soak`: long versions of what tests do in seconds: conformance, fuzzing, every number of the data changed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

from benchmarks import figures
from tools import mutate
from triarii.core import conformance
from triarii.core.contract import OptionInfo, Span
from triarii.games.cities import GAME

GAMES_A_SETTING = 3
EVERY = 7
"""So many positions of a game pass between two that are asked everything."""
FUZZED = ("tests/test_fuzz.py", "tests/cli/test_fuzz_cli.py")


def main() -> None:
    begun = time.monotonic()
    found = {"cities_conformance": conform(), "cities_mutation": changed_numbers(), "fuzzing": fuzz()}
    figures.write("soak", {**found, "minutes": round((time.monotonic() - begun) / 60, 1)})


def conform() -> dict[str, object]:
    """Random games through the whole contract, for every value of every option."""
    settings: list[dict[str, object]] = [{}]
    for option in GAME.info.options:
        settings += [{option.name: value, "younger": "second"} for value in values(option)]
    settings += [{"layout": layout, "claims": "by_claim"} for layout in GAME.info.options[0].names]
    report = conformance.check_game(GAME, options=settings, games=GAMES_A_SETTING, seed=7, every=EVERY)
    print(f"conformance: {len(settings)} settings, {report}")
    return {"settings": len(settings), "report": str(report)}


def values(option: OptionInfo) -> list[object]:
    if isinstance(option.values, Span):
        return [option.values.low, 1, 2, 5]
    return list(option.names) if isinstance(option.values, str) else list(option.values)


def changed_numbers() -> dict[str, object]:
    """Every number of the data tables changed, one by one; a test must notice each."""
    summary = mutate.mutate("cities", jobs=os.cpu_count() or 1)
    print(f"mutation: {summary.as_json()}")
    return dict(summary.as_json())


def fuzz() -> dict[str, object]:
    """The fuzz tests with their long profile."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--timeout", "3000", *FUZZED],
        cwd=figures.ROOT,
        env={**os.environ, "HYPOTHESIS_PROFILE": "soak"},
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
    print(f"fuzzing: {last}")
    if done.returncode:
        raise SystemExit(done.stdout)
    passed = re.search(r"(\d+) passed", last)
    return {"tests": int(passed.group(1)) if passed else 0, "profile": "soak"}


if __name__ == "__main__":
    main()
