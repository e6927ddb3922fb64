"""The melees of the table: who fights whom, who supports, and all about them that the rules of combat ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field, Meeting
from triarii.games.adlg.battle.table.scenery import Piece
from triarii.games.adlg.combat.combatants import Combatant, Melee, Support
from triarii.games.adlg.combat.contact import fears
from triarii.games.adlg.combat.factors import against_artillery, factor
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import OPEN, Terrain
from triarii.games.adlg.data.troops import Category, Troop
from triarii.games.adlg.geometry import shapes, supports
from triarii.games.adlg.geometry.bodies import Body, corners_match, edge_contact, in_touch
from triarii.games.adlg.geometry.contacts import Side, edge_of
from triarii.games.adlg.geometry.limits import Limits

CLOCKWISE = (Side.FRONT, Side.RIGHT, Side.REAR, Side.LEFT)
"""The edges of a base, seen from above."""
SUPPORTED_FROM = {1: Side.LEFT, 2: Side.REAR, 3: Side.RIGHT}
"""By how many edges, clockwise from where the main unit stands, a friend stands farther: on which hand that is."""
NEAR = 5000
"""Nobody supports or touches from farther away, however long the bases are; it spares us to look closer."""
BEFORE = 500
"""How far before its front a unit looks for the ground on which its attacker will stand."""
SURE = 0
"""Nothing has to be thrown."""
FOOT_TAKE_CAMP = 5
MOUNTED_TAKE_CAMP = 6
LOOTERS_OBEY = 4
"""What a commander's die has to show at least before looters take an order."""


@dataclass(frozen=True)
class Clash:
    """A melee of two main units: `a` has its front on an edge of `b`."""

    a: str
    b: str
    melee: Melee
    with_a: tuple[str, ...] = ()
    """Who supports `a`, in the order of its supports in the melee."""
    with_b: tuple[str, ...] = ()

    @property
    def supporters(self) -> tuple[str, ...]:
        return self.with_a + self.with_b


@dataclass(frozen=True)
class Helper:
    """A unit that could support a main unit, and from where."""

    name: str
    slot: Side
    """As the main unit sees it: on its left, on its right, or at the enemy's far side."""
    kind: str
    """`simple` or `melee`."""


def clashes(field: Field) -> tuple[Clash, ...]:
    """Every melee of the table, in the order in which they began."""
    return field.once("clashes", lambda: tuple(_clash(field, meeting) for meeting in main_meetings(field)))


def main_meetings(field: Field) -> tuple[Meeting, ...]:
    """The meetings of main units. Who meets a front fights there; a unit that is met only on flank or rear fights
    whoever came first. Nobody fights as main unit twice."""
    between_units = [meeting for meeting in field.meetings if meeting.target in field and meeting.attacker in field]
    busy: set[str] = set()
    found = []
    for meeting in sorted(between_units, key=lambda one: one.side != Side.FRONT):
        if meeting.attacker not in busy and meeting.target not in busy:
            busy |= {meeting.attacker, meeting.target}
            found.append(meeting)
    return tuple(sorted(found, key=between_units.index))


def is_main(field: Field, name: str) -> bool:
    """Whether a unit fights as main unit of a melee."""
    return any(meeting.involves(name) for meeting in main_meetings(field))


def supporting(field: Field) -> frozenset[str]:
    """The units in simple support of a melee, whether or not they are the one that counts on their side of it."""
    return frozenset(
        helper.name
        for meeting in main_meetings(field)
        for main in (meeting.attacker, meeting.target)
        for helper in _bystanders(field, meeting, main)
    )


def on_edge(field: Field, target: str, kind: Side) -> list[str]:
    """Who has his front on an edge of a unit and fights there."""
    return [each.attacker for each in field.meetings if each.target == target and each.side == kind.value]


def is_long_side(field: Field, target: str, kind: Side) -> bool:
    """Whether an edge is one of the long sides of a war wagon."""
    wagon = target in field and field.unit(target).category is Category.WWG
    return wagon and kind in (Side.LEFT, Side.RIGHT)


