"""What becomes of a turn of To War! that was decided before the other side moved: is it still allowed, still wanted?

In games with a hand of three a player is asked for its turn twice: before the other side's turn, as if it were its own,
and when it has come.

python -m benchmarks.planning [PLAYER …] prints how often the whole turn, its card, and its card with its space hold.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from random import Random

import triarii
from triarii import Turn

PLAYERS = ("greedy", "expectimax:nodes=1500")
PLANS = 400
SEED = 5
OPTIONS = {"variant": "hand_of_three"}
CARD = re.compile(r"([A-Za-z])(\d+)")


@dataclass
class Held:
    """Of so many plans, how many held."""

    plans: int = 0
    allowed: int = 0
    wanted: int = 0
    card: int = 0
    space: int = 0

    def count(self, plan: str, now: str, allowed: bool) -> None:
        self.plans += 1
        self.allowed += allowed
        self.wanted += plan == now
        self.card += plan.partition("/")[0] == now.partition("/")[0]
        self.space += plan.partition(":")[0] == now.partition(":")[0]

    def __str__(self) -> str:
        shares = [("allowed", self.allowed), ("wanted", self.wanted), ("card", self.card), ("card, space", self.space)]
        return ", ".join(f"{name} {share / self.plans:.0%}" for name, share in shares) + f" of {self.plans} plans"


def other_turn(text: str, rng: Random) -> str | None:
    """The same position with the other side to move. Who was to move has one card of its reserve less: turns alternate,
    so the cards that are left must fit."""
    armies, rows, side, up, reserves, *rest = text.split(" ")
    piles = reserves.split("-")
    mover = int(side) - 1
    cards = CARD.findall(piles[mover])
    if not cards:
        return None
    gone = rng.choice(cards)[0]
    left = [(letter, int(number) - (letter == gone)) for letter, number in cards]
    piles[mover] = "".join(f"{letter}{number}" for letter, number in left if number) or "0"
    return " ".join((armies, rows, "2" if side == "1" else "1", up, "-".join(piles), *rest))


def plans_of(player: triarii.Player, wanted: int, rng: Random) -> Held:
    game = triarii.game("towar")
    held = Held()
    while held.plans < wanted:
        position = game.start(**OPTIONS)
        while position.turn is not Turn.OVER and held.plans < wanted:
            if position.turn is Turn.CHANCE:
                position = position.roll(rng)
                continue
            chooses_card = "/" in position.actions()[0]
            before = other_turn(position.text, rng) if chooses_card else None
            mover = position.turn
            position = position.apply(player.choose(position, seed=rng.randrange(10_000)))
            while position.turn is Turn.CHANCE:
                position = position.roll(rng)
            if before is None or position.turn in (Turn.OVER, mover):
                continue
            plan = player.choose(game.position(before, **OPTIONS), seed=SEED)
            now = player.choose(position, seed=SEED)
            held.count(plan, now, allowed(position, plan))
    return held


def allowed(position: triarii.Position, action: str) -> bool:
    try:
        position.apply(action)
    except triarii.IllegalAction:
        return False
    return True


def main() -> None:
    for name in sys.argv[1:] or PLAYERS:
        print(f"{name}: {plans_of(triarii.player('towar', name), PLANS, Random(SEED))}")


if __name__ == "__main__":
    main()
