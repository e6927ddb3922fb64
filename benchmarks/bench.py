"""`make bench`: ratios measured side by side in one run, because machines are noisy; medians of interleaved rounds."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass

from benchmarks import figures
from triarii import builds

ROUNDS = 5
WORKER = "benchmarks.speed"


@dataclass(frozen=True)
class Measure:
    """One job, run by both builds; sizes are chosen so that each takes about half a second."""

    name: str
    compiled: int
    pure: int
    unit: str


MEASURES = (
    Measure("playouts", 2_000, 25, "random steps"),
    Measure("perft", 3, 2, "leaves"),
    Measure("contract", 40, 12, "actions listed ply by ply through the contract"),
)


def run(measure: Measure, pure: bool) -> float:
    """Units per CPU second, in a process of its own."""
    size = measure.pure if pure else measure.compiled
    done = subprocess.run(
        [sys.executable, "-m", WORKER, measure.name, str(size)],
        env={**os.environ, "TRIARII_PURE": "1" if pure else "0"},
        cwd=figures.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(done.stdout)["per_cpu_second"])


def main() -> None:
    if set(builds.report().values()) != {"compiled"}:
        raise SystemExit("The compiled build is wanted: run `make build` and look at `triarii doctor`.")
    found: dict[str, object] = {"rounds": ROUNDS}
    for measure in MEASURES:
        pairs = [(run(measure, pure=False), run(measure, pure=True)) for _ in range(ROUNDS)]
        compiled, pure = (statistics.median(side) for side in zip(*pairs, strict=True))
        ratio = statistics.median(fast / slow for fast, slow in pairs)
        found[f"cities_{measure.name}"] = {
            "unit": f"{measure.unit} per CPU second",
            "compiled": round(compiled),
            "pure": round(pure),
            "ratio": round(ratio, 1),
        }
        print(f"cities {measure.name}: compiled {compiled:,.0f}, pure {pure:,.0f} {measure.unit}/s: {ratio:.1f} times")
    figures.write("bench", found)


if __name__ == "__main__":
    main()
