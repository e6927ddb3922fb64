"""`python -m benchmarks.book`: finds the first turns that the levels of Cities & Heroes know by heart.

A line is four turns; each is the one of a few random turns that leaves its player most room. A line is kept if the
position after it is balanced, looked at with many nodes. The lines go to players/cities/book.toml.
"""

from __future__ import annotations

import argparse
from random import Random

from benchmarks import figures
from triarii.games.cities import GAME
from triarii.games.cities.actions import TEXTS
from triarii.games.cities.position import Position
from triarii.players.cities import evaluation
from triarii.players.cities.book import MIRROR
from triarii.players.cities.search import Search
from triarii.players.cities.weights import PRESENT, Weights

BOOK = figures.ROOT / "src" / "triarii" / "players" / "cities" / "book.toml"
LAYOUTS = ("gates", "flanks")
"""Layouts that look the same in a mirror: a line stands for two."""
TURNS = 4
TRIED = 6
"""Random turns of which the roomiest is taken: lines differ, and make sense."""
BALANCED = 30
"""Points that the one to move may be ahead or behind at the end of a line."""
MOBILITY = Weights._fields.index("mobility")


def room(here: Position, action: int) -> int:
    """Squares more within reach of the mover than of the other, after a turn."""
    after = here.play(action)
    return -evaluation.features(*after.placement, after.stall)[MOBILITY]


def line(begun: Position, rng: Random) -> tuple[str, Position]:
    """Some first turns, and the position after them."""
    here, turns = begun, list[str]()
    for _ in range(TURNS):
        action = max(rng.sample(here.actions(), TRIED), key=lambda each: room(here, each))
        turns.append(TEXTS[action])
        here = here.play(action)
    return " ".join(turns), here


def balanced(layout: str, count: int, nodes: int, seed: int) -> tuple[dict[str, int], int]:
    """So many different lines of a layout with their values, and how many were looked at; no mirror images."""
    begun = GAME.start({"layout": layout})
    assert isinstance(begun, Position)
    search, rng = Search(PRESENT, begun.setting.rulings, 16), Random(f"{seed}/{layout}")
    kept: dict[str, int] = {}
    tried = 0
    while len(kept) < count:
        written, here = line(begun, rng)
        name = min(written, written.translate(MIRROR))
        if here.turn is not here.side or name in kept:
            continue
        tried += 1
        value = search.search(here.placement, here.stall, here.past_keys(), nodes=nodes).value
        if abs(value) <= BALANCED:
            kept[name] = value
    return dict(sorted(kept.items())), tried


def main() -> None:
    parser = argparse.ArgumentParser(description="Find first turns that the levels of Cities & Heroes know by heart.")
    parser.add_argument("--lines", type=int, default=150, help="for each layout")
    parser.add_argument("--nodes", type=int, default=50_000, help="for the position after a line")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    told = [
        "# Balanced first turns, found by `python -m benchmarks.book`; mirror images are left out.\n",
        "# value: points of the one to move after them.\n",
    ]
    counts = {}
    for layout in LAYOUTS:
        found, tried = balanced(layout, chosen.lines, chosen.nodes, chosen.seed)
        values = list(found.values())
        counts[layout] = {"lines": len(found), "tried": tried, "lowest": min(values), "highest": max(values)}
        told += [f'\n[[{layout}]]\nturns = "{turns}"\nvalue = {value}\n' for turns, value in found.items()]
    BOOK.write_text("".join(told), encoding="utf-8")
    figures.write("book", {"nodes": chosen.nodes, "seed": chosen.seed, "layouts": counts})


if __name__ == "__main__":
    main()
