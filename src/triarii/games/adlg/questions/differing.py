"""Which readings of the sheet speak in a combat, and which of them make two profiles tell it differently."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from triarii.games.adlg.combat.combatants import Shot
from triarii.games.adlg.combat.odds import fight_odds, round_odds
from triarii.games.adlg.combat.shooting import shot_odds
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.questions.form import Asked


@dataclass(frozen=True)
class _Heard(Readings):
    """Readings that remember what they were asked."""

    asked: set[str] = field(default_factory=set)

    def on(self, name: str) -> bool:
        self.asked.add(name)
        return super().on(name)

    def says(self, name: str, value: str) -> bool:
        self.asked.add(name)
        return super().says(name, value)


def spoken(asked: Asked, first: Readings, second: Readings) -> Mapping[str, bool]:
    """The options that a combat asks, in the order of their list; true where one by itself makes a difference."""
    heard: set[str] = set()
    for each in (first, second):
        listening = _Heard(each.profile, each.chosen, heard)
        _result(asked, listening)
    results = {each.profile: _result(asked, each) for each in (first, second)}
    return {name: _decides(asked, name, first, second, results) for name in first.chosen if name in heard}


def _decides(asked: Asked, name: str, first: Readings, second: Readings, results: Mapping[str, object]) -> bool:
    if first.chosen[name] == second.chosen[name]:
        return False
    return any(
        _result(asked, replace(own, chosen={**own.chosen, name: other.chosen[name]})) != results[own.profile]
        for own, other in ((first, second), (second, first))
    )


def _result(asked: Asked, readings: Readings) -> object:
    """All that a player sees of a combat."""
    situation = asked.situation
    if isinstance(situation, Shot):
        shot = shot_odds(situation, readings)
        return shot.entries, shot.voided, shot.hits
    odds = round_odds(situation, readings)
    ledger = odds.round.entries, odds.round.voided
    return (*ledger, fight_odds(situation, readings)) if asked.kind == "fight" else (*ledger, odds.joint)
