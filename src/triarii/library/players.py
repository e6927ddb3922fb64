"""Players: those that are installed, and whatever in a script can choose."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from random import Random

from triarii.core import registry
from triarii.core.chance import Dealer
from triarii.core.contract import Budget, Decision, Eye, Refusal, Turn
from triarii.core.contract import Player as Chooser
from triarii.core.errors import IllegalAction, InvalidInput, insist
from triarii.core.timeline import Timeline
from triarii.library.positions import Position, positions_of


def player_names(game: str) -> list[str]:
    """Who can play a game.

    >>> import triarii
    >>> triarii.player_names("towar")
    ['beginner', 'casual', 'club', 'expectimax', 'expert', 'greedy', 'lookahead', 'master', 'random', 'strong', 'tree']
    """
    insist(registry.game(game))
    return [name for name in registry.player_names() if not isinstance(registry.player(name, game), Refusal)]


def player(game: str, who: str | Chooser) -> Player:
    """A player of a game: by name, with settings as in `tree:nodes=500`, or an object that keeps the contract.

    >>> import triarii
    >>> greedy = triarii.player("towar", "greedy")
    >>> triarii.player("towar", "twoply")
    Traceback (most recent call last):
    triarii.InvalidInput: The player twoply does not play towar.
    """
    insist(registry.game(game))
    if not isinstance(who, str):
        return Player(type(who).__name__, game, who)
    found: Chooser | Refusal = registry.player(who, game)
    return Player(who, game, insist(found))


@dataclass(frozen=True, repr=False)
class Player:
    """Somebody who chooses. It is shown what its seat may see, never the position itself."""

    name: str
    game: str
    chooser: Chooser
    """The player as `triarii.core.contract` has it."""

    def choose(
        self, position: Position, seed: int | Random = 1, nodes: int | None = None, ms: int | None = None
    ) -> str:
        """The action that it would take; all its chance comes from the seed.

        >>> import triarii
        >>> start = triarii.game("cities").start()
        >>> triarii.player("cities", "greedy").choose(start)
        'd2d3'
        """
        return self.decide(position, seed, nodes, ms).action

    def decide(
        self, position: Position, seed: int | Random = 1, nodes: int | None = None, ms: int | None = None
    ) -> Decision[str]:
        """The same, with what it thinks of it: the score that it expects, 0 to 1, and how the game may go on. `nodes`
        and `ms` bound the thoughts of those who take bounds.

        >>> import triarii
        >>> start = triarii.game("cities").start()
        >>> triarii.player("cities", "alphabeta").decide(start, nodes=2000).line
        ['i2g3', 'i9j10', 'h2j1']
        """
        rules = position.game.rules
        if position.game.id != self.game:
            raise InvalidInput(Refusal("player.other_game", params={"name": self.name, "game": position.game.id}))
        if position.turn not in (Turn.FIRST, Turn.SECOND):
            raise InvalidInput(Refusal("player.nobody_acts"))
        rng = seed if isinstance(seed, Random) else Random(seed)
        found = self.chooser.choose(rules, position.view(Eye(position.turn)), Budget(nodes, ms), rng)
        return replace(found, action=rules.action_text(found.action), line=[rules.action_text(a) for a in found.line])

    def __repr__(self) -> str:
        return f"<Player {self.name} of {self.game}>"


def play(position: Position, first: Player, second: Player, seed: int = 1) -> Position:
    """The position in which a game between two players ends; its history tells how it came there. The seed decides
    all chance, theirs too. A game without an end is given up after 10,000 turns.

    >>> import triarii
    >>> start = triarii.game("cities").start()
    >>> end = triarii.play(start, triarii.player("cities", "greedy"), triarii.player("cities", "random"), seed=7)
    >>> end.result
    Result(winner=<Turn.FIRST: 0>, rule='cities.end.all_cities')
    """
    from triarii.lab.playing import Misplayed, play_on

    for each in (first, second):
        if each.game != position.game.id:
            raise InvalidInput(Refusal("player.other_game", params={"name": each.name, "game": position.game.id}))
    begin = replace(position, header=replace(position.header, seats=(first.name, second.name)))
    line = Timeline(position.game.rules, begin.header, begin.state)
    dealer = Dealer(hashlib.sha256(f"triarii-play/{seed}".encode()).digest(), begin.header.id)
    try:
        play_on(line, {Turn.FIRST: first.chooser, Turn.SECOND: second.chooser}, dealer, Random(seed))
    except Misplayed as wrong:
        raise IllegalAction(wrong.refusal, position.game.rules.texts) from None
    *_, end = positions_of(line, begin)
    return end
