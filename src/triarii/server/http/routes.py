"""All routes, in the order in which an address is looked up."""

from __future__ import annotations

from triarii.server.http import (
    adlg_armies,
    adlg_odds,
    adlg_reference,
    games,
    health,
    key,
    pages,
    rooms,
    study,
)

ROUTERS = tuple(
    module.ROUTES for module in (games, health, adlg_armies, adlg_odds, adlg_reference, key, rooms, study, pages)
)
