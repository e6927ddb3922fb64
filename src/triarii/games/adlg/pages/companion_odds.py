"""The companion's odds: every pair of troops reckoned up beforehand, so that at the table sums and tables are enough.

For each pair stands the ledger of both sides and what each can still do when the dice have fallen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from triarii.games.adlg.combat.combatants import SIDES, Combatant, Melee, Side
from triarii.games.adlg.combat.melee import Means, Round, reckon
from triarii.games.adlg.combat.resolution import ROUT, decide, throws
from triarii.games.adlg.combat.shooting import ShotOdds
from triarii.games.adlg.data.ground import OPEN, TERRAINS
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES
from triarii.games.adlg.data.readings import Readings, of_profile
from triarii.games.adlg.data.troops import TROOPS, Troop

KITS = ("", "impact", "impetuous", "javelin", "polearm", "two_handed_weapon", "missile_support", "armour")
"""What a unit may have beside its row, one at a time."""
CHARGING = ("", "impact", "impetuous")
LASTING = ("", "polearm", "two_handed_weapon", "armour")
"""All others change nothing after the first round."""
PLAIN = ("",)
FARTHEST = 12
"""Being ahead by so much routs, whatever armour the loser has."""
Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Situation:
    """How the two meet; `a` is the charger, or stands on the flank of `b`."""

    id: str
    ground: str
    round: int = 1
    contact: str = "front"
    kits: tuple[str, ...] = PLAIN
    """The kits that are reckoned apart here; a unit with another counts as one without."""


SITUATIONS = (
    Situation("charge", "open", kits=KITS),
    Situation("charge", "rough", kits=CHARGING),
    Situation("charge", "difficult", kits=CHARGING),
    Situation("later", "open", round=2, kits=LASTING),
    Situation("later", "rough", round=2),
    Situation("later", "difficult", round=2),
    Situation("flank", "open", contact="flank"),
)


def alike(troop: Troop) -> tuple[object, ...]:
    """Troops that fight in the same way: weapons, moves and depth make no difference in melee."""
    return troop.row, troop.armour, troop.mark, troop.abilities, troop.animal


def classes() -> list[Troop]:
    """One troop for each way of fighting."""
    found: dict[tuple[object, ...], Troop] = {}
    for troop in TROOPS.values():
        found.setdefault(alike(troop), troop)
    return list(found.values())


def kits_of(troop: Troop, kits: Sequence[str] = KITS) -> list[str]:
    """Those of the kits that these troops may have and don't have anyway."""
    found = [kit for kit in kits if not kit or (troop.is_among(ABILITIES[kit].troops) and kit not in troop.abilities)]
    return [kit for kit in found if troop.armour == 0 or kit != "armour"]


