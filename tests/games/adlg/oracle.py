"""A second reading of melee, shooting and whole fights, from the rules' texts alone: tables of values and of voids.

`answer` takes a situation in the form of the odds and gives the keys that can be compared, fractions as text.
Everything about one side is asked of a `View`: one unit looking at the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

# ---- the readings; a player's own option beats the profile

READINGS: dict[str, dict[str, object]] = {
    "sheet": {
        "light_troops_shooting_malus": "target",
        "impact_of_both": "charged_foot_lose",
        "cavalry_bonus_swordsmen": "medium_and_heavy",
        "cavalry_bonus_foot_knights": False,
        "crossbow_protection": "set_to_one",
        "two_handed_bonuses_add_up": False,
        "armour_stopped_by": "owned_furious_charge",
        "panic_from_friend": True,
        "scythed_chariot_voids_spears": False,
        "scythed_chariot_voids_impact": False,
        "cataphract_impact": "if_bought",
        "flank_attack_zeroes_factor": "any_attacker",
        "cover_against_artillery": True,
        "war_wagon_takes_cover": True,
        "works_void_charge_abilities": False,
        "light_infantry_safe_behind_works": False,
        "impetuous_impact_void": "either_sentence",
        "fortification_bonus_for": "every_defender",
        "mixed_quality_step": "every_quality",
        "cavalry_bonus_contact": "any_contact",
        "furious_charge_needs_charge": False,
        "missile_support_needs_charge": False,
        "mediocre_war_wagon_battle_ready": True,
        "flank_bonus_on_war_wagon": True,
        "shooter_malus_ground": "every_difficult",
        "works_malus_takes_charge_abilities": False,
        "javelin_void_by_owned_impact": True,
        "foot_impact_void_by_owned_impact": True,
        "ground_bonuses_add_up": False,
        "flanker_keeps_frontal_weapons": False,
        "armour_off_against_flanking_charger": True,
        "panic_from_melee_support": True,
        "panic_from_enemy_neighbour": False,
        "light_infantry_destroyed_when_flanking": True,
        "flanked_spears_keep_bonus": False,
        "flanked_foot_voids_impact": True,
        "works_only_in_front": True,
        "flanked_scythed_chariot_zeroes": True,
        "negated_support_still_flanks": True,
        "zeroed_factor_keeps_artillery_bonus": False,
        "polearm_win_against_elephants": True,
        "unnamed_difficult_hides_shooter": True,
        "supporting_cavalry_gets_first_round_bonus": False,
    }
}
READINGS["common"] = READINGS["sheet"] | {
    "light_troops_shooting_malus": "shooter",
    "cavalry_bonus_swordsmen": "medium_only",
    "armour_stopped_by": "effective_furious_charge",
    "panic_from_friend": False,
    "scythed_chariot_voids_spears": True,
    "scythed_chariot_voids_impact": True,
    "cataphract_impact": "by_type",
    "flank_attack_zeroes_factor": "conformed_heavy_attacker",
    "cover_against_artillery": False,
    "war_wagon_takes_cover": False,
    "works_void_charge_abilities": True,
    "light_infantry_safe_behind_works": True,
    "impetuous_impact_void": "all_impetuous_foot",
    "fortification_bonus_for": "foot_except_light_and_wagons",
    "cavalry_bonus_contact": "frontal_charge",
    "furious_charge_needs_charge": True,
    "missile_support_needs_charge": True,
    "mediocre_war_wagon_battle_ready": False,
    "flank_bonus_on_war_wagon": False,
    "shooter_malus_ground": "terrain_table",
    "works_malus_takes_charge_abilities": True,
    "armour_off_against_flanking_charger": False,
}

# ---- the rows of the troop tables

# type, category, line of the factor table, protection without armour, cohesion, armour (0, 1, 2), what it rides
ROWS = """
light_infantry      LI   LI   1  2  0  foot
javelinmen          LMI  Jav  1  3  0  foot
bowmen              LMI  Bow  0  3  0  foot
crossbowmen         LMI  Bow  0  3  0  foot
handgunners         LMI  Bow  0  3  0  foot
medium_swordsmen    MI   MSw  1  3  0  foot
medium_spearmen     MI   MSp  1  3  0  foot
heavy_swordsmen     HI   HSw  1  4  0  foot
foot_knights        HI   HSw  1  4  2  foot
heavy_spearmen      HI   HSp  1  4  0  foot
pikemen             HI   Pik  1  4  0  foot
levy                HI   Lvy  1  3  0  foot
war_wagon           WWg  WWg  2  4  0  foot
light_artillery     Art  Art  1  2  0  foot
medium_artillery    Art  Art  1  2  0  foot
heavy_artillery     Art  Art  1  2  0  foot
light_cavalry       LH   LH   1  2  0  horse
light_camels        LH   LH   1  2  0  camel
medium_cavalry      Cv   Cv   0  3  0  horse
light_chariot       Cv   Cv   0  3  0  horse
medium_camels       Cv   Cv   0  3  0  camel
heavy_cavalry       Cv   Cv   0  3  1  horse
heavy_chariot       HCh  HCh  0  3  1  horse
cataphracts         Ct   Ct   0  3  2  horse
camel_cataphracts   Ct   Ct   0  3  2  camel
medium_knights      Kn   Kn   0  3  1  horse
heavy_knights       Kn   Kn   0  3  2  horse
elephant            El   El   0  3  0  elephant
scythed_chariot     SCh  SCh  0  1  0  scythed
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

