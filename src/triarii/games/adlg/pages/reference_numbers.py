"""The numbers of the reference sheet: constants of the rules by the blanks they fill, and what the rules of combat add
in a fight or a shot that is set up to show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from triarii.core.texts import LANGUAGES, decimal
from triarii.games.adlg.battle import obedience, special_orders
from triarii.games.adlg.battle.charge import engaging
from triarii.games.adlg.battle.fighting import fights
from triarii.games.adlg.battle.movement import formations, reach, steps
from triarii.games.adlg.combat import factors, losses, melee, rally, shooting
from triarii.games.adlg.combat.combatants import Combatant, Melee, Shot, Side, Support
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.combat.resolution import decide
from triarii.games.adlg.data import command
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import WEAPONS
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.tables import read
from triarii.games.adlg.data.troops import TROOPS, Category
from triarii.games.adlg.geometry import evades, groups, limits, manoeuvres, routs, sight, stops
from triarii.games.adlg.geometry.held import ZONE
from triarii.games.adlg.geometry.measures import DEGREE, UD
from triarii.games.adlg.questions.form import MOST_SUPPORTS

Words: TypeAlias = Mapping[str, str]
"""A number in every language."""
MINUS = "−"
DASH = "–"
_MOVES = read("troops.toml")


def plain(text: object) -> Words:
    return dict.fromkeys(LANGUAGES, str(text))


def signed(number: int) -> Words:
    return plain(f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else number)


def ud(thousandths: int) -> Words:
    """A distance in UD."""
    return {lang: decimal(thousandths, UD, lang) for lang in LANGUAGES}


def degrees(hundredths: int) -> Words:
    """An angle in degrees."""
    return {lang: decimal(hundredths, DEGREE, lang) for lang in LANGUAGES}


def span(faces: Iterable[int]) -> str:
    """Numbers that follow each other, from the first to the last."""
    all_of_them = sorted(faces)
    return str(all_of_them[0]) if len(all_of_them) == 1 else f"{all_of_them[0]}{DASH}{all_of_them[-1]}"


def categories(group: Iterable[Category]) -> Words:
    """Categories by their short forms, in the order of the sheet."""
    known = set(group)
    return plain(", ".join(category.value for category in Category if category in known))


# What the combat rules add


def _unit(troop: str, *abilities: str) -> Combatant:
    return Combatant(TROOPS[troop], bought=frozenset(abilities))


_SWORDS, _KNIGHTS, _HORSE = _unit("heavy_swordsmen"), _unit("heavy_knights"), _unit("heavy_cavalry")
_SHOWN: Mapping[str, tuple[str, Side, Melee]] = {
    "support_simple": (
        "adlg.support.simple",
        "a",
        Melee(replace(_SWORDS, supports=(Support(TROOPS["levy"], "simple"),)), _SWORDS),
    ),
    "support_melee": (
        "adlg.support.melee",
        "a",
        Melee(replace(_SWORDS, supports=(Support(TROOPS["light_infantry"], "melee"),)), _SWORDS),
    ),
    "flank_bonus": ("adlg.melee.flank_bonus", "a", Melee(_SWORDS, _SWORDS, contact="flank")),
    "higher": ("adlg.melee.ground", "a", Melee(replace(_SWORDS, height=True), _SWORDS)),
    "commander": ("adlg.melee.commander", "a", Melee(replace(_SWORDS, commander=True), _SWORDS)),
    "battle_ready": ("adlg.war_wagon.battle_ready", "a", Melee(_unit("war_wagon", "battle_ready"), _SWORDS)),
    "long_side": (
        "adlg.war_wagon.long_side",
        "b",
        Melee(_SWORDS, replace(_unit("war_wagon"), long_side=True), contact="flank"),
    ),
    "incendiary": ("adlg.incendiary.melee", "a", Melee(_unit("levy", "incendiary"), _unit("elephant"))),
    "disorder": ("adlg.melee.disorder", "a", Melee(replace(_SWORDS, cohesion=1), _SWORDS)),
    "uncontrolled": ("adlg.melee.uncontrolled", "a", Melee(replace(_SWORDS, uncontrolled=True), _SWORDS)),
    "panic": ("adlg.panic.contact", "a", Melee(_HORSE, _unit("elephant"))),
    "works": ("adlg.melee.works", "a", Melee(_HORSE, replace(_SWORDS, obstacle=True))),
    "stakes": ("adlg.stakes.malus", "a", Melee(_HORSE, replace(_SWORDS, stakes=True))),
    "impact": ("adlg.impact.first_round", "a", Melee(_unit("heavy_knights", "impact"), _unit("levy"))),
    "javelin": ("adlg.javelin.first_round", "a", Melee(_unit("javelinmen"), _unit("levy"))),
    "spears": ("adlg.spears.first_round", "a", Melee(_unit("heavy_spearmen"), _KNIGHTS, charger="b")),
    "polearm": ("adlg.polearm.first_round", "a", Melee(_unit("heavy_swordsmen", "polearm"), _KNIGHTS, charger="b")),
    "shooters": ("adlg.shooters.charged", "b", Melee(_KNIGHTS, _unit("bowmen"))),
    "cavalry": ("adlg.cavalry.first_round", "a", Melee(_HORSE, _unit("medium_swordsmen"))),
}
"""A fight for each number that the rules of melee add."""
_BOWMEN, _TARGET = _unit("bowmen"), _unit("levy")
_LIGHT = _unit("light_cavalry")
_SHOT: Mapping[str, tuple[str, Shot]] = {
    "shot_foot": ("adlg.shooting.foot_at_mounted", Shot(_BOWMEN, _HORSE, WEAPONS["bow"])),
    "shot_big": ("adlg.artillery.shooting", Shot(_unit("heavy_artillery"), _unit("elephant"), WEAPONS["artillery"])),
    "shot_support": (
        "adlg.shooting.supports",
        Shot(replace(_BOWMEN, supports=(Support(TROOPS["bowmen"], "simple"),)), _TARGET, WEAPONS["bow"]),
    ),
    "shot_light": ("adlg.shooting.light_troops", Shot(_LIGHT, _LIGHT, WEAPONS["bow"])),
    "shot_cover": ("adlg.shooting.target_cover", Shot(_BOWMEN, replace(_TARGET, cover=True), WEAPONS["bow"])),
    "shot_disorder": ("adlg.shooting.disorder", Shot(replace(_BOWMEN, cohesion=1), _TARGET, WEAPONS["bow"])),
    "shot_hidden": (
        "adlg.shooting.shooter_hidden",
        Shot(replace(_BOWMEN, terrain=TERRAINS["wood"]), _TARGET, WEAPONS["bow"]),
    ),
}


def _added(readings: Readings) -> dict[str, Words]:
    """Each number by the rule that adds it, as the ledger of such a fight or shot has it; 0 where none does."""
    found = {}
    for name, (rule, side, fight) in _SHOWN.items():
        entries = reckon(fight, readings).entries
        found[name] = signed(next((one.value for one in entries if (one.side, one.rule) == (side, rule)), 0))
    for name, (rule, shot) in _SHOT.items():
        entries = shooting.shot_odds(shot, readings).entries
        found[name] = signed(next(one.value for one in entries if (one.side, one.rule) == ("a", rule)))
    return found


def _protection(readings: Readings) -> dict[str, Words]:
    """What weapons leave of a protection, and what armour and pavise add to it."""
    bare = _unit("bowmen")
    armoured = _unit("heavy_knights")

    def left(target: Combatant, weapon: str) -> int:
        return shooting.protection(Shot(_BOWMEN, target, WEAPONS[weapon]), readings)[0]

    shielded = shooting.shot_odds(Shot(_BOWMEN, replace(bare, bought=frozenset({"pavise"})), WEAPONS["bow"]), readings)
    bought = [
        _unit("heavy_swordsmen", ability).protection - _SWORDS.protection for ability in ("armour", "heavy_armour")
    ]
    return {
        "crossbow_pr": plain(left(armoured, "crossbow")),
        "longbow_pr": signed(left(armoured, "longbow") - armoured.protection),
        "artillery_pr": plain(left(armoured, "artillery")),
        "pavise_pr": signed(shielded.totals["b"] - bare.protection),
        "armour_pr": signed(bought[0]),
        "heavy_pr": signed(bought[1]),
    }


def _after_dice(readings: Readings) -> dict[str, Words]:
    """What weapons and armour change once the dice have fallen, by the steps of such rounds."""
    weapon = decide(reckon(Melee(_unit("heavy_swordsmen", "two_handed_weapon"), _SWORDS), readings), 1)
    armour = decide(reckon(Melee(_SWORDS, _unit("heavy_swordsmen", "armour")), readings), 1)
    return {"winning": signed(weapon.steps[0].value), "softening": signed(-armour.steps[0].value)}


# Constants


def _command() -> dict[str, Words]:
    move = command.move_cost(in_radius=True).total
    surcharge = command.move_cost
    return {
        "free_point": plain(command.FREE_POINT),
        "free_cp": plain(command.free_charge().total),
        "move_cp": plain(move),
        "ride_cp": plain(move),
        "leave_cp": plain(surcharge(in_radius=True, difficult=True).total),
        "hold_cp": plain(command.hold_cost(in_radius=True).total),
        "out_cp": signed(surcharge(in_radius=False).total - move),
        "difficult_cp": signed(surcharge(in_radius=True, difficult=True).total - move),
        "engaged_cp": signed(surcharge(in_radius=True, commander_engaged=True).total - move),
        "rally_commander": signed(_rally_bonus()),
        "near": ud(rally.NEAR_ENEMY),
        "commander_reach": ud(reach.COMMANDER_REACH),
    }


def _rally_bonus() -> int:
    """By how much a commander lowers the die that is needed."""
    place = rally.Place.MELEE
    return next(place.needs - die for die in range(1, 7) if rally.rallies(place, die, commander_with_unit=True))


def _moves() -> dict[str, Words]:
    changed = {die: evades.by_die(0, die) for die in range(1, 7)}
    return {
        "heavy_foot": plain(_MOVES["heavy_foot_far_from_enemies"]),
        "road": plain(_MOVES["along_a_road"]),
        "room": ud(reach.FAR),
        "cross_foot": ud(reach.CROSSING_ON_FOOT),
        "cross_mounted": ud(reach.CROSSING_MOUNTED),
        "slide": ud(steps.MOST_SLIDE),
        "wheel": degrees(steps.WIDEST_TURN),
        "wagon_wheel": degrees(steps.WAGON_TURN),
        "wheel_cost": ud(manoeuvres.WHEEL_PRICE),
        "turn": ud(steps.TURN_COST),
        "heavy_turn": ud(steps.HEAVY_TURN_COST),
        "extend": ud(groups.EXTENSION_PRICE),
        "extend_unit": ud(groups.UNIT_PRICE),
        "widest": plain(formations.WIDEST),
        "moves": plain(obedience.MOST_MOVES),
        "zone": ud(ZONE),
        "back_foot": ud(special_orders.BACK_ON_FOOT),
        "back_mounted": ud(special_orders.BACK_MOUNTED),
        "low": plain(span(die for die, change in changed.items() if change < 0)),
        "high": plain(span(die for die, change in changed.items() if change > 0)),
        "die_less": ud(-min(changed.values())),
        "die_more": ud(max(changed.values())),
        "least_foot": ud(stops.LEAST_ON_FOOT),
        "least_mounted": ud(stops.LEAST_MOUNTED),
        "ahead": ud(evades.NEEDED_AHEAD),
        "conform": ud(limits.LIMITS.conform),
        "step_away": ud(engaging.STEP_AWAY),
        "beside": ud(sight.BESIDE),
        "through": ud(sight.THROUGH_COVER),
    }


def _tolls() -> dict[str, Words]:
    ways: dict[losses.Heading, list[int]] = {}
    for die in range(1, 7):
        ways.setdefault(losses.rampage(die), []).append(die)
    falls = {
        routed: span(die for die in range(1, 7) if losses.commander_dies(die, unit_routed=routed))
        for routed in (False, True)
    }
    strong = (
        losses.cohesion_value((), losses.Camp.FORTIFIED).total - losses.cohesion_value((), losses.Camp.NORMAL).total
    )
    return {
        "strip": ud(routs.STRIP),
        "pursuit": ud(routs.PURSUIT),
        "death_lost": plain(falls[False]),
        "death_routed": plain(falls[True]),
        **{f"amok_{way.value}": plain(span(dice)) for way, dice in ways.items()},
        "camp_foot": plain(fights.FOOT_TAKE_CAMP),
        "camp_mounted": plain(fights.MOUNTED_TAKE_CAMP),
        "loss_disordered": plain(losses.UNIT_DISORDERED),
        "loss_routed": plain(losses.UNIT_ROUTED),
        "loss_commander": plain(losses.COMMANDER),
        "loss_camp": plain(losses.CAMP_LOSS[losses.Camp.NORMAL]),
        "loss_strong": plain(losses.CAMP_LOSS[losses.Camp.FORTIFIED]),
        "strong_camp": signed(strong),
    }


def numbers(readings: Readings) -> dict[str, Words]:
    """Every number of the sheet's lines, by the blank that it fills."""
    hiding = [terrain for terrain in TERRAINS.values() if terrain.hides_shooter]
    return {
        "supports": plain(MOST_SUPPORTS),
        "shot_supports": plain(shooting.MOST_FROM_SUPPORT),
        "artillery": plain(factors.ARTILLERY_BONUS),
        "destroyers": categories(melee.DESTROYERS),
        "keepers": categories(melee.KEEPS_FACTOR),
        "hiding": {lang: ", ".join(terrain.name[lang] for terrain in hiding) for lang in LANGUAGES},
        "min_advance": plain(readings.chosen["slide_min_advance"]),
        **_added(readings),
        **_protection(readings),
        **_after_dice(readings),
        **_command(),
        **_moves(),
        **_tolls(),
    }
