"""All routes, in the order in which an address is looked up."""

from __future__ import annotations

from triarii.server.http import game_questions, games, health, key, pages, rooms, study

ROUTERS = (
    *(module.ROUTES for module in (games, game_questions, health, key, rooms, study)),
    health.PLAIN_ROUTES,
    pages.ROUTES,
)
