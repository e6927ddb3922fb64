"""Two rosters become the armies of a battle: units and corps in roster order, on the bare table of their format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from triarii.core.contract import Refusal
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.battle.table.scenery import Scenery
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, UNIT_LETTERS, WIDTH, Corps, Setting, Unit
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.setup import sectors

TABLES: Mapping[int, tuple[int, int]] = {
    100: (20000, 15000),
    200: (30000, 20000),
    300: (37500, 25000),
    400: (45000, 30000),
}
"""The table of each format, in mUD (adlg.setup.table)."""
AGAINST = {"en": "{} against {}", "de": "{} gegen {}"}
ARMIES = ("first_army", "second_army")
ROOM = 80
"""Percent of a deployment zone that an army may fill, so that it can always be deployed."""


def bare_table(first: object, second: object, readings: Readings) -> Setting | Refusal:
    """Both armies before anything lies or stands on the table; each is the name of a shipped roster or a whole one."""
    rosters = []
    for option, given in zip(ARMIES, (first, second), strict=True):
        found = roster.load(given) if isinstance(given, str) else roster.read(given, option)
        faults = (found,) if isinstance(found, Refusal) else army.check(found).faults
        if faults:
            return Refusal("setup.army", faults[0].rule, {"option": option, "fault": faults[0].message})
        assert isinstance(found, Roster)
        rosters.append(found)
    one, two = rosters
    if one.format != two.format:
        return Refusal("setup.formats", "adlg.setup.table", {"first": one.format, "second": two.format})
    for option, each in zip(ARMIES, rosters, strict=True):
        if _needs(each) > ROOM * _has(each.format) // 100:
            return Refusal("setup.too_many", "adlg.setup.table", {"option": option})
    return Setting(
        name={lang: AGAINST[lang].format(one.name[lang], two.name[lang]) for lang in LANGUAGES},
        size=TABLES[one.format],
        units={unit.id: unit for seat, each in enumerate(rosters) for unit in bought(each, seat)},
        corps={led.commander: led for seat, each in enumerate(rosters) for led in corps_of(each, seat)},
        camps={},
        scenery=Scenery(),
        readings=readings,
        placements={},
        commanders={},
        ground="-",
        to_build=(one.camp, two.camp),
        works_to_build=((one.fortifications, one.obstacles), (two.fortifications, two.obstacles)),
        armies=(one.name, two.name),
    )


def _needs(found: Roster) -> int:
    """What the bases of an army cover, in thousandths of a square UD; light infantry stands in front."""
    return sum(unit.troop.depth for unit in found.units if unit.troop.category is not Category.LI)


def _has(size: int) -> int:
    zone = sectors.zone(TABLES[size], 0, light=False)
    return (zone.east - zone.west) * (zone.north - zone.south) // WIDTH - CAMP_SIZE[0] * CAMP_SIZE[1] // WIDTH


def bought(found: Roster, seat: int) -> Iterator[Unit]:
    """All units of an army, numbered as its roster lists them."""
    count = 0
    for place, corps in enumerate(found.corps, 1):
        for kit in corps.units:
            for _ in range(kit.count):
                count += 1
                name = f"{UNIT_LETTERS[seat]}{count}"
                yield Unit(
                    name, seat, place, kit.troop, kit.quality, kit.abilities, kit.weapon, kit.name, kit.dismounts
                )


def corps_of(found: Roster, seat: int) -> Iterator[Corps]:
    """All corps of an army; an included commander is part of the first unit of his corps."""
    first = 1
    for place, corps in enumerate(found.corps, 1):
        assert corps.commander is not None, "checked"
        included = f"{UNIT_LETTERS[seat]}{first}" if corps.included else ""
        yield Corps(seat, place, corps.commander, corps.chief, included, corps.allied, corps.unreliable)
        first += sum(kit.count for kit in corps.units)


@cache
def format_of(size: tuple[int, int]) -> int:
    """The format that is played on a table."""
    return next(points for points, table in TABLES.items() if table == size)


def camp_of(setting: Setting, seat: int) -> Camp:
    return setting.to_build[seat]
