"""A second reading of melee, shooting and whole fights, from the rules' texts alone: tables of values and of voids.

`answer` takes a situation in the form of the odds and gives the keys that can be compared, fractions as text.
Everything about one side is asked of a `View`: one unit looking at the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

# ---- tables: readings of the two profiles, troop rows, combat factors

# an option, its value in the profile sheet, its value in the profile common; and so on
OPTIONS = """
fortification_bonus_for every_defender foot_except_light_and_wagons  panic_from_friend true false
flank_attack_zeroes_factor any_attacker conformed_heavy_attacker     works_only_in_front true true
armour_stopped_by owned_furious_charge effective_furious_charge      war_wagon_takes_cover true false
impetuous_impact_void either_sentence all_impetuous_foot             ground_bonuses_add_up false false
supporting_cavalry_gets_first_round_bonus false false                panic_from_melee_support true true
cavalry_bonus_swordsmen medium_and_heavy medium_only                 cover_against_artillery true false
impact_of_both charged_foot_lose charged_foot_lose                   flanked_foot_voids_impact true true
shooter_malus_ground every_difficult terrain_table                   flank_bonus_on_war_wagon true false
cavalry_bonus_contact where_factor_counts frontal_charge             cataphract_impact if_bought by_type
light_infantry_destroyed_when_flanking true true                     flanked_spears_keep_bonus false false
zeroed_factor_keeps_artillery_bonus false false                      two_handed_bonuses_add_up false false
mixed_quality_step every_quality every_quality                       negated_support_still_flanks true true
armour_off_against_flanking_charger true false                       panic_from_enemy_neighbour false false
works_malus_takes_charge_abilities false true                        javelin_void_by_owned_impact true true
light_infantry_safe_behind_works false true                          furious_charge_needs_charge false true
light_troops_shooting_malus target shooter                           works_void_charge_abilities false true
mediocre_war_wagon_battle_ready true false                           cavalry_bonus_foot_knights false false
foot_impact_void_by_owned_impact true true                           polearm_win_against_elephants true true
crossbow_protection set_to_one set_to_one                            missile_support_needs_charge false true
flanker_keeps_frontal_weapons false false                            scythed_chariot_voids_impact false true
unnamed_difficult_hides_shooter true true                            scythed_chariot_voids_spears false true
flanked_scythed_chariot_zeroes true true                             panic_from_touching_enemy true false
war_wagon_long_side_bonus true true
"""

# a type, category, line of the factor table, protection without armour, cohesion, armour (0, 1, 2), what it rides
ROWS = """
light_infantry      LI   LI   1  2  0  foot           heavy_artillery     Art  Art  1  2  0  foot
javelinmen          LMI  Jav  1  3  0  foot           light_cavalry       LH   LH   1  2  0  horse
bowmen              LMI  Bow  0  3  0  foot           light_camels        LH   LH   1  2  0  camel
crossbowmen         LMI  Bow  0  3  0  foot           medium_cavalry      Cv   Cv   0  3  0  horse
handgunners         LMI  Bow  0  3  0  foot           light_chariot       Cv   Cv   0  3  0  horse
medium_swordsmen    MI   MSw  1  3  0  foot           medium_camels       Cv   Cv   0  3  0  camel
medium_spearmen     MI   MSp  1  3  0  foot           heavy_cavalry       Cv   Cv   0  3  1  horse
heavy_swordsmen     HI   HSw  1  4  0  foot           heavy_chariot       HCh  HCh  0  3  1  horse
foot_knights        HI   HSw  1  4  2  foot           cataphracts         Ct   Ct   0  3  2  horse
heavy_spearmen      HI   HSp  1  4  0  foot           camel_cataphracts   Ct   Ct   0  3  2  camel
pikemen             HI   Pik  1  4  0  foot           medium_knights      Kn   Kn   0  3  1  horse
levy                HI   Lvy  1  3  0  foot           heavy_knights       Kn   Kn   0  3  2  horse
war_wagon           WWg  WWg  2  4  0  foot           elephant            El   El   0  3  0  elephant
light_artillery     Art  Art  1  2  0  foot           scythed_chariot     SCh  SCh  0  1  0  scythed
medium_artillery    Art  Art  1  2  0  foot
"""

# own line against the enemy's column, front to front in the open; the +1 against artillery is in it
FACTORS = """
.    LI Jav Bow MSw MSp HSw HSp Pik Lvy WWg Art LH Cv HCh Ct Kn El SCh
LI    0   0   0   0   0   0   0   0   0   0   0  0  0   0  0  0  0   0
Jav   1   0   0   0   0   0   0   0   0   0   1  1  0   0  0  0  1   1
Bow   1   0   0   0   0   0   0   0   0   0   1  1  0   0  0  0  0   0
MSw   1   1   1   1   1   1   1   1   1   1   2  1  1   0  0  0  1   1
MSp   1   1   1   1   1   1   1   1   1   1   2  1  1   0  0  0  1   1
HSw   1   2   2   1   1   1   1   1   1   1   2  2  1   1  1  1  1   1
HSp   1   2   2   1   1   1   1   1   1   1   2  2  1   1  1  1  1   1
Pik   2   2   2   2   2   2   2   2   2   2   3  2  2   2  2  2  2   2
Lvy   1   1   1   0   0   0   0   0   0   0   1  1  0   0  0  0  0   0
WWg   1   0   0   0   0   0   0   0   0   0   1  2  2   2  2  2  0   2
Art   0   0   0   0   0   0   0   0   0   0   1  0  0   0  0  0  0   0
LH    1   0   0   0   0   0   0   0   0   0   0  0  0   0  0  0  0   0
Cv    1   1   1   1   1   0   0   0   1   0   1  1  1   1  1  1  1   1
HCh   1   2   2   1   1   1   1   1   1   0   2  2  1   1  1  1  1   1
Ct    1   2   2   1   1   1   1   1   1   0   2  2  1   1  1  1  1   1
Kn    1   2   2   1   1   1   1   1   1   0   2  2  2   1  1  1  1   1
El    1   1   1   1   1   1   1   1   1   1   2  2  2   2  2  2  2   2
SCh   0   0   0   0   0   0   0   0   0   0   1  0  0   0  0  0  0   0
"""

WORDS = [{"true": True, "false": False}.get(word, word) for word in OPTIONS.split()]
READINGS: dict[str, dict[str, object]] = {
    profile: dict(zip(OPTIONS.split()[::3], WORDS[at::3], strict=True)) for at, profile in ((1, "sheet"), (2, "common"))
}
ROW = {cells[0]: cells[1:] for cells in zip(*[iter(ROWS.split())] * 7, strict=True)}
COLUMNS, *LINES = [line.split() for line in FACTORS.strip().splitlines()]
FACTOR = {(line[0], column): int(cell) for line in LINES for column, cell in zip(COLUMNS[1:], line[1:], strict=True)}

CLASS = {
    **dict.fromkeys(("open", "gentle_hill"), "open"),
    **dict.fromkeys(("rough", "brush", "plantation", "field", "gully"), "rough"),
    **dict.fromkeys(("difficult", "steep_hill", "wood", "marsh", "dunes", "village"), "difficult"),
}
MALUS = {
    "rough": {"HI": -1, "WWg": -1, "HSp": -2, "Pik": -2, "mounted": -2},
    "difficult": {"LMI": -1, "MI": -1, "HI": -2, "mounted": -3},
    "open": {},
}
RELIEF = {"camel": ("brush", "dunes"), "elephant": ("brush", "field")}
COVERING = ("plantation", "wood", "village")  # hides whoever stands in it, and spoils his own aim

DIE = {"elite": (2, 3, 4, 4, 5, 6), "ordinary": (1, 2, 3, 4, 5, 6), "mediocre": (1, 2, 3, 3, 4, 5)}
LOWER = {"elite": "ordinary", "ordinary": "mediocre", "mediocre": "mediocre"}
RESULTS = ("win_rout", "win_3", "win_2", "win_1", "tie", "lose_1", "lose_2", "lose_3", "lose_rout")
FEARED = {"horse": ("camel", "elephant"), "camel": ("elephant",)}

SPEARS = ("medium_spearmen", "heavy_spearmen", "pikemen")
SWORDS = ("medium_swordsmen", "heavy_swordsmen")
LIGHT = ("LI", "LH")
FIRE = ("artillery", "incendiary")
IMPACTS = frozenset({"impact", "impact_half_bow", "impetuous"})
BUILT_IN = {"javelinmen": {"javelin"}, "foot_knights": {"two_handed_weapon"}}
TURNED = {"me": "foe", "foe": "me", "none": "none", "front": "front", "on_flank": "in_flank", "in_flank": "on_flank"}


class Unit(NamedTuple):
    type: str
    cat: str
    line: str
    rides: str
    mounted: bool
    full: int
    cohesion: int
    pr: int
    armour: int
    quality: str
    terrain: str
    has: frozenset[str]  # abilities and circumstances
    supports: tuple[tuple[str, str], ...]


class View(NamedTuple):
    """One unit's view of its combat."""

    me: Unit
    foe: Unit
    first: bool
    charged: str  # who charged: me, foe or none
    contact: str  # front, on_flank (I on his), in_flank (he on mine)
    readings: Mapping[str, object]

    def on(self, option: str, value: object = True) -> bool:
        return self.readings[option] == value

    @property
    def turned(self) -> View:
        return self._replace(me=self.foe, foe=self.me, charged=TURNED[self.charged], contact=TURNED[self.contact])

    @property
    def front(self) -> bool:
        return self.contact == "front"

    @property
    def frontal_charge(self) -> bool:
        """The condition of nearly all first-round abilities, for charger and charged alike."""
        return self.first and self.front and self.charged != "none"

    @property
    def flankers(self) -> list[str]:
        """Categories of the enemies on my flank or rear; war wagons and artillery know no flank."""
        if self.me.cat in ("WWg", "Art"):
            return []
        held = [ROW[troop][0] for troop, kind in self.foe.supports if kind == "melee"]
        if self.me.cat == "SCh" and self.first and not self.on("negated_support_still_flanks"):
            held = []
        held += ["heavy"] * ("flanked" in self.me.has) + ["LI"] * ("flanked_lightly" in self.me.has)
        return held + [self.foe.cat] * (self.contact == "in_flank")

    def faces(self, *works: str) -> bool:
        """The foe stands behind one of these works, and they work in this contact."""
        return bool(self.foe.has.intersection(works)) and (self.front or not self.on("works_only_in_front"))


