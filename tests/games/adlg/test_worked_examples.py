"""Combats worked out by hand: totals of both sides and the result with given dice, and the tables of chances."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.games.adlg.fights import Unit, later, odds, shoot, simple, unit
from tests.games.adlg.thrown import reckoned
from triarii.core.contract import Refusal
from triarii.games.adlg.combat import resolution, shooting
from triarii.games.adlg.combat.combatants import Shot
from triarii.games.adlg.data import readings
from triarii.games.adlg.questions import form

PROFILES = ("sheet", "common")
LATER = {"round": 2, "charger": "none"}


class Fought(NamedTuple):
    """A round with given dice."""

    totals: tuple[int, int]
    winner: str | None
    margin: int
    losses: tuple[int, int]
    steps: tuple[str, ...]


def fought(dice: tuple[int, int], a: Unit, b: Unit, profile: str = "sheet", **top: Any) -> Fought:
    """The round of `a` and `b` with these dice."""
    fight = reckoned(a, b, profile, **top)
    outcome = resolution.resolve(fight, dice)
    totals, losses = ((of["a"], of["b"]) for of in (fight.totals, outcome.losses))
    return Fought(totals, outcome.winner, outcome.margin, losses, tuple(step.rule for step in outcome.steps))


def struck(
    dice: tuple[int, int], weapon: str, a: Unit, b: Unit, profile: str = "sheet", **top: Any
) -> tuple[tuple[int, int], bool]:
    """The totals of a shot, and whether it hits with these dice."""
    asked = form.read({"a": unit(a), "b": unit(b), "weapon": weapon, **top}, "shooting")
    assert not isinstance(asked, Refusal), asked
    assert isinstance(asked.situation, Shot)
    chosen = readings.of_profile(profile)
    shot = shooting.shot_odds(asked.situation, chosen)
    return (shot.totals["a"], shot.totals["b"]), shooting.hits(shot, dice, chosen)


# Melee

CHARGED_SPEARS = unit("medium_spearmen", cohesion=2, height=True, commander=True)
MELEES = [
    pytest.param(
        unit("heavy_swordsmen", "impact"),
        unit("heavy_swordsmen", "impetuous"),
        {},
        *((2, 1), (3, 5), "b", (2, 0)),
        id="M1 impact against impetuous swordsmen, who have a furious charge",
    ),
    pytest.param(
        unit("heavy_swordsmen", "impact", "armour", cohesion=2),
        unit("heavy_swordsmen", "impetuous"),
        LATER,
        *((0, 1), (4, 4), None, (0, 0)),
        id="M2 armour makes nothing of a defeat by 1",
    ),
    pytest.param(
        *(unit("heavy_knights", "impact"), "pikemen", {}),
        *((1, 3), (6, 2), "a", (0, 2)),
        id="M3a knights beat pikes by 2, and their furious charge counts",
    ),
    pytest.param(
        *(unit("heavy_knights", "impact"), "pikemen", {}),
        *((1, 3), (2, 5), "b", (2, 0)),
        id="M3b heavy armour makes a defeat by 5 one by 4",
    ),
    pytest.param(
        *("elephant", "heavy_cavalry", {}),
        *((3, 0), (3, 4), "a", (0, 1)),
        id="M4 armour does not help against elephants",
    ),
    pytest.param(
        unit("heavy_spearmen", cohesion=3),
        unit("heavy_swordsmen", supports=[{"type": "medium_cavalry", "kind": "melee"}]),
        LATER,
        *((-1, 3), (3, 3), "b", (2, 0)),
        id="M5 spears held in front, cavalry in their flank",
    ),
    pytest.param(
        *("medium_cavalry", "medium_swordsmen", {}),
        *((2, 1), (2, 4), "b", (1, 0)),
        id="M6 cavalry charges medium swordsmen",
    ),
    pytest.param(
        *("elephant", "javelinmen", {}),
        *((1, 2), (4, 4), "b", (1, 0)),
        id="M7 an elephant has neither impact nor furious charge against javelinmen",
    ),
    pytest.param(
        *(unit("heavy_knights", "impetuous"), unit("bowmen", stakes=True), {}),
        *((0, 1), (5, 3), "a", (0, 1)),
        id="M8 knights against longbows behind stakes",
    ),
    pytest.param(
        *("foot_knights", "heavy_spearmen", LATER),
        *((1, 1), (4, 4), "a", (0, 1)),
        id="M9a a two-handed weapon wins a tie against spears",
    ),
    pytest.param(
        *("foot_knights", "heavy_spearmen", LATER),
        *((1, 1), (3, 5), "b", (1, 0)),
        id="M9b heavy armour makes a defeat by 2 one by 1",
    ),
    pytest.param(
        unit("light_infantry", terrain="wood"),
        unit("medium_cavalry", terrain="wood"),
        {"charger": "b"},
        *((0, -2), (2, 5), "b", (1, 0)),
        id="M10 light infantry in a wood is not destroyed",
    ),
    pytest.param(
        "scythed_chariot",
        unit("heavy_swordsmen", supports=simple("levy", "levy")),
        {},
        *((0, 0), (4, 3), "a", (0, 2)),
        id="M11 a scythed chariot against supported swordsmen",
    ),
    pytest.param(
        *(CHARGED_SPEARS, unit("light_cavalry", "javelin"), {"charger": "b"}),
        *((3, 1), (1, 6), "b", (2, 0)),
        id="M12 disordered spears uphill with their commander",
    ),
    pytest.param(
        unit("heavy_swordsmen", quality="elite"),
        unit("heavy_swordsmen", quality="mediocre"),
        LATER,
        *((1, 1), (2, 4), None, (0, 0)),
        id="M13 an elite 2 is as good as a mediocre 4",
    ),
]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("a", "b", "top", "totals", "dice", "winner", "losses"), MELEES)
@pytest.mark.rule("adlg.melee.dice")
def test_a_melee_worked_out_by_hand(
    a: Unit,
    b: Unit,
    top: dict[str, Any],
    totals: tuple[int, int],
    dice: tuple[int, int],
    winner: str | None,
    losses: tuple[int, int],
    profile: str,
) -> None:
    result = fought(dice, a, b, profile, **top)
    assert (result.totals, result.losses) == (totals, losses)
    assert result.winner == winner


@pytest.mark.rule("adlg.melee.losses")
@pytest.mark.parametrize("profile", PROFILES)
def test_a_scythed_chariot_that_loses_is_gone_and_two_lost_points_rout_the_disordered_spears(profile: str) -> None:
    result = fought((1, 2), "scythed_chariot", "heavy_swordsmen", profile)
    assert result.losses == (1, 0)  # of its single point
    answer = odds(CHARGED_SPEARS, unit("light_cavalry", "javelin"), profile=profile, charger="b")
    # By 3 with the dice 1 and 6 only, and by nothing more.
    assert answer["chance"]["a_routs"] == "1/36"


# Shooting

THREE_BOWMEN = unit("bowmen", supports=simple("bowmen", "bowmen"))
HORSE_ARCHERS = unit("light_cavalry", quality="elite", supports=simple("light_cavalry", "light_cavalry"))
SHOTS = [
    ("S1", "both", "bow", THREE_BOWMEN, "heavy_cavalry", (3, 1), (2, 4), False),
    ("S1", "both", "bow", THREE_BOWMEN, "heavy_cavalry", (3, 1), (3, 4), True),
    ("S2", "common", "bow", HORSE_ARCHERS, "heavy_spearmen", (0, 1), (3, 3), False),
    ("S2", "common", "bow", HORSE_ARCHERS, "heavy_spearmen", (0, 1), (5, 3), True),
    ("S2", "sheet", "bow", HORSE_ARCHERS, "heavy_spearmen", (1, 1), (3, 3), True),
    ("S3", "both", "crossbow", "crossbowmen", "heavy_knights", (1, 1), (4, 3), True),
    ("S4", "both", "longbow", "bowmen", unit("foot_knights", quality="elite"), (0, 2), (6, 1), True),
    ("S5", "both", "artillery", "heavy_artillery", "elephant", (1, 0), (3, 3), True),
]


@pytest.mark.rule("adlg.shooting.dice")
@pytest.mark.parametrize(
    ("profile", "weapon", "a", "b", "totals", "dice", "hit"),
    [
        pytest.param(profile, *row, id=f"{name} {row[-2]} {profile}")
        for name, profiles, *row in SHOTS
        for profile in PROFILES
        if profiles in ("both", profile)
    ],
)
def test_a_shot_worked_out_by_hand(
    profile: str, weapon: str, a: Unit, b: Unit, totals: tuple[int, int], dice: tuple[int, int], hit: bool
) -> None:
    top = {"range": 7} if weapon == "artillery" else {}
    assert struck(dice, weapon, a, b, profile, **top) == (totals, hit)


LIGHT_BOW = unit("light_cavalry", supports=simple("light_infantry", "light_infantry"))
HIT_CHANCES = [
    ("a bow at foot with protection 1", "both", "bow", "bowmen", "levy", 10),
    ("a bow at mounted without protection", "both", "bow", "bowmen", "medium_cavalry", 21),
    (
        "a supported bow at armoured mounted",
        "both",
        "bow",
        unit("bowmen", supports=simple("levy")),
        "heavy_cavalry",
        21,
    ),
    ("light horse at foot", "common", "bow", "light_cavalry", "levy", 6),
    ("light infantry at foot", "common", "bow", "light_infantry", "levy", 6),
    ("supported light horse at foot", "common", "bow", LIGHT_BOW, "levy", 10),
    ("light horse at foot", "sheet", "bow", "light_cavalry", "levy", 10),
    ("light infantry at foot", "sheet", "bow", "light_infantry", "levy", 10),
    ("supported light horse at foot", "sheet", "bow", LIGHT_BOW, "levy", 15),
    ("a bow at light infantry", "sheet", "bow", "bowmen", "light_infantry", 6),
    ("a bow at light horse", "sheet", "bow", "bowmen", "light_cavalry", 10),
    ("a crossbow at heavy knights", "both", "crossbow", "crossbowmen", "heavy_knights", 15),
    ("elite longbows at heavy knights", "both", "longbow", unit("bowmen", quality="elite"), "heavy_knights", 18),
    ("longbows at foot knights", "both", "longbow", "bowmen", "foot_knights", 6),
    ("longbows at elite foot knights", "both", "longbow", "bowmen", unit("foot_knights", quality="elite"), 3),
    ("heavy artillery at an elephant", "both", "artillery", "heavy_artillery", "elephant", 21),
    ("mediocre bows at foot", "both", "bow", unit("bowmen", quality="mediocre"), "levy", 7),
    ("a bow at a pavise", "both", "bow", "bowmen", unit("medium_swordsmen", "pavise"), 6),
    ("a bow at foot in cover", "both", "bow", "bowmen", unit("levy", cover=True), 6),
]


@pytest.mark.rule("adlg.shooting.dice")
@pytest.mark.parametrize(
    ("profile", "weapon", "a", "b", "hits"),
    [
        pytest.param(profile, *row, id=f"{name}, {profile}")
        for name, profiles, *row in HIT_CHANCES
        for profile in PROFILES
        if profiles in ("both", profile)
    ],
)
def test_so_many_of_the_36_pairs_of_dice_hit(profile: str, weapon: str, a: Unit, b: Unit, hits: int) -> None:
    answer = shoot(weapon, a, b, profile=profile)
    assert answer["counts"] == {"hit": hits, "miss": 36 - hits}


# The table of melee: by qualities and difference, how many of 36 pairs win by a rout, by 3, 2, 1 points, tie, and so on

COLUMNS = ("win_rout", "win_3", "win_2", "win_1", "tie", "lose_1", "lose_2", "lose_3", "lose_rout")
OUTCOMES = """
ordinary ordinary -1   0  0  3  7 5 11 7 3 0
ordinary ordinary  0   0  1  5  9 6  9 5 1 0
ordinary ordinary  1   0  3  7 11 5  7 3 0 0
ordinary ordinary  2   1  5  9 11 4  5 1 0 0
ordinary ordinary  3   3  7 11  9 3  3 0 0 0
ordinary ordinary  4   6  9 11  7 2  1 0 0 0
ordinary ordinary  5  10 11  9  5 1  0 0 0 0
elite    ordinary -1   0  0  3  9 6 11 6 1 0
elite    ordinary  0   0  1  6 11 6  9 3 0 0
elite    ordinary  1   0  3  9 12 5  6 1 0 0
elite    ordinary  2   1  6 11 11 4  3 0 0 0
elite    ordinary  3   3  9 12  9 2  1 0 0 0
elite    ordinary  4   7 11 11  6 1  0 0 0 0
elite    ordinary  5  12 12  9  3 0  0 0 0 0
elite    mediocre -1   0  0  3 11 8 11 3 0 0
elite    mediocre  0   0  1  7 14 6  7 1 0 0
elite    mediocre  1   0  3 11 14 5  3 0 0 0
elite    mediocre  2   1  7 14 11 2  1 0 0 0
elite    mediocre  3   3 11 14  7 1  0 0 0 0
elite    mediocre  4   8 14 11  3 0  0 0 0 0
elite    mediocre  5  14 14  7  1 0  0 0 0 0
"""


def ahead_by(lead: int, quality: str) -> dict[str, Any]:
    """Heavy swordsmen who are ahead of their like by so much: height, a commander and supports give 1 each."""
    return unit(
        "heavy_swordsmen",
        quality=quality,
        height=lead >= 1,
        commander=lead >= 2,
        supports=simple(*["levy"] * max(0, lead - 2)),
    )


@pytest.mark.rule("adlg.melee.losses")
@pytest.mark.parametrize("row", OUTCOMES.strip().splitlines())
def test_so_many_of_the_36_pairs_of_dice_win_tie_and_lose(row: str) -> None:
    mine, yours, lead, *counts = row.split()
    answer = later(ahead_by(int(lead), mine), ahead_by(-int(lead), yours))
    assert answer["totals"]["a"] - answer["totals"]["b"] == int(lead)
    assert answer["counts"] == dict(zip(COLUMNS, map(int, counts), strict=True))
    turned = later(ahead_by(-int(lead), yours), ahead_by(int(lead), mine))
    assert turned["counts"] == dict(zip(COLUMNS, map(int, reversed(counts)), strict=True))
