"""How a game begins at this machine: with an id, today's date, and a secret of chance that its header promises."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime

from triarii.core import timeline
from triarii.core.chance import commitment, new_secret
from triarii.core.contract import AnyGame, Refusal
from triarii.core.records import Header
from triarii.core.timeline import Timeline


def open_game(
    game: AnyGame, options: Mapping[str, object], seats: tuple[str, str], start: str = ""
) -> tuple[Timeline, bytes] | Refusal:
    """A new game from its start or from the position of a text, and its secret."""
    secret = new_secret()
    header = Header(
        game=game.info.id,
        rules_version=game.info.rules_version,
        options=options,
        seats=seats,
        id=secrets.token_hex(8),
        commit=commitment(secret),
        start=start,
        date=datetime.now().astimezone().date().isoformat(),
    )
    begun = timeline.begin(game, header)
    return begun if isinstance(begun, Refusal) else (begun, secret)
