"""Light infantry swept along: by one reading friends in the open who stand in the way of heavy evaders run before them
(adlg.evade.swept)."""

from __future__ import annotations

from collections.abc import Collection

from triarii.games.adlg.battle.charge import evading
from triarii.games.adlg.battle.charge.charging import side_struck
from triarii.games.adlg.battle.charge.evading import Flight
from triarii.games.adlg.battle.charge.runners import alone, turned_away
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Swept
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import manoeuvres, shapes
from triarii.games.adlg.geometry.bodies import Body

SWEPT = "adlg.evade.swept"


def sweep(
    field: Field, run: Flight, die: int, *, around: bool, steadfast: Collection[str] = ()
) -> tuple[Field, tuple[str, ...]]:
    """The field once light infantry has run that evaders would hit, by their die, and who that is; who can't run stays
    and is passed. `steadfast` are those who have said that they stand."""
    if not field.setting.readings.on("light_infantry_swept_along"):
        return field, ()
    gone = []
    for name, evader in _hit(field, run, die, around):
        if name in steadfast:
            continue
        light = field.body(name)
        way = shapes.first_contact(evader.quad, evader.heading, light.quad, field.setting.limits.touch)
        met = evader.moved(manoeuvres.advance(evader.pose, way or 0))
        turned = turned_away(field, alone(field, name), side_struck(field, evader, met, light))
        if turned is not None and not evading.is_blocked(field, turned):
            field = field.noted(Swept, SWEPT, name)
            field = evading.run_away(field, Flight(turned), die, rule=SWEPT)
            gone.append(name)
    return field, tuple(gone)


def _hit(field: Field, run: Flight, die: int, around: bool) -> list[tuple[str, Body]]:
    """Light infantry in the open whom heavy evaders would meet on their way, each with who meets it: the farthest
    first, so that it is out of the way of the others."""
    ways = evading.escapes(field, run, die)
    if not ways:
        return []
    start, end = run.turned, ways[-1 if around else 0].end
    found: dict[str, Body] = {}
    for before, after in zip(start.bodies, end.bodies, strict=True):
        unit = field.unit(before.id)
        path = shapes.hull(before.quad, after.quad)
        for friend in field.units(unit.seat):
            body = field.body(friend.id)
            if unit.light or friend.category is not Category.LI or friend.id in (*start.names, *found):
                continue
            crossed = shapes.overlapping(path, [body.quad], field.setting.limits.touch)
            if crossed and not field.fights(friend.id) and not field.setting.scenery.wholly_in_rough(body.quad):
                found[friend.id] = before
    return sorted(found.items(), key=lambda each: -shapes.local(start.base.pose, field.body(each[0]).centre)[1])
