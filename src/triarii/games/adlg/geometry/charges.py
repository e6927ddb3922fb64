"""Charges: how one begins and where it meets its target, whether a target can be reached at all, and who lies in the
way."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side, contact_kind, start_kind
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.manoeuvres import (
    advance,
    inner_corner,
    slide,
    wheel,
    wheel_cost,
    wheel_legal_part,
)
from triarii.games.adlg.geometry.measures import DEGREE
from triarii.games.adlg.geometry.shapes import FINE, Figure, Pose, Quad, first_contact, gap, local, measured, world
from triarii.games.adlg.geometry.turns import Turn, turn_in_place

MOST_SLIDE = 1000
MOST_WHEEL = 9000


@dataclass(frozen=True)
class Beginning:
    """What a charger does before it goes straight: one slide, or one wheel, which a turn may precede where the table
    allows that."""

    turn: Turn = Turn.NONE
    wheel: int = 0
    slide: int = 0

    def allowed(self, *, charge_may_begin_with_turn: bool = False) -> bool:
        """Whether the rules know such a beginning."""
        if self.slide and (self.wheel or self.turn is not Turn.NONE):
            return False
        small = abs(self.slide) <= MOST_SLIDE and abs(self.wheel) <= MOST_WHEEL
        return small and (charge_may_begin_with_turn or self.turn is Turn.NONE)


STRAIGHT = Beginning()


@dataclass(frozen=True)
class Charge:
    """A charge on one target: after its beginning it stands at `ready` with so much way left, and needs so much to meet
    the target; None if it passes by."""

    beginning: Beginning
    ready: Body
    left: int
    needs: int | None
    contact: Body | None = None
    """Where it meets the target; None if it doesn't."""
    kind: Side | None = None
    """On which edge of the target it counts."""


def charge(
    charger: Body,
    target: Body,
    allowance: int,
    beginning: Beginning = STRAIGHT,
    *,
    turn_cost: int = 1000,
    solids: Sequence[Figure] = (),
    flank_reference: str = "whole_base",
    quarter_turn_anchor: str = "front_corner_then_centred",
    limits: Limits = LIMITS,
) -> Charge | None:
    """A charge as ordered; None if there is no room to turn. Where the wheel itself meets the target, that is the
    contact and the rest of the wheel is dropped."""
    left = allowance
    ready: Body | None = charger
    if beginning.turn is not Turn.NONE:
        left -= turn_cost
        ready = turn_in_place(charger, beginning.turn, solids, quarter_turn_anchor=quarter_turn_anchor, limits=limits)
    if ready is None:
        return None
    met = False
    if beginning.wheel:
        free = wheel_free_of(ready, beginning.wheel, target, limits)
        met = free != beginning.wheel
        beginning = replace(beginning, wheel=free)
        left -= wheel_cost(free)
        ready = ready.moved(wheel(ready.pose, ready.width, free))
    elif beginning.slide:
        ready = ready.moved(slide(ready.pose, beginning.slide))
    needs = 0 if met else first_contact(ready.front, ready.heading, target.quad, limits.touch)
    if needs is None or needs > left:
        return Charge(beginning, ready, left, needs)
    contact = ready.moved(advance(ready.pose, needs))
    start = start_kind(charger, target, flank_reference=flank_reference, limits=limits)
    return Charge(beginning, ready, left, needs, contact, contact_kind(start, contact, target, limits))


def wheel_free_of(charger: Body, angle: int, target: Body, limits: Limits = LIMITS) -> int:
    """How much of a wheel a charger makes before it meets the target."""
    if out_of_wheel(charger, angle, target):
        return angle
    if angle % DEGREE:
        return wheel_legal_part(charger.pose, charger.width, charger.depth, angle, [target.quad], limits)
    most = MOST_WHEEL if angle > 0 else -MOST_WHEEL
    met = full_wheel_free_of(charger.pose, charger.width, charger.depth, most, target.quad, limits)
    return met if abs(met) < abs(angle) else angle


@lru_cache(maxsize=256)
def full_wheel_free_of(pose: Pose, width: int, depth: int, angle: int, target: Quad, limits: Limits) -> int:
    """The same for the largest wheel; kept, because a search asks for every whole degree of it."""
    return wheel_legal_part(pose, width, depth, angle, [target], limits)


