"""Evades: how a unit turns away, whether its way is blocked, where it runs, and whether it is caught."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.manoeuvres import advance, slide, wheel, wheel_cost, wheel_legal_part
from triarii.games.adlg.geometry.measures import DEGREE
from triarii.games.adlg.geometry.passing import Friend, pass_through
from triarii.games.adlg.geometry.paths import on_table
from triarii.games.adlg.geometry.shapes import (
    FINE,
    Figure,
    first_contact,
    first_contacts,
    fold,
    hull,
    local,
    overlapping,
    rdiv,
)
from triarii.games.adlg.geometry.turns import Turn, turn_in_place
from triarii.games.adlg.geometry.zones import holders

NEEDED_AHEAD = 1000
MOST_SLIDE = 1000
MOST_WHEEL = 9000

AWAY = {Side.FRONT: Turn.ABOUT, Side.LEFT: Turn.RIGHT, Side.RIGHT: Turn.LEFT, Side.REAR: Turn.NONE}
"""How a unit turns away from a charge, by the edge that is charged (adlg.evade.turn)."""


def turned_away(
    evader: Body,
    charged: Side,
    solids: Sequence[Figure] = (),
    *,
    quarter_turn_anchor: str = "front_corner_then_centred",
    limits: Limits = LIMITS,
) -> Body | None:
    """The evader after its free turn; None if there is no room to turn, so that it can't evade."""
    return turn_in_place(evader, AWAY[charged], solids, quarter_turn_anchor=quarter_turn_anchor, limits=limits)


# Blocked


class Blocked(StrEnum):
    """Why an evade is not possible."""

    BY_ZONE = "zone"
    BY_OBSTACLE = "obstacle"


def blocked(
    turned: Body,
    *,
    enemies: Sequence[Body] = (),
    obstacles: Sequence[Figure] = (),
    passable: Sequence[Figure] = (),
    evade_blocked_by_passable_friends: bool = True,
    evade_slide_unblocks: bool = False,
    limits: Limits = LIMITS,
) -> Blocked | None:
    """Whether a unit that has turned away can't evade: an enemy straight ahead holds it in his zone, or something
    stands less than 1 UD ahead.

    `enemies` are those whose zones act on it, `obstacles` all that it can't pass (these enemies included), `passable`
    the friends that it could."""
    if blocked_by_zone(turned, enemies, limits):
        return Blocked.BY_ZONE
    in_the_way = [*obstacles, *passable] if evade_blocked_by_passable_friends else list(obstacles)
    tried = slides_past(turned, in_the_way, limits) if evade_slide_unblocks else (0,)
    for sideways in tried:
        if clear_ahead(turned.moved(slide(turned.pose, sideways)), in_the_way, NEEDED_AHEAD, limits):
            return None
    return Blocked.BY_OBSTACLE


def blocked_by_zone(turned: Body, enemies: Sequence[Body], limits: Limits = LIMITS) -> bool:
    """Whether an enemy at least partly straight ahead holds the evader in his zone."""
    return any(
        first_contact(turned.front, turned.heading, enemy.quad, limits.touch) is not None
        for enemy in holders(turned, enemies, limits)
    )


def clear_way(evader: Body, obstacles: Sequence[Figure], limits: Limits = LIMITS) -> int | None:
    """How far a unit can run straight on; None if nothing is in its way."""
    ways = first_contacts(evader.quad, evader.heading, obstacles, limits.touch)
    return min((way for way in ways if way is not None), default=None)


def clear_ahead(evader: Body, obstacles: Sequence[Figure], length: int, limits: Limits = LIMITS) -> bool:
    """Whether nothing stands in the way of a run of this length."""
    way = clear_way(evader, obstacles, limits)
    return way is None or way >= length


def slides_past(evader: Body, obstacles: Sequence[Figure], limits: Limits = LIMITS) -> tuple[int, ...]:
    """Slides that bring the evader's side just past the side of something in its way, the least first, right before
    left; none at all is the first of them. The slide itself must be free."""
    half = evader.width // 2
    found = {0}
    for obstacle in obstacles:
        sideways = [local(evader.pose, corner)[0] for corner in obstacle]
        found.add(rdiv(max(sideways), FINE) + half)
        found.add(rdiv(min(sideways), FINE) - half)
    near = sorted((s for s in found if abs(s) <= MOST_SLIDE), key=lambda s: (abs(s), s < 0))
    return tuple(s for s in near if not s or slides_freely(evader, s, obstacles, limits))


def slides_freely(evader: Body, sideways: int, obstacles: Sequence[Figure], limits: Limits = LIMITS) -> bool:
    end = evader.moved(slide(evader.pose, sideways))
    return not overlapping(hull(evader.quad, end.quad), obstacles, limits.touch)


# The run


def wheel_to(turned: Body, charge_heading: int) -> int | None:
    """The wheel that brings an evader onto the direction of the charge; None if it is more than 90 degrees."""
    angle = fold(charge_heading - turned.heading)
    angle = angle - 36000 if angle > 18000 else angle
    return angle if abs(angle) <= MOST_WHEEL else None


