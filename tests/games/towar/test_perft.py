"""Lines of play counted along given cards, and random games: known numbers, and the jobs against the contract."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.games.towar.boards import ARMIES, HAND, battle, battles, dealt, reached, start, to_act, walk
from tests.games.towar.oracle import Table, distinct, outcome_of
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import Tally, Turn
from triarii.games.towar import GAME
from triarii.games.towar.position import Position

MASK = 2**64 - 1
NOTHING = Tally(0, 0, 0, 0, 0)
LAID = ["knight", "archer", "squire", "rider", "sergeant", "berserker", "footman", "tinger", "crossbowman", "konung"]


def walked(position: Position, depth: int, outcomes: list[str]) -> int:
    """The number of ways to take `depth` turns, action by action, the cards falling as given."""
    while depth and position.turn is Turn.CHANCE:
        position, outcomes = position.play(outcomes[0]), outcomes[1:]
    if not depth:
        return 1
    return sum(walked(position.play(action), depth - 1, outcomes) for action in position.actions())


def along(position: Position, seed: int, count: int) -> list[str]:
    """Cards that can be drawn one after the other, whatever is played."""
    rng = Random(seed)
    drawn: list[str] = []
    while len(drawn) < count and position.turn is not Turn.OVER:
        if position.turn is Turn.CHANCE:
            drawn.append(dealt(position, rng))
            position = position.play(drawn[-1])
        else:
            afters = [position.play(action) for action in position.actions()]
            position = next((after for after in afters if not after.broken_through), afters[0])
    return drawn


# Known numbers


@pytest.mark.rule("towar.setup.free_choice", "towar.setup.first_cards")
@pytest.mark.parametrize(
    ("depth", "count"), [(1, 1), (2, 1), (3, 5), (4, 25), (5, 100), (6, 400), (8, 3_600), (10, 14_400)]
)
def test_the_set_up_can_be_laid_in_so_many_ways(depth: int, count: int) -> None:
    assert GAME.perft(start(), depth, LAID) == count


@pytest.mark.rule("towar.setup.first_cards")
@pytest.mark.parametrize(("depth", "count"), [(1, 6), (2, 36), (3, 180), (4, 900)])
def test_with_free_first_cards_there_are_more_ways(depth: int, count: int) -> None:
    assert GAME.perft(start(first_card_middle=False), depth, LAID) == count


BATTLE = "bka rtk FSC KQF"
DRAWN = ["rider", "knight", "archer", "squire"]
IN_HAND = ["squire", "tinger", "knight", "konung"]


@pytest.mark.rule("towar.turn.chain")
@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, (47, 878, 35_461)),
        ({"redisplace": False}, (23, 328, 8_514)),
        ({"enemy_on_entry": "forbidden"}, (47, 878, 35_461)),
        ({"fresh_locked": True}, (26, 265, 8_641)),
        ({"second_step_displaces": False}, (47, 870, 34_741)),
        ({"movement": "charge"}, (47, 741, 31_661)),
    ],
    ids=["usual", "moved", "entry", "fresh", "second", "charge"],
)
def test_a_battle_has_as_many_lines_as_were_counted_before(options: dict[str, Any], counts: tuple[int, ...]) -> None:
    position = battle(BATTLE, "S", left=9, **options)
    assert tuple(GAME.perft(position, depth, DRAWN) for depth in (1, 2, 3)) == counts
    assert walked(position, 2, DRAWN) == counts[1]


@pytest.mark.compiled  # uncompiled it takes minutes
@pytest.mark.parametrize(
    ("options", "count"), [({}, 828_336), ({"enemy_on_entry": "forbidden"}, 824_567), ({"redisplace": False}, 152_056)]
)
def test_a_battle_has_as_many_lines_of_four_turns_as_were_counted_before(options: dict[str, Any], count: int) -> None:
    assert GAME.perft(battle(BATTLE, "S", left=9, **options), 4, DRAWN) == count


@pytest.mark.rule("towar.variant.choose")
def test_a_battle_from_the_hand_has_as_many_lines_as_were_counted_before() -> None:
    position = battle(BATTLE, hands="S1K1F1-r1b1a1", left=9, **HAND)
    assert [GAME.perft(position, depth, IN_HAND) for depth in (1, 2)] == [105, 4_581]
    assert walked(position, 2, IN_HAND) == 4_581


# Against the contract


@seldom
@given(battles(), st.integers(0, 2**32))
def test_the_job_counts_what_the_contract_lists(position: Position, seed: int) -> None:
    drawn = along(position, seed, 3)
    assert GAME.perft(position, 1, drawn) == len(position.actions())
    if len(position.actions()) < 60:
        assert GAME.perft(position, 2, drawn) == walked(position, 2, drawn)


@seldom
@given(battles().filter(lambda position: len(position.actions()) < 12), st.integers(0, 2**32))
def test_the_job_counts_what_the_contract_lists_three_turns_deep(position: Position, seed: int) -> None:
    drawn = along(position, seed, 4)
    assert GAME.perft(position, 3, drawn) == walked(position, 3, drawn)


@seldom
@given(reached(), st.integers(0, 2**32))
def test_the_job_counts_from_where_cards_are_still_to_be_drawn(position: Position, seed: int) -> None:
    drawn = along(position, seed, 10)
    counted = GAME.perft(position, 1, drawn)
    if position.turn is Turn.OVER:
        assert counted == 0
    elif "?" in position.text().split(" ")[2]:
        assert counted is None
    else:
        assert counted == walked(position, 1, drawn)


@pytest.mark.rule("towar.setup.armies")
def test_in_a_mirror_match_a_card_is_drawn_by_whoever_draws() -> None:
    position = start("west,west", mirror_match=True)
    assert GAME.perft(position, 4, ["knight", "knight", "squire", "squire"]) == 25


@pytest.mark.parametrize("depth", [0, -1])
def test_not_to_play_on_is_one_way(depth: int) -> None:
    for position in (start(), battle(BATTLE, "S"), battle(BATTLE, left=0)):
        assert GAME.perft(position, depth) == 1


def test_cards_that_are_missing_or_can_not_be_drawn_are_no_answer() -> None:
    position = battle(BATTLE, "S", left=9)
    assert GAME.perft(position, 2, []) is None
    assert GAME.perft(position, 2, ["knight"]) is None
    assert GAME.perft(position, 2, ["berserker", "dragon"]) is not None
    assert GAME.perft(position, 3, ["berserker", "dragon"]) is None
    assert GAME.perft(position, 3, ["rider", "knight"]) is not None
    assert GAME.perft(position, 4, ["archer", "knight", "archer"]) is None  # the second one lies on the field
    assert GAME.perft(start("choose"), 1) is None
    assert GAME.perft(start(begins="random"), 1, ["knight"]) is None


def test_lines_end_at_a_breakthrough_and_at_the_count() -> None:
    out = battle(".S. .C. .C. .C.", "K")
    drawn = along(out, 1, 3)
    assert GAME.perft(out, 2, drawn) == walked(out, 2, drawn)
    assert GAME.perft(battle("b.. ... ... SSF", "K", left=1, side=1), 3, ["berserker"]) == 0
    assert GAME.perft(battle(BATTLE, left=0), 1) == 0


# Random games


def scramble(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Stream:
    """The numbers of one random game."""

    def __init__(self, seed: int, number: int) -> None:
        self.x = scramble(scramble(seed) ^ number)

    def below(self, limit: int) -> int:
        x = self.x
        x ^= (x << 13) & MASK
        x ^= x >> 7
        self.x = x ^ ((x << 17) & MASK)
        return ((self.x >> 32) * limit) >> 32


def distinct_turns(position: Position) -> list[str]:
    """A turn for every distinct result, in the order of the first way to each, by the second reading of the rules."""
    table, seen, found = Table.of(position), set(), []
    order = list(table.hand)
    turns = sorted(table.whole_turns(), key=lambda turn: (order.index(turn[0][: turn[0].rfind("/") + 1]), turn[0]))
    for text, moment in turns:
        result = distinct(table.outcome(text, moment))
        if result not in seen:
            seen.add(result)
            found.append(text)
    return found


def one_game(position: Position, seed: int, number: int, longest: int) -> Tally:
    """The same random game through the contract: cards by their share, turns by their distinct results."""
    stream, plies = Stream(seed, number), 0
    while position.turn is not Turn.OVER:
        if position.turn is Turn.CHANCE:
            cards = [name for name, share in position.chances() for _ in range(int(share * left(position)))]
            position = position.play(cards[stream.below(len(cards))])
            continue
        if plies >= longest:
            break
        turns = distinct_turns(position) if position.cards_left() <= 22 else list(position.actions())
        position = position.play(turns[stream.below(len(turns))])
        plies += 1
    return Tally.of_result(position.result(), plies=plies)


def left(position: Position) -> int:
    """Cards in the reserve of whoever draws."""
    return sum(int(sign) for sign in position.text().split(" ")[4].split("-")[position.drawer] if sign.isdigit())


@pytest.mark.rule("towar.turn.draw", "towar.end.count", "towar.end.breakthrough")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"redisplace": False},
        {**HAND, "redisplace": False},
        {**HAND, "hand_end": "pile_empty", "fresh_locked": True},
    ],
    ids=["usual", "moved", "hand", "pile"],
)
def test_whole_random_games_are_those_of_the_contract(options: dict[str, object]) -> None:
    position = start("south,north", **options).play("bedouin")
    games = [one_game(position, 11, number, 60) for number in range(5)]
    assert GAME.playouts(position, 5, 11, 60) == sum(games, NOTHING)
    assert sum(games, NOTHING).unfinished == 0


@seldom
@given(battles().filter(lambda position: len(position.actions()) < 30), st.integers(0, MASK), st.integers(0, 3))
def test_random_games_from_anywhere_are_those_of_the_contract(position: Position, seed: int, longest: int) -> None:
    games = [one_game(position, seed, number, longest) for number in range(2)]
    assert GAME.playouts(position, 2, seed, longest) == sum(games, NOTHING)


def test_a_game_of_a_seed_is_the_same_however_the_work_is_cut() -> None:
    for position in (start("choose"), start().play("knight"), to_act(start(**HAND), 1, 3)):
        whole = GAME.playouts(position, 30, 5, 100)
        parts = [GAME.playouts(position, 10, 5, 100, begin) for begin in (0, 10, 20)]
        assert sum(parts, NOTHING) == whole == GAME.playouts(position, 30, 5, 100)
        assert GAME.playouts(position, 30, 6, 100) != whole


def test_every_random_game_ends() -> None:
    tally = GAME.playouts(start().play("knight"), 300, 1, 34)
    assert tally.unfinished == 0
    assert min(tally.first, tally.second, tally.draws) > 0
    assert 12 + 15 < tally.plies / tally.games <= 34


@pytest.mark.rule("towar.end.breakthrough")
def test_random_play_is_as_was_measured_with_other_programs() -> None:
    # Two prototypes came to 20.4 turns and 22 breakthroughs in a hundred games.
    turns = broken = games = 0
    for first, second in permutations(ARMIES, 2):
        position = start(f"{first},{second}", begins="first")
        rng = Random(f"{first}{second}")
        for _ in range(25):
            here = position
            while here.turn is not Turn.OVER:
                chance = here.turn is Turn.CHANCE
                turns += not chance and here.cards_left() <= 22
                here = here.play(dealt(here, rng) if chance else rng.choice(here.actions()))
            games += 1
            broken += here.broken_through
    assert games == 300
    assert 19.8 < turns / games < 21.0
    assert 0.15 < broken / games < 0.30


def test_each_random_game_chooses_its_own_armies_and_these_do_not_decide_the_cards() -> None:
    position = start("choose", redisplace=False)
    # The stream that chooses armies is another than the game's: else West would always turn up its strongest card.
    quarters = {(Stream(scramble(7), n).below(4), Stream(7, n).below(17) * 4 // 17) for n in range(200)}
    assert len(quarters) == 16
    assert GAME.playouts(position, 12, 7, 40) == sum((chosen_game(position, 7, n) for n in range(12)), NOTHING)


def chosen_game(position: Position, seed: int, number: int) -> Tally:
    """Armies by one stream, the game by another."""
    stream, choices = Stream(scramble(seed), number), 0
    while position.turn in (Turn.FIRST, Turn.SECOND):
        position = position.play(position.actions()[stream.below(len(position.actions()))])
        choices += 1
    whole = one_game(position, seed, number, 40)
    return Tally(1, whole.plies + choices, whole.first, whole.second, whole.draws)


def test_a_finished_game_is_not_played_on_and_chance_falls_before() -> None:
    over = battle("b.. ... ... SSF", left=0)
    assert GAME.playouts(over, 7, 1, 100) == Tally(7, 0, 7, 0, 0)
    with pytest.raises(ValueError, match="chance"):
        GAME.playouts(start(), 1, 1, 1)


@pytest.mark.parametrize("longest", [0, -1])
def test_games_of_no_length_are_unfinished(longest: int) -> None:
    for position in (battle(BATTLE, "S"), start("choose")):
        assert GAME.playouts(position, 3, 1, longest) == Tally(3, 0, 0, 0, 0)


def test_a_listed_turn_and_its_first_way_come_to_the_same() -> None:
    for seed in range(4):
        position = to_act(start(), seed, 6)
        if position.turn is not Turn.OVER:
            listed = {outcome_of(position, action) for action in position.actions()}
            assert listed == {outcome_of(position, action) for action in distinct_turns(position)}
    assert any(after.turn is Turn.OVER for _, _, after in walk(start(), 1))
