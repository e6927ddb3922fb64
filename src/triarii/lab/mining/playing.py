"""A game between two of our levels, step by step, and how often each level finds a move."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from triarii.core import registry, timeline
from triarii.core.chance import Dealer
from triarii.core.contract import AnyGame, AnyPosition, Budget, Eye, Options, Player, Refusal, Turn
from triarii.core.records import ChanceFell, Header
from triarii.core.timeline import Timeline
from triarii.lab.playing import play_on
from triarii.puzzles.puzzle import LEVELS, Puzzle

OPENING = 2
"""Random turns at the beginning, so that no two games are alike."""
TRIES = 24
"""Of each level, with other slips each time."""
TRIES_OF_STRONGEST = 2
"""It never slips."""


def player_of(name: str, game: AnyGame) -> Player:
    found = registry.player(name, game.info.id)
    assert not isinstance(found, Refusal), f"{name} is one of ours"
    return found


def played(
    game: AnyGame, options: Options, sources: Sequence[str], seed: str, longest: int, blunders: float = 0.0
) -> Iterator[Timeline]:
    """A game of two players by lot, told at every turn of a seat. A share of the turns may be left to chance: players
    who never blunder leave little to find."""
    rng = Random(seed)
    names = rng.choice(sources), rng.choice(sources)
    line = timeline.begin(game, Header(game.info.id, game.info.rules_version, options, seats=names))
    assert not isinstance(line, Refusal), "options of ours"
    dealer = Dealer(hashlib.sha256(f"triarii-puzzles/{seed}".encode()).digest(), "puzzles")
    anyone, levels = player_of("random", game), dict(zip((Turn.FIRST, Turn.SECOND), names, strict=True))
    players = {seat: player_of(name, game) for seat, name in levels.items()}
    for number in range(longest):
        while line.result is None and line.position.turn is Turn.CHANCE:
            play_on_chance(line, dealer)
        if line.result is not None:
            return
        yield line
        chooses = dict.fromkeys(players, anyone) if number < OPENING or rng.random() < blunders else players
        play_on(line, chooses, dealer, rng, turns=1)


def play_on_chance(line: Timeline, dealer: Dealer) -> None:
    line.append(ChanceFell(line.game.action_text(dealer.deal(line.position, line.chances))))


def tried(game: AnyGame, position: AnyPosition, puzzle: Puzzle) -> Puzzle:
    """The puzzle with how often each level finds its best move."""
    shares = {}
    for level in LEVELS:
        offered = game.info.level(level)
        if offered is None or offered.word != level:
            continue
        player, hits = player_of(level, game), 0
        tries = TRIES_OF_STRONGEST if level == LEVELS[-1] else TRIES
        for number in range(tries):
            rng = Random(f"{puzzle.id}/{level}/{number}")
            chosen = player.choose(game, position.view(Eye(position.turn)), Budget(), rng)
            hits += game.action_text(chosen.action) == puzzle.best
        shares[level] = round(hits / tries, 2)
    return replace(puzzle, found=shares)
