"""Prints how the hot modules run and then what they compute: tests run it compiled and pure and compare the texts."""

import importlib
from array import array
from collections.abc import Iterable
from typing import Any, NamedTuple
from zlib import crc32

from triarii import builds
from triarii.adapters.cities import alone as alone_cities
from triarii.adapters.cities import many as many_cities
from triarii.adapters.cities import numbers as cities_numbers
from triarii.adapters.towar import alone as alone_towar
from triarii.adapters.towar import many as many_towar
from triarii.adapters.towar import numbers as towar_numbers
from triarii.core import streams
from triarii.core.contract import Turn
from triarii.games.adlg.geometry import shapes, surroundings
from triarii.games.adlg.geometry.surroundings import Surroundings
from triarii.games.cities import jobs
from triarii.games.cities.rulings import Rulings
from triarii.games.cities.standings import Standing
from triarii.games.towar import jobs as towar
from triarii.games.towar.forces import Forces
from triarii.players.cities import evaluation
from triarii.players.cities.search import Search
from triarii.players.cities.weights import PRESENT
from triarii.players.cities.yardstick.search import Search as Yardstick
from triarii.players.cities.yardstick.weights import PRESENT as FROZEN


def board(*names: str) -> int:
    """Squares by name, eleven to a row."""
    return sum(1 << ((int(name[1:]) - 1) * 11 + "abcdefghij".index(name[0])) for name in names)


def rank(row: int, columns: Iterable[str] = "bcdefghi") -> int:
    return board(*(f"{column}{row}" for column in columns))


OPENING = (rank(2), rank(9), 0, board("a1", "j1", "d3", "g3"), board("a10", "j10", "d8", "g8"))
MELEE = (
    board("d4", "e5", "f6", "j10"),
    board("d5", "e6", "f5", "a1"),
    board("d4", "f5", "j10"),
    board("d4", "j10"),
    board("a1", "f5"),
)
RULINGS = (
    Rulings(3, 40, False, False, False, False, False, False),
    Rulings(2, 10, True, True, True, True, True, False),
    Rulings(3, 6, True, False, True, False, False, True),
)


def nibbles(*numbers: int) -> int:
    """Numbers of four bits each, the first one lowest."""
    return sum(number << 4 * place for place, number in enumerate(numbers))


# West against North: codes 1 to 5 and 9 to 13 in the order of the card table.
ATTACK = nibbles(0, 5, 4, 2, 3, 6, 0, 0, 0, 5, 4, 3, 3, 5)
DEFENCE = nibbles(0, 5, 4, 2, 3, 1, 0, 0, 0, 5, 4, 3, 3, 1)
SIDEWAYS, TWICE, ELITE = 0b00111000011100, 0b00100000001010, 0b00011000000110
STANDARD = Forces(ATTACK, DEFENCE, SIDEWAYS, TWICE, ELITE, True, False, True, True, True, 0, False, False, False)
FORCES = (
    STANDARD,
    STANDARD._replace(redisplace=False, fresh_locked=True, second_step_displaces=False, attack_on_entry=False),
    STANDARD._replace(hand=3, pile_ends=True, first_middle=False),
    STANDARD._replace(attack_on_entry=False, displace_on_entry=True, second_any_way=True),
)
FRAY = nibbles(1, 3, 4, 4, 2, 5, 11, 12, 10, 9, 10, 13)
GAPS = nibbles(3, 3, 0, 2, 0, 9, 0, 12, 4, 9, 10, 1)


