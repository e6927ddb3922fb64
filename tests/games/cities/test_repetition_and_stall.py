"""Our rules against endless play: repetition, stall, and whether they end the game by themselves or by claim."""

from __future__ import annotations

import pytest

from tests.games.cities.boards import act, anywhere, drawn, listed, locked, owners, parsed, pieces, refused, rows
from tests.hypothesis_profiles import given
from triarii.core.contract import Result, Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position

TO_AND_FRO = ("c3c4", "c10c9", "c4c3", "c9c10")
"""Four turns after which everything stands as before."""
DRAW = Result(None, "cities.end.repetition")
SIX = {"c3": "H", "e1": "F", "g1": "F", "c8": "h", "e10": "f", "g10": "f"}


def lone(**options: object) -> Position:
    """A fighter on c3 with room, and the reserves."""
    return drawn("F", **options)  # type: ignore[arg-type]


def stalled(stall: int, first_cities: int, side: int = 1, **options: object) -> Position:
    names = ("a1", "b1", "i1", "j1", "a5", "b5", "i5", "j5")
    cities = f"{''.join(names[:first_cities])}-{''.join(names[first_cities:])}"
    return parsed(f"{rows(SIX)} {side} {cities} {stall}", **options)


# Repetition


@pytest.mark.rule("cities.end.repetition")
def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    position = act(lone(), *TO_AND_FRO, *TO_AND_FRO[:3])
    assert position.result() is None
    assert act(position, TO_AND_FRO[3]).result() == DRAW


@pytest.mark.rule("cities.end.repetition")
@pytest.mark.parametrize("times", [2, 3, 4, 5])
def test_the_number_of_occurrences_is_an_option(times: int) -> None:
    position = lone(repetition=times)
    for _ in range(times - 2):
        position = act(position, *TO_AND_FRO)
        assert position.result() is None
    assert act(position, *TO_AND_FRO).result() == DRAW


@pytest.mark.rule("cities.end.repetition")
def test_by_option_a_position_may_come_back_for_ever() -> None:
    position = act(lone(repetition=0), *(TO_AND_FRO * 10))
    assert position.result() is None
    assert position.previous is None  # and nobody keeps a history that no rule asks for


@pytest.mark.rule("cities.end.repetition")
def test_occurrences_need_not_follow_each_other() -> None:
    detour = ("c3d3", "c10d10", "d3c3", "d10c10")
    assert act(lone(), *TO_AND_FRO, *detour).result() == DRAW


@pytest.mark.rule("cities.end.repetition")
def test_the_same_pieces_with_the_other_player_to_move_are_another_position() -> None:
    # The first player takes three turns to come back, the second two: all stand as before, but the turn is the other's.
    five = ("c3c4", "c10c9", "c4d4", "c9c10", "d4c3")
    position = act(lone(repetition=2), *five)
    assert pieces(position) == pieces(lone())
    assert position.turn is Turn.SECOND
    assert position.result() is None


@pytest.mark.rule("cities.end.repetition")
def test_the_same_pieces_with_other_owners_of_cities_are_another_position() -> None:
    before = drawn("H . -", repetition=2)
    position = act(before, "c3e3", "c10c9", "e3c3", "c9c10")
    assert pieces(position) == pieces(before)
    assert owners(position) != owners(before)
    assert position.result() is None


@pytest.mark.rule("cities.end.repetition")
def test_a_fighter_where_a_hero_stood_makes_another_position() -> None:
    before = drawn("F . H", repetition=2)
    position = act(before, "c3d4", "c10c9", "e3d3", "c9d9", "d3c3", "d9d10", "d4e3", "d10c10")
    assert pieces(position) == pieces(before) | {"c3": "H", "e3": "F"}
    assert position.turn is before.turn
    assert position.result() is None


