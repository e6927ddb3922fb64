"""Four in a row: discs fall into columns. Written with the plug-in page alone, as a stranger would."""

from fourrow.game import Fourrow

GAME = Fourrow()
