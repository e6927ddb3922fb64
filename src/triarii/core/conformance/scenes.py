"""A board by description: every view is a scene on it, and whatever can be clicked is there to be clicked."""

from __future__ import annotations

from collections.abc import Set

from triarii.core.conformance.findings import Inquiry, received, to_act
from triarii.core.contract import AnyPosition, Board, Described, Eye, Scene

LONGEST_TEXT = 12
"""Letters on a thing: more can't be read."""


def check_board(inquiry: Inquiry) -> None:
    """A game that claims a board describes one."""
    game = inquiry.game
    claimed = "board" in game.info.capabilities
    inquiry.demand(claimed or game.info.board is None, "A board is described, but the capability is not claimed.")
    inquiry.demand(not claimed or game.info.board is not None, "The capability board needs GameInfo.board.")


def check_scenes(inquiry: Inquiry, game: Described, position: AnyPosition) -> None:
    """The scene of every eye lies on the described board, and follows from the view alone."""
    board = inquiry.game.info.board
    assert board is not None, "looked at before any position"
    for eye in Eye:
        scene = game.scene(position.view(eye))
        inquiry.report.counts["scenes"] += 1
        _check_places(inquiry, board, scene)
        _check_things(inquiry, board, scene)
        sent = inquiry.sent(scene.as_json(), "a scene")
        again = inquiry.sent(game.scene(received(inquiry.sent_view(position.view(eye)))).as_json(), "a scene")
        inquiry.demand(again == sent, "The view of {}, sent over a wire, gives another scene.", eye.name)


def check_clickable(inquiry: Inquiry, position: AnyPosition, named: Set[str]) -> None:
    """What choices name as their place is a cell, or a thing that the seat to act sees in an area."""
    game, eye, board = inquiry.game, to_act(position), inquiry.game.info.board
    if not isinstance(game, Described) or eye is None or board is None:
        return
    scene = game.scene(position.view(eye))
    there = {cell.id for cell in board.cells} - set(scene.absent) | set(_ids(scene))
    for place in sorted(named - there):
        inquiry.demand(False, "A choice can be clicked at {}, but the scene has no such cell or thing.", place)


def _check_places(inquiry: Inquiry, board: Board, scene: Scene) -> None:
    cells, areas = {cell.id for cell in board.cells}, {area.id for area in board.areas}
    for cell in (*scene.cells, *scene.absent):
        inquiry.demand(cell in cells, "A scene uses the cell {}, which the board does not have.", cell)
    for area in scene.areas:
        inquiry.demand(area in areas, "A scene uses the area {}, which the board does not have.", area)
    for cell in scene.absent:
        inquiry.demand(not scene.cells.get(cell), "Something stands on {}, which is absent.", cell)


def _check_things(inquiry: Inquiry, board: Board, scene: Scene) -> None:
    pieces = {piece.id for piece in board.pieces}
    for thing in (thing for things in (*scene.cells.values(), *scene.areas.values()) for thing in things):
        inquiry.demand(thing.piece in pieces, "A scene uses the piece {}, which is not described.", thing.piece)
        fits = thing.text.isprintable() and len(thing.text) <= LONGEST_TEXT
        inquiry.demand(fits, "A thing shows {!r}: more than {} letters, or no letters.", thing.text, LONGEST_TEXT)
    ids = [*_ids(scene), *(cell.id for cell in board.cells)]
    twice = next((name for name in ids if ids.count(name) > 1), None)
    inquiry.demand(twice is None, "Two things of a scene, or a thing and a cell, are called {}.", twice)


def _ids(scene: Scene) -> list[str]:
    return [thing.id for things in scene.areas.values() for thing in things if thing.id]
