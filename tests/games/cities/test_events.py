"""What is told of a turn: way, promotion, city, captures with their lines, end; and the look before the move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from tests.games.cities.boards import (
    act,
    anywhere_ongoing,
    around,
    drawn,
    listed,
    locked,
    owners,
    parsed,
    pieces,
    rows,
    squares_of,
)
from tests.hypothesis_profiles import given, seldom
from triarii.core.cast import Cast
from triarii.core.contract import Event, Eye, Turn
from triarii.core.texts import LANGUAGES
from triarii.games.cities import GAME
from triarii.games.cities.position import Position


def events_of(before: Position, text: str) -> list[Event]:
    action = GAME.action(text)
    assert isinstance(action, int)
    return list(GAME.events(before, action, act(before, text)))


def said(events: Sequence[Event], language: str = "en") -> list[str]:
    return [GAME.texts.say(event.message, language) for event in events]


def fields(event: Event, *names: str) -> tuple[object, ...]:
    return tuple(event.fields[name] for name in names)


def names_of(event: Event, field: str) -> list[str]:
    value = event.fields[field]
    assert isinstance(value, list)
    return [str(name) for name in value]


@pytest.mark.rule("cities.effects.order")
@pytest.mark.statement("CT-030", "CT-031")
def test_a_turn_is_told_in_the_order_of_the_rules() -> None:
    assert [event.kind for event in events_of(drawn("F f + . F"), "g3e3")] == ["moved", "promoted", "captured"]
    assert [event.kind for event in events_of(drawn("F f - . F"), "g3e3")] == ["moved", "city_taken", "captured"]
    last = drawn("F f - . F", cities="a1b1c1d1g1h1i1-e3")
    assert [event.kind for event in events_of(last, "g3e3")] == ["moved", "city_taken", "captured", "won"]


@pytest.mark.rule("cities.move.fighter")
def test_a_move_tells_who_went_which_way() -> None:
    (moved,) = events_of(drawn("F"), "c3d5")
    assert fields(moved, "seat", "piece", "from", "to") == ("first", "fighter", "c3", "d5")
    assert names_of(moved, "path")[0] == "c3"
    assert names_of(moved, "path")[-1] == "d5"
    assert said([moved]) == ["Blue moves c3–d5."]
    assert said([moved], "de") == ["Blau zieht c3–d5."]


@pytest.mark.rule("cities.city.promotion")
def test_a_player_is_told_the_own_move_and_what_becomes_of_the_piece() -> None:
    events = events_of(drawn("F . +"), "c3e3")
    told = [GAME.texts.say(message, "en", Cast(you="first")) for message in GAME.narrate(events)]
    assert told == ["You move c3–e3.", "It becomes a hero."]
    told = [GAME.texts.say(message, "de", Cast(you="first")) for message in GAME.narrate(events)]
    assert told == ["Du ziehst c3–e3.", "Der Kämpfer wird zum Helden."]


@pytest.mark.rule("cities.move.hero")
@pytest.mark.statement("CT-061")
def test_the_way_of_a_winding_move_is_told_square_by_square() -> None:
    position = drawn("f f f .\nf . f .\nH f . F\nF F F F", at="a4")
    (moved,) = events_of(position, "a5d6")
    assert names_of(moved, "path") == ["a5", "b6", "c5", "d6"]


@pytest.mark.rule("cities.city.promotion")
def test_a_promotion_is_told_with_its_square() -> None:
    for drawing, text, square in (("F +", "c3d3", "d3"), ("[F]", "c3=H", "c3")):
        event = events_of(drawn(drawing), text)[-1]
        assert (event.kind, event.fields) == ("promoted", {"seat": "first", "square": square})
    assert [event.kind for event in events_of(drawn("[F]"), "c3=H")] == ["promoted"]


@pytest.mark.rule("cities.city.taken")
def test_a_city_that_is_taken_is_told_with_both_owners() -> None:
    event = events_of(drawn("f +", side=2), "c3d3")[-1]
    assert (event.kind, event.fields) == ("city_taken", {"seat": "second", "from_seat": "first", "square": "d3"})
    assert said([event]) == ["Ochre takes the city on d3."]


@pytest.mark.rule("cities.enclosure.line")
@pytest.mark.parametrize(
    ("drawing", "text", "line", "squares", "ends"),
    [
        ("F f f . F", "g3f3", "row", ["d3", "e3"], ["c3", "f3"]),
        ("F\n.\nf\nF", "c6c5", "column", ["c4"], ["c3", "c5"]),
        (". . . F\n. . . .\n. f . .\nF . . .", "f6e5", "diagonal", ["d4"], ["c3", "e5"]),
        ("F . . .\n. . . .\n. . f .\n. . . F", "c6d5", "diagonal", ["e4"], ["f3", "d5"]),
    ],
)
def test_a_capture_is_told_with_its_line_and_the_enclosing_pieces(
    drawing: str, text: str, line: str, squares: list[str], ends: list[str]
) -> None:
    event = events_of(drawn(drawing), text)[-1]
    assert event.kind == "captured"
    assert fields(event, "seat", "line", "squares", "ends", "count") == ("second", line, squares, ends, len(squares))
    for language in LANGUAGES:
        assert all(square in said([event], language)[0] for square in [*squares, *ends])


@pytest.mark.rule("cities.enclosure.both_sides")
@pytest.mark.statement("CT-062", "CT-063")
def test_captures_of_both_sides_in_one_line_are_told_run_by_run() -> None:
    events = events_of(drawn("F f f . f\n. . . F ."), "f3f4")[1:]
    assert [fields(event, "seat", "squares", "ends") for event in events] == [
        ("second", ["d4", "e4"], ["c4", "f4"]),
        ("first", ["f4"], ["e4", "g4"]),
    ]
    assert said(events) == [
        "Ochre loses the pieces on d4 and e4: they are caught between c4 and f4.",
        "Blue loses the piece on f4: it is caught between e4 and g4.",
    ]


@pytest.mark.rule("cities.enclosure.in_city")
def test_by_option_a_sheltered_piece_is_not_told_among_the_captured() -> None:
    (capture,) = events_of(drawn("F f [f] f . F", city_shelter=True), "h3g3")[1:]
    assert fields(capture, "squares", "ends", "count") == (["d3", "f3"], ["c3", "g3"], 2)


@pytest.mark.rule("cities.enclosure.in_city")
@pytest.mark.parametrize(("shelter", "kinds"), [(True, []), (False, ["captured"])])
def test_a_piece_that_takes_a_city_between_two_enemies_is_told_as_captured_unless_sheltered(
    shelter: bool, kinds: list[str]
) -> None:
    position = drawn("f - f\n. F .", city_shelter=shelter)
    assert [event.kind for event in events_of(position, "d3d4")] == ["moved", "city_taken", *kinds]


@pytest.mark.rule("cities.end.all_cities", "cities.end.few_pieces")
def test_the_end_is_told_with_the_winner_and_the_reason() -> None:
    cities = "a1b1c1d1g1h1i1-d5"
    stands = {"d4": "F", "h2": "F", "c8": "f", "e8": "f", "j8": "f"}
    won = events_of(parsed(f"{rows(stands)} 1 {cities} 0"), "d4d5")[-1]
    assert (won.kind, won.fields) == ("won", {"seat": "first", "rule": "cities.end.all_cities"})
    assert said([won]) == ["Blue wins: all cities are in one hand."]
    even = {"c5": "F", "f5": "F", "d5": "f", "h8": "f", "j8": "f"}
    drawn_game = events_of(parsed(f"{rows(even)} 1 a1b1c1d1-a10b10c10d10 0"), "f5e5")[-1]
    assert (drawn_game.kind, drawn_game.fields) == ("drawn", {"rule": "cities.end.few_pieces"})


@pytest.mark.rule("cities.turn.no_move", "cities.end.claims")
def test_a_pass_and_a_claim_are_told() -> None:
    position = locked(stall=100, claims="by_claim")
    assert [(event.kind, event.fields) for event in events_of(position, "pass")] == [("passed", {"seat": "first"})]
    claimed = events_of(position, "claim")
    assert [event.kind for event in claimed] == ["claimed", "drawn"]
    assert claimed[1].fields == {"rule": "cities.end.stall"}


@pytest.mark.rule("cities.turn.no_move")
def test_by_option_the_lock_that_wins_is_told_as_the_end() -> None:
    stands = {"a1": "F", "j1": "F", **dict.fromkeys(["a2", "b1", "b3", "i1", "i2", "j2"], "f")}
    events = events_of(parsed(f"{rows(stands)} 2 a5b5c5d5-a6b6c6d6 0", no_move="loss"), "b3b2")
    assert (events[-1].kind, events[-1].fields) == ("won", {"seat": "second", "rule": "cities.turn.no_move"})
    assert all(said(events[-1:], language) for language in LANGUAGES)


@seldom
@given(anywhere_ongoing)
def test_the_way_is_a_shortest_one_over_free_squares(position: Position) -> None:
    stands = pieces(position)
    for action in position.actions()[::5]:
        for event in GAME.events(position, action, position.play(action)):
            if event.kind == "moved":
                path = names_of(event, "path")
                assert not set(path[1:]) & stands.keys()
                assert all(after in around(before, 1) for before, after in pairwise(path))
                assert len(path) - 1 == steps_needed(path[0], path[-1], set(stands))


def steps_needed(begin: str, goal: str, occupied: set[str]) -> int:
    """Naively: how many king steps over free squares it takes."""
    steps, seen = 0, {begin}
    while goal not in seen:
        seen |= set().union(*(around(square, 1) for square in seen)) - occupied
        steps += 1
    return steps


@seldom
@given(anywhere_ongoing)
def test_the_events_tell_everything_that_changed(position: Position) -> None:
    for action, text in list(zip(position.actions(), listed(position), strict=True))[::3]:
        after = position.play(action)
        events = GAME.events(position, action, after)
        stands, whose = dict(pieces(position)), owners(position)
        for event in events:
            retold(event, stands, whose)
        for event in events:
            if event.kind == "captured":
                for square in names_of(event, "squares"):
                    stands.pop(square, None)
        assert stands == pieces(after), text
        assert whose == owners(after)
        assert [event.kind for event in events if event.kind in ("won", "drawn")] == (
            [] if after.result() is None else ["drawn" if after.result().winner is None else "won"]  # type: ignore[union-attr]
        )


def retold(event: Event, stands: dict[str, str], whose: dict[str, Turn]) -> None:
    """Does on a board what an event of the first effect tells."""
    if event.kind == "moved":
        stands[str(event.fields["to"])] = stands.pop(str(event.fields["from"]))
    elif event.kind == "promoted":
        square = str(event.fields["square"])
        stands[square] = {"F": "H", "f": "h"}[stands[square]]
    elif event.kind == "city_taken":
        square = str(event.fields["square"])
        assert whose[square].name.lower() == event.fields["from_seat"]
        whose[square] = whose[square].other


@seldom
@given(anywhere_ongoing)
def test_every_captured_line_goes_through_the_square_where_the_move_ended(position: Position) -> None:
    for action, text in zip(position.actions(), listed(position), strict=True):
        for event in GAME.events(position, action, position.play(action)):
            if event.kind == "captured":
                run = [*names_of(event, "squares"), *names_of(event, "ends")]
                between = names_of(event, "ends")
                assert squares_of(text)[-1] in run or lies_between(squares_of(text)[-1], *between)


def lies_between(square: str, one: str, other: str) -> bool:
    """Is it on the straight line between two ends? A sheltered piece is part of a run, though not captured."""
    (a, b), (c, d), (e, f) = ((ord(name[0]), int(name[1:])) for name in (one, square, other))
    return (c - a) * (f - b) == (d - b) * (e - a) and min(a, e) <= c <= max(a, e) and min(b, f) <= d <= max(b, f)


@seldom
@given(anywhere_ongoing)
def test_the_look_before_the_move_shows_what_will_happen(position: Position) -> None:
    mover = "F" if position.turn is Turn.FIRST else "f"
    for action, text in list(zip(position.actions(), listed(position), strict=True))[::3]:
        after = position.play(action)
        seen = GAME.preview(position, action, Eye.OBSERVER)
        result = after.result()
        assert seen["ends"] == (result.rule if result else "")
        stood = dict(pieces(position))
        if seen["path"]:
            path = seen["path"]
            assert isinstance(path, list)
            assert "".join((path[0], path[-1])) == text
            stood[path[-1]] = stood.pop(path[0])
        gone = stood.keys() - pieces(after).keys()
        assert seen["losses"] == sorted(square for square in gone if stood[square].isupper() == mover.isupper())
        assert seen["captures"] == sorted(square for square in gone if stood[square].isupper() != mover.isupper())


@pytest.mark.parametrize(
    ("drawing", "text", "expected"),
    [
        ("F -", "c3d3", {"takes": "d3", "promotes": "", "path": ["c3", "d3"]}),
        ("F +", "c3d3", {"takes": "", "promotes": "d3", "path": ["c3", "d3"]}),
        ("[F]", "c3=H", {"takes": "", "promotes": "c3", "path": []}),
        ("F f . F", "f3e3", {"captures": ["d3"], "losses": [], "lines": [["c3", "e3"]]}),
        ("f . f\n. F .", "d3d4", {"captures": [], "losses": ["d4"], "lines": [["c4", "e4"]]}),
    ],
)
def test_the_look_before_the_move_names_cities_and_captures(
    drawing: str, text: str, expected: dict[str, object]
) -> None:
    position = drawn(drawing)
    action = GAME.action(text)
    assert isinstance(action, int)
    seen = GAME.preview(position, action, Eye.FIRST)
    assert {key: seen[key] for key in expected} == expected