ROW = {line.split()[0]: line.split()[1:] for line in ROWS.strip().splitlines()}
COLUMNS, *LINES = [line.split() for line in FACTORS.strip().splitlines()]
FACTOR = {(line[0], column): int(cell) for line in LINES for column, cell in zip(COLUMNS[1:], line[1:], strict=True)}

GROUND = {
    "open": ("open", "gentle_hill"),
    "rough": ("rough", "brush", "plantation", "field", "gully"),
    "difficult": ("difficult", "steep_hill", "wood", "marsh", "dunes", "village"),
}
CLASS = {terrain: ground for ground, terrains in GROUND.items() for terrain in terrains}
RELIEF = {"camel": ("brush", "dunes"), "elephant": ("brush", "field")}
COVERING = ("plantation", "wood", "village")
"""Ground that hides whoever stands in it, and spoils his own aim."""

DIE = {"elite": (2, 3, 4, 4, 5, 6), "ordinary": (1, 2, 3, 4, 5, 6), "mediocre": (1, 2, 3, 3, 4, 5)}
LOWER = {"elite": "ordinary", "ordinary": "mediocre", "mediocre": "mediocre"}

SPEARS = ("medium_spearmen", "heavy_spearmen", "pikemen")
SWORDS = ("medium_swordsmen", "heavy_swordsmen")
ARCHERS = ("bowmen", "crossbowmen", "handgunners")
LIGHT = ("LI", "LH")
IMPACTS = frozenset({"impact", "impact_half_bow", "impetuous"})
FLAGS = ("height", "commander", "uncontrolled", "fortified", "stakes", "obstacle", "cover")


class Unit(NamedTuple):
    type: str
    cat: str
    line: str
    pr: int
    full: int
    armour: int
    rides: str
    quality: str
    abilities: frozenset[str]
    cohesion: int
    terrain: str
    supports: tuple[tuple[str, str], ...]
    flags: frozenset[str]


class View(NamedTuple):
    """One unit's view of its combat. `charged` is me, foe or none; `contact` is front, on_flank (mine on his), in_flank."""

    me: Unit
    foe: Unit
    first: bool
    charged: str
    contact: str
    rd: Mapping[str, object]


def unit(side: Mapping[str, Any]) -> Unit:
    """Read one side of a situation; bought armour counts where it is heavier than the row's."""
    cat, line, pr, full, armour, rides = ROW[side["type"]]
    abilities = set(side.get("abilities", ()))
    if side["type"] == "javelinmen":
        abilities.add("javelin")
    if side["type"] == "foot_knights":
        abilities.add("two_handed_weapon")
    bought = 2 if "heavy_armour" in abilities else 1 if "armour" in abilities else 0
    return Unit(
        type=side["type"],
        cat=cat,
        line=line,
        pr=int(pr),
        full=int(full),
        armour=max(int(armour), bought),
        rides=rides,
        quality=side.get("quality", "ordinary"),
        abilities=frozenset(abilities),
        cohesion=side.get("cohesion", int(full)),
        terrain=side.get("terrain", "open"),
        supports=tuple((each["type"], each["kind"]) for each in side.get("supports", ())),
        flags=frozenset(flag for flag in FLAGS if side.get(flag)),
    )


