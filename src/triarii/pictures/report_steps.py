"""The steps of a battle, and how its units, commanders and dice are called in a report."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import dist

from triarii.core.contract import Event
from triarii.core.timeline import Step, Timeline
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Happening, Moved
from triarii.games.adlg.position import Position
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup, written


@dataclass(frozen=True)
class BattleStep:
    """One order, decision or throw, with the battle before and after it."""

    played: Step
    position: Position
    after: State

    @property
    def before(self) -> State:
        return self.position.state

    @property
    def action(self) -> str:
        return str(self.played.action)

    @cached_property
    def happenings(self) -> tuple[Happening, ...]:
        """All that it brought about, in order."""
        return self.position.resolve(self.action).happenings

    @property
    def events(self) -> list[Event]:
        return [each.event for each in self.happenings]

    def moved(self) -> list[str]:
        """Who stands elsewhere now, each once."""
        names = dict.fromkeys(each.unit for each in self.happenings if isinstance(each, Moved))
        return [name for name in names if name in self.after.field and name in self.before.field]


def steps_of(line: Timeline) -> list[BattleStep]:
    """Everything that was done in a battle."""
    return [BattleStep(step, _battle(step.before), _battle(step.after).state) for step in line.steps]


def last_state(line: Timeline) -> State:
    return _battle(line.position).state


def _battle(position: object) -> Position:
    assert isinstance(position, Position), position
    return position


def called(field: Field, name: str, lang: str) -> str:
    """A unit or commander as the report names it: u3 (veterans)."""
    unit = field.setting.units.get(name)
    if unit is not None:
        return f"{name} ({unit.name[lang]})"
    corps = field.setting.corps.get(name)
    return name if corps is None else f"{name} ({corps.grade.name[lang]})"


def dice_of(outcome: str) -> tuple[int, int]:
    first, second = outcome.split("-")
    return int(first), int(second)


def went(context: ReportContext, step: BattleStep, name: str) -> Markup:
    """How far a unit got, as the crow flies and to a hundredth of a UD."""
    old, new = step.before.field.stands[name].pose, step.after.field.stands[name].pose
    return written(context.say("report.went", unit=name, far=10 * round(dist(old[:2], new[:2]) / 10)))
