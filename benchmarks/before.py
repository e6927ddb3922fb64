"""An older checkout of this project, built beside it, so that before and after are measured in one run.

TRIARII_BEFORE names another commit than the usual one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

from benchmarks import figures

COMMIT = os.environ.get("TRIARII_BEFORE", "87aa4a41")
"""The last one before the engine of L'Art de la Guerre was made faster."""
PROBE = figures.ROOT / "benchmarks" / "by_contract.py"


def package() -> Path | None:
    """Where the older package lies, compiled; None where this is no clone that knows the commit."""
    place = figures.WORK / f"before-{COMMIT}"
    if (place / "built").exists():
        return place / "src"
    packed = subprocess.run(["git", "archive", COMMIT], cwd=figures.ROOT, capture_output=True, check=False)
    if packed.returncode:
        return None
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as files:
        files.extractall(place, filter="data")
    subprocess.run([sys.executable, "setup.py", "build_ext", "--inplace"], cwd=place, capture_output=True, check=True)
    (place / "built").touch()
    return place / "src"


def command(job: str, size: int) -> list[str]:
    """What measures a job with whatever package is found first."""
    return [sys.executable, str(PROBE), job, str(size)]
