"""Who names the region, and the table of each format."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.adlg.setup.set_ups import LARGE, begun, now, played, refused
from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.game import GAME
from triarii.games.adlg.setup import initiative


@pytest.mark.rule("adlg.setup.table")
@pytest.mark.parametrize(
    ("armies", "size"), [({}, (20000, 15000)), (LARGE, (30000, 20000))], ids=["100 points", "200 points"]
)
def test_the_format_gives_the_table(armies: dict[str, str], size: tuple[int, int]) -> None:
    assert begun(**armies).setting.size == size


@pytest.mark.rule("adlg.setup.table")
@pytest.mark.parametrize(("points", "size"), [(300, (37500, 25000)), (400, (45000, 30000))])
def test_large_formats_have_large_tables(points: int, size: tuple[int, int]) -> None:
    army = _army(points, [("ordinary", "levy", 20), ("ordinary", "levy", 20)])
    assert begun(first_army=army, second_army=army).setting.size == size


@pytest.mark.rule("adlg.setup.table")
def test_both_armies_have_the_same_format() -> None:
    found = GAME.start({"setup": "procedure", "first_army": "vikings", "second_army": "romans"})
    assert isinstance(found, Refusal)
    assert (found.code, found.params) == ("setup.formats", {"first": 100, "second": 200})


@pytest.mark.rule("adlg.setup.procedure")
def test_units_and_corps_come_in_the_order_of_their_roster() -> None:
    setting = begun().setting
    assert list(setting.units) == [*(f"u{n}" for n in range(1, 13)), *(f"e{n}" for n in range(1, 16))]
    assert list(setting.corps) == ["c1", "c2", "d1", "d2"]
    assert [unit.corps for unit in setting.units.values()] == [1] * 8 + [2] * 4 + [1] * 6 + [2] * 9
    assert setting.corps["c1"].chief
    assert not setting.corps["c2"].chief


@pytest.mark.rule("adlg.setup.procedure")
def test_an_army_with_a_fault_is_not_played() -> None:
    army = _army(100, [("ordinary", "elephant", 20)])
    found = GAME.start({"setup": "procedure", "first_army": army, "second_army": army})
    assert isinstance(found, Refusal)
    assert found.code == "setup.army"
    assert "100" in GAME.texts.say(found.message, "de")


def test_an_army_that_does_not_fit_into_its_zone_is_not_played() -> None:
    army = {**_army(100, [("ordinary", "levy", 70)]), "points": {"troops": {"levy": 1}}}
    found = GAME.start({"setup": "procedure", "first_army": army, "second_army": army})
    assert isinstance(found, Refusal)
    assert found.code == "setup.too_many"


@pytest.mark.rule("adlg.setup.initiative")
def test_half_of_the_commanders_values_count_rounded_down() -> None:
    army = _army(200, [("brilliant", "levy", 5), ("competent", "levy", 5)])
    assert _value(army) == {"commanders": 1, "strategist": 0, "scouting": 0}


@pytest.mark.rule("adlg.setup.initiative")
def test_a_strategist_as_commander_in_chief_adds_a_point() -> None:
    assert _value(_army(200, [("strategist", "levy", 5)])) == {"commanders": 1, "strategist": 1, "scouting": 0}
    second = _army(200, [("ordinary", "levy", 5), ("strategist", "levy", 5)])
    assert _value(second)["strategist"] == 0


@pytest.mark.rule("adlg.setup.initiative")
@pytest.mark.parametrize(
    ("horse", "foot", "points"), [(3, 7, 0), (4, 0, 1), (0, 8, 1), (8, 0, 2), (4, 8, 2), (12, 8, 2), (7, 7, 1)]
)
def test_light_troops_scout(horse: int, foot: int, points: int) -> None:
    units = [("light_cavalry", horse), ("light_infantry", foot), ("levy", 1)]
    entries = [{"troop": troop, "count": count} for troop, count in units if count]
    army = {"name": "x", "format": 200, "command_value": 9, "corps": [{"commander": "ordinary", "units": entries}]}
    assert _value(army)["scouting"] == points


@pytest.mark.rule("adlg.setup.initiative")
def test_the_side_with_more_initiative_adds_the_difference() -> None:
    strong = _army(200, [("brilliant", "levy", 5), ("brilliant", "levy", 5)])
    weak = _army(200, [("ordinary", "levy", 5)])
    position = begun(first_army=weak, second_army=strong)
    assert initiative.ahead(position.setting) == (0, 2)
    assert played(position, "3-2").turn is Turn.SECOND
    assert played(position, "5-2").turn is Turn.FIRST


@pytest.mark.rule("adlg.setup.initiative")
def test_nobody_adds_more_than_four() -> None:
    setting = begun().setting
    chief = setting.corps["c1"]
    corps = {f"c{n}": replace(chief, number=n, grade=replace(chief.grade, value=3)) for n in range(1, 10)}
    generals = replace(setting, corps={**corps, "d1": setting.corps["d1"]})
    assert initiative.total(generals, 0) - initiative.total(generals, 1) > 4
    assert initiative.ahead(generals) == (4, 0)


@pytest.mark.rule("adlg.setup.initiative")
def test_a_tie_is_thrown_again() -> None:
    position = begun()
    assert initiative.ahead(position.setting) == (1, 0)
    again = played(position, "2-3")
    assert again == position
    assert again.turn is Turn.CHANCE
    assert played(again, "3-3").turn is Turn.FIRST


@pytest.mark.rule("adlg.setup.region")
def test_the_winner_names_the_region_and_his_part() -> None:
    position = played(begun(), "1-6")
    assert position.turn is Turn.SECOND
    attacks, defends = played(position, "region steppe attack"), played(position, "region steppe defend")
    assert (now(attacks).defender, now(defends).defender) == (0, 1)
    assert now(attacks).region == "steppe"
    assert refused(position, "region moon attack") == "setup.region"
    assert refused(position, "pick wood") == "setup.not_now"


@pytest.mark.rule("adlg.setup.region")
def test_the_defender_has_the_compulsory_piece_and_chooses_first() -> None:
    for region, kind in (("plain", "field"), ("forest", "wood"), ("mountain", "steep_hill"), ("desert", "dunes")):
        position = played(begun(), "1-6", f"region {region} attack")
        (piece,) = now(position).picks
        assert (piece.kind, piece.seat, piece.compulsory) == (kind, 0, True)
        assert (now(position).task, position.turn) == (Task.PICK, Turn.FIRST)


def _army(points: int, corps: list[tuple[str, str, int]]) -> dict[str, object]:
    entries = [{"commander": grade, "units": [{"troop": troop, "count": count}]} for grade, troop, count in corps]
    return {"name": "x", "format": points, "command_value": 9, "corps": entries}


def _value(army: dict[str, object]) -> dict[str, int]:
    return dict(initiative.value(begun(first_army=army, second_army=army).setting, 0))
