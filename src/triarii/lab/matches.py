"""Matches between players: seats swapped after every game, every game on record, all cores at work."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from triarii import __version__
from triarii.core import registry, timeline
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import AnyGame, Budget, Options, Player, Refusal, Result, Scored, Tally, Turn
from triarii.core.records import Header, Record
from triarii.core.timeline import Timeline
from triarii.lab import openings
from triarii.lab.executors import Executor
from triarii.lab.local_processes import LocalProcesses
from triarii.lab.measurements import Cell
from triarii.lab.playing import LONGEST, UNLIMITED, Misplayed, play_on

ALL_CORES = LocalProcesses()
SEATS = {None: "", Turn.FIRST: "first", Turn.SECOND: "second"}


@dataclass(frozen=True)
class Pairing:
    """Who plays what, how: everything that decides a match besides the number of games."""

    game: str
    players: tuple[str, str]
    options: Options
    seed: int
    start: str = ""
    budget: Budget = UNLIMITED
    rounds: tuple[Options, ...] = ()
    """Further options, one set after the other for each pair of games that differ in seats."""
    longest: int = LONGEST
    opening: int = 0
    """Random turns before the players begin: the same ones for each pair of games that differ in seats; where both are
    the same player, who would play the same game from both seats, other ones for every game."""

    @property
    def is_mirror(self) -> bool:
        """Whether both are the same player."""
        return self.players[0] == self.players[1]

    def options_of(self, number: int) -> Options:
        """The options of one game."""
        return {**self.options, **self.rounds[number // 2 % len(self.rounds)]} if self.rounds else self.options


@dataclass(frozen=True)
class Outcome:
    """How one game of a match ended."""

    number: int
    result: Result | None
    """None: unfinished."""
    plies: int
    digest: bytes
    """The same for games that began alike and went on alike, whoever played them."""
    points: tuple[int, int] | None = None
    """What it was worth to both seats, where a game that is over is worth points."""

    @property
    def gained(self) -> int:
        """By the first-named player A, in half points; a draw or an unfinished game gives one."""
        winner = self.result.winner if self.result is not None else None
        return 1 if winner is None else 2 * (winner is seat_of_a(self.number))


@dataclass(frozen=True)
class Played(Outcome):
    """One game of a match, with its record."""

    record: Record = field(kw_only=True)


@dataclass(frozen=True)
class Match:
    """All games of a pairing, as a measurement."""

    pairing: Pairing
    recorded: bool = False
    """Are the records wanted? They are many times as long as the outcomes, and may come from other machines."""

    @property
    def about(self) -> dict[str, object]:
        return {"program": __version__, "measured": "match", **about_pairing(self.pairing)}

    @property
    def columns(self) -> dict[str, type[str] | type[int] | type[float]]:
        return {
            "game": int,
            "first": str,
            "second": str,
            "winner": str,
            "rule": str,
            "turns": int,
            "score": float,
            "first_points": int,
            "second_points": int,
        }

    def task(self, number: int) -> Callable[[], Outcome]:
        return partial(play if self.recorded else outcome_of, self.pairing, number)

    def as_json(self, found: Outcome) -> list[object]:
        ended = None if found.result is None else [SEATS[found.result.winner], found.result.rule]
        return [ended, found.plies, found.digest.hex(), None if found.points is None else list(found.points)]

    def recalled(self, number: int, kept: object) -> Outcome | None:
        match kept:
            case [None, int(plies), str(digest), points]:
                result = None
            case [[str(winner), str(rule)], int(plies), str(digest), points] if winner in SEATS.values():
                result = Result(next(seat for seat, word in SEATS.items() if word == winner), rule)
            case _:
                return None
        match points:
            case None:
                worth = None
            case [int(first), int(second)]:
                worth = first, second
            case _:
                return None
        try:
            return Outcome(number, result, plies, bytes.fromhex(digest), worth)
        except ValueError:
            return None

    def row(self, number: int, found: Outcome) -> tuple[Cell, ...]:
        first, second = names_at_seats(self.pairing, number)
        winner, rule = (found.result.winner, found.result.rule) if found.result is not None else (None, "")
        return (
            *(number + 1, first, second, SEATS[winner], rule, found.plies, found.gained / 2),
            *(found.points or (None, None)),
        )


@dataclass(frozen=True)
class Score:
    """What a match came to, seen by the first-named player A."""

    tally: Tally
    won: int
    lost: int
    points: tuple[int, int] = (0, 0)
    """Of A and of the other, where games are worth points."""
    copies: int = 0
    """Games that went move for move like an earlier one: they say nothing new."""

    @property
    def distinct(self) -> int:
        """How many different games there were."""
        return self.tally.games - self.copies

    @property
    def score(self) -> float:
        """Of A, 0 to 1; a draw or an unfinished game counts half."""
        return 0.5 + (self.won - self.lost) / (2 * self.tally.games) if self.tally.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """For as many games as differ: a copy is no evidence."""
        return interval(self.score, self.distinct)

    def and_then(self, played: Outcome, is_copy: bool = False) -> Score:
        tally = self.tally + Tally.of_result(played.result, plies=played.plies)
        winner = played.result.winner if played.result else None
        a_sits = seat_of_a(played.number)
        gained = played.points or (0, 0)
        points = (self.points[0] + gained[a_sits], self.points[1] + gained[a_sits.other])
        won, lost = self.won + (winner is a_sits), self.lost + (winner is a_sits.other)
        return Score(tally, won, lost, points, self.copies + is_copy)


NOTHING = Score(Tally(0, 0, 0, 0, 0), 0, 0)


def seat_of_a(number: int) -> Turn:
    """A begins on the first seat and changes seats after every game."""
    return Turn.FIRST if number % 2 == 0 else Turn.SECOND


def interval(score: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval after Wilson, which stays honest near 0 and 1 and with few games."""
    if not games:
        return 0.0, 1.0
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def check(pairing: Pairing) -> Refusal | None:
    """Whether this pairing can be played at all."""
    game = registry.game(pairing.game)
    if isinstance(game, Refusal):
        return game
    for word in pairing.players:
        player = registry.player(word, pairing.game)
        if isinstance(player, Refusal):
            return player
    begun = timeline.begin(game, _header(game, pairing, 0))
    return begun if isinstance(begun, Refusal) else None


