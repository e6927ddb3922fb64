"""The tables of the table companion: command dice, order costs, losses and odds, all reckoned by the rules.

Whoever has this document needs no rules: he adds what players tap, and looks up the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, TypeAlias

from triarii.games.adlg.combat.combatants import Combatant, Melee, Support
from triarii.games.adlg.combat.losses import Camp, Toll, cohesion_value, loss_points
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.combat.rally import Place, rally_chance, rally_cost
from triarii.games.adlg.data.bills import Bill
from triarii.games.adlg.data.command import GRADES, command_points, free_charge, hold_cost, move_cost
from triarii.games.adlg.data.kit import QUALITIES, WEAPONS
from triarii.games.adlg.data.readings import PROFILE_NAMES, Readings, of_profile
from triarii.games.adlg.data.texts import TEXTS
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.pages import companion_odds, companion_shooting
from triarii.games.adlg.questions import asking
from triarii.games.adlg.questions.answers import cited
from triarii.games.adlg.questions.combat_words import name_of
from triarii.games.adlg.questions.form import MOST_SUPPORTS

VERSION = 2
"""Of this document's form."""
DIE = range(1, 7)
NOBODY = "none"
"""A corps whose commander is lost."""
CAMPS = (Camp.NORMAL, Camp.FORTIFIED, Camp.SACRED)
SWITCHES = (
    "adlg.orders.out_of_radius",
    "adlg.orders.engaged",
    "adlg.orders.difficult",
    "adlg.command.free_point",
)
"""What changes the cost of an order, or who pays it."""
Cost: TypeAlias = Callable[[bool, bool, bool, bool], Bill]


def tables(profile: str, lang: str) -> dict[str, Any]:
    """The whole document for one profile, with words in one language."""
    pairs = companion_odds.pairs(profile)
    modifiers = _modifiers(profile, lang)
    orders = _orders(lang)
    cites = {rule for _, rule in pairs["lines"]} | {rule for void in pairs["voids"] for rule in void}
    cites |= companion_shooting.cites(profile)
    cites |= {each["rule"] for each in (*modifiers, *orders["list"], *orders["switches"])}
    cites |= {"adlg.command.points", "adlg.command.free_point", "adlg.command.leaderless"}
    cites |= {"adlg.losses.points", "adlg.losses.break", "adlg.rally.commander"}
    cites |= {"adlg.two_handed.tie", "adlg.two_handed.win", "adlg.armour.lost_round", "adlg.furious.first_round"}
    return {
        "version": VERSION,
        "lang": lang,
        "profile": profile,
        "profile_name": PROFILE_NAMES[profile][lang],
        "profiles": asking.profiles(lang),
        "command": _command(lang),
        "orders": orders,
        "rally": _rally(),
        "losses": _losses(),
        "troops": [asking.troop_facts(troop, lang) for troop in TROOPS.values()],
        "qualities": [{"id": each.id, "name": each.name[lang]} for each in QUALITIES.values()],
        "kits": {
            kit: TEXTS.word(f"ability.{kit}", lang) for kit in (*companion_odds.KITS, *companion_shooting.KITS) if kit
        },
        "odds": {
            **pairs,
            "modifiers": modifiers,
            "throws": companion_odds.throw_counts(),
            "losses": companion_odds.losses_by_lead(),
        },
        "shooting": {
            **companion_shooting.shots(profile),
            "modifiers": companion_shooting.modifiers(lang),
            "weapons": {each.id: each.name[lang] for each in WEAPONS.values()},
        },
        "rules": {rule: {"name": name_of(rule, lang), "text": _sentence(rule, lang)} for rule in sorted(cites)},
    }


def _sentence(rule: str, lang: str) -> str:
    text = cited(rule)["text"]
    assert isinstance(text, dict)
    return str(text[lang])


def _command(lang: str) -> dict[str, Any]:
    """What each die brings under each grade: points for all, and the free one."""
    grades = [(grade.id, grade.name[lang], grade) for grade in GRADES.values()]
    return {
        "grades": [{"id": name, "name": title} for name, title, _ in grades],
        "nobody": NOBODY,
        "points": {
            name: [_points(command_points(grade, die)) for die in DIE]
            for name, grade in [*((name, grade) for name, _, grade in grades), (NOBODY, None)]
        },
    }