TURNED = {"me": "foe", "foe": "me", "none": "none", "front": "front", "on_flank": "in_flank", "in_flank": "on_flank"}


def turned(v: View) -> View:
    return v._replace(me=v.foe, foe=v.me, charged=TURNED[v.charged], contact=TURNED[v.contact])


# ---- who has what


def mounted(who: Unit) -> bool:
    return who.rides != "foot"


def in_front(v: View) -> bool:
    return v.contact == "front"


def frontal_charge(v: View) -> bool:
    """The condition of nearly all first-round abilities, for charger and charged alike."""
    return v.first and in_front(v) and v.charged != "none"


def negates_supports(v: View) -> bool:
    """The foe is a scythed chariot in its first round: my supports count for nothing."""
    return v.first and v.foe.cat == "SCh"


def flankers(v: View) -> list[str]:
    """Categories of the enemies on my flank or rear; war wagons and artillery know no flank."""
    if v.me.cat in ("WWg", "Art"):
        return []
    held = [ROW[kind_of][0] for kind_of, kind in v.foe.supports if kind == "melee"]
    if negates_supports(turned(v)) and not v.rd["negated_support_still_flanks"]:
        held = []
    return held + [v.foe.cat] * (v.contact == "in_flank")


def flanked(v: View) -> bool:
    return bool(flankers(v))


def foe_works(v: View, *kinds: str) -> bool:
    """The foe stands behind one of these works, and they work in this contact."""
    return bool(v.foe.flags.intersection(kinds)) and (in_front(v) or not v.rd["works_only_in_front"])


def terrain_malus(who: Unit) -> int:
    ground = CLASS[who.terrain]
    if who.terrain in RELIEF.get(who.rides, ()):
        return 0
    if mounted(who):
        return {"open": 0, "rough": -2, "difficult": -3}[ground]
    if ground == "rough" and who.type in ("heavy_spearmen", "pikemen"):
        return -2
    return {("rough", "HI"): -1, ("rough", "WWg"): -1, ("difficult", "HI"): -2}.get((ground, who.cat), 0) - (
        ground == "difficult" and who.cat in ("MI", "LMI")
    )


def works_malus(v: View) -> int:
    if not mounted(v.me):
        return 0
    kinds = ("fortified", "obstacle") if v.me.cat == "El" else ("fortified", "obstacle", "stakes")
    return -2 if foe_works(v, *kinds) else 0


def malus_of_mounted(v: View) -> bool:
    """A malus that takes impact and furious charge from mounted troops."""
    counted = terrain_malus(v.me) or (v.rd["works_malus_takes_charge_abilities"] and works_malus(v))
    return mounted(v.me) and bool(counted)


def across_works(v: View) -> bool:
    """Fought across a fortification or obstacle, whichever side stands behind it."""
    between = foe_works(v, "fortified", "obstacle") or foe_works(turned(v), "fortified", "obstacle")
    return bool(v.rd["works_void_charge_abilities"]) and between


def owns_impact(v: View) -> bool:
    by_type = v.me.cat == "El" or (v.me.cat == "Ct" and v.rd["cataphract_impact"] == "by_type")
    return by_type or bool(v.me.abilities & IMPACTS)


def foot_impact_lost(v: View) -> bool:
    """Foot charging mounted, or charged by mounted with impact (13.6)."""
    if mounted(v.me) or not mounted(v.foe):
        return False
    if v.charged == "me":
        return True
    if v.rd["impact_of_both"] == "charged_mounted_cancel":
        return False
    his = owns_impact if v.rd["foot_impact_void_by_owned_impact"] else impact
    return his(turned(v))


def swordsmen_stop(v: View) -> bool:
    """Impetuous foot against swordsmen (13.61)."""
    if mounted(v.me) or "impetuous" not in v.me.abilities:
        return False
    if v.rd["impetuous_impact_void"] == "all_impetuous_foot" or v.me.type in SWORDS:
        return v.foe.type in (*SWORDS, "foot_knights")
    return v.foe.type in SWORDS


