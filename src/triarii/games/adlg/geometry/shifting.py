"""Making room: how friends are shifted out of the place to which a unit conforms, and how a group keeps together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from triarii.games.adlg.geometry.bodies import Body, edge_contact
from triarii.games.adlg.geometry.contacts import Side, edge_of
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import Figure, Pose, along, at, length, overlapping, push_clear

DEEPEST = 3
"""A shifted friend may shift a second one and he a third; then it ends."""
BACK, RIGHT, LEFT = 18000, 9000, -9000


@dataclass(frozen=True)
class Neighbour:
    """A friend near the place to which a unit conforms."""

    body: Body
    may_shift: bool = True


@dataclass(frozen=True)
class Room:
    """How room is made: the new places of the friends that were shifted, and how far they went in all."""

    shifted: Mapping[str, Pose]
    distance: int


@dataclass(frozen=True)
class Table:
    """All that a shift has to heed: the unit that conforms, its friends, its enemies and other solid things."""

    place: Body
    friends: Mapping[str, Neighbour]
    enemies: Sequence[Body]
    solids: Sequence[Figure]
    limits: Limits

    def forbids(self, body: Body) -> bool:
        """Whether a friend may not be shifted to a place: nobody is shifted onto something or into a melee."""
        figures = [*self.solids, *(enemy.quad for enemy in self.enemies)]
        return bool(overlapping(body.quad, figures, self.limits.touch)) or any(
            in_contact(body, enemy, self.limits) for enemy in self.enemies
        )


def in_contact(body: Body, enemy: Body, limits: Limits = LIMITS) -> bool:
    """Whether two bases touch along an edge; corners alone are no contact."""
    return any(edge_contact(edge_of(body, own), edge_of(enemy, his), limits) for own in Side for his in Side)


def make_room(
    place: Body,
    friends: Sequence[Neighbour],
    enemies: Sequence[Body] = (),
    solids: Sequence[Figure] = (),
    limits: Limits = LIMITS,
) -> Room | None:
    """The least shifting that frees a place of friends, by their number and then by the sum of their ways; None if
    there is none."""
    table = Table(place, {friend.body.id: friend for friend in friends}, enemies, solids, limits)
    waiting = [(name, 1) for name in under(place.quad, table, {})]
    return min(solutions(table, waiting, {}, 0), key=lambda room: (len(room.shifted), room.distance), default=None)


def under(figure: Figure, table: Table, moved: Mapping[str, Body]) -> list[str]:
    """The friends that haven't moved yet and lie under a figure."""
    names = sorted(name for name in table.friends if name not in moved)
    return [names[n] for n in overlapping(figure, [table.friends[m].body.quad for m in names], table.limits.touch)]


def solutions(
    table: Table, waiting: Sequence[tuple[str, int]], moved: Mapping[str, Body], distance: int
) -> Iterator[Room]:
    """Every way to shift the waiting friends, each with the number of the friend in a row of pushes."""
    if not waiting:
        yield Room({name: body.pose for name, body in moved.items()}, distance)
        return
    (name, row), rest = waiting[0], waiting[1:]
    if name in moved:
        yield from solutions(table, rest, moved, distance)  # two lay on him, and he has cleared both
        return
    friend = table.friends[name]
    if not friend.may_shift or row > DEEPEST:
        return
    for body, way, pushed in steps_aside(table, friend.body, moved):
        further = [(other, row + 1) for other in pushed]
        yield from solutions(table, [*rest, *further], {**moved, name: body}, distance + way)


def steps_aside(table: Table, friend: Body, moved: Mapping[str, Body]) -> list[tuple[Body, int, list[str]]]:
    """Where a friend may go, how far that is and whom he meets there: straight back alone if that is free, else also
    the sides, the shorter first and right before left."""
    settled = [table.place.quad, *(other.quad for other in moved.values())]
    found: list[tuple[Body, int, list[str]]] = []
    for turn in (BACK, RIGHT, LEFT):
        heading = friend.heading + turn
        way = way_clear(friend, heading, settled, table.limits)
        body = friend.moved(along(friend.pose, heading, way))
        if way > table.limits.shift or table.forbids(body):
            continue
        pushed = [name for name in under(body.quad, table, moved) if name != friend.id]
        if turn == BACK and not pushed:
            return [(body, way, pushed)]
        found.append((body, way, pushed))
    return sorted(found, key=lambda one: one[1])


def way_clear(friend: Body, heading: int, settled: Sequence[Figure], limits: Limits = LIMITS) -> int:
    """How far a friend must go along a heading to clear all that has its place already."""
    way, body = 0, friend
    while way <= limits.shift and (hit := overlapping(body.quad, settled, limits.touch)):
        way = max(way + 1, *(push_clear(settled[n], heading, friend.quad, limits.touch) for n in hit))
        body = friend.moved(along(friend.pose, heading, way))
    return way


def kept_beside(member: Body, neighbour: Body, right: bool, limits: Limits = LIMITS) -> Body | None:
    """A member of a group that isn't in contact, shifted so that its corners meet its neighbour's again; None if that
    is too far. `right`: it stands to the neighbour's right."""
    aside = (neighbour.width + member.width) // 2
    pose = at(neighbour.pose, aside if right else -aside, 0)
    dx, dy = pose[0] - member.pose[0], pose[1] - member.pose[1]
    return member.moved(pose) if length(dx * 1000, dy * 1000) <= limits.shift else None
