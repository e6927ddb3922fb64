"""Where measured results are kept: one JSON file for each kind of measurement, committed with the code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FIGURES = ROOT / "docs" / "figures"
WORK = ROOT / "build"
"""For results under way; not committed."""


def write(name: str, content: object) -> None:
    """Puts a result in place whole."""
    target = FIGURES / f"{name}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(".new")
    fresh.write_text(json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    fresh.replace(target)
    print(f"written: docs/figures/{name}.json")


def read(name: str) -> dict[str, Any]:
    """A result that was measured before; empty where there is none."""
    target = FIGURES / f"{name}.json"
    found: dict[str, Any] = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
    return found
