"""Random battles: no crash, no overlap, nobody off the table, losses that add up, texts that come back the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.battles import SCENARIOS, battle, faults, start
from tests.lengths import at_length
from triarii.core.contract import Eye, Turn
from triarii.games.adlg.battle.obedience import why_idle
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import Figure
from triarii.games.adlg.position import Position

LONG = {"drill_line": 500, "drill_zone": 750, "drill_charge": 750, "skirmish": 500}


@pytest.mark.parametrize("profile", ["sheet", "common"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_order_breaks_the_table(scenario: str, profile: str) -> None:
    """Eight hundred orders in all, right and wrong ones; five thousand in `make soak`."""
    accepted, orders = 0, at_length(100, LONG[scenario])
    for tried in battle(scenario, 1, orders, profile=profile):
        if tried.refusal is None:
            accepted += 1
            assert faults(tried.after) == [], (tried.order, tried.before.text())
        for lang in ("en", "de"):
            if tried.refusal is not None:
                assert GAME.texts.say(tried.refusal.message, lang)
    assert accepted > orders // 10


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_position_of_a_battle_comes_back_from_its_text(scenario: str) -> None:
    for tried in battle(scenario, 2, at_length(40, 150), wrong=0):
        text, options = tried.after.text(), tried.after.setting.options
        again = GAME.parse(text, options)
        assert isinstance(again, Position), (again, text)
        assert again == tried.after
        assert again.turn == tried.after.turn
        for event in GAME.events(tried.before, tried.order, tried.after):
            assert GAME.texts.say(event.message, "en")
            assert GAME.texts.say(event.message, "de")
        assert GAME.imagine(tried.after.view(Eye.OBSERVER), __import__("random").Random(1)) == tried.after


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_refusal_changes_nothing(scenario: str) -> None:
    for tried in battle(scenario, 3, at_length(50, 100)):
        if tried.refusal is not None:
            assert tried.after is tried.before
            assert tried.before.text() == tried.after.text()
            with pytest.raises(ValueError, match="not allowed"):
                tried.before.play(tried.order)


# Further moves


def march(scenario: str, seed: int, decisions: int) -> Iterator[tuple[Position, str]]:
    """A random battle in which units that have moved are told to go on as often as not: positions, and what is ordered
    there."""
    rng = Random(f"march-{scenario}-{seed}")
    position = start(scenario)
    for _ in range(decisions):
        while position.turn is Turn.CHANCE:
            position = position.play(rng.choice(position.chances())[0])
        if position.turn is Turn.OVER:
            return
        field = position.state.field
        again = [name for name, stand in field.stands.items() if stand.moves and not why_idle(field, (name,))]
        order = position.sample(rng)
        if position.state.stage is Stage.ORDERS and again and rng.random() < 0.8:
            side, far = rng.choice(("left", "right")), rng.choice((0.4, 1.1, 2, 3))
            steps = (f"advance {far}", f"wheel {side} 20 advance {far}", f"slide {side} 0.7", f"wheel {side} 60")
            told = f"{rng.choice(again)} {rng.choice(steps)}"
            yield position, told
            order = told if position.check(told) is None else order
        yield position, order
        position = position.play(order)


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.statement("AG-456")
@pytest.mark.parametrize("scenario", ["olive_groves", "sea_of_grass", "between_the_woods"])
def test_no_further_move_starts_passes_or_ends_nearer_than_4_ud_to_an_enemy(scenario: str) -> None:
    further, kept_away = 0, 0
    for position, order in march(scenario, 1, at_length(120, 2000)):
        done = position.considered(order)
        if not isinstance(done, Executed):
            kept_away += getattr(done, "code", "") in ("move.near_ahead", "move.near_there")
            continue
        if done.move is None:
            continue
        field = position.state.field
        again = [name for name in done.move.movers if field.stands[name].moves]
        for name in again:
            enemies = [enemy.quad for enemy in field.targets(field.unit(name).seat)]
            ways: list[Figure] = [field.body(name).quad, done.after.field.body(name).quad]
            ways += done.move.swept if len(again) == len(done.move.movers) else ()
            assert all(gap >= 4000 for way in ways for gap in shapes.gaps(way, enemies)), (order, position.text())
            further += 1
    assert further > 10
    assert kept_away > 0
