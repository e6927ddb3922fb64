"""kill -9 of the server at random moments: no acknowledged move is lost, none applied twice, every record verifies."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from random import Random

from tests.server.serving import Nursery, free_port
from tests.server.through_crashes import OPTIONS, Played, all_at_it, let_some_happen, verified
from triarii.core.contract import Turn

GAMES = int(os.environ.get("TRIARII_KILLED_GAMES", "15"))
"""`make soak` asks for more, and for what was found as a file."""
TOLD = os.environ.get("TRIARII_KILLED_TOLD", "")
ALONE = 10
"""Of so many games, one is against the computer."""
DANGEROUS = 2 * GAMES
"""Kills after which the server is left in peace, so that a loaded machine too comes to an end."""


def test_a_killed_server_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    rng, port = Random(8), free_port()
    address, over = f"http://127.0.0.1:{port}", threading.Event()
    # Those against the computer come last in the list, and are begun first: they take longest.
    kinds = [([*OPTIONS][number % len(OPTIONS)], number >= GAMES - GAMES // ALONE) for number in range(GAMES)]
    games = [Played(address, game, alone, Random(number), over) for number, (game, alone) in enumerate(kinds)]
    kills = 0
    server = Nursery()
    process = server.serve(tmp_path, port)
    try:
        players = all_at_it(games)
        while any(each.is_alive() for each in players):
            let_some_happen(games, rng, players, 30 + 6 * sum(each.is_alive() for each in players))
            if kills >= DANGEROUS:
                continue
            server.kill(process)
            kills += 1
            process = server.serve(tmp_path, port)
        over.set()
        for each in players:
            each.join()
        proven = 0
        for game in games:
            assert not game.wrong
            record, chances = verified(game, game.record(address))
            assert not game.problems(record), "\n".join(map(str, game.problems(record)))
            proven += chances
            assert record.end is not None
            winner = record.end.winner
            points = 1 if winner is None else 2 * (winner is Turn.FIRST)
            assert game.counted(address) == [(game.room, points)], "the end and what it counts are one"
        assert kills >= 3
        assert proven > 0
        moves = sum(game.acknowledged for game in games)
        if TOLD:
            Path(TOLD).write_text(json.dumps({"games": GAMES, "kills": kills, "moves": moves, "proven": proven}))
    finally:
        over.set()
        server.close()
