"""What lies on the field of To War! and beside it, as a display needs it: plain data read from a view; and the turn
that a person has begun, with the unit that is in the air."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from triarii.core.contract import SEATS, AnyGame, Eye, Turn, View
from triarii.games.towar import codes, rules
from triarii.games.towar.actions import turn_text
from triarii.games.towar.cards import DEPLOYED
from triarii.games.towar.cells import DIRECTIONS, LETTERS, NAMES, placed
from triarii.games.towar.chains import Chain
from triarii.games.towar.position import CHOOSING, Position
from triarii.games.towar.words import turn_number


@dataclass(frozen=True)
class Card:
    """One card, wherever it lies."""

    unit: str
    owner: Turn
    defence: int
    attack: int
    elite: bool
    kind: str


Cards = tuple[tuple[Card, int], ...]
"""Each type of card, and how many there are of it."""


@dataclass(frozen=True)
class Side:
    """What one player has."""

    army: str
    """Empty before it is chosen."""
    units: int
    elite: int
    held: int
    """Cards in hand."""
    hand: Cards
    """The cards in hand, as far as this eye may see them."""
    reserve: int
    coming: Cards
    """The cards that are still to come; with those of a hand that this eye may not see."""

    @property
    def hand_is_hidden(self) -> bool:
        return bool(self.held) and not self.hand


@dataclass(frozen=True)
class Scene:
    """The game as one eye sees it."""

    cells: Mapping[str, Card]
    sides: Mapping[Turn, Side]
    up: Card | None
    """The card that was turned up."""
    choosing: bool
    """Whether armies are still to be chosen."""
    crowns_ours: bool
    """Whether it is inferred who is elite (towar.cards.elite_types)."""
    deployed: int
    """Cards that both have laid out, as long as they do."""
    turn: int
    """The number of the turn, from 1; 0 before the battle."""


@dataclass(frozen=True)
class Way:
    """A turn that a person has begun to say."""

    cells: Mapping[str, Card]
    """The field after the steps so far; the unit in the air stands nowhere."""
    steps: int
    """How many there were."""
    numbers: Mapping[str, int]
    """Which of them ended on a cell, the last one if there were more."""
    air: Card | None
    """The unit that has to move on, or may."""
    at: str
    """The cell that it was displaced from, or stands on after its first step."""
    second: bool
    """Whether it stands there and may take a second step."""
    beside: Mapping[str, str]
    """The cells that it could step on if nothing were in its way, and the word for each."""


def scene_of(game: AnyGame, view: View) -> Scene:
    """Built from the view alone: what is hidden from its eye is not there."""
    position: Position = game.imagine(view, Random(0))
    left = position.cards_left()
    return Scene(
        cells=_cells(position, position.field),
        sides={seat: _side(position, seat, view.eye) for seat in SEATS},
        up=_card(position, position.card) if position.card else None,
        choosing=position.phase == CHOOSING,
        crowns_ours=not position.setting.table.printed,
        deployed=min(2 * DEPLOYED, len(placed(position.field))) if left > codes.TO_PLAY else 2 * DEPLOYED,
        turn=min(turn_number(position), codes.TO_PLAY) if position.begun and left <= codes.TO_PLAY else 0,
    )


def way_of(position: Any, words: Sequence[str]) -> Way | None:
    """The turn that these words begin; None where they are none of a turn, or only a card."""
    if not isinstance(position, Position) or position.phase != codes.TURN:
        return None
    rest = list(words)
    card = rest.pop(0) if position.setting.hand and rest else ""
    if not rest or rest[0] not in LETTERS:
        return None
    chain = position.chain(turn_text(card, rest[0], "".join(rest[1:])))
    if not isinstance(chain, Chain):
        return None
    beside: dict[str, str] = {}
    for direction, word in enumerate(DIRECTIONS) if chain.air else ():
        target = rules.step_from(chain.cell, direction, chain.side)
        if target >= 0:
            beside[NAMES[target]] = word
    return Way(
        cells=_cells(position, chain.field),
        steps=len(chain.steps),
        numbers={NAMES[step.goal]: number for number, step in enumerate(chain.steps, start=1) if step.goal >= 0},
        air=_card(position, chain.air) if chain.air else None,
        at=NAMES[chain.cell] if chain.air else "",
        second=chain.second,
        beside=beside,
    )


def _cells(position: Position, field: int) -> dict[str, Card]:
    return {NAMES[cell]: _card(position, code) for cell, code in placed(field)}


def _side(position: Position, seat: Turn, eye: Eye) -> Side:
    seen = eye == Eye(seat)
    coming = position.reserve if seen else position.reserve + position.hands
    return Side(
        army=position.armies[seat],
        units=rules.units_of(position.field, seat),
        elite=rules.elite_of(position.field, seat, position.force.elite),
        held=rules.cards_of(position.hands, seat),
        hand=_cards(position, seat, position.hands) if seen else (),
        reserve=rules.cards_of(position.reserve, seat),
        coming=_cards(position, seat, coming),
    )


def _cards(position: Position, seat: Turn, cards: int) -> Cards:
    units = position.setting.table.armies.get(position.armies[seat], ())
    numbers = [(position.code(unit.id, seat), unit) for unit in units]
    return tuple((_card(position, code), number) for code, _ in numbers if (number := rules.number_of(cards, code)))


def _card(position: Position, code: int) -> Card:
    unit = position.unit(code)
    return Card(unit.id, Turn(code // codes.SIDE), unit.defence, unit.attack, unit.elite, unit.kind)