def holds_front(v: View) -> bool:
    """The foe's marks against impact hold even if he is held in flank himself (ruling 9)."""
    return bool(v.rd["flanked_foot_voids_impact"]) or not flanked(turned(v))


def wagon_stops(v: View) -> bool:
    """War wagons stop everybody's charge but the elephants', with blades theirs too."""
    return v.foe.cat == "WWg" and (v.me.cat != "El" or "blades" in v.foe.abilities)


IMPACT_VOIDS: list[Callable[[View], bool]] = [
    lambda v: not frontal_charge(v),
    flanked,
    lambda v: v.foe.cat == "El",
    lambda v: v.me.cat == "El" and (v.foe.cat in LIGHT or v.foe.type == "javelinmen"),
    lambda v: v.me.cat in ("Ct", "HCh") and v.foe.cat == "Kn",
    foot_impact_lost,
    lambda v: (
        v.rd["impact_of_both"] == "charged_mounted_cancel"
        and mounted(v.me)
        and mounted(v.foe)
        and owns_impact(turned(v))
    ),
    lambda v: mounted(v.me) and v.me.cat != "El" and v.foe.type in SPEARS and holds_front(v),
    lambda v: swordsmen_stop(v) and holds_front(v),
    lambda v: mounted(v.me) and foe_works(v, "stakes"),
    across_works,
    wagon_stops,
    malus_of_mounted,
    lambda v: bool(v.rd["scythed_chariot_voids_impact"]) and v.foe.cat == "SCh" and v.me.cat != "El",
]


def impact(v: View) -> bool:
    return owns_impact(v) and not any(void(v) for void in IMPACT_VOIDS)


def javelin(v: View) -> bool:
    if "javelin" not in v.me.abilities or v.me.cat not in ("LI", "LH", "LMI"):
        return False
    if not frontal_charge(v) or flanked(v) or v.foe.cat == "WWg":
        return False
    if v.foe.cat in ("El", "SCh"):
        return True
    his = owns_impact if v.rd["javelin_void_by_owned_impact"] else impact
    return not his(turned(v))


def owns_furious_charge(v: View) -> bool:
    """The row or an ability gives it against this foe, taken away or not."""
    me, foe = v.me, v.foe
    if mounted(foe):
        return False
    if me.cat in ("El", "SCh"):
        return foe.cat != "LI" and foe.type != "javelinmen"
    if not mounted(me):
        return "impetuous" in me.abilities and foe.cat != "WWg"
    if owns_impact(v) and foe.cat != "WWg":
        return True
    return (me.cat in ("Cv", "HCh", "Kn") and foe.cat == "LMI") or (me.cat == "LH" and foe.cat == "LI")


def missile_support(v: View) -> bool:
    return (
        "missile_support" in v.me.abilities
        and v.first
        and in_front(v)
        and not flanked(v)
        and (v.charged != "none" or not v.rd["missile_support_needs_charge"])
    )


FURIOUS_CHARGE_VOIDS: list[Callable[[View], bool]] = [
    lambda v: not v.first or not in_front(v),
    lambda v: v.charged == "none" and bool(v.rd["furious_charge_needs_charge"]),
    flanked,
    lambda v: mounted(v.me) and foe_works(v, "stakes"),
    lambda v: mounted(v.me) and missile_support(turned(v)),
    across_works,
    wagon_stops,
    malus_of_mounted,
]


def furious_charge(v: View) -> bool:
    return owns_furious_charge(v) and not any(void(v) for void in FURIOUS_CHARGE_VOIDS)


# ---- the totals of a melee


def row_factor(mine: str, foe: Unit, on_flank: bool) -> int:
    """The factor of a row against this foe on his ground, the +1 against artillery included."""
    line = ROW[mine][1]
    if line in ("HSw", "HSp") and foe.cat == "LMI" and CLASS[foe.terrain] != "open":
        return 1
    if line == "LH" and foe.cat == "LI" and CLASS[foe.terrain] != "open":
        return 0
    if line == "Cv" and foe.cat == "HI" and on_flank:
        return 1
    return FACTOR[line, foe.line]


