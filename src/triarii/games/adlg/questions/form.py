"""The JSON form of a combat: documents are read into situations, or refused by name, and situations written back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from triarii.core.contract import Refusal, Refused
from triarii.core.options import nearest
from triarii.core.texts import Message
from triarii.games.adlg.combat.combatants import SIDES, Combatant, Melee, Shot, Support
from triarii.games.adlg.combat.contact import fears
from triarii.games.adlg.data.ground import OPEN, TERRAINS
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, SHOOT_BACKWARDS, WEAPONS
from triarii.games.adlg.data.troops import TROOPS, Troop

KINDS = ("melee", "shooting", "fight")
FLAGS = (
    *("height", "commander", "uncontrolled", "fortified", "stakes", "obstacle"),
    *("friendly_beast", "enemy_beast", "flanked", "flanked_lightly", "long_side"),
)
SHOT_FLAGS = ("cover", "backwards")
"""Those that matter in shooting only; the second is the shooter's."""
SIDE_KEYS = ("type", "quality", "abilities", "cohesion", "terrain", "supports", *FLAGS)
TOP_KEYS = ("kind", "a", "b", "round", "charger", "contact")
SHOT_KEYS = ("kind", "a", "b", "weapon", "range", "round", "charger", "contact")
CHARGERS = ("a", "b", "none")
CONTACTS = ("front", "flank", "rear")
SUPPORT_KINDS = ("simple", "melee")
MOST_SUPPORTS = 3
"""In melee: one on each flank and one at the rear (adlg.support.limit)."""
LAST_ROUND = 1_000_000
ENDLESS = 10**30
"""Numbers beyond are not spelled out."""
Document: TypeAlias = Mapping[str, Any]
Situation: TypeAlias = Melee | Shot


@dataclass(frozen=True)
class Asked:
    """What one document asks."""

    kind: str
    situation: Situation


def read(document: object, kind: str) -> Asked | Refusal:
    """The situation that a document describes; its own kind beats that of the call."""
    try:
        return _read(document, kind)
    except Refused as refused:
        return refused.refusal


def _read(document: object, kind: str) -> Asked:
    if not isinstance(document, Mapping):
        raise Refused.because("form.not_a_table", where="")
    kind = _one_of(document.get("kind", kind), KINDS, "kind")
    shooting = kind == "shooting"
    _only(document, SHOT_KEYS if shooting else TOP_KEYS, "")
    a, b = (_combatant(document, side, shooting) for side in SIDES)
    if shooting:
        return Asked(kind, _shot(document, a, b))
    return Asked(
        kind,
        Melee(
            a,
            b,
            round=_number(document.get("round", 1), 1, LAST_ROUND, "round"),
            charger=_one_of(document.get("charger", "a"), CHARGERS, "charger"),
            contact=_one_of(document.get("contact", "front"), CONTACTS, "contact"),
        ),
    )


def _shot(document: Document, a: Combatant, b: Combatant) -> Shot:
    if "weapon" not in document:
        raise Refused.because("form.missing", key="weapon")
    weapon = WEAPONS[_one_of(document["weapon"], WEAPONS, "weapon")]
    reach = weapon.reach(a.troop)
    if reach is None:
        if not a.troop.weapons:
            raise Refused.because("form.no_weapon", troop=a.troop.id)
        known = [Message(f"weapon.{name}") for name in a.troop.weapons]
        raise Refused.because("form.weapon", troop=a.troop.id, weapon=weapon.id, known=known)
    distance = document.get("range", 0)
    if isinstance(distance, bool) or not isinstance(distance, int | float) or not 0 <= distance < LAST_ROUND:
        raise Refused.because("form.distance", value=_spell(distance))
    if distance > reach:
        rule = weapon.reach_rule(a.troop)
        raise Refused.because(
            "form.out_of_reach", rule, range=distance, reach=reach, troop=a.troop.id, weapon=weapon.id
        )
    return Shot(a, b, weapon)


