"""Zones of control: who is held by whom, and who of them threatens most. What a held unit may do is in held.py."""

from collections.abc import Iterable, Sequence

from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import (
    FINE,
    Exact,
    clip_figure,
    cos_of,
    gap,
    local,
    measured,
    overlap,
    share_in,
    sin_of,
)

SCALE = 1 << 30
ThreatKey = tuple[int, int, int, int, str]


def in_zone(unit: Body, enemy: Body, limits: Limits = LIMITS) -> bool:
    """Whether a unit stands in an enemy's zone; on its border is outside (adlg.zone.area)."""
    return overlap(unit.quad, enemy.zone, limits.touch)


def holders(unit: Body, enemies: Iterable[Body], limits: Limits = LIMITS) -> tuple[Body, ...]:
    """The enemies whose zones hold a unit."""
    return tuple(enemy for enemy in enemies if in_zone(unit, enemy, limits))


def front_share(unit: Body, enemy: Body) -> int:
    """How much of a unit's front edge lies in an enemy's zone."""
    return share_in(*unit.front, enemy.zone, border=False)


def shielded(unit: Body, enemy: Body, friend: Body, limits: Limits = LIMITS) -> bool:
    """Whether a friend, whom the enemy could not pass, stands wholly between a unit and the enemy whose zone it is
    in."""
    seen = spread(enemy, clip_figure(unit.quad, enemy.zone))
    cover = spread(enemy, clip_figure(friend.quad, enemy.zone))
    if seen is None or cover is None:
        return False
    slack = limits.touch * FINE
    left, right, near = seen
    cover_left, cover_right, cover_near = cover
    return left >= cover_left - slack and right <= cover_right + slack and cover_near < near


def spread(enemy: Body, outline: Sequence[Exact]) -> tuple[float, float, float] | None:
    """The left end, the right end and the nearest point of an outline as an enemy sees it; None if nothing is there."""
    if not outline:
        return None
    seen = [seen_from(enemy, point) for point in outline]
    return min(s for s, _ in seen), max(s for s, _ in seen), min(t for _, t in seen)


def seen_from(body: Body, point: Exact) -> Exact:
    """A point in the frame of a base, not rounded."""
    x, y, heading = body.pose
    dx, dy = point[0] - x * FINE, point[1] - y * FINE
    sine, cosine = sin_of(heading), cos_of(heading)
    return (dx * cosine - dy * sine) / SCALE, (dx * sine + dy * cosine) / SCALE


# The most threatening enemy


def threat_key(unit: Body, enemy: Body, limits: Limits = LIMITS) -> ThreatKey:
    """The less, the more threatening: who covers the front and stands before it; then the nearer, then who covers more
    of the front, then who is less to the side."""
    share = front_share(unit, enemy)
    in_front = any(local(unit.pose, corner)[1] > limits.touch * FINE for corner in enemy.quad)
    covers = share > limits.touch and in_front
    offset, _ = local(unit.pose, enemy.centre)
    return 0 if covers else 1, gap(unit.quad, enemy.quad), -share, measured(abs(offset)), enemy.id


def most_threatening(
    unit: Body,
    enemies: Iterable[Body],
    *,
    threat_tie: str = "offset_then_id",
    chosen: str = "",
    limits: Limits = LIMITS,
) -> Body | None:
    """The enemy that a held unit must heed; None if no zone holds it. Where the owner decides between equals,
    `chosen` names his choice."""
    keyed = [(threat_key(unit, enemy, limits), enemy) for enemy in holders(unit, enemies, limits)]
    if not keyed:
        return None
    least = min(keyed, key=lambda pair: pair[0])
    if threat_tie == "owner_chooses":
        for key, enemy in keyed:
            if enemy.id == chosen and key[:3] == least[0][:3]:
                return enemy
    return least[1]


def threats(
    unit: Body, enemies: Iterable[Body], *, threat_tie: str = "offset_then_id", limits: Limits = LIMITS
) -> tuple[Body, ...]:
    """The enemies of whom a held unit heeds one: all that threaten it most alike where the owner decides, else the most
    threatening."""
    equal = equally_threatening(unit, enemies, limits)
    return equal if threat_tie == "owner_chooses" else equal[:1]


def equally_threatening(unit: Body, enemies: Iterable[Body], limits: Limits = LIMITS) -> tuple[Body, ...]:
    """The enemies between whom the owner of a held unit may choose, where he may."""
    keyed = [(threat_key(unit, enemy, limits), enemy) for enemy in holders(unit, enemies, limits)]
    keyed.sort(key=lambda pair: pair[0])
    return tuple(enemy for key, enemy in keyed if key[:3] == keyed[0][0][:3])
