"""Our games and the toy game pass the conformance kit; and by hand, what the toy game is there to strain."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from triarii.core.conformance import check_game
from triarii.core.contract import (
    AnyGame,
    AnyPosition,
    Event,
    Eye,
    Refusal,
    Result,
    Span,
    Turn,
)
from triarii.games.cities import GAME as CITIES
from triarii.games.cities import layouts

SOME_NUMBERS = {"repetition": [0, 2], "stall_plies": [0, 3, 20]}
YOUNGER = {"begins": "younger"}


def option_sets(game: AnyGame) -> list[dict[str, object]]:
    """Each value of each option once, all else at its default."""
    sets: list[dict[str, object]] = []
    for option in game.info.options:
        if isinstance(option.values, Span):
            values: list[object] = list(SOME_NUMBERS.get(option.name, [option.values.low, option.values.high]))
        else:
            values = list(option.names if isinstance(option.values, str) else option.values)
        needs = YOUNGER if option.name == "younger" else {}
        sets += [{**needs, option.name: value} for value in values]
    return [chosen for chosen in sets if not isinstance(game.start(chosen), Refusal)]


# What passes


def test_cities_conforms_under_every_value_of_its_options() -> None:
    chosen = option_sets(CITIES)
    assert len(chosen) > len(layouts.SHIPPED) + 15
    report = check_game(CITIES, chosen, games=1, plies=6, every=3)
    assert report["games"] == report["records"] == len(chosen)


def test_cities_conforms_to_the_end_of_its_games() -> None:
    short = {"stall_plies": 30, "repetition": 2, "no_move": "loss"}
    claims = {"claims": "by_claim", "stall_plies": 12, "begins": "random"}
    report = check_game(CITIES, [{}, short, claims], games=2, plies=200, every=25)
    assert report["perfts"] > 0
    assert report["playouts"] > 0


def test_feint_conforms(feint: AnyGame) -> None:
    report = check_game(feint, games=8)
    for what in ("outcomes", "refusals", "choices", "events", "twin steps", "records"):
        assert report[what] > 0, what
    for eye in Eye:
        assert report[f"twins for {eye.name.lower()}"] > 0


def test_feint_conforms_under_other_options(feint: AnyGame) -> None:
    check_game(feint, [*option_sets(feint), {"goal": 200, "hand": 3}], games=2, every=3)


def test_a_report_says_how_much_was_looked_at(feint: AnyGame) -> None:
    report = check_game(feint, games=1)
    assert report["games"] == 1
    assert "1 games" in str(report)


def test_the_same_seed_asks_the_same_again(feint: AnyGame) -> None:
    first, second, other = (check_game(feint, games=2, seed=seed) for seed in (3, 3, 4))
    assert first == second
    assert first != other


# Twin runs on the hidden hand, by hand

TWINS = ("0-0 1 guard,levy/elephant,levy - -", "0-0 1 guard,levy/guard,levy - -")
RAIDED = ("0-0 2 guard,levy/elephant,levy - elephant:50", "0-0 2 guard,levy/elephant,levy - levy:50")


def positions(game: AnyGame, *texts: str) -> list[AnyPosition]:
    found: list[AnyPosition] = []
    for text in texts:
        position = game.parse(text, {})
        assert not isinstance(position, Refusal), position
        found.append(position)
    return found


@pytest.mark.parametrize("texts", [TWINS, RAIDED])
def test_a_view_does_not_depend_on_the_other_captains_hand(texts: tuple[str, str], feint: AnyGame) -> None:
    one, two = positions(feint, *texts)
    assert one != two
    for eye in (Eye.FIRST, Eye.OBSERVER):
        assert one.view(eye) == two.view(eye)
    assert one.view(Eye.SECOND) != two.view(Eye.SECOND)


@pytest.mark.parametrize("texts", [TWINS, RAIDED])
def test_actions_choices_and_refusals_do_not_depend_on_the_other_captains_hand(
    texts: tuple[str, str], feint: AnyGame
) -> None:
    one, two = positions(feint, *texts)
    assert one.turn is two.turn is Turn.FIRST
    assert one.actions() == two.actions()
    for words in ([], ["raid"], ["raid", "guard"], ["raid", "elephant"], ["raid", "guard", "7"], ["hold"]):
        assert one.choices(words) == two.choices(words)
    for text in ("raid elephant 50", "raid guard 25", "raid guard 7", "wait", "hold", "flee", "deal levy"):
        action = feint.action(text)
        assert one.check(action) == two.check(action)


def test_a_deal_is_told_alike_whatever_was_dealt_to_the_other_captain(feint: AnyGame) -> None:
    [start] = positions(feint, "0-0 1 levy/- - -")
    glimpses = {
        (feint.text_seen_by(start, outcome, eye), after.view(eye).text, repr(seen(feint, start, outcome, after, eye)))
        for outcome, _ in start.chances()
        for after in [start.play(outcome)]
        for eye in (Eye.FIRST,)
    }
    assert len(glimpses) == 1
    assert len({feint.text_seen_by(start, outcome, Eye.SECOND) for outcome, _ in start.chances()}) == 3


def test_a_raid_is_told_without_its_card_to_all_but_the_raider(feint: AnyGame) -> None:
    [position] = positions(feint, TWINS[0])
    raid = feint.action("raid levy 50")
    assert [feint.text_seen_by(position, raid, eye) for eye in Eye] == ["raid levy 50", "raid ? 50", "raid ? 50"]
    [event] = seen(feint, position, raid, position.play(raid), Eye.SECOND)
    assert event == Event("raided_unseen", {"seat": "first", "claim": 50})


def test_a_card_that_was_shown_is_told_to_everyone(feint: AnyGame) -> None:
    for text, card in zip(RAIDED, ("elephant", "levy"), strict=True):
        [position] = positions(feint, text)
        hold = feint.action("hold")
        after = position.play(hold)
        for eye in Eye:
            assert seen(feint, position, hold, after, eye)[0].fields["card"] == card
            assert f" {card} -" in after.view(eye).text


def test_what_is_imagined_keeps_what_was_seen_and_varies_the_rest(feint: AnyGame) -> None:
    [position] = positions(feint, TWINS[0])
    view = position.view(Eye.FIRST)
    imagined = [feint.imagine(view, Random(seed)) for seed in range(40)]
    assert {each.hands[0] for each in imagined} == {("guard", "levy")}
    assert len({each.hands[1] for each in imagined}) > 3
    assert all(each.view(Eye.FIRST) == view for each in imagined)


def seen(game: AnyGame, before: AnyPosition, action: Any, after: AnyPosition, eye: Eye) -> list[Event]:
    return [event.seen_by(eye) for event in game.events(before, action, after)]


# What the toy game strains: repetition and a number


def test_waiting_leads_back_to_the_same_key_but_not_to_an_equal_position(feint: AnyGame) -> None:
    [start] = positions(feint, TWINS[0])
    wait, again = feint.action("wait"), start
    for number in (1, 2):
        again = again.play(wait)
        assert again.text().endswith(f" ~{number}")
    assert again.key == start.key
    assert again != start
    assert again.play(wait).play(wait).result() == Result(None, "feint.end.repetition")


def test_every_claim_of_the_span_is_allowed_though_few_are_listed(feint: AnyGame) -> None:
    [position] = positions(feint, TWINS[0])
    span = position.choices(["raid", "guard"])
    assert span == Span(5, 100, 5, "points")
    assert position.choices(["raid", "guard", "85"]) == feint.action("raid guard 85")
    assert feint.action("raid guard 85") not in position.actions()
    assert isinstance(position.choices(["raid", "guard", "86"]), Refusal)


def test_the_deck_deals_by_what_is_left_in_it(feint: AnyGame) -> None:
    [position] = positions(feint, "0-0 1 levy,levy/guard levy,elephant -")
    odds = {feint.action_text(outcome): chance for outcome, chance in position.chances()}
    assert odds == {"deal levy": Fraction(3, 7), "deal guard": Fraction(3, 7), "deal elephant": Fraction(1, 7)}
