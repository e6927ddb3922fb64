"""Quality: what each face of the die counts for elite and mediocre units, in melee and in shooting."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import Unit, later, shoot, simple, unit
from tests.games.adlg.test_worked_examples import PROFILES, fought, struck

FACES = range(1, 7)


def in_melee(quality: str, die: int, profile: str = "sheet", **state: bool) -> int:
    """What a die of this quality counts, by the margin over an ordinary 1 of the same total."""
    result = fought(
        (die, 1), unit("heavy_swordsmen", quality=quality, **state), unit("heavy_swordsmen", **state), profile
    )
    assert result.winner != "b"
    return 1 + result.margin


def as_shooter(quality: str, die: int, profile: str = "sheet", supports: int = 0) -> int:
    """What a shooter's die counts: 1 more than the faces of an equal target that it beats."""
    shooter = unit("bowmen", quality=quality, supports=simple(*["bowmen"] * supports))
    target = unit(["bowmen", "levy", "war_wagon", "foot_knights"][supports])  # protection 0, 1, 2, 3
    return 1 + sum(struck((die, face), "bow", shooter, target, profile)[1] for face in FACES)


def as_target(quality: str, die: int, profile: str = "sheet") -> int:
    """What a target's die counts: the faces of an equal shooter that do not beat it."""
    target = unit("bowmen", quality=quality)
    return sum(not struck((face, die), "bow", "bowmen", target, profile)[1] for face in FACES)


@pytest.mark.rule("adlg.quality.elite")
@pytest.mark.parametrize(
    ("die", "counts"),
    [
        pytest.param(1, 2, marks=pytest.mark.statement("AG-597")),
        pytest.param(2, 3, marks=pytest.mark.statement("AG-597")),
        pytest.param(3, 4, marks=pytest.mark.statement("AG-597")),
        pytest.param(4, 4, marks=pytest.mark.statement("AG-598")),
        pytest.param(5, 5, marks=pytest.mark.statement("AG-598")),
        pytest.param(6, 6, marks=pytest.mark.statement("AG-598")),
    ],
)
@pytest.mark.parametrize("profile", PROFILES)
def test_an_elite_unit_adds_one_to_a_1_2_or_3_and_nothing_to_a_4_5_or_6(die: int, counts: int, profile: str) -> None:
    assert in_melee("elite", die, profile) == counts
    assert as_shooter("elite", die, profile) == counts
    assert as_target("elite", die, profile) == counts


@pytest.mark.rule("adlg.quality.mediocre")
@pytest.mark.parametrize(
    ("die", "counts"),
    [
        pytest.param(1, 1, marks=pytest.mark.statement("AG-600")),
        pytest.param(2, 2, marks=pytest.mark.statement("AG-600")),
        pytest.param(3, 3, marks=pytest.mark.statement("AG-600")),
        pytest.param(4, 3, marks=pytest.mark.statement("AG-599")),
        pytest.param(5, 4, marks=pytest.mark.statement("AG-599")),
        pytest.param(6, 5, marks=pytest.mark.statement("AG-599")),
    ],
)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_mediocre_unit_takes_one_off_a_4_5_or_6_and_nothing_off_a_1_2_or_3(
    die: int, counts: int, profile: str
) -> None:
    assert in_melee("mediocre", die, profile) == counts
    assert as_shooter("mediocre", die, profile) == counts
    assert as_target("mediocre", die, profile) == counts


@pytest.mark.rule("adlg.quality.when")
@pytest.mark.parametrize("die", FACES)
def test_the_die_of_an_ordinary_unit_counts_as_it_falls(die: int) -> None:
    assert in_melee("ordinary", die) == as_shooter("ordinary", die) == as_target("ordinary", die) == die


@pytest.mark.rule("adlg.quality.when")
@pytest.mark.statement("AG-595")
@pytest.mark.parametrize(
    ("shooter", "target", "hits"),
    [
        ("ordinary", "ordinary", 15),
        ("elite", "ordinary", 18),
        ("mediocre", "ordinary", 12),
        ("ordinary", "elite", 12),
        ("ordinary", "mediocre", 18),
        ("elite", "mediocre", 22),
    ],
)
def test_quality_counts_in_shooting_for_shooter_and_target_and_in_melee(shooter: str, target: str, hits: int) -> None:
    def bowmen(quality: str) -> Unit:
        return unit("bowmen", quality=quality)

    assert shoot("bow", bowmen(shooter), bowmen(target))["counts"]["hit"] == hits
    wins = later(bowmen(shooter), bowmen(target))["counts"]
    assert sum(count for name, count in wins.items() if name.startswith("win")) == hits


@pytest.mark.rule("adlg.quality.when")
@pytest.mark.statement("AG-596")
@pytest.mark.parametrize("quality", ["elite", "mediocre"])
def test_quality_looks_at_the_bare_die_before_any_other_modifier(quality: str) -> None:
    # Bonuses shared by both sides lift every total and change nothing about what a face counts.
    for die in FACES:
        assert in_melee(quality, die, height=True, commander=True) == in_melee(quality, die)
        assert as_shooter(quality, die, supports=3) == as_shooter(quality, die)


@pytest.mark.rule("adlg.quality.when")
def test_the_quality_of_a_supporter_is_not_even_asked_for_only_that_of_the_main_unit_counts() -> None:
    elite = unit("bowmen", quality="elite", supports=simple("levy"))
    assert shoot("bow", elite, "levy")["counts"]["hit"] == 18
    assert shoot("bow", unit("bowmen", supports=simple("levy")), "levy")["counts"]["hit"] == 15
