"""Games as the environments of machine learning: PettingZoo, Gymnasium, OpenSpiel, and many games at once in arrays.

Nothing here is needed to play, and nothing else imports it. A name is loaded when it is asked for, with the library
that it needs; one that is not installed is told with a sentence.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from triarii.adapters.batches import Batch, Batched, batched
    from triarii.adapters.gymnasium_env import TriariiEnv
    from triarii.adapters.openspiel_game import CitiesGame, ToWarGame
    from triarii.adapters.pettingzoo_env import TriariiAEC

__all__ = ["Batch", "Batched", "CitiesGame", "ToWarGame", "TriariiAEC", "TriariiEnv", "batched"]

_PLACES = {
    "Batch": ("batches", "rl"),
    "Batched": ("batches", "rl"),
    "batched": ("batches", "rl"),
    "TriariiEnv": ("gymnasium_env", "rl"),
    "TriariiAEC": ("pettingzoo_env", "rl"),
    "CitiesGame": ("openspiel_game", "openspiel"),
    "ToWarGame": ("openspiel_game", "openspiel"),
}
"""The module of each name, and the extra that brings what it needs."""


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, extra = _PLACES[name]
    try:
        return getattr(import_module(f"{__name__}.{module}"), name)
    except ModuleNotFoundError as missing:
        from triarii.adapters.sentences import invalid

        if (missing.name or "").startswith("triarii"):
            raise
        raise invalid("adapter.missing", package=missing.name or "", extra=extra) from None
