"""What `make bench` does to find a server's limit, on a small scale: it ends, counts right and finds no errors."""

from __future__ import annotations

from typing import Any

from benchmarks import saturation
from benchmarks.saturation import Course
from tools import pages

SMALL = Course(games=8, moves=6)


def test_every_game_moves_as_soon_as_it_may_until_all_moves_are_made() -> None:
    found = saturation.saturate(SMALL)
    assert found["errors"] == 0
    assert found["moves"] == int(0.8 * 48) - int(0.1 * 48)
    assert int(str(found["moves_a_second"])) > 0
    assert float(str(found["cpu_ms_a_move"])) > 0


def test_the_limits_are_told_as_tables_and_errors_and_slow_starts_are_missed_aims() -> None:
    row = {"storage": "file", "moves_a_second": 1_234, "cpu_ms_a_move": 0.9, "errors": 0}
    found: dict[str, Any] = {
        "rows": [row | {"p50_ms_at_half": 2.1, "p99_ms_at_half": 9.5}],
        "idle": {"games": 2_000, "kb_a_game": 20.5, "kb_a_socket": 30.1},
        "start": {
            "games": 100_000,
            "seconds": 2.1,
            "cpu_seconds": 1.9,
            "seconds_with_one": 2.0,
            "cpu_seconds_with_one": 1.8,
        },
        "cores": 2,
        "beside": [{"server": "ours", "cpu_ms_a_move": 1.2, "p50_ms": 3.0, "p99_ms": 9.0, "errors": 0}],
    }
    table = "\n".join(pages.saturated(found))
    assert "| file | 1,234 | 0.9 | 2.1 | 9.5 | 0 |" in table
    assert "100,000 stored games; with one | 2.1 s; 2.0 s |" in table
    assert "| ours | 1.2 | 3.0 | 9.0 | 0 |" in table
    assert saturation.missed(found) == []
    found["rows"][0]["errors"], found["start"]["cpu_seconds"] = 1, 9.0
    assert len(saturation.missed(found)) == 2