def match(
    pairing: Pairing, games: int, executor: Executor = ALL_CORES, begin: int = 0
) -> Generator[Played, None, None]:
    """The games of a match in order, numbered from `begin`; the same whoever works on them."""
    return series(((pairing, number) for number in range(begin, begin + games)), games, executor)


def series(
    rounds: Iterable[tuple[Pairing, int]], games: int, executor: Executor = ALL_CORES
) -> Generator[Played, None, None]:
    """The games of several pairings, each with its number there, in the given order; `games` is how many they are."""
    return executor.run((partial(play, pairing, number) for pairing, number in rounds), games)


class Counting:
    """Adds up the outcomes of a match, and knows which of them are copies."""

    def __init__(self) -> None:
        self.score = NOTHING
        self._seen: set[bytes] = set()

    def add(self, outcome: Outcome) -> bool:
        """Whether the game went like none before it."""
        is_copy = outcome.digest in self._seen
        self.score = self.score.and_then(outcome, is_copy)
        self._seen.add(outcome.digest)
        return not is_copy


def total(games: Iterable[Outcome]) -> Score:
    """The score of a match."""
    counting = Counting()
    for outcome in games:
        counting.add(outcome)
    return counting.score


def with_opening(pairing: Pairing, turns: int | None) -> Pairing:
    """The pairing with random openings of so many turns; None: of the usual length if it would repeat itself, else
    none. To find out, a game is played until chance has a part in it."""
    if turns is None:
        turns = openings.USUAL if _repeats(pairing) else 0
    return replace(pairing, opening=turns)


