"""Where pieces could go if their side were to move: what the board shows of those who are not."""

from __future__ import annotations

from triarii.core.contract import Eye, Turn
from triarii.games.cities.actions import WORDS, ends_of
from triarii.games.cities.game import Cities
from triarii.games.cities.position import Position
from triarii.games.cities.squares import NAMES

GAME = Cities()


def reaches(position: Position, seat: str) -> dict[str, list[str]]:
    shapes = GAME.overlays(position, Eye.OBSERVER)
    return {str(one["square"]): list(one["goals"]) for one in shapes if one["seat"] == seat}  # type: ignore[call-overload]


def allowed(position: Position) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for action in position.actions():
        if action not in WORDS:
            start, goal = ends_of(action)
            found.setdefault(NAMES[start], []).append(NAMES[goal])
    return found


def test_the_reach_of_both_sides_is_what_they_may_do_when_it_is_their_turn() -> None:
    position = GAME.start({"begins": "first"})
    assert isinstance(position, Position)
    for action in ("e2e4", "f9f7", "e4e6"):
        number = GAME.action(action)
        assert isinstance(number, int)
        assert position.check(number) is None
        mine, theirs, heroes, my_cities, their_cities = position.placement
        turned = Position((theirs, mine, heroes, their_cities, my_cities), position.side.other, position.setting)
        seats = {position.side: position, position.side.other: turned}
        assert reaches(position, "first") == allowed(seats[Turn.FIRST])
        assert reaches(position, "second") == allowed(seats[Turn.SECOND])
        position = position.play(number)


def test_a_fighter_in_its_city_reaches_its_own_square_and_nobody_moves_after_the_end() -> None:
    options = {"begins": "first"}
    at_home = GAME.parse("10/8f1/10/3h6/10/10/1Ff7/3F6/3F1F4/10 1 a1j1d3g3-d8g8a10j10 0", options)
    assert isinstance(at_home, Position)
    assert "d3" in reaches(at_home, "first")["d3"]
    over = GAME.parse("10/8f1/10/10/10/10/10/10/10/10 1 a1j1d3g3-d8g8a10j10 0", options)
    assert isinstance(over, Position)
    assert over.turn is Turn.OVER
    assert GAME.overlays(over, Eye.OBSERVER) == []
