"""A second reading of the rules, written from the texts alone, agrees with the engine on random combats."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.adlg import oracle
from tests.games.adlg.fights import odds
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES
from triarii.games.adlg.data.readings import OPTIONS, PROFILES
from triarii.games.adlg.data.troops import TROOPS

COMPARED = {
    "melee": ("totals", "destroyed", "counts", "joint", "loss", "chance", "furious_charge"),
    "shooting": ("totals", "counts", "loss", "chance"),
    "fight": ("a_wins", "b_wins", "rounds"),
}
FLAGS = (
    *("height", "commander", "uncontrolled", "fortified", "stakes", "obstacle"),
    *("friendly_beast", "enemy_beast", "flanked", "flanked_lightly", "long_side"),
)


def random_unit(dice: Random, kind: str) -> dict[str, Any]:
    troop = dice.choice(list(TROOPS.values()))
    unit: dict[str, Any] = {"type": troop.id}
    if dice.random() < 0.4:
        unit["quality"] = dice.choice(list(QUALITIES))
    if dice.random() < 0.6:
        known = [name for name in ABILITIES if name != "battle_ready" or troop.id == "war_wagon"]
        unit["abilities"] = dice.sample(known, dice.choice((1, 1, 2, 3)))
    if dice.random() < 0.4:
        unit["cohesion"] = dice.randint(1, troop.cohesion)
    if dice.random() < 0.4:
        unit["terrain"] = dice.choice(list(TERRAINS))
    for flag in (*FLAGS, *(("cover",) if kind == "shooting" else ())):
        if dice.random() < 0.12:
            unit[flag] = True
    if dice.random() < 0.4:
        kinds = [dice.choice(("simple", "simple", "melee")) for _ in range(dice.choice((1, 1, 2, 3)))]
        unit["supports"] = [{"type": dice.choice(list(TROOPS)), "kind": each} for each in kinds]
    return unit


def random_situation(dice: Random, kind: str) -> dict[str, Any]:
    a, b = random_unit(dice, kind), random_unit(dice, kind)
    if kind == "shooting":
        a["type"] = dice.choice([troop.id for troop in TROOPS.values() if troop.weapons])
        a.pop("cohesion", None)
        if a["type"] == "light_chariot" and dice.random() < 0.5:
            a["backwards"] = True
        weapons = [weapon for weapon in TROOPS[a["type"]].weapons if weapon != "atlatl"]
        return {"a": a, "b": b, "weapon": dice.choice(weapons)}
    return {
        "a": a,
        "b": b,
        "round": dice.choice((1, 1, 1, 2)),
        "charger": dice.choice(("a", "a", "b", "none")),
        "contact": dice.choice(("front", "front", "front", "flank", "rear")),
    }


def random_readings(dice: Random) -> tuple[str, dict[str, object]]:
    """A profile, and sometimes a few options of the oracle set against it."""
    profile = dice.choice(PROFILES)
    known = sorted(oracle.READINGS["sheet"])
    chosen = dice.sample(known, dice.choice((0, 0, 1, 3)))
    return profile, {name: dice.choice(list(OPTIONS[name].values)) for name in chosen}  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "count"), [("melee", 3000), ("shooting", 1500), ("fight", 200)])
def test_engine_and_second_reading_agree(kind: str, count: int) -> None:
    dice = Random(f"adlg-{kind}")
    for number in range(count):
        situation = random_situation(dice, kind)
        profile, options = random_readings(dice)
        ours = odds(kind=kind, profile=profile, options=options, **situation)
        theirs = oracle.answer(kind, situation, profile, **options)
        told = {key: ours[key] for key in COMPARED[kind]}
        assert told == {key: theirs[key] for key in COMPARED[kind]}, (number, situation, profile, options)
