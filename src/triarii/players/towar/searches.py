"""What a player of To War! needs to think about one game: the search and the solver for its pair of armies, kept."""

from __future__ import annotations

from fractions import Fraction

from triarii.core.contract import Prospect
from triarii.games.towar.forces import Forces
from triarii.games.towar.position import Position
from triarii.players.towar import weights
from triarii.players.towar.endgame import Endgame
from triarii.players.towar.evaluation import Judgement
from triarii.players.towar.search import Search


class Searches:
    """Searches and solvers by what the armies can do."""

    def __init__(self, *, plain: bool = False, width: int = 6) -> None:
        self.plain = plain
        """Judge by the plain look of the reference players."""
        self.width = width
        self._searches: dict[Forces, Search] = {}
        self._endgames: dict[Forces, Endgame] = {}

    def search(self, position: Position) -> Search:
        if position.force not in self._searches:
            self._searches[position.force] = Search(self._judge(position), position.force, self.width)
        return self._searches[position.force]

    def _judge(self, position: Position) -> Judgement:
        worth = weights.reference(position.setting.table) if self.plain else weights.tuned()
        return weights.judgement(position.setting, position.armies, worth)

    def endgame(self, position: Position) -> Endgame:
        if position.force not in self._endgames:
            self._endgames[position.force] = Endgame(position.force, self._judge(position))
        return self._endgames[position.force]


def solvable(position: Position) -> bool:
    """Can the rest be solved, nothing being hidden? Hands can be read off once the reserves are empty."""
    if position.setting.hand:
        return not position.reserve
    return True


def proven(after: Position, endgame: Endgame, limit: int, deadline: float = 0.0) -> Prospect | None:
    """What the player who has just moved can count on; None: it would take too long."""
    if after.broken_through:
        return Prospect(Fraction(1), Fraction(0), Fraction(0))
    points, won, full = endgame.solve(after.field, after.reserve, after.hands, after.side, limit, deadline)
    if points < 0:
        return None
    orders = full // 2
    drawn = points - 2 * won
    return Prospect(Fraction(orders - won - drawn, orders), Fraction(drawn, orders), Fraction(won, orders))
