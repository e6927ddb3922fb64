"""A game that goes on in compiled code says at every step what the rules say, to both seats, and ends as they do."""

from __future__ import annotations

from random import Random

import pytest

from tests.adapters.test_numbers import CITIES_SETTINGS, TOWAR_SETTINGS
from tests.lengths import at_length
from triarii.adapters.encoding import Moment, allowed
from triarii.adapters.quick_table import QuickTable
from triarii.adapters.table import EYES, LONGEST
from triarii.core.contract import SEATS, AnyPosition, Options, Turn
from triarii.core.errors import IllegalAction

GAMES = at_length(2, 60)
SETTINGS = [("towar", options) for options in TOWAR_SETTINGS] + [("cities", options) for options in CITIES_SETTINGS]


def fallen(position: AnyPosition) -> set[AnyPosition]:
    """Where chance may lead from here, until somebody has to decide or all is over."""
    found, open_ones = set[AnyPosition](), {position}
    while open_ones:
        done = {each for each in open_ones if each.turn is not Turn.CHANCE}
        found |= done
        open_ones = {each.play(outcome) for each in open_ones - done for outcome, _ in each.chances()}
    return found


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=str)
def test_it_shows_and_allows_what_the_rules_do_step_by_step(game: str, options: Options) -> None:
    table = QuickTable(game, options, LONGEST)
    encoding, taken_over = table.encoding, 0
    for seed in range(GAMES):
        rng = Random(seed)
        table.reset(Random(seed))
        moment = table.moment
        while table.turn is not Turn.OVER:
            number = rng.choice(allowed(table.mask()))
            moment = encoding.follow(moment, number)
            table.step(number)
            taken_over += table._alone is not None
            if moment.spelled is None:
                assert table.moment.position in fallen(moment.position)
                moment = Moment(table.moment.position)
            assert table.turn == moment.turn
            for seat, eye in zip(SEATS, EYES, strict=True):
                assert table.observe(seat).tobytes() == encoding.observe(moment, eye), moment.position.text()
            assert table.turn not in SEATS or table.mask() == encoding.mask(moment)
        assert not any(table.mask_of(seat).any() for seat in SEATS)
        result = moment.position.result()
        assert result is not None
        gained = table.rewards()
        assert gained == ((0.0, 0.0) if result.winner is None else (1.0 - 2 * result.winner, 2.0 * result.winner - 1))
    assert taken_over > 20 * GAMES


@pytest.mark.parametrize("game", ["cities", "towar"])
def test_what_is_handed_out_belongs_to_whoever_asked(game: str) -> None:
    """An agent that writes into its mask or observation changes neither the game nor what the next one gets."""
    table = QuickTable(game, {"armies": "west,north"} if game == "towar" else {}, LONGEST)
    seat = table.turn
    seen, mask = table.observe(seat), table.mask_of(seat)
    kept = seen.tobytes(), mask.tobytes()
    forbidden = int(mask.argmin())
    seen[:], mask[:] = 7, 1
    with pytest.raises(IllegalAction):
        table.step(forbidden)
    assert (table.observe(seat).tobytes(), table.mask_of(seat).tobytes()) == kept


@pytest.mark.parametrize("number", [-1, 23, 10**30])
def test_a_number_that_is_none_is_refused_and_changes_nothing(number: int) -> None:
    table = QuickTable("towar", {"armies": "west,north"}, LONGEST)
    before = table.moment.position
    with pytest.raises(IllegalAction):
        table.step(number)
    assert table.moment.position == before
    assert table.steps == 0
