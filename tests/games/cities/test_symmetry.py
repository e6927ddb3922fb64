"""The game looks the same in a mirror and from the other side of the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.cities.boards import anywhere, image, listed, mirrored, moved_text, turned
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import Result, Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position

Where = Callable[[str], str]

each_view = pytest.mark.parametrize(
    ("where", "swap"), [(mirrored, False), (turned, True)], ids=["in a mirror", "from the other side"]
)


def seen(result: Result | None, swap: bool) -> Result | None:
    """The result as the other picture has it."""
    if result is None or result.winner is None or not swap:
        return result
    return Result(result.winner.other, result.rule)


@pytest.mark.rule("cities.setup.colours")
@pytest.mark.statement("CT-013")
@each_view
@given(position=anywhere)
def test_the_image_of_a_position_has_the_same_actions_and_the_same_result(
    position: Position, where: Where, swap: bool
) -> None:
    other = image(position, where, swap)
    assert sorted(listed(other)) == sorted(moved_text(text, where) for text in listed(position))
    assert other.result() == seen(position.result(), swap)
    if position.turn is not Turn.OVER:
        assert (other.turn is position.turn) != swap
    assert image(other, where, swap) == position


@each_view
@seldom
@given(position=anywhere, number=st.integers(0, 10_000))
def test_playing_and_taking_the_image_can_be_exchanged(
    position: Position, number: int, where: Where, swap: bool
) -> None:
    other = image(position, where, swap)
    actions = position.actions()
    for step in range(min(8, len(actions))):
        action = actions[(number + 37 * step) % len(actions)]
        same = GAME.action(moved_text(GAME.action_text(action), where))
        assert isinstance(same, int)
        after, other_after = position.play(action), other.play(same)
        assert other_after == image(after, where, swap)
        assert other_after.result() == seen(after.result(), swap)


@each_view
@seldom
@given(position=anywhere)
def test_the_image_of_a_position_has_as_many_lines_of_play(position: Position, where: Where, swap: bool) -> None:
    assert GAME.perft(image(position, where, swap), 2) == GAME.perft(position, 2)


@seldom
@given(position=anywhere)
def test_in_the_mirror_and_from_the_other_side_together_is_turned_upside_down(position: Position) -> None:
    both = image(image(position, mirrored, False), turned, True)
    assert both == image(image(position, turned, True), mirrored, False)
    assert len(listed(both)) == len(listed(position))
