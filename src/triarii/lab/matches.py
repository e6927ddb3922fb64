"""Matches between players: seats swapped after every game, every game on record, all cores at work."""

from __future__ import annotations

import hashlib
import math
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import active_children, get_context, parent_process
from random import Random
from threading import Thread, current_thread, main_thread

from triarii.core import registry, timeline
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import AnyGame, Budget, Options, Player, Refusal, Result, Scored, Tally, Turn
from triarii.core.records import Header, Record
from triarii.core.timeline import Timeline
from triarii.lab import openings
from triarii.lab.playing import LONGEST, UNLIMITED, Misplayed, play_on

AHEAD = 4
"""Games for each process that are handed out before their turn: no list of all games is ever made."""


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
class Played:
    """One game of a match."""

    number: int
    result: Result | None
    """None: unfinished."""
    plies: int
    record: Record
    points: tuple[int, int] | None = None
    """What it was worth to both seats, where a game that is over is worth points."""

    @property
    def digest(self) -> bytes:
        """The same for games that began alike and went on alike, whoever played them."""
        header = self.record.header
        told = repr((header.game, header.start, sorted(header.options.items()), self.record.entries))
        return hashlib.blake2b(told.encode(), digest_size=16).digest()


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

    def and_then(self, played: Played, is_copy: bool = False) -> Score:
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


def match(pairing: Pairing, games: int, jobs: int | None = None, begin: int = 0) -> Generator[Played, None, None]:
    """The games of a match in order, numbered from `begin`; the same for any number of jobs."""
    return series(((pairing, number) for number in range(begin, begin + games)), games, jobs)


def series(rounds: Iterable[tuple[Pairing, int]], games: int, jobs: int | None = None) -> Generator[Played, None, None]:
    """The games of several pairings, each with its number there, in the given order; `games` is how many they are."""
    jobs = min(jobs or os.cpu_count() or 1, games)
    if jobs <= 1:
        yield from (play(pairing, number) for pairing, number in rounds)
        return
    strangers = active_children()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin_worker) as pool:
        under_way: deque[Future[Played]] = deque()
        try:
            for pairing, number in rounds:
                with _deaf_to_interrupts():
                    under_way.append(pool.submit(play, pairing, number))
                if len(under_way) == AHEAD * jobs:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in active_children():
                if worker not in strangers:
                    worker.terminate()  # its game would be played to the end for nobody
            raise


def total(games: Iterable[Played], hear: Callable[[Played], None] | None = None) -> Score:
    """The score of a match; `hear` is told of every game as it ends."""
    score = NOTHING
    seen: set[bytes] = set()
    for played in games:
        digest = played.digest
        score = score.and_then(played, digest in seen)
        seen.add(digest)
        if hear is not None:
            hear(played)
    return score


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
    return Played(number, line.result, turns, line.record, points)


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


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes begun here do not hear Ctrl-C: the one that began them does, and ends them. It does so when they have
    begun: a process that was told only half of what to do would complain. Another thread may hear it meanwhile (the bar
    that moves has one), and Python would pass it on at once."""
    heard: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: heard.append(number)) if _in_main_thread() else None
    try:
        with _blocked_interrupts():
            yield
    finally:
        if usual is not None:
            signal.signal(signal.SIGINT, usual)
    if heard and callable(usual):
        usual(heard[0], None)


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """A process begun here inherits that it hears no Ctrl-C; on Windows that can't be, and it sees to it itself."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_main_thread() -> bool:
    """Where alone Python lets signals be handled."""
    return current_thread() is main_thread()


def _begin_worker() -> None:
    """First of all in a process of the pool."""
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    _leave_with_parent()


def _leave_with_parent() -> None:
    """A process whose parent was killed must not wait for work for ever."""
    parent = parent_process()
    assert parent is not None, "called in a process of the pool"

    def leave() -> None:
        parent.join()
        os._exit(1)

    Thread(target=leave, daemon=True).start()


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
    first, second = pairing.players if seat_of_a(number) is Turn.FIRST else pairing.players[::-1]
    lot = _lot(pairing, number) + 1
    return Header(
        game=game.info.id,
        rules_version=game.info.rules_version,
        options=pairing.options_of(number),
        seats=(first, second),
        id=f"match {pairing.seed} {'opening' if pairing.opening else 'game'} {lot}",
        commit=commitment(_secret(pairing, number)),
        start=pairing.start,
    )
