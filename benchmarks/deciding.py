"""How fast the general of L'Art de la Guerre decides, before and after: the frozen `veteran` and he look at the same
tables of a battle of 200 points, one after the other, in CPU time. `python -m benchmarks.deciding` measures only this.
"""

from __future__ import annotations

import time
from random import Random

from benchmarks import battles
from triarii.core import registry
from triarii.core.contract import Budget, Eye, Player, Refusal, Turn, View
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.game import GAME

SCENARIO = "olive_groves"
SEED = 7
EVERY = 3
"""Of the orders of a battle, one in so many is decided by both."""
PLAYERS = ("veteran", "general")
LEVEL = "strong"
"""The level whose whole turns are measured: the one that people meet first."""
WANTED, WANTED_TURN = 8.0, 2.0
"""Decisions of the general for one of the veteran in the same time, and CPU seconds of a whole turn."""
LONGEST = 600


def measure() -> dict[str, object]:
    """Milliseconds a decision of both, how many times as fast the new one is, and the longest turn of the level."""
    views, turns = _battle()
    found: dict[str, object] = {"scenario": SCENARIO, "decisions": len(views)}
    spent = {}
    for name in PLAYERS:
        player = _player(name)
        player.choose(GAME, views[0], Budget(), Random(0))  # everything is read and warm
        since = time.process_time()
        for view in views:
            player.choose(GAME, view, Budget(), Random(0))
        spent[name] = (time.process_time() - since) / len(views)
        found[name] = {"ms_a_decision": round(1000 * spent[name], 1), "decisions_a_second": round(1 / spent[name], 1)}
    found["times_as_fast"] = round(spent[PLAYERS[0]] / spent[PLAYERS[1]], 2)
    found["wanted"] = WANTED
    found["turn_seconds"] = {"level": LEVEL, "mean": round(sum(turns) / len(turns), 2), "longest": round(max(turns), 2)}
    before, after = (1000 * spent[name] for name in PLAYERS)
    print(
        f"adlg, orders at 200 points: veteran {before:.1f} ms, general {after:.1f} ms "
        f"a decision, {found['times_as_fast']} times as fast (wanted {WANTED}); a turn of {LEVEL}: "
        f"{sum(turns) / len(turns):.2f} CPU s in the mean, {max(turns):.2f} at most (wanted {WANTED_TURN})"
    )
    return found


def _battle() -> tuple[list[View], list[float]]:
    """Tables of one battle of the level against itself, and the CPU seconds of each of its player turns."""
    rng, position, player = Random(SEED), battles.start(SCENARIO), _player(LEVEL)
    views: list[View] = []
    turns: dict[tuple[int, Turn], float] = {}
    decided = 0
    while position.turn is not Turn.OVER and decided < LONGEST:
        if position.turn is Turn.CHANCE:
            faces, shares = zip(*position.chances(), strict=True)
            position = position.play(rng.choices(faces, [float(share) for share in shares])[0])
            continue
        view = position.view(Eye(int(position.turn)))
        if position.state.stage is Stage.ORDERS:
            decided += 1
            if decided % EVERY == 0:
                views.append(view)
        since = time.process_time()
        action = player.choose(GAME, view, Budget(), rng).action
        key = (position.state.sequence, position.turn)
        turns[key] = turns.get(key, 0.0) + time.process_time() - since
        position = position.play(action)
    return views, list(turns.values())


def _player(name: str) -> Player:
    found = registry.player(name, "adlg")
    assert not isinstance(found, Refusal), found
    return found


if __name__ == "__main__":
    measure()
