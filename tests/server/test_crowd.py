"""What `make bench` does with the server, on a small scale: planned games, moves by the clock, nothing goes wrong."""

from __future__ import annotations

import pytest

from benchmarks import bench, crowd
from benchmarks.served import KINDS, planned, room_of
from tests.patience import SLOWNESS
from tools import pages


def test_a_small_crowd_plays_without_an_error() -> None:
    size = crowd.Size(len(KINDS), every=0.3 * SLOWNESS, warm_up=0.5 * SLOWNESS, seconds=2.0 * SLOWNESS)
    told = crowd.measure(size)
    assert told["errors"] == 0
    assert (told["games"], told["sockets"]) == (4, 8)
    assert int(str(told["moves"])) > 4
    assert 0 < float(str(told["p50_ms"])) <= float(str(told["p99_ms"])) <= float(str(told["slowest_ms"]))
    assert int(str(told["memory_mb"])) > 10
    assert set(bench.WANTED) <= set(told)
    table = "\n".join(pages.served(told))
    assert f"| errors | {told['errors']} |" in table
    assert "4, 8, " in table


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_a_plan_follows_from_the_number_of_the_room(number: int) -> None:
    assert planned(number, 6) == planned(number, 6)
    assert len(planned(number, 6)) == 6
    assert room_of(number).isalnum()
    assert planned(number, 6) != planned(number + len(KINDS), 6)
