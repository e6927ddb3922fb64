"""Reads the text of a position or of a view of it, and refuses what can't be one, with the reason."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from triarii.core.contract import SEATS, Refusal, Turn, Value
from triarii.games.towar import codes, rules
from triarii.games.towar.cards import ARMIES, ARMY_CARDS, DEPLOYED
from triarii.games.towar.cells import COLUMNS, FRONT_MIDDLE, NAMES, ROWS, own_half
from triarii.games.towar.position import DEALING, Position
from triarii.games.towar.setting import Setting

RULE = "towar.material.field"
CARDS = re.compile(r"([A-Za-z])([1-9][0-9]?)", re.ASCII)
SIDES = {"1": 0, "2": 1, "?": 0}


@dataclass
class Told:
    """What a line tells; of a hidden hand only the number of cards, its cards are among those of the reserve."""

    armies: tuple[str, str]
    field: int
    side: str
    card: int
    reserve: list[int]
    hands: list[int]
    hidden: list[int]
    broken_through: bool
    sealed: str = ""
    """The army that the first player chose in secret; `?`: it may not be told."""


def position_of(text: str, setting: Setting) -> Position | Refusal:
    """The position that a line describes."""
    told = _read(text, setting)
    if isinstance(told, Refusal):
        return told
    if told.sealed == "?" or any("*" in part for part in text.split(" ")[4:6]):
        return Refusal("position.hidden", RULE)
    return _position(told, setting)


def imagined(text: str, setting: Setting, rng: Random) -> Position:
    """A position that fits a view: hidden hands are dealt from the cards that could be in them."""
    told = _read(text, setting)
    assert not isinstance(told, Refusal), "a view holds the text of a position"
    if told.sealed == "?":
        told.sealed = rng.choice(list(ARMIES))
    for seat in SEATS:
        for _ in range(told.hidden[seat]):
            unseen = told.reserve[seat]
            card = rules.nth_card(unseen, seat, rng.randrange(rules.cards_of(unseen, seat)))
            told.reserve[seat] -= rules.one_card(card)
            told.hands[seat] += rules.one_card(card)
    position = _position(told, setting)
    assert not isinstance(position, Refusal), "a view holds the text of a position"
    return position


def _position(told: Told, setting: Setting) -> Position | Refusal:
    state = (told.field, sum(told.reserve), sum(told.hands), told.card, SIDES[told.side])
    refusal = _refuse_cards(told, setting)
    if refusal is not None:
        return refusal
    waiting = told.side == "?"
    begun = not waiting or setting.options["begins"] != "random"
    if waiting and begun:
        state = (*state[:4], int(setting.options["begins"] == "second"))
    position = Position(
        told.armies, state, setting, begun=begun, broken_through=told.broken_through, sealed=told.sealed
    )
    return _refuse_state(position, waiting) or position


def _read(text: str, setting: Setting) -> Told | Refusal:
    fields = text.split(" ")
    if len(fields) < 6:
        return Refusal("position.fields", RULE)
    names, rows, side, card, reserves, hands, *rest = fields
    sealed = _sealed(names, setting)
    if isinstance(sealed, Refusal):
        return sealed
    armies = ("?", "?") if sealed else tuple(names.split("-"))
    if len(armies) != 2 or any(army not in ARMIES and army != "?" for army in armies) or armies[0] == "?" != armies[1]:
        return Refusal("position.armies", "towar.setup.armies", {"text": names[:40], "known": list(ARMIES)})
    chosen = ("" if armies[0] == "?" else armies[0], "" if armies[1] == "?" else armies[1])
    in_secret = setting.options["armies"] == "secret" and side == "?"  # then both may have wanted the same one
    if chosen[0] and chosen[0] == chosen[1] and setting.options["mirror_match"] is not True and not in_secret:
        return Refusal("setup.mirror", "towar.setup.armies", {"army": chosen[0]})
    letters = _letters(chosen, setting)
    field = _field(rows, letters)
    if isinstance(field, Refusal):
        return field
    if side not in SIDES:
        return Refusal("position.side", "towar.turn.alternate", {"text": side[:20]})
    if card != "-" and card not in letters:
        return Refusal("position.card", "towar.turn.draw", {"text": card[:20]})
    told = Told(chosen, field, side, letters.get(card, 0), [0, 0], [0, 0], [0, 0], rest[:1] == ["broken"], sealed)
    refusal = _read_cards(told, letters, reserves, hands)
    if refusal is not None:
        return refusal
    left = rest[1:] if told.broken_through else rest
    if left and (not setting.digest or left[0] != f"@{setting.digest}"):
        code = "position.rulings" if left[0].startswith("@") else "position.rest"
        return Refusal(code, params={"digest": left[0][1:20], "text": " ".join(left)[:60]})
    return Refusal("position.rest", params={"text": " ".join(left)[:60]}) if len(left) > 1 else told


def _sealed(names: str, setting: Setting) -> str | Refusal:
    """The army of `*west-?`, `?` where it is not told, nothing where none was chosen in secret."""
    if not names.startswith("*"):
        return ""
    army, _, second = names[1:].partition("-")
    if second != "?" or (army and army not in ARMIES) or setting.options["armies"] != "secret":
        return Refusal("position.sealed", "towar.setup.choice", {"text": names[:40]})
    return army or "?"


def _letters(armies: tuple[str, str], setting: Setting) -> dict[str, int]:
    """The codes of both armies by letter."""
    found = {}
    for seat, army in enumerate(armies):
        for unit in setting.table.armies.get(army, ()):
            name = unit.letter if seat == 0 else unit.letter.lower()
            found[name] = setting.table.code(unit.id, seat)
    return found


def _field(rows: str, letters: dict[str, int]) -> int | Refusal:
    lines = rows.split("/")
    if len(lines) != ROWS or any(len(line) != COLUMNS for line in lines):
        return Refusal("position.rows", RULE, {"columns": COLUMNS, "rows": ROWS})
    field = 0
    for number, line in enumerate(reversed(lines)):
        for column, name in enumerate(line):
            if name != "." and name not in letters:
                return Refusal("position.letter", RULE, {"text": name, "known": sorted(letters)})
            field = rules.put(field, number * COLUMNS + column, letters.get(name, 0))
    return field


def _read_cards(told: Told, letters: dict[str, int], reserves: str, hands: str) -> Refusal | None:
    for part, word in (("reserve", reserves), ("hands", hands)):
        sides = word.split("-")
        if len(sides) != 2:
            return Refusal("position.cards", RULE, {"text": word[:60]})
        for seat, side in zip(SEATS, sides, strict=True):
            if part == "hands" and re.fullmatch(r"\*[0-9]", side, re.ASCII):
                told.hidden[seat] = int(side[1:])
                continue
            read = _cards(side.removeprefix("*") if part == "reserve" else side, letters, seat)
            if read is None:
                return Refusal("position.cards", RULE, {"text": word[:60]})
            (told.reserve if part == "reserve" else told.hands)[seat] = read
    return None


def _cards(text: str, letters: dict[str, int], seat: int) -> int | None:
    """The cards of a seat, four bits for each type; None: it can't be read."""
    if text == "0":
        return 0
    found = CARDS.findall(text)
    if not found or "".join(name + number for name, number in found) != text:
        return None
    cards = 0
    for name, number in found:
        code = letters.get(name, 0)
        if not code or code // codes.SIDE != seat or rules.number_of(cards, code) or int(number) > 15:
            return None
        cards += int(number) * rules.one_card(code)
    return cards