def unit(side: Mapping[str, Any]) -> Unit:
    """Read one side of a situation; bought armour counts where it is heavier than the row's."""
    troop = side["type"]
    cat, line, pr, full, armour, rides = ROW[troop]
    owned = BUILT_IN.get(troop, set()).union(side.get("abilities", ())) - {"stakes"}  # owned stakes are not planted yet
    has = owned.union(key for key in side if side[key] is True)
    has |= {"not beside"} if side.get("friendly_beast") is False else set()  # who supports need not touch
    bought = 2 if "heavy_armour" in has else 1 if "armour" in has else 0
    return Unit(
        *(troop, cat, line, rides, rides != "foot", int(full), side.get("cohesion", int(full)), int(pr)),
        *(max(int(armour), bought), side.get("quality", "ordinary"), side.get("terrain", "open"), frozenset(has)),
        tuple((each["type"], each.get("kind", "simple")) for each in side.get("supports", ())),
    )


def view(situation: Mapping[str, Any], readings: Mapping[str, object]) -> View:
    charged = {"a": "me", "b": "foe", "none": "none"}[situation.get("charger", "a")]
    contact = "front" if situation.get("contact", "front") == "front" else "on_flank"
    a, b = unit(situation["a"]), unit(situation["b"])
    if situation.get("contact") == "flank":  # not the rear
        b = b._replace(has=b.has | {"met there"})
    return View(a, b, situation.get("round", 1) == 1, charged, contact, readings)


