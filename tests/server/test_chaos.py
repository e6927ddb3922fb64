"""Servers and thinkers on one PostgreSQL, any of which is killed, stands still or is cut off at random moments, and the
database with them: no acknowledged move is lost or done twice, all eyes see one order, every record verifies."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from random import Random

from tests import patience
from tests.server.cluster import Trouble, cluster
from tests.server.through_crashes import Played, all_at_it, let_some_happen, verified

GAMES = int(os.environ.get("TRIARII_CHAOS_GAMES", "4"))
"""`make soak` asks for more, and for what was found as a file."""
TOLD = os.environ.get("TRIARII_CHAOS_TOLD", "")
SEED = int(os.environ.get("TRIARII_CHAOS_SEED", "16"))
SERVERS, THINKERS = 3, 2
KINDS = ("cities", "towar", "cities", "towar", "adlg")
ALONE = 5
"""Of so many games, one is against the computer."""
DANGEROUS = max(len(Trouble), GAMES)
"""Troubles after which all is left in peace, so that a loaded machine too comes to an end."""
LEAST = 3
"""Troubles without which nothing is proven."""
MOVES_BETWEEN = 10 if GAMES < 50 else 40
"""At most, between two of them."""
SILENCE = 1.0 * patience.SLOWNESS
"""Seconds after which a client gives up whoever says nothing."""


def game_of(number: int, address: str, over: threading.Event) -> Played:
    alone = number % ALONE == ALONE - 3
    return Played(address, KINDS[number % len(KINDS)], alone, Random(number), over, SILENCE, watched=True)


def test_whatever_dies_nothing_acknowledged_is_lost_and_all_see_one_order(tmp_path: Path) -> None:
    rng, over = Random(SEED), threading.Event()
    with cluster(tmp_path, SERVERS, THINKERS) as several:
        games: list[Played] = []
        troubles = [[*Trouble][number % len(Trouble)] for number in range(DANGEROUS)]
        rng.shuffle(troubles)
        try:
            while several.happened.total() < LEAST:  # who is quick plays on until there was trouble
                begun = [game_of(number, several.address, over) for number in range(len(games), len(games) + GAMES)]
                games += begun
                players = all_at_it(begun)
                while any(each.is_alive() for each in players):
                    let_some_happen(games, rng, players, MOVES_BETWEEN)
                    if troubles and any(each.is_alive() for each in players):
                        several.suffer(troubles.pop(), rng)
                for each in players:
                    each.join()
        finally:
            over.set()
        proven = 0
        for game in games:
            assert not game.wrong, game.wrong
            tellings = {game.record(address) for address in several.addresses}
            assert len(tellings) == 1, "two servers tell of two games"
            record, chances = verified(game, tellings.pop())
            problems = game.problems(record)
            assert not problems, "\n".join(map(str, problems))
            proven += chances
        assert proven > 0
        if TOLD:
            away = sorted(seconds for game in games for seconds in game.away)
            found = {
                "games": len(games),
                "servers": SERVERS,
                "thinkers": THINKERS,
                "troubles": {str(name): count for name, count in several.happened.items()},
                "moves": sum(game.acknowledged for game in games),
                "proven": proven,
                "sights": sum(len(game.sights) for game in games),
                "came_back": len(away),
                "back_within_ms": {
                    name: round(1000 * away[int(share * (len(away) - 1))])
                    for name, share in (("half", 0.5), ("p95", 0.95), ("p99", 0.99), ("all", 1.0))
                },
                "seed": SEED,
            }
            Path(TOLD).write_text(json.dumps(found))