@dataclass
class Ledgers:
    """The lines of all ledgers and what does not count in them: each stands once, and is named by its place."""

    lines: dict[tuple[int, str], int] = field(default_factory=dict)
    voids: dict[tuple[str, str], int] = field(default_factory=dict)

    def places(self, found: Round | ShotOdds, side: Side) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of one side of a fight."""
        lines = tuple(
            self.lines.setdefault((entry.value, entry.rule), len(self.lines))
            for entry in found.entries
            if entry.side == side
        )
        voids = tuple(
            self.voids.setdefault((each.what, each.by), len(self.voids)) for each in found.voided if each.side == side
        )
        return lines, voids

    def as_json(self) -> dict[str, Any]:
        return {"lines": [list(line) for line in self.lines], "voids": [list(void) for void in self.voids]}


@dataclass
class Pairs:
    """All pairs of one profile: what a side brings stands once, and is named by its place."""

    readings: Readings
    ledgers: Ledgers = field(default_factory=Ledgers)
    sides: dict[Row, int] = field(default_factory=dict)

    def row(self, melee: Melee) -> list[int]:
        """Both sides of a round: their places in the list of sides."""
        fight = reckon(melee, self.readings)
        return [self._side(fight, side) for side in SIDES]

    def _side(self, fight: Round, side: Side) -> int:
        found = *self.ledgers.places(fight, side), flags(fight.means[side]), int(side in fight.destroyed)
        return self.sides.setdefault(found, len(self.sides))


def flags(means: Means) -> str:
    """Whether it wins ties, adds to a win, softens a defeat (twice), charges furiously."""
    return f"{int(means.wins_ties)}{int(bool(means.adds_to_win))}{len(means.softens)}{int(means.furious)}"


@cache
def pairs(profile: str) -> dict[str, Any]:
    """Every pair of classes of troops in every situation; made once for a profile."""
    troops = classes()
    place = {alike(troop): number for number, troop in enumerate(troops)}
    known = Pairs(of_profile(profile))
    return {
        "classes": {troop.id: place[alike(troop)] for troop in TROOPS.values()},
        "kits": {troop.id: kits_of(troop) for troop in TROOPS.values()},
        "situations": [_situation(known, situation, troops) for situation in SITUATIONS],
        "sides": [list(side) for side in known.sides],
        **known.ledgers.as_json(),
    }


def _situation(known: Pairs, situation: Situation, troops: Sequence[Troop]) -> dict[str, Any]:
    """Its fighters, and for each as `a` the two sides against each other one as `b`, one after the other."""
    fighters = [
        (number, kit, Combatant(troop, bought=frozenset({kit} - {""}), terrain=TERRAINS[situation.ground]))
        for number, troop in enumerate(troops)
        for kit in kits_of(troop)
        if kit in situation.kits
    ]
    return {
        "id": situation.id,
        "ground": situation.ground,
        "kits": list(situation.kits),
        "fighters": [[number, kit] for number, kit, _ in fighters],
        "rows": [
            [place for _, _, b in fighters for place in known.row(Melee(a, b, situation.round, "a", situation.contact))]
            for _, _, a in fighters
        ],
    }


def throw_counts() -> dict[str, dict[str, list[list[int]]]]:
    """By the qualities of both: how many of the 36 pairs of dice put the first ahead by how much."""
    return {
        first.id: {
            second.id: [list(pair) for pair in sorted(throws(first.faces, second.faces).items())]
            for second in QUALITIES.values()
        }
        for first in QUALITIES.values()
    }


def losses_by_lead() -> dict[str, Any]:
    """What the loser loses, by what winner and loser can do and by how far the winner is ahead; 0 is a tie he wins."""
    found: dict[str, list[int]] = {}
    for adds in (0, 1):
        for softens in (0, 1, 2):
            for furious in (0, 1):
                winner = _means(wins_ties=True, adds=bool(adds), furious=bool(furious))
                loser = _means(softens=softens)
                leads = [decide(_round(winner, loser), ahead).losses["b"] for ahead in range(FARTHEST + 1)]
                found[f"{adds}{softens}{furious}"] = leads
    ties = {
        f"{int(mine)}{int(yours)}": decide(_round(_means(wins_ties=mine), _means(wins_ties=yours)), 0).winner or ""
        for mine in (False, True)
        for yours in (False, True)
    }
    return {"by_lead": found, "ties": ties, "rout": ROUT}


def _means(*, wins_ties: bool = False, adds: bool = False, softens: int = 0, furious: bool = False) -> Means:
    rule = "adlg.two_handed.win" if adds else ""
    return Means(QUALITIES["ordinary"].faces, wins_ties, rule, ("adlg.armour.lost_round",) * softens, furious)


def _round(a: Means, b: Means) -> Round:
    """A round of which nothing matters but the steps after the dice."""
    somebody = Combatant(next(iter(TROOPS.values())), terrain=OPEN)
    means: Mapping[Side, Means] = {"a": a, "b": b}
    return Round(
        Melee(somebody, somebody), (), (), {"a": 0, "b": 0}, (), means, ties_add_to_win=False, evened_is_lost=False
    )