# ---- maluses, impact, javelins, missile support, furious charge


def terrain_malus(v: View) -> int:
    if v.me.terrain in RELIEF.get(v.me.rides, ()):
        return 0
    row = MALUS[CLASS[v.me.terrain]]
    return row.get("mounted", 0) if v.me.mounted else row.get(v.me.line, row.get(v.me.cat, 0))


def works_malus(v: View) -> int:
    against = v.faces("fortified", "obstacle") or (v.faces("stakes") and v.me.cat != "El")
    return -2 if v.me.mounted and against else 0


def mounted_with_malus(v: View) -> bool:
    works = v.on("works_malus_takes_charge_abilities") and works_malus(v) < 0
    return v.me.mounted and (terrain_malus(v) < 0 or works)


def across_works(v: View) -> bool:
    """Fought across a fortification or obstacle, whichever side stands behind it."""
    between = v.faces("fortified", "obstacle") or v.turned.faces("fortified", "obstacle")
    return v.on("works_void_charge_abilities") and between


def stopped_by_wagon(v: View) -> bool:
    """War wagons stop everybody's charge but the elephants', with blades theirs too."""
    return v.foe.cat == "WWg" and (v.me.cat != "El" or "blades" in v.foe.has)


def owns_impact(v: View) -> bool:
    by_type = v.me.cat == "El" or (v.me.cat == "Ct" and v.on("cataphract_impact", "by_type"))
    return by_type or bool(v.me.has & IMPACTS)


