"""When impetuous troops need not charge on their own: every exception, each beside a case in which they do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, fighting, play, pose, ready, stage
from tests.games.adlg.table.tables import Placed, ground, meets, work
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

WARBAND, LEVY, HORSE, SPEARS, KNIGHTS = "medium_swordsmen", "levy", "medium_cavalry", "heavy_spearmen", "heavy_knights"
AHEAD: Pose = (10000, 11500, 18000)
RULE = "adlg.charge.exceptions"


def loose(*others: Placed, troop: str = WARBAND, start: Pose = AHEAD, **options: Any) -> bool:
    """Whether impetuous troops without an order charge; other enemies stand far away so that no army breaks."""
    far: list[Placed] = [(f"e{n}", SPEARS, (1000 * n - 20000, 1000, 0)) for n in (21, 22, 23)]
    marked = options.pop("marks", ())
    more: dict[str, Any] = {} if troop == "scythed_chariot" else {"abilities": ["impetuous"], "marks": marked}
    position: Position = ready([("u1", troop, start, more), *others, *far], **options)
    after = play(position, "done")
    return stage(after)[0] == "answer" or any(pair[0] == "u1" for pair in fighting(after)) or pose(after) != start


@pytest.mark.rule(RULE)
def test_without_an_exception_they_charge() -> None:
    assert loose(("e1", LEVY, N))
    assert loose(("e1", LEVY, N), troop="scythed_chariot")


@pytest.mark.rule(RULE)
def test_a_unit_in_melee_or_support_stays() -> None:
    """It stands beside a friend who fights, and another enemy is in reach."""
    fight: list[Placed] = [("u2", SPEARS, (11000, 11500, 18000)), ("e2", SPEARS, (11000, 11500, 0))]
    assert not loose(*fight, ("e1", LEVY, N), meetings=[meets("u2", "e2")])
    aside: list[Placed] = [("u2", SPEARS, (11100, 11500, 18000)), ("e2", SPEARS, (11100, 11500, 0))]
    assert loose(*aside, ("e1", LEVY, N), meetings=[meets("u2", "e2")])
    warband: Placed = ("u1", WARBAND, AHEAD, {"abilities": ["impetuous"]})
    on_its_flank: Placed = ("e2", LEVY, (10500, 12000, 27000))
    after = play(ready([warband, ("e1", LEVY, N), on_its_flank], meetings=[meets("e2", "u1", "left")]), "done")
    assert (pose(after), fighting(after)) == (AHEAD, [("e2", "u1", "left")])


@pytest.mark.rule(RULE)
def test_a_unit_with_only_its_rear_in_a_zone_stays() -> None:
    behind: Placed = ("e2", LEVY, (10000, 13100, 18000))
    assert not loose(("e1", LEVY, N), behind)
    assert not loose(("e1", LEVY, N), ("e2", LEVY, (10000, 12500, 18000)))  # right behind it
    assert loose(("e1", LEVY, (10000, 10600, 0)), behind)  # one holds its front too


@pytest.mark.rule(RULE)
def test_looters_stay() -> None:
    assert not loose(("e1", LEVY, N), marks=["looting"])


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("kind", ["fortification", "obstacle"])
def test_enemies_behind_works_need_not_be_charged(kind: str) -> None:
    assert not loose(("e1", LEVY, N), works=[work(kind, (9000, 10000), (11000, 10000), 1)])
    assert loose(("e1", LEVY, N), works=[work(kind, (9000, 9200), (11000, 9200), 1)])


@pytest.mark.rule(RULE)
def test_enemies_behind_stakes_or_in_a_village_need_not_be_charged() -> None:
    assert not loose(("e1", "bowmen", N, {"marks": ["stakes"]}))
    assert loose(("e1", "bowmen", N))
    village = [ground("village", 9000, 8000, 11000, 10000)]
    assert not loose(("e1", LEVY, N), terrain=village)
    assert loose(("e1", LEVY, N), terrain=[ground("wood", 9000, 8000, 11000, 10000)])


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    ("south", "north", "charges"),
    [
        (10300, 10900, False),  # between both
        (10000, 10400, False),  # right before the enemy, who holds its bank
        (11300, 11900, False),  # the charger's front is still in it
        (11500, 12500, True),  # only its rear is
        (8800, 9200, True),  # behind the enemy
        (9800, 10400, True),  # he stands in it himself
    ],
)
def test_enemies_behind_a_river_need_not_be_charged(south: int, north: int, charges: bool) -> None:
    """A river of rough ground, which is not bad for medium foot; the same ground without water stops nobody."""
    strip = ground("rough", 5000, south, 15000, north)
    assert loose(("e1", LEVY, N), terrain=[replace(strip, river=True)]) is charges
    assert loose(("e1", LEVY, N), terrain=[strip])


@pytest.mark.rule(RULE)
def test_a_camp_behind_a_river_need_not_be_charged_but_may_be_by_order() -> None:
    river = replace(ground("rough", 5000, 10300, 15000, 10900), river=True)
    camp = [("k2", Camp.NORMAL, N)]
    assert not loose(camps=camp, terrain=[river])
    assert loose(camps=camp)
    position = ready(
        [("u1", WARBAND, AHEAD, {"abilities": ["impetuous"]}), ("e1", SPEARS, (1000, 1000, 0))],
        camps=camp,
        terrain=[river],
    )
    assert fighting(play(position, "u1 charge k2")) == [("u1", "k2", "front")]
    assert "u1 hold" not in position.actions(), "nobody has to be held who would not charge"


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("troop", ["elephant", "war_wagon"])
def test_elephants_and_war_wagons_need_not_be_charged(troop: str) -> None:
    assert not loose(("e1", troop, N), troop="scythed_chariot")
    assert not loose(("e1", troop, N))


@pytest.mark.rule(RULE)
def test_who_would_panic_them_need_not_be_charged_and_scythed_chariots_never_panic() -> None:
    assert not loose(("e1", "camel_cataphracts", N), troop=KNIGHTS)
    assert loose(("e1", "cataphracts", N), troop=KNIGHTS)
    assert loose(("e1", "camel_cataphracts", N), troop="scythed_chariot")


@pytest.mark.rule(RULE)
def test_light_troops_need_not_be_charged_through_friends() -> None:
    friend: Placed = ("u2", "medium_spearmen", (10000, 11300, 18000))
    start = (10000, 12900, 18000)
    assert not loose(("e1", "light_infantry", N), friend, start=start)
    assert loose(("e1", "light_infantry", N), start=start)
    assert loose(("e1", LEVY, N), friend, start=start)


@pytest.mark.rule(RULE)
def test_contact_need_not_lead_onto_bad_ground() -> None:
    """Only the place where it would conform is in the brush."""
    brush = [ground("brush", 9000, 10020, 9800, 11500)]
    aside: Pose = (10400, 11500, 18000)
    assert not loose(("e1", LEVY, N), start=aside, troop=KNIGHTS, terrain=brush)
    assert loose(("e1", LEVY, N), start=aside, troop=KNIGHTS)
    assert loose(("e1", LEVY, N), start=aside, terrain=brush)  # brush is not bad for medium foot


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    ("second", "charges"),
    [
        ((11300, 10400, 27000), False),  # its zone would lie on the flank
        ((11600, 10400, 27000), True),
        ((11300, 10400, 0), True),  # it looks elsewhere
        ((10600, 11400, 18000), False),  # on the rear
    ],
)
def test_contact_need_not_give_another_enemy_a_flank_or_rear(second: Pose, charges: bool) -> None:
    """The other is an elephant, whom it need not charge himself."""
    assert loose(("e1", LEVY, N), ("e2", "elephant", second), start=(9400, 11500, 18000)) is charges


@pytest.mark.rule(RULE)
def test_another_enemy_behind_the_target_is_no_reason_to_stay() -> None:
    """His zone reaches past the target's front, but it lies before the charger."""
    assert loose(("e1", LEVY, N), ("e2", LEVY, (10000, 9250, 0)))