def zeroed(v: View) -> bool:
    """My factor is 0: attacked in flank or rear, or facing a scythed chariot in the first round."""
    attackers = flankers(v)
    if v.rd["flank_attack_zeroes_factor"] == "conformed_heavy_attacker":
        attackers = [cat for cat in attackers if cat not in LIGHT]
    scythed = v.first and v.foe.cat == "SCh" and v.me.cat not in ("LI", "LH", "LMI", "WWg", "El")
    if flanked(turned(v)) and not v.rd["flanked_scythed_chariot_zeroes"]:
        scythed = False
    return bool(attackers) or scythed


def factor(v: View) -> int:
    if zeroed(v):
        return int(bool(v.rd["zeroed_factor_keeps_artillery_bonus"]) and v.foe.cat == "Art" and v.me.cat not in LIGHT)
    if v.me.cat == "WWg" and v.foe.cat == "El" and "blades" in v.me.abilities:
        return 2
    return row_factor(v.me.type, v.foe, v.contact == "on_flank")


def battle_ready(v: View) -> bool:
    allowed = v.me.quality != "mediocre" or bool(v.rd["mediocre_war_wagon_battle_ready"])
    return v.me.cat == "WWg" and "battle_ready" in v.me.abilities and allowed


def spear_bonus(v: View) -> bool:
    if v.me.type not in SPEARS or not mounted(v.foe) or v.foe.cat == "El" or not frontal_charge(v):
        return False
    if v.foe.cat == "SCh" and v.rd["scythed_chariot_voids_spears"]:
        return False
    return bool(v.rd["flanked_spears_keep_bonus"]) or not flanked(v)


def archers_bonus(v: View) -> bool:
    charged = frontal_charge(v) and v.charged == "foe"
    return v.me.type in ARCHERS and mounted(v.foe) and charged and not flanked(v)


def cavalry_prey(foe: Unit, rd: Mapping[str, object]) -> bool:
    """Those against whom cavalry has its +1 of the first round (13.8)."""
    return (
        foe.cat == "LMI"
        or foe.type == "medium_swordsmen"
        or (foe.type == "heavy_swordsmen" and rd["cavalry_bonus_swordsmen"] == "medium_and_heavy")
        or (foe.type == "foot_knights" and bool(rd["cavalry_bonus_foot_knights"]))
    )


def cavalry_bonus(v: View) -> bool:
    if v.me.cat != "Cv" or not v.first or owns_impact(v) or terrain_malus(v.me):
        return False
    if v.rd["cavalry_bonus_contact"] == "frontal_charge" and not frontal_charge(v):
        return False
    return cavalry_prey(v.foe, v.rd)


def polearm_bonus(v: View) -> bool:
    against = mounted(v.foe) and v.foe.cat != "El"
    return "polearm" in v.me.abilities and against and frontal_charge(v) and not flanked(v)


def flank_position(v: View) -> bool:
    return v.contact == "on_flank" and (v.foe.cat != "WWg" or bool(v.rd["flank_bonus_on_war_wagon"]))


def supports(v: View) -> int:
    if negates_supports(v):
        return 0
    total = 0
    for kind_of, kind in v.me.supports:
        total += 1
        if kind == "melee":
            total += row_factor(kind_of, v.foe, on_flank=True)
            first_round = v.first and bool(v.rd["supporting_cavalry_gets_first_round_bonus"])
            total += first_round and ROW[kind_of][0] == "Cv" and cavalry_prey(v.foe, v.rd)
    return total


def high_ground(v: View) -> int:
    """Height and fortification: one +1 together, unless they add up (ruling 3)."""
    behind = foe_works(turned(v), "fortified")
    if v.rd["fortification_bonus_for"] == "foot_except_light_and_wagons":
        behind = behind and not mounted(v.me) and v.me.cat not in ("LI", "WWg")
    both = ("height" in v.me.flags) + behind
    return both if v.rd["ground_bonuses_add_up"] else min(both, 1)


