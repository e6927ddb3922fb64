"""L'Art de la Guerre behind the contract that all games share: battles on the table, from a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from triarii.core import options as core_options
from triarii.core.contract import Event, Eye, GameInfo, OptionInfo, Options, Refusal, View
from triarii.games.adlg import readings
from triarii.games.adlg.answers import RULES
from triarii.games.adlg.table import field, notation, orders, overlays, scenario, story
from triarii.games.adlg.table.orders import Order
from triarii.games.adlg.table.position import Position
from triarii.games.adlg.table.setting import Setting
from triarii.games.adlg.table.state import Stage, State
from triarii.games.adlg.texts import TEXTS

SCENARIO = OptionInfo(
    name="scenario",
    values="scenario",
    default="skirmish",
    rule="adlg.army.structure",
    names=scenario.shipped(),
    about={
        "en": "The table with both armies: the name of a scenario that we ship, or your own file.",
        "de": "Der Tisch mit beiden Armeen: der Name eines mitgelieferten Szenarios oder eine eigene Datei.",
    },
)


class ArtOfWar:
    """The game object; it holds no state."""

    info = GameInfo(
        id="adlg",
        rules_version=1,
        options=[SCENARIO, *readings.OPTIONS.values()],
        has_chance=True,
        has_secrets=False,
        lists_all_actions=False,
        capabilities=frozenset({"preview", "overlays"}),
    )
    texts = TEXTS
    rulebook = RULES

    def start(self, options: Options) -> Position | Refusal:
        """Both armies as the scenario sets them up; the attacker begins."""
        setting = setting_of(options)
        if isinstance(setting, Refusal):
            return setting
        return Position(State(field.start(setting), Stage.CORPS, setting.begins))

    def parse(self, text: str, options: Options) -> Position | Refusal:
        setting = setting_of(options)
        if isinstance(setting, Refusal):
            return setting
        state = notation.read(text, setting)
        return state if isinstance(state, Refusal) else Position(state)

    def action(self, text: str) -> str | Refusal:
        found = orders.parse(text)
        if isinstance(found, Refusal):
            return found
        return str(found)

    def action_text(self, action: str) -> str:
        return action

    def told(self, before: Position, action: str, eye: Eye) -> str:
        return action

    def events(self, before: Position, action: str, after: Position) -> Sequence[Event]:
        return story.events_of(before.state, action, after.state)

    def imagine(self, view: View, rng: Random) -> Position:
        found = self.parse(view.text, view.options)
        assert isinstance(found, Position), found
        return found

    # Capabilities

    def preview(self, position: Position, action: str, eye: Eye) -> Mapping[str, object]:
        order = orders.parse(action)
        return overlays.preview(position, order) if isinstance(order, Order) else {}

    def overlays(self, position: Position, eye: Eye) -> Sequence[Mapping[str, object]]:
        return overlays.overlays(position.state)


def setting_of(given: Options) -> Setting | Refusal:
    """The table of a game with these options; an option that is set beats its profile."""
    known = [option.name for option in ArtOfWar.info.options]
    for name in given:
        if name not in known:
            return core_options.unknown("option.unknown", name, known)
    content = given.get("scenario", SCENARIO.default)
    refusal = core_options.check(SCENARIO, content)
    if refusal is not None:
        return refusal
    read = readings.settle({name: value for name, value in given.items() if name != "scenario"})
    if isinstance(read, Refusal):
        return read
    complete = {"scenario": content, "profile": read.profile, **read.chosen}
    if isinstance(content, str):
        return _shipped(content, tuple(sorted((name, str(value)) for name, value in complete.items())), read, complete)
    found = scenario.read(content, read)
    return found if isinstance(found, Refusal) else _with(found, complete)


_KEPT: dict[tuple[str, tuple[tuple[str, str], ...]], Setting] = {}


def _shipped(
    name: str, key: tuple[tuple[str, str], ...], read: readings.Readings, complete: Mapping[str, object]
) -> Setting | Refusal:
    """Shipped scenarios are read once for each reading."""
    if (name, key) not in _KEPT:
        found = scenario.load(name, read)
        if isinstance(found, Refusal):
            return found
        _KEPT[name, key] = _with(found, complete)
    return _KEPT[name, key]


def _with(setting: Setting, complete: Mapping[str, object]) -> Setting:
    from dataclasses import replace

    return replace(setting, options=dict(complete))


GAME = ArtOfWar()
