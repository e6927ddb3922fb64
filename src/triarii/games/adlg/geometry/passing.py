"""Passing through friends on a straight way: who stays, who is pushed out of the way, and when it is refused."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body, turn_between
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import Figure, Pose

ABOUT = 18000
ROUNDS = 3
"""How often one friend may be pushed on by others before the whole passage is refused."""


@dataclass(frozen=True)
class Friend:
    """Somebody who stands in the way."""

    body: Body
    light: bool = False
    """Light infantry, light horse and commanders step aside forward too, if that is shorter."""
    fixed: bool = False
    """Heavy artillery, war wagons and who stands behind works: they don't move at all."""


@dataclass(frozen=True)
class Passage:
    """Whether a move through friends is allowed, and what becomes of them."""

    allowed: bool
    pushed: dict[int, Pose] = field(default_factory=dict)
    """New poses by the friends' numbers."""
    least: int | None = None
    """If the mover doesn't come far enough: from which distance on he would."""
    stuck: int | None = None
    """The number of the friend that makes it impossible."""


def facing_allows(heading: int, friend: int, slack: int) -> bool:
    """Whether a friend faces about the same way or the opposite one, with so much slack in hundredths of a degree."""
    turn = turn_between(heading, friend)
    return min(turn, ABOUT - turn) <= slack


def least_beyond(mover: Body, friend: Body, limits: Limits = LIMITS) -> int:
    """How far the mover must go at least to come partly beyond a friend."""
    furthest = max(shapes.local(mover.pose, corner)[1] for corner in friend.quad)
    return (furthest + limits.touch * shapes.FINE) // shapes.FINE + 1


def pushed_from(figure: Figure, heading: int, friend: Friend, limits: Limits = LIMITS) -> tuple[int, Pose]:
    """Heading and pose of a friend who comes clear of a figure: back against the mover's heading, or forward if he is
    light and that is shorter."""
    backwards = shapes.fold(heading + ABOUT)
    body = friend.body
    distance = shapes.push_clear(figure, backwards, body.quad, limits.touch)
    if friend.light:
        forward = shapes.push_clear(figure, heading, body.quad, limits.touch)
        if forward < distance:
            return heading, shapes.along(body.pose, heading, forward)
    return backwards, shapes.along(body.pose, backwards, distance)


def pass_through(
    mover: Body,
    distance: int,
    friends: Sequence[Friend],
    obstacles: Sequence[Figure] = (),
    bystanders: Sequence[Friend] = (),
    limits: Limits = LIMITS,
) -> Passage:
    """The mover goes straight through friends whom the rules let him pass. Who is overlapped at the end is pushed, and
    may push others, bystanders included; nobody may be pushed onto an obstacle: an enemy, impassable ground, the
    outside of the table."""
    end = mover.moved(shapes.at(mover.pose, 0, distance))
    met = shapes.overlapping(end.quad, [friend.body.quad for friend in friends], limits.touch)
    for number in met:
        if friends[number].fixed:
            return Passage(False, stuck=number)
    short = {number: least_beyond(mover, friends[number].body, limits) for number in met}
    least = max(short.values(), default=0)
    if distance < least:
        return Passage(False, least=least, stuck=max(short, key=lambda number: short[number]))
    return push_all(end, [*friends, *bystanders], met, obstacles, limits)


def push_all(
    end: Body, friends: Sequence[Friend], met: Sequence[int], obstacles: Sequence[Figure], limits: Limits
) -> Passage:
    """Pushes whom the mover met, then whom these meet, and so on."""
    places = {number: friend.body for number, friend in enumerate(friends)}
    pushed: dict[int, Pose] = {}
    times = [0] * len(friends)
    waiting = [(number, end.quad, end.heading) for number in met]
    while waiting:
        number, figure, heading = waiting.pop(0)
        friend, times[number] = friends[number], times[number] + 1
        if not shapes.overlap(figure, places[number].quad, limits.touch):
            continue
        if friend.fixed or times[number] > ROUNDS:
            return Passage(False, stuck=number)
        current = Friend(places[number], friend.light and number not in pushed)
        places[number] = places[number].moved(pushed_from(figure, heading, current, limits)[1])
        pushed[number] = places[number].pose
        place = places[number].quad
        if shapes.overlapping(place, [*obstacles, end.quad], limits.touch):
            return Passage(False, stuck=number)
        others = [other for other in places if other != number]
        hit = shapes.overlapping(place, [places[other].quad for other in others], limits.touch)
        waiting += [(others[index], place, heading) for index in hit]
    return Passage(True, pushed)
