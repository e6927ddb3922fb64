"""Room to move: who moves, what is in their way, and which friends they pass or push aside. Nothing here costs a UD."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as made_later

from triarii.core.contract import Refused
from triarii.games.adlg.battle.movement.passing import panics_when_passed, pass_rule, passed_in_full
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.hosts import Host
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.battle.table.solids import solids
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.geometry import groups, passing, paths, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.groups import Block
from triarii.games.adlg.geometry.shapes import Figure, Pose

MOST_PUSH = 1000
"""By the stricter reading of passed_friend_push."""


@dataclass
class Movers:
    """A unit or a group on its way, with everybody's place by now."""

    field: Field
    names: tuple[str, ...]
    block: Block = made_later(init=False)
    places: dict[str, Body] = made_later(init=False, default_factory=dict)
    """Where those stand by now who stand elsewhere than on the table, pushed friends included."""
    swept: dict[str, list[Figure]] = made_later(init=False)
    """What each mover has gone over."""
    panicked: list[str] = made_later(init=False, default_factory=list)
    """Friends who lose cohesion because animals that they fear went through them (adlg.pass.panic)."""

    def __post_init__(self) -> None:
        bodies = [self.field.body(name) for name in self.names]
        block = groups.block_of(bodies, self.field.setting.limits)
        if block is None:
            raise Refused.because("move.no_group", "adlg.group.formed", units="+".join(self.names))
        self.block = block
        self.swept = {name: [self.field.body(name).quad] for name in self.names}

    # What surrounds them

    @kept
    def units(self) -> list[Unit]:
        return [self.field.unit(name) for name in self.names]

    @kept
    def seat(self) -> int:
        return self.field.unit(self.names[0]).seat

    def body(self, name: str) -> Body:
        return self.places.get(name) or self.field.body(name)

    @property
    def enemies(self) -> Host:
        return self.field.host(1 - self.seat)

    def solids(self) -> Sequence[Figure]:
        """What no sweep may cross: enemies, impassable ground, the outside."""
        return solids(self.field, 1 - self.seat)

    def friends(self) -> list[Body]:
        """The units and camps of the own side that do not move along, where they stand by now."""
        places = self.places
        return [places.get(base.id, base) for base in self.field.host(self.seat).bases if base.id not in self.names]

    @property
    def pushed(self) -> list[str]:
        """Friends who had to make room."""
        if all(name in self.names for name in self.places):
            return []
        stands = self.field.stands
        return [
            name
            for name in stands
            if name in self.places and name not in self.names and self.places[name].pose != stands[name].pose
        ]

    # Whether there is room

    def stand(self, ends: Sequence[Pose], anchor: Pose) -> None:
        """All movers take their new places."""
        self.block = replace(self.block, anchor=anchor)
        for name, end in zip(self.names, ends, strict=True):
            self.places[name] = self.body(name).moved(end)

    def needs_room(self, name: str, sweep: Figure, after: Body) -> None:
        """Straight ways: nothing solid in the way, nobody over the edge."""
        setting = self.field.setting
        self.swept[name].append(sweep)
        hit = shapes.overlapping(sweep, self.enemies.quads_in_the_way, setting.limits.touch)
        if hit:
            enemy = self.enemies.in_the_way[hit[0]]
            raise Refused.because("move.enemy", "adlg.move.collision", unit=name, enemy=enemy.id)
        if shapes.overlapping(sweep, setting.scenery.impassable, setting.limits.touch):
            raise Refused.because("move.impassable", "adlg.move.worst_ground", unit=name)
        if not paths.on_table(after.quad, *setting.size, setting.limits):
            raise Refused.because("move.edge", "adlg.move.table_edge", unit=name)

    def free_of_friends(self, name: str, sweep: Figure) -> None:
        friends = self.friends()
        hit = shapes.overlapping(sweep, [friend.quad for friend in friends], self.field.setting.limits.touch)
        if hit:
            raise Refused.because("move.friend", "adlg.move.collision", unit=name, friend=friends[hit[0]].id)

    def clear_at_end(self) -> None:
        """Wheels and turns: own friends may be brushed on the way, only the end must be free."""
        in_the_way = self.solids()
        for name in self.names:
            quad = self.body(name).quad
            self.swept[name].append(quad)
            self.free_of_friends(name, quad)
            if shapes.overlapping(quad, in_the_way, self.field.setting.limits.touch):
                raise Refused.because("move.turn_blocked", "adlg.move.collision", unit=name)

    # Friends in the way

    def pass_friends(self, name: str, body: Body, distance: int) -> None:
        """Straight through friends that may be passed; who is in the way at the end makes room."""
        field, limits = self.field, self.field.setting.limits
        mover = field.unit(name)
        sweep = shapes.hull(body.quad, body.moved(shapes.at(body.pose, 0, distance)).quad)
        friends = self.friends()
        met = shapes.overlapping(sweep, [friend.quad for friend in friends], limits.touch)
        passed: list[passing.Friend] = []
        for number in met:
            friend = friends[number]
            if friend.id not in field or not pass_rule(field, mover, field.unit(friend.id), body.heading):
                free = shapes.first_contact(body.quad, body.heading, friend.quad, limits.touch) or 0
                raise Refused.because("move.friend_ahead", "adlg.pass.push", unit=name, friend=friend.id, free=free)
            passed.append(self._friend(friend))
            if friend.id not in self.panicked and panics_when_passed(field, mover, field.unit(friend.id)):
                self.panicked.append(friend.id)
        if not passed:
            return
        others = [
            self._friend(friend) for number, friend in enumerate(friends) if number not in met and friend.id in field
        ]
        in_the_way = [*self.solids(), *(camp.quad for camp in field.camps(self.seat))]
        passage = passing.pass_through(body, distance, passed, in_the_way, others, limits)
        if not passage.allowed:
            stuck = ([*passed, *others][passage.stuck].body.id) if passage.stuck is not None else ""
            if passage.least is not None:
                raise Refused.because(
                    "move.not_through", "adlg.pass.push", unit=name, friend=stuck, least=passage.least
                )
            raise Refused.because("move.no_way_through", "adlg.pass.push", unit=name, friend=stuck)
        for number, pose in passage.pushed.items():
            friend = [*passed, *others][number].body
            self.places[friend.id] = friend.moved(pose)

    def _friend(self, body: Body) -> passing.Friend:
        """Who fights stays where it is too, whoever is pushed against it."""
        unit = self.field.unit(body.id)
        fixed = passed_in_full(self.field, unit) or self.field.fights(unit.id)
        return passing.Friend(body, light=unit.light, fixed=fixed)

    def check_pushed(self) -> None:
        """Whoever made room has not gone too far, and stands on nobody."""
        setting = self.field.setting
        for name in self.pushed:
            body, old = self.places[name], self.field.stands[name].pose
            way = shapes.length((body.pose[0] - old[0]) * shapes.FINE, (body.pose[1] - old[1]) * shapes.FINE)
            if way > MOST_PUSH and setting.readings.says("passed_friend_push", "at_most_1_ud"):
                raise Refused.because("move.pushed_far", "adlg.pass.push", friend=name, push=way, most=MOST_PUSH)
            others = [self.body(each).quad for each in self.field.stands if each != name]
            if shapes.overlapping(body.quad, others, setting.limits.touch):
                raise Refused.because("move.no_way_through", "adlg.pass.push", unit=self.names[0], friend=name)
