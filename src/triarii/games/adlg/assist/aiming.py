"""Aiming: units are dragged to a place, and the orders are found that bring them there, or as near as the rules allow.

Geometry proposes ways, every order is tried by the rules, and what ends near something that players aim for is drawn to
it: contact, a neighbour's line, the border of a zone, 4 UD from the enemy, the full distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as made_later
from typing import TYPE_CHECKING

from triarii.core.contract import Aim, Aimed, Refusal
from triarii.games.adlg.assist import foretelling, leading, lunges, snaps, ways
from triarii.games.adlg.assist.snaps import NEAR
from triarii.games.adlg.assist.ways import Start, Way
from triarii.games.adlg.battle.movement.formations import why_no_group
from triarii.games.adlg.battle.movement.steps import MOST_SLIDE, WIDEST_TURN
from triarii.games.adlg.battle.obedience import why_idle, why_not_yours
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.orders import Order
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import turn_between
from triarii.games.adlg.geometry.shapes import FINE, Pose

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

Place = tuple[int, int]
MOST = 6
A_DEGREE = 33
"""mUD that a degree of wrong facing is worth, where a facing is asked for: 12 degrees are as bad as 0.4 UD."""
NEAR_FACING = 1200
CONTACT, LINED_UP = 600, 580
"""By so much contact and a place beside a friend, where they are near, beat the place itself."""
MISSED = 300
"""By so much a charge is worse that meets somebody else first."""
DRAWN = {"line": 103, "zone": 102, "far": 102, "full": 101, "free": 0}
"""And so much what draws on the same way; it makes no other way better than a simpler one."""
DIFFICULT = 40
NEAREST = 20
"""mUD to which the longest way that is allowed is found."""
MOST_TRIES = 60
"""After so many orders were tried no other way is: an answer is wanted while the mouse moves."""
STRAIGHT_ON = 100
"""mUD to the side that are still straight ahead."""


def aim(position: Position, who: Sequence[str], place: Place, heading: int | None, target: str) -> Aimed:
    """The orders that bring units nearest to a place, the best first; or why the most natural one is refused."""
    position = replace(position)  # what is tried here is forgotten with it
    state, names = position.state, tuple(who)
    refusal = _out_of_turn(position, names)
    if refusal is not None:
        return Aimed((), refusal)
    if names[0] in state.field.leaders:
        return leading.go(position, names[0], place, target)
    search = _Search(position, names, place, None if heading is None else shapes.fold(heading))
    idle = why_no_group(state.field, names)
    if idle is None and not target:
        idle = why_idle(state.field, names)
    if idle is not None:
        return Aimed((), idle, search.wished)
    search.charge(target)
    if not target:
        search.go()
    return search.answer()


def _out_of_turn(position: Position, names: tuple[str, ...]) -> Refusal | None:
    """Why nobody of that name takes orders now."""
    if position.state.stage is not Stage.ORDERS:
        return position.check("u1 advance 1") or Refusal("order.gone", params={"name": names[0]})
    known = position.state.field
    for name in names:
        if name not in known and name not in known.leaders:
            return Refusal("order.gone", params={"name": name[:40]})
    if len(set(names)) < len(names):
        return Refusal("order.twice", params={"word": "+".join(names)[:40]})
    if len(names) == 1 and names[0] in known.leaders:
        return None
    return why_not_yours(position.state, names) if position.state.stage is Stage.ORDERS else None


@dataclass(frozen=True)
class _Found:
    order: str
    snap: str
    pose: Pose
    score: float
    cut: Refusal | None = None
    """What keeps it from going on its way as far as was wanted."""


@dataclass
class _Search:
    """Tries orders and keeps those that are allowed."""

    position: Position
    names: tuple[str, ...]
    place: Place
    heading: int | None
    found: dict[str, _Found] = made_later(default_factory=dict)
    refusal: Refusal | None = None
    """Of the first try that failed: the most natural one."""
    pose: Pose | None = None
    tries: int = 0

    @property
    def field(self) -> Field:
        return self.position.state.field

    @property
    def wished(self) -> Pose:
        """Where the first unit shall stand; it faces as it does now where nothing else is said."""
        facing = self.field.body(self.names[0]).heading if self.heading is None else self.heading
        return (*self.place, facing)

    @property
    def best(self) -> float:
        """How near to the place the best of them leads."""
        return min((self.off(one.pose) for one in self.found.values()), default=1e9)

    def off(self, pose: Pose) -> float:
        """How far a pose is from what was asked for."""
        away = shapes.length((pose[0] - self.place[0]) * FINE, (pose[1] - self.place[1]) * FINE)
        wrong = 0 if self.heading is None else turn_between(pose[2], self.heading)
        return away + wrong * A_DEGREE / 100

    def is_near(self, pose: Pose) -> bool:
        away = shapes.length((pose[0] - self.place[0]) * FINE, (pose[1] - self.place[1]) * FINE)
        return away <= NEAR and (self.heading is None or turn_between(pose[2], self.heading) <= NEAR_FACING)

    # Trying

    def executed(self, order: Order, pose: Pose) -> Executed | Refusal:
        """What an order leads to; the refusal of the first that fails is kept, with where it would have led."""
        self.tries += 1
        found = self.position.weighed(order)
        if isinstance(found, Executed):
            return found
        assert isinstance(found, Refusal)
        if self.refusal is None:
            self.refusal, self.pose = found, pose
        return found

    def keep(
        self,
        order: Order,
        executed: Executed,
        snap: str,
        toll: float,
        base: float | None = None,
        cut: Refusal | None = None,
    ) -> float:
        """Keeps an order that is allowed; `base` is how good its way is without what draws on it. How good it is is
        told: the less, the better."""
        assert executed.move is not None
        pose = executed.move.ends[self.names[0]]
        off = self.off(pose)
        if base is None or not self.is_near(pose):
            score = off + toll + DIFFICULT * bool(executed.move.difficult)
        else:
            score = base + off / 10 - DRAWN[snap]
        self._keep(_Found(str(order), snap, pose, score, cut))
        return score

    def _keep(self, new: _Found) -> None:
        old = self.found.get(new.order)
        if old is None or new.score < old.score:
            self.found[new.order] = new

    def answer(self) -> Aimed:
        """The best orders; what leads no nearer than standing still is none."""
        here = self.off(self.field.body(self.names[0]).pose)
        useful = [one for one in self.found.values() if one.snap == "contact" or self.off(one.pose) < here - NEAREST]
        if not useful:
            why = self.refusal or Refusal("order.nowhere", params={"units": "+".join(self.names)})
            return Aimed((), why, self.pose or self.wished)
        ranked = sorted(useful, key=lambda one: (one.score, len(one.order), one.order))
        short = None if self.is_near(ranked[0].pose) else ranked[0].cut
        return Aimed([Aim(one.order, one.snap) for one in _apart(ranked)[:MOST]], short=short)

    # Charges

    def charge(self, target: str) -> None:
        """Onto the target, or onto whoever is met near the place."""
        enemies = [target] if target else snaps.enemies_at(self.field, self.names[0], self.wished)
        for number, enemy in enumerate(enemies):
            kept = 0
            for order, pose in lunges.charges_on(self.field, self.names, enemy, self.place):
                if isinstance(self.executed(order, pose), Executed):
                    score = 10 * number + kept - CONTACT + MISSED * foretelling.misses(self.field, order)
                    self._keep(_Found(str(order), "contact", pose, score))
                    kept += 1
                if kept == lunges.MOST:
                    break
        if not target:
            self.refusal = self.pose = None  # nobody asked for a charge

    # Moves

    def go(self) -> None:
        self._line_up()
        if self.heading is None:
            self._towards()
        else:
            self._facing(self.heading)

    def _towards(self) -> None:
        """No facing is asked for: straight on or with a slide if that leads there, else with a wheel, else with a
        turn."""
        for start in ways.starts(self.position, self.names, (0,)):
            self._out(start)
        if self.best > NEAR:
            for start in ways.starts(self.position, self.names, ways.TURNS[1:]):
                if self.heading is not None or ways.sighted(start.block, self.place)[1] > 0:
                    self._out(start)

    def _out(self, start: Start) -> None:
        right, ahead = ways.sighted(start.block, self.place)
        plain = [ways.straight(start, self.place)] if ahead > 0 or start.before else []
        aside = ways.sliding(start, self.place) if ahead > 0 else ()
        wheels = self._wheels(start) if abs(right) > STRAIGHT_ON else ()
        if abs(right) > max(ahead, MOST_SLIDE):  # the place lies more to the side than ahead
            self._follow_all((*wheels, *plain, *aside))
        else:
            self._follow_all((*plain, *aside, *wheels))

    def _wheels(self, start: Start) -> Iterator[Way]:
        """A wheel towards the place; who has a neighbour in the way goes on by his own depth first."""
        for way in ways.wheeling(start, self.place):
            yield way
            blocked = self.position.weighed(way.order(0))
            if isinstance(blocked, Refusal) and blocked.code in ("move.friend", "move.turn_blocked"):
                yield from ways.wheeling(start, self.place, lead=self.deepest)

    @property
    def deepest(self) -> int:
        return max(self.field.body(name).depth for name in self.names)

    def _facing(self, heading: int) -> None:
        def angle(start: Start) -> int:
            return (heading - start.heading + 18000) % 36000 - 18000

        turned = [turn for turn in ways.TURNS if abs(self._after(turn, heading)) <= WIDEST_TURN]
        turned.sort(key=lambda turn: (abs(self._after(turn, heading)) + (2000 if turn else 0), turn))
        for start in ways.starts(self.position, self.names, turned[:2]):
            self._follow_all(ways.facing(start, self.place, angle(start), room=self.deepest))
        if self.best > NEAR:
            self._towards()

    def _after(self, turn: int, heading: int) -> int:
        """What is left to wheel after a turn."""
        return (heading - self.field.body(self.names[0]).heading - turn + 18000) % 36000 - 18000

    def _follow_all(self, found: Iterable[Way]) -> None:
        for way in found:
            self._follow(way)

    def _follow(self, way: Way) -> None:
        """As far as wanted or allowed, and to whatever draws it nearby."""
        if self.tries > MOST_TRIES:
            return
        limit = way.left
        wanted = min(way.wanted, limit)
        if wanted < limit:
            wanted -= wanted % 10
        if not wanted and not way.before:
            return
        longest, why = self._longest(way, wanted)
        if longest is None:
            return
        snap = "full" if longest == limit else "free" if why is None else snaps.CUT_AT.get(why.code, "free")
        base = self._try(way, longest, snap, cut=why)
        for distance, drawn in snaps.along(way, limit, longest):
            self._try(way, distance, drawn, base)

    def _try(
        self, way: Way, distance: int, snap: str, base: float | None = None, cut: Refusal | None = None
    ) -> float | None:
        order = way.order(distance)
        executed = self.executed(order, way.end(distance)) if order.steps else None
        if not isinstance(executed, Executed):
            return None
        return self.keep(order, executed, snap, way.toll if self.heading is None else way.toll / 3, base, cut)

    def _longest(self, way: Way, wanted: int) -> tuple[int | None, Refusal | None]:
        """How far of the wanted distance is allowed, and what stops it there; no distance if nothing is."""
        found, bad = self.executed(way.order(wanted), way.end(wanted)), wanted
        why = found if isinstance(found, Refusal) else None
        for _ in range(3):
            if isinstance(found, Executed):
                return bad, why
            hint = ways.hinted(found, bad)
            if hint is None or not 0 <= hint < bad or (not hint and not way.before):
                break
            bad, why = hint, found
            found = self.executed(way.order(bad), way.end(bad))
        if isinstance(found, Executed):
            return bad, why
        if way.before:
            at_once = self.position.weighed(way.order(0))
            if isinstance(at_once, Refusal) and at_once.code == found.code:
                return None, why
        return self._bisected(way, bad), found

    def _bisected(self, way: Way, bad: int) -> int | None:
        good = 0
        while bad - good > NEAREST:
            middle = (good + bad) // 2 // 10 * 10
            if middle <= good:
                break
            if isinstance(self.executed(way.order(middle), way.end(middle)), Executed):
                good = middle
            else:
                bad = middle
        return good or (0 if way.before else None)

    # Beside friends

    def _line_up(self) -> None:
        """Into line with a friend whose side is near the place."""
        for slot in snaps.slots(self.field, self.names, self.place, self.heading):
            turns = (0, *(turn for turn in ways.TURNS[1:] if abs(self._after(turn, slot[2])) <= 100))
            for start in ways.starts(self.position, self.names, turns):
                angle = (slot[2] - start.heading + 18000) % 36000 - 18000
                if abs(angle) <= WIDEST_TURN and self._stands_at(slot, start, angle):
                    break

    def _stands_at(self, slot: Pose, start: Start, angle: int) -> bool:
        for way in ways.facing(start, slot[:2], angle, least=1):
            if not snaps.matches(way.end(way.wanted), slot, self.field.setting.limits):
                continue
            order = way.order(way.wanted)
            executed = self.position.weighed(order) if order.steps else None
            if isinstance(executed, Executed):
                self.keep(order, executed, "line", way.toll / 3 - LINED_UP)
                return True
        return False


def _apart(ranked: Sequence[_Found]) -> list[_Found]:
    """The same without orders that end where a better one does."""
    kept: list[_Found] = []
    for one in ranked:
        twin = any(
            other.snap != "contact" and max(abs(a - b) for a, b in zip(one.pose, other.pose, strict=True)) < NEAREST
            for other in kept
        )
        if one.snap == "contact" or not twin:
            kept.append(one)
    return kept