def towar_facts() -> Iterable[str]:
    """Turns listed, lines counted and random games of To War!, under several readings of the rules."""
    left, held = nibbles(0, 1, 1, 0, 2, 1, 0, 0, 0, 1, 1, 1, 0, 2), nibbles(0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1)
    drawn = [2 | 9 << 8, 4 | 13 << 8, 5 | 10 << 8]
    for force in FORCES:
        for name, field in (("fray", FRAY), ("gaps", GAPS)):
            for side in (0, 1):
                card = 2 + 8 * side
                state = (field, left, held if force.hand else 0, 0 if force.hand else card, side)
                yield f"towar {name} {side} ways {towar.list_ways(field, side, card, force)}"
                yield f"towar {name} {side} count {towar.count_ways(field, side, card, force)}"
                yield f"towar {name} {side} perft {[towar.perft(state, force, drawn, depth) for depth in (1, 2)]}"
                yield f"towar {name} {side} next {towar.comes_next(state, force)}"
                for seed in (0, 1, 2**64 - 1):
                    yield f"towar {name} {side} playouts {seed} {towar.playouts(state, force, range(5), seed, 40)}"


def many_facts() -> Iterable[str]:
    """Games played many at once: what is seen, allowed, chosen and gained, step by step."""
    deck = nibbles(0, 3, 3, 3, 4, 4, 0, 0, 0, 3, 3, 3, 4, 4)
    for force in FORCES:
        kernel = many_towar.Games(3, [(0, 1)] * 2, [deck] * 2, [force, STANDARD], 2)
        yield f"many towar {played(kernel, towar_numbers, steps=200, endings=1)}"
    for begins, ruled in enumerate(RULINGS):
        many = many_cities.Games(3, OPENING, begins, ruled, 60)
        yield f"many cities {played(many, cities_numbers, steps=130, endings=2)}"


def played(kernel: Any, numbers: Any, steps: int, endings: int) -> str:
    """All that three games at once say, as one number, and where they stand."""
    seen, masks = (memoryview(bytearray(3 * size)) for size in (numbers.OBSERVATION, numbers.ACTIONS))
    seats, chosen, rewards = memoryview(bytearray(3)), memoryview(array("i", [0] * 3)), memoryview(array("f", [0] * 6))
    ends = [memoryview(bytearray(3)) for _ in range(endings)]
    kernel.reset(memoryview(array("Q", [streams.begin(7, game) for game in range(3)])), seen, masks, seats)
    total = 0
    for _ in range(steps):
        kernel.sample(masks, chosen)
        assert kernel.step(chosen, seen, masks, rewards, *ends, seats) == -1
        for part in (seen, masks, seats, chosen, rewards, *ends):
            total = crc32(part.tobytes(), total)
    return f"{total} {[kernel.state(game) for game in range(3)]}"


class Ruled(NamedTuple):
    """As much of a setting as a standing asks for."""

    rulings: Rulings


def driven(placement: jobs.Placement, ruled: Rulings) -> list[object]:
    """What a standing says at every ply of a game in which numbers decide."""
    standing, state, said = Standing(placement, Turn.FIRST, Ruled(ruled)), streams.begin(5, 1), list[object]()
    while len(said) < 90 and (actions := standing.actions()):
        state = streams.advance(state)
        action = actions[streams.below(state, len(actions))]
        said.append((len(actions), action, actions[-1], list(actions).count(action), standing.ending, standing.seen))
        standing = standing.play(action)
    return [*said, standing.placement, standing.stall, standing.turn, standing.claimed]


