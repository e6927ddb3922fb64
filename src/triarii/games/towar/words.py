"""A position in words and letters, for the terminal, screen readers and golden playthroughs."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.core.contract import SEATS, Eye, Turn, View
from triarii.core.texts import Message
from triarii.games.towar import codes, rules
from triarii.games.towar.cards import ARMIES, Unit
from triarii.games.towar.cells import COLUMNS, LETTERS, NAMES, ROWS, placed
from triarii.games.towar.notation import letter
from triarii.games.towar.position import CHOOSING, DEALING, LOTTERY, Position
from triarii.games.towar.story import SEATS as SEAT_WORDS


def sentences(position: Position, view: View) -> list[Message]:
    """The armies, who stands where, the cards that are open, who is to act: whole sentences."""
    told = [
        Message("say.army", {"seat": SEAT_WORDS[seat], "army": position.armies[seat]})
        for seat in SEATS
        if position.armies[seat]
    ]
    for cell, code in placed(position.field):
        unit = position.unit(code)
        told.append(
            Message(
                _unit_key(position, unit),
                {
                    "seat": SEAT_WORDS[Turn(code // codes.SIDE)],
                    "cell": NAMES[cell],
                    "unit": unit.id,
                    "defence": unit.defence,
                    "attack": unit.attack,
                    "kind": unit.kind,
                },
            )
        )
    told += _cards(position, view)
    told += _next(position)
    return told


def _unit_key(position: Position, unit: Unit) -> str:
    """Whose crown is only inferred, is told so (towar.cards.elite_types)."""
    if not unit.elite:
        return "say.unit"
    return "say.unit_elite_printed" if position.setting.table.printed else "say.unit_elite"


def _cards(position: Position, view: View) -> Iterator[Message]:
    """Own hand card by card; of the other only the number, with the cards it may hold."""
    for seat in SEATS:
        held = rules.cards_of(position.hands, seat)
        left = rules.cards_of(position.reserve, seat)
        who = {"seat": SEAT_WORDS[seat]}
        if held and view.eye == Eye(seat):
            yield Message("say.hand", {**who, "cards": named(position, seat, position.hands)})
        if held and view.eye != Eye(seat):
            cards = named(position, seat, position.reserve + position.hands)
            yield Message("say.unseen", {**who, "held": held, "count": left, "cards": cards})
        elif left:
            yield Message("say.reserve", {**who, "count": left, "cards": named(position, seat, position.reserve)})
        elif position.under_way:
            yield Message("say.no_reserve", who)


def named(position: Position, seat: Turn, cards: int) -> list[Message]:
    """The cards of a seat, each type with its number."""
    found = []
    for unit in position.setting.table.armies[position.armies[seat]]:
        number = rules.number_of(cards, position.code(unit.id, seat))
        if number:
            found.append(Message("say.cards", {"number": number, "unit": unit.id}))
    return found


def _next(position: Position) -> Iterator[Message]:
    if position.phase == LOTTERY:
        yield Message("say.lots")
    elif position.phase == DEALING:
        yield Message("say.dealing")
    elif position.phase == CHOOSING:
        if position.sealed:
            yield Message("say.sealed")
        yield Message("say.choosing", {"seat": SEAT_WORDS[position.turn]})
    elif position.turn is Turn.CHANCE:
        yield Message("say.drawing", {"seat": SEAT_WORDS[position.drawer]})
    elif position.phase == codes.DEPLOY:
        yield Message("say.deploying", {"seat": SEAT_WORDS[position.side], "unit": position.unit(position.card).id})
    elif position.phase == codes.TURN:
        who = {"seat": SEAT_WORDS[position.side], "number": turn_number(position), "turns": codes.TO_PLAY}
        if position.card:
            yield Message("say.to_play", {**who, "unit": position.unit(position.card).id})
        else:
            yield Message("say.to_choose", who)


def turn_number(position: Position) -> int:
    """Which turn of the battle this is, from 1 to 22."""
    return codes.TO_PLAY - position.cards_left() + 1


def drawing(position: Position) -> str:
    """The field with letters: capitals are the first player's, an elite unit stands in brackets; defence/attack below
    each card; the reserves and hands beside it are left to the words."""
    edge = "    " + "".join(f"{name:^6}" for name in LETTERS)
    lines = [edge.rstrip()]
    for row in reversed(range(ROWS)):
        names, numbers = [], []
        for column in range(COLUMNS):
            code = rules.unit_on(position.field, row * COLUMNS + column)
            if not code:
                names.append(f"{'.':^6}")
                numbers.append(" " * 6)
                continue
            unit = position.unit(code)
            name = letter(position, code)
            names.append(f"{f'[{name}]' if unit.elite else name:^6}")
            numbers.append(f"{f'{unit.defence}/{unit.attack}':^6}")
        lines += [f"{row + 1:>2}  {''.join(names)}  {row + 1}", f"    {''.join(numbers)}"]
    lines.append(edge)
    legend = [
        f"{unit.letter if seat == 0 else unit.letter.lower()} {unit.id}"
        for seat in SEATS
        if position.armies[seat] in ARMIES
        for unit in position.setting.table.armies[position.armies[seat]]
    ]
    half = (len(legend) + 1) // 2
    lines += [", ".join(part) for part in (legend[:half], legend[half:]) if part]
    return "\n".join(line.rstrip() for line in lines)
