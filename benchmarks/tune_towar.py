"""`make tune` for To War!: finds what each card is worth on each cell, by self-play.

Self-play with a shallow search gives positions and how their games ended (kept in benchmarks/tuning/); a logistic
regression by stochastic gradient finds the weights that foretell the ends best. Weights are written for the first and
the last turn; between them they change evenly.
"""

from __future__ import annotations

import gzip
import hashlib
import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks import figures
from benchmarks.self_play import SelfPlay, parser_of, play_shard
from benchmarks.self_play import rows as rows_of
from triarii.cli.progress import progress_bar
from triarii.core.contract import Turn
from triarii.games.towar import GAME, codes, rules
from triarii.games.towar.cards import ARMIES, PRINTED, CardTable, table_of
from triarii.games.towar.position import Position
from triarii.players.towar import weights
from triarii.players.towar.search import Search

DATA = Path(__file__).parent / "tuning" / "towar_positions.csv.gz"
TABLE = Path(weights.__file__).with_name("weights.toml")
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


class Row(NamedTuple):
    """A position before a draw, and what its game brought the first seat."""

    armies: tuple[str, str]
    field: int
    reserve: int
    side: int
    left: int
    result: float


def self_play(seed: int, with_tuned: bool) -> list[Row]:
    """The positions of one game."""
    rng = Random(seed)
    armies = PAIRS[seed % len(PAIRS)]
    position = GAME.start({"armies": ",".join(armies), "mirror_match": True})
    assert isinstance(position, Position)
    worth = weights.tuned() if with_tuned else weights.reference(position.setting.table)
    judge = weights.judgement(position.setting, armies, worth)
    search = Search(judge, position.force, 6)
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


def fit(rows: Sequence[Row], seed: int) -> list[float]:
    """Weights for the first turn, then for the last, in points."""
    data = [(list(features(row).items()), row.left / codes.TO_PLAY, row.result) for row in rows]
    found, seen = [0.0] * (2 * FEATURES), [1e-6] * (2 * FEATURES)
    rng = Random(seed)
    with progress_bar("regression", ROUNDS) as advance:
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
            advance()
    return [weight * weights.STEEP for weight in found]


def loss(rows: Sequence[Row], found: Sequence[float]) -> float:
    """How badly the ends are foretold: mean of -log of the chance given to what happened."""
    total = 0.0
    for row in rows:
        early = row.left / codes.TO_PLAY
        points = sum(x * (early * found[i] + (1 - early) * found[i + FEATURES]) for i, x in features(row).items())
        chance = min(1 - 1e-9, max(1e-9, 1 / (1 + math.exp(-max(-6000.0, min(6000.0, points)) / weights.STEEP))))
        total -= row.result * math.log(chance) + (1 - row.result) * math.log(1 - chance)
    return total / len(rows)


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


def write(rows: Sequence[Row]) -> None:
    with gzip.GzipFile(DATA, "wb", mtime=0) as file:
        for row in rows:
            line = f"{row.armies[0]},{row.armies[1]},{row.field:x},{row.reserve:x},{row.side},{row.left},{row.result}\n"
            file.write(line.encode())


def read() -> list[Row]:
    with gzip.open(DATA, "rt") as file:
        parts = [line.strip().split(",") for line in file]
    return [Row((p[0], p[1]), int(p[2], 16), int(p[3], 16), int(p[4]), int(p[5]), float(p[6])) for p in parts]


def main() -> None:
    parser = parser_of("Tune the evaluation of To War! by self-play.")
    parser.add_argument("--reference", action="store_true", help="play with the plain reference weights")
    chosen = parser.parse_args()
    if chosen.games:
        with_tuned = not chosen.reference
        worth = digest(TABLE.read_text(encoding="utf-8")) if with_tuned else "reference"
        how = {"kept": KEPT, "blunders": BLUNDERS, "weights": worth}
        play = partial(self_play, with_tuned=with_tuned)
        measured = SelfPlay("towar", chosen.seed, how, play, read_row)
        if play_shard(measured, chosen):
            return
        write(list(rows_of(measured, chosen)))
    rows = read()
    test = rows[::10]
    found = fit([row for number, row in enumerate(rows) if number % 10], chosen.seed)
    text = toml(found)
    TABLE.write_text(text, encoding="utf-8")
    report = {"positions": len(rows), "loss": round(loss(test, found), 4), "loss of a coin": round(math.log(2), 4)}
    figures.write("tuning_towar", {**report, "weights": digest(text)})
    print(f"{len(rows)} positions, loss {loss(test, found):.4f} on those left out (a coin: {math.log(2):.4f})")


if __name__ == "__main__":
    main()
