"""Games on file: what was played, saved as a record and read again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from triarii.core import files, registry, timeline
from triarii.core.contract import AnyGame, Refusal, Result
from triarii.core.errors import InvalidInput, insist
from triarii.core.records import Record
from triarii.core.timeline import Timeline
from triarii.library.positions import Game, Position, entries_of, positions_of


def record(position: Position, first: str = "", second: str = "") -> Recording:
    """The game that led to a position, with the names of those who played it.

    >>> import triarii
    >>> end = triarii.game("cities").start().apply("b2c4").apply("b9b7")
    >>> triarii.record(end, "Ada", "Ben").players
    ('Ada', 'Ben')
    """
    rules, known = position.game.rules, position.header.seats
    header = replace(position.header, seats=(first or known[0], second or known[1]))
    line = insist(timeline.begin(rules, header), rules.texts)
    for entry in entries_of(position):
        refusal = line.append(entry)
        assert refusal is None, "every position came about by what the rules allow"
    if line.result is not None:
        line.close()
    return _of(line)


def load(path: str | Path) -> Recording:
    """The game that a file holds; a file that is damaged or tells what can't be raises `InvalidInput`.

    >>> import triarii
    >>> triarii.load("nowhere.jsonl")
    Traceback (most recent call last):
    triarii.InvalidInput: The file nowhere.jsonl can't be read: No such file or directory.
    """
    loaded = files.load(Path(path))
    if loaded.record is None or loaded.damage is not None:
        raise InvalidInput(loaded.damage or Refusal("record.no_header"))
    header = loaded.record.header
    rules: AnyGame = insist(registry.game(header.game, header.rules_version))
    line, refusal = timeline.replay(rules, loaded.record)
    if line is None or refusal is not None:
        raise InvalidInput(refusal or Refusal("record.not_understood"), rules.texts)
    return _of(line)


@dataclass(frozen=True, repr=False)
class Recording:
    """A game, over or not, from its start to where it stands."""

    positions: tuple[Position, ...]
    """The start, then the position after each action and each outcome of chance; what was taken back is left out."""
    result: Result | None
    """How it ended, be it by resignation, agreement or time, which no position knows."""
    record: Record
    """The game as `triarii.core.records` has it, with every entry."""

    @property
    def game(self) -> Game:
        return self.positions[0].game

    @property
    def players(self) -> tuple[str, str]:
        """Who played, as names for people."""
        return self.record.header.seats

    def save(self, path: str | Path) -> None:
        """Writes a file that `load`, the command `triarii` and the app in the browser read.

        >>> import tempfile, triarii
        >>> start = triarii.game("cities").start()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     triarii.record(start.apply("b2c4")).save(f"{folder}/game.jsonl")
        ...     print(triarii.load(f"{folder}/game.jsonl").positions[-1].history)
        ['b2c4']
        """
        refusal = files.save(self.record, Path(path))
        if refusal is not None:
            raise InvalidInput(refusal)

    def __repr__(self) -> str:
        first, second = (name or "?" for name in self.players)
        return f"<Recording of {self.game.id}: {first} against {second}, {len(self.positions) - 1} steps>"


def _of(line: Timeline) -> Recording:
    positions = positions_of(line, Position(Game(line.game), line.header, line.start))
    return Recording(tuple(positions), line.result, line.record)
