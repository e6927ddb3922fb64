"""Reads the text of a position, and refuses what can't be one, with the reason."""

from __future__ import annotations

import re

from triarii.core.contract import Refusal, Turn
from triarii.games.cities import actions, rules
from triarii.games.cities.layouts import FIGHTERS_EACH
from triarii.games.cities.position import Position
from triarii.games.cities.setting import Setting
from triarii.games.cities.squares import NUMBERS, SIZE, WIDTH, names_in

SIDES = {"1": Turn.FIRST, "2": Turn.SECOND, "?": Turn.FIRST}
ROW_PART = re.compile(r"10|[1-9]|[FHfh]", re.ASCII)
SQUARE = re.compile(r"[a-j](?:10|[1-9])", re.ASCII)
LONGEST_STALL = 1_000_000
RULE = "cities.material.board"

Boards = tuple[int, int, int, int, int]


def position_of(text: str, setting: Setting) -> Position | Refusal:
    """The position that a line describes."""
    fields = text.split(" ")
    if len(fields) < 4:
        return Refusal("position.fields", RULE)
    rows, side, cities, stall, *rest = fields
    board = _board(rows, cities)
    if isinstance(board, Refusal):
        return board
    refusal = _refuse_board(board, setting)
    if refusal is not None:
        return refusal
    if side not in SIDES:
        return Refusal("position.side", "cities.turn.alternate", {"text": side[:20]})
    if not (stall.isascii() and stall.isdigit() and len(stall) <= 7 and int(stall) <= LONGEST_STALL):
        return Refusal("position.stall", "cities.end.stall", {"text": stall[:20]})
    extras = _extras(rest)
    if extras is None:
        return Refusal("position.rest", RULE, {"text": " ".join(rest)[:60]})
    history, claimed, digest = extras
    if digest not in (None, setting.digest):
        return Refusal("position.rulings", params={"digest": str(digest)[:20]})
    first, second, heroes, first_cities, second_cities = board
    placement = board if SIDES[side] is Turn.FIRST else (second, first, heroes, second_cities, first_cities)
    counted = int(stall) if setting.rulings.stall_plies else 0
    last = Position(placement, SIDES[side], setting, counted, drawing_lots=side == "?")
    if history and setting.rulings.repetition:
        told = _with_history(last, history)
        if told is None:
            return Refusal("position.history", "cities.end.repetition")
        last = told
    if not claimed:
        return last
    return last.play(actions.CLAIM) if last.claimable else Refusal("claim.nothing", "cities.end.claims")


def _board(rows: str, cities: str) -> Boards | Refusal:
    lines = rows.split("/")
    if len(lines) != SIZE:
        return Refusal("position.rows", RULE, {"count": len(lines), "wanted": SIZE})
    boards = {"F": 0, "H": 0, "f": 0, "h": 0}
    for number, line in enumerate(lines):
        row = SIZE - 1 - number
        column = 0
        parts = ROW_PART.findall(line)
        for part in parts:
            if part in boards:
                boards[part] |= 1 << (row * WIDTH + min(column, SIZE))
                column += 1
            else:
                column += int(part)
        if column != SIZE or "".join(parts) != line:
            return Refusal("position.row", RULE, {"row": row + 1, "text": line[:40]})
    owners: list[int] = []
    for names in cities.split("-", 1):
        found = SQUARE.findall(names)
        if "".join(found) != names or len(set(found)) != len(found):
            return Refusal("position.cities", "cities.material.cities", {"text": cities[:80]})
        owners.append(sum(1 << NUMBERS[name] for name in found))
    if len(owners) != 2 or owners[0] & owners[1]:
        return Refusal("position.cities", "cities.material.cities", {"text": cities[:80]})
    return boards["F"] | boards["H"], boards["f"] | boards["h"], boards["H"] | boards["h"], owners[0], owners[1]


def _refuse_board(board: Boards, setting: Setting) -> Refusal | None:
    first, second, _, first_cities, second_cities = board
    for seat, pieces in (("first", first), ("second", second)):
        if pieces.bit_count() > FIGHTERS_EACH:
            return Refusal(
                "position.too_many",
                "cities.material.fighters",
                {"seat": seat, "count": pieces.bit_count(), "wanted": FIGHTERS_EACH},
            )
    count = (first_cities | second_cities).bit_count()
    if count != setting.cities:
        return Refusal("position.city_count", "cities.setup.four_each", {"count": count, "wanted": setting.cities})
    strangers = first & second_cities | second & first_cities
    if strangers:
        return Refusal("position.in_enemy_city", "cities.city.taken", {"square": names_in(strangers)[0]})
    lost_first, lost_second = rules.enclosed(first, second), rules.enclosed(second, first)
    if setting.rulings.shelter:
        lost_first &= ~first_cities
        lost_second &= ~second_cities
    if lost_first | lost_second:
        squares = names_in(lost_first | lost_second)
        return Refusal("position.enclosed", "cities.enclosure.removed", {"squares": squares})
    return None


def _extras(rest: list[str]) -> tuple[list[str], bool, str | None] | None:
    """(turns before, claimed, digest) from the optional parts, each at most once and in their order."""
    left = list(rest)
    history = left.pop(0)[1:].split(",") if left and left[0].startswith("~") else []
    claimed = bool(left and left[0] == "claimed")
    if claimed:
        left.pop(0)
    digest = left.pop(0)[1:] if left and left[0].startswith("@") else None
    return None if left else (history, claimed, digest)


def _with_history(last: Position, turns: list[str]) -> Position | None:
    """The position with its past: the turns are undone one by one, then played again by the rules."""
    placement, side = last.placement, last.side
    for turn in reversed(turns):
        undone = _undo(placement, turn)
        if undone is None:
            return None
        placement, side = undone, side.other
    counted = last.stall - len(turns) if last.setting.rulings.stall_plies else 0
    if counted < 0 or last.drawing_lots:
        return None
    position = Position(placement, side, last.setting, counted)
    if _refuse_board(position.absolute(), last.setting) is not None:
        return None
    for turn in turns:
        action = actions.parse(turn.removesuffix("*"))
        if isinstance(action, Refusal) or position.check(action) is not None:
            return None
        position = position.play(action)
    return position if position.placement == last.placement and len(position.past()) == len(turns) else None


def _undo(placement: Boards, turn: str) -> Boards | None:
    """The placement before a quiet turn, seen by the player who made it."""
    theirs, mine, heroes, their_cities, my_cities = placement
    if turn == "pass":
        return mine, theirs, heroes, my_cities, their_cities
    found = actions.MOVE.fullmatch(turn.removesuffix("*"))
    if found is None or found[2] not in NUMBERS:
        return None
    start, goal = 1 << NUMBERS[found[1]], 1 << NUMBERS[found[2]]
    if not mine & goal or (mine | theirs) & start:
        return None
    if turn.endswith("*"):
        if not my_cities & goal:
            return None
        my_cities, their_cities = my_cities & ~goal, their_cities | goal
    if heroes & goal:
        heroes ^= start | goal
    return mine ^ start ^ goal, theirs, heroes, my_cities, their_cities