def lost_against_mounted(v: View) -> bool:
    """Foot charging mounted, or charged by mounted with impact; or else mounted against mounted with impact (13.6)."""
    strictly = v.on("impact_of_both", "charged_mounted_cancel")
    if not v.foe.mounted or v.me.mounted:
        return v.foe.mounted and strictly and owns_impact(v.turned)
    if v.charged == "me" or strictly:
        return v.charged == "me"
    return (owns_impact if v.on("foot_impact_void_by_owned_impact") else impact)(v.turned)


def stopped_by_swordsmen(v: View) -> bool:
    """Impetuous foot against swordsmen, impetuous swordsmen against foot knights too (13.61)."""
    wide = v.me.type in SWORDS or v.on("impetuous_impact_void", "all_impetuous_foot")
    stops = v.foe.type in SWORDS or (wide and v.foe.type == "foot_knights")
    return "impetuous" in v.me.has and not v.me.mounted and stops and holds_front(v)


def holds_front(v: View) -> bool:
    """The foe's marks against impact hold even if he is held in flank himself (ruling 9)."""
    return v.on("flanked_foot_voids_impact") or not v.turned.flankers


IMPACT_VOIDS: list[Callable[[View], bool]] = [
    lambda v: not v.frontal_charge or bool(v.flankers),
    lambda v: v.foe.cat == "El",
    lambda v: v.me.cat == "El" and (v.foe.cat in LIGHT or v.foe.type == "javelinmen"),
    lambda v: v.me.cat in ("Ct", "HCh") and v.foe.cat == "Kn",
    lambda v: v.me.cat != "El" and v.foe.cat == "SCh" and v.on("scythed_chariot_voids_impact"),
    lambda v: v.me.mounted and v.me.cat != "El" and v.foe.type in SPEARS and holds_front(v),
    lambda v: v.me.mounted and v.faces("stakes"),
    lost_against_mounted,
    stopped_by_swordsmen,
    stopped_by_wagon,
    across_works,
    mounted_with_malus,
]


def impact(v: View) -> bool:
    return owns_impact(v) and not any(void(v) for void in IMPACT_VOIDS)


def javelin(v: View) -> bool:
    if "javelin" not in v.me.has or v.me.cat not in ("LI", "LH", "LMI") or v.flankers or not v.frontal_charge:
        return False
    if v.foe.cat in ("WWg", "El", "SCh"):
        return v.foe.cat != "WWg"
    return not (owns_impact if v.on("javelin_void_by_owned_impact") else impact)(v.turned)


def missile_support(v: View) -> bool:
    charge = v.charged != "none" or not v.on("missile_support_needs_charge")
    return "missile_support" in v.me.has and v.first and v.front and charge and not v.flankers