def fought(field: Field) -> Field:
    """The field after a melee phase: every contact has one more round behind it."""
    return replace(field, meetings=tuple(replace(meeting, rounds=meeting.rounds + 1) for meeting in field.meetings))


# One melee


def _clash(field: Field, meeting: Meeting) -> Clash:
    attacker, target = (_fighter(field, meeting, name) for name in (meeting.attacker, meeting.target))
    ours = _chosen(field, _helpers(field, meeting, meeting.attacker), target)
    theirs = _chosen(field, _helpers(field, meeting, meeting.target), attacker)
    attacker = replace(attacker, supports=_as_supports(field, ours))
    target = replace(target, supports=_as_supports(field, theirs))
    melee = Melee(
        _among_enemies(field, attacker, meeting, meeting.attacker, theirs),
        _among_enemies(field, target, meeting, meeting.target, ours),
        round=meeting.rounds + 1,
        charger={meeting.attacker: "a", meeting.target: "b"}.get(meeting.charger, "none"),
        contact="flank" if meeting.side in (Side.LEFT, Side.RIGHT) else meeting.side,
        conformed=meeting.conformed,
    )
    return Clash(meeting.attacker, meeting.target, melee, _names(ours), _names(theirs))


def combatant(field: Field, name: str) -> Combatant:
    """A unit as every combat sees it: what it is, how much of it is left and on what ground it stands."""
    unit, stand = field.unit(name), field.stands[name]
    bought = unit.bought
    if not field.has_mark(name, marks.READY):
        bought -= {"battle_ready"}  # adlg.war_wagon.ready: it has to be made so, and to stay where it is
    return Combatant(unit.troop, unit.quality, bought, stand.cohesion, ground_of(field, name))


def ground_of(field: Field, name: str) -> Terrain:
    """The ground that counts for a unit; light infantry is out of the open only if all of it is."""
    scenery, body, troop = field.setting.scenery, field.body(name), field.unit(name).troop
    if troop.category is Category.LI and not scenery.wholly_in_rough(body.quad):
        return OPEN
    return scenery.ground_under(body.quad, troop)


def _fighter(field: Field, meeting: Meeting, name: str) -> Combatant:
    """A main unit with all that its place and its commander do for it."""
    unit, body = field.unit(name), field.body(name)
    works = {work.kind for work in field.setting.scenery.behind(body.front) if work.seat == unit.seat}
    return replace(
        combatant(field, name),
        height=field.setting.scenery.on_height(body) or _on_the_edge(field, name, meeting.enemy_of(name)),
        commander=_led(field, name),
        uncontrolled=meeting.uncontrolled and meeting.charger == name,  # adlg.charge.uncontrolled_malus
        fortified="fortification" in works,
        obstacle="obstacle" in works,
        stakes=field.has_mark(name, marks.STAKES),
        long_side=_alone_on_long_side(field, meeting, name),
    )


def _alone_on_long_side(field: Field, meeting: Meeting, name: str) -> bool:
    """Whether one enemy alone attacks the long side of a war wagon on which it fights (adlg.war_wagon.long_side)."""
    if name != meeting.target or not is_long_side(field, name, Side(meeting.side)):
        return False
    return len(on_edge(field, name, Side(meeting.side))) == 1


def _on_the_edge(field: Field, name: str, enemy: str) -> bool:
    """Whether a unit fights from the edge of a gully or the bank of a river against one that is in it."""
    own, his = (
        {piece.id for piece in field.setting.scenery.touched(field.body(each).quad) if _has_edge(piece)}
        for each in (name, enemy)
    )
    return bool(his) and not own


def holds_edge(field: Field, name: str) -> bool:
    """Whether whoever attacks a unit in front will stand in a gully or a river, and the unit itself not."""
    body, scenery = field.body(name), field.setting.scenery
    before = shapes.quad(shapes.at(body.pose, 0, BEFORE), body.width, BEFORE)
    edged = [piece for piece in scenery.touched(before) if _has_edge(piece)]
    return bool(edged) and not any(_has_edge(piece) for piece in scenery.touched(body.quad))


