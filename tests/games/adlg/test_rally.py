"""Who may rally, what it costs, what the die has to show."""

from __future__ import annotations

from fractions import Fraction

import pytest

from triarii.games.adlg.combat.rally import Place, place_of, rallies, rally_chance, rally_cost, why_never
from triarii.games.adlg.data.troops import TROOPS


@pytest.mark.rule("adlg.rally.never")
@pytest.mark.statement("AG-628")
def test_elephants_never_rally() -> None:
    assert why_never(TROOPS["elephant"], ()) == "adlg.rally.never"
    assert {why_never(troop, ()) for troop in TROOPS.values() if troop.id != "elephant"} == {""}


@pytest.mark.rule("adlg.expendable.rally")
@pytest.mark.parametrize(
    "troop",
    [
        pytest.param("levy", marks=pytest.mark.statement("AG-040")),
        pytest.param("scythed_chariot", marks=pytest.mark.statement("AG-629")),
    ],
)
def test_expendable_units_never_rally(troop: str) -> None:
    assert why_never(TROOPS[troop], {"expendable"}) == "adlg.expendable.rally"
    assert why_never(TROOPS["levy"], ()) == ""


@pytest.mark.rule("adlg.rally.far")
@pytest.mark.statement("AG-630")
def test_far_from_all_enemies_a_three_is_enough() -> None:
    assert place_of(4001, in_melee=False) is place_of(None, in_melee=False) is Place.FAR
    assert [rallies(Place.FAR, die, commander_with_unit=False) for die in (2, 3)] == [False, True]
    assert rally_chance(Place.FAR, commander_with_unit=False) == Fraction(4, 6)


@pytest.mark.rule("adlg.rally.far")
@pytest.mark.statement("AG-631")
def test_far_from_all_enemies_rallying_costs_nothing() -> None:
    assert rally_cost(Place.FAR, in_radius=True).total == 0


@pytest.mark.rule("adlg.rally.far")
@pytest.mark.statement("AG-638")
def test_far_from_all_enemies_nothing_is_added_beyond_the_radius() -> None:
    assert rally_cost(Place.FAR, in_radius=False).total == 0


@pytest.mark.rule("adlg.rally.near")
@pytest.mark.statement("AG-632")
def test_within_4_ud_of_an_enemy_it_takes_a_four_exactly_4_ud_included() -> None:
    assert place_of(4000, in_melee=False) is Place.NEAR
    assert [rallies(Place.NEAR, die, commander_with_unit=False) for die in (3, 4)] == [False, True]


@pytest.mark.rule("adlg.rally.near")
@pytest.mark.statement("AG-633")
def test_within_4_ud_of_an_enemy_rallying_costs_one_point() -> None:
    assert rally_cost(Place.NEAR, in_radius=True).total == 1


@pytest.mark.rule("adlg.orders.rally")
@pytest.mark.parametrize(
    ("place", "cost"),
    [
        pytest.param(Place.NEAR, 1, marks=pytest.mark.statement("AG-113")),
        pytest.param(Place.MELEE, 2, marks=pytest.mark.statement("AG-114")),
    ],
)
def test_the_order_to_rally_is_priced_by_how_near_the_enemy_is(place: Place, cost: int) -> None:
    assert [(item.value, item.rule) for item in rally_cost(place, in_radius=True).items] == [
        (cost, "adlg.orders.rally")
    ]


@pytest.mark.rule("adlg.rally.melee")
@pytest.mark.statement("AG-634")
def test_in_melee_or_melee_support_it_takes_a_five() -> None:
    assert place_of(0, in_melee=True) is Place.MELEE
    assert [rallies(Place.MELEE, die, commander_with_unit=False) for die in (4, 5)] == [False, True]


@pytest.mark.rule("adlg.rally.melee")
@pytest.mark.statement("AG-635")
def test_in_melee_rallying_costs_two_points() -> None:
    assert rally_cost(Place.MELEE, in_radius=True).total == 2


@pytest.mark.rule("adlg.rally.commander")
@pytest.mark.statement("AG-636")
@pytest.mark.parametrize(("place", "least"), [(Place.FAR, 2), (Place.NEAR, 3), (Place.MELEE, 4)])
def test_a_commander_with_the_unit_adds_one_to_the_die(place: Place, least: int) -> None:
    assert [die for die in range(1, 7) if rallies(place, die, commander_with_unit=True)] == list(range(least, 7))


@pytest.mark.rule("adlg.rally.out_of_radius")
@pytest.mark.statement("AG-637")
@pytest.mark.parametrize(("place", "cost"), [(Place.NEAR, 2), (Place.MELEE, 3)])
def test_near_the_enemy_and_in_melee_rallying_beyond_the_radius_costs_one_more(place: Place, cost: int) -> None:
    assert rally_cost(place, in_radius=False).total == cost
    assert rally_cost(place, in_radius=False).items[1].rule == "adlg.rally.out_of_radius"


@pytest.mark.rule("adlg.orders.engaged")
def test_an_engaged_commander_rallies_his_own_unit_at_the_plain_price() -> None:
    """Others pay one more; that he may be included or attached is tested in battles."""
    assert rally_cost(Place.MELEE, in_radius=True, commander_engaged=True, commander_with_unit=True).total == 2
    assert rally_cost(Place.MELEE, in_radius=True, commander_engaged=True, commander_with_unit=False).total == 3