def owns_furious_charge(v: View) -> bool:
    """The row or an ability gives it against this foe, taken away or not."""
    me, foe = v.me, v.foe
    if foe.mounted:
        return False
    if me.cat in ("El", "SCh"):
        return foe.cat != "LI" and foe.type != "javelinmen"
    if foe.cat != "WWg" and (owns_impact(v) if me.mounted else "impetuous" in me.has):
        return True
    return (me.cat in ("Cv", "HCh", "Kn") and foe.cat == "LMI") or (me.cat == "LH" and foe.cat == "LI")


FURIOUS_CHARGE_VOIDS: list[Callable[[View], bool]] = [
    lambda v: not v.first or not v.front or bool(v.flankers),
    lambda v: v.charged == "none" and v.on("furious_charge_needs_charge"),
    lambda v: v.me.mounted and (v.faces("stakes") or missile_support(v.turned)),
    stopped_by_wagon,
    across_works,
    mounted_with_malus,
]


def furious_charge(v: View) -> bool:
    return owns_furious_charge(v) and not any(void(v) for void in FURIOUS_CHARGE_VOIDS)


# ---- the totals of a melee


def row_factor(troop: str, foe: Unit, on_flank: bool) -> int:
    """The factor of a row against this foe on his ground, the +1 against artillery included."""
    line = ROW[troop][1]
    in_open = CLASS[foe.terrain] == "open"
    if line in ("HSw", "HSp") and foe.cat == "LMI" and not in_open:
        return 1
    if line == "LH" and foe.cat == "LI" and not in_open:
        return 0
    return 1 if line == "Cv" and foe.cat == "HI" and on_flank else FACTOR[line, foe.line]


def zeroed(v: View) -> bool:
    """My factor is 0: attacked in flank or rear, or facing a scythed chariot in the first round."""
    scythed = v.first and v.foe.cat == "SCh" and (v.on("flanked_scythed_chariot_zeroes") or not v.turned.flankers)
    exempt = v.me.cat in ("LI", "LH", "LMI", "WWg", "El")
    return (scythed and not exempt) or zeroed_from_flank(v)


def zeroed_from_flank(v: View) -> bool:
    anybody = v.on("flank_attack_zeroes_factor", "any_attacker")
    return any(anybody or cat not in LIGHT for cat in v.flankers)


def factor(v: View) -> int:
    if zeroed(v):
        return int(v.on("zeroed_factor_keeps_artillery_bonus") and v.foe.cat == "Art" and v.me.cat not in LIGHT)
    if v.me.cat == "WWg" and v.foe.cat == "El" and "blades" in v.me.has:
        return 2
    return row_factor(v.me.type, v.foe, v.contact == "on_flank")


def spears_first_round(v: View) -> bool:
    unafraid = ("El", "SCh") if v.on("scythed_chariot_voids_spears") else ("El",)
    steady = v.on("flanked_spears_keep_bonus") or not v.flankers
    return v.me.type in SPEARS and v.foe.mounted and v.foe.cat not in unafraid and v.frontal_charge and steady


def cavalry_prey(v: View) -> bool:
    """The foe is one against whom cavalry has its +1 of the first round (13.8)."""
    heavy = v.foe.type == "heavy_swordsmen" and v.on("cavalry_bonus_swordsmen", "medium_and_heavy")
    knights = v.foe.type == "foot_knights" and v.on("cavalry_bonus_foot_knights")
    return v.first and (v.foe.cat == "LMI" or v.foe.type == "medium_swordsmen" or heavy or knights)


def cavalry_first_round(v: View) -> bool:
    contact = {
        "any_contact": True,
        "where_factor_counts": not zeroed_from_flank(v),  # it stands in the column of factors (13.68)
        "frontal_charge": v.frontal_charge,
    }[str(v.readings["cavalry_bonus_contact"])]
    return v.me.cat == "Cv" and contact and cavalry_prey(v) and not owns_impact(v) and not terrain_malus(v)


def supports(v: View) -> int:
    """Each +1, in melee support with the supporter's factor; none against a scythed chariot in the first round."""
    if v.first and v.foe.cat == "SCh":
        return 0
    rides_down = cavalry_prey(v) and v.on("supporting_cavalry_gets_first_round_bonus")
    melee = [troop for troop, kind in v.me.supports if kind == "melee"]
    factors = [row_factor(troop, v.foe, True) + (rides_down and ROW[troop][0] == "Cv") for troop in melee]
    return len(v.me.supports) + sum(factors)


