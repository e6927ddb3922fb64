"""Observations hold what an eye may know and nothing else: twins, which it can't tell apart, look alike in numbers."""

from __future__ import annotations

from random import Random

import pytest

from tests.adapters.test_numbers import moments
from tests.games.adlg.setup.plans import battle, orders
from tests.lengths import at_length
from triarii.adapters.encoding import Moment, encoding_of
from triarii.adapters.towar.encoding import Spelled
from triarii.core.contract import AnyGame, Eye, Options
from triarii.games.adlg.battle.hiding.hidden import Marker
from triarii.games.adlg.game import GAME as ADLG
from triarii.games.towar import GAME as TOWAR

GAMES = at_length(3, 100)
SECRETS = ({"variant": "hand_of_three", "armies": "secret"}, {"variant": "hand_of_three", "hand_end": "pile_empty"})


def twin(game: AnyGame, moment: Moment, eye: Eye, rng: Random) -> Moment:
    """Another moment that fits the view, with the same words spelled by the same card."""
    position = game.imagine(moment.position.view(eye), rng)
    spelled: Spelled | None = moment.spelled
    return Moment(position, spelled if int(eye) == moment.turn else None)


@pytest.mark.parametrize("options", SECRETS, ids=str)
def test_twins_of_to_war_look_alike_and_allow_the_same(options: Options) -> None:
    encoding, differed, told = encoding_of(TOWAR), 0, 0
    for seed in range(GAMES):
        rng = Random(seed)
        for moment in moments(TOWAR, options, rng):
            for eye in (Eye.FIRST, Eye.SECOND):
                other = twin(TOWAR, moment, eye, rng)
                differed += other.position != moment.position
                assert encoding.observe(other, eye) == encoding.observe(moment, eye), moment.position.text()
                if int(eye) == moment.turn:
                    assert encoding.mask(other) == encoding.mask(moment)
                # What this eye may not see, the other does: a look at it would have been noticed here.
                mirror = Eye(1 - eye)
                told += encoding.observe(other, mirror) != encoding.observe(moment, mirror)
    assert differed > 100
    assert told > 100


def test_an_army_chosen_in_secret_is_seen_by_its_chooser_alone() -> None:
    encoding = encoding_of(TOWAR)
    seen = []
    for number in (0, 1):
        start = TOWAR.start({"armies": "secret"})
        after = encoding.follow(Moment(start), number)
        seen.append((encoding.observe(after, Eye.FIRST), encoding.observe(after, Eye.SECOND)))
    assert seen[0][0] != seen[1][0]
    assert seen[0][1] == seen[1][1]


def test_features_of_orders_depend_on_nothing_that_is_hidden() -> None:
    """Whether somebody lies under a marker changes no feature for the enemy before it."""
    encoding = encoding_of(ADLG)
    real, false = (
        Moment(orders(battle({"u10": (25000, 2000, 0), "e1": (12000, 11000, 18000)}, {"a1": marker}, active=1), "d1"))
        for marker in (Marker(0, 12000, 4000, ("u1", "u2")), Marker(0, 12000, 4000, ()))
    )
    assert real.position != false.position
    assert real.position.actions()
    assert encoding.observe(real, Eye.SECOND) == encoding.observe(false, Eye.SECOND)
    assert encoding.mask(real) == encoding.mask(false)
