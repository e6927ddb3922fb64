"""The conformance kit: does a game or a player, anybody's, keep the contract? `docs/plugins.md` tells how to use it."""

from triarii.core.conformance.findings import NotConforming, Report
from triarii.core.conformance.games import check_game
from triarii.core.conformance.players import check_player

__all__ = ["NotConforming", "Report", "check_game", "check_player"]
