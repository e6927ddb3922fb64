"""What a game offers, and in which order, is the same in every process: one may be asked for the first word of an
action and another for the second."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests import patience


def offers(hash_seed: str, game: str, options: str, plies: int) -> list[str]:
    command = [sys.executable, "-m", "tests.games.offers_in_order", game, options, str(plies)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.check_output(command, env=environment, timeout=patience.ANSWER, text=True).splitlines()


@pytest.mark.parametrize(
    ("game", "options", "plies"),
    [
        ("adlg", '{"setup": "procedure"}', 25),
        ("adlg", '{"scenario": "skirmish"}', 6),
        ("towar", '{"variant": "hand_of_three"}', 40),
        ("cities", "{}", 20),
    ],
)
def test_every_process_offers_the_same_words_in_the_same_order(game: str, options: str, plies: int) -> None:
    one, other = (offers(seed, game, options, plies) for seed in ("1", "2"))
    assert one
    assert one == other
