"""Cities & Heroes, our working title for the untitled game for two by Y. Holtkamp on a board of ten by ten squares."""

from triarii.games.cities.game import Cities

GAME = Cities()
