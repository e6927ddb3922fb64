"""What charges and shots are worth by exact odds, each reckoned once in a battle: units that are alike share a form."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.games.adlg.battle.charge import charging
from triarii.games.adlg.battle.fighting import shots
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Setting, Unit
from triarii.games.adlg.combat import handling
from triarii.games.adlg.combat.combatants import Combatant, Melee, Shot, Support
from triarii.games.adlg.combat.losses import CAMP_LOSS, Camp
from triarii.games.adlg.combat.shooting import shot_odds
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import Terrain
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry.contacts import Side
from triarii.players.adlg import blows
from triarii.players.adlg.bounds import FORMS
from triarii.players.adlg.bouts import Duel, bout, toll_of
from triarii.players.adlg.weights import WEIGHTS

FORBIDDEN = -99.0
"""What a charge is worth that the rules do not allow."""
SIDES = (Side.FRONT, Side.LEFT, Side.RIGHT, Side.REAR)
CONTACTS = ("front", "flank", "rear")
PAIRS = 36
FORTIFIED_FALLS = 0.35
"""How much of a fortified camp's loss points an attack may hope for."""
CAUGHT = 0.25
"""How often a slower evader is caught, roughly."""


class Forms:
    """All forms of a battle, and what they are worth against each other."""

    def __init__(self, setting: Setting) -> None:
        self.readings = setting.readings
        self.all: list[Combatant] = []
        self.numbers: dict[Combatant, int] = {}
        self.charges: dict[int, float] = {}
        self.shots: dict[int, float] = {}
        self.duels: dict[tuple[Combatant, Combatant, int], Duel] = {}
        """Without supporters, by the fronts or flanks that meet."""

    def number(self, seen: Combatant) -> int:
        """The number of a form."""
        found = self.numbers.get(seen)
        if found is None:
            assert len(self.all) < FORMS, "no battle has so many kinds of troops, cohesion and ground"
            found = self.numbers[seen] = len(self.all)
            self.all.append(seen)
        return found


def forms_of(setting: Setting) -> Forms:
    """The forms of a battle, kept with it."""
    return setting.once("forms of the general", lambda: Forms(setting))


