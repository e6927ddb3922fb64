"""Prints what a random game offers at every step, as digests: two processes must print the same.

python -m tests.games.offers_in_order GAME OPTIONS PLIES
"""

from __future__ import annotations

import hashlib
import json
import sys
from random import Random

from triarii.core import registry
from triarii.core.contract import AnyPosition, Refusal, Turn
from triarii.core.options import complete


def offered(position: AnyPosition, prefix: tuple[str, ...] = (), depth: int = 3) -> str:
    """The words that can follow, and those that can follow the first and the last of them."""
    found = position.choices(prefix)
    if not isinstance(found, list | tuple) or not found or not hasattr(found[0], "text"):
        return repr(found)
    words = [choice.text for choice in found]
    deeper = [offered(position, (*prefix, word), depth - 1) for word in {words[0]: 0, words[-1]: 0}] if depth else []
    return f"{words} {deeper}"


def main(name: str, options: str, plies: int) -> None:
    game = registry.game(name)
    assert not isinstance(game, Refusal)
    complete_options = complete(game.info, json.loads(options))
    assert not isinstance(complete_options, Refusal)
    position, rng = game.start(complete_options), Random(5)
    assert not isinstance(position, Refusal)
    for _ in range(plies):
        if position.turn is Turn.OVER:
            break
        if position.turn is Turn.CHANCE:
            action = rng.choice([outcome for outcome, _ in position.chances()])
        else:
            print(hashlib.sha256(offered(position).encode()).hexdigest()[:16], position.text())
            sampled = getattr(position, "sample", None)
            action = sampled(rng) if sampled else rng.choice(position.actions())
        position = position.play(action)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
