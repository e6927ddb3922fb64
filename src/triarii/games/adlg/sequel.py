"""What follows a battle of a campaign: who survives it, the next battle, the standing (adlg.campaign.survivors,
adlg.campaign.won)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triarii.core.contract import SEAT_NAMES, Options, Points, Result, Sequel
from triarii.core.texts import Message
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import UNIT_LETTERS, Unit
from triarii.games.adlg.position import Position
from triarii.games.adlg.scenarios.campaign import options_of, shipped


def sequel(options: Options, position: Position, result: Result, score: Points) -> Sequel | None:
    """What follows a battle that is over: the next of its campaign, or a new campaign with the sides swapped; None for
    a battle of its own."""
    setting = position.setting
    told = setting.campaigning
    campaign = None if told is None else shipped().get(told.campaign)
    if told is None or campaign is None or told.battle > len(campaign.battles):
        return None
    first, second = (before + gained for before, gained in zip(told.points, score.points, strict=True))
    params = {"first": first, "second": second, "battle": told.battle, "of": len(campaign.battles)}
    standing = Message("campaign.standing", {**params, "name": campaign.name})
    if told.battle == len(campaign.battles):  # adlg.campaign.won
        won = Message("campaign.drawn") if first == second else Message("campaign.won", {"seat": _ahead(first, second)})
        return Sequel({**options, **options_of(campaign, 1)}, [standing, won], last=True)
    left = survivors(options, position, result)
    upcoming = campaign.battles[told.battle].scenario["name"]
    words = [standing, *_told(left), Message("campaign.next", {"name": upcoming})]
    return Sequel({**options, **options_of(campaign, told.battle + 1, **left, points=[first, second])}, words)


def _ahead(first: int, second: int) -> str:
    return SEAT_NAMES[0] if first > second else SEAT_NAMES[1]


# Survivors


def survivors(options: Options, position: Position, result: Result) -> dict[str, object]:
    """Who takes part in the next battle, and how (adlg.campaign.survivors)."""
    field, before = position.state.field, options.get("survivors")
    known: Mapping[str, Any] = before if isinstance(before, Mapping) else {}
    gone, shaken = set[str](known.get("gone", ())), set[str]()
    for seat in (0, 1):
        won = result.winner is not None and int(result.winner) == seat
        lost = _lost(field, seat)
        back = len(lost) if won else (len(lost) + 1) // 2
        shaken |= set(lost[:back])
        gone |= set(lost[back:])
    replaced = {*known.get("replaced", ()), *field.fallen}
    found: dict[str, object] = {
        "gone": _in_order(gone),
        "shaken": _in_order(shaken),
        "replaced": sorted(name for name in replaced if name in position.setting.corps),
    }
    if result.winner is not None:
        found["begins"] = SEAT_NAMES[result.winner]
    return found


def _lost(field: Field, seat: int) -> list[str]:
    """Units that were routed or destroyed, the lower numbers first; who left the table and who is expendable is there
    again."""
    return [unit.id for unit in field.setting.units.values() if unit.seat == seat and _fell(field, unit)]


def _fell(field: Field, unit: Unit) -> bool:
    return field.gone.get(unit.id) in ("routed", "destroyed") and not unit.expendable


def _in_order(names: set[str]) -> list[str]:
    return sorted(names, key=lambda name: (UNIT_LETTERS.index(name[0]), int(name[1:])))


def _told(left: Mapping[str, Any]) -> list[Message]:
    """What is left of both armies, in sentences."""
    keys = ("gone", "shaken", "replaced")
    return [Message(f"campaign.{key}", {"names": left[key]}) for key in keys if left[key]]
