"""Puzzles of L'Art de la Guerre: which charge? Several are possible, and the exact odds of the first round tell them
apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from triarii.core.contract import AnyGame, Budget, Eye, Refusal
from triarii.core.timeline import Timeline
from triarii.games.adlg.assist import candidates
from triarii.games.adlg.battle import order_execution
from triarii.games.adlg.battle.charge import charging, engaging, evading
from triarii.games.adlg.battle.fighting import fights
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import Charge
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.combat.odds import round_odds
from triarii.games.adlg.position import Position
from triarii.lab.mining.playing import played
from triarii.players.adlg import ranks
from triarii.players.adlg.eyes import eyes_without
from triarii.players.adlg.general import General
from triarii.players.handicaps import slip
from triarii.puzzles.puzzle import Puzzle, Theme, Way, changed, played_texts

SCENARIOS = ("skirmish", "shield_wall", "sea_of_grass", "desert_wells", "olive_groves", "between_the_woods")
SOURCES = ("beginner", "casual", "club")
LONGEST = 260
CLEARLY = Fraction(1, 10)
"""By which the best charge is better than the next."""
FEWEST, MOST = 3, 8
"""Charges to choose from; of more the best are asked about."""
TRIES = 24
"""Of each level, with other slips each time."""
REST = 12
"""Decisions after a puzzle in which none is looked for."""


@dataclass(frozen=True)
class Lunge:
    """A charge with what it brings."""

    order: Charge
    enemy: str
    """Who is really met; not always the one who was aimed at."""
    wins: Fraction
    loses: Fraction

    @property
    def edge(self) -> Fraction:
        return self.wins - self.loses

    @property
    def pair(self) -> tuple[str, str]:
        return self.order.who[0], self.enemy


def mined(game: AnyGame, seed: str) -> Iterator[Puzzle]:
    """The puzzles of one battle."""
    options = {"scenario": Random(seed).choice(SCENARIOS)}
    wait = 0
    for number, line in enumerate(played(game, options, SOURCES, seed, LONGEST)):
        position = line.position
        assert isinstance(position, Position)
        if number < wait or position.state.stage is not Stage.ORDERS:
            continue
        found = _puzzle(game, line, position)
        if found is not None:
            wait = number + REST
            yield found


def _puzzle(game: AnyGame, line: Timeline, position: Position) -> Puzzle | None:
    lunges = sorted(charges(position.state), key=lambda lunge: (-lunge.edge, lunge.pair))
    if len(lunges) < FEWEST or len({lunge.order.who for lunge in lunges}) < 2:
        return None
    best, second = lunges[:2]
    if best.edge - second.edge < CLEARLY or best.edge <= 0:
        return None
    return Puzzle(
        game="adlg",
        options=changed(game, line.header.options),
        seats=line.header.seats,
        played=played_texts(line),
        ways=tuple(
            Way(str(each.order), str(each.edge), (str(each.wins), str(each.loses)), each.pair) for each in lunges[:MOST]
        ),
        line=(str(best.order),),
        theme=Theme.CHARGE,
        proven=True,
        found=found_by_levels(game, position, str(best.order), best.enemy, f"{line.header.seats}/{len(line.steps)}"),
    )


def charges(state: State) -> list[Lunge]:
    """Every charge of one unit that may be ordered now and whose target has to stand, by its best beginning."""
    found: dict[tuple[str, str], Lunge] = {}
    units = ranks.units_of(state)
    for name in ranks.ready(state.field, units):
        for target, steps in candidates.reachable(state.field, (name,)):
            lunge = weighed(state, Charge((name,), target, steps))
            if lunge is not None and (lunge.pair not in found or lunge.edge > found[lunge.pair].edge):
                found[lunge.pair] = lunge
    return list(found.values())


def weighed(state: State, order: Charge) -> Lunge | None:
    """The exact odds of the first round; None: it may not be ordered, somebody may evade it, or nobody is fought."""
    field = state.field
    if order.target not in field or isinstance(order_execution.execute(state, order), Refusal):
        return None
    declared = charging.declare(field, order.who, order.target, order.steps)
    if isinstance(declared, Refusal):
        return None
    ready, onset = declared
    for target in onset.waiting:
        if target in ready:
            answer = evading.answer(ready, onset, target)
            if answer.must_evade or answer.may_evade or evading.groups_of(ready, onset, target):
                return None
    met = engaging.close_in(charging.past_light_infantry(ready, onset, order.target), onset)
    fought = [clash for clash in fights.clashes(met) if order.who[0] in (clash.a, clash.b)]
    if len(fought) != 1:
        return None
    [clash] = fought
    odds = round_odds(clash.melee, met.setting.readings)
    if clash.a == order.who[0]:
        return Lunge(order, clash.b, odds.loses("b"), odds.loses("a"))
    return Lunge(order, clash.a, odds.loses("a"), odds.loses("b"))


def renewed(game: AnyGame, puzzle: Puzzle) -> Puzzle:
    """The same puzzle, tried on all levels anew."""
    position = game.parse(puzzle.position, puzzle.options)
    assert isinstance(position, Position), "one of ours"
    best = puzzle.ways[0]
    assert best.who is not None, "a charge"
    return replace(puzzle, found=found_by_levels(game, position, best.action, best.who[1], puzzle.id))


def found_by_levels(game: AnyGame, position: Position, best: str, enemy: str, seed: str) -> Mapping[str, float]:
    """How often the charge that a level prefers is this one, with its slips: of its charges it takes the one that it
    likes best, or now and then another that looks nearly as good to it."""
    wanted, found = parse(best), {}
    assert isinstance(wanted, Charge), "the best way of such a puzzle"
    for level, handicap in General.handicaps.items():
        general = General(eyes_without(handicap.overlooks))
        ways = general.ways(game, position.view(Eye(position.turn)), Budget(nodes=handicap.nodes), Random(seed))
        liked = [way for way in ways if isinstance(parse(way.action), Charge)][: handicap.candidates]
        hits = 0
        for number in range(TRIES if liked else 0):
            order = parse(slip(liked, handicap, Random(f"{seed}/{level}/{number}")).action)
            assert isinstance(order, Charge), "they were chosen so"
            hits += wanted.who[0] in order.who and order.target in (wanted.target, enemy)
        found[level] = round(hits / TRIES, 2)
    return found
