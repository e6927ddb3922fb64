"""Elephants, camels and scythed chariots on the table, rule by rule: what the sheet says of each, played out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import (
    N,
    allowed,
    cohesion,
    fight,
    fighting,
    meeting,
    play,
    pose,
    price,
    ready,
    stage,
    table,
    threat,
    why,
)
from tests.games.adlg.table.tables import Placed, ground, meets, work
from triarii.core.contract import Refusal
from triarii.games.adlg.battle.charge.wild import prey
from triarii.games.adlg.battle.fighting import aftermath, shots
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

ELEPHANT, SCYTHES, RIDERS, LIGHT_RIDERS = "elephant", "scythed_chariot", "medium_camels", "light_camels"
HORSE, KNIGHTS, SPEARS, SWORDS, LEVY = "heavy_cavalry", "heavy_knights", "heavy_spearmen", "heavy_swordsmen", "levy"
AHEAD: Pose = (10000, 12000, 18000)
"""From here a charge ends front to front with N."""
FAR: list[Placed] = [(f"e{n}", SPEARS, (1000 * n - 10000, 1000, 0)) for n in (11, 12, 13, 14)]
"""So that no army breaks."""
OURS: list[Placed] = [(f"u{n}", SPEARS, (1000 * n - 10000, 19000, 18000)) for n in (11, 12, 13, 14)]


def against(troop: str, enemy: str, *more: Placed, start: Pose = AHEAD, **options: Any) -> Position:
    return ready([("u1", troop, start), ("e1", enemy, N), *more, *FAR, *OURS], **options)


def charged(troop: str, enemy: str, *more: Placed, **options: Any) -> Position:
    """A charge has gone home, and the dice of the first round come next."""
    position = play(against(troop, enemy, *more, **options), "u1 charge e1")
    if stage(position) == ("answer", "e1"):
        position = play(position, "e1 stand")
    position = play(position, "done")
    assert stage(position)[0] == "melee", stage(position)
    return position


def locked(troop: str, enemy: str, *more: Placed, meeting_more: Any = (), **options: Any) -> Position:
    """The two fight on in a later round."""
    met = [meets("u1", "e1", rounds=1), *meeting_more]
    units: list[Placed] = [("u1", troop, (10000, 10000, 18000)), ("e1", enemy, N), *more, *FAR, *OURS]
    return ready(units, meetings=met, **options)


def ledger(position: Position, side: str) -> dict[str, int]:
    """What counts for a side in the melee that comes next, by rule."""
    found: dict[str, int] = {}
    for row in fight(position)["ledger"]:
        if row["side"] == side:
            found[row["rule"]] = found.get(row["rule"], 0) + row["value"]
    return found


# Factors, impact and furious charge, as a charge brings them


@pytest.mark.rule("adlg.elephant.impact")
@pytest.mark.statement("AG-318")
@pytest.mark.statement("AG-334")
@pytest.mark.parametrize(
    ("enemy", "factor", "impact"),
    [
        pytest.param(SPEARS, 1, 1, id="spears do not cancel it"),
        pytest.param(SWORDS, 1, 1, id="foot"),
        pytest.param(HORSE, 2, 1, id="mounted"),
        pytest.param("javelinmen", 1, 0, id="javelinmen", marks=pytest.mark.statement("AG-321")),
        pytest.param("light_infantry", 1, 0, id="light infantry", marks=pytest.mark.statement("AG-319")),
        pytest.param("light_cavalry", 2, 0, id="light horse", marks=pytest.mark.statement("AG-320")),
        pytest.param(ELEPHANT, 2, 0, id="elephants", marks=pytest.mark.statement("AG-023")),
    ],
)
def test_the_charge_of_elephants_counts_by_whom_it_meets(enemy: str, factor: int, impact: int) -> None:
    found = ledger(charged(ELEPHANT, enemy), "a")
    assert (found["adlg.factor.elephant"], found.get("adlg.impact.first_round", 0)) == (factor, impact)


@pytest.mark.rule("adlg.terrain.relief")
@pytest.mark.parametrize(
    ("troop", "kind", "malus"),
    [
        pytest.param(ELEPHANT, "brush", 0, marks=pytest.mark.statement("AG-546")),
        pytest.param(ELEPHANT, "field", 0, marks=pytest.mark.statement("AG-547")),
        pytest.param(ELEPHANT, "plantation", -2, marks=pytest.mark.statement("AG-538")),
        pytest.param(ELEPHANT, "dunes", -3, marks=pytest.mark.statement("AG-542")),
        pytest.param(RIDERS, "brush", 0, marks=pytest.mark.statement("AG-544")),
        pytest.param(RIDERS, "dunes", 0, marks=pytest.mark.statement("AG-545")),
        pytest.param(RIDERS, "field", -2, marks=pytest.mark.statement("AG-538")),
        pytest.param("camel_cataphracts", "brush", 0, marks=pytest.mark.statement("AG-544")),
        pytest.param(HORSE, "brush", -2, marks=pytest.mark.statement("AG-538")),
    ],
)
def test_what_the_ground_costs_beasts_where_they_fight(troop: str, kind: str, malus: int) -> None:
    everywhere = [ground(kind, 0, 0, 20000, 20000)]
    start: Pose = (10000, 10500, 18000)
    found = ledger(charged(troop, "heavy_spearmen", start=start, terrain=everywhere), "a")
    costs = sum(value for rule, value in found.items() if rule.startswith("adlg.terrain."))
    assert costs == malus


@pytest.mark.rule("adlg.impact.mounted_with_malus")
@pytest.mark.statement("AG-548")
@pytest.mark.statement("AG-549")
@pytest.mark.parametrize(("kind", "counts"), [("field", True), ("brush", True), ("plantation", False)])
def test_elephants_keep_impact_and_furious_charge_where_the_ground_costs_them_nothing(kind: str, counts: bool) -> None:
    start: Pose = (10000, 10500, 18000)
    position = charged(ELEPHANT, SWORDS, start=start, terrain=[ground(kind, 0, 0, 20000, 20000)])
    assert ("adlg.impact.first_round" in ledger(position, "a")) is counts
    after = play(position, "5-3")
    assert 4 - cohesion(after, "e1") == (3 if counts else 1), "won by 4 and one more, or by 1 and no more"


@pytest.mark.rule("adlg.stakes.charge")
@pytest.mark.rule("adlg.stakes.malus")
@pytest.mark.statement("AG-052")
@pytest.mark.statement("AG-053")
@pytest.mark.statement("AG-055")
def test_stakes_take_impact_and_furious_charge_of_elephants_but_cost_only_others_2() -> None:
    archers: Placed = ("e1", "bowmen", N, {"abilities": ["stakes"], "marks": ["stakes"], "weapon": "bow"})
    for troop, malus in ((ELEPHANT, 0), (KNIGHTS, -2), (RIDERS, -2)):
        units: list[Placed] = [("u1", troop, AHEAD), archers, *FAR, *OURS]
        position = play(ready(units), "u1 charge e1", "done")
        found = ledger(position, "a")
        assert found.get("adlg.stakes.malus", 0) == malus, troop
        assert "adlg.impact.first_round" not in found
        if troop == ELEPHANT:  # 1 against 0, and 1 more for archers who are charged: 4 to 3 on a 3 and a 2
            assert cohesion(play(position, "3-2"), "e1") == 2, "no furious charge"


@pytest.mark.rule("adlg.melee.works")
@pytest.mark.statement("AG-531")
@pytest.mark.parametrize("troop", [ELEPHANT, RIDERS])
def test_a_fortification_costs_elephants_and_camels_2_like_all_who_are_mounted(troop: str) -> None:
    wall = work("fortification", (9000, 10000), (11000, 10000), 1)
    found = ledger(charged(troop, SPEARS, works=[wall], start=(10000, 10500, 18000)), "a")
    assert found["adlg.melee.works"] == -2


# Scythed chariots


@pytest.mark.rule("adlg.scythed_chariot.first_round")
@pytest.mark.rule("adlg.scythed_chariot.supports")
@pytest.mark.statement("AG-326")
@pytest.mark.statement("AG-332")
@pytest.mark.statement("AG-525")
def test_a_scythed_chariot_meets_a_factor_of_0_and_no_supports_in_the_first_round_only() -> None:
    beside: Placed = ("e2", SWORDS, (11000, 10000, 0))
    first = ledger(charged(SCYTHES, SWORDS, beside), "b")
    assert first.get("adlg.factor.heavy_swordsmen", 0) == 0
    assert "adlg.support.simple" not in first
    later = ledger(play(locked(SCYTHES, SWORDS, beside), "done"), "b")
    assert later["adlg.factor.heavy_swordsmen"] == 1
    assert later["adlg.support.simple"] == 1


@pytest.mark.rule("adlg.melee.uncontrolled")
@pytest.mark.statement("AG-380")
def test_a_scythed_chariot_that_charges_on_its_own_fights_at_minus_one_and_costs_3_points_to_hold() -> None:
    position = against(SCYTHES, SWORDS)
    assert price(position, "u1 hold") == 3
    assert price(position, "u1 wheel left 10 advance 1") == 4, "any other order holds it, and this one is difficult"
    assert price(position, "u1 charge e1") == 1
    loose = play(position, "done")
    assert meeting(loose, "u1", "e1").uncontrolled
    assert ledger(loose, "a")["adlg.melee.uncontrolled"] == -1
    assert "adlg.melee.uncontrolled" not in ledger(charged(SCYTHES, SWORDS), "a")


@pytest.mark.rule("adlg.charge.spontaneous")
def test_a_scythed_chariot_with_an_enemy_in_its_zone_charges_for_nothing_and_without_the_malus() -> None:
    position = against(SCYTHES, SWORDS, start=(10000, 10800, 18000))
    assert price(position, "u1 charge e1") == 0
    position = play(position, "u1 charge e1", "done")
    assert "adlg.melee.uncontrolled" not in ledger(position, "a")


@pytest.mark.rule("adlg.expendable.losses")
@pytest.mark.statement("AG-038")
@pytest.mark.statement("AG-039")
@pytest.mark.statement("AG-324")
def test_a_scythed_chariot_is_gone_with_its_only_point_and_costs_its_army_nothing() -> None:
    behind: Placed = ("u2", SPEARS, (10000, 11900, 18000))
    position = charged(SCYTHES, SWORDS, behind, start=(10000, 10800, 18000))
    value = aftermath.army_value(table(position), 0).total
    assert value == 5, "one of the six units is expendable"
    after = play(position, "1-6")
    assert table(after).gone["u1"] == "routed"
    assert cohesion(after, "u2") == 3, "its friends are shaken all the same"
    assert aftermath.army_losses(table(after), 0).total == 1, "the point of the shaken friend alone"
    assert aftermath.army_value(table(after), 0).total == 5


@pytest.mark.rule("adlg.charge.exceptions")
@pytest.mark.parametrize(
    ("enemy", "wild"), [(ELEPHANT, False), ("war_wagon", False), (RIDERS, True), (SPEARS, True), ("levy", True)]
)
def test_whom_a_scythed_chariot_charges_on_its_own(enemy: str, wild: bool) -> None:
    position = against(SCYTHES, enemy)
    assert (prey(table(position), table(position).unit("u1")) is not None) is wild


@pytest.mark.rule("adlg.burst.loss")
@pytest.mark.parametrize(("friend", "through"), [(SPEARS, True), (ELEPHANT, False), ("pikemen", False)])
def test_a_scythed_chariot_bursts_through_friends_but_not_through_elephants_and_pikes(
    friend: str, through: bool
) -> None:
    between: Placed = ("u2", friend, (10000, 11500, 18000))
    start: Pose = (10000, 13000, 18000)
    after = play(against(SCYTHES, SWORDS, between, start=start), "done")
    assert (("u1", "e1", "front") in fighting(after)) is through
    assert cohesion(after, "u2") == table(after).full("u2") - int(through)


# Multiple attacks


@pytest.mark.rule("adlg.multiple_attack.loss")
@pytest.mark.parametrize(
    ("charger", "loses"), [(ELEPHANT, 1), (SCYTHES, 1), (RIDERS, 1), ("camel_cataphracts", 1), (LIGHT_RIDERS, 0)]
)
def test_beasts_on_the_flank_of_a_unit_in_melee_cost_it_a_point_but_light_camels_do_not(
    charger: str, loses: int
) -> None:
    units: list[Placed] = [
        ("u1", charger, (12500, 9400, 27000)),
        ("u2", SPEARS, (10000, 10000, 18000)),
        ("e1", SPEARS, N),
    ]
    after = play(ready(units, meetings=[meets("u2", "e1")]), "u1 charge e1")
    assert cohesion(after, "e1") == 4 - loses


# Zones


@pytest.mark.rule("adlg.zone.none")
@pytest.mark.statement("AG-619")
@pytest.mark.parametrize(
    ("troop", "kind", "holds"),
    [
        (ELEPHANT, "field", True),
        (ELEPHANT, "brush", True),
        (ELEPHANT, "plantation", False),
        (RIDERS, "brush", True),
        (RIDERS, "dunes", True),
        (RIDERS, "field", False),
        (HORSE, "brush", False),
        (SCYTHES, "brush", False),
    ],
)
def test_beasts_hold_enemies_in_ground_that_costs_them_nothing(troop: str, kind: str, holds: bool) -> None:
    units: list[Placed] = [("u1", LEVY, (10000, 10500, 18000)), ("e1", troop, N)]
    position = ready(units, terrain=[ground(kind, 0, 0, 20000, 20000)])
    assert threat(position) == ("e1" if holds else "")


@pytest.mark.rule("adlg.zone.ride_out")
@pytest.mark.statement("AG-626")
@pytest.mark.parametrize(("enemy", "rides"), [(SPEARS, True), ("medium_spearmen", False), (RIDERS, False)])
def test_elephants_ride_out_of_the_zone_of_a_slower_enemy_behind_them(enemy: str, rides: bool) -> None:
    units: list[Placed] = [("u1", ELEPHANT, N), ("e1", enemy, (10000, 8500, 0))]
    position = ready(units, leaders={"c1": (10000, 11500, 0), "d1": (10000, 5000, 0)})
    assert threat(position) == "e1"
    if rides:
        assert price(position, "u1 ride 3") == 1
        assert cohesion(play(position, "u1 ride 3"), "u1") == 3, "it is not disordered"
    else:
        assert why(position, "u1 ride 3")[0] == "deed.not_slower"


# Evading and disengaging


@pytest.mark.rule("adlg.evade.who")
@pytest.mark.parametrize(
    ("troop", "abilities", "may"),
    [
        (RIDERS, [], True),
        (RIDERS, ["impact"], False),
        (RIDERS, ["impetuous"], False),
        (LIGHT_RIDERS, ["impetuous"], True),
        ("camel_cataphracts", [], False),
        (ELEPHANT, [], False),
        (SCYTHES, [], False),
    ],
)
def test_which_beasts_evade_a_charge(troop: str, abilities: list[str], may: bool) -> None:
    units: list[Placed] = [("u1", SPEARS, (10000, 11500, 18000)), ("e1", troop, N, {"abilities": abilities})]
    after = play(ready([*units, *FAR, *OURS]), "u1 charge e1")
    assert (stage(after) == ("answer", "e1")) is may


@pytest.mark.rule("adlg.charge.advance")
@pytest.mark.statement("AG-372")
@pytest.mark.parametrize(
    ("troop", "least"), [(ELEPHANT, 2), (RIDERS, 2), (SCYTHES, 2), (KNIGHTS, 2), ("medium_swordsmen", 1)]
)
def test_chargers_whose_enemies_have_run_go_on_by_2_ud_if_mounted(troop: str, least: int) -> None:
    """On a 3 the die changes nothing."""
    start: Pose = (10000, 11000, 18000)
    units: list[Placed] = [("u1", troop, start), ("e1", "javelinmen", N), *FAR, *OURS]
    position = play(ready(units, charge_realign=False), "u1 charge e1", "e1 evade", "6")
    position = play(position, "3")
    assert stage(position) == ("press", "u1")
    assert not allowed(position, f"u1 press {least - 0.1:.1f}")
    assert allowed(position, f"u1 press {least}")


@pytest.mark.rule("adlg.disengage.who")
@pytest.mark.statement("AG-506")
@pytest.mark.parametrize(
    ("own", "enemy", "may"),
    [
        (RIDERS, ELEPHANT, True),
        (RIDERS, KNIGHTS, True),
        (RIDERS, HORSE, False),
        (LIGHT_RIDERS, RIDERS, True),
        ("camel_cataphracts", ELEPHANT, False),
        (ELEPHANT, SPEARS, False),
        (ELEPHANT, "light_artillery", True),
        (SCYTHES, SPEARS, False),
        (SCYTHES, "war_wagon", True),
    ],
)
def test_which_beasts_disengage_from_whom(own: str, enemy: str, may: bool) -> None:
    units: list[Placed] = [("u1", own, (10000, 10000, 18000)), ("e1", enemy, N)]
    position = ready([*units, *FAR, *OURS], meetings=[meets("u1", "e1", rounds=1)])
    assert allowed(position, "u1 disengage") is may


# Pursuit and rout


@pytest.mark.rule("adlg.pursuit.duty")
@pytest.mark.statement("AG-593")
@pytest.mark.parametrize(("troop", "must"), [(ELEPHANT, True), (RIDERS, False), (SCYTHES, False)])
def test_elephants_must_pursue_by_1_ud_and_camels_and_scythed_chariots_may(troop: str, must: bool) -> None:
    beaten: Placed = ("e1", LEVY, N, {"cohesion": 1})
    units: list[Placed] = [("u1", troop, (10000, 10000, 18000)), beaten, *FAR, *OURS]
    position = play(ready(units, meetings=[meets("u1", "e1", rounds=1)]), "done", "6-1")
    if must:
        assert pose(position) == (10000, 9000, 18000)
    else:
        assert stage(position) == ("pursue", "u1")
        assert pose(play(position, "u1 stay")) == (10000, 10000, 18000)


@pytest.mark.rule("adlg.pursuit.exceptions")
@pytest.mark.parametrize("beaten", [ELEPHANT, SCYTHES, "light_artillery"])
def test_elephants_need_not_pursue_beasts_and_guns(beaten: str) -> None:
    foe: Placed = ("e1", beaten, N, {"cohesion": 1})
    units: list[Placed] = [("u1", ELEPHANT, (10000, 10000, 18000)), foe, *FAR, *OURS]
    position = play(ready(units, meetings=[meets("u1", "e1", rounds=1)]), "done", "6-1")
    assert stage(position) == ("pursue", "u1")


@pytest.mark.rule("adlg.rout.sparing")
@pytest.mark.statement("AG-590")
def test_routed_elephants_shake_friends_behind_and_by_the_common_reading_run_where_a_die_sends_them() -> None:
    units: list[Placed] = [
        ("u1", SPEARS, (10000, 10000, 18000)),
        ("e1", ELEPHANT, N, {"cohesion": 1}),
        ("e2", SPEARS, (10000, 8500, 0)),
        *FAR,
        *OURS,
    ]
    met = [meets("u1", "e1", rounds=1)]
    literal = play(ready(units, meetings=met), "done", "6-1")
    assert cohesion(literal, "e2") == 3
    amok = play(ready(units, meetings=met, elephant_rampage=True), "done", "6-1")
    assert stage(amok) == ("rampage", "e1")
    for die, ours, theirs in (("1", 3, 4), ("2", 4, 4), ("4", 4, 3)):
        after = play(amok, die)
        assert (cohesion(after, "u1"), cohesion(after, "e2")) == (ours, theirs), die


# Light infantry and beasts


@pytest.mark.rule("adlg.light_infantry.destroyed")
@pytest.mark.parametrize(
    ("troop", "gone"), [(ELEPHANT, False), (SCYTHES, False), (LIGHT_RIDERS, False), (RIDERS, True), (HORSE, True)]
)
def test_which_beasts_destroy_light_infantry_in_the_open(troop: str, gone: bool) -> None:
    after = play(charged(troop, "light_infantry"), "1-6")
    assert ("e1" not in table(after)) is gone


# Shooting, works, camps


@pytest.mark.rule("adlg.shooting.zone")
def test_light_camels_shoot_all_around_like_other_light_horse() -> None:
    for troop, aims in ((LIGHT_RIDERS, True), (RIDERS, False)):
        units: list[Placed] = [("u1", troop, N, {"weapon": "bow"}), ("e1", LEVY, (10000, 8000, 0))]
        field = table(ready(units))
        assert bool(shots.choices(field, field.unit("u1"))) is aims


@pytest.mark.rule("adlg.move.works")
@pytest.mark.parametrize("troop", [ELEPHANT, RIDERS, SCYTHES])
def test_works_cost_beasts_2_ud_to_cross(troop: str) -> None:
    wall = work("obstacle", (8000, 11000), (12000, 11000), 1)
    units: list[Placed] = [("u1", troop, (10000, 10900, 0)), ("e1", LEVY, (2000, 19000, 18000))]
    position = ready(units, works=[wall], leaders={"c1": (10000, 8000, 0), "d1": (3000, 19500, 0)})
    full = table(position).unit("u1").troop.moves[0]
    assert not allowed(position, f"u1 advance {full}")
    assert allowed(position, f"u1 advance {full - 2}")


@pytest.mark.rule("adlg.camp.taken")
@pytest.mark.parametrize(("troop", "needs"), [(ELEPHANT, 5), (RIDERS, 6), (SCYTHES, 6)])
def test_elephants_storm_a_fortified_camp_like_foot_and_camels_and_chariots_like_horse(troop: str, needs: int) -> None:
    units: list[Placed] = [("u1", troop, (10000, 8000, 0)), *FAR[1:], *OURS]
    position = ready(units, camps=[("k2", Camp.FORTIFIED, (10000, 9000, 18000))])
    position = play(position, "u1 charge k2", "done")
    assert stage(position) == ("storm", "u1")
    assert "k2" not in table(play(position, str(needs - 1))).taken
    assert "k2" in table(play(position, str(needs))).taken


# Groups and passing


@pytest.mark.rule("adlg.pass.light_infantry")
@pytest.mark.parametrize("troop", [ELEPHANT, SCYTHES, RIDERS])
def test_beasts_pass_light_infantry_and_it_passes_them(troop: str) -> None:
    units: list[Placed] = [
        ("u1", troop, (10000, 12000, 18000)),
        ("u2", "light_infantry", (10000, 10900, 18000)),
        ("e1", LEVY, (2000, 1000, 0)),
    ]
    position = ready(units, leaders={"c1": (10000, 14000, 18000), "d1": (3000, 500, 0)})
    assert not isinstance(position.considered("u1 advance 3"), Refusal)
    back = ready([("u1", "light_infantry", (10000, 13500, 18000)), ("u2", troop, (10000, 12500, 18000)), units[2]])
    assert not isinstance(back.considered("u1 advance 3"), Refusal)