def _combatant(document: Document, side: str, shooting: bool) -> Combatant:
    if side not in document:
        raise Refused.because("form.missing", key=side)
    given = document[side]
    if not isinstance(given, Mapping):
        raise Refused.because("form.not_a_table", where=side)
    in_shooting = (SHOT_FLAGS if side == "a" else SHOT_FLAGS[:1]) if shooting else ()
    _only(given, (*SIDE_KEYS, *in_shooting), side)
    if "type" not in given:
        raise Refused.because("form.missing", key=f"{side}.type")
    troop = TROOPS[_one_of(given["type"], TROOPS, f"{side}.type")]
    abilities = _list(given.get("abilities", []), f"{side}.abilities")
    supports = _list(given.get("supports", []), f"{side}.supports")
    if len(supports) > MOST_SUPPORTS and not shooting:
        raise Refused.because("form.supports", "adlg.support.limit", side=side, count=len(supports), most=MOST_SUPPORTS)
    beside = tuple(_support(each, f"{side}.supports", shooting) for each in supports)
    usual = _usual(troop, () if shooting else beside)
    flags = {flag: _flag(given.get(flag, flag in usual), f"{side}.{flag}") for flag in (*FLAGS, *SHOT_FLAGS)}
    if flags["backwards"] and troop.id not in SHOOT_BACKWARDS:
        raise Refused.because("form.backwards", "adlg.shooting.zone", troop=troop.id)
    return Combatant(
        troop,
        quality=QUALITIES[_one_of(given.get("quality", "ordinary"), QUALITIES, f"{side}.quality")],
        bought=frozenset(_one_of(each, ABILITIES, f"{side}.abilities") for each in abilities),
        cohesion=_number(given.get("cohesion", troop.cohesion), 1, troop.cohesion, f"{side}.cohesion"),
        terrain=TERRAINS[_one_of(given.get("terrain", OPEN.id), TERRAINS, f"{side}.terrain")],
        supports=beside,
        **flags,
    )


def _usual(troop: Troop, supports: Iterable[Support]) -> frozenset[str]:
    """The flags that go without saying: who is in simple support stands beside the unit, and so frightens it."""
    frightened = any(support.kind == "simple" and fears(troop, support.troop) for support in supports)
    return frozenset({"friendly_beast"} if frightened else ())


def _support(given: object, where: str, shooting: bool) -> Support:
    if not isinstance(given, Mapping):
        raise Refused.because("form.not_a_table", where=where)
    _only(given, ("type", "kind"), where)
    for key in ("type",) if shooting else ("type", "kind"):
        if key not in given:
            raise Refused.because("form.missing", key=f"{where}.{key}")
    kind = _one_of(given.get("kind", "simple"), SUPPORT_KINDS, f"{where}.kind")
    return Support(TROOPS[_one_of(given["type"], TROOPS, f"{where}.type")], kind)


def _only(given: Mapping[Any, object], known: Sequence[str], where: str) -> None:
    for key in given:
        if key not in known:
            raise _unknown("key", key, known, where)


def _one_of(value: object, known: Iterable[str], where: str) -> str:
    known = list(known)
    if isinstance(value, str) and value in known:
        return value
    raise _unknown("value", value, known, where)


def _unknown(code: str, value: object, known: Sequence[str], where: str) -> Refused:
    """Names the nearest known word where there is one."""
    spelled = _spell(value)
    meant = nearest(spelled.lower().replace(" ", "_").replace("-", "_"), known)
    if meant:
        return Refused.because(f"form.{code}_near", where=where, name=spelled, nearest=meant)
    return Refused.because(f"form.{code}", where=where, name=spelled, known=list(known))


def _number(value: object, low: int, high: int, where: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise Refused.because("form.number", where=where, low=low, high=high, value=_spell(value))


def _flag(value: object, where: str) -> bool:
    if isinstance(value, bool):
        return value
    raise Refused.because("form.flag", where=where, value=_spell(value))


def _list(value: object, where: str) -> Sequence[object]:
    if isinstance(value, list):
        return value
    raise Refused.because("form.not_a_list", where=where)


def _spell(value: object) -> str:
    """A value as the refusal shows it; of lists and tables only that they are some."""
    match value:
        case str():
            return value[:80]
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case float():
            return f"{value:.15g}"
        case int():
            return str(value) if abs(value) < ENDLESS else "…"
        case list():
            return "[…]"
    return "{…}"


# Writing


def written(situation: Situation) -> dict[str, Any]:
    """The document of a combat, as `read` takes it; what goes without saying is left out."""
    if isinstance(situation, Shot):
        flags = (*FLAGS, *SHOT_FLAGS)
        sides = {"a": _side(situation.a, flags, ()), "b": _side(situation.b, flags, ())}
        return {"kind": "shooting", **sides, "weapon": situation.weapon.id}
    meeting = {"round": situation.round, "charger": situation.charger, "contact": situation.contact}
    a, b = (_side(unit, FLAGS, unit.supports) for unit in (situation.a, situation.b))
    return {"kind": "melee", "a": a, "b": b, **meeting}


def _side(unit: Combatant, flags: Iterable[str], beside: Iterable[Support]) -> dict[str, Any]:
    document: dict[str, Any] = {"type": unit.troop.id}
    if unit.quality.id != "ordinary":
        document["quality"] = unit.quality.id
    if unit.bought:
        document["abilities"] = sorted(unit.bought)
    if unit.disordered:
        document["cohesion"] = unit.left
    if unit.terrain is not OPEN:
        document["terrain"] = unit.terrain.id
    if unit.supports:
        document["supports"] = [{"type": support.troop.id, "kind": support.kind} for support in unit.supports]
    usual, said = _usual(unit.troop, beside), {flag: bool(getattr(unit, flag)) for flag in flags}
    return document | {flag: value for flag, value in said.items() if value != (flag in usual)}
