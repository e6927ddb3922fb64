"""Charges that are aimed past light infantry at an enemy behind it, where it has to evade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, fighting, play, ready, stage, why
from tests.games.adlg.table.tables import Placed, ground
from triarii.games.adlg.assist import foretelling
from triarii.games.adlg.assist.overlays import preview
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import Order
from triarii.games.adlg.position import Position

RULE = "adlg.charge.past_light_infantry"
HORSE, SPEARS = "heavy_cavalry", "heavy_spearmen"
PAST = "u1 charge e1"


def screened(charger: str = HORSE, screen: str = "light_infantry", **more: Any) -> Position:
    """e2 stands right before e1, who is 2.5 UD away from the charger."""
    units: list[Placed] = [("u1", charger, (10000, 12500, 18000)), ("e1", SPEARS, N), ("e2", screen, (10000, 11000, 0))]
    return ready(units, **{"profile": "common", **more})


@pytest.mark.rule(RULE)
@pytest.mark.rule("adlg.charge.die")
def test_light_infantry_runs_first_and_no_die_changes_the_way_if_the_one_behind_stands() -> None:
    charged = play(screened(), PAST)
    assert stage(charged) == ("run", "e2")
    after = play(charged, "3", "e2 stay")
    assert stage(after)[0] == "orders", "no charge die: one of the two targets stood"
    assert fighting(after) == [("u1", "e1", "front")]


@pytest.mark.rule(RULE)
def test_a_charge_on_the_light_infantry_itself_goes_by_the_die_as_before() -> None:
    after = play(screened(), "u1 charge e2", "3", "e2 stay")
    assert stage(after)[0] == "pace"


@pytest.mark.rule(RULE)
def test_nobody_is_aimed_at_past_others_or_by_others() -> None:
    stopped = ("charge.stopped", "adlg.charge.stops")
    assert why(screened(light_infantry_must_evade=False), PAST) == stopped, "it need not evade"
    assert why(screened(screen="javelinmen"), PAST) == stopped, "only light infantry has to evade"
    assert why(screened(charger="elephant"), PAST) == stopped, "elephants do not destroy light infantry"
    field = [ground("brush", 9000, 10400, 11000, 11200)]
    assert why(screened(terrain=field), PAST) == stopped, "nor in rough ground"


@pytest.mark.rule(RULE)
def test_who_is_behind_has_to_be_in_reach() -> None:
    units: list[Placed] = [
        ("u1", HORSE, (10000, 14500, 18000)),
        ("e1", SPEARS, N),
        ("e2", "light_infantry", (10000, 11000, 0)),
    ]
    assert why(ready(units, profile="common"), PAST) == ("charge.not_met", "adlg.charge.reach")


@pytest.mark.rule(RULE)
def test_such_a_charge_is_offered_and_its_preview_shows_the_fight_behind() -> None:
    position = screened()
    assert {PAST, "u1 charge e2"} <= set(position.actions())
    assert position.choices(("u1", "charge", "e1")) == PAST
    order = parse(PAST)
    assert isinstance(order, Order)
    shown: Mapping[str, Any] = preview(position, order)
    assert [(each["a"], each["b"]) for each in shown["odds"]] == [("u1", "e1")]
    told = [message.key for message in foretelling.foretold(position, PAST)]
    assert "preview.must_evade" in told
    assert "preview.meets" in told
