"""All routes, in the order in which an address is looked up."""

from __future__ import annotations

from triarii.server.http import game_questions, games, hall, health, key, pages, puzzles, room_pictures, rooms, study

ROUTERS = (
    *(module.ROUTES for module in (games, puzzles, game_questions, hall, health, key, room_pictures, rooms, study)),
    health.PLAIN_ROUTES,
    pages.ROUTES,
)
