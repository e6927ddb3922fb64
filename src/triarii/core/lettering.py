"""A view drawn with letters: by the game itself, or from the board that it describes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from triarii.core.contract import AnyGame, View
from triarii.core.contract.boards import Board, Cell, Described, Names, Scene, Thing
from triarii.core.contract.capabilities import Drawn

NOTHING = "·"
GRIDDED = re.compile(r"([a-z]+)([0-9]+)")


def drawing(game: AnyGame, view: View, lang: str) -> str | None:
    """None where nobody knows what it looks like."""
    if isinstance(game, Drawn):
        return game.drawing(view)
    board = game.info.board
    if isinstance(game, Described) and board is not None:
        return lettered(board, game.scene(view), lang)
    return None


def lettered(board: Board, scene: Scene, lang: str) -> str:
    """The cells where they lie, what lies beside them, and what the signs mean, as far as they are there."""
    signs = _signs(board)
    cells = [cell for cell in board.cells if cell.id not in scene.absent]
    lines = list(_grid(cells, {cell: _sign(things[-1], signs) for cell, things in scene.cells.items() if things}))
    for area in board.areas:
        lying = " ".join(_sign(thing, signs) for thing in scene.areas.get(area.id, ())) or NOTHING
        lines.append(f"{_called(area.name, area.id, lang)}: {lying}")
    things_there = [thing for things in (*scene.cells.values(), *scene.areas.values()) for thing in things]
    there = {thing.piece for thing in things_there if not thing.text}  # a text stands where its sign would
    told = [f"{signs[each.id]} = {_called(each.name, each.id, lang)}" for each in board.pieces if each.id in there]
    return "\n".join([*lines, *(["", ", ".join(told)] if told else [])])


def _called(names: Names, otherwise: str, lang: str) -> str:
    return names.get(lang) or names.get("en") or otherwise


def _sign(thing: Thing, signs: Mapping[str, str]) -> str:
    """What stands on a thing, such as the number of a card, says more than its kind."""
    return thing.text or signs[thing.piece]


def _signs(board: Board) -> dict[str, str]:
    """A sign for each kind of piece, no two alike: its own, or a letter of its name."""
    signs = {piece.id: piece.sign for piece in board.pieces if piece.sign}
    for piece in board.pieces:
        if piece.id not in signs:
            wanted = [*(letter.upper() for letter in piece.id if letter.isalnum()), *map(str, range(10)), piece.id]
            signs[piece.id] = next((sign for sign in wanted if sign not in signs.values()), piece.id)
    return signs


def _grid(cells: Sequence[Cell], signs: Mapping[str, str]) -> Iterator[str]:
    """Rows from above. Where cells are called a1 to g6, letters and numbers stand at the edges."""
    columns, rows = sorted({cell.x for cell in cells}), sorted({cell.y for cell in cells})
    at = {(cell.x, cell.y): cell for cell in cells}
    wide = max((len(sign) for sign in signs.values()), default=1)
    letters, numbers = _edges(cells)
    margin = max(map(len, numbers.values()), default=0)
    for y in rows:
        row = [at.get((x, y)) for x in columns]
        drawn = [(" " if cell is None else signs.get(cell.id, NOTHING)).rjust(wide) for cell in row]
        yield " ".join([*([numbers.get(y, "").rjust(margin)] if numbers else []), *drawn]).rstrip()
    if letters:
        yield " ".join([" " * margin, *(letters.get(x, "").rjust(wide) for x in columns)]).rstrip()


def _edges(cells: Sequence[Cell]) -> tuple[dict[float, str], dict[float, str]]:
    """The letter of each column and the number of each row; none where a cell is called otherwise."""
    letters: dict[float, str] = {}
    numbers: dict[float, str] = {}
    for cell in cells:
        named = GRIDDED.fullmatch(cell.id)
        if (
            named is None
            or (letters.setdefault(cell.x, named[1]), numbers.setdefault(cell.y, named[2])) != named.groups()
        ):
            return {}, {}
    return letters, numbers
