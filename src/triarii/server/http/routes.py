"""All routes, in the order in which an address is looked up."""

from __future__ import annotations

from triarii.server.http import (
    game_questions,
    games,
    hall,
    health,
    key,
    pages,
    profiles,
    puzzles,
    room_pictures,
    rooms,
    study,
    tournaments,
)

MODULES = (games, puzzles, game_questions, hall, health, key, profiles, room_pictures, rooms, study, tournaments)
ROUTERS = (
    *(module.ROUTES for module in MODULES),
    health.PLAIN_ROUTES,
    pages.ROUTES,
)
