"""What holds in every position that play can reach, whatever the rulings."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

from tests.games.towar.boards import (
    CELLS,
    HAND,
    STANDARD,
    anywhere,
    battle,
    battles,
    field,
    hands,
    letters,
    offered,
    reached,
    reserves,
    rulings,
    stands,
    start,
    units,
    variants,
    walk,
)
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import SEATS, Turn
from triarii.games.towar import GAME, codes, jobs, rules
from triarii.games.towar.chains import Chain, entered
from triarii.games.towar.position import Position

CHANGES = {
    "filled": (1, 0, -1),
    "fight_won": (1, -1, 0),
    "fight_lost": (0, 0, 0),
    "fight_tied": (0, -1, 1),
    "passed": (0, 0, 0),
    "broke_through": (0, 0, 0),
    "enemy fight_won": (0, 0, 0),
    "enemy fight_lost": (1, -1, 0),
    "enemy fight_tied": (0, -1, 1),
}
"""Own units, enemy units and empty cells, by how a turn ends."""

games = st.builds(
    lambda chosen, variant, armies, begins, seed: list(walk(start(armies, begins=begins, **chosen, **variant), seed)),
    rulings,
    variants,
    st.sampled_from(["west,north", "south,east", "north,south", "east,west"]),
    st.sampled_from(["first", "second"]),
    st.integers(0, 2**32),
)


def in_battle(position: Position) -> bool:
    return position.turn in SEATS and position.cards_left() <= 22


def change(before: Position, after: Position) -> tuple[int, int, int]:
    mine, other = (units(after, seat) - units(before, seat) for seat in (before.turn, before.turn.other))
    return mine, other, field(after).count(".") - field(before).count(".")


def ending(before: Position, action: str, after: Position) -> str:
    other = "second" if before.turn is Turn.FIRST else "first"
    events = GAME.events(before, action, after)
    # A displaced enemy is the one that attacks, and the new card stands in its place.
    kinds = [f"enemy {e.kind}" if e.fields.get("seat") == other and "fight" in e.kind else e.kind for e in events]
    return next((kind for kind in CHANGES if kind in kinds), "filled")


@pytest.mark.rule("towar.combat.win", "towar.combat.loss", "towar.combat.tie", "towar.turn.empty_cell")
@seldom
@given(games)
def test_units_and_cells_change_as_the_end_of_the_turn_says(steps: list[tuple[Position, str, Position]]) -> None:
    for before, action, after in steps:
        if in_battle(before):
            assert change(before, after) == CHANGES[ending(before, action, after)]


@pytest.mark.rule("towar.combat.tie", "towar.combat.win")
@seldom
@given(battles())
def test_every_listed_turn_changes_units_and_cells_as_its_end_says(position: Position) -> None:
    for action in Random(1).sample(position.actions(), min(25, len(position.actions()))):
        after = position.play(action)
        own, enemy, empty = change(position, after)
        assert (own, enemy, empty) == CHANGES[ending(position, action, after)]
        assert own >= 0, "one's own number never falls on one's own turn"


@pytest.mark.rule("towar.cards.army", "towar.setup.reserve")
@seldom
@given(games)
def test_every_card_is_somewhere_and_only_once(steps: list[tuple[Position, str, Position]]) -> None:
    for before, _, after in steps:
        for seat, army in zip(SEATS, after.armies, strict=True):
            own = letters(army, seat)
            deck = Counter({letter: unit["cards"] for letter, unit in own.items()})
            up = Counter(letter for letter in after.text().split(" ")[3] if letter in own)
            seen = Counter(letter for letter in stands(after).values() if letter in own)
            there = reserves(after)[seat] + hands(after)[seat] + up + seen
            assert there <= deck
            gone = after.fallen(seat)
            assert {letter: rules.number_of(gone, after.code(unit["id"], seat)) for letter, unit in own.items()} == {
                letter: deck[letter] - there[letter] for letter in own
            }
            if before.turn is Turn.CHANCE and before.begun:
                assert after.fallen(seat) == before.fallen(seat)


@pytest.mark.rule("towar.turn.entry", "towar.turn.step")
@given(battles())
def test_there_is_always_a_legal_turn(position: Position) -> None:
    assert position.actions()
    assert all(position.check(action) is None for action in position.actions())


@pytest.mark.rule("towar.turn.step")
@given(battles())
def test_straight_forward_always_works(position: Position) -> None:
    card = position.playable()[0]
    name = f"{position.unit(card).id}/" if position.setting.hand else ""
    ahead = 1 if position.side is Turn.FIRST else -1
    lies = stands(position)
    for column in "abc":
        row, steps = (1 if ahead == 1 else 4), 0
        while 1 <= row <= 4 and lies.get(f"{column}{row}", ".").isupper() == (ahead == 1) and f"{column}{row}" in lies:
            row, steps = row + ahead, steps + 1
        first = f"{column}{1 if ahead == 1 else 4}"
        if not steps and first in lies and position.setting.options["enemy_on_entry"] != "attack":
            continue
        text = f"{name}{column}{':' + 'f' * steps if steps else ''}"
        assert position.check(text) is None, text
        assert position.play(text).broken_through == (not 1 <= row <= 4)


@pytest.mark.rule("towar.turn.displaced_again", "towar.turn.step")
@given(battles(), st.integers(0, 2**32))
def test_no_way_is_a_dead_end_because_straight_ahead_is_always_open(position: Position, seed: int) -> None:
    rng = Random(seed)
    for card in position.playable():
        for cell in range(3):
            chain = entered(position.field, position.side, card, cell + 9 * position.side, position.force)
            while isinstance(chain, Chain) and chain.air:
                if not chain.second and chain.air // codes.SIDE == position.side:
                    assert isinstance(chain.step(codes.FORWARD), Chain)
                ways = chain.directions()
                if not ways:
                    break
                after = chain.step(rng.choice(ways))
                assert isinstance(after, Chain)
                chain = after
            assert isinstance(chain, str) or chain.may_end


@pytest.mark.rule("towar.turn.no_return")
@seldom
@given(battles(), st.integers(0, 2**32))
def test_every_turn_ends_because_no_card_stands_on_a_cell_twice(position: Position, seed: int) -> None:
    rng = Random(seed)
    prefix: list[str] = []
    while True:
        answer = position.choices(prefix)
        if isinstance(answer, str):
            break
        prefix.append(rng.choice(offered(position, *prefix)).text)
        assert len(prefix) < codes.LONGEST
    after = position.play(answer)
    assert after.turn is not position.turn
    visited: Counter[tuple[str, str]] = Counter()
    for event in GAME.events(position, answer, after):
        if event.kind == "stepped":
            visited[str(event.fields["unit"]), str(event.fields["to"])] += 1
    # By type at most as often as there are such cards.
    for (unit, _), times in visited.items():
        assert times <= position.setting.table.units[unit].cards


@pytest.mark.rule("towar.turn.alternate")
@seldom
@given(games)
def test_a_game_is_at_most_thirty_four_turns_long_and_ends(steps: list[tuple[Position, str, Position]]) -> None:
    turns = [before for before, _, _ in steps if before.turn in SEATS]
    assert len(turns) <= 12 + 22
    assert steps[-1][2].turn is Turn.OVER
    assert steps[-1][2].result() is not None


def all_of_one_kind(own: int, side: int) -> int:
    """A field whose `own` cells nearest to a side hold its sergeants or konungs, the others enemies."""
    cells = [2] * own + [10] * (12 - own)
    if side:
        cells = [10 if cell == 2 else 2 for cell in reversed(cells)]
    return sum(cell << 4 * number for number, cell in enumerate(cells))


@pytest.mark.rule("towar.turn.displaced_again")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("redisplace", "counts"), [(True, {6: 369, 9: 4125, 12: 46113}), (False, {6: 45, 9: 135, 12: 405})]
)
def test_the_most_ways_that_a_turn_can_have(redisplace: bool, counts: dict[int, int], side: int) -> None:
    force = start(redisplace=redisplace, movement={"kinds": dict.fromkeys(STANDARD, "T1")}).force
    for own, count in counts.items():
        ways, results = jobs.count_ways(all_of_one_kind(own, side), side, 2 + 8 * side, force)
        assert ways == count
        assert results == len(jobs.list_ways(all_of_one_kind(own, side), side, 2 + 8 * side, force))


def test_a_turn_with_very_many_results_is_listed_whole() -> None:
    # Five types of two steps on a field full of gaps: hundreds of results, all different, none lost when room grows.
    kinds = {"kinds": dict.fromkeys(STANDARD, "T2")}
    position = battle("Q.C .S. KFQ SCF", "K", movement=kinds)
    turns = jobs.list_ways(position.field, position.side, position.card, position.force)
    assert len({result for _, result in turns}) == len(turns) == len(position.actions()) > 200
    assert turns == sorted(turns)


@seldom
@given(anywhere)
def test_a_position_can_be_sent_to_another_process(position: Position) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.actions() == position.actions()
    assert hash(again) == hash(position)


@seldom
@given(battles())
def test_listing_twice_gives_the_same_in_the_same_order(position: Position) -> None:
    again = Position(position.armies, position.state, position.setting)
    assert again.actions() == position.actions()
    assert len(set(position.actions())) == len(position.actions())
    columns = [action.rpartition("/")[2][0] for action in position.actions()]
    if not position.setting.hand:
        assert columns == sorted(columns)


@seldom
@given(reached())
def test_where_nobody_acts_nothing_is_listed(position: Position) -> None:
    if position.turn in SEATS:
        assert position.actions()
        assert position.chances() == []
    else:
        assert position.actions() == []
        assert bool(position.chances()) == (position.turn is Turn.CHANCE)
        assert position.check("a") is not None


# Positions that are the same, and those that are not


def test_positions_under_other_rulings_are_other_positions_also_before_the_armies_are_chosen() -> None:
    for armies in ("choose", "west,north"):
        usual = start(armies)
        for name, value in {**OTHERWISE, **HAND}.items():
            assert start(armies, **{name: value}) != usual, name
    assert start("west,north") == start("west,north", begins="first")
    assert start("choose", begins="first") != start("choose", begins="second")


OTHERWISE: dict[str, object] = {
    "mirror_match": True,
    "movement": "charge",
    "enemy_on_entry": "forbidden",
    "redisplace": False,
    "fresh_locked": True,
    "second_step_displaces": False,
    "second_step": "other_direction",
    "hand_end": "pile_empty",
    "first_card_middle": False,
}


def test_the_key_tells_positions_apart() -> None:
    keys = [after.key for _, _, after in walk(start(), 4)]
    assert len(set(keys)) == len(keys)
    assert all(0 <= key < 1 << 62 for key in keys)
    assert battle("bkb ... ... SSF", "K").key != battle("bkb ... ... SSF", "Q").key
    assert start() != "west"
    assert repr(start()) == f"<Position {start().text()}>"
    assert set(stands(battle("bkb ... ... SSF", "K"))) <= set(CELLS)
