"""L'Art de la Guerre behind the contract that all games share: battles on the table, from a scenario."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from triarii.core import options as core_options
from triarii.core.contract import Event, Eye, GameInfo, OptionInfo, Options, Refusal, View
from triarii.core.texts import Message
from triarii.games.adlg import readings
from triarii.games.adlg.answers import RULES
from triarii.games.adlg.table import coherence, field, notation, orders, overlays, scenario, story, words
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
        capabilities=frozenset({"words", "preview", "overlays"}),
        presets={"profile": readings.PRESETS},
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
        if isinstance(state, Refusal):
            return state
        return coherence.why_incoherent(state) or Position(state)

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
        setting = setting_of(view.options)
        assert isinstance(setting, Setting), setting
        state = notation.read(view.text, setting)
        assert isinstance(state, State), state
        return Position(state)

    # Capabilities

    def words(self, view: View) -> Sequence[Message]:
        return words.sentences(self.imagine(view, Random(0)).state)

    def preview(self, position: Position, action: str, eye: Eye) -> Mapping[str, object]:
        order = orders.parse(action)
        return overlays.preview(position, order) if isinstance(order, Order) else {}

    def overlays(self, position: Position, eye: Eye) -> Sequence[Mapping[str, object]]:
        return overlays.overlays(position.state)


def setting_of(given: Options) -> Setting | Refusal:
    """The table of a game with these options."""
    options = core_options.complete(ArtOfWar.info, given)
    if isinstance(options, Refusal):
        return options
    key = json.dumps(options, sort_keys=True)
    if key not in _KEPT:
        found = _read(options)
        if isinstance(found, Refusal):
            return found
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = found
    return _KEPT[key]


def _read(options: Mapping[str, object]) -> Setting | Refusal:
    content = options["scenario"]
    read = readings.settle({name: value for name, value in options.items() if name != "scenario"})
    if isinstance(read, Refusal):
        return read
    found = scenario.load(content, read) if isinstance(content, str) else scenario.read(content, read)
    return found if isinstance(found, Refusal) else replace(found, options=options)


MOST_KEPT = 50
_KEPT: dict[str, Setting] = {}
"""Tables that were read before: a scenario is the same object for all positions of a battle."""

GAME = ArtOfWar()