@pytest.mark.rule("cities.end.repetition")
def test_what_stood_before_a_capture_or_promotion_never_comes_back_and_is_forgotten() -> None:
    captured = act(drawn("F f . F"), *("h1h2", "h10h9", "h2h1", "h9h10"), "f3e3")
    promoted = act(drawn("[F]"), "h1h2", "h10h9", "h2h1", "h9h10", "c3=H")
    for position in (captured, promoted):
        assert position.previous is None
        assert position.stall == 0


@pytest.mark.rule("cities.end.repetition")
def test_the_history_in_a_text_counts() -> None:
    once = act(lone(), *TO_AND_FRO)
    read = parsed(once.text())
    assert read == once
    assert act(read, *TO_AND_FRO).result() == DRAW
    # Without its history the same board is there for the first time.
    bare = parsed(once.text().split(" ~")[0])
    assert bare != once
    assert bare.key == once.key
    assert act(bare, *TO_AND_FRO).result() is None


# Stall


@pytest.mark.rule("cities.end.stall")
@pytest.mark.parametrize(("cities", "winner"), [(5, Turn.FIRST), (3, Turn.SECOND), (4, None)])
@pytest.mark.parametrize("side", [1, 2])
def test_after_a_hundred_turns_without_capture_and_promotion_the_cities_decide(
    cities: int, winner: Turn | None, side: int
) -> None:
    position = stalled(98, cities, side)
    moves = ("c3d4", "c8d7") if side == 1 else ("c8d7", "c3d4")
    almost = act(position, moves[0])
    assert almost.result() is None
    assert act(almost, moves[1]).result() == Result(winner, "cities.end.stall")


@pytest.mark.rule("cities.end.stall")
@pytest.mark.parametrize("cities", [3, 4, 5])
def test_by_option_a_stalled_game_is_a_draw(cities: int) -> None:
    position = stalled(99, cities, stall_result="draw")
    assert act(position, "c3d4").result() == Result(None, "cities.end.stall")


@pytest.mark.rule("cities.end.stall")
@pytest.mark.parametrize("plies", [1, 7, 101, 100_000])
def test_the_number_of_turns_is_an_option(plies: int) -> None:
    position = stalled(plies - 1, 5, stall_plies=plies)
    assert position.result() is None
    assert act(position, "c3d4").result() == Result(Turn.FIRST, "cities.end.stall")


@pytest.mark.rule("cities.end.stall")
def test_by_option_a_game_may_stall_for_ever() -> None:
    position = stalled(5000, 5, stall_plies=0)
    assert position.result() is None
    assert position.stall == 0  # nobody counts what no rule asks for
    assert act(position, "c3d4").stall == 0


@pytest.mark.rule("cities.end.stall")
def test_taking_a_city_does_not_start_the_count_anew() -> None:
    position = drawn("F -", stall=41)
    after = act(position, "c3d3")
    assert owners(after) != owners(position)
    assert after.stall == 42


@pytest.mark.rule("cities.end.stall")
@pytest.mark.parametrize(
    ("drawing", "text"), [("F f . F", "f3e3"), ("F +", "c3d3"), ("[F]", "c3=H"), ("f . f\n. F .", "d3d4")]
)
def test_a_capture_of_either_side_and_a_promotion_start_the_count_anew(drawing: str, text: str) -> None:
    after = act(drawn(drawing, stall=99), text)
    assert after.stall == 0
    assert after.result() is None


@pytest.mark.rule("cities.end.stall")
def test_an_end_by_the_sheet_comes_before_a_stall() -> None:
    stands = {"c5": "F", "f5": "F", "j5": "F", "d5": "f", "h8": "f"}
    after = act(parsed(f"{rows(stands)} 1 a1b1c1d1-a10b10c10d10 99"), "f5e5")
    assert after.result() == Result(Turn.FIRST, "cities.end.last_piece")


