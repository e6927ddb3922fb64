"""Feint: two captains raid each other with cards that the other can't see. An example of a game as a plug-in."""

from feint.game import Feint

GAME = Feint()
