"""Zones of control: how far they reach, who has one, whom light infantry holds, and who threatens most."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, allowed, fighting, play, pose, ready, refused, threat, why
from tests.games.adlg.table.tables import Placed, ground, meets, work
from triarii.games.adlg.assist.overlays import overlays
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import Order
from triarii.games.adlg.battle.stages import OwnEvadeDie
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.geometry.shapes import Pose

SWORDS = "heavy_swordsmen"
BEFORE: Pose = (10000, 10600, 18000)
"""600 before the front of N, face to face."""
HELD_BY_LIGHT_INFANTRY = {"LI", "LH", "El", "SCh", "Art"}


# How far


@pytest.mark.statement("AG-601")
@pytest.mark.rule("adlg.zone.area")
@pytest.mark.parametrize(
    ("pose", "inside"),
    [
        ((10000, 11000, 18000), False),
        ((10000, 10998, 18000), False),
        ((10000, 10997, 18000), True),
        ((10998, 10800, 18000), False),
        ((10990, 10800, 18000), True),
        ((11100, 10900, 22500), False),
        ((10000, 9250, 18000), False),
    ],
)
def test_the_zone_is_1_ud_deep_and_as_wide_as_the_front_and_its_border_is_outside(pose: Pose, inside: bool) -> None:
    position = ready([("u1", SWORDS, pose), ("e1", SWORDS, N)])
    assert threat(position) == ("e1" if inside else "")
    if inside:
        assert allowed(position, "u1 leave")
    else:
        assert why(position, "u1 leave") == ("deed.free", "adlg.zone.back")


# Who has none


@pytest.mark.rule("adlg.zone.none")
def test_troops_in_the_open_hold_whoever_stands_before_them() -> None:
    for troop in ("levy", "pikemen", "light_cavalry", "elephant", "heavy_knights", "scythed_chariot", "bowmen"):
        assert threat(ready([("u1", SWORDS, BEFORE), ("e1", troop, N)])) == "e1", troop


@pytest.mark.statement("AG-615")
@pytest.mark.rule("adlg.zone.none")
def test_a_camp_holds_nobody() -> None:
    position = ready([("u1", SWORDS, BEFORE), ("e1", SWORDS, (2000, 2000, 0))], camps=[("k2", Camp.NORMAL, N)])
    assert threat(position) == ""


@pytest.mark.rule("adlg.zone.none")
@pytest.mark.parametrize(
    "troop",
    [
        *(
            pytest.param(troop, marks=pytest.mark.statement("AG-616"))
            for troop in ("light_artillery", "medium_artillery", "heavy_artillery")
        ),
        pytest.param("war_wagon", marks=pytest.mark.statement("AG-617")),
    ],
)
def test_artillery_and_war_wagons_hold_nobody(troop: str) -> None:
    assert threat(ready([("u1", SWORDS, BEFORE), ("e1", troop, N)])) == ""


@pytest.mark.statement("AG-618")
@pytest.mark.rule("adlg.zone.none")
@pytest.mark.parametrize("side", ["front", "left", "rear"])
def test_a_unit_in_combat_holds_nobody_even_if_it_is_only_attacked_in_flank_or_rear(side: str) -> None:
    place = {"front": (9100, 10000, 18000), "left": (9500, 9500, 9000), "rear": (10000, 9250, 0)}[side]
    units: list[Placed] = [("u1", SWORDS, (10400, 10600, 18000)), ("u2", SWORDS, place), ("e1", SWORDS, N)]
    assert threat(ready(units)) == "e1"
    assert threat(ready(units, meetings=[meets("u2", "e1", side)])) == ""


@pytest.mark.rule("adlg.zone.none")
def test_a_unit_without_cohesion_holds_nobody_while_it_waits_for_its_rout() -> None:
    assert threat(ready([("u1", SWORDS, BEFORE), ("e1", SWORDS, N, {"cohesion": 0})])) == ""


@pytest.mark.statement("AG-619")
@pytest.mark.rule("adlg.zone.none")
@pytest.mark.parametrize(
    ("wood", "troop", "held"),
    [
        ((9000, 9000, 11000, 10010), SWORDS, False),  # out of it
        ((9000, 10500, 11000, 12000), SWORDS, False),  # into it
        ((9000, 9000, 11000, 12000), SWORDS, False),  # within it
        ((9000, 10010, 11000, 10590), SWORDS, True),  # between the two is nobody in it
        ((9000, 9000, 11000, 12000), "light_infantry", False),  # it has no malus, but holds no swordsmen anyway
        ((9000, 9000, 11000, 12000), "war_wagon", False),
    ],
)
def test_no_zone_reaches_into_ground_that_is_bad_for_its_unit_or_out_of_it(
    wood: tuple[int, int, int, int], troop: str, held: bool
) -> None:
    position = ready([("u1", SWORDS, BEFORE), ("e1", troop, N)], terrain=[ground("wood", *wood)])
    assert bool(threat(position)) is held


@pytest.mark.rule("adlg.zone.none")
def test_ground_that_is_not_bad_for_a_unit_leaves_it_its_zone() -> None:
    """Rough ground is bad for heavy foot, but not for medium foot."""
    rough = [ground("brush", 9000, 9000, 11000, 12000)]
    assert threat(ready([("u1", SWORDS, BEFORE), ("e1", "medium_swordsmen", N)], terrain=rough)) == "e1"
    assert threat(ready([("u1", SWORDS, BEFORE), ("e1", SWORDS, N)], terrain=rough)) == ""


@pytest.mark.statement("AG-620")
@pytest.mark.rule("adlg.zone.none")
@pytest.mark.parametrize("kind", ["fortification", "obstacle"])
def test_a_unit_behind_works_of_its_side_holds_nobody(kind: str) -> None:
    units: list[Placed] = [("u1", SWORDS, BEFORE), ("e1", SWORDS, N)]
    wall = (9000, 10000), (11000, 10000)
    assert threat(ready(units, works=[work(kind, *wall, 1)])) == ""
    assert threat(ready(units, works=[work(kind, (9000, 9100), (11000, 9100), 1)])) == "e1"  # it stands before these


# Light infantry


@pytest.mark.rule("adlg.zone.light_infantry")
@pytest.mark.parametrize(
    "troop",
    [
        pytest.param("light_infantry", marks=pytest.mark.statement("AG-609")),
        pytest.param("light_cavalry", marks=pytest.mark.statement("AG-610")),
        pytest.param("light_camels", marks=pytest.mark.statement("AG-610")),
        pytest.param("elephant", marks=pytest.mark.statement("AG-611")),
        pytest.param("scythed_chariot", marks=pytest.mark.statement("AG-612")),
        *(
            pytest.param(troop, marks=pytest.mark.statement("AG-613"))
            for troop in ("light_artillery", "medium_artillery", "heavy_artillery")
        ),
    ],
)
def test_light_infantry_holds_light_troops_elephants_scythed_chariots_and_artillery(troop: str) -> None:
    assert threat(ready([("u1", troop, BEFORE), ("e1", "light_infantry", N)])) == "e1"


@pytest.mark.statement("AG-614")
@pytest.mark.rule("adlg.zone.light_infantry")
@pytest.mark.parametrize(
    "troop", [name for name, troop in TROOPS.items() if troop.category.value not in HELD_BY_LIGHT_INFANTRY]
)
@pytest.mark.parametrize("wood", [False, True])
def test_light_infantry_holds_nobody_else_in_whatever_ground(troop: str, wood: bool) -> None:
    terrain = [ground("wood", 9000, 9000, 11000, 12000)] if wood else []
    assert threat(ready([("u1", troop, BEFORE), ("e1", "light_infantry", N)], terrain=terrain)) == ""
    assert threat(ready([("u1", "elephant", BEFORE), ("e1", "light_infantry", N)], terrain=terrain)) == "e1"


@pytest.mark.rule("adlg.zone.light_infantry")
@pytest.mark.parametrize(
    ("wood", "held"),
    [
        ((9000, 9000, 11000, 12000), True),
        ((9000, 9000, 11000, 10700), True),  # the other one stands partly in it
        ((9000, 9000, 11000, 10590), False),  # not at all
        ((9000, 9600, 11000, 12000), False),  # light infantry only partly
    ],
)
def test_by_the_common_reading_light_infantry_wholly_in_rough_ground_holds_all_who_are_partly_in_it(
    wood: tuple[int, int, int, int], held: bool
) -> None:
    units: list[Placed] = [("u1", SWORDS, BEFORE), ("e1", "light_infantry", N)]
    terrain = [ground("wood", *wood)]
    assert threat(ready(units, terrain=terrain)) == ""
    position = ready(units, terrain=terrain, light_infantry_zone="wider_in_rough")
    assert threat(position) == ("e1" if held else "")


# Shields


@pytest.mark.rule("adlg.zone.shield")
@pytest.mark.parametrize(
    ("friend", "pose", "held"),
    [
        ("medium_swordsmen", (10000, 10300, 18000), False),
        ("medium_swordsmen", (10010, 10300, 18000), True),  # not wholly between
        ("light_infantry", (10000, 10300, 18000), True),  # the enemy would pass through such a friend
        ("medium_swordsmen", (10000, 12500, 18000), True),  # behind the unit, not before it
    ],
)
def test_a_friend_wholly_between_keeps_a_zone_off(friend: str, pose: Pose, held: bool) -> None:
    units: list[Placed] = [("u1", "light_infantry", (10000, 10900, 18000)), ("u2", friend, pose), ("e1", SWORDS, N)]
    assert threat(ready([unit for unit in units if unit[0] != "u2"])) == "e1"
    assert threat(ready(units)) == ("e1" if held else "")


@pytest.mark.rule("adlg.zone.shield")
@pytest.mark.parametrize(
    ("stretches", "seat", "held"),
    [
        ([(9000, 11000)], 0, False),
        ([(9000, 10100), (10100, 11000)], 0, False),  # in two stretches
        ([(9000, 10100)], 0, True),  # only part of the unit is behind it
        ([(9000, 10100), (10200, 11000)], 0, True),  # with a gap
        ([(9000, 11000)], 1, True),  # the enemy's own works protect nobody else
    ],
)
def test_a_unit_wholly_behind_works_of_its_side_is_not_held(
    stretches: list[tuple[int, int]], seat: int, held: bool
) -> None:
    works = [work("obstacle", (west, 10500), (east, 10500), seat) for west, east in stretches]
    position = ready([("u1", SWORDS, BEFORE), ("e1", SWORDS, N)], works=works)
    assert threat(position) == ("e1" if held else "")


@pytest.mark.rule("adlg.zone.shield")
def test_works_behind_a_unit_keep_no_zone_off() -> None:
    works = [work("obstacle", (9000, 11400), (11000, 11400), 0)]
    assert threat(ready([("u1", SWORDS, BEFORE), ("e1", SWORDS, N)], works=works)) == "e1"


# The most threatening enemy


@pytest.mark.rule("adlg.zone.most_threatening")
@pytest.mark.parametrize(
    ("enemies", "most"),
    [
        ([(10300, 10700, 18000), (9500, 10600, 18000)], "e2"),  # the nearest
        ([(10300, 10700, 18000), (10000, 9150, 0)], "e1"),  # before the front, though one behind is nearer
        ([(10600, 10600, 18000), (9600, 10600, 18000)], "e2"),  # as near, and covers more of the front
        ([(11300, 9400, 27000), (10000, 8500, 0)], "e2"),  # flank and rear alike: the nearest
        ([(9500, 10600, 18000), (10500, 10600, 18000)], "e1"),  # all alike: by their names
    ],
)
def test_who_covers_the_front_comes_first_then_the_nearest_then_who_covers_more(enemies: list[Pose], most: str) -> None:
    units: list[Placed] = [("u1", SWORDS, N), *((f"e{n}", SWORDS, place) for n, place in enumerate(enemies, 1))]
    position = ready(units)
    assert threat(position) == most
    other = {"e1": "e2", "e2": "e1"}[most]
    assert refused(position, f"u1 charge {other}") == (
        "charge.threat",
        "adlg.zone.allowed",
        {"unit": "u1", "enemy": most},
    )


def _tied(**options: Any) -> list[str]:
    units: list[Placed] = [
        ("u1", SWORDS, N),
        ("e1", SWORDS, (9500, 10600, 18000)),
        ("e2", SWORDS, (10500, 10600, 18000)),
    ]
    apart: list[Placed] = [*units[:2], ("e2", SWORDS, (10600, 10600, 18000))]
    both = [ready(each, **options) for each in (units, apart)]
    return ["".join(f"{enemy} " for enemy in ("e1", "e2") if allowed(each, f"u1 charge {enemy}")) for each in both]


@pytest.mark.rule("adlg.zone.most_threatening")
def test_a_last_tie_is_decided_by_offset_and_name_or_by_the_owner_with_his_order() -> None:
    assert _tied() == ["e1 ", "e1 "]
    assert _tied(threat_tie="owner_chooses") == ["e1 e2 ", "e1 "]  # no tie where one of them covers more


@pytest.mark.rule("adlg.zone.most_threatening")
def test_the_owner_who_chooses_still_charges_the_one_whom_he_chose() -> None:
    units: list[Placed] = [
        ("u1", SWORDS, N),
        ("e1", SWORDS, (9500, 10600, 18000)),
        ("e2", SWORDS, (10500, 10600, 18000)),
    ]
    for enemy in ("e1", "e2"):
        position = ready(units, threat_tie="owner_chooses")
        assert fighting(play(position, f"u1 charge {enemy}")) == [("u1", enemy, "front")]


# Between equals everywhere

BOTH_SIDES: list[Placed] = [
    ("u1", SWORDS, N),
    ("e1", SWORDS, (9200, 9500, 9000)),
    ("e2", SWORDS, (10800, 9500, 27000)),
]
"""An enemy at each flank, 0.3 UD away."""


@pytest.mark.rule("adlg.zone.most_threatening")
@pytest.mark.rule("adlg.zone.back")
def test_who_leaves_equally_threatening_enemies_names_the_one_whom_he_faces() -> None:
    fixed, free = ready(BOTH_SIDES), ready(BOTH_SIDES, threat_tie="owner_chooses")
    assert why(fixed, "u1 leave e2") == ("deed.not_threat", "adlg.zone.most_threatening")
    assert isinstance(parse("u1 leave e2"), Order)
    lone = ready([BOTH_SIDES[0], BOTH_SIDES[2]])
    assert pose(play(lone, "u1 leave")) == pose(play(lone, "u1 leave e2"))
    ahead: list[Placed] = [
        ("u1", SWORDS, N),
        ("e1", SWORDS, (9500, 10600, 18000)),
        ("e2", SWORDS, (10500, 10600, 18000)),
    ]
    tied = ready(ahead, threat_tie="owner_chooses")
    assert pose(play(tied, "u1 leave e2")) == pose(play(tied, "u1 leave")) == (10000, 9000, 0)
    assert {"u1 leave", "u1 leave e2"} <= set(tied.actions())
    assert "u1 leave e2" not in ready(ahead).actions()
    assert free.check("u1 leave e3") is not None


@pytest.mark.rule("adlg.zone.most_threatening")
@pytest.mark.rule("adlg.zone.back")
@pytest.mark.rule("adlg.zone.evade")
@pytest.mark.parametrize(("troop", "order"), [(SWORDS, "leave"), ("javelinmen", "evade")])
def test_whom_the_owner_names_decides_which_way_a_unit_goes_that_is_held_at_flank_and_rear(
    troop: str, order: str
) -> None:
    depth = ready([("u1", troop, N), ("e1", SWORDS, (2000, 2000, 0))]).setting.units["u1"].depth
    units: list[Placed] = [
        ("u1", troop, N),
        ("e1", SWORDS, (9200, 9500, 9000)),
        ("e2", SWORDS, (10000, 10000 - depth - 300, 0)),
    ]
    tied = ready(units, threat_tie="owner_chooses")
    dice = () if order == "leave" else ("3",)
    ends = [pose(play(tied, f"u1 {order} {enemy}", *dice)) for enemy in ("e1", "e2")]
    assert ends[0][0] > 10200, "away from e1, to the east"
    assert ends[1][1] > 10200, "away from e2, to the north"
    assert pose(play(tied, f"u1 {order}", *dice)) in ends
    assert sum(allowed(ready(units), f"u1 {order} {enemy}") for enemy in ("e1", "e2")) == 1


@pytest.mark.rule("adlg.zone.most_threatening")
@pytest.mark.rule("adlg.zone.evade")
def test_who_evades_from_equally_threatening_enemies_names_the_one_from_whom_he_turns() -> None:
    units: list[Placed] = [("u1", "javelinmen", N), *BOTH_SIDES[1:]]
    tied = ready(units, threat_tie="owner_chooses")
    found = {}
    for word in ("u1 evade", "u1 evade e1", "u1 evade e2"):
        refusal = tied.check(word)
        found[word] = refusal.code if refusal is not None else pose(play(tied, word, "3"))
    assert found["u1 evade"] == found["u1 evade e1"]
    assert why(ready(units), "u1 evade e2") == ("deed.not_threat", "adlg.zone.most_threatening")


@pytest.mark.rule("adlg.zone.most_threatening")
def test_the_enemy_from_whom_a_unit_evades_is_kept_until_its_die_has_fallen() -> None:
    units: list[Placed] = [
        ("u1", "light_infantry", N),
        ("e1", "light_infantry", (9500, 10600, 18000)),
        ("e2", "light_infantry", (10500, 10600, 18000)),
    ]
    tied = ready(units, threat_tie="owner_chooses")
    running = play(tied, "u1 evade e2")
    assert " from=e2 " in running.text()
    assert isinstance(running.state.now, OwnEvadeDie)
    assert running.state.now.threat == "e2"
    assert "from=" not in play(running, "3").text()


@pytest.mark.rule("adlg.zone.most_threatening")
def test_both_of_two_equally_threatening_enemies_are_told_and_shown_where_the_owner_decides() -> None:
    units: list[Placed] = [
        ("u1", SWORDS, N),
        ("e1", SWORDS, (9500, 10600, 18000)),
        ("e2", SWORDS, (10500, 10600, 18000)),
    ]
    for reading, enemies in {"offset_then_id": ["e1"], "owner_chooses": ["e1", "e2"]}.items():
        state = ready(units, threat_tie=reading).state
        shown = [each["enemy"] for each in overlays(state) if each["kind"] == "threat" and each["unit"] == "u1"]
        assert shown == enemies


@pytest.mark.rule("adlg.zone.most_threatening")
@pytest.mark.rule("adlg.artillery.pivot")
def test_a_gun_between_equally_threatening_enemies_may_turn_to_either_where_the_owner_decides() -> None:
    units: list[Placed] = [
        ("u1", "light_artillery", N, {"weapon": "artillery"}),
        ("e1", SWORDS, (9400, 10600, 15000)),
        ("e2", SWORDS, (10600, 10600, 21000)),
    ]
    turns = ("u1 pivot left 20", "u1 pivot right 20")
    assert sorted(allowed(ready(units), turn) for turn in turns) == [False, True]
    assert all(allowed(ready(units, threat_tie="owner_chooses"), turn) for turn in turns)


@pytest.mark.rule("adlg.zone.most_threatening")
@pytest.mark.rule("adlg.zone.ride_out")
def test_riders_ride_out_from_the_slower_of_two_equally_threatening_enemies_where_the_owner_decides() -> None:
    units: list[Placed] = [
        ("u1", "medium_cavalry", N, {"abilities": ("impact",)}),
        ("e1", "medium_cavalry", (9500, 8650, 0)),
        ("e2", SWORDS, (10500, 8650, 0)),
    ]
    assert why(ready(units), "u1 ride 2") == ("deed.not_slower", "adlg.zone.ride_out")
    found = ready(units, threat_tie="owner_chooses").check("u1 ride 2")
    assert found is None or found.code != "deed.not_slower"
