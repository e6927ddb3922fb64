"""One game between two players, from where it stands to its end."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from triarii.core.chance import Dealer
from triarii.core.contract import Budget, Eye, Player, Refusal, Refused, Turn
from triarii.core.records import Acted, ChanceFell
from triarii.core.timeline import Timeline

UNLIMITED = Budget()
LONGEST = 10_000
"""Turns after which a game counts as unfinished."""


class Misplayed(Refused):
    """A player did what the rules do not allow: the player, and why it is not allowed."""

    def __init__(self, player: str, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.player = player


def play_on(
    line: Timeline,
    players: Mapping[Turn, Player],
    dealer: Dealer,
    rng: Random,
    budget: Budget = UNLIMITED,
    turns: int = LONGEST,
) -> int:
    """Plays at most so many turns of seats, and tells how many there were; raises Misplayed."""
    played = 0
    while line.result is None and played < turns:
        turn = line.position.turn
        if turn is Turn.CHANCE:
            line.append(ChanceFell(line.game.action_text(dealer.deal(line.position, line.chances))))
            continue
        chosen = players[turn].choose(line.game, line.position.view(Eye(turn)), budget, rng)
        refusal = line.append(Acted(turn, line.game.action_text(chosen.action)))
        if refusal is not None:
            raise Misplayed(line.header.seats[turn], refusal)
        played += 1
    return played
