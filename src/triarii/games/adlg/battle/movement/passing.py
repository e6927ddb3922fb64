"""Interpenetration: who may pass through which friend, and whom not even a burst gets through."""

from __future__ import annotations

from triarii.games.adlg.battle.fighting.fights import supporting
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.hesitation import unit_hesitates
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.contact import fears
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry.passing import facing_allows

SWORDSMEN = frozenset({"medium_swordsmen", "heavy_swordsmen"})
SHOOTERS = frozenset({"bowmen", "crossbowmen"})
PANIC = "adlg.pass.panic"
NEVER_BURST = frozenset({Category.EL, Category.WWG})


def pass_rule(field: Field, mover: Unit, friend: Unit, heading: int) -> str:
    """The rule by which a unit may pass through a friend while it goes that way; nothing where it may not."""
    if field.fights(friend.id) or unit_hesitates(field, friend):  # adlg.allies.hesitate
        return ""
    if not field.setting.once(("pass", mover, friend), lambda: _may_ever_pass(field.setting.readings, mover, friend)):
        return ""
    readings = field.setting.readings
    facing = field.stands[friend.id].pose[2]
    if Category.LI in (mover.category, friend.category):
        return "adlg.pass.light_infantry"
    aligned = _aligned(heading, facing, readings)
    if aligned and mover.mounted and friend.mounted and Category.LH in (mover.category, friend.category):
        if readings.on("pass_panicking_friends") or not fears(mover.troop, friend.troop):
            return "adlg.pass.light_horse"
        return ""
    if aligned and mover.category is friend.category is Category.LMI:
        return "adlg.pass.light_medium"
    if aligned and (_sword_and_bow(mover, friend, readings) or _sword_and_bow(friend, mover, readings)):
        return "adlg.pass.swordsmen"
    if not mover.mounted and friend.category in (Category.ART, Category.WWG):
        anyhow = friend.category is Category.ART and readings.says("foot_passes_artillery", "any_direction")
        if anyhow or _across(heading, facing, readings):
            return "adlg.pass.long_side"
    return ""


def _may_ever_pass(readings: Readings, mover: Unit, friend: Unit) -> bool:
    """Whether there is a heading and a facing with which a unit may pass through a friend."""
    return (
        Category.LI in (mover.category, friend.category)
        or (mover.mounted and friend.mounted and Category.LH in (mover.category, friend.category))
        or mover.category is friend.category is Category.LMI
        or _sword_and_bow(mover, friend, readings)
        or _sword_and_bow(friend, mover, readings)
        or (not mover.mounted and friend.category in (Category.ART, Category.WWG))
    )


def bursts_through(field: Field, friend: Unit) -> bool:
    """Whether an uncontrolled charge can burst through a friend (adlg.burst.prevented); simple support holds it too."""
    if friend.category in NEVER_BURST or friend.troop.id == "pikemen" or field.fights(friend.id):
        return False
    return friend.id not in field.once("supporting", lambda: supporting(field))


def panics_when_passed(field: Field, mover: Unit, friend: Unit) -> bool:
    """Whether a friend loses cohesion because animals that he fears pass through him; once in a sequence
    (adlg.pass.panic)."""
    if field.setting.readings.on("pass_panicking_friends") or field.has_mark(friend.id, marks.PANICKED):
        return False
    return fears(friend.troop, mover.troop)


def panicked(field: Field, name: str, by: str = "") -> Field:
    """A unit loses cohesion at animals that pass through it."""
    return field.loses(name, 1, PANIC, by).marked(name, marks.PANICKED)


def passed_in_full(field: Field, friend: Unit) -> bool:
    """Friends that can't be pushed: the mover has to get past them."""
    never = friend.category is Category.WWG or friend.troop.id == "heavy_artillery"
    return never or field.defends_works(friend.id)


def _aligned(heading: int, facing: int, readings: Readings) -> bool:
    """The same or the opposite facing, with the tolerance of the reading."""
    slack = readings.chosen["pass_facing"]
    assert isinstance(slack, int)
    return facing_allows(heading, facing, slack)


def _across(heading: int, facing: int, readings: Readings) -> bool:
    """At a right angle to the friend's facing: onto its long side."""
    return _aligned(heading, facing + 9000, readings)


def _sword_and_bow(swords: Unit, bows: Unit, readings: Readings) -> bool:
    if swords.impetuous:
        return False
    if readings.says("swordsmen_pass_shooters", "as_named"):
        return swords.troop.id in SWORDSMEN and bows.troop.id in SHOOTERS
    return (
        swords.troop.id in (*SWORDSMEN, "foot_knights")
        and "mixed" not in swords.abilities
        and bows.troop.id in (*SHOOTERS, "handgunners")
    )
