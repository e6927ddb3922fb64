"""A whole battle as one moving picture: an SVG in which units go their ways, lose cohesion and rout, phase by phase.

Units go straight from where a phase found them to where it left them; pips, swords, losses and words are switched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeAlias

from triarii.core.contract import Eye
from triarii.core.timeline import Timeline
from triarii.games.adlg.battle.table import naming
from triarii.pictures import adlg, adlg_land, adlg_units
from triarii.pictures.adlg_look import Facts, Point, Scene, printable
from triarii.pictures.cards import moved, text
from triarii.pictures.moving import Clock, Span
from triarii.pictures.report import outcome
from triarii.pictures.report_brief import phase_of
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_steps import last_state, steps_of
from triarii.pictures.svg import element, number, sheet, words

OPENING, CLOSING = 2.5, 4.0
"""Seconds for which the first and the last moment stay."""
GOING = {"movement": 1.6, "shooting": 0.3, "melee": 0.9}
STAYING = {"movement": 0.5, "shooting": 1.0, "melee": 1.2}
"""Seconds of a phase: while units move, then to look at what came of it."""
LONGEST = 80.0
"""Seconds of all phases together; those of a longer battle go faster."""
FADING = 0.6
SIGN = 26
"""The size of a loss over a unit."""
Pose: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class Moment:
    """The table at the end of a phase, and when the film shows it."""

    scene: Scene
    caption: str
    begins: float
    """When units begin to move to where they stand in it."""
    comes: float
    """When they have come there."""
    ends: float

    def pose(self, unit: str) -> Pose | None:
        found = self.scene.units.get(unit)
        if found is None:
            return None
        x, y, heading = found["pose"]
        return x, y, heading

    def cohesion(self, unit: str) -> int:
        found = self.scene.units.get(unit)
        return int(found["cohesion"]) if found else 0


def film(line: Timeline, lang: str, *, theme: str = "light") -> str:
    """The battle that a record tells, as anybody may see it."""
    moments = _moments(line, ReportContext(line.game, lang), theme)
    clock, first = Clock(moments[-1].ends), moments[0].scene
    plan = adlg.Plan(first)
    drawn = [
        element("defs", *adlg_units.symbols(_everybody(moments), ())),
        *plan.table(*_field(moments, clock), rows=1),
        *(element("g", *_strips(moments, clock, seat, plan.strip), transform=plan.at(seat)) for seat in (1, 0)),
        element("g", *_captions(moments, clock), transform=plan.key),
    ]
    style = element("style", words(clock.style()))  # last, for only now it is known what moves
    told = " ".join(dict.fromkeys(f"{each.caption}." for each in moments))
    return sheet(moments[0].caption, told, style, *drawn, lang=lang, width=plan.full, height=plan.height(1))


def _strips(moments: Sequence[Moment], clock: Clock, seat: int, width: float) -> Iterator[str]:
    return _switched(moments, clock, lambda scene: [element("g", *adlg.strip(scene, seat, width))])


def _captions(moments: Sequence[Moment], clock: Clock) -> Iterator[str]:
    """What is going on, from when it begins."""
    ink = moments[0].scene.ink["ink"]
    for moment in moments:
        caption = text(ink, 12, adlg.ROW / 2, 15, moment.caption, font_weight="600")
        yield _classed(caption, clock.seen([(moment.begins, moment.ends)]))


# What is shown when


@dataclass(frozen=True)
class _Phase:
    kind: str
    caption: str
    facts: Facts


def _moments(line: Timeline, context: ReportContext, theme: str) -> list[Moment]:
    phases = list(_phases(line, context))
    lasting = sum(GOING[each.kind] + STAYING[each.kind] for each in phases[1:])
    pace = min(1.0, LONGEST / lasting) if lasting else 1.0
    found, now = [], 0.0
    for place, each in enumerate(phases):
        going, staying = (GOING[each.kind] * pace, STAYING[each.kind] * pace) if place else (0.0, OPENING)
        if place == len(phases) - 1:
            staying += CLOSING
        scene = Scene(printable(each.facts), (), theme, context.lang)
        found.append(Moment(scene, each.caption, now, now + going, now + going + staying))
        now += going + staying
    return found


def _phases(line: Timeline, context: ReportContext) -> Iterator[_Phase]:
    """The beginning, then every phase that changed something on the table, and how it ended."""
    fought = [step for step in steps_of(line) if step.before.setup is None]
    setting = last_state(line).field.setting
    start = fought[0].played.before if fought else line.position
    before = _facts(start.view(Eye.OBSERVER).facts, -1)
    yield _Phase("movement", setting.name[context.lang], before)
    armies = naming.armies(setting)
    groups = [(key, list(group)) for key, group in groupby(fought, key=phase_of)]
    for place, ((sequence, kind), steps) in enumerate(groups):
        active = steps[0].before.active
        over = place == len(groups) - 1
        shown = steps[-1].played.after.view(Eye.OBSERVER).facts
        facts = _facts(shown, -1 if over and line.result is not None else active)
        if not over and _stand(facts) == _stand(before):
            continue
        before = facts
        caption = context.say(
            "film.caption",
            turn=(sequence + 1) // 2,
            army=armies[active].get(context.lang) or context.seat(active),
            phase=context.say(f"report.brief.phase.{kind}"),
        )
        ended = outcome(context, line) if over and line.result is not None else ""
        yield _Phase(kind, f"{caption}. {ended}".strip() if ended else caption, facts)


def _facts(facts: Facts, active: int) -> Facts:
    """Who has acted is of no interest in a film; whose sequence it is, is."""
    return {**facts, "active": active, "units": [{**unit, "done": False} for unit in facts["units"]]}


def _stand(facts: Facts) -> object:
    return [(unit["id"], unit["pose"], unit["cohesion"]) for unit in facts["units"]], facts["losses"]


# What is on the table


def _field(moments: Sequence[Moment], clock: Clock) -> Iterator[str]:
    first = moments[0].scene
    yield from adlg_land.ground(first)
    yield from adlg_land.land(first)
    for layer in (adlg_land.camps, adlg_land.works, adlg_land.markers):
        yield from _switched(moments, clock, layer)
    marchers = [_Marcher(name, moments, clock) for name in _named(moments)]
    # Points lie below all bases, so that where units touch the edge that they share is seen.
    for marcher in marchers:
        yield marcher.around(marcher.point())
    for marcher in marchers:
        yield marcher.around(*marcher.base())
    yield from _commanders(moments, clock)
    yield from _switched(moments, clock, adlg_units.fights)
    yield from _losses(moments, clock)


def _named(moments: Sequence[Moment]) -> list[str]:
    """Everybody who was ever on the table."""
    return list(dict.fromkeys(name for each in moments for name in each.scene.units))


def _everybody(moments: Sequence[Moment]) -> Scene:
    """A scene with everybody in it, for what is drawn once."""
    first = moments[0].scene
    units = {name: unit for each in reversed(moments) for name, unit in each.scene.units.items()}
    return Scene({**first.facts, "units": [*units.values()]}, (), first.theme, first.lang)


def _switched(moments: Sequence[Moment], clock: Clock, layer: Callable[[Scene], Iterable[str]]) -> Iterator[str]:
    """What a layer draws at every moment; what stays the same is drawn once, and seen as long as it is there."""
    spans: dict[str, list[Span]] = {}
    for place, moment in enumerate(moments):
        until = moments[place + 1].comes if place + 1 < len(moments) else moment.ends
        for drawn in layer(moment.scene):
            spans.setdefault(drawn, []).append((moment.comes, until))
    for drawn, when in spans.items():
        yield _classed(drawn, clock.seen(when))


def _classed(drawn: str, name: str) -> str:
    return element("g", drawn, class_=name) if name else drawn


class _Marcher:
    """A unit all battle long: where it stands when, which way up it is, what cohesion it has."""

    def __init__(self, name: str, moments: Sequence[Moment], clock: Clock) -> None:
        self.name, self.moments, self.clock = name, moments, clock
        there = [each for each in moments if each.pose(name) is not None]
        self.scene = there[0].scene
        self.unit = {**self.scene.units[name], "cohesion": 0}
        self.come, self.last = there[0], there[-1]

    def around(self, *drawn: str) -> str:
        """Something that goes along with it, and is there as long as it is."""
        whole = element("g", *drawn, class_=self.clock.moved(list(self._way())), data_unit=self.name)
        left = self._left()
        if left is not None:
            whole = _classed(whole, self.clock.faded(left.comes, FADING))
        if self.come is not self.moments[0]:
            whole = _classed(whole, self.clock.seen([(self.come.comes, self.clock.whole)]))
        return whole

    def point(self) -> str:
        tone = adlg_units.tone_of(self.scene, self.unit)
        look: dict[str, str | float] = {"fill": tone.face, "stroke": tone.rim, "stroke_width": 4}
        return element("path", d=adlg_units.POINTS[self.unit["seat"]], stroke_linejoin="round", **look)

    def base(self) -> Iterator[str]:
        """Its base without any cohesion, upright whichever way it faces; above it what is left of its cohesion."""
        facings: dict[bool, list[Span]] = {}
        for pose, span in self._stays():
            facings.setdefault(adlg_units.upside_down(pose[2]), []).append(span)
        for upside, spans in facings.items():
            heading = 18000 if upside else 0
            drawn = adlg_units.base(self.scene, {**self.unit, "pose": (0, 0, heading)})
            yield _classed(drawn, self.clock.seen(spans))
        ink = adlg_units.tone_of(self.scene, self.unit).on
        full = adlg_units.pips({**self.unit, "cohesion": self.unit["full"]}, ink)
        for place, pip in enumerate(full):
            yield _classed(pip, self.clock.seen(self._kept(place)))

    def _left(self) -> Moment | None:
        """The moment at which it is gone."""
        place = self.moments.index(self.last) + 1
        return self.moments[place] if place < len(self.moments) else None

    def _poses(self) -> Iterator[tuple[Moment, Pose]]:
        """Where it stands at every moment; where it is not there, where it was or will be."""
        known = self.come.pose(self.name)
        for moment in self.moments:
            known = moment.pose(self.name) or known
            assert known is not None
            yield moment, known

    def _way(self) -> Iterator[tuple[float, str]]:
        """Turning the shorter way round."""
        before, turned = None, 0
        for moment, (x, y, heading) in self._poses():
            turned = heading if before is None else turned + (heading - turned + 18000) % 36000 - 18000
            here = "translate({}px,{}px) rotate({}deg)".format(*map(number, (*self.scene.place((x, y)), turned / 100)))
            if before is not None and here != before:
                yield moment.begins, before
            if here != before:
                yield moment.comes, here
            before = here

    def _stays(self) -> Iterator[tuple[Pose, Span]]:
        """Its poses, each from the middle of the way there to the middle of the way on."""
        found = list(self._poses())
        turns = [0.0, *((each.begins + each.comes) / 2 for each, _ in found[1:]), self.clock.whole]
        for (_, pose), span in zip(found, pairwise(turns), strict=True):
            yield pose, span

    def _kept(self, pip: int) -> Iterator[Span]:
        """When it has more cohesion than this."""
        known = self.come.cohesion(self.name)
        for place, moment in enumerate(self.moments):
            if moment.pose(self.name) is not None:
                known = moment.cohesion(self.name)
            until = self.moments[place + 1].comes if place + 1 < len(self.moments) else self.clock.whole
            if known > pip:
                yield moment.comes, until


def _commanders(moments: Sequence[Moment], clock: Clock) -> Iterator[str]:
    """Standards go along with units, or by themselves; who falls is seen no more."""
    leaders = dict.fromkeys(each["id"] for one in moments for each in one.scene.facts["commanders"])
    for leader in leaders:
        found = [(moment, _standard(moment.scene, leader)) for moment in moments]
        there = [(moment, each) for moment, each in found if each is not None]
        if not there:
            continue
        stops: list[tuple[float, str]] = []
        for moment, each in there:
            here = "translate({}px,{}px)".format(*map(number, each.spot))
            if stops and stops[-1][1] != here:
                stops.append((moment.begins, stops[-1][1]))
            if not stops or stops[-1][1] != here:
                stops.append((moment.comes if stops else 0.0, here))
        drawn = element("g", *there[0][1].drawn, class_=clock.moved(stops), data_commander=leader)
        last = found.index(there[-1])
        until = moments[last + 1].comes if last + 1 < len(moments) else clock.whole
        since = there[0][0].comes if there[0][0] is not moments[0] else 0.0
        yield _classed(drawn, clock.seen([(since, until)]))


def _standard(scene: Scene, leader: str) -> adlg_units.Standard | None:
    known = next((each for each in scene.facts["commanders"] if each["id"] == leader), None)
    return None if known is None else adlg_units.standard_of(scene, known)


def _losses(moments: Sequence[Moment], clock: Clock) -> Iterator[str]:
    """Over a unit that is struck, what it loses; a cross where one was lost altogether."""
    for before, after in pairwise(moments):
        for name, unit in before.scene.units.items():
            now = after.scene.units.get(name)
            lost = unit["cohesion"] - (now["cohesion"] if now else 0)
            if lost <= 0:
                continue
            where = after.scene.behind((now or unit)["pose"], unit["depth"] // 2)
            drawn = _sign(after.scene, where, f"−{lost}" if now else "×")
            yield _classed(drawn, clock.seen([(after.comes, after.ends)]))


def _sign(scene: Scene, where: Point, said: str) -> str:
    disc = element("circle", r=SIGN, fill=scene.ink["threat"], stroke=scene.ink["surface"], stroke_width=4)
    look: dict[str, str] = {"font_weight": "700", "text_anchor": "middle"}
    return element("g", disc, text(scene.ink["surface"], 0, 0, SIGN + 4, said, **look), transform=moved(*where))
