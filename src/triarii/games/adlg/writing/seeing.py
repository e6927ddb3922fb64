"""What an eye may know of a battle in which plans are secret, built by leaving out nothing but what the other player
has hidden; and a whole battle imagined from that (adlg.plan.secret)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from triarii.core.contract import Eye
from triarii.games.adlg.battle.hiding.hidden import March, Marker, Way
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.setup import ambushing, deploying, marching
from triarii.games.adlg.setup.going_on import scene

AMBUSH = 0.5
"""How likely we think it before the corps stand that units lie under a marker of the other player."""
MARCH = 0.3
"""And that a corps of his marches around a flank."""


def seen_by(state: State, eye: Eye) -> State:
    """The battle as an eye knows it: of the other player's markers where they lie, of his flank march what the table
    shows, and nothing more."""
    field = state.field
    markers = {
        name: Marker(marker.seat, marker.x, marker.y, marker.units if marker.seat == int(eye) else None)
        for name, marker in field.markers.items()
    }
    marches = {seat: march for seat in (0, 1) if (march := _march_seen(state, seat, eye)) is not None}
    if markers == field.markers and marches == field.marches:
        return state
    return replace(state, field=replace(field, markers=markers, marches=marches))


def _march_seen(state: State, seat: int, eye: Eye) -> March | None:
    """A flank march as an eye knows it. Until all other corps of its owner stand nobody else knows whether there is
    one; then it is seen which corps is missing, and on which side it comes only once the dice have brought it."""
    march, prep = state.field.marches.get(seat), state.setup
    if seat == int(eye):
        return march
    if prep is not None and seat in prep.planned and deploying.waiting(state, seat):
        return March("", None)
    if march is None or march.way is not Way.MARCHING or _has_met(state, seat):
        return march
    return March(march.leader, None, march.throws)


def _has_met(state: State, seat: int) -> bool:
    """Whether the march of the other seat was driven back by this one: then everybody knows where it is."""
    other = state.field.marches.get(1 - seat)
    return other is not None and other.driven


def imagined(state: State, rng: Random) -> State:
    """A battle that looks like this one: what is not known is filled with something that could be."""
    for seat in (0, 1):
        march = state.field.marches.get(seat)
        if march is not None and march.flank is None:
            state = _with_march(state, seat, march, rng)
        veiled = [name for name, marker in state.field.markers.items() if marker.seat == seat and marker.units is None]
        if veiled:
            state = replace(state, field=_with_ambushes(state, seat, veiled, rng))
    return state


def _with_march(state: State, seat: int, march: March, rng: Random) -> State:
    """A side for a corps that is missing; while corps still wait, perhaps one of them, but not the last."""
    field = state.field
    marches = {other: each for other, each in field.marches.items() if other != seat}
    leader = march.leader
    if not leader:
        assert state.setup is not None
        bare = replace(state, field=replace(field, marches=marches))
        waiting = deploying.waiting(bare, seat)
        able = [name for name in marching.corps_open(field.setting, seat) if name in waiting]
        able = [name for name in able if name != state.setup.about and len(waiting) > 1]
        leader = rng.choice(able) if able and rng.random() < MARCH else ""
    if leader:
        flank = rng.choice(marching.flanks_open(scene(state)))
        marches[seat] = replace(march, leader=leader, flank=flank)
    return replace(state, field=replace(field, marches=dict(sorted(marches.items()))))


def _with_ambushes(state: State, seat: int, veiled: list[str], rng: Random) -> Field:
    """Whoever is missing lies under some marker; of corps that do not stand yet anybody may."""
    field = state.field
    bare = replace(
        field,
        markers={
            name: replace(marker, units=()) if name in veiled else marker for name, marker in field.markers.items()
        },
    )
    missing = [unit for unit in field.setting.units.values() if unit.seat == seat and _is_missing(state, unit)]
    rng.shuffle(missing)
    found = next(_hidden(bare, missing, veiled, rng), bare)
    waiting = [unit for unit in field.setting.units.values() if unit.seat == seat and _may_hide(state, unit)]
    if waiting:
        for name in veiled:
            found = _perhaps(found, name, waiting, rng)
    return found


def _is_missing(state: State, unit: Unit) -> bool:
    """Whether everybody can see that a unit has not come with its corps."""
    field, prep = state.field, state.setup
    nowhere = unit.id not in field and unit.id not in field.gone and not field.marches_along(unit)
    return nowhere and (prep is None or field.setting.corps_of(unit).commander in prep.deployed)


def _may_hide(state: State, unit: Unit) -> bool:
    """Whether nobody knows yet where a unit will be."""
    field, prep = state.field, state.setup
    if prep is None or unit.id in field or field.marches_along(unit):
        return False
    leader = field.setting.corps_of(unit).commander
    return leader not in prep.deployed and unit.category not in ambushing.NEVER


def _hidden(field: Field, missing: list[Unit], veiled: list[str], rng: Random) -> Iterator[Field]:
    """All ways to hide units under markers, in a random order."""
    if not missing:
        yield field
        return
    unit, rest = missing[0], missing[1:]
    for name in rng.sample(veiled, len(veiled)):
        with_it = _added(field, name, unit)
        if with_it is not None:
            yield from _hidden(with_it, rest, veiled, rng)


def _added(field: Field, name: str, unit: Unit) -> Field | None:
    """The table with one more unit under a marker; None where it can't lie there. Who lies there is written in the
    order in which the army lists them."""
    marker = field.markers[name]
    others = {other: each for other, each in field.markers.items() if other != name}
    names = {*(marker.units or ()), unit.id}
    ordered = tuple(each for each in field.setting.units if each in names)
    more = replace(marker, units=ordered)
    if ambushing.why_not(replace(field, markers=others), more) is not None:
        return None
    return replace(field, markers={**field.markers, name: more})


def _perhaps(field: Field, name: str, waiting: list[Unit], rng: Random) -> Field:
    """Some units of one corps that still waits, or nobody."""
    if field.markers[name].units or rng.random() > AMBUSH:
        return field
    corps = rng.choice(waiting).corps
    some = [unit for unit in waiting if unit.corps == corps and unit.id not in field.in_ambush]
    for unit in rng.sample(some, min(len(some), rng.randint(1, ambushing.MOST_UNITS))):
        field = _added(field, name, unit) or field
    return field