def stride_facts() -> Iterable[str]:
    """Steps of a single base among others, free and not."""
    quads = [shapes.quad((1000 * (n % 7) * 3 + 5000, 4000 + 2500 * (n // 7), 1700 * n), 1000, 750) for n in range(21)]
    row = surroundings.bases(quads)
    ground = surroundings.boxes([quads[3]], 500)
    none = surroundings.bases([])
    for enemies, zones in ((none, none), (surroundings.bases(quads[:2]), surroundings.bases(quads[2:3]))):
        around = Surroundings(row, enemies, zones, enemies, ground, surroundings.boxes([quads[9]], 0), 30000, 20000, 2)
        for own in range(0, 21, 2):
            pose = (1000 * (own % 7) * 3 + 5000, 4000 + 2500 * (own // 7), 1700 * own)
            yield f"straight {own} {[around.straight(own, *pose, 1000, 750, 0, way) for way in (300, 2000, 9000)]}"
            yield f"aside {own} {[around.straight(own, *pose, 1000, 750, way, 0) for way in (-900, 400)]}"
            yield f"wheel {own} {[around.wheel(own, *pose, 1000, 750, angle) for angle in (-9000, 1500)]}"
            end = shapes.at(pose, 0, -750, 18000)
            yield f"turn {own} {around.on_the_spot(own, *pose, 1000, 750, *end)}"


class Begun(NamedTuple):
    """As much of a position of To War! as a game alone asks for."""

    state: tuple[int, int, int, int, int]
    force: Forces
    side: int


def alone_facts() -> Iterable[str]:
    """Games played alone: what both seats see, what is allowed and how it ends, step by step."""
    left, held = nibbles(0, 1, 1, 0, 2, 1, 0, 0, 0, 1, 1, 1, 0, 2), nibbles(0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1)
    for force in FORCES:
        state = (GAPS, left, held if force.hand else 0, 0 if force.hand else 2, 0)
        seen, mask = (memoryview(bytearray(size)) for size in (towar_numbers.OBSERVATION, towar_numbers.ACTIONS))
        begun = alone_towar.Alone(Begun(state, force, 0), (0, 1), streams.begin(3, 1), seen, mask)
        yield f"alone towar {gone_on(begun, seen, mask)}"
    for ruled in RULINGS:
        seen, mask = (memoryview(bytearray(size)) for size in (cities_numbers.OBSERVATION, cities_numbers.ACTIONS))
        standing = Standing(MELEE, Turn.FIRST, Ruled(ruled))
        yield f"alone cities {gone_on(alone_cities.Alone(standing, seen, mask), seen, mask)}"


def gone_on(alone: Any, seen: memoryview, mask: memoryview) -> str:
    state, total, steps = streams.begin(5, 1), 0, 0
    while alone.turn != Turn.OVER and steps < 90:
        for seat in (0, 1):
            alone.look(seat)
            total = crc32(mask.tobytes(), crc32(seen.tobytes(), total))
        state = streams.advance(state)
        numbers = [number for number, one in enumerate(mask) if one]
        alone.step(numbers[streams.below(state, len(numbers))])
        steps += 1
    return f"{total} {steps} {alone.turn} {alone.value}"


def facts() -> Iterable[str]:
    """Counts of lines, random games and verdicts, under several readings of the rules."""
    for ruled in RULINGS:
        for name, placement in (("opening", OPENING), ("melee", MELEE)):
            yield f"{name} perft {[jobs.perft(placement, 0, [], ruled, depth) for depth in (1, 2)]}"
            for seed in (0, 1, 12345, 2**64 - 1):
                yield f"{name} playouts {seed} {jobs.playouts(placement, 0, [], ruled, 0, 6, seed, 300)}"
            search = Search(PRESENT, ruled, 12)
            yield f"{name} features {evaluation.features(*placement, 7)}"
            yield f"{name} at fixed depth {search.search(placement, 0, [], depth=2)}"
            yield f"{name} at fixed nodes {search.search(placement, 3, [], nodes=1_500)}"
            yield f"{name} by the yardstick {Yardstick(FROZEN, ruled, 12).search(placement, 3, [], nodes=1_000)}"
            yield f"{name} without its best {search.search(placement, 0, [], nodes=500, without=[1])}"
            yield f"{name} ply by ply {driven(placement, ruled)}"
            yield f"{name} judge {[jobs.judge(placement, seen, 9, ruled) for seen in (1, 2, 3)]}"


if __name__ == "__main__":
    files = {importlib.import_module(module).__file__ or "" for module in builds.HOT}
    print(*sorted({"source" if file.endswith(".py") else "extension" for file in files}))
    print("\n".join([*facts(), *towar_facts(), *many_facts(), *stride_facts(), *alone_facts()]))