def by_die(allowance: int, die: int) -> int:
    """How far an evader or its charger goes with a die: 1 UD less with 1 and 2, 1 UD more with 5 and 6."""
    return allowance + {1: -1000, 2: -1000, 5: 1000, 6: 1000}.get(die, 0)


def run_length(allowance: int, die: int, wheeled: int = 0, files: int = 1) -> int:
    """What an evader, or a group of so many files, has left to run after its die and its wheel."""
    return max(0, by_die(allowance, die) - wheel_cost(wheeled, files))


@dataclass(frozen=True)
class Run:
    """How an evader ran: what it slid and wheeled to avoid things, then how far straight, and where it ended."""

    end: Body
    slide: int = 0
    wheel: int = 0
    distance: int = 0
    before: int = 0
    """How far it ran straight before it bent its way; 0 where avoiding is done at the start."""


def run(
    evader: Body,
    left: int,
    obstacles: Sequence[Figure] = (),
    *,
    friends: Sequence[Friend] = (),
    bystanders: Sequence[Friend] = (),
    wheeled: int = 0,
    files: int = 1,
    evade_avoidance: str = "at_start",
    limits: Limits = LIMITS,
) -> Run:
    """The run of an evader with so much way left, once it is turned and perhaps wheeled (`wheeled`) to the direction of
    the charge: straight if that is clear; else with the least slide, else with the least wheel in whole degrees; else
    up to the obstacle. `friends` can be passed, if it ends far enough beyond them. A group of several files runs as one
    broad base."""
    way = clear_way(evader, obstacles, limits)
    chosen = Run(evader, distance=left)
    if way is not None and way < left:
        halt = max(0, way - limits.stop_short)
        start, rest = evader, left
        if evade_avoidance == "at_obstacle":
            start, rest = evader.moved(advance(evader.pose, halt)), left - halt
        bent = next(bends(start, rest, obstacles, wheeled, limits, files), None)
        if bent is None:
            chosen = Run(evader, distance=halt)
        else:
            chosen = Run(bent.end, bent.slide, bent.wheel, bent.distance, left - rest)
    distance = ends_beyond(chosen.end, chosen.distance, friends, obstacles, bystanders, limits)
    end = chosen.end.moved(advance(chosen.end.pose, distance))
    return Run(end, chosen.slide, chosen.wheel, distance, chosen.before)


def bends(
    evader: Body, left: int, obstacles: Sequence[Figure], wheeled: int, limits: Limits = LIMITS, files: int = 1
) -> Iterator[Run]:
    """Ways past what stands ahead, the best first: slides, then wheels to the right before the left; each with the
    place from which the rest of the run is straight and clear."""
    for sideways in slides_past(evader, obstacles, limits):
        rest = left - abs(sideways)
        start = evader.moved(slide(evader.pose, sideways))
        if sideways and rest >= 0 and clear_ahead(start, obstacles, rest, limits):
            yield Run(start, slide=sideways, distance=rest)
    for size in range(DEGREE, MOST_WHEEL - abs(wheeled) + 1, DEGREE):
        rest = left - wheel_cost(size, files)
        if rest < 0:
            return
        for angle in (size, -size):
            start = evader.moved(wheel(evader.pose, evader.width, angle))
            if clear_ahead(start, obstacles, rest, limits) and wheels_freely(evader, angle, obstacles, limits):
                yield Run(start, wheel=angle, distance=rest)


def wheels_freely(evader: Body, angle: int, obstacles: Sequence[Figure], limits: Limits = LIMITS) -> bool:
    return wheel_legal_part(evader.pose, evader.width, evader.depth, angle, obstacles, limits) == angle


def ends_beyond(
    evader: Body,
    distance: int,
    friends: Sequence[Friend],
    obstacles: Sequence[Figure] = (),
    bystanders: Sequence[Friend] = (),
    limits: Limits = LIMITS,
) -> int:
    """The distance, shortened until the evader ends before the friends in its way or far enough beyond them."""
    while distance > 0:
        passage = pass_through(evader, distance, friends, obstacles, bystanders, limits)
        if passage.allowed:
            break
        shorter = distance - 1
        if passage.stuck is not None and passage.stuck < len(friends):
            stuck = friends[passage.stuck]
            way = first_contact(evader.quad, evader.heading, stuck.body.quad, limits.touch)
            if way is not None and (stuck.fixed or passage.least is not None):
                shorter = min(shorter, way)  # between there and here it would always end on him
        distance = shorter
    return distance


# Afterwards


def about_turned(evader: Body) -> Body:
    """Light troops may turn about at the end."""
    about = turn_in_place(evader, Turn.ABOUT)
    assert about is not None  # turning about needs no room
    return about


def off_table(
    end: Body, table: tuple[int, int], *, off_table_when: str = "any_corner", limits: Limits = LIMITS
) -> bool:
    """Whether an evader has left the table and is lost."""
    if off_table_when == "any_corner":
        return not on_table(end.quad, *table, limits)
    return not any(on_table((corner,), *table, limits) for corner in end.quad)