def high_ground(v: View) -> int:
    """Height and fortification: one +1 together, unless they add up (ruling 3)."""
    entitled = v.on("fortification_bonus_for", "every_defender") or not (v.me.mounted or v.me.cat in ("LI", "WWg"))
    both = ("height" in v.me.has) + (v.turned.faces("fortified") and entitled)
    return both if v.on("ground_bonuses_add_up") else min(both, 1)


def panics(v: View) -> bool:
    by_kind = {"melee": v.on("panic_from_melee_support"), "simple": v.on("panic_from_enemy_neighbour")}
    near = [v.foe.rides] + [ROW[troop][5] for troop, kind in v.foe.supports if by_kind[kind]]
    fears = FEARED.get(v.me.rides, ())
    if v.on("panic_from_friend"):  # a friend in melee support stands at the enemy, not beside me
        near += [ROW[troop][5] for troop, kind in v.me.supports if kind == "simple" and "not beside" not in v.me.has]
        near += fears * ("friendly_beast" in v.me.has)
    if v.on("panic_from_touching_enemy"):
        near += fears * ("enemy_beast" in v.me.has)
    return any(beast in fears for beast in near)


NUMBERS: list[Callable[[View], int]] = [
    *(factor, impact, javelin, spears_first_round, cavalry_first_round),
    *(supports, high_ground, terrain_malus, works_malus),
    lambda v: v.me.line == "Bow" and v.foe.mounted and v.frontal_charge and v.charged == "foe" and not v.flankers,
    lambda v: "polearm" in v.me.has and v.foe.mounted and v.foe.cat != "El" and v.frontal_charge and not v.flankers,
    lambda v: "battle_ready" in v.me.has and (v.me.quality != "mediocre" or v.on("mediocre_war_wagon_battle_ready")),
    lambda v: v.contact == "on_flank" and (v.foe.cat != "WWg" or v.on("flank_bonus_on_war_wagon")),
    lambda v: "commander" in v.me.has,
    lambda v: v.me.cat == "WWg" and v.me.has >= {"long_side", "met there"} and v.on("war_wagon_long_side_bonus"),
    lambda v: "incendiary" in v.me.has and v.foe.cat in ("El", "WWg"),
    lambda v: -panics(v),
    lambda v: -(v.me.cohesion < v.me.full),
    lambda v: -(v.first and "uncontrolled" in v.me.has),
]


def melee_total(v: View) -> int:
    return sum(int(number(v)) for number in NUMBERS)


def destroyed(v: View) -> bool:
    """Light infantry in the open, its main opponent of a kind that destroys it without dice."""
    prey = v.me.cat == "LI" and CLASS[v.me.terrain] == "open"
    spared = v.contact == "on_flank" and not v.on("light_infantry_destroyed_when_flanking")
    safe = v.on("light_infantry_safe_behind_works") and v.turned.faces("fortified")
    return prey and v.foe.cat in ("LMI", "MI", "HI", "Cv", "Ct", "HCh", "Kn") and not spared and not safe


# ---- from the difference to the losses


def quality(v: View, lowered_by: str) -> str:
    lower = lowered_by in v.me.has and (v.me.quality == "ordinary" or v.on("mixed_quality_step", "every_quality"))
    return LOWER[v.me.quality] if lower else v.me.quality


def frontal_weapon(v: View, weapon: str) -> bool:
    placed = v.front or (v.contact == "on_flank" and v.on("flanker_keeps_frontal_weapons"))
    return weapon in v.me.has and placed and not v.flankers


def wins_harder(v: View) -> bool:
    """Two-handed weapon and polearm: one +1 to a win, not both."""
    against = v.foe.mounted and (v.foe.cat != "El" or v.on("polearm_win_against_elephants"))
    return frontal_weapon(v, "two_handed_weapon") or (against and frontal_weapon(v, "polearm"))


