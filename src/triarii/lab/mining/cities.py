"""Puzzles of Cities & Heroes: a short search finds what looks decisive, a long one, or a proof, says whether it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Event
from triarii.core.timeline import Timeline
from triarii.games.cities.position import Position
from triarii.games.cities.squares import NUMBERS
from triarii.lab.mining.playing import played, tried
from triarii.players.cities.alphabeta import AlphaBeta, Line
from triarii.puzzles.puzzle import Puzzle, Theme, Way, changed, played_texts

SOURCES = ("greedy", "greedy", "casual")
"""Whose games they come from."""
BLUNDERS = (0.0, 0.15, 0.3)
"""Shares of turns that are left to chance, one of them in each game."""
FIRST_TURN = 6
LONGEST = 180
LOOKS = (Budget(nodes=6_000), Budget(nodes=100_000), Budget(nodes=3_000_000))
"""Each longer look is only for what the one before it thought clear."""
CLEARLY = 0.15
"""Of the expected score, by which the best move is better than the next."""
NEARLY_LOST = 0.15
"""What is worth less is lost."""
EVEN = 0.55
"""Up to which a best move saves rather than wins."""
ALIVE = 0.3
"""What the best move must at least be worth: to lose more slowly is no puzzle."""
REST = 6
"""Turns after a puzzle in which none is looked for: they would be about the same."""


def mined(game: AnyGame, seed: str) -> Iterator[Puzzle]:
    """The puzzles of one game."""
    judge, wait, blunders = AlphaBeta(), FIRST_TURN, Random(f"{seed}/blunders").choice(BLUNDERS)
    for number, line in enumerate(played(game, {}, SOURCES, seed, LONGEST, blunders)):
        if number < wait:
            continue
        found = _puzzle(game, line, judge)
        if found is not None:
            wait = number + REST
            yield found


def _puzzle(game: AnyGame, line: Timeline, judge: AlphaBeta) -> Puzzle | None:
    position = line.position
    assert isinstance(position, Position)
    if len(position.actions()) < 4:
        return None
    lines: list[Line] = []
    for budget in LOOKS:
        before, lines = lines, judge.lines(position, budget, 2)
        if not clear(lines) or (budget is LOOKS[-1] and lines[0].action != before[0].action):
            return None
    best, second = lines
    puzzle = Puzzle(
        game="cities",
        options=changed(game, line.header.options),
        seats=line.header.seats,
        played=played_texts(line),
        ways=tuple(Way(game.action_text(each.action), f"{each.score:.3f}") for each in lines),
        line=_line(game, position, best),
        theme=Theme.WIN if is_win(best) else theme_of(game, position, best.moves, best.score, _floor(second)),
        proven=is_win(best) or is_loss(second),
        found={},
    )
    return tried(game, position, puzzle)


def clear(lines: list[Line]) -> bool:
    """Whether the first of two ways is alone in being good, or in winning by force."""
    if len(lines) < 2 or lines[0].score < ALIVE:
        return False
    best, second = lines[:2]
    return best.score - second.score >= CLEARLY or (is_win(best) and not is_win(second))


def is_win(line: Line) -> bool:
    """Whether it is proven to win."""
    return line.ends_in > 0 and line.value > 0


def _floor(line: Line) -> float:
    """What a way is worth; nothing if it is proven to lose."""
    return 0.0 if is_loss(line) else line.score


def is_loss(line: Line) -> bool:
    return line.ends_in > 0 and line.value < 0


def renewed(game: AnyGame, puzzle: Puzzle) -> Puzzle:
    """The same puzzle with the theme that it gets today, tried on all levels anew."""
    return tried(game, position_of(game, puzzle), themed(game, puzzle))


def themed(game: AnyGame, puzzle: Puzzle) -> Puzzle:
    """What was a forced win stays one: the proof is not kept."""
    if puzzle.theme is Theme.WIN:
        return puzzle
    best, second = (float(way.value) for way in puzzle.ways[:2])
    line = [game.action(text) for text in puzzle.line]
    return replace(puzzle, theme=theme_of(game, position_of(game, puzzle), line, best, second))


def position_of(game: AnyGame, puzzle: Puzzle) -> Position:
    position = game.parse(puzzle.position, puzzle.options)
    assert isinstance(position, Position), "one of ours"
    return position


def theme_of(game: AnyGame, position: Position, line: Sequence[Any], best: float, second: float) -> Theme:
    """What the best move does: at once before what it leads to, and what is rarer before what is common."""
    after = position.play(line[0])
    captures, events = _captures(game, position, line[0])
    kinds = {event.kind for event in events}
    if sum(len(squares) for squares, _ in captures) > 1:
        return Theme.DOUBLE
    if second < NEARLY_LOST or best <= EVEN:
        return Theme.ESCAPE
    if captures:
        heroes = position.placement[2]
        if len(line) > 1 and after.turn is after.side and _captures(game, after, line[1])[0]:
            return Theme.TRADE
        if any(kind == "diagonal" for _, kind in captures):
            return Theme.DIAGONAL
        hero = any(heroes >> NUMBERS[square] & 1 for squares, _ in captures for square in squares)
        return Theme.HUNT if hero else Theme.CAPTURE
    if "city_taken" in kinds:
        return Theme.CITY
    return Theme.HERO if "promoted" in kinds else Theme.QUIET


def _captures(game: AnyGame, position: Position, action: Any) -> tuple[list[tuple[list[str], str]], Sequence[Event]]:
    """The squares of the other side that a move empties, by the line that it closes; and all that happens."""
    seat = "first" if position.turn == 0 else "second"
    events = game.events(position, action, position.play(action))
    taken = [event.fields for event in events if event.kind == "captured" and event.fields["seat"] != seat]
    return [(_squares(fields), str(fields["line"])) for fields in taken], events


def _squares(fields: Mapping[str, object]) -> list[str]:
    squares = fields["squares"]
    assert isinstance(squares, Sequence), "those that a line encloses"
    return [str(square) for square in squares]


def _line(game: AnyGame, position: Position, best: Line) -> tuple[str, ...]:
    """What is expected to follow, as far as it can be played."""
    texts = []
    for action in best.moves[:8]:
        if position.turn is not position.side or position.check(action) is not None:
            break
        texts.append(game.action_text(action))
        position = position.play(action)
    return tuple(texts)