class Reckoner:
    """The odds of one decision. Its numbers of units are those of the sketch."""

    def __init__(self, field: Field, names: Sequence[str], grounds: Sequence[Terrain]) -> None:
        self.field = field
        self.names = names
        self.grounds = grounds
        self.kept = forms_of(field.setting)
        self.charges = self.kept.charges
        self.shots = self.kept.shots
        self.joins: dict[object, float] = {}
        self.bases: dict[int, Combatant] = {}

    def look_at(self, field: Field) -> None:
        """Melees that are joined are those of this table from now on."""
        self.field = field

    # Forms

    def standing(self, unit: int) -> int:
        """The form of a unit as it stands on the table."""
        return self.kept.number(self.base(unit))

    def base(self, unit: int) -> Combatant:
        return blows.fighter(self.field, self.names[unit])

    def form(self, unit: int, ground: int, high: int) -> int:
        """The form of a unit that stands elsewhere: it has left its works and its stakes behind."""
        base = self.bases.get(unit)
        if base is None:
            base = replace(self.base(unit), height=False, fortified=False, obstacle=False, stakes=False)
            self.bases[unit] = base
        return self.kept.number(replace(base, terrain=self.grounds[ground], height=bool(high)))

    # Charges

    def charge(self, one: int, two: int, contact: int, ours: int, theirs: int) -> float:
        """What a charge on somebody who does not fight yet would bring, his answer included."""
        key = (((one * FORMS + two) * 3 + contact) * 3 + ours) * 3 + theirs
        found = self._charge(self.kept.all[one], self.kept.all[two], contact, ours, theirs)
        self.charges[key] = found
        return found

    def _charge(self, one: Combatant, two: Combatant, contact: int, ours: int, theirs: int) -> float:
        if one.category is Category.LI and not self._light_foot_may(one, two, contact):
            return FORBIDDEN
        b = two
        if contact == 1 and two.category is Category.WWG:
            b = replace(b, long_side=True)
        if contact:
            b = replace(b, height=False, fortified=False, obstacle=False, stakes=False)
        stands = self._stands(_leaving(one), b, contact, min(2, ours), min(2, theirs))
        if not handling.may_evade(two.troop, two.abilities):
            return stands
        dodges = WEIGHTS.dodge
        if one.troop.moves[0] > two.troop.moves[0]:
            dodges += CAUGHT * (toll_of(b, 0) - toll_of(b, b.left))
        return min(stands, dodges)

    def _stands(self, a: Combatant, b: Combatant, contact: int, ours: int, theirs: int) -> float:
        """What the melee would bring if the charged stands."""
        if Category.SCH in (a.category, b.category):  # who void supports (adlg.scythed_chariot.supports)
            a, b = replace(a, supports=_simple(a, ours)), replace(b, supports=_simple(b, theirs))
            return bout(Melee(a, b, contact=CONTACTS[contact]), self.kept.readings)
        key = (a, b, contact)
        duel = self.kept.duels.get(key)
        if duel is None:
            duel = self.kept.duels[key] = Duel(Melee(a, b, contact=CONTACTS[contact]), self.kept.readings)
        return duel.hope(ours - theirs)

    def _light_foot_may(self, one: Combatant, two: Combatant, contact: int) -> bool:
        """Whom light infantry may charge (adlg.charge.light_infantry_open, adlg.charge.light_infantry_rough)."""
        readings = self.kept.readings
        listed = two.category in charging.LIGHT_INFANTRY_MAY
        if two.category is Category.LH and readings.on("light_infantry_charges_light_horse"):
            listed = True
        if one.terrain.open:
            return listed
        weak = two.disordered or contact > 0 or bool(two.ground_malus)
        return weak or (listed and readings.says("light_infantry_rough_targets", "added_to_open_list"))

    def joined(self, unit: int, other: int, side: int) -> float:
        """What a charge on a camp, or into a melee that is being fought, would bring."""
        field, name = self.field, self.names[other]
        key = (unit, other, side, field.stands[self.names[unit]].cohesion, field.meetings)
        found = self.joins.get(key)
        if found is None:
            charger = field.unit(self.names[unit])
            found = self._camp(charger, name) if name in field.setting.camps else self._fray(charger, name, SIDES[side])
            self.joins[key] = found
        return found

    def _camp(self, unit: Unit, camp: str) -> float:
        kind = self.field.setting.camps[camp].kind
        if kind is Camp.FORTIFIED and unit.light:
            return FORBIDDEN
        return CAMP_LOSS[kind] * (FORTIFIED_FALLS if kind is Camp.FORTIFIED else 1.0)

    def _fray(self, unit: Unit, name: str, side: Side) -> float:
        field = self.field
        if charging.taken(field, name, side):
            return FORBIDDEN
        if unit.category is Category.LI and charging.may_attack(field, unit, name, side):
            return FORBIDDEN
        return blows.worth(field, unit, field.unit(name), side.value, ())

    # Shots

    def shot(self, unit: int, one: int, two: int, helpers: int) -> float:
        """What a volley costs its target: the chance of a hit times what the point of cohesion is worth."""
        key = ((unit * FORMS + one) * FORMS + two) * 4 + helpers
        weapon = shots.weapon_of(self.field.unit(self.names[unit]))
        assert weapon is not None
        shooter, target = self.kept.all[one], self.kept.all[two]
        shot = Shot(
            replace(shooter, supports=_simple(shooter, helpers)), replace(target, cover=target.terrain.cover), weapon
        )
        chance = shot_odds(shot, self.kept.readings).hits / PAIRS
        found = chance * (toll_of(target, target.left - 1) - toll_of(target, target.left))
        self.shots[key] = found
        return found


def _simple(unit: Combatant, count: int) -> tuple[Support, ...]:
    return tuple(Support(unit.troop, "simple") for _ in range(min(2, count)))


def _leaving(unit: Combatant) -> Combatant:
    """A unit that charges leaves its height, its works and its stakes behind."""
    if unit.height or unit.fortified or unit.obstacle or unit.stakes:
        return replace(unit, height=False, fortified=False, obstacle=False, stakes=False)
    return unit
