"""The scenarios, armies and scoring tables that are shipped, whole where an own one can begin with them, and
as cards that show what a battle will be before it is chosen."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from triarii.core.contract import Refusal
from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.battle import scoring
from triarii.games.adlg.battle.scoring import Scoring
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, Setting
from triarii.games.adlg.data.tables import PACKAGE
from triarii.games.adlg.scenarios import campaign, scenario
from triarii.games.adlg.telling import facts

DRILL = "drill_"
LESSONS = ("drill_line", "drill_zone", "drill_charge", "drill_walls", "skirmish")
"""Scenarios in the order in which one learns the game; all others follow, the smaller first."""


@cache
def _scenarios() -> dict[str, Any]:
    """What a card of each scenario shows; the battles themselves stay with the game, which knows them by name."""
    cards = [_scenario(name) for name in scenario.shipped()]
    order = {name: place for place, name in enumerate(LESSONS)}
    return {
        "contents": {},
        "cards": sorted(cards, key=lambda card: (order.get(card["name"], len(order)), card["points"], card["name"])),
    }


def _scenario(name: str) -> dict[str, Any]:
    setting, table = scenario.load(name), scenario.content(name)
    assert isinstance(setting, Setting), name
    assert isinstance(table, Mapping), name
    named = [roster.load(table["armies"][seat]) for seat in ("first", "second")] if "armies" in table else []
    armies = [found for found in named if isinstance(found, Roster)]
    return {
        "name": name,
        "title": dict(setting.name),
        "about": dict(setting.about),
        "drill": name.startswith(DRILL),
        "points": armies[0].format if armies else 0,
        "armies": [dict(found.name) for found in armies],
        "counts": [sum(unit.seat == seat for unit in setting.units.values()) for seat in (0, 1)],
        "map": {
            **facts.scenery_facts(setting),
            "camps": [{"seat": camp.seat, "pose": list(camp.pose)} for camp in setting.camps.values()],
            "camp": list(CAMP_SIZE),
            "units": [
                {"seat": unit.seat, "pose": list(setting.placements[unit.id].pose), "size": [unit.width, unit.depth]}
                for unit in setting.units.values()
            ],
        },
    }


@cache
def _rosters() -> dict[str, Any]:
    """The armies that we ship, whole, and what a choice among them shows."""
    folder = resources.files(PACKAGE) / "rosters"
    texts = {name: (folder / f"{name}.toml").read_text(encoding="utf-8") for name in roster.shipped()}
    return {
        "contents": {name: tomllib.loads(text) for name, text in texts.items()},
        "cards": [{"name": name, **_army(name)} for name in texts],
    }


def _army(name: str) -> dict[str, Any]:
    found = roster.load(name)
    assert not isinstance(found, Refusal), name
    return {
        "title": dict(found.name),
        "points": found.format,
        "costs": army.check(found).points,
        "corps": [
            {
                "commander": corps.commander.id if corps.commander else "",
                "units": [
                    {"count": unit.count, "troop": unit.troop.id, "quality": unit.quality.id, "name": dict(unit.name)}
                    for unit in corps.units
                ],
            }
            for corps in found.corps
        ],
    }


def _scorings() -> dict[str, Any]:
    """The scoring tables with all their numbers: own ones begin with them."""
    found = {name: table for name in scoring.shipped() if isinstance(table := scoring.settle(name), Scoring)}
    return {
        "contents": {name: {"name": dict(table.title), **scoring.own_numbers(table)} for name, table in found.items()},
        "cards": [{"name": name, "title": dict(table.title)} for name, table in found.items()],
    }


def contents(option: str) -> Mapping[str, object]:
    """By the name of the option; empty for one without contents."""
    if option == "scenario":
        return _scenarios()
    if option == "scoring":
        return _scorings()
    if option == "survivors":
        return {"contents": {}, "cards": campaign.cards()}
    return _rosters() if option in ("first_army", "second_army") else {"contents": {}}