def panics(v: View) -> bool:
    feared = {"horse": ("camel", "elephant"), "camel": ("elephant",)}.get(v.me.rides, ())
    near = [v.foe.rides]
    for kind_of, kind in v.foe.supports:
        if v.rd["panic_from_melee_support" if kind == "melee" else "panic_from_enemy_neighbour"]:
            near.append(ROW[kind_of][5])
    if v.rd["panic_from_friend"]:  # a friend in melee support stands at the enemy, not beside me
        near += [ROW[kind_of][5] for kind_of, kind in v.me.supports if kind == "simple"]
    return any(beast in feared for beast in near)


NUMBERS: list[Callable[[View], int]] = [
    factor,
    battle_ready,
    impact,
    javelin,
    spear_bonus,
    archers_bonus,
    cavalry_bonus,
    polearm_bonus,
    flank_position,
    supports,
    high_ground,
    terrain_malus_of_me := lambda v: terrain_malus(v.me),
    works_malus,
    lambda v: -panics(v),
    lambda v: -(v.me.cohesion < v.me.full),
    lambda v: -(v.first and "uncontrolled" in v.me.flags),
    lambda v: "commander" in v.me.flags,
    lambda v: "incendiary" in v.me.abilities and v.foe.cat in ("El", "WWg"),
]


def melee_total(v: View) -> int:
    return sum(int(number(v)) for number in NUMBERS)


def destroyed(v: View) -> bool:
    """Light infantry in the open, main opponent of a type that rides or runs it down."""
    me = v.me
    if me.cat != "LI" or CLASS[me.terrain] != "open" or v.foe.cat not in ("LMI", "MI", "HI", "Cv", "Ct", "HCh", "Kn"):
        return False
    if v.contact == "on_flank" and not v.rd["light_infantry_destroyed_when_flanking"]:
        return False
    return not (v.rd["light_infantry_safe_behind_works"] and foe_works(turned(v), "fortified"))


# ---- from the difference to the losses


def quality(who: Unit, lowered_by: str, rd: Mapping[str, object]) -> str:
    drops = lowered_by in who.abilities and (who.quality == "ordinary" or rd["mixed_quality_step"] == "every_quality")
    return LOWER[who.quality] if drops else who.quality


def frontal_weapon(v: View, weapon: str) -> bool:
    placed = in_front(v) or (v.contact == "on_flank" and bool(v.rd["flanker_keeps_frontal_weapons"]))
    return weapon in v.me.abilities and placed and not flanked(v)


def wins_harder(v: View) -> int:
    """Two-handed weapon and polearm: one +1 to a win, not both."""
    against = mounted(v.foe) and (v.foe.cat != "El" or bool(v.rd["polearm_win_against_elephants"]))
    return int(frontal_weapon(v, "two_handed_weapon") or (against and frontal_weapon(v, "polearm")))


def breaks_ties(v: View) -> int:
    return int(frontal_weapon(v, "two_handed_weapon") and v.foe.type in SPEARS)


def armour_saves(loser: View) -> bool:
    winner = turned(loser)
    if loser.me.armour <= winner.me.armour or winner.me.cat == "El":
        return False
    if not loser.first:
        return True
    if winner.contact == "on_flank":
        return not (loser.rd["armour_off_against_flanking_charger"] and owns_furious_charge(winner))
    owned = loser.rd["armour_stopped_by"] == "owned_furious_charge"
    return not (owns_furious_charge if owned else furious_charge)(winner)


