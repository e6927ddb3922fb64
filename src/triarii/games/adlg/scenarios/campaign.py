"""Campaigns: battles in a row between the same two armies, of which the survivors of one fight the next, and the points
of all are summed (adlg.campaign.survivors, adlg.campaign.won).

A campaign is a TOML file in `campaigns/`: name, about, size, armies and the deployment (`unit`, `commander`, `camp`)
for all its battles; then `[[battle]]` with `turns` and a `scenario`, to which the deployment is added.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from triarii.games.adlg.data.tables import PACKAGE

COMMON = ("size", "armies", "unit", "commander", "camp")
"""What all battles of a campaign share, unless one says otherwise."""


@dataclass(frozen=True)
class Battle:
    """One battle of a campaign."""

    scenario: Mapping[str, Any]
    """As a file of a scenario has it; its `about` is the briefing."""
    turns: int


@dataclass(frozen=True)
class Campaign:
    """Battles in a row."""

    id: str
    name: Mapping[str, str]
    about: Mapping[str, str]
    battles: tuple[Battle, ...]


@cache
def shipped() -> Mapping[str, Campaign]:
    """The campaigns that we ship, by name."""
    folder = resources.files(PACKAGE) / "campaigns"
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {
        file.name.removesuffix(".toml"): _read(file.name.removesuffix(".toml"), file.read_text(encoding="utf-8"))
        for file in found
    }


def _read(name: str, text: str) -> Campaign:
    table = tomllib.loads(text)
    common = {key: table[key] for key in COMMON}
    battles = tuple(Battle({**common, **each["scenario"]}, each["turns"]) for each in table["battle"])
    return Campaign(name, table["name"], table["about"], battles)


def options_of(campaign: Campaign, battle: int, **survivors: object) -> dict[str, object]:
    """The options of one of its battles, from 1 on, with what is left of the armies."""
    fought = campaign.battles[battle - 1]
    return {
        "setup": "scenario",
        "scenario": dict(fought.scenario),
        "turn_limit": fought.turns,
        "survivors": {"name": f"{campaign.id} {battle}", "campaign": campaign.id, "battle": battle, **survivors},
    }


def cards() -> list[dict[str, object]]:
    """What a page that begins campaigns shows."""
    return [
        {
            "name": campaign.id,
            "title": dict(campaign.name),
            "about": dict(campaign.about),
            "options": options_of(campaign, 1),
            "battles": [
                {"title": each.scenario["name"], "briefing": each.scenario["about"], "turns": each.turns}
                for each in campaign.battles
            ],
        }
        for campaign in shipped().values()
    ]
