"""One puzzle: the game that led to it, the best move, what others are worth, and who finds it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from triarii.core.contract import AnyGame, Options, Refusal, SeatName, Turn
from triarii.core.options import complete
from triarii.core.records import SEAT_NAMES, Acted, ChanceFell, Header
from triarii.core.timeline import Timeline, begin

LEVELS = ("beginner", "casual", "club", "strong", "expert", "master")
NOBODY = "nobody"
HARDNESS = (*LEVELS, NOBODY)
"""How hard a puzzle is: the weakest level from which on all that were tried find the move at least every second time;
nobody where the strongest of them does not."""


class Theme(StrEnum):
    """What a puzzle is about."""

    WIN = "win"
    """A victory that nothing can stop."""
    ESCAPE = "escape"
    """All other moves lose."""
    CAPTURE = "capture"
    DOUBLE = "double"
    """Two or more are captured at once."""
    HUNT = "hunt"
    """A hero is captured."""
    DIAGONAL = "diagonal"
    """The line that is closed is a slanting one."""
    TRADE = "trade"
    """Somebody falls on both sides: at once, or with the answer."""
    CITY = "city"
    HERO = "hero"
    QUIET = "quiet"
    """Nothing happens at once: the move prepares something."""
    BREAKTHROUGH = "breakthrough"
    DEFENCE = "defence"
    """Else the enemy can break through with their next turn."""
    CROWN = "crown"
    """A unit with a crown is beaten; such units decide when both sides have as many."""
    FLANK = "flank"
    """The attack comes from the side and is stronger for it."""
    DETOUR = "detour"
    """A long chain brings the right unit to the fight."""
    FIGHT = "fight"
    CHAIN = "chain"
    """One unit pushes the next."""
    PLACE = "place"
    """Where the new unit comes in, and nothing else."""
    CHARGE = "charge"
    """Which of several charges has the best odds."""


@dataclass(frozen=True)
class Way:
    """A move and what it is worth to whoever makes it."""

    action: str
    value: str
    """A number from 0 to 1: a fraction where it is exact, else a decimal. Of a charge: by how much the chance to win
    its first round is above the chance to lose it."""
    odds: tuple[str, str] | None = None
    """Of a charge: the chances to win and to lose its first round, as fractions."""
    who: tuple[str, str] | None = None
    """Of a charge: who charges, and whom."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is clearly better than all others."""

    game: str
    options: Options
    """Those that are not the default."""
    seats: tuple[str, str]
    """Who played the game that it comes from."""
    played: tuple[str, ...]
    """That game from its start, chances too."""
    ways: tuple[Way, ...]
    """The best first; all that are told apart, or at least the second best."""
    line: tuple[str, ...]
    """How it may go on, from the best move on."""
    theme: Theme
    proven: bool
    """Whether the values are exact, and not those of a deep search."""
    found: Mapping[str, float]
    """By level: how often it finds the best move."""
    position: str = ""
    """The text of where it begins, so that nobody has to play the game again; `settled` fills it in."""
    seat: SeatName = "first"
    """Who is to find the move; filled in too."""

    @property
    def id(self) -> str:
        told = json.dumps([self.game, dict(self.options), self.played], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:8]

    @property
    def best(self) -> str:
        return self.ways[0].action

    @property
    def level(self) -> str:
        """The weakest that finds it at least every second time, as all stronger ones do."""
        weakest = NOBODY
        for level in reversed(LEVELS):
            if level in self.found:
                if self.found[level] < 0.5:
                    break
                weakest = level
        return weakest

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "game": self.game,
            "options": dict(self.options),
            "seats": list(self.seats),
            "played": list(self.played),
            "ways": [_way_as_json(way) for way in self.ways],
            "line": list(self.line),
            "theme": self.theme.value,
            "proven": self.proven,
            "found": dict(self.found),
            "level": self.level,
            "position": self.position,
            "seat": self.seat,
        }


def from_json(told: Any) -> Puzzle | None:
    """The puzzle that was written so; None for what is none."""
    try:
        return Puzzle(
            told["game"],
            dict(told["options"]),
            (told["seats"][0], told["seats"][1]),
            tuple(map(str, told["played"])),
            tuple(map(_way_from_json, told["ways"])),
            tuple(map(str, told["line"])),
            Theme(told["theme"]),
            bool(told["proven"]),
            {str(level): float(share) for level, share in told["found"].items()},
            str(told.get("position", "")),
            "second" if told.get("seat") == "second" else "first",
        )
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return None


def _way_as_json(way: Way) -> dict[str, Any]:
    told: dict[str, Any] = {"action": way.action, "value": way.value}
    if way.odds is not None:
        told["odds"] = list(way.odds)
    if way.who is not None:
        told["who"] = list(way.who)
    return told


def _way_from_json(told: Any) -> Way:
    odds, who = told.get("odds"), told.get("who")
    return Way(
        str(told["action"]),
        str(told["value"]),
        None if odds is None else (str(odds[0]), str(odds[1])),
        None if who is None else (str(who[0]), str(who[1])),
    )


# The game behind it


def changed(game: AnyGame, options: Options) -> dict[str, object]:
    """The options that are not the default."""
    usual = complete(game.info, {})
    assert not isinstance(usual, Refusal), "defaults always go together"
    return {name: value for name, value in options.items() if usual.get(name) != value}


def played_texts(line: Timeline) -> tuple[str, ...]:
    """A game as a puzzle keeps it: all actions and chances."""
    return tuple(line.game.action_text(step.action) for step in line.steps)


def line_of(game: AnyGame, puzzle: Puzzle) -> Timeline | Refusal:
    """The game up to where the puzzle begins, by the rules."""
    header = Header(game.info.id, game.info.rules_version, puzzle.options, seats=puzzle.seats)
    line = begin(game, header)
    if isinstance(line, Refusal):
        return line
    for text in puzzle.played:
        position = line.position
        entry = ChanceFell(text) if position.turn is Turn.CHANCE else Acted(position.turn, text)
        refusal = line.append(entry)
        if refusal is not None:
            return refusal
    return line


def settled(game: AnyGame, puzzle: Puzzle) -> Puzzle | Refusal:
    """The puzzle with where it begins; or why its game can't have been played so, or its best move not be made."""
    line = line_of(game, puzzle)
    if isinstance(line, Refusal):
        return line
    position, action = line.position, game.action(puzzle.best)
    refusal = action if isinstance(action, Refusal) else position.check(action)
    if refusal is not None:
        return refusal
    return replace(puzzle, position=position.text(), seat=SEAT_NAMES[position.turn])


def of_day(puzzles: Sequence[Puzzle], day: int) -> Puzzle:
    """The puzzle of a day, counted from 1970-01-01; the same for everybody."""
    return puzzles[day % len(puzzles)]
