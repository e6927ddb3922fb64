"""Triarii as a library: games, positions, players and records under a few short names, for scripts and notebooks.

`import triarii` offers all of them without loading any of it: `triarii/__init__.py` comes here when one is asked for.
"""

from triarii.core.contract import Decision, Eye, Result, Tally, Turn, View
from triarii.core.errors import IllegalAction, InvalidInput
from triarii.library.players import Player, play, player, player_names
from triarii.library.positions import Game, Position, game, game_names
from triarii.library.recordings import Recording, load, record

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