def _points(bill: Bill) -> list[int]:
    free = sum(item.value for item in bill.items if item.rule == "adlg.command.free_point")
    return [bill.total - free, free]


def _orders(lang: str) -> dict[str, Any]:
    """Every order with its cost under each set of switches: far, commander engaged, difficult, for the commander's own.

    What is for the commander himself or the unit he is with may use the free point.
    """
    orders: list[tuple[str, str, Cost]] = [
        (
            "move",
            "adlg.orders.move",
            lambda far, engaged, hard, _: move_cost(in_radius=not far, difficult=hard, commander_engaged=engaged),
        ),
        ("charge_free", "adlg.orders.charges_cost_nothing", lambda *_: free_charge()),
        ("hold", "adlg.orders.hold", lambda far, engaged, *_: hold_cost(in_radius=not far, commander_engaged=engaged)),
        *((f"rally_{place.name.lower()}", place.rule, _rally_cost(place)) for place in Place),
    ]
    return {
        "switches": [{"id": rule.rpartition(".")[2], "rule": rule, "name": name_of(rule, lang)} for rule in SWITCHES],
        "list": [
            {
                "id": name,
                "rule": rule,
                "costs": {
                    "".join(str(int(each)) for each in switched): cost(*switched).total
                    for switched in product((False, True), repeat=len(SWITCHES))
                },
            }
            for name, rule, cost in orders
        ],
    }


def _rally_cost(place: Place) -> Cost:
    return lambda far, engaged, _, own: rally_cost(
        place, in_radius=not far, commander_engaged=engaged, commander_with_unit=own
    )


def _rally() -> list[dict[str, Any]]:
    """What the die has to show, and how often it does, without and with the commander."""
    return [
        {
            "id": f"rally_{place.name.lower()}",
            "needs": place.needs,
            "chance": [str(rally_chance(place, commander_with_unit=there)) for there in (False, True)],
        }
        for place in Place
    ]


def _losses() -> dict[str, Any]:
    """What each loss counts, and what a unit and a camp add to the number at which an army breaks."""
    plain = cohesion_value([()], Camp.NORMAL).total
    return {
        "disordered": loss_points(Toll(disordered=1)).total,
        "left_table": loss_points(Toll(left_table=1)).total,
        "routed": loss_points(Toll(routed=1)).total,
        "commander": {name: loss_points(Toll(commanders=(grade,))).total for name, grade in GRADES.items()},
        "camp": {camp.value: loss_points(Toll(camp=camp)).total for camp in CAMPS},
        "unit": plain,
        "camp_bears": {camp.value: cohesion_value([()], camp).total - plain for camp in CAMPS},
    }


def _modifiers(profile: str, lang: str) -> list[dict[str, Any]]:
    """What players add by hand: each is tried against every class of enemies, and the rules say what it counts."""
    plain = TROOPS["heavy_swordsmen"]
    tried: tuple[tuple[str, str, Combatant], ...] = (
        ("disordered", "adlg.melee.disorder", Combatant(plain, cohesion=plain.cohesion - 1)),
        ("commander", "adlg.melee.commander", Combatant(plain, commander=True)),
        ("support", "adlg.support.simple", Combatant(plain, supports=(Support(plain, "simple"),))),
        ("height", "adlg.melee.ground", Combatant(plain, height=True)),
        ("uncontrolled", "adlg.melee.uncontrolled", Combatant(plain, uncontrolled=True)),
    )
    enemies = companion_odds.classes()
    return [
        {
            "id": name,
            "rule": rule,
            "name": name_of(rule, lang),
            "most": MOST_SUPPORTS if name == "support" else 1,
            "values": {
                when: [_value(Melee(unit, Combatant(enemy), number), rule, of_profile(profile)) for enemy in enemies]
                for when, number in (("charge", 1), ("later", 2), ("flank", 1))
            },
        }
        for name, rule, unit in tried
    ]


def _value(melee: Melee, rule: str, readings: Readings) -> int:
    return sum(entry.value for entry in reckon(melee, readings).entries if (entry.side, entry.rule) == ("a", rule))
