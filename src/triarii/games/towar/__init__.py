"""To War!, a card battle for two on three by four cells, by Alexandr Gorets."""

from triarii.games.towar.game import ToWar

GAME = ToWar()