def _has_edge(piece: Piece) -> bool:
    return piece.river or piece.terrain.id == "gully"


def _among_enemies(
    field: Field, fighter: Combatant, meeting: Meeting, name: str, against: Sequence[Helper]
) -> Combatant:
    """A main unit with what others do to it, beside its opponent and the enemies in melee support."""
    known = {meeting.enemy_of(name), *(helper.name for helper in against if helper.kind == "melee")}
    return _flanked(field, _among_beasts(field, fighter, name, known), name, known)


def _flanked(field: Field, fighter: Combatant, name: str, known: Collection[str]) -> Combatant:
    """A main unit with those who attack its flank or rear and are in no melee support there: who has not conformed, or
    is attacked himself (adlg.flank.factor, adlg.flank.abilities)."""
    lightly = [
        field.unit(other.attacker).light or not other.conformed
        for other in field.meetings_of(name)
        if other.target == name and other.side != Side.FRONT and other.attacker not in known
    ]
    if not lightly:
        return fighter
    return replace(fighter, flanked=not all(lightly), flanked_lightly=any(lightly))


def _among_beasts(field: Field, fighter: Combatant, name: str, known: Collection[str]) -> Combatant:
    """The same with the beasts that touch it and that it fears: friends at its rear or flank, in line or out of it, and
    other enemies (adlg.panic.contact)."""
    beasts = [each for each in field.units() if fears(fighter.troop, each.troop) and each.id not in known]
    touching = {
        each.seat
        for each in beasts
        if field.stands[each.id].cohesion and _near(field, name, each.id) and _in_contact(field, name, each.id)
    }
    seat = field.unit(name).seat
    return replace(fighter, friendly_beast=seat in touching, enemy_beast=1 - seat in touching) if touching else fighter


def _in_contact(field: Field, one: str, two: str) -> bool:
    return field.meeting(one, two) is not None or in_touch(field.body(one), field.body(two), field.setting.limits)


def _near(field: Field, one: str, two: str) -> bool:
    """Whether it is worth to look closer."""
    (x, y, _), (other_x, other_y, _) = field.stands[one].pose, field.stands[two].pose
    return abs(x - other_x) <= NEAR and abs(y - other_y) <= NEAR


def _led(field: Field, name: str) -> bool:
    """Whether a commander takes part in the fight of a main unit (adlg.commander.engaged)."""
    leader = field.leader_with(name)
    return bool(leader) and (field.leaders[leader].engaged or field.setting.corps[leader].included == name)


# Supports


def _helpers(field: Field, meeting: Meeting, main: str) -> list[Helper]:
    return [*_flankers(field, meeting, main), *_bystanders(field, meeting, main)]


def _facing_edge(meeting: Meeting, main: str) -> Side:
    """The edge of the enemy on which a main unit stands."""
    return Side(meeting.side) if main == meeting.attacker else Side.FRONT


def _slot(edge: Side, facing: Side) -> Side | None:
    """On which hand of a main unit an edge of its enemy lies; none for the edge on which it stands itself."""
    return SUPPORTED_FROM.get((CLOCKWISE.index(edge) - CLOCKWISE.index(facing)) % len(CLOCKWISE))


def _flankers(field: Field, meeting: Meeting, main: str) -> Iterator[Helper]:
    """Further units whose front is on a flank or the rear of the main unit's enemy. Who is attacked himself supports
    nobody."""
    enemy, facing = meeting.enemy_of(main), _facing_edge(meeting, main)
    attacked = {other.target for other in field.meetings}
    for other in field.meetings:
        if other.target != enemy or other.attacker in (main, *attacked):
            continue
        slot = _slot(Side(other.side), facing)
        if slot is not None:
            yield Helper(other.attacker, slot, "melee" if other.conformed else "simple")


