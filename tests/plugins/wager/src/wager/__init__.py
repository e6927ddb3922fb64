"""Wager: a die names a sum, and two hidden hands try to come near it. Written with the plug-in page alone."""

from wager.game import Wager

GAME = Wager()