@pytest.mark.rule(RULE)
def test_impetuous_foot_need_not_charge_mounted_troops_in_front() -> None:
    assert not loose(("e1", KNIGHTS, N))
    assert loose(("e1", KNIGHTS, N), start=(12000, 9400, 27000))  # in the flank
    assert loose(("e1", KNIGHTS, N), troop=KNIGHTS)


@pytest.mark.rule(RULE)
def test_impetuous_cavalry_need_not_charge_heavy_foot_in_good_order_in_front() -> None:
    assert not loose(("e1", SPEARS, N), troop="heavy_cavalry")
    assert loose(("e1", SPEARS, N, {"cohesion": 3}), troop="heavy_cavalry")
    assert loose(("e1", SPEARS, N), troop="heavy_cavalry", start=(12000, 9400, 27000))
    assert loose(("e1", SPEARS, N), troop=KNIGHTS)


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("distance", "charges"), [(7600, False), (7400, True)])
def test_foot_need_not_charge_evaders_with_mounted_enemies_behind_them(distance: int, charges: bool) -> None:
    """Medium foot could go 4 UD with a good die, down to y 7500."""
    behind: Placed = ("e2", HORSE, (10000, distance, 0))
    assert loose(("e1", "javelinmen", N), behind) is charges
    assert loose(("e1", "bowmen", N), behind)  # they cannot evade
    assert loose(("e1", "javelinmen", N), ("e2", SPEARS, (10000, distance, 0)))  # not mounted
    assert loose(("e1", "javelinmen", N), behind, troop=KNIGHTS)  # who charges is mounted


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("border", "charges"), [(7600, False), (7503, False), (7502, True), (7400, True)])
def test_nobody_need_charge_evaders_with_bad_ground_behind_them(border: int, charges: bool) -> None:
    """What overlaps by 2 thousandths of a UD is only touched."""
    wood = [ground("wood", 8000, 3000, 12000, border)]
    assert loose(("e1", "javelinmen", N), terrain=wood) is charges
    assert loose(("e1", "bowmen", N), terrain=wood)


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("border", "charges"), [(10400, False), (10600, True)])
def test_bad_ground_behind_evaders_counts_as_wide_as_the_charger_is(border: int, charges: bool) -> None:
    wood = [ground("wood", border, 3000, 14000, 7600)]
    assert loose(("e1", "javelinmen", N), terrain=wood) is charges


@pytest.mark.rule(RULE)
def test_camps_are_charged_too_but_not_fortified_ones_by_mounted_troops() -> None:
    for kind, troop, charges in (
        (Camp.NORMAL, KNIGHTS, True),
        (Camp.FORTIFIED, KNIGHTS, False),
        (Camp.FORTIFIED, WARBAND, True),
    ):
        assert loose(troop=troop, camps=[("k2", kind, N)]) is charges


@pytest.mark.rule(RULE)
def test_who_is_held_charges_nobody_but_the_most_threatening_enemy() -> None:
    """An elephant holds it, whom it need not charge; the levy beside him it may not."""
    elephant: Placed = ("e1", "elephant", (10300, 10700, 18000))
    assert not loose(elephant, ("e2", LEVY, (9300, 11500, 18000)), start=N)
    assert loose(("e2", LEVY, (9300, 11500, 18000)), start=N)