def _refuse_cards(told: Told, setting: Setting) -> Refusal | None:
    """No more cards of a type than the army has."""
    for seat, army in zip(SEATS, told.armies, strict=True):
        for unit in setting.table.armies.get(army, ()):
            code = setting.table.code(unit.id, seat)
            count = rules.number_of(told.reserve[seat], code) + rules.number_of(told.hands[seat], code)
            count += sum(rules.unit_on(told.field, cell) == code for cell in range(codes.CELLS)) + (told.card == code)
            if count > unit.cards:
                params: dict[str, Value] = {"unit": unit.id, "count": count, "wanted": unit.cards}
                return Refusal("position.too_many", "towar.cards.army", params)
    return None


def _refuse_state(position: Position, waiting: bool) -> Refusal | None:
    """Turns alternate, so the cards of both sides must fit together, and those that are laid out too."""
    left = [rules.cards_of(position.reserve + position.hands, seat) for seat in SEATS]
    if position.card:
        if position.card // codes.SIDE != position.side:
            return Refusal("position.card_side", "towar.turn.draw")
        left[position.side] += 1
    if waiting or not all(position.armies):
        dealing = position.phase == DEALING
        full = [ARMY_CARDS if army and not dealing else 0 for army in position.armies]
        untouched = left == full and not (position.field or position.hands or position.card or position.broken_through)
        return None if untouched and waiting else Refusal("position.before_start", "towar.setup.reserve")
    if left[position.side] - left[position.side.other] not in (0, 1):
        params = {"first": left[0], "second": left[1]}
        return Refusal("position.alternate", "towar.turn.alternate", params)
    if position.hands and not position.setting.hand:
        return Refusal("position.hands", "towar.variant.hand")
    if position.setting.hand and position.card and sum(left) <= codes.TO_PLAY:
        return Refusal("position.hands", "towar.variant.hand")
    early = position.hands and sum(left) > codes.TO_PLAY
    if early or any(rules.cards_of(position.hands, seat) > position.setting.hand for seat in SEATS):
        return Refusal("position.hands", "towar.variant.hand")
    if position.broken_through and (position.card or sum(left) >= codes.TO_PLAY):
        return Refusal("position.broken", "towar.end.breakthrough")
    return _refuse_set_up(position, left) if sum(left) >= codes.TO_PLAY else None


def _refuse_set_up(position: Position, left: list[int]) -> Refusal | None:
    """While the field is laid out nothing has moved or fallen."""
    for seat in SEATS:
        cells = [cell for cell in range(codes.CELLS) if position.field and _stands(position.field, cell, seat)]
        if len(cells) != ARMY_CARDS - left[seat]:
            params: dict[str, Value] = {"seat": _seat(seat), "count": len(cells), "wanted": ARMY_CARDS - left[seat]}
            return Refusal("position.set_up", "towar.setup.alternate", params)
        stray = [cell for cell in cells if cell not in own_half(seat)]
        if stray:
            return Refusal("deploy.half", "towar.setup.free_choice", {"cell": NAMES[stray[0]]})
        if cells and position.force.first_middle and FRONT_MIDDLE[seat] not in cells and len(cells) < DEPLOYED:
            return Refusal("deploy.middle", "towar.setup.first_cards", {"cell": NAMES[FRONT_MIDDLE[seat]]})
    return None


def _stands(field: int, cell: int, seat: Turn) -> bool:
    unit = rules.unit_on(field, cell)
    return bool(unit) and unit // codes.SIDE == seat


def _seat(seat: Turn) -> str:
    return "first" if seat is Turn.FIRST else "second"
