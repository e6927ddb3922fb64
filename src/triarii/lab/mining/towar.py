"""Puzzles of To War!: with few cards left the exact solver says what every turn is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from triarii.core.contract import AnyGame, Turn
from triarii.core.timeline import Timeline
from triarii.games.towar import codes
from triarii.games.towar.chains import Chain
from triarii.games.towar.position import Position
from triarii.lab.mining.playing import played, tried
from triarii.players.towar import weights
from triarii.players.towar.endgame import Endgame
from triarii.puzzles.puzzle import Puzzle, Theme, Way, changed, played_texts

SOURCES = ("beginner", "casual", "club", "strong", "lookahead", "greedy")
CARDS = range(3, 8)
"""Cards left, the one to be played included."""
PATIENCE = 60_000
"""Turns listed for the proof of a position; one that needs more is left out."""
TABLE_BITS = 18
CLEARLY = Fraction(1, 10)
"""Of the winning chance, by which the best turn is better than the next."""
LONG = 4
"""Units that are pushed before a fight, from which on a chain is a detour."""
FEWEST = 6
"""Turns to choose from."""
LONGEST = 60


def mined(game: AnyGame, seed: str) -> Iterator[Puzzle]:
    """The puzzles of one game: one for each side at most, for the next turns are mostly about the same."""
    had = set()
    for line in played(game, {"armies": "random"}, SOURCES, seed, LONGEST):
        position = line.position
        assert isinstance(position, Position)
        if position.phase != codes.TURN or position.cards_left() not in CARDS or position.side in had:
            continue
        found = _puzzle(game, line)
        if found is not None:
            had.add(position.side)
            yield found


def _puzzle(game: AnyGame, line: Timeline) -> Puzzle | None:
    position = line.position
    assert isinstance(position, Position)
    if len(position.actions()) < FEWEST:
        return None
    values = proven_turns(position)
    if values is None:
        return None
    ranked = sorted(values.items(), key=lambda item: -item[1])
    (best, worth), (_, next_worth) = ranked[:2]
    if worth - next_worth < CLEARLY:
        return None
    puzzle = Puzzle(
        game="towar",
        options=changed(game, line.header.options),
        seats=line.header.seats,
        played=played_texts(line),
        ways=tuple(Way(action, str(value)) for action, value in ranked),
        line=(best,),
        theme=theme_of(game, position, best, ranked[1][0]),
        proven=True,
        found={},
    )
    return tried(game, position, puzzle)


def proven_turns(position: Position) -> dict[str, Fraction] | None:
    """What each turn is worth, 0 to 1, if both sides do their best; None: the proof takes too long."""
    judge = weights.judgement(position.setting, position.armies, weights.tuned())
    endgame, left, values = Endgame(position.force, judge, TABLE_BITS), PATIENCE, {}
    for action in position.actions():
        after = position.play(action)
        if after.broken_through:
            values[action] = Fraction(1)
            continue
        theirs, _, full = endgame.solve(after.field, after.reserve, after.hands, after.side, left)
        left -= endgame.nodes
        if theirs < 0 or left < 1:
            return None
        values[action] = Fraction(full - theirs, full)
    return values


def renewed(game: AnyGame, puzzle: Puzzle) -> Puzzle:
    """The same puzzle with the theme that it gets today, tried on all levels anew."""
    return tried(game, position_of(game, puzzle), themed(game, puzzle))


def themed(game: AnyGame, puzzle: Puzzle) -> Puzzle:
    theme = theme_of(game, position_of(game, puzzle), puzzle.best, puzzle.ways[1].action)
    return replace(puzzle, theme=theme)


def position_of(game: AnyGame, puzzle: Puzzle) -> Position:
    position = game.parse(puzzle.position, puzzle.options)
    assert isinstance(position, Position), "one of ours"
    return position


def theme_of(game: AnyGame, position: Position, best: str, second: str) -> Theme:
    """What the best turn does; what is rarer goes first."""
    events = game.events(position, best, position.play(best))
    kinds = [event.kind for event in events]
    if "broke_through" in kinds:
        return Theme.BREAKTHROUGH
    if can_break_through(position.play(second)) and not can_break_through(position.play(best)):
        return Theme.DEFENCE
    if "fight_tied" in kinds or "fight_lost" in kinds:
        return Theme.TRADE
    if "fight_won" not in kinds:
        return Theme.CHAIN if "displaced" in kinds else Theme.PLACE
    last = position.chain(best)
    assert isinstance(last, Chain), "a legal turn"
    if position.unit(last.steps[-1].met).elite:
        return Theme.CROWN
    if "attacked_sideways" in kinds:
        return Theme.FLANK
    return Theme.DETOUR if kinds.count("displaced") >= LONG else Theme.FIGHT


def can_break_through(position: Position) -> bool:
    """Whether whoever is next can win so with some card that may come."""
    if position.turn is Turn.CHANCE:
        return any(can_break_through(position.play(card)) for card, _ in position.chances())
    if position.turn is Turn.OVER or position.phase != codes.TURN:
        return False
    return any(position.play(action).broken_through for action in position.actions())
