"""The ring of 4 UD around every enemy: whoever was in it in this phase makes no second or third move, and no such move
leads into it (adlg.moves.distance). At exactly 4 UD a unit is outside."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.movement.reach import FAR
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import held, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.groups import Block
from triarii.games.adlg.geometry.shapes import Figure


def near_enemies(field: Field, seat: int) -> Sequence[Figure]:
    """The enemies of a seat that count where a distance of 4 UD is asked for: units, camps that still stand, and
    markers (adlg.ambush.found)."""
    return field.host(1 - seat).feared_quads


def entered(swept: Iterable[Figure], enemies: Sequence[Figure]) -> bool:
    """Whether something on a way is nearer than 4 UD to one of these enemies."""
    ways = tuple(swept)
    if not ways:
        return False
    near = shapes.boxed(shapes.box_around(ways), enemies, FAR - 1)
    return bool(near) and shapes.any_within(ways, [enemies[number] for number in near], FAR - 1)


def makes_further_move(field: Field, name: str) -> bool:
    """Whether the next move of a unit is its second or third in this phase."""
    return field.stands[name].moves > 0


def further_movers(field: Field, names: Iterable[str]) -> frozenset[str]:
    """Those of some units whose next move has to stay outside of the ring."""
    return frozenset(name for name in names if makes_further_move(field, name))


def why_too_near(field: Field, name: str, swept: Sequence[Figure]) -> Refusal | None:
    """Why a unit may not go this way in a further move: which enemy it would come near."""
    if not makes_further_move(field, name):
        return None
    host = field.host(1 - field.unit(name).seat)
    enemies, quads = host.feared, host.feared_quads
    if not entered(swept, quads):
        return None
    measured = [shapes.gaps(figure, quads) for figure in swept]
    gap, enemy = min((min(gaps), enemy.id) for enemy, *gaps in zip(enemies, *measured, strict=True))
    params = {"unit": name, "enemy": enemy, "gap": gap, "least": FAR}
    return Refusal("move.near_there", "adlg.moves.distance", params)


def straight_outside(
    bodies: Sequence[Body], block: Block, limit: int, enemies: Sequence[Figure], watched: Container[str] | None = None
) -> int:
    """How far of a distance the members of a block go straight on before an enemy is nearer than 4 UD to one of them,
    or of those who are watched."""

    def outside(distance: int) -> bool:
        ends = replace(block, anchor=shapes.at(block.anchor, 0, distance)).poses()
        ways = (
            shapes.hull(body.quad, body.moved(end).quad)
            for body, end in zip(bodies, ends, strict=True)
            if watched is None or body.id in watched
        )
        return not entered(ways, enemies)

    return held.greatest(0, limit, outside)
