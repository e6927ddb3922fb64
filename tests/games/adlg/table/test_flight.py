"""The odds of an answer to a charge: of an evade, that the charge catches whoever runs."""

from __future__ import annotations

from fractions import Fraction

from triarii.core.contract import Eye, Refusal
from triarii.core.options import complete
from triarii.games.adlg.assist import flight
from triarii.games.adlg.game import ArtOfWar
from triarii.games.adlg.position import Position

GAME = ArtOfWar()
START = (
    "3 first orders c=c1 p=4+1 ; u1:7800,{y},0:3 u2:9800,2500,0:3 u3:12500,4000,0:3 u4:5500,3500,0:2 "
    "e1:11500,12000,18000:4 e2:10500,12000,18000:4 e4:3000,12000,18000:3 e5:7800,8500,18000:2 ; "
    "c1:9000,3000,0 d1:9000,13000,18000 ; - ; u5:routed u6:routed e3:routed e6:routed"
)
"""Heavy cavalry before light infantry, so far away as {y} says."""


def charged(y: int) -> Position:
    options = complete(GAME.info, {"scenario": "drill_charge"})
    assert not isinstance(options, Refusal)
    found = GAME.parse(START.format(y=y), options)
    assert not isinstance(found, Refusal)
    return found.play("u1 charge e5")


def test_who_runs_from_a_charge_is_caught_by_some_of_the_dice() -> None:
    assert flight.caught(charged(6000), "e5 evade", "e5") == Fraction(1, 3)


def test_the_nearer_the_charge_begins_the_likelier_it_catches() -> None:
    assert flight.caught(charged(7500), "e5 evade", "e5") >= flight.caught(charged(5000), "e5 evade", "e5")


def test_the_preview_of_an_evade_tells_it_and_that_of_standing_tells_the_melee() -> None:
    position = charged(6000)
    assert GAME.preview(position, "e5 evade", Eye.SECOND)["caught"] == "1/3"
    standing = GAME.preview(position, "e5 stand", Eye.SECOND)
    assert "caught" not in standing
    assert standing["fights"]
