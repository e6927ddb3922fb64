"""All routes, in the order in which an address is looked up."""

from __future__ import annotations

from triarii.server.http import (
    game_questions,
    games,
    hall,
    health,
    key,
    openings,
    pages,
    preview_pictures,
    profiles,
    puzzles,
    reminders,
    room_pictures,
    rooms,
    study,
    tournaments,
)

MODULES = (
    games,
    openings,
    puzzles,
    game_questions,
    hall,
    health,
    key,
    preview_pictures,
    profiles,
    reminders,
    room_pictures,
    rooms,
    study,
    tournaments,
)
ROUTERS = (
    *(module.ROUTES for module in MODULES),
    health.PLAIN_ROUTES,
    pages.ROUTES,
)