def breaks_ties(v: View) -> bool:
    return frontal_weapon(v, "two_handed_weapon") and v.foe.type in SPEARS


def armour_saves(loser: View) -> bool:
    winner = loser.turned
    if loser.me.armour <= winner.me.armour or winner.me.cat == "El":
        return False
    if winner.contact == "on_flank":
        furious = loser.on("armour_off_against_flanking_charger") and owns_furious_charge(winner)
    elif loser.on("armour_stopped_by", "owned_furious_charge"):
        furious = owns_furious_charge(winner)
    else:
        furious = furious_charge(winner)
    return not (loser.first and furious)


def losses(v: View, difference: int) -> tuple[str, str]:
    """Losses of me and foe when my sum exceeds his by this much: 0 to 4, or rout."""
    edge = difference or breaks_ties(v) - breaks_ties(v.turned)
    winner, loser = (v, v.turned) if edge > 0 else (v.turned, v)
    margin = abs(edge)
    if difference or (edge and v.on("two_handed_bonuses_add_up")):
        margin += wins_harder(winner)
    if margin:
        margin -= armour_saves(loser) + missile_support(loser)
    loss = "0" if margin <= 0 else "rout" if margin >= 7 else str((margin + 1) // 2 + furious_charge(winner))
    return ("0", loss) if edge > 0 else (loss, "0")


def result(difference: int) -> str:
    """The name of a difference before the steps that follow the factors."""
    steps = min(4, (abs(difference) + 1) // 2)
    return RESULTS[4 - steps if difference > 0 else 4 + steps]


def dice(mine: str, his: str) -> Iterator[int]:
    return (x - y for x in DIE[mine] for y in DIE[his])


def differences(v: View) -> list[int]:
    lead = melee_total(v) - melee_total(v.turned)
    return [lead + roll for roll in dice(quality(v, "mixed"), quality(v.turned, "mixed"))]


def outcomes(v: View) -> dict[tuple[str, str], Fraction]:
    if destroyed(v) or destroyed(v.turned):
        return {("rout", "0") if destroyed(v) else ("0", "rout"): Fraction(1)}
    pairs = [losses(v, difference) for difference in differences(v)]
    return {pair: Fraction(pairs.count(pair), 36) for pair in dict.fromkeys(pairs)}


def breaks(loss: str, cohesion: int) -> bool:
    return loss == "rout" or int(loss) >= cohesion


def melee(v: View) -> dict[str, Any]:
    chances = outcomes(v)

    def chance(wanted: Callable[[str, str], bool]) -> str:
        return str(sum(part for pair, part in chances.items() if wanted(*pair)))

    def alone(side: int) -> dict[str, str]:
        each = {pair[side] for pair in chances}
        return {loss: str(sum(part for pair, part in chances.items() if pair[side] == loss)) for loss in each}

    gone = [side for side, who in (("a", v), ("b", v.turned)) if destroyed(who)]
    names = [result(difference) for difference in differences(v)]
    return {
        "totals": {"a": melee_total(v), "b": melee_total(v.turned)},
        "destroyed": gone,
        "counts": None if gone else {name: names.count(name) for name in RESULTS},
        "furious_charge": {"a": furious_charge(v), "b": furious_charge(v.turned)},
        "joint": {":".join(pair): str(part) for pair, part in chances.items()},
        "loss": {"a": alone(0), "b": alone(1)},
        "chance": {
            "b_loses": chance(lambda a, b: b != "0"),
            "neither": chance(lambda a, b: a == b == "0"),
            "a_loses": chance(lambda a, b: a != "0"),
            "b_routs": chance(lambda a, b: breaks(b, v.foe.cohesion)),
            "a_routs": chance(lambda a, b: breaks(a, v.me.cohesion)),
        },
    }


def fight(v: View, known: dict[tuple[int, int], tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """Chance that my side outlasts the other, and expected rounds, this one included."""
    stays, wins, rounds = Fraction(0), Fraction(0), Fraction(1)
    for (mine, his), chance in outcomes(v).items():
        if breaks(mine, v.me.cohesion) or breaks(his, v.foe.cohesion):
            wins += chance * breaks(his, v.foe.cohesion)
            continue
        left = v.me.cohesion - int(mine), v.foe.cohesion - int(his)
        if not v.first and mine == his == "0":
            stays = chance
            continue
        if left not in known:
            later = v._replace(me=v.me._replace(cohesion=left[0]), foe=v.foe._replace(cohesion=left[1]), first=False)
            known[left] = fight(later, known)
        wins += chance * known[left][0]
        rounds += chance * known[left][1]
    return wins / (1 - stays), rounds / (1 - stays)


# ---- shooting: I am the shooter, the foe is the target


def covered(v: View, weapon: str) -> bool:
    """The target is in cover or behind a fortification (13.54)."""
    pierced = weapon == "artillery" and not v.on("cover_against_artillery")
    bulky = v.foe.cat == "WWg" and not v.on("war_wagon_takes_cover")
    return bool(v.foe.has & {"cover", "fortified"}) and not pierced and not bulky


def hidden(v: View) -> bool:
    """My own place spoils my aim (13.72); never that of light infantry."""
    ground = v.me.terrain in COVERING
    if v.me.terrain == "difficult":
        ground = v.on("unnamed_difficult_hides_shooter")
    elif v.on("shooter_malus_ground", "every_difficult"):
        ground = ground or CLASS[v.me.terrain] == "difficult"
    return v.me.cat != "LI" and (ground or "cover" in v.me.has)


def shooter_total(v: View, weapon: str) -> int:
    light = v.foe if v.on("light_troops_shooting_malus", "target") else v.me
    foot_fire = v.me.cat in ("LMI", "MI", "HI") and weapon in ("bow", "longbow", "crossbow", "firearm")
    halves = sum(1 if ROW[troop][0] in LIGHT else 2 for troop, _ in v.me.supports)
    fire = v.me.cat == "Art" or weapon == "incendiary" or "incendiary" in v.me.has
    bonus = (foot_fire and v.foe.mounted) + (fire and v.foe.cat in ("El", "WWg")) + min(3, (halves + 1) // 2)
    malus = (light.cat in LIGHT) + covered(v, weapon) + (v.me.cohesion < v.me.full) + hidden(v)
    return bonus - malus - ("backwards" in v.me.has)


def protection(v: View, weapon: str) -> int:
    """The target's protection: the weapon first, then the pavise."""
    foe = v.foe
    value = foe.pr + foe.armour
    if weapon in ("crossbow", "firearm"):
        one = 1 if v.on("crossbow_protection", "set_to_one") else min(value, 1)
        value = foe.pr if foe.cat in ("El", "WWg") else one
    elif weapon == "longbow" and foe.cat not in ("Art", "WWg", *LIGHT):
        value = max(0, value - 1)
    elif weapon in FIRE and foe.cat not in LIGHT:
        value = 0
    return value + ("pavise" in foe.has and weapon not in FIRE and not covered(v, weapon))


def shooting(v: View, weapon: str) -> dict[str, Any]:
    totals = {"a": shooter_total(v, weapon), "b": protection(v, weapon)}
    hits = sum(totals["a"] - totals["b"] + roll > 0 for roll in dice(quality(v, "impact_half_bow"), v.foe.quality))
    hit = Fraction(hits, 36)
    return {
        "totals": totals,
        "counts": {"hit": hits, "miss": 36 - hits},
        "loss": {"a": {"0": "1"}, "b": {loss: str(part) for loss, part in (("0", 1 - hit), ("1", hit)) if part}},
        "chance": {"hit": str(hit), "b_routs": str(hit * (v.foe.cohesion == 1))},
    }


def answer(kind: str, situation: dict[str, Any], profile: str = "sheet", **options: object) -> dict[str, Any]:
    """The compared keys of one situation, for a melee also who has a furious charge."""
    v = view(situation, READINGS[profile] | options)
    kind = situation.get("kind", kind)
    if kind == "shooting":
        return shooting(v, situation["weapon"])
    if kind == "melee":
        return melee(v)
    wins, rounds = fight(v, {})
    return {"a_wins": str(wins), "b_wins": str(1 - wins), "rounds": str(rounds)}
