"""What happens is told by who does it: each thing with its rule and its sentence, and only where somebody listens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.adlg.table.drills import N, drill, events_of
from tests.games.adlg.table.tables import Placed
from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.battle import resolving
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import Order
from triarii.games.adlg.battle.table import happenings, throws
from triarii.games.adlg.battle.table.happenings import Happening, Lost, Moved
from triarii.games.adlg.battle.table.throws import MeleeThrow
from triarii.games.adlg.data.texts import TEXTS
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.questions.answers import RULES
from triarii.games.adlg.setup import happenings as setup_happenings

GOLDEN = Path(__file__).parents[3] / "golden"
KNOWN = frozenset(rule.id for rule in RULES.rules)
KINDS = [
    each
    for module in (happenings, throws, setup_happenings)
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, Happening) and "kind" in vars(each)
]


def skirmish(steps: int, seed: int = 7) -> Iterator[tuple[Position, str]]:
    """A battle at random, from moment to moment."""
    rng, position = Random(seed), GAME.start({"scenario": "skirmish"})
    assert isinstance(position, Position)
    for _ in range(steps):
        if position.turn is Turn.OVER:
            return
        chance = position.turn is Turn.CHANCE
        action = rng.choice(position.chances())[0] if chance else position.sample(rng)
        yield position, action
        position = position.play(action)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_has_its_sentence(kind: Any) -> None:
    assert f"event.{kind.kind}" in TEXTS


def test_every_event_of_the_golden_battles_names_a_rule_of_the_game() -> None:
    for name, least in (("adlg_skirmish", 174), ("adlg_drill_zone", 40)):
        lines = (GOLDEN / f"{name}.txt").read_text().splitlines()
        events = [line.strip() for line in lines if line.startswith("        ") and ": " in line]
        assert len(events) >= least
        for event in events:
            assert event.rpartition("rule=")[2] in KNOWN, event


def test_what_is_told_leads_where_the_battle_goes() -> None:
    for position, action in skirmish(120):
        outcome = position.resolve(action)
        after = position.play(action)
        assert outcome.state.field.chronicle is None
        assert after.state.field.chronicle is None, "who plays on notes nothing"
        assert Position(outcome.state).text() == after.text()
        places = {each.unit: (each.x, each.y, each.heading) for each in outcome.happenings if isinstance(each, Moved)}
        for name, pose in places.items():
            if name in after.state.field:
                assert after.state.field.stands[name].pose == pose, "the last place that was told is where it stands"
        before = position.state.field.stands
        moved = {name for name, stand in after.state.field.stands.items() if stand.pose != before[name].pose}
        assert moved <= set(places), "nobody moves untold"


def test_an_order_is_resolved_with_all_that_happens_or_refused() -> None:
    foe: Placed = ("e1", "levy", (10000, 19000, 18000))
    state = drill([("u1", "heavy_swordsmen", N), foe], points=1)
    advance, far = parse("u1 advance 1"), parse("u1 advance 9")
    assert isinstance(advance, Order)
    assert isinstance(far, Order)
    outcome = resolving.resolve(state, advance)
    assert not isinstance(outcome, Refusal)
    assert [each.kind for each in outcome.happenings] == ["moved", "spent"]
    assert [event.fields["rule"] for event in events_of(state, "u1 advance 1")] == [
        "adlg.move.allowance",
        "adlg.orders.move",
    ]
    assert isinstance(resolving.resolve(state, far), Refusal)


def test_a_throw_of_a_melee_brings_its_ledger() -> None:
    rounds = [
        each
        for position, action in skirmish(400)
        if position.state.stage == "melee"
        for each in position.resolve(action).happenings
        if isinstance(each, MeleeThrow)
    ]
    assert rounds
    for each in rounds:
        assert each.ledger
        assert all(entry.rule in KNOWN for entry in each.ledger)
        assert "ledger" not in each.event.fields, "displays have it from the view"


def test_a_table_without_a_chronicle_makes_no_happening() -> None:
    def made(*_: object) -> Happening:
        raise AssertionError("nobody listens")

    field = drill([("u1", "heavy_swordsmen", N)]).field
    assert field.noted(made, "adlg.move.allowance") is field
    assert field.noting().loses("u1", 1, "adlg.melee.losses").chronicle == (
        Lost("adlg.melee.losses", "u1", 1, field.stands["u1"].cohesion - 1),
    )
    with pytest.raises(AssertionError, match="nobody listens"):
        field.noting().noted(made, "adlg.move.allowance")
