"""How far a charge goes: who lies in its way, the charge die, how far it follows evaders, who goes on, and aligning."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import (
    N,
    cohesion,
    fighting,
    meeting,
    play,
    pose,
    ready,
    refused,
    stage,
    table,
)
from tests.games.adlg.table.tables import Placed
from triarii.core.contract import Refusal
from triarii.core.texts import Message
from triarii.games.adlg.battle import sequence
from triarii.games.adlg.battle.charge.charging import Onset
from triarii.games.adlg.battle.charge.pressing import wheels_after
from triarii.games.adlg.battle.stages import Pressing
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position
from triarii.games.adlg.telling.facts import facts_of
from triarii.games.adlg.telling.words import sentences

SPEARS, SWORDS, HORSE, LIGHT_HORSE = "heavy_spearmen", "medium_swordsmen", "medium_cavalry", "light_cavalry"
AHEAD: Pose = (10000, 12000, 18000)


def followed(charger: str, die: int, *more: Placed, start: Pose = AHEAD, **options: Any) -> Position:
    """A charge on light horse that has run far away, with its die; now it is to choose how far it follows."""
    abilities = options.pop("abilities", ())
    units: list[Placed] = [("u1", charger, start, {"abilities": abilities}), ("e1", LIGHT_HORSE, N), *more]
    return play(ready(units, **options), "u1 charge e1", "e1 evade", "6", "e1 stay", str(die))


def limits(position: Position) -> tuple[object, object]:
    """Between which distances a charger may choose."""
    assert position.state.stage.value == "press"
    code, rule, numbers = refused(position, "u1 press 9")
    assert (code, rule) == ("order.pressed", "adlg.charge.advance")
    return numbers["least"], numbers["most"]


# Targets


@pytest.mark.rule("adlg.charge.straight")
def test_targets_are_all_in_the_way_whom_nobody_nearer_hides() -> None:
    """Three of four show between each other; all of these answer, the nearest first."""
    units: list[Placed] = [
        ("u1", HORSE, (10000, 14000, 18000)),
        ("e1", LIGHT_HORSE, (10700, 12000, 0)),
        ("e2", LIGHT_HORSE, (9150, 11500, 0)),
        ("e3", LIGHT_HORSE, (9650, 10400, 0)),
        ("e4", LIGHT_HORSE, (10750, 10100, 0)),
    ]
    position = play(ready(units), "u1 charge e3")
    assert position.state.onset is not None
    assert position.state.onset.targets == ("e1", "e2", "e3")
    assert stage(position) == ("answer", "e1")
    assert fighting(play(position, "e1 stand", "e3 stand")) == [("u1", "e1", "front")]
    assert refused(ready(units), "u1 charge e4") == (
        "charge.stopped",
        "adlg.charge.stops",
        {"unit": "u1", "target": "e4", "way": 3900, "free": 2000},
    )


@pytest.mark.rule("adlg.charge.straight")
def test_who_stands_behind_an_evader_is_a_target_in_turn_and_the_die_is_not_thrown_again() -> None:
    """The first is more than 1 UD before the second, so that it slides past him."""
    units: list[Placed] = [
        ("u1", HORSE, AHEAD),
        ("e1", LIGHT_HORSE, (10000, 10500, 0)),
        ("e2", "javelinmen", (10300, 8700, 0)),
    ]
    position = play(ready(units), "u1 charge e1", "e1 evade", "6", "e1 stay", "3", "u1 press 4")
    assert stage(position) == ("answer", "e2")
    stood = play(position, "e2 stand")
    assert fighting(stood) == [("u1", "e2", "front")]
    fled = play(position, "e2 evade", "6")
    assert stage(fled) == ("orders", "")
    assert pose(fled) == (10000, 8000, 18000)


@pytest.mark.rule("adlg.charge.die")
def test_no_die_is_thrown_if_one_of_the_targets_stands() -> None:
    units: list[Placed] = [
        ("u1", HORSE, (10500, 12000, 18000)),
        ("e1", LIGHT_HORSE, N),
        ("e2", LIGHT_HORSE, (11000, 9900, 0)),
    ]
    position = play(ready(units), "u1 charge e1", "e1 evade", "3", "e1 stay", "e2 stand")
    assert fighting(position) == [("u1", "e2", "front")]
    assert stage(position) == ("orders", "")
    both = play(ready(units), "u1 charge e1", "e1 evade", "3", "e1 stay", "e2 evade", "3", "e2 stay")
    assert stage(both)[0] == "pace"


# The die


@pytest.mark.rule("adlg.charge.die")
@pytest.mark.parametrize(
    ("die", "reach"),
    [
        pytest.param(1, 3000, marks=pytest.mark.statement("AG-368")),
        pytest.param(2, 3000, marks=pytest.mark.statement("AG-368")),
        pytest.param(3, 4000, marks=pytest.mark.statement("AG-369")),
        pytest.param(4, 4000, marks=pytest.mark.statement("AG-369")),
        pytest.param(5, 5000, marks=pytest.mark.statement("AG-370")),
        pytest.param(6, 5000, marks=pytest.mark.statement("AG-370")),
    ],
)
def test_where_all_targets_evade_the_charge_die_takes_1_ud_or_nothing_or_adds_1_ud(die: int, reach: int) -> None:
    position = followed(HORSE, die)
    assert limits(position) == (2000, reach)
    assert pose(play(position, f"u1 press {reach // 1000}")) == (10000, 12000 - reach, 18000)


@pytest.mark.statement("AG-368")
@pytest.mark.rule("adlg.charge.die")
@pytest.mark.parametrize(("troop", "literal", "common"), [(SPEARS, 1000, 2000), (SWORDS, 2000, 2000)])
def test_a_low_die_shortens_heavy_foot_too_but_not_by_the_common_reading(troop: str, literal: int, common: int) -> None:
    assert limits(followed(troop, 2)) == (1000, literal)
    assert limits(followed(troop, 2, charge_die_shortens_heavy_foot=False)) == (1000, common)
    assert limits(followed(troop, 6, charge_die_shortens_heavy_foot=False))[1] == (3000 if troop == SPEARS else 4000)


@pytest.mark.rule("adlg.charge.die")
def test_the_die_changes_what_a_wheel_at_the_beginning_has_left() -> None:
    units: list[Placed] = [("u1", HORSE, (9000, 12500, 18000)), ("e1", LIGHT_HORSE, N)]
    order = "u1 wheel left 30 charge e1"
    position = play(ready(units), order, "e1 evade", "6", "e1 stay", "6")
    assert limits(position) == (2000, 4500)


# How far it follows


@pytest.mark.rule("adlg.charge.advance")
@pytest.mark.parametrize(
    ("troop", "least"),
    [
        pytest.param(SWORDS, 1000, marks=pytest.mark.statement("AG-371")),
        pytest.param(SPEARS, 1000, marks=pytest.mark.statement("AG-371")),
        pytest.param(HORSE, 2000, marks=pytest.mark.statement("AG-372")),
        pytest.param("elephant", 2000, marks=pytest.mark.statement("AG-372")),
    ],
)
def test_foot_advances_at_least_1_ud_and_mounted_troops_2_ud(troop: str, least: int) -> None:
    position = followed(troop, 5)
    assert limits(position)[0] == least
    assert refused(position, f"u1 press {(least - 1) / 1000}")[0] == "order.pressed"
    assert pose(play(position, f"u1 press {least // 1000}")) == (10000, 12000 - least, 18000)


@pytest.mark.rule("adlg.charge.advance")
def test_what_stops_a_charge_shortens_its_least_advance_too() -> None:
    """A friend stands 1.85 UD ahead, behind the place of the enemy."""
    position = followed(HORSE, 5, ("u2", SPEARS, (10000, 7500, 18000)), start=(10000, 10100, 18000))
    assert limits(position) == (1850, 1850)


@pytest.mark.statement("AG-373")
@pytest.mark.rule("adlg.charge.advance")
@pytest.mark.parametrize(("die", "reach"), [(1, 2000), (4, 3000), (6, 4000)])
def test_impetuous_troops_follow_as_far_as_they_can(die: int, reach: int) -> None:
    position = followed("heavy_knights", die, abilities=("impetuous",))
    assert limits(position) == (reach, reach)  # all that they choose is whether they align anew
    assert pose(play(position, f"u1 press {reach // 1000}")) == (10000, 12000 - reach, 18000)
    at_once = followed("heavy_knights", die, abilities=("impetuous",), charge_realign=False)
    assert stage(at_once) == ("orders", "")
    assert pose(at_once) == (10000, 12000 - reach, 18000)


# Aligning anew


def turned(position: Position, angle: int) -> Position:
    assert isinstance(position.state.now, Pressing)
    found = sequence.realigned(position.state, position.state.now, angle)
    assert not isinstance(found, Refusal), found
    return Position(found[0])


@pytest.mark.statement("AG-367")
@pytest.mark.rule("adlg.charge.realign")
def test_a_charge_whose_targets_all_evaded_may_wheel_once_more_and_pays_for_it() -> None:
    position = followed(LIGHT_HORSE, 6)
    assert limits(position) == (2000, 6000)
    wheeled = turned(position, -300)
    assert limits(wheeled) == (2000, 5950)
    assert pose(wheeled) == (10001, 11974, 17700)
    assert limits(turned(position, 9000)) == (2000, 4500)


@pytest.mark.statement("AG-367")
@pytest.mark.rule("adlg.charge.realign")
def test_a_wheel_after_evaders_may_bring_a_charge_into_contact() -> None:
    """The evader looked west, so that its half turn takes it to the east; straight on the charge misses it."""
    units: list[Placed] = [("u1", LIGHT_HORSE, (10000, 11000, 18000)), ("e1", LIGHT_HORSE, (10450, 10000, 27000))]
    position = play(ready(units), "u1 charge e1", "e1 evade", "1", "e1 stay", "6")
    assert pose(position, "e1") == (15200, 10000, 9000)
    assert fighting(play(position, "u1 press 6")) == []
    assert isinstance(position.state.onset, Onset)
    assert wheels_after(table(position), position.state.onset) == [-7000]  # with less it passes by
    wheeled = turned(position, -9000)
    assert limits(wheeled) == (2000, 3950)
    caught = play(wheeled, "u1 press 3.95")
    assert fighting(caught) == [("u1", "e1", "rear")]
    assert pose(caught) == (14450, 10000, 9000)


@pytest.mark.rule("adlg.charge.realign")
def test_nobody_aligns_anew_by_the_common_reading_or_while_an_enemy_awaits_him() -> None:
    position = followed(HORSE, 4, charge_realign=False)
    assert isinstance(position.state.now, Pressing)
    found = sequence.realigned(position.state, position.state.now, 1000)
    assert isinstance(found, Refusal)
    assert (found.code, found.rule) == ("charge.realign", "adlg.charge.realign")
    line: list[Placed] = [("u1", HORSE, AHEAD), ("u2", HORSE, (11000, 12000, 18000)), ("e1", SPEARS, N)]
    awaited = play(ready(line), "u1+u2 charge e1")
    assert isinstance(awaited.state.now, Pressing)
    found = sequence.realigned(awaited.state, awaited.state.now, 1000)
    assert isinstance(found, Refusal)
    assert (found.code, found.rule) == ("charge.beginning", "adlg.charge.straight")


@pytest.mark.rule("adlg.charge.realign")
def test_the_wheel_may_not_cost_more_than_is_left() -> None:
    state = followed(SPEARS, 1).state
    assert isinstance(state.now, Pressing)
    found = sequence.realigned(state, state.now, 9000)
    assert isinstance(found, Refusal)
    assert (found.code, found.rule, dict(found.params)) == (
        "charge.too_far",
        "adlg.charge.realign",
        {"unit": "u1", "cost": 1500, "limit": 1000},
    )


# Contact, and who goes on without


@pytest.mark.statement("AG-374")
@pytest.mark.rule("adlg.charge.conform")
def test_chargers_in_contact_conform() -> None:
    for start in ((10400, 12000, 18000), (9500, 12000, 17500), (10990, 12000, 18000)):
        after = play(ready([("u1", HORSE, start), ("e1", SPEARS, N)]), "u1 charge e1")
        assert pose(after) == (10000, 10000, 18000)
        assert meeting(after, "u1", "e1").conformed


def pair(second: str = SPEARS, **more: Any) -> Position:
    """Two in a line charge; only the first has an enemy before it."""
    units: list[Placed] = [
        ("u1", SPEARS, (10000, 11500, 18000)),
        ("u2", second, (11000, 11500, 18000), more),
        ("e1", SPEARS, N),
    ]
    return play(ready(units), "u1+u2 charge e1")


@pytest.mark.statement("AG-375")
@pytest.mark.rule("adlg.charge.go_on")
@pytest.mark.parametrize(("distance", "end"), [("1.5", 10000), ("1.7", 9800), ("2", 9500)])
def test_chargers_who_meet_nobody_keep_level_or_go_on_to_their_full_allowance(distance: str, end: int) -> None:
    position = pair()
    assert stage(position) == ("press", "u1")
    for wrong in ("1.499", "2.001"):
        assert refused(position, f"u1+u2 press {wrong}")[2] == {"least": 1500, "most": 2000}
    after = play(position, f"u1+u2 press {distance}")
    assert fighting(after) == [("u1", "e1", "front")]
    assert pose(after, "u2") == (11000, end, 18000)


def test_the_question_how_far_to_go_on_names_only_those_who_met_nobody() -> None:
    command = facts_of(pair().state)["command"]
    assert isinstance(command, dict)
    assert (command["who"], command["together"]) == ("u2", [])
    assert Message("say.now.press", {"seat": "first", "who": "u2"}) in sentences(pair().state)


@pytest.mark.statement("AG-376")
@pytest.mark.rule("adlg.charge.go_on")
def test_impetuous_chargers_who_meet_nobody_always_go_on() -> None:
    after = pair("heavy_swordsmen", abilities=("impetuous",))
    assert stage(after) == ("orders", "")
    assert pose(after, "u2") == (11000, 9500, 18000)


@pytest.mark.rule("adlg.charge.go_on")
def test_the_second_rank_follows_the_first() -> None:
    units: list[Placed] = [
        ("u1", SPEARS, (10300, 11500, 18000)),
        ("u2", SPEARS, (10300, 12250, 18000)),
        ("e1", SPEARS, N),
    ]
    after = play(ready(units), "u1+u2 charge e1")
    assert [pose(after, "u1"), pose(after, "u2")] == [(10000, 10000, 18000), (10000, 10750, 18000)]
    assert cohesion(after, "u2") == 4


@pytest.mark.rule("adlg.charge.go_on")
def test_light_infantry_stops_short_of_whom_it_may_not_attack_and_supports_its_friends() -> None:
    units: list[Placed] = [
        ("u1", SWORDS, (10000, 11500, 18000)),
        ("u2", "light_infantry", (11000, 11500, 18000)),
        ("e1", SPEARS, (10000, 10000, 0)),
        ("e2", SPEARS, (11000, 10000, 0)),
    ]
    after = play(ready(units), "u1+u2 charge e1")
    assert fighting(after) == [("u1", "e1", "front")]
    assert not table(after).fights("u2")
    assert pose(after, "u2") == (11000, 10010, 18000)
    one = play(ready([*units[:3], ("e2", SPEARS, (13000, 10000, 0))]), "u1+u2 charge e1", "u1+u2 press 1.5")
    assert pose(one, "u2") == (11000, 10000, 18000)