def loss_of_loser(winner: View, margin: int) -> str:
    """What a defeat by this margin costs, after armour, missile support and furious charge; 0 to 4 or rout."""
    loser = turned(winner)
    margin -= armour_saves(loser) + missile_support(loser)
    if margin <= 0:
        return "0"
    if margin >= 7:
        return "rout"
    return str((margin + 1) // 2 + furious_charge(winner))


def losses(v: View, difference: int) -> tuple[str, str]:
    """Losses of me and foe when my sum exceeds his by `difference`."""
    margin = abs(difference)
    winner = v if difference > 0 else turned(v)
    if difference == 0:
        edge = breaks_ties(v) - breaks_ties(turned(v))
        if edge == 0:
            return "0", "0"
        winner = v if edge > 0 else turned(v)
        margin = 2 if v.rd["two_handed_bonuses_add_up"] else 1
    else:
        margin += wins_harder(winner)
    loss = loss_of_loser(winner, margin)
    return ("0", loss) if winner is v else (loss, "0")


BANDS = {0: "tie", 1: "1", 2: "1", 3: "2", 4: "2", 5: "3", 6: "3"}


def band(difference: int) -> str:
    size = BANDS.get(abs(difference), "rout")
    return size if difference == 0 else ("win_" if difference > 0 else "lose_") + size


def dice(mine: str, his: str) -> Iterator[int]:
    return (x - y for x in DIE[mine] for y in DIE[his])


def spread(pairs: list[tuple[str, str]]) -> dict[tuple[str, str], Fraction]:
    return {pair: Fraction(pairs.count(pair), len(pairs)) for pair in dict.fromkeys(pairs)}


def breaks(loss: str, cohesion: int) -> bool:
    return loss == "rout" or int(loss) >= cohesion


def melee_view(situation: Mapping[str, Any], rd: Mapping[str, object]) -> View:
    return View(
        me=unit(situation["a"]),
        foe=unit(situation["b"]),
        first=situation.get("round", 1) == 1,
        charged={"a": "me", "b": "foe", "none": "none"}[situation.get("charger", "a")],
        contact="front" if situation.get("contact", "front") == "front" else "on_flank",
        rd=rd,
    )


def outcomes(v: View) -> dict[tuple[str, str], Fraction]:
    if destroyed(v):
        return {("rout", "0"): Fraction(1)}
    if destroyed(turned(v)):
        return {("0", "rout"): Fraction(1)}
    lead = melee_total(v) - melee_total(turned(v))
    qualities = quality(v.me, "mixed", v.rd), quality(v.foe, "mixed", v.rd)
    return spread([losses(v, lead + roll) for roll in dice(*qualities)])


def total_of(chances: dict[tuple[str, str], Fraction], wanted: Callable[[str, str], bool]) -> str:
    return str(sum((chance for pair, chance in chances.items() if wanted(*pair)), Fraction(0)))


def marginal(chances: dict[tuple[str, str], Fraction], side: int) -> dict[str, str]:
    seen = dict.fromkeys(pair[side] for pair in chances)
    return {loss: total_of(chances, lambda a, b, loss=loss: (a, b)[side] == loss) for loss in seen}  # type: ignore[misc]


def melee(v: View) -> dict[str, Any]:
    his = turned(v)
    totals = {"a": melee_total(v), "b": melee_total(his)}
    gone = [side for side, view in (("a", v), ("b", his)) if destroyed(view)]
    counts = None
    if not gone:
        names = ("win_rout", "win_3", "win_2", "win_1", "tie", "lose_1", "lose_2", "lose_3", "lose_rout")
        counts = dict.fromkeys(names, 0)
        for roll in dice(quality(v.me, "mixed", v.rd), quality(v.foe, "mixed", v.rd)):
            counts[band(totals["a"] - totals["b"] + roll)] += 1
    chances = outcomes(v)
    return {
        "totals": totals,
        "destroyed": gone,
        "counts": counts,
        "furious_charge": {"a": furious_charge(v), "b": furious_charge(his)},
        "joint": {f"{a}:{b}": str(chance) for (a, b), chance in chances.items()},
        "loss": {"a": marginal(chances, 0), "b": marginal(chances, 1)},
        "chance": {
            "b_loses": total_of(chances, lambda a, b: b != "0"),
            "neither": total_of(chances, lambda a, b: a == b == "0"),
            "a_loses": total_of(chances, lambda a, b: a != "0"),
            "b_routs": total_of(chances, lambda a, b: breaks(b, v.foe.cohesion)),
            "a_routs": total_of(chances, lambda a, b: breaks(a, v.me.cohesion)),
        },
    }


def fight(v: View, known: dict[tuple[int, int], tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """Chance that my side outlasts the other, and expected rounds, this one included."""
    stays = wins = Fraction(0)
    rounds = Fraction(1)
    for (mine, his), chance in outcomes(v).items():
        if breaks(mine, v.me.cohesion):
            continue
        if breaks(his, v.foe.cohesion):
            wins += chance
            continue
        left = v.me.cohesion - int(mine), v.foe.cohesion - int(his)
        if not v.first and left == (v.me.cohesion, v.foe.cohesion):
            stays = chance
            continue
        if left not in known:
            later = v._replace(me=v.me._replace(cohesion=left[0]), foe=v.foe._replace(cohesion=left[1]), first=False)
            known[left] = fight(later, known)
        wins += chance * known[left][0]
        rounds += chance * known[left][1]
    return wins / (1 - stays), rounds / (1 - stays)


# ---- shooting


def in_cover(v: View, weapon: str) -> bool:
    """The foe is covered from my fire (13.54)."""
    if weapon == "artillery" and not v.rd["cover_against_artillery"]:
        return False
    if v.foe.cat == "WWg" and not v.rd["war_wagon_takes_cover"]:
        return False
    return bool(v.foe.flags & {"cover", "fortified"})


def hidden(v: View) -> bool:
    """My own place spoils my aim (13.72); never that of light infantry."""
    if v.me.cat == "LI":
        return False
    if v.me.terrain == "difficult":
        ground = bool(v.rd["unnamed_difficult_hides_shooter"])
    elif v.rd["shooter_malus_ground"] == "every_difficult":
        ground = v.me.terrain in COVERING or CLASS[v.me.terrain] == "difficult"
    else:
        ground = v.me.terrain in COVERING
    return ground or "cover" in v.me.flags


def shooter_total(v: View, weapon: str) -> int:
    light = v.foe if v.rd["light_troops_shooting_malus"] == "target" else v.me
    foot_fire = v.me.cat in ("LMI", "MI", "HI") and weapon in ("bow", "longbow", "crossbow", "firearm")
    halves = sum(1 if ROW[kind_of][0] in LIGHT else 2 for kind_of, _ in v.me.supports)
    return (
        -(light.cat in LIGHT)
        - in_cover(v, weapon)
        - (v.me.cohesion < v.me.full)
        - hidden(v)
        + (foot_fire and mounted(v.foe))
        + (weapon in ("artillery", "incendiary") and v.foe.cat in ("El", "WWg"))
        + min(3, (halves + 1) // 2)
    )


def protection(v: View, weapon: str) -> int:
    """The foe's protection against my weapon: weapon first, then pavise."""
    foe = v.foe
    value = foe.pr + foe.armour
    if weapon in ("crossbow", "firearm"):
        if foe.cat in ("El", "WWg"):
            value = foe.pr
        else:
            value = 1 if v.rd["crossbow_protection"] == "set_to_one" else min(value, 1)
    elif weapon == "longbow" and foe.cat not in ("Art", "WWg", "LI", "LH"):
        value = max(0, value - 1)
    elif weapon in ("artillery", "incendiary") and foe.cat not in LIGHT:
        value = 0
    pavise = "pavise" in foe.abilities and weapon not in ("artillery", "incendiary") and not in_cover(v, weapon)
    return value + pavise


def shooting(v: View, weapon: str) -> dict[str, Any]:
    totals = {"a": shooter_total(v, weapon), "b": protection(v, weapon)}
    rolls = dice(quality(v.me, "impact_half_bow", v.rd), v.foe.quality)
    hits = sum(totals["a"] - totals["b"] + roll > 0 for roll in rolls)
    hit = Fraction(hits, 36)
    return {
        "totals": totals,
        "counts": {"hit": hits, "miss": 36 - hits},
        "loss": {"a": {"0": "1"}, "b": {loss: str(p) for loss, p in (("0", 1 - hit), ("1", hit)) if p}},
        "chance": {"hit": str(hit), "b_routs": str(hit) if v.foe.cohesion == 1 else "0"},
    }


def answer(kind: str, situation: dict[str, Any], profile: str = "sheet", **options: object) -> dict[str, Any]:
    """The compared keys of one situation, for melee also who has a furious charge."""
    v = melee_view(situation, READINGS[profile] | options)
    kind = situation.get("kind", kind)
    if kind == "shooting":
        return shooting(v, situation["weapon"])
    if kind == "melee":
        return melee(v)
    wins, rounds = fight(v, {})
    return {"a_wins": str(wins), "b_wins": str(1 - wins), "rounds": str(rounds)}