@pytest.mark.rule("cities.end.stall", "cities.end.repetition")
def test_where_repetition_and_stall_come_on_the_same_turn_it_is_a_repetition() -> None:
    cities = "a1b1i1j1a5-a10b10i10"  # by the stall Blue would win
    assert act(drawn("F", stall=92, cities=cities), *TO_AND_FRO, *TO_AND_FRO).result() == DRAW
    never = drawn("F", stall=92, cities=cities, repetition=0)
    assert act(never, *TO_AND_FRO, *TO_AND_FRO).result() == Result(Turn.FIRST, "cities.end.stall")


@pytest.mark.rule("cities.end.stall", "cities.end.repetition")
def test_with_both_rules_off_only_the_sheet_ends_a_game() -> None:
    position = act(lone(repetition=0, stall_plies=0), *(TO_AND_FRO * 60))
    assert position.result() is None
    assert len(position.text().split(" ")) == 5  # four parts and the name of the rulings


# Claims


@pytest.mark.rule("cities.end.claims")
def test_repetition_and_stall_end_the_game_by_themselves() -> None:
    assert act(lone(), *TO_AND_FRO, *TO_AND_FRO).turn is Turn.OVER
    assert act(stalled(99, 5), "c3d4").turn is Turn.OVER
    assert "claim" not in listed(stalled(98, 5))


@pytest.mark.rule("cities.end.claims")
def test_by_option_the_player_to_move_claims_a_repetition_or_plays_on() -> None:
    position = act(lone(claims="by_claim"), *TO_AND_FRO, *TO_AND_FRO)
    assert position.turn is Turn.FIRST
    assert listed(position)[-1] == "claim"
    assert listed(position).count("claim") == 1
    claimed = act(position, "claim")
    assert claimed.result() == DRAW
    assert claimed.turn is Turn.OVER
    # The next position is there for the second time only: nothing to claim.
    later = act(position, "c3d3")
    assert refused(later, "claim").code == "claim.nothing"


@pytest.mark.rule("cities.end.claims")
@pytest.mark.parametrize(("result", "winner"), [("cities", Turn.SECOND), ("draw", None)])
def test_by_option_the_player_to_move_claims_a_stall_on_any_later_turn(result: str, winner: Turn | None) -> None:
    position = act(stalled(99, 3, claims="by_claim", stall_result=result), "c3d4")
    assert listed(position)[-1] == "claim"
    later = act(position, "c8d7")
    assert listed(later)[-1] == "claim"
    assert act(later, "claim").result() == Result(winner, "cities.end.stall")


@pytest.mark.rule("cities.end.claims")
@pytest.mark.parametrize("claims", ["automatic", "by_claim"])
def test_nobody_claims_what_is_not_there(claims: str) -> None:
    refusal = refused(lone(claims=claims), "claim")
    assert (refusal.code, refusal.rule) == ("claim.nothing", "cities.end.claims")


@pytest.mark.rule("cities.end.claims", "cities.turn.no_move")
def test_who_has_no_move_may_claim_or_pass() -> None:
    position = locked(stall=100, claims="by_claim")
    assert listed(position) == ["pass", "claim"]
    assert act(position, "claim").result() == Result(None, "cities.end.stall")


@pytest.mark.rule("cities.end.claims")
def test_a_claimed_end_survives_its_text() -> None:
    position = act(lone(claims="by_claim"), *TO_AND_FRO, *TO_AND_FRO, "claim")
    assert " claimed " in position.text()
    read = parsed(position.text(), claims="by_claim")
    assert read == position
    assert read.result() == DRAW


@pytest.mark.rule("cities.end.claims")
@given(anywhere)
def test_a_claim_is_listed_last_or_not_at_all(position: Position) -> None:
    texts = listed(position)
    assert "claim" not in texts[:-1]
    assert ("claim" in texts) == position.claimable
    if position.claimable:
        assert position.setting.rulings.by_claim
        result = act(position, "claim").result()
        assert result is not None
        assert result.rule in ("cities.end.repetition", "cities.end.stall")
        assert GAME.perft(position, 1) == len(texts)