def _bystanders(field: Field, meeting: Meeting, main: str) -> Iterator[Helper]:
    """Units that support by where they stand, without fighting (adlg.support.positions)."""
    limits, facing = field.setting.limits, _facing_edge(meeting, main)
    body, enemy = field.body(main), field.body(meeting.enemy_of(main))
    fights_in_front = main == meeting.attacker or meeting.side == Side.FRONT
    for friend in field.units(field.unit(main).seat):
        if friend.id == main or field.fights(friend.id) or not field.stands[friend.id].cohesion:
            continue
        if not _near(field, main, friend.id):
            continue
        its = field.body(friend.id)
        slot = None
        if fights_in_front and supports.supports_in_line(its, body, limits):
            slot = Side.LEFT if corners_match(its.quad[1], body.quad[0], limits) else Side.RIGHT
        elif supports.supports_on_flank(its, enemy, limits):
            slot = _slot(_flank_touched(its, enemy, limits), facing)
        if slot is not None:
            yield Helper(friend.id, slot, "simple")


def _flank_touched(supporter: Body, enemy: Body, limits: Limits) -> Side:
    """The flank of an enemy along which a unit's own flank lies."""
    flanks = (Side.LEFT, Side.RIGHT)
    on_left = any(edge_contact(edge_of(supporter, own), enemy.left, limits) for own in flanks)
    return Side.LEFT if on_left else Side.RIGHT


def _chosen(field: Field, helpers: Sequence[Helper], enemy: Combatant) -> list[Helper]:
    """One support on each hand and one at the far side: the best of those who are there (adlg.support.limit)."""

    def rank(helper: Helper) -> tuple[int, bool, tuple[int, str]]:
        worth = _worth(field.unit(helper.name).troop, helper.kind, enemy)
        return -worth, helper.kind != "melee", in_order(helper.name)

    best: dict[Side, Helper] = {}
    for helper in sorted(helpers, key=rank):
        best.setdefault(helper.slot, helper)
    return [best[slot] for slot in SUPPORTED_FROM.values() if slot in best]


def _worth(troop: Troop, kind: str, enemy: Combatant) -> int:
    """What a support adds (adlg.support.simple, adlg.support.melee)."""
    if kind == "simple":
        return 1
    own = factor(troop, enemy.troop, enemy_in_open=enemy.terrain.open, on_flank=True).value
    return 1 + own + against_artillery(troop, enemy.troop)


def _names(helpers: Sequence[Helper]) -> tuple[str, ...]:
    return tuple(helper.name for helper in helpers)


def _as_supports(field: Field, helpers: Sequence[Helper]) -> tuple[Support, ...]:
    return tuple(Support(field.unit(helper.name).troop, helper.kind) for helper in helpers)


def in_order(name: str) -> tuple[int, str]:
    """Sorts ids as people count: u2 before u10."""
    return len(name), name


# Camps


def camp_attacks(field: Field) -> tuple[tuple[str, str], ...]:
    """Who attacks which camp in this melee phase (adlg.camp.taken): pairs of unit and camp. A unit that is attacked
    itself drops the camp, and light troops can't do anything to a fortified one."""
    attacked = {meeting.target for meeting in field.meetings}
    found = []
    for meeting in field.meetings:
        camp = field.setting.camps.get(meeting.target)
        if camp is None or camp.id in field.taken or meeting.attacker in attacked:
            continue
        if camp.kind is not Camp.FORTIFIED or not field.unit(meeting.attacker).light:
            found.append((meeting.attacker, camp.id))
    return tuple(found)


def camp_falls_on(field: Field, attacker: str, camp: str) -> int:
    """What an attacker's die has to show at least; SURE where the camp falls without dice."""
    if field.setting.camps[camp].kind is not Camp.FORTIFIED:
        return SURE
    unit = field.unit(attacker)
    return MOUNTED_TAKE_CAMP if unit.mounted and unit.category is not Category.EL else FOOT_TAKE_CAMP
