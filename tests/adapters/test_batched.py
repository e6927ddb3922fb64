"""Many games at once are the same games: step by step what one game alone sees, may do and gains."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.lengths import at_length
from triarii.adapters.batches import Batched, batched
from triarii.adapters.cities.encoding import CITIES
from triarii.adapters.encoding import Moment
from triarii.adapters.towar.encoding import TOWAR
from triarii.core.contract import Eye, Refusal, Turn
from triarii.core.errors import IllegalAction, InvalidInput
from triarii.games.cities import GAME as CITIES_GAME
from triarii.games.cities.position import Position as CitiesPosition
from triarii.games.towar import GAME as TOWAR_GAME
from triarii.games.towar.cards import ARMIES
from triarii.games.towar.position import Position as ToWarPosition

STEPS = at_length(150, 5_000)
CITIES_SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"begins": "second", "layout": "flanks", "stall_plies": 12, "city_shelter": True},
    {"claims": "by_claim", "stall_plies": 8, "repetition": 2, "no_move": "loss"},
    {"repetition": 0, "stall_plies": 0},
)
HALF_AN_ACTION: Any = [0.5]
TOWAR_SETTINGS: tuple[dict[str, Any], ...] = (
    {"armies": "west,north", "begins": "first"},
    {"variant": "hand_of_three", "armies": "south,east"},
    {"enemy_on_entry": "displaced", "movement": "charge", "armies": "south,west", "second_step": "other_direction"},
    {"enemy_on_entry": "forbidden", "redisplace": False, "fresh_locked": True, "armies": "east,north"},
)


def value_for(position: Any, seat: int) -> float:
    result = position.result()
    assert result is not None
    return 0.0 if result.winner is None else 1.0 if result.winner == seat else -1.0


@pytest.mark.parametrize("options", CITIES_SETTINGS, ids=str)
def test_games_of_cities_in_a_batch_go_as_they_go_alone(options: dict[str, Any]) -> None:
    games, longest = 3, 60
    start = CITIES_GAME.start(options)
    assert isinstance(start, CitiesPosition)
    batch = batched("cities", games, seed=4, longest=longest, **options)
    alone, lengths, ended, given_up = [Moment(start)] * games, [0] * games, 0, 0
    for _ in range(STEPS):
        now, chosen = batch.now, batch.sample()
        for game, moment in enumerate(alone):
            assert now.seat[game] == moment.turn
            assert now.observation[game].tobytes() == CITIES.observe(moment, Eye(moment.turn))
            assert now.mask[game].tobytes() == CITIES.mask(moment)
        batch.step(chosen)
        for game, moment in enumerate(alone):
            after = CITIES.follow(moment, int(chosen[game]))
            lengths[game] += 1
            over = after.turn is Turn.OVER
            assert now.terminated[game] == over
            assert now.truncated[game] == (not over and lengths[game] >= longest)
            if over:
                assert now.reward[game].tolist() == [value_for(after.position, seat) for seat in (0, 1)]
            else:
                assert now.reward[game].tolist() == [0, 0]
            ended, given_up = ended + over, given_up + int(now.truncated[game])
            if over or now.truncated[game]:
                after, lengths[game] = Moment(start), 0
            alone[game] = after
    assert ended + given_up > 2


@pytest.mark.parametrize("options", TOWAR_SETTINGS, ids=str)
def test_games_of_to_war_in_a_batch_go_as_they_go_alone(options: dict[str, Any]) -> None:
    games = 3
    batch = batched("towar", games, seed=4, **options)
    start = TOWAR_GAME.start({"begins": "first", **options})
    assert isinstance(start, ToWarPosition)

    def stands(game: int) -> Moment:
        """Where a game stands between two turns, by what the batch says of it."""
        return Moment(ToWarPosition(start.armies, batch.kernel.state(game), start.setting))

    alone, ended = [stands(game) for game in range(games)], 0
    for _ in range(STEPS):
        now, chosen = batch.now, batch.sample()
        for game, moment in enumerate(alone):
            assert now.seat[game] == moment.turn
            assert now.observation[game].tobytes() == TOWAR.observe(moment, Eye(moment.turn))
            assert now.mask[game].tobytes() == TOWAR.mask(moment)
        batch.step(chosen)
        for game, moment in enumerate(alone):
            after = TOWAR.follow(moment, int(chosen[game]))
            assert now.terminated[game] == (after.turn is Turn.OVER)
            if after.turn is Turn.OVER:
                assert now.reward[game].tolist() == [value_for(after.position, seat) for seat in (0, 1)]
                ended += 1
            elif after.spelled is None:
                assert batch.kernel.state(game)[0] == after.position.field
                assert batch.kernel.state(game)[4] == after.position.side
            alone[game] = after if after.spelled is not None else stands(game)
    assert ended > 1


def run(batch: Batched, steps: int) -> list[bytes]:
    return [batch.step(batch.sample()).observation.tobytes() for _ in range(steps)]


@pytest.mark.parametrize("game", ["cities", "towar"])
def test_the_same_seed_gives_the_same_games_and_another_seed_others(game: str) -> None:
    first, again, other = (run(batched(game, 8, seed=seed), 40) for seed in (1, 1, 2))
    assert first == again
    assert first[-1] != other[-1]


@pytest.mark.parametrize("game", ["cities", "towar"])
def test_a_game_with_its_own_seed_does_not_depend_on_its_neighbours(game: str) -> None:
    alone, among = batched(game, 1, seed=[77]), batched(game, 3, seed=[5, 77, 6])
    for _ in range(120):
        assert (alone.now.observation[0] == among.now.observation[1]).all()
        alone.step(alone.sample())
        among.step(among.sample())


def test_lots_deal_all_pairs_of_armies_and_both_beginners() -> None:
    from triarii.adapters.towar import numbers

    batch = batched("towar", 400, seed=1)
    own = batch.now.observation[:, numbers.SEEN_ARMY : numbers.SEEN_ARMY + 4].argmax(1)
    theirs = batch.now.observation[:, numbers.SEEN_THEIR_ARMY : numbers.SEEN_THEIR_ARMY + 4].argmax(1)
    pairs = set(zip(own.tolist(), theirs.tolist(), strict=True))
    assert pairs == {(one, two) for one in range(4) for two in range(4) if one != two}
    assert len(ARMIES) == 4
    assert 150 < batch.now.seat.sum() < 250


def test_every_allowed_action_is_drawn_about_as_often() -> None:
    batch = batched("cities", 4000, seed=1)
    chosen = batch.sample()
    counts = np.bincount(chosen, minlength=batch.actions)
    allowed = batch.now.mask[0]
    assert not counts[~allowed].any()
    assert counts[allowed].min() > 0
    assert counts.max() < 3 * 4000 / allowed.sum()


@pytest.mark.parametrize("game", ["cities", "towar"])
def test_an_action_that_is_not_allowed_anywhere_changes_nothing(game: str) -> None:
    batch = batched(game, 4, seed=1)
    batch.step(batch.sample())
    before = batch.now.observation.copy(), batch.now.mask.copy(), [batch.kernel.state(i) for i in range(4)]
    for wrong in (-1, batch.actions, int(np.flatnonzero(~batch.now.mask[2])[0])):
        chosen = batch.sample().astype(np.int64)
        chosen[2] = wrong
        with pytest.raises(IllegalAction) as refused:
            batch.step(chosen)
        assert refused.value.sentence() == f"In game 2 the action {wrong} is not allowed; nothing was played."
        assert refused.value.sentence("de").startswith("Im Spiel 2 ist die Aktion")
    chosen[2] = 2**32 + int(np.flatnonzero(batch.now.mask[2])[0])
    with pytest.raises(IllegalAction):
        batch.step(chosen)
    assert (before[0] == batch.now.observation).all()
    assert (before[1] == batch.now.mask).all()
    assert before[2] == [batch.kernel.state(i) for i in range(4)]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: batched("cities", 0), "At least one game has to be played, not 0."),
        (lambda: batched("cities", 1, longest=0), "A game has to last at least one turn, not 0."),
        (lambda: batched("adlg", 1), "Only cities and towar can be played many at once, not adlg."),
        (lambda: batched("towar", 2, seed=[1]), "There are 2 games but 1 seeds."),
        (
            lambda: batched("towar", 2).step([1]),
            "There are 2 games, so one action for each is needed, not an array (1,) of int64.",
        ),
        (
            lambda: batched("towar", 1).step(HALF_AN_ACTION),
            "There are 1 games, so one action for each is needed, not an array (1,) of float64.",
        ),
        (
            lambda: batched("towar", 1, armies="choose"),
            "Many games at once begin with armies that are named or dealt by lot; armies=choose leaves them open.",
        ),
        (lambda: batched("cities", 1, layot="gates"), "There is no option layot; did you mean layout?"),
    ],
)
def test_what_can_not_be_is_refused_with_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        make()
    assert refused.value.sentence() == sentence
    assert refused.value.sentence("de") != sentence


def test_a_game_without_an_end_by_rule_is_given_up_and_begins_anew() -> None:
    batch = batched("cities", 5, longest=7, repetition=0, stall_plies=0)
    opening = batch.now.observation.copy()
    for step in range(1, 15):
        now = batch.step(batch.sample())
        assert now.truncated.all() == (step % 7 == 0)
        assert not now.terminated.any()
    assert (now.observation == opening).all()
    assert not isinstance(CITIES_GAME.start({}), Refusal)