def play(pairing: Pairing, number: int) -> Played:
    """One game of a pairing: everything in it follows from the seed and its number."""
    secret = _secret(pairing, number)
    line, dealer, players = _seated(pairing, number)
    if pairing.opening:
        opening = f"{pairing.seed}/opening/{_lot(pairing, number)}"
        line = openings.opened(lambda: _seated(pairing, number)[0], dealer, pairing.opening, opening)
    rng, left = Random(f"{pairing.seed}/{number}"), pairing.longest - timeline.actions_played(line.steps)
    play_on(line, players, dealer, rng, pairing.budget, left)
    line.close(secret.hex())
    game, turns = line.game, timeline.actions_played(line.steps)
    points = game.score(line.position, line.result).points if isinstance(game, Scored) and line.result else None
    return Played(number, line.result, turns, digest_of(line.record), points, record=line.record)


def outcome_of(pairing: Pairing, number: int) -> Outcome:
    """How one game of a pairing ends."""
    played = play(pairing, number)
    return Outcome(played.number, played.result, played.plies, played.digest, played.points)


def digest_of(record: Record) -> bytes:
    """A short name for how a game went."""
    header = record.header
    told = repr((header.game, header.start, sorted(header.options.items()), record.entries))
    return hashlib.blake2b(told.encode(), digest_size=16).digest()


def about_pairing(pairing: Pairing) -> dict[str, object]:
    """What decides its games, for JSON."""
    game = registry.game(pairing.game)
    assert not isinstance(game, Refusal), "checked before"
    return {
        "game": pairing.game,
        "rules_version": game.info.rules_version,
        "players": list(pairing.players),
        "options": dict(pairing.options),
        "seed": pairing.seed,
        "start": pairing.start,
        "nodes": pairing.budget.nodes,
        "milliseconds": pairing.budget.milliseconds,
        "rounds": [dict(options) for options in pairing.rounds],
        "longest": pairing.longest,
        "openings": pairing.opening,
    }


def names_at_seats(pairing: Pairing, number: int) -> tuple[str, str]:
    """Who has the first seat and who the second in one game."""
    return pairing.players if seat_of_a(number) is Turn.FIRST else pairing.players[::-1]


def _seated(pairing: Pairing, number: int) -> tuple[Timeline, Dealer, dict[Turn, Player]]:
    """A game of a pairing at its start, with all who take part in it."""
    game = registry.game(pairing.game)
    assert not isinstance(game, Refusal), "checked before"
    header = _header(game, pairing, number)
    line = timeline.begin(game, header)
    assert not isinstance(line, Refusal), "checked before"
    players = {seat: _player(word, pairing.game) for seat, word in zip(_seats(number), pairing.players, strict=True)}
    return line, Dealer(_secret(pairing, number), header.id), players


def _repeats(pairing: Pairing) -> bool:
    line, dealer, players = _seated(pairing, 0)
    try:
        return openings.repeats(line, players, dealer, pairing.budget, pairing.longest)
    except Misplayed:
        return False  # the match will tell


def _seats(number: int) -> tuple[Turn, Turn]:
    return seat_of_a(number), seat_of_a(number).other


def _player(word: str, game: str) -> Player:
    player = registry.player(word, game)
    assert not isinstance(player, Refusal), "checked before"
    return player


def _secret(pairing: Pairing, number: int) -> bytes:
    """A match is repeatable, so its secrets follow from the seed; only games between people need real ones."""
    return hashlib.sha256(f"triarii-match/{pairing.seed}/{_lot(pairing, number)}".encode()).digest()


def _lot(pairing: Pairing, number: int) -> int:
    """Games of one lot have the same chances: those of an opening, which both players have to play from both seats."""
    return number // 2 if pairing.opening and not pairing.is_mirror else number


def _header(game: AnyGame, pairing: Pairing, number: int) -> Header:
    lot = _lot(pairing, number) + 1
    return Header(
        game=game.info.id,
        rules_version=game.info.rules_version,
        options=pairing.options_of(number),
        seats=names_at_seats(pairing, number),
        id=f"match {pairing.seed} {'opening' if pairing.opening else 'game'} {lot}",
        commit=commitment(_secret(pairing, number)),
        start=pairing.start,
    )
