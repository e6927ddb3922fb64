"""The tables of the reference sheet: troops with their factors, grades, ranges, ground and prices, row by row with the
rule behind each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, Protocol, TypeAlias

from triarii.games.adlg.armies.points import FORMATS, TRIARII
from triarii.games.adlg.combat import rally
from triarii.games.adlg.combat.contact import FEARED
from triarii.games.adlg.combat.factors import against_artillery, factor
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.combat.resolution import ROUT, ROUT_FROM, loss_by
from triarii.games.adlg.data.command import GRADES, LIGHT_TROOPS_TIMES
from triarii.games.adlg.data.ground import MALUS, TERRAINS, malus_rule
from triarii.games.adlg.data.kit import QUALITIES, WEAPONS
from triarii.games.adlg.data.troops import GROUNDS, LIGHT, TROOPS, Category, Troop
from triarii.games.adlg.pages.reference_numbers import DASH, Words, categories, signed, span, ud
from triarii.games.adlg.setup.armies import TABLES as TABLE_SIZES

COVER = "•"
"""Marks terrain that gives cover."""
NOTHING = "·"
DICE = range(1, 7)


class Telling(Protocol):
    """Says texts of the sheet."""

    lang: str

    def __call__(self, key: str, **more: object) -> str: ...

    def words(self, words: Words) -> str: ...


class Cells(NamedTuple):
    """The cells of a row, its rule, and the id of what it is about where that has a symbol."""

    cells: Sequence[str]
    rule: str
    of: str = ""


Table: TypeAlias = tuple[Sequence[str], Iterable[Cells]]
Line: TypeAlias = tuple[str, str, tuple[str, ...]]
"""A text, its rule, and the options that it tells of."""


def light() -> Words:
    """The light troops by their short forms."""
    return categories(LIGHT)


# Troops


def troops(tell: Telling) -> Table:
    """Every troop with what it costs, how it moves and what it counts against every enemy."""
    enemies = _enemies()
    columns = [
        *(tell(f"column.{name}") for name in ("troop", "category", "points", "protection", "cohesion", *GROUNDS)),
        *(_enemy_title(enemy, tell) for enemy in enemies),
        tell("column.traits"),
    ]
    return columns, [_troop(troop, enemies, tell) for troop in TROOPS.values()]


def _troop(troop: Troop, enemies: Iterable[Troop], tell: Telling) -> Cells:
    prices = [TRIARII.troop(troop, QUALITIES[quality]) for quality in reversed(list(QUALITIES))]
    cells = [
        troop.name[tell.lang],
        troop.category.value,
        "/".join(DASH if price is None else str(price) for price in prices),
        str(troop.protection),
        str(troop.cohesion),
        *(str(move) if move else DASH for move in troop.moves),
        *(_factor(troop, enemy) for enemy in enemies),
        ", ".join(_traits(troop, tell)),
    ]
    return Cells(cells, troop.factor_rule, troop.id)


@cache
def _enemies() -> tuple[Troop, ...]:
    """One troop for each column: the first of its category, and any other against whom somebody counts differently."""
    seen: dict[tuple[object, ...], Troop] = {}
    for enemy in TROOPS.values():
        seen.setdefault((enemy.category, *(_factor(own, enemy) for own in TROOPS.values())), enemy)
    return tuple(seen.values())


def _enemy_title(enemy: Troop, tell: Telling) -> str:
    first = next(troop for troop in TROOPS.values() if troop.category is enemy.category)
    return enemy.category.value if enemy is first else enemy.name[tell.lang]


@cache
def _factor(own: Troop, enemy: Troop) -> str:
    """The factor, and what it becomes where something can change it; the legend explains the signs."""
    bonus = against_artillery(own, enemy)
    usual = factor(own, enemy).value + bonus
    elsewhere = factor(own, enemy, enemy_in_open=False).value + bonus
    flank = factor(own, enemy, on_flank=True).value + bonus
    blades = factor(own, enemy, abilities=("blades",)).value + bonus
    shown = str(usual) if usual or usual != flank or usual != blades else NOTHING
    shown += f"/{elsewhere}" if elsewhere != usual else ""
    shown += f"›{flank}" if flank != usual else ""
    return shown + (f"[{blades}]" if blades != usual else "")


def _traits(troop: Troop, tell: Telling) -> Iterator[str]:
    if troop.armour:
        yield tell(f"word.{('armour', 'heavy_armour')[troop.armour - 1]}")
    for ability in sorted(troop.abilities):
        yield tell(f"ability.{ability}").lower() if tell.lang == "en" else tell(f"ability.{ability}")
    if any(troop.animal in feared for feared in FEARED.values()):
        yield tell("word.panics")


# Fighting


def quality(tell: Telling) -> Table:
    columns = [tell("column.die"), *(str(die) for die in DICE)]
    rows = [
        Cells([each.name[tell.lang], *(str(face) for face in each.faces)], f"adlg.quality.{each.id}")
        for each in QUALITIES.values()
        if list(each.faces) != list(DICE)
    ]
    return columns, rows


def result(tell: Telling) -> Table:
    by_loss: dict[int, list[int]] = {}
    for margin in range(1, ROUT_FROM + 1):
        by_loss.setdefault(loss_by(margin), []).append(margin)
    columns = [tell("column.lost_by"), *(span(by) if loss < ROUT else f"{by[0]}+" for loss, by in by_loss.items())]
    lost = [str(loss) if loss < ROUT else tell("word.rout") for loss in by_loss]
    return columns, [Cells([tell("column.cohesion_lost"), *lost], "adlg.melee.losses")]


def ground(tell: Telling) -> Iterator[Line]:
    """What ground costs whom, and whom it spares."""
    for kind, group in MALUS.items():
        by_malus: dict[int, list[str]] = {}
        for who, malus in group.items():
            by_malus.setdefault(malus, []).append(_who(who, tell))
        effects = [
            f"{signed(malus)['en']} {', '.join(by_malus[malus])}" for malus in sorted(by_malus, reverse=True) if malus
        ]
        if effects:
            rule = malus_rule(next(terrain for terrain in TERRAINS.values() if terrain.kind == kind))
            yield f"{tell(f'word.{kind}').capitalize()}: {' · '.join(effects)}", rule, ()
    spared: dict[str, list[str]] = {}
    for terrain in TERRAINS.values():
        for animal in sorted(terrain.spares):
            spared.setdefault(animal, []).append(terrain.name[tell.lang])
    all_spared = "; ".join(f"{tell(f'word.{animal}')}: {', '.join(where)}" for animal, where in spared.items())
    option = "camel_terrain_relief"
    yield tell("word.spared", spared=all_spared), "adlg.terrain.relief", (option,)


def _who(who: str, tell: Telling) -> str:
    if who in TROOPS:
        return TROOPS[who].name[tell.lang]
    return who if who in set(Category) else tell(f"word.{who}")


# Commanding and moving


def commanders(tell: Telling) -> Table:
    columns = [tell(f"column.{name}") for name in ("grade", "value", "radius", "light_radius", "costs")]
    rows = [
        Cells(
            [
                grade.name[tell.lang],
                signed(grade.value)["en"],
                f"{grade.radius} UD",
                f"{grade.radius * LIGHT_TROOPS_TIMES} UD",
                str(grade.costs),
            ],
            "adlg.command.grades",
        )
        for grade in GRADES.values()
    ]
    return columns, rows


def rallying(tell: Telling) -> Table:
    columns = [tell(f"column.{name}") for name in ("where", "needs", "cp")]
    rows = [
        Cells([tell(f"word.{place.name.lower()}"), f"{place.needs}+", str(place.cost)], place.rule)
        for place in rally.Place
    ]
    return columns, rows


def ranges(tell: Telling) -> Table:
    """Every weapon by who shoots with it; artillery by its weight."""
    shooters = [category for category in Category if any(TROOPS[name].weapons for name in _of(category))]
    columns = [tell("column.weapon"), *(category.value for category in shooters)]
    rows = []
    for weapon in WEAPONS.values():
        reaches = {}
        for category in shooters:
            found = [weapon.reach(TROOPS[name]) for name in _of(category)]
            reaches[category] = "/".join(dict.fromkeys(str(reach) for reach in found if reach is not None))
        rule = next(weapon.reach_rule(troop) for troop in TROOPS.values() if weapon.reach(troop))
        cells = [weapon.name[tell.lang], *(reaches[category] or NOTHING for category in shooters)]
        rows.append(Cells(cells, rule))
    return columns, rows


def _of(category: Category) -> list[str]:
    return [troop.id for troop in TROOPS.values() if troop.category is category]


def terrain(tell: Telling) -> Iterator[Line]:
    """The pieces of each class; those that give cover are marked."""
    for kind in GROUNDS:
        named = [
            each.name[tell.lang] + (COVER if each.cover else "")
            for each in TERRAINS.values()
            if each.kind == kind and each.id not in GROUNDS
        ]
        yield f"{tell(f'word.{kind}').capitalize()}: {', '.join(named)}", "adlg.move.worst_ground", ()
    yield tell("word.cover", star=COVER), "adlg.shooting.sight", ()


def formats(tell: Telling) -> Table:
    """Tables and prices by format."""
    graded = [grade for grade in GRADES.values() if any(TRIARII.commander(grade, size, False) for size in FORMATS)]
    prices = {grade.name[tell.lang]: [TRIARII.commander(grade, size, False) for size in FORMATS] for grade in graded}
    prices[tell("column.fortified")] = [TRIARII.camp(Camp.FORTIFIED, size) for size in FORMATS]
    sizes = ["×".join(tell.words(ud(edge)) for edge in TABLE_SIZES[size]) for size in FORMATS]
    rows = [
        Cells([tell("column.table"), *sizes], "adlg.setup.table"),
        *(Cells([what, *(str(price) for price in each)], "adlg.army.points") for what, each in prices.items()),
    ]
    return [tell("column.format"), *(str(size) for size in FORMATS)], rows


TABLES: Mapping[str, Callable[[Telling], Table]] = {
    "troops": troops,
    "quality": quality,
    "result": result,
    "commanders": commanders,
    "rally": rallying,
    "ranges": ranges,
    "formats": formats,
}
LINES: Mapping[str, Callable[[Telling], Iterable[Line]]] = {"ground": ground, "terrain": terrain}
