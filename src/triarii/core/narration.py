"""What happened, as messages: in the words of a game that tells its events together, else event by event."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.core.contract import AnyGame, Event, Narrated
from triarii.core.texts import Message


def narration(game: AnyGame, events: Sequence[Event]) -> Sequence[Message]:
    """The story of one action, told to the eye that the events were made for."""
    # Asked of the description first: to look for a method costs more.
    if "narrated" in game.info.capabilities and isinstance(game, Narrated):
        return game.narrate(events)
    return [event.message for event in events]
