"""One game of Cities & Heroes by the numbers of numbers.py."""

from __future__ import annotations

from typing import Any

from triarii.adapters.cities import many, numbers
from triarii.adapters.cities.alone import Alone
from triarii.adapters.encoding import Moment
from triarii.core.contract import Eye, Turn
from triarii.games.cities import actions
from triarii.games.cities.position import Position
from triarii.games.cities.squares import SIZE


class CitiesEncoding:
    """Cities & Heroes."""

    actions = numbers.ACTIONS
    shape = (numbers.PLANES, SIZE, SIZE)
    kind = "uint8"
    highest = 255.0

    def mask(self, moment: Moment) -> bytearray:
        position: Position = moment.position
        return many.mask(position.placement, position.side, position.claimable)

    def follow(self, moment: Moment, number: int) -> Moment:
        position: Position = moment.position
        return Moment(position.play(action_of(number, position.side)))

    def observe(self, moment: Moment, eye: Eye) -> bytearray:
        position: Position = moment.position
        times = position.seen if position.setting.rulings.repetition else 0
        return many.see(position.placement, eye, position.side, position.turn == int(eye), position.stall, times)

    def alone(self, position: Position, stream: int, seen: memoryview, mask: memoryview) -> Alone:
        """Once it is settled who begins, there is no chance left."""
        return Alone(position, seen, mask)

    def spell(self, position: Any, action: Any) -> list[int]:
        return [number_of(int(action), position.side)]

    def word(self, number: int, seat: Turn) -> str:
        return actions.TEXTS.get(action_of(number, seat), "-")


def action_of(number: int, seat: Turn) -> int:
    """The action that a number means for a seat."""
    if number >= numbers.MOVES:
        return actions.PASS if number == numbers.PASS else actions.CLAIM
    if seat is Turn.SECOND:
        number = numbers.MOVES - 1 - number
    square, way = divmod(number, numbers.WAYS)
    start = numbers.BIT_OF_SQUARE[square]
    return actions.move(start, start + numbers.DIFFERENCE_OF_WAY[way])


def number_of(action: int, seat: Turn) -> int:
    """The number of an action of a seat."""
    if action in (actions.PASS, actions.CLAIM):
        return numbers.PASS if action == actions.PASS else numbers.CLAIM
    start, goal = actions.ends_of(action)
    number = numbers.SQUARE_OF_BIT[start] * numbers.WAYS + numbers.WAY_OF_DIFFERENCE[goal - start + numbers.REACH]
    return numbers.MOVES - 1 - number if seat is Turn.SECOND else number


CITIES = CitiesEncoding()
