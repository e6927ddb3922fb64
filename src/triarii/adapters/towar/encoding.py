"""One game of To War! by the numbers of numbers.py: a turn is spelled word by word."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

from triarii.adapters.encoding import Moment
from triarii.adapters.towar import many, numbers
from triarii.adapters.towar.alone import Alone
from triarii.core.contract import Eye, Turn
from triarii.games.towar import codes, rules
from triarii.games.towar.actions import PASS, parse_turn
from triarii.games.towar.cards import ARMIES
from triarii.games.towar.cells import DIRECTIONS, LETTERS, NAMES, NUMBERS
from triarii.games.towar.jobs import State
from triarii.games.towar.position import CHOOSING, UNCHOSEN, Position

ARMY_NAMES = tuple(ARMIES)
ARMY_NUMBERS = {UNCHOSEN: -1, **{name: number for number, name in enumerate(ARMY_NAMES)}}
NO_CHAIN = bytes(4 * codes.CHAIN)


@dataclass(slots=True)
class Spelled:
    """A turn under way; nobody changes one."""

    field: int
    card: int
    """That is played; it has left the hand."""
    chain: bytes
    """As games/towar/steps.py keeps it."""
    entered: bool
    words: tuple[str, ...]
    """So far, for people."""


class ToWarEncoding:
    """To War!"""

    actions = numbers.ACTIONS
    shape = (numbers.OBSERVATION,)
    kind = "uint8"
    highest = 255.0

    def mask(self, moment: Moment) -> bytearray:
        position: Position = moment.position
        stage = stage_of(moment)
        if stage == numbers.CHOOSE_ARMY:
            found = bytearray(numbers.ACTIONS)
            for army in position.actions():
                found[numbers.ARMY + ARMY_NAMES.index(army)] = 1
            return found
        return many.mask(stage, _state(moment), _chain(moment), position.force)

    def follow(self, moment: Moment, number: int) -> Moment:
        position: Position = moment.position
        stage = stage_of(moment)
        if stage == numbers.CHOOSE_ARMY:
            return Moment(position.play(ARMY_NAMES[number - numbers.ARMY]))
        if stage == numbers.CHOOSE_CELL:
            return Moment(position.play(NAMES[_turned(number - numbers.CELL, position.side)]))
        field, _, hands, card, side = _state(moment)
        words = (*(moment.spelled.words if moment.spelled else ()), self.word(number, position.side))
        if stage == numbers.CHOOSE_CARD:
            card = codes.SIDE * side + 1 + number - numbers.CARD
            return Moment(position, Spelled(field, card, NO_CHAIN, False, words))
        chain = _chain(moment)
        after = many.after_word(chain, field, side, card, number, position.force)
        if chain[codes.AIR] and not after & codes.BROKEN_THROUGH:
            return Moment(position, Spelled(after, card, chain.tobytes(), True, words))
        return Moment(position.played(after, hands))

    def observe(self, moment: Moment, eye: Eye) -> bytearray:
        position: Position = moment.position
        acting = position.turn == int(eye)
        if not acting:
            moment = Moment(position)
        stage = stage_of(moment) if acting else numbers.NOBODY
        own, other = position.armies[eye], position.armies[1 - eye]
        if position.sealed and eye is Eye.FIRST:
            own = position.sealed
        state, chain = _state(moment), _chain(moment)
        return many.see(eye, stage, state, chain, ARMY_NUMBERS[own], ARMY_NUMBERS[other], position.force)

    def alone(self, position: Position, stream: int, seen: memoryview, mask: memoryview) -> Alone | None:
        """As soon as the armies are chosen."""
        if not position.under_way:
            return None
        first, second = (ARMY_NUMBERS[army] for army in position.armies)
        return Alone(position, (first, second), stream, seen, mask)

    def spell(self, position: Any, action: Any) -> list[int]:
        text = str(action)
        if position.phase == CHOOSING:
            return [numbers.ARMY + ARMY_NAMES.index(text)]
        if position.phase == codes.DEPLOY:
            return [numbers.CELL + _turned(NUMBERS[text], position.side)]
        card, slash, rest = text.rpartition("/")
        words = [numbers.CARD + position.code(card, position.side) % codes.SIDE - 1] if slash else []
        turn = parse_turn(text)
        if turn is None:
            return [*words, numbers.PASS]
        column = LETTERS.index(turn.column)
        words.append(numbers.COLUMN + (codes.COLUMNS - 1 - column if position.side else column))
        words += [numbers.STEP + DIRECTIONS.index(step) for step in turn.steps]
        chain = position.chain(text)
        return [*words, numbers.STAY] if getattr(chain, "second", False) else words

    def word(self, number: int, seat: Turn) -> str:
        if number < numbers.CELL:
            return ARMY_NAMES[number]
        if number < numbers.CARD:
            return NAMES[_turned(number - numbers.CELL, seat)]
        if number < numbers.COLUMN:
            return f"card {number - numbers.CARD + 1}"
        if number < numbers.STEP:
            column = number - numbers.COLUMN
            return LETTERS[codes.COLUMNS - 1 - column if seat else column]
        if number < numbers.STAY:
            return DIRECTIONS[number - numbers.STEP]
        return "." if number == numbers.STAY else PASS


def stage_of(moment: Moment) -> int:
    """Which word the seat to act has to choose."""
    position: Position = moment.position
    spelled: Spelled | None = moment.spelled
    if spelled is not None:
        return numbers.CHOOSE_STEP if spelled.entered else numbers.CHOOSE_COLUMN
    if position.phase == CHOOSING:
        return numbers.CHOOSE_ARMY
    if position.phase == codes.DEPLOY:
        return numbers.CHOOSE_CELL
    return numbers.CHOOSE_CARD if position.setting.hand else numbers.CHOOSE_COLUMN


def _state(moment: Moment) -> State:
    position: Position = moment.position
    spelled: Spelled | None = moment.spelled
    if spelled is None:
        return position.state
    hands = position.hands - (rules.one_card(spelled.card) if position.setting.hand else 0)
    return spelled.field, position.reserve, hands, spelled.card, position.side


def _chain(moment: Moment) -> memoryview:
    """A copy that may be changed."""
    return memoryview(array("i", NO_CHAIN if moment.spelled is None else moment.spelled.chain))


def _turned(cell: int, seat: int) -> int:
    return codes.CELLS - 1 - cell if seat else cell


TOWAR = ToWarEncoding()