def out_of_wheel(charger: Body, angle: int, target: Body) -> bool:
    """Whether a target is too far from the pivot for any wheel to meet it."""
    pivot = world(charger.pose, inner_corner(charger.width, angle), 0)
    away = gap((pivot, pivot), target.quad)
    return away * away > (charger.width + 2) ** 2 + (charger.depth + 2) ** 2


# Reach


def charge_range(
    charger: Body,
    target: Body,
    allowance: int,
    *,
    charge_may_begin_with_turn: bool = False,
    turn_cost: int = 1000,
    solids: Sequence[Figure] = (),
    fits: Callable[[Charge], bool] | None = None,
    flank_reference: str = "whole_base",
    quarter_turn_anchor: str = "front_corner_then_centred",
    limits: Limits = LIMITS,
) -> Charge | None:
    """The simplest charge that meets a target: straight, then with the least slide, then with the least wheel in whole
    degrees, right before left, then the same after a turn; None if it is out of reach. `fits` may refuse what is not
    geometry, as ground or friends in the way."""
    if gap(charger.quad, target.quad) > allowance:
        return None
    for beginning in beginnings(charger, target, allowance, charge_may_begin_with_turn, turn_cost, limits):
        found = charge(
            charger,
            target,
            allowance,
            beginning,
            turn_cost=turn_cost,
            solids=solids,
            flank_reference=flank_reference,
            quarter_turn_anchor=quarter_turn_anchor,
            limits=limits,
        )
        if found is not None and found.contact is not None and (fits is None or fits(found)):
            return found
    return None


def beginnings(
    charger: Body, target: Body, allowance: int, with_turns: bool, turn_cost: int, limits: Limits = LIMITS
) -> Iterator[Beginning]:
    """The beginnings worth a try, in the order in which they are tried."""
    yield STRAIGHT
    sideways = least_slide(charger, target, limits)
    if sideways and abs(sideways) <= MOST_SLIDE:
        yield Beginning(slide=sideways)
    turns = (Turn.NONE, Turn.RIGHT, Turn.LEFT, Turn.ABOUT) if with_turns else (Turn.NONE,)
    for turn in turns:
        left = allowance
        if turn is not Turn.NONE:
            left -= turn_cost
            yield Beginning(turn)
        for angle in range(DEGREE, MOST_WHEEL + DEGREE, DEGREE):
            if wheel_cost(angle) > left:
                break
            yield Beginning(turn, angle)
            yield Beginning(turn, -angle)


def least_slide(charger: Body, target: Body, limits: Limits = LIMITS) -> int:
    """The least slide after which enough of the front edge has the target ahead to be an edge and not a corner."""
    sideways = [local(charger.pose, corner)[0] for corner in target.quad]
    reach = (charger.width // 2 - limits.edge) * FINE
    if min(sideways) > reach:
        return -((reach - min(sideways)) // FINE)
    if max(sideways) < -reach:
        return (max(sideways) + reach) // FINE
    return 0


# Targets


def lane(charger: Body, enemy: Body) -> tuple[int, int]:
    """From where to where of the charger's front edge an enemy lies ahead, in fine units from its middle."""
    half = charger.width // 2 * FINE
    sideways = [local(charger.pose, corner)[0] for corner in enemy.quad]
    return max(-half, min(sideways)), min(half, max(sideways))


def targets(charger: Body, left: int, enemies: Iterable[Body], limits: Limits = LIMITS) -> tuple[tuple[Body, int], ...]:
    """Whom a charger that goes straight on meets, and after how much: the nearest first, and each farther one that
    shows between the nearer ones."""
    met: list[tuple[int, str, Body]] = []
    for enemy in enemies:
        way = first_contact(charger.front, charger.heading, enemy.quad, limits.touch)
        if way is not None and way <= left:
            met.append((way, enemy.id, enemy))
    met.sort(key=lambda one: one[:2])
    covered: list[tuple[int, int]] = []
    found: list[tuple[Body, int]] = []
    for way, _, enemy in met:
        strip = lane(charger, enemy)
        if measured(uncovered(strip, covered)) > limits.touch:
            found.append((enemy, way))
            covered.append(strip)
    return tuple(found)


def uncovered(strip: tuple[int, int], covered: Iterable[tuple[int, int]]) -> int:
    """How much of a strip none of the others covers."""
    low, high = strip
    free = 0
    for begin, end in sorted(covered):
        if begin > low:
            free += max(0, min(begin, high) - low)
        low = max(low, end)
    return free + max(0, high - low)
