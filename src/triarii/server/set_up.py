"""How a game was set up: what its creator chose beside the usual, for a guest to know before joining, and what nobody
may choose for another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triarii.core.contract import Eye, GameInfo, Options, Refusal
from triarii.core.options import complete
from triarii.core.timeline import Timeline
from triarii.server import told as tell
from triarii.server.course import Course

LONGEST_NAME = 80
"""Letters of an own content's name that are told."""


def refuse_hidden(begun: Timeline) -> Refusal | None:
    """Between two people a position may not say more than everybody may know of it: else whoever wrote it would know,
    or choose, what the other one holds."""
    if not begun.game.info.hides(begun.header.options):
        return None
    return None if begun.start.view(Eye.OBSERVER).text == begun.start.text() else Refusal("hidden_start")


def told(course: Course, lang: str) -> dict[str, Any] | None:
    """What differs from the usual; None where nothing does. The position is shown as everybody may see it."""
    header, info = course.line.header, course.line.game.info
    unusual = _unusual(info, header.options)
    own = {name: value for name, value in unusual.items() if isinstance(value, Mapping)}
    if not unusual and not header.start:
        return None
    return {
        "position": bool(header.start),
        "options": {name: value for name, value in unusual.items() if name not in own},
        "own": {name: str(value.get("name", ""))[:LONGEST_NAME] for name, value in own.items()},
        "view": tell.view(course.line.game, course.line.start, Eye.OBSERVER, lang) if header.start or own else None,
    }


def _unusual(info: GameInfo, options: Options) -> dict[str, object]:
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
