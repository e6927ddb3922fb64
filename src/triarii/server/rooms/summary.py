"""What anybody may know of a room and of a player, from what is stored: no game is replayed for it."""

from __future__ import annotations

from triarii.core import registry
from triarii.core.contract import Refusal
from triarii.server.play import rendering
from triarii.server.sources import Sources
from triarii.server.storage.profiles import Kept
from triarii.server.storage.store import RoomData
from triarii.server.wire.answers import RatingTold, RoomInfo


def summary(data: RoomData, lang: str, sources: Sources) -> RoomInfo | None:
    """None where the game is not installed."""
    game = registry.game(data.header.game, data.header.rules_version)
    if isinstance(game, Refusal):
        return None
    runs = data.clock is not None and bool(data.due) and not data.over
    return RoomInfo(
        room=data.id,
        game=data.header.game,
        seats=rendering.seats(game, data.seats, lang),
        version=data.version,
        turn=data.turn,
        over=data.over,
        listed=data.listed,
        clock=data.clock,
        commit=data.header.commit,
        created=data.created,
        touched=data.touched,
        left=max(0, (data.due or 0) - sources.ran()) if runs else None,
    )


def rating_told(kept: Kept, now: int) -> RatingTold:
    rating = kept.at(now)
    return RatingTold(kept.game, kept.against.value, round(rating.rating), round(rating.deviation), kept.games)
