"""Triarii: play, analyse and simulate three war games. How hot modules run is decided here, before any is loaded.

What the library offers is loaded when it is first asked for: `docs/library.md` shows it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from triarii import builds

if TYPE_CHECKING:
    from triarii.library import (
        Decision,
        Eye,
        Game,
        IllegalAction,
        InvalidInput,
        Player,
        Position,
        Recording,
        Result,
        Tally,
        Turn,
        View,
        game,
        game_names,
        load,
        play,
        player,
        player_names,
        record,
    )

__version__ = "0.1.0"
__all__ = [
    "Decision",
    "Eye",
    "Game",
    "IllegalAction",
    "InvalidInput",
    "Player",
    "Position",
    "Recording",
    "Result",
    "Tally",
    "Turn",
    "View",
    "game",
    "game_names",
    "load",
    "play",
    "player",
    "player_names",
    "record",
]

builds.obey_environment()


if not TYPE_CHECKING:  # or a type checker would take any name for one of ours

    def __getattr__(name: str) -> object:
        """Late, and by name: whatever is below the library imports this module too, and must not pay for it."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module("triarii.library"), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
