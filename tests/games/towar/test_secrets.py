"""Hidden hands: what a seat sees, is told and is offered may not depend on what the other seat holds."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.games.towar.boards import HAND, anywhere, hands, letters, reserves, start, to_act, walk
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.conformance import check_game
from triarii.core.conformance.findings import Inquiry, Report
from triarii.core.conformance.words import walk as spell_all
from triarii.core.contract import SEATS, Eye, Turn
from triarii.core.records import Acted, ChanceFell, Header
from triarii.core.timeline import Timeline, begin
from triarii.games.towar import GAME
from triarii.games.towar.position import Position

OPTIONS: list[dict[str, object]] = [
    {"begins": "random"},
    {"armies": "south,north", "enemy_on_entry": "forbidden", "redisplace": False, "movement": "charge"},
    {"armies": "east,east", "mirror_match": True, "fresh_locked": True, "second_step_displaces": False},
    {"variant": "hand_of_three", "armies": "west,south", "redisplace": False},
    {"variant": "hand_of_three", "hand_end": "pile_empty", "first_card_middle": False, "fresh_locked": True},
    {"armies": "random", "enemy_on_entry": "displaced", "second_step": "other_direction"},
    {"armies": "secret", "begins": "random", "variant": "hand_of_three"},
]


@pytest.mark.parametrize(
    "options", OPTIONS, ids=["usual", "forbidden", "mirror", "hand", "pile", "displaced", "secret"]
)
def test_the_game_keeps_the_contract(options: dict[str, object]) -> None:
    # Where nothing is hidden the kit adds a game with hands.
    report = check_game(GAME, [options], games=1, every=17)
    assert report["games"] == report["records"] == (1 if "variant" in options else 2)
    assert report["twins for first"] > 0


# Twins


def sent(position: Position, eye: Eye) -> str:
    return json.dumps(position.view(eye).as_json(), sort_keys=True)


def said_and_offered(position: Any, eye: Eye) -> object:
    """All that a program could show to this eye of this position."""
    view = position.view(eye)
    words = [GAME.texts.say(message, "en") for message in GAME.words(view)]
    fights = [(fight.action, dict(fight.params)) for fight in GAME.odds(view)]
    seen: list[object] = [sent(position, eye), words, GAME.drawing(view), fights]
    if int(position.turn) == eye and position.cards_left() <= 22:
        inquiry = Inquiry(GAME, position.setting.options, Random(1), Report())
        seen.append(spell_all(inquiry, position, Random(1), 60).offers)
        seen.append(list(position.actions()))
        seen.append([repr(position.check(text)) for text in STRANGE])
    elif position.turn is Turn.CHANCE or position.turn is Turn.OVER:
        seen.append([repr(position.check(text)) for text in STRANGE])
        seen.append(repr(position.choices([])))
    return seen


STRANGE = ["a", "pass", "b2"]
STRANGE += [f"{name}/{turn}" for name in ("knight", "rider", "archer") for turn in ("a", "b:f", "c:flr", "pass")]


def told(line: Timeline, eye: Eye) -> str:
    """The record so far, as this eye may read it."""
    return json.dumps(list(line.seen_by(eye)), sort_keys=True)


def opened(**options: object) -> Timeline:
    line = begin(GAME, Header("towar", 1, {"armies": "west,north", "begins": "first", **HAND, **options}))
    assert isinstance(line, Timeline)
    return line


def swapped(outcome: str, twin: Any, eye: Eye, alike: bool) -> str | None:
    """An outcome for the twin: once another card, where the eye may not see which; else the same, if it can be."""
    possible = [name for name, _ in twin.chances()]
    if twin.draw_is_open or int(twin.drawer) == eye:
        return outcome if outcome in possible else None
    others = [name for name in possible if name != outcome]
    return outcome if outcome in possible and (alike or not others) else others[0]


@pytest.mark.rule("towar.variant.hand", "towar.setup.reserve")
@pytest.mark.parametrize("eye", [Eye.FIRST, Eye.SECOND])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("hand_end", ["play_out", "pile_empty"])
def test_two_games_that_differ_only_in_a_hidden_hand_are_the_same_to_the_other_seat(
    eye: Eye, seed: int, hand_end: str
) -> None:
    rng = Random(seed)
    line, twin = opened(hand_end=hand_end), opened(hand_end=hand_end)
    differed = compared = 0
    while line.result is None:
        position, other = line.position, twin.position
        assert said_and_offered(position, eye) == said_and_offered(other, eye)
        compared += 1
        differed += position.text() != other.text()
        if position.turn is Turn.CHANCE:
            outcome = rng.choice([name for name, _ in position.chances()])
            same = swapped(outcome, other, eye, alike=bool(differed))
            if same is None:
                break
            steps = [ChanceFell(outcome), ChanceFell(same)]
        else:
            both = [action for action in position.actions() if other.check(action) is None]
            if not both:
                break  # no card that both could play: from here on the games differ for everyone
            action = rng.choice(both)
            steps = [Acted(position.turn, action)] * 2  # type: ignore[list-item]
        assert line.append(steps[0]) is None
        assert twin.append(steps[1]) is None
        assert told(line, eye) == told(twin, eye)
    assert said_and_offered(line.position, eye) == said_and_offered(twin.position, eye)
    assert compared > 24
    assert differed > 12


@pytest.mark.rule("towar.variant.hand")
def test_an_observer_sees_neither_hand_and_each_seat_only_the_own() -> None:
    position = to_act(start(**HAND), 3, 4)
    first, second, observer = (position.view(eye).text.split(" ") for eye in Eye)
    exact = position.text().split(" ")
    assert first[5].split("-") == [exact[5].split("-")[0], "*3"]
    assert second[5].split("-") == ["*3", exact[5].split("-")[1]]
    assert observer[5] == "*3-*3"
    assert observer[4].count("*") == 2
    assert first[:4] == second[:4] == observer[:4] == exact[:4]


@pytest.mark.rule("towar.variant.hand")
@given(st.integers(0, 2**32))
@seldom
def test_of_a_hidden_hand_the_multiset_of_hand_and_reserve_together_is_open(seed: int) -> None:
    for _, _, after in walk(start(**HAND), seed, 60):
        for eye in (Eye.FIRST, Eye.SECOND):
            seat = Turn(1 - eye)
            shown = after.view(eye).text.split(" ")[4].split("-")[seat]
            if hands(after)[seat].total():
                together = hands(after)[seat] + reserves(after)[seat]
                order = letters(after.armies[seat], seat)
                assert shown == "*" + "".join(f"{letter}{together[letter]}" for letter in order if together[letter])
            else:
                assert "*" not in shown


@pytest.mark.rule("towar.setup.reserve")
@seldom
@given(anywhere)
def test_without_hands_everybody_sees_the_same(position: Position) -> None:
    views = [position.view(eye) for eye in Eye]
    if not position.setting.hand and not position.sealed:
        assert {view.text for view in views} == {position.text()}
        assert all(GAME.imagine(view, Random(1)) == position for view in views)
    secret = position.setting.options["armies"] == "secret"
    assert GAME.info.hides(position.setting.options) == bool(position.setting.hand or secret)


@pytest.mark.rule("towar.variant.hand")
@seldom
@given(anywhere, st.integers(0, 2**32))
def test_what_is_imagined_can_not_be_told_from_the_real_position(position: Position, seed: int) -> None:
    for eye in Eye:
        imagined = GAME.imagine(position.view(eye), Random(seed))
        assert sent(imagined, eye) == sent(position, eye)
        for seat in SEATS:
            if int(seat) == eye:
                assert hands(imagined)[seat] == hands(position)[seat]
            assert hands(imagined)[seat].total() == hands(position)[seat].total()


@pytest.mark.rule("towar.variant.hand")
def test_hands_are_imagined_by_their_true_chances() -> None:
    # Of the other only the hidden hand and the reserve together are known: each set of cards by its share of deals.
    position = to_act(start(**HAND), 3, 4)
    seat = Turn.SECOND
    together = hands(position)[seat] + reserves(position)[seat]
    rng, seen = Random(1), Counter[str]()
    for _ in range(1500):
        seen += hands(GAME.imagine(position.view(Eye.FIRST), rng))[seat]
    for letter, number in together.items():
        expected = 1500 * 3 * number / together.total()
        assert abs(seen[letter] - expected) < 6 * expected**0.5
