"""What goes over the wire of things that a game describes."""

from __future__ import annotations

from triarii.core import boards
from triarii.server.play import rendering
from triarii.server.wire.shown import SideTold

BOARD = """
grid = { columns = 3, rows = 2 }
[sides]
first = { en = "Red", de = "Rot", colour = "red" }
second = { en = "Blue", de = "Blau", colour = "#2F6DB5" }
[[cell]]
id = "camp"
x = 4
y = 0.5
en = "the camp"
de = "das Lager"
"""


def test_a_board_is_told_in_the_asked_language_and_cells_without_a_name_by_their_id() -> None:
    told = rendering.described_board(boards.read(BOARD), "de")
    assert [cell.name for cell in told.cells[-2:]] == ["c2", "das Lager"]
    assert told.sides == [SideTold("Rot", "#c0392b"), SideTold("Blau", "#2F6DB5")]
