"""How much of its winning chance a player of To War! gives away, by positions of which every turn is proven.

The positions come from games of our own players and lie in benchmarks/truth, with what each turn is worth by the exact
solver. A player is asked for its turn; what the best turn is worth more is its regret.

python -m benchmarks.regret [PLAYER …] prints the mean and the worst of each; without names those of every level, and
keeps them for the docs. With --scale it tells how far off the search is where it may not ask the solver, and
python -m benchmarks.regret --make proves positions that are missing, and goes on where it was.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random

from benchmarks import figures
from triarii.core import registry
from triarii.core.chance import drawn
from triarii.core.contract import Budget, Eye, Player, Refusal, Turn
from triarii.games.towar import GAME, codes
from triarii.games.towar.position import Position
from triarii.players.towar import weights
from triarii.players.towar.endgame import Endgame
from triarii.players.towar.expectimax import Expectimax

TRUTH = Path(__file__).parent / "truth" / "towar_endings.tsv.gz"
WANTED = {4: 170, 5: 210, 6: 150, 7: 48, 8: 30}
"""Cards left, the one to be played included, and how many positions there shall be."""
SOURCES = ("casual", "club", "strong", "lookahead", "greedy", "expectimax:nodes=1000")
"""Whose games they come from: two of them a game, drawn by lot."""
LEVELS = ("greedy", "lookahead", "beginner", "casual", "club", "strong", "expert", "master")
WANTED_OF_MASTER = 0.002
PATIENCE = 300_000
"""Turns listed for the proof of a position; one that needs more is left out."""
TABLE_BITS = 21
SEARCHED = 7
"""With so many cards left or more a search is a search, and not a proof in other words."""


@dataclass(frozen=True)
class Ending:
    """A position and the points of each of its turns, in the order in which they are listed."""

    text: str
    full: int
    """The points of a win whatever comes."""
    points: tuple[int, ...]

    @property
    def position(self) -> Position:
        found = GAME.parse(self.text, {})
        assert isinstance(found, Position)
        return found

    @property
    def cards(self) -> int:
        return self.position.cards_left()

    def regret(self, action: str) -> float:
        """The winning chance that this turn gives away."""
        return max(self.points) / self.full - self.value(action)

    def value(self, action: str) -> float:
        return self.points[self.position.actions().index(action)] / self.full

    def line(self) -> str:
        return "\t".join([self.text, str(self.full), " ".join(map(str, self.points))])


@dataclass(frozen=True)
class Regret:
    """Of one player over all positions."""

    losses: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(self.losses) / len(self.losses)

    @property
    def margin(self) -> float:
        """Half a 95 % interval of the mean."""
        spread = sum((loss - self.mean) ** 2 for loss in self.losses) / max(1, len(self.losses) - 1)
        return 1.96 * sqrt(spread / len(self.losses))

    @property
    def worst(self) -> float:
        return max(self.losses)

    @property
    def best_turns(self) -> float:
        """How often it found a turn that none is better than."""
        return sum(not loss for loss in self.losses) / len(self.losses)


def read(path: Path = TRUTH) -> list[Ending]:
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    return [Ending(text, int(full), tuple(map(int, points.split()))) for text, full, points in rows]


def regret_of(player: Player, endings: Sequence[Ending]) -> Regret:
    """Everybody gets the same random numbers for the same position."""
    losses = []
    for ending in endings:
        position = ending.position
        decision = player.choose(GAME, position.view(Eye(position.turn)), Budget(), Random(ending.text))
        losses.append(ending.regret(str(decision.action)))
    return Regret(tuple(losses))


def player_of(name: str) -> Player:
    found = registry.player(name)
    if isinstance(found, Refusal):
        raise SystemExit(f"There is no player {name}.")
    return found


def told(name: str, regret: Regret) -> str:
    return (
        f"{name}: gives away {regret.mean:.4f} ± {regret.margin:.4f} of its winning chance in the mean, "
        f"{regret.worst:.3f} at worst; {100 * regret.best_turns:.1f} % best turns of {len(regret.losses)}"
    )


def measure(names: Sequence[str], endings: Sequence[Ending]) -> Iterator[tuple[str, Regret]]:
    for name in names:
        found = regret_of(player_of(name), endings)
        print(told(name, found), flush=True)
        yield name, found


def keep_levels() -> bool:
    """Measures every level, keeps the figures, and tells whether `master` is as good as we promise."""
    endings = read()
    found = dict(measure(LEVELS, endings))
    kept = {
        name: {
            "mean": round(regret.mean, 5),
            "margin": round(regret.margin, 5),
            "worst": round(regret.worst, 4),
            "best_turns": round(regret.best_turns, 4),
        }
        for name, regret in found.items()
    }
    cards = {str(number): sum(ending.cards == number for ending in endings) for number in WANTED}
    figures.write("regret", {"levels": kept, "positions": len(endings), "cards": cards, "wanted": WANTED_OF_MASTER})
    return found["master"].mean < WANTED_OF_MASTER


def scale(endings: Sequence[Ending], nodes: int) -> tuple[float, float]:
    """(mean, root of the mean square) of what the search expects of its turn more than that turn is worth, where it may
    not ask the solver."""
    player = Expectimax(nodes=nodes, depth=codes.TO_PLAY - 1)
    errors = []
    for ending in endings:
        position = ending.position
        found = player.choose(GAME, position.view(Eye(position.turn)), Budget(), Random(ending.text))
        assert found.score is not None
        errors.append(float(found.score) - ending.value(str(found.action)))
    return sum(errors) / len(errors), sqrt(sum(error * error for error in errors) / len(errors))


# How the positions are made


def make() -> None:
    """Plays games and proves positions of theirs, until there are as many as wanted; each is kept at once."""
    kept = {ending.text: ending for ending in read()}
    missing = {cards: wanted - sum(each.cards == cards for each in kept.values()) for cards, wanted in WANTED.items()}
    game = 0
    while any(number > 0 for number in missing.values()):
        game += 1
        for position in positions_of_a_game(Random(f"endings/{game}")):
            cards = position.cards_left()
            if missing[cards] <= 0 or position.text() in kept:
                continue
            ending = solved(position)
            if ending is not None:
                missing[cards] -= 1
                kept[ending.text] = ending
                write(list(kept.values()))
        print(f"{game} games, {len(kept)} positions; missing by cards left: {missing}", flush=True)


def positions_of_a_game(rng: Random) -> Iterator[Position]:
    """Where two of our players had a choice to make with few cards left, and could not simply break through."""
    players = [player_of(rng.choice(SOURCES)) for _ in range(2)]
    position = GAME.start({"armies": "random"})
    assert isinstance(position, Position)
    while position.turn is not Turn.OVER:
        if position.turn is Turn.CHANCE:
            position = position.play(drawn(position, rng))
            continue
        if position.phase == codes.TURN and position.cards_left() in WANTED:
            afters = [position.play(action) for action in position.actions()]
            if len(afters) > 1 and not any(after.broken_through for after in afters):
                yield position
        view = position.view(Eye(position.turn))
        position = position.play(players[position.turn].choose(GAME, view, Budget(), rng).action)


def solved(position: Position) -> Ending | None:
    """None: it takes too long, or whatever one does comes to the same."""
    judge = weights.judgement(position.setting, position.armies, weights.tuned())
    endgame, points, full, left = Endgame(position.force, judge, TABLE_BITS), [], 0, PATIENCE
    for action in position.actions():
        after = position.play(action)
        theirs, _, full = endgame.solve(after.field, after.reserve, after.hands, after.side, left)
        left -= endgame.nodes
        if theirs < 0 or left < 1:
            return None
        points.append(full - theirs)
    return Ending(position.text(), full, tuple(points)) if len(set(points)) > 1 else None


def write(endings: Sequence[Ending]) -> None:
    """The same bytes whenever it is the same text."""
    text = "".join(ending.line() + "\n" for ending in endings).encode()
    TRUTH.parent.mkdir(parents=True, exist_ok=True)
    TRUTH.write_bytes(gzip.compress(text, mtime=0))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--make"]:
            make()
        case ["--scale"]:
            mean, spread = scale([ending for ending in read() if ending.cards >= SEARCHED], 4_000)
            print(f"The search expects {mean:+.4f} more than the truth in the mean; it is {spread:.4f} off.")
        case []:
            if not keep_levels():
                raise SystemExit(f"Too much: master gives away {WANTED_OF_MASTER} or more.")
        case names:
            list(measure(names, read()))
