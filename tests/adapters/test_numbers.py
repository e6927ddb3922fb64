"""Every action has its number: a mask allows what the rules allow, and a number leads where its action leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from tests.lengths import at_length
from triarii.adapters.candidates import MOST
from triarii.adapters.cities.encoding import CITIES
from triarii.adapters.encoding import Moment, allowed, encoding_of
from triarii.adapters.towar import numbers
from triarii.adapters.towar.encoding import TOWAR
from triarii.core.chance import drawn
from triarii.core.contract import AnyGame, Choice, Eye, Options, Refusal, Turn
from triarii.games.adlg.game import GAME as ADLG
from triarii.games.cities import GAME as CITIES_GAME
from triarii.games.towar import GAME as TOWAR_GAME
from triarii.games.towar.position import Position

GAMES = at_length(2, 60)
TOWAR_SETTINGS: tuple[Options, ...] = (
    {},
    {"variant": "hand_of_three", "armies": "secret"},
    {"variant": "hand_of_three", "hand_end": "pile_empty", "begins": "second"},
    {"enemy_on_entry": "displaced", "movement": "charge", "armies": "random"},
    {"enemy_on_entry": "forbidden", "redisplace": False, "first_card_middle": False},
    {"fresh_locked": True, "second_step_displaces": False, "second_step": "other_direction"},
)
CITIES_SETTINGS: tuple[Options, ...] = ({}, {"begins": "random", "claims": "by_claim", "stall_plies": 6})


def begun(game: AnyGame, options: Options) -> Moment:
    start = game.start(options)
    assert not isinstance(start, Refusal), start
    return Moment(start)


def moments(game: AnyGame, options: Options, rng: Random) -> Iterator[Moment]:
    """The moments of a game by random numbers at which a seat acts."""
    encoding, moment = encoding_of(game), begun(game, options)
    while moment.turn is not Turn.OVER:
        if moment.turn is Turn.CHANCE:
            moment = Moment(moment.position.play(drawn(moment.position, rng)))
            continue
        yield moment
        moment = encoding.follow(moment, rng.choice(allowed(encoding.mask(moment))))


def whole(game: AnyGame, options: Options, rng: Random) -> Iterator[Moment]:
    """Those at which no action is half spelled."""
    return (moment for moment in moments(game, options, rng) if moment.spelled is None)


def words_of(position: Position, prefix: Sequence[str]) -> set[str]:
    offered = position.choices(prefix)
    assert isinstance(offered, list), offered
    return {choice.text for choice in offered if isinstance(choice, Choice)}


@pytest.mark.parametrize("options", TOWAR_SETTINGS, ids=str)
def test_a_mask_of_to_war_allows_the_words_that_the_game_offers(options: Options) -> None:
    for seed in range(GAMES):
        for moment in moments(TOWAR_GAME, options, Random(seed)):
            position: Position = moment.position
            named = moment.spelled.words if moment.spelled else ()
            prefix = [card_of(word, position) for word in named]
            words = {card_of(TOWAR.word(number, position.turn), position) for number in allowed(TOWAR.mask(moment))}
            assert words == words_of(position, prefix), position.text()


def card_of(word: str, position: Position) -> str:
    """`card 2` by the name of the unit."""
    if not word.startswith("card "):
        return word
    return position.unit(8 * position.side + int(word.removeprefix("card "))).id


@pytest.mark.parametrize("options", TOWAR_SETTINGS, ids=str)
def test_the_numbers_of_an_action_of_to_war_lead_where_it_leads(options: Options) -> None:
    rng = Random(5)
    for moment in whole(TOWAR_GAME, options, rng):
        actions = moment.position.actions()
        for action in rng.sample(actions, min(3, len(actions))):
            after = moment
            for number in TOWAR.spell(moment.position, action):
                assert TOWAR.mask(after)[number], action
                after = TOWAR.follow(after, number)
            assert after == Moment(moment.position.play(action)), (moment.position.text(), action)


@pytest.mark.parametrize("options", CITIES_SETTINGS, ids=str)
def test_every_action_of_cities_has_one_number_and_the_mask_allows_just_these(options: Options) -> None:
    for moment in moments(CITIES_GAME, options, Random(1)):
        position = moment.position
        named = {CITIES.spell(position, action)[0]: action for action in position.actions()}
        assert sorted(named) == allowed(CITIES.mask(moment))
        number = min(named)
        assert CITIES.follow(moment, number).position == position.play(named[number])
        assert CITIES.word(number, position.side) == CITIES_GAME.action_text(named[number])


@pytest.mark.parametrize(
    ("seat", "text", "number"),
    [
        (Turn.FIRST, "a1b2", 32),
        (Turn.SECOND, "j10i9", 32),
        (Turn.FIRST, "d3=H", 1151),
        (Turn.FIRST, "j10g7", 4851),
        (Turn.SECOND, "a1d4", 4851),
        (Turn.FIRST, "pass", 4900),
        (Turn.SECOND, "claim", 4901),
    ],
)
def test_the_numbers_of_cities_stay_what_they_are(seat: Turn, text: str, number: int) -> None:
    from triarii.adapters.cities.encoding import action_of, number_of

    action = CITIES_GAME.action(text)
    assert isinstance(action, int)
    assert number_of(action, seat) == number
    assert action_of(number, seat) == action


def test_the_numbers_of_to_war_stay_what_they_are() -> None:
    first = [TOWAR.word(number, Turn.FIRST) for number in range(numbers.ACTIONS)]
    second = [TOWAR.word(number, Turn.SECOND) for number in range(numbers.ACTIONS)]
    cards = ["card 1", "card 2", "card 3", "card 4", "card 5"]
    armies, ways = ["west", "north", "east", "south"], ["f", "l", "r", ".", "pass"]
    assert first == [*armies, "a1", "b1", "c1", "a2", "b2", "c2", *cards, "a", "b", "c", *ways]
    assert second == [*armies, "c4", "b4", "a4", "c3", "b3", "a3", *cards, "c", "b", "a", *ways]


def test_a_seat_sees_its_own_side_below_whichever_seat_it_is() -> None:
    one, two = begun(CITIES_GAME, {"begins": "first"}), begun(CITIES_GAME, {"begins": "second"})
    assert CITIES.observe(one, Eye.FIRST) == CITIES.observe(two, Eye.SECOND)
    assert CITIES.observe(one, Eye.FIRST) != CITIES.observe(one, Eye.SECOND)
    assert CITIES.mask(one) == CITIES.mask(two)


def test_to_war_looks_the_same_from_both_sides_of_the_table() -> None:
    options = {"armies": "west,west", "mirror_match": True}
    seen: list[tuple[Any, Any]] = []
    for begins, side in (("first", Turn.FIRST), ("second", Turn.SECOND)):
        moment, rng = begun(TOWAR_GAME, {**options, "begins": begins}), Random(3)
        for _ in range(60):
            if moment.turn is Turn.CHANCE:
                outcomes = moment.position.chances()
                moment = Moment(moment.position.play(outcomes[rng.randrange(len(outcomes))][0]))
            elif moment.turn is not Turn.OVER:
                offered = allowed(TOWAR.mask(moment))
                seen.append((TOWAR.observe(moment, Eye(moment.turn)), moment.turn is side))
                moment = TOWAR.follow(moment, rng.choice(offered))
    half = len(seen) // 2
    assert seen[:half] == seen[half:]
    assert half > 20


def test_a_battle_offers_its_candidates_with_features_that_tell_them_apart() -> None:
    encoding = encoding_of(ADLG)
    found = 0
    for number, moment in enumerate(moments(ADLG, {"scenario": "skirmish"}, Random(2))):
        actions = moment.position.actions()[:MOST]
        assert allowed(encoding.mask(moment)) == list(range(len(actions)))
        assert encoding.spell(moment.position, actions[-1]) == [len(actions) - 1]
        width = encoding.shape[1]
        rows = memoryview(encoding.observe(moment, Eye(moment.turn))).cast("f").tolist()
        features = [tuple(rows[width * row : width * (row + 1)]) for row in range(MOST)]
        assert not any(any(row) for row in features[len(actions) :])
        assert len(set(features[: len(actions)])) > 0.8 * len(actions), actions
        found += len(actions) > 10
        other = encoding.observe(moment, Eye(1 - moment.turn))
        assert not any(other)
        if number == 25:
            break
    assert found > 3
