"""Tuning of the evaluation of To War!: what each card is worth on each cell.

Self-play with a shallow search gives positions and how their games ended; a logistic regression by stochastic gradient
finds the weights that foretell the ends best. Weights are written for the first and the last turn; between them they
change evenly.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from triarii.core.contract import Turn
from triarii.games.towar import GAME, codes, rules
from triarii.games.towar.cards import ARMIES, PRINTED, CardTable, table_of
from triarii.games.towar.position import Position
from triarii.lab.tuning.tuner import BEFORE, NOW, Change, Loss, Share, Tuned, Tuner, left_out
from triarii.players.towar import weights
from triarii.players.towar.search import Search

KEPT = 0.3
"""Share of the positions of a game that are kept: neighbours tell the same story."""
BLUNDERS = 0.12
"""Random turns, so that both sides get into trouble and out of it."""
PAIRS = list(product(ARMIES, ARMIES))
UNITS = list(PRINTED)
WIDTH = weights.PLACES + 1
COMMON = len(UNITS)
"""Stands for any unit: what all have in common is learned once, and each unit only differs from it."""
FEATURES = (len(UNITS) + 1) * WIDTH + weights.CONTACTS + 1
RATE, RIDGE, ROUNDS = 0.08, 2e-6, 12
ORDER = 1
"""Seed of the order in which positions are learned from."""


class Row(NamedTuple):
    """A position before a draw, and what its game brought the first seat."""

    armies: tuple[str, str]
    field: int
    reserve: int
    side: int
    left: int
    result: float


def self_play(seed: int) -> list[Row]:
    """The positions of one game."""
    rng = Random(seed)
    armies = PAIRS[seed % len(PAIRS)]
    position = GAME.start({"armies": ",".join(armies), "mirror_match": True})
    assert isinstance(position, Position)
    search = Search(weights.judgement(position.setting, armies, weights.tuned()), position.force, 6)
    seen: list[Row] = []
    while position.turn is not Turn.OVER:
        if position.turn is Turn.CHANCE:
            outcomes = position.chances()
            card = rng.choices([card for card, _ in outcomes], [float(share) for _, share in outcomes])[0]
            left = position.cards_left()
            if position.phase == codes.DRAW and left <= codes.TO_PLAY and rng.random() < KEPT:
                seen.append(Row(armies, position.field, position.reserve, position.side, left, 0.5))
            position = position.play(card)
        elif position.phase == codes.DEPLOY or rng.random() < BLUNDERS:
            position = position.play(rng.choice(position.actions()))
        else:
            position = position.play(best_turn(position, search))
    result = position.result()
    assert result is not None
    value = 0.5 if result.winner is None else float(result.winner is Turn.FIRST)
    return [row._replace(result=value) for row in seen]


def best_turn(position: Position, search: Search) -> str:
    """The best by one answer of the opponent, averaged over the cards."""
    left = position.cards_left() - 1
    search.begin(0, 0.0)

    def value(action: str) -> int:
        after = position.play(action)
        if after.broken_through:
            return -1
        return search.value(after.field, after.reserve, 0, after.side, left, 1)

    return min(position.actions(), key=value)


def read_row(told: Any) -> Row:
    """A row that went through JSON."""
    (one, two), field, reserve, side, left, result = told
    return Row((str(one), str(two)), int(field), int(reserve), int(side), int(left), float(result))


def how() -> Mapping[str, object]:
    return {"kept": KEPT, "blunders": BLUNDERS, "weights": digest(weights.table_text())}


def fit(games: Sequence[Sequence[Row]]) -> Tuned:
    learned, test = left_out(games)
    found = regression(learned)
    present = as_points(weights.tuned())
    before, now = judged(test, present), judged(test, found)
    shares = (Share(BEFORE, before[0], len(test)), Share(NOW, now[0], len(test)))
    return Tuned(len(learned) + len(test), toml(found), changes(present, found), shares, Loss(before[1], now[1]))


def changes(before: Sequence[float], now: Sequence[float]) -> tuple[Change, ...]:
    """By unit: what it is worth on the board, over all places, on the first and on the last turn."""

    def worth(found: Sequence[float], number: int) -> float:
        own, shared = number * WIDTH, COMMON * WIDTH
        return mean(
            found[phase * FEATURES + own + place] + found[phase * FEATURES + shared + place]
            for phase in range(weights.PHASES)
            for place in range(weights.PLACES)
        )

    return tuple(Change(unit, worth(before, number), worth(now, number)) for number, unit in enumerate(UNITS))


def as_points(worth: weights.Weights) -> list[float]:
    """A table of weights in the order of the features."""
    found: list[float] = []
    for phase in range(weights.PHASES):
        found += [point for unit in UNITS for point in worth.places[unit][phase]]
        found += [0.0] * WIDTH  # what all have in common is in each unit's points
        found += [*worth.contacts[phase], worth.tempo[phase]]
    return found


def features(row: Row) -> dict[int, float]:
    """What the evaluation sums up, for the first seat."""
    found: dict[int, float] = {}
    table = table_of("standard")
    assert isinstance(table, CardTable)

    def add(number: int, value: float) -> None:
        found[number] = found.get(number, 0.0) + value

    units = {code: table.unit(row.armies[code // codes.SIDE], code) for code in _codes(table, row.armies)}
    for cell in range(codes.CELLS):
        code = rules.unit_on(row.field, cell)
        if code:
            side = code // codes.SIDE
            for number in (UNITS.index(units[code].id), COMMON):
                add(number * WIDTH + weights.place_of(cell, side), -1.0 if side else 1.0)
    for code, unit in units.items():
        count = rules.number_of(row.reserve, code)
        if count:
            for number in (UNITS.index(unit.id), COMMON):
                add(number * WIDTH + weights.PLACES, -count if code >= codes.SIDE else count)
    base, sign = (COMMON + 1) * WIDTH, -1.0 if row.side else 1.0
    for attacker, defender, aside in contacts(row.field):
        attack = units[attacker].attack + 2 * aside
        if aside and not units[attacker].sideways:
            continue
        margin = attack - units[defender].defence
        if margin >= 0:
            own = attacker // codes.SIDE == row.side
            kind = (0 if own else 4) + 2 * aside + (margin == 0)
            add(base + kind, sign if own else -sign)
    add(FEATURES - 1, sign)
    return found


def _codes(table: CardTable, armies: tuple[str, str]) -> list[int]:
    sizes = [len(table.armies[army]) for army in armies]
    return [side * codes.SIDE + 1 + number for side in (0, 1) for number in range(sizes[side])]


def contacts(field: int) -> Iterator[tuple[int, int, bool]]:
    """(attacker, defender, sideways) of all enemies that touch each other so that an attack is possible."""
    for cell in range(codes.CELLS):
        unit = rules.unit_on(field, cell)
        beside = rules.unit_on(field, cell + 1) if cell % codes.COLUMNS < codes.COLUMNS - 1 else 0
        if unit and beside and (unit ^ beside) & codes.SIDE:
            yield unit, beside, True
            yield beside, unit, True
        ahead = rules.unit_on(field, cell + codes.COLUMNS) if cell + codes.COLUMNS < codes.CELLS else 0
        if unit and unit < codes.SIDE and ahead & codes.SIDE:
            yield unit, ahead, False
            yield ahead, unit, False


def regression(rows: Sequence[Row]) -> list[float]:
    """Weights for the first turn, then for the last, in points."""
    data = [(list(features(row).items()), row.left / codes.TO_PLAY, row.result) for row in rows]
    found, seen = [0.0] * (2 * FEATURES), [1e-6] * (2 * FEATURES)
    rng = Random(ORDER)
    for _ in range(ROUNDS):
        rng.shuffle(data)
        for items, early, result in data:
            late = 1 - early
            total = sum(x * (early * found[i] + late * found[i + FEATURES]) for i, x in items)
            error = result - 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
            for i, x in items:
                for place, share in ((i, early), (i + FEATURES, late)):
                    slope = error * x * share - RIDGE * found[place]
                    seen[place] += slope * slope
                    found[place] += RATE * slope / math.sqrt(seen[place])
    return [weight * weights.STEEP for weight in found]


def judged(rows: Sequence[Row], found: Sequence[float]) -> tuple[float, float]:
    """In which share of positions the likelier side won, and the loss."""
    right = loss = 0.0
    for row in rows:
        early = row.left / codes.TO_PLAY
        points = sum(x * (early * found[i] + (1 - early) * found[i + FEATURES]) for i, x in features(row).items())
        chance = min(1 - 1e-9, max(1e-9, 1 / (1 + math.exp(-max(-6000.0, min(6000.0, points)) / weights.STEEP))))
        right += row.result if chance > 0.5 else 1 - row.result
        loss -= row.result * math.log(chance) + (1 - row.result) * math.log(1 - chance)
    return right / len(rows), loss / len(rows)


def toml(found: Sequence[float]) -> str:
    lines = [
        "# What a card is worth, in points (200 points make odds of e to 1). Found by self-play, not guessed:",
        "# `make tune` finds it again. By unit: [first turn, last turn], each for the own back row at the edge and in",
        "# the middle, the next rows likewise, and for a card that is still to come.",
    ]
    whole = [round(weight) for weight in found]

    for place in [phase * FEATURES + i for phase in (0, 1) for i in range(COMMON * WIDTH)]:
        shared = place - place % FEATURES + COMMON * WIDTH + place % FEATURES % WIDTH
        whole[place] = round(found[place] + found[shared])

    def both(begin: int, end: int) -> str:
        return f"[{whole[begin:end]}, {whole[FEATURES + begin : FEATURES + end]}]"

    base = (COMMON + 1) * WIDTH
    lines += [f"tempo = [{whole[FEATURES - 1]}, {whole[2 * FEATURES - 1]}]"]
    lines += ["# For the player to move, then for the other: forward attacks that win, that tie, sideways ones."]
    lines += [f"contacts = {both(base, base + weights.CONTACTS)}", "", "[places]"]
    lines += [f"{unit} = {both(number * WIDTH, (number + 1) * WIDTH)}" for number, unit in enumerate(UNITS)]
    return "\n".join(lines) + "\n"


def digest(text: str) -> str:
    """Names a table of weights, so that a test can tell whether it is the one that was found."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


TUNER = Tuner(how, self_play, read_row, fit, fewest=FEATURES)
