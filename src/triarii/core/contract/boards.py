"""Capability `board`: a board that displays draw from its description, without knowing the game.

What never changes (cells, areas, pieces, their colours and names) is a `Board`, told once; what lies where in one view
is a `Scene`. A choice whose `cell` names a cell, or a thing in an area, can be clicked there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol, runtime_checkable

from triarii.core.contract.positions import View
from triarii.core.contract.seats import SeatName

Names = Mapping[str, str]
"""What something is called, in each language."""


class CellShape(StrEnum):
    """How a cell is drawn; `none` shows only what stands on it."""

    SQUARE = "square"
    ROUND = "round"
    HEX = "hex"
    NONE = "none"


class PieceShape(StrEnum):
    """How a piece is drawn; `path` draws the path that the piece brings."""

    DISC = "disc"
    RING = "ring"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    CROSS = "cross"
    STAR = "star"
    CARD = "card"
    DIE = "die"
    TEXT = "text"
    PATH = "path"


@dataclass(frozen=True)
class Cell:
    """A place on the board. It measures one by one; x grows to the right, y grows downwards, both at its middle."""

    id: str
    x: float
    y: float
    shape: CellShape = CellShape.SQUARE
    colour: str = ""
    name: Names = field(default_factory=dict)
    """Without one it is called by its id."""


@dataclass(frozen=True)
class Area:
    """A place beside the board where things lie in a row: a hand, a pile, a score."""

    id: str
    name: Names
    seat: SeatName | Literal[""] = ""
    """`first` or `second`: it lies on this seat's side; empty: it belongs to nobody."""


@dataclass(frozen=True)
class Piece:
    """A kind of thing: a disc, a card, a die."""

    id: str
    name: Names
    shape: PieceShape = PieceShape.DISC
    colour: str = "grey"
    path: str = ""
    """A path of SVG in a box of 100 by 100, for the shape `path`."""
    sign: str = ""
    """A letter or two that stand on it, where the thing itself has no text."""


@dataclass(frozen=True)
class Side:
    """How a seat is shown: its name and colour."""

    name: Names
    colour: str


@dataclass(frozen=True)
class Board:
    """Everything about a board that never changes."""

    cells: Sequence[Cell]
    areas: Sequence[Area]
    pieces: Sequence[Piece]
    sides: tuple[Side, Side]
    lines: Sequence[tuple[str, str]] = ()
    """Cells that a line joins."""
    turns: bool = False
    """Whether the second seat sees it from the other side."""


@dataclass(frozen=True)
class Thing:
    """One piece as it lies there now."""

    piece: str
    text: str = ""
    """What stands on it: the number of a card or of a die, a score. A sign, the same in every language."""
    id: str = ""
    """In an area: the name by which a choice finds it; without one it can't be clicked."""

    def as_json(self) -> dict[str, str]:
        return {"piece": self.piece, "text": self.text, "id": self.id}


@dataclass(frozen=True)
class Scene:
    """What lies where, as one eye may know it."""

    cells: Mapping[str, Sequence[Thing]] = field(default_factory=dict)
    """By cell, the lowest first."""
    areas: Mapping[str, Sequence[Thing]] = field(default_factory=dict)
    """By area, in the order in which they lie."""
    absent: Sequence[str] = ()
    """Cells that don't take part under the options of this game."""

    def as_json(self) -> dict[str, Any]:
        return {
            "cells": {cell: [thing.as_json() for thing in things] for cell, things in self.cells.items()},
            "areas": {area: [thing.as_json() for thing in things] for area, things in self.areas.items()},
            "absent": list(self.absent),
        }


@runtime_checkable
class Described(Protocol):
    """Capability `board`: `GameInfo.board` describes the board, and every view of the game is a scene on it."""

    def scene(self, view: View) -> Scene: ...
