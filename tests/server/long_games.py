"""Long games, put into the database of a server that does not run: some turns, taken back and played again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.server.serving import Json, token
from triarii.core import registry
from triarii.core.cast import Cast
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import SEAT_NAMES, Eye, Refusal, Turn
from triarii.core.records import Acted, ChanceFell, Entry, Header, TookBack
from triarii.server.play import rendering
from triarii.server.play.live_game import LiveGame
from triarii.server.rooms import tokens
from triarii.server.settings import DATABASE
from triarii.server.sources import Sources
from triarii.server.storage.opening import open_database, sqlite_address
from triarii.server.storage.store import Progress, RoomData, Seat, Store
from triarii.server.wire.messages import written

ROOM = "longgame22"
SECRET = bytes(range(32))
NOW = Sources().now()
BATTLE = ("adlg", {"scenario": "drill_charge"})
HIDDEN = ("towar", {"armies": "west,north", "begins": "first", "variant": "hand_of_three"})
CITIES: tuple[str, Mapping[str, object]] = ("cities", {})


@dataclass(frozen=True)
class Long:
    """A long game in its room, and who may open it."""

    live: LiveGame
    first: str
    second: str
    watch: str
    room: str = ROOM

    @property
    def version(self) -> int:
        return self.live.version

    def all_entries(self, eye: Eye, lang: str = "en") -> dict[int, Json]:
        """Every entry, told directly to who sits there."""
        cast = Cast("" if eye is Eye.OBSERVER else SEAT_NAMES[eye])
        told = {number: rendering.entry(self.live, number, eye, lang, cast) for number in range(1, self.version + 1)}
        return {number: json.loads(written(entry)) for number, entry in told.items()}


def long_game(data: Path, kind: tuple[str, Mapping[str, object]], entries: int, turns: int = 30) -> Long:
    """A game of two people of so many entries, ready to go on."""
    name, options = kind
    game = registry.game(name)
    assert not isinstance(game, Refusal)
    header = Header(name, game.info.rules_version, options, id=ROOM, commit=commitment(SECRET))
    live = LiveGame.begin(game, header)
    assert not isinstance(live, Refusal)
    played = _played(live, turns)
    while live.version < entries:
        for entry in (TookBack(0), *played):
            assert live.enter(entry) is None
    made = Long(live, token(), token(), token())
    with ThreadPoolExecutor(1) as pool:  # browser tests have an event loop in this thread already
        pool.submit(asyncio.run, _store(data, made)).result()
    return made


def _played(live: LiveGame, turns: int) -> list[Entry]:
    """Actions at random and chances as they fall, without coming to an end."""
    game, rng = live.line.game, Random(5)
    dealer = Dealer(SECRET, ROOM, "", "")
    while live.version < turns or live.turn is Turn.CHANCE:
        if live.turn is Turn.CHANCE:
            text = game.action_text(dealer.deal(live.position, live.line.chances))
            entry: Entry = ChanceFell(text)
        else:
            entry = Acted(live.turn, game.action_text(rng.choice(list(live.position.actions()))))
        assert live.enter(entry) is None
        assert not live.over, "choose fewer turns"
    return list(live.line.entries)


async def _store(data: Path, made: Long) -> None:
    data.mkdir(parents=True, exist_ok=True)
    store = Store(open_database(sqlite_address(data / DATABASE)))
    seats = {
        Turn.FIRST: Seat("person", holder=tokens.hashed(made.first)),
        Turn.SECOND: Seat("person", holder=tokens.hashed(made.second)),
    }
    line = made.live.line
    await store.create(RoomData(ROOM, line.header, SECRET.hex(), tokens.hashed(made.watch), False, seats, None, NOW))
    await store.advance(Progress(ROOM, 1, line.entries, NOW, turn=made.live.turn.name.lower()))
    await store.close()
