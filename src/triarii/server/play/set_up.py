"""How a game was set up: what its creator chose beside the usual, for a guest to know before joining, and what nobody
may choose for another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triarii.core.contract import Eye, GameInfo, Options, Refusal
from triarii.core.options import complete
from triarii.core.records import Header
from triarii.core.timeline import Timeline
from triarii.server.wire.answers import SetUp
from triarii.server.wire.shown import View

LONGEST_NAME = 80
"""Letters of an own content's name that are told."""


def refuse_hidden(begun: Timeline) -> Refusal | None:
    """Between two people a position may not say more than everybody may know of it: else whoever wrote it would know,
    or choose, what the other one holds."""
    if not begun.game.info.hides(begun.header.options):
        return None
    return None if begun.start.view(Eye.OBSERVER).text == begun.start.text() else Refusal("hidden_start")


@dataclass(frozen=True)
class Chosen:
    """What differs from the usual."""

    position: bool
    """Whether the game begins from a position that was set up."""
    options: Mapping[str, object]
    own: Mapping[str, str]
    """Contents of the creator's own, such as a layout, by the option's name."""

    @property
    def shows_position(self) -> bool:
        return self.position or bool(self.own)

    def told(self, view: View | None) -> SetUp:
        return SetUp(self.position, self.options, self.own, view)


def chosen(info: GameInfo, header: Header) -> Chosen | None:
    """None where all is as it comes."""
    differs = unusual(info, header.options)
    own = {name: value for name, value in differs.items() if isinstance(value, Mapping)}
    if not differs and not header.start:
        return None
    return Chosen(
        bool(header.start),
        {name: value for name, value in differs.items() if name not in own},
        {name: _name_of(value)[:LONGEST_NAME] for name, value in own.items()},
    )


def _name_of(content: Mapping[str, object]) -> str:
    """What a content calls itself, in one language or in several."""
    name = content.get("name", "")
    return " / ".join(dict.fromkeys(map(str, name.values()))) if isinstance(name, Mapping) else str(name)


def unusual(info: GameInfo, options: Options) -> dict[str, object]:
    """The options that were chosen otherwise than they come; what a chosen profile brings along is not told again."""
    usual = complete(info, {})
    brought = complete(info, {name: options[name] for name in info.presets})
    assert not isinstance(usual, Refusal)
    assert not isinstance(brought, Refusal), "the game has begun with them"
    return {
        name: value
        for name, value in options.items()
        if value != (usual[name] if name in info.presets else brought[name])
    }
