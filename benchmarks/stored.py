"""Long games for a server's database, put there before it starts: a battle, and a game of very many take-backs."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from triarii.core import records, registry
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import SEATS, Refusal, Sampled, Turn
from triarii.core.records import Acted, ChanceFell, Entry, Header, TookBack
from triarii.server.play.live_game import LiveGame
from triarii.server.rooms import tokens
from triarii.server.settings import DATABASE
from triarii.server.storage.opening import open_database, sqlite_address
from triarii.server.storage.store import PERSON, Progress, RoomData, Seat, Store

SEED = 19
AT_ONCE = 1_000
"""Entries that are stored together."""
LINE_BYTES = 21_000
TOKENS = {Turn.FIRST: "first-of-a-stored-game", Turn.SECOND: "other-of-a-stored-game"}
WATCH = "watch-of-a-stored-game"
"""Twenty-two letters each, as tokens are."""
BATTLE, MANY = "storedbattle", "storedmany"
COPIED = ("rooms", "seats", "holders", "entries", "wishes")


@dataclass(frozen=True)
class Length:
    """How many entries the two games have at least."""

    battle: int = 700
    many: int = 20_000


def build(data: Path, files: Path, length: Length, now: int) -> None:
    """Both games in the database of a data folder that no server uses, their records and a line of play as files."""
    battle, many = _battle(length.battle), _many(length.many)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    asyncio.run(_store(data / DATABASE, (battle, many), now))
    files.mkdir(parents=True, exist_ok=True)
    (files / "battle.jsonl").write_bytes(records.dump(battle.line.record))
    (files / "many.jsonl").write_bytes(records.dump(many.line.record))
    (files / "line.json").write_text(json.dumps(_line(battle)), encoding="utf-8")


def multiply(file: Path, room: str, many: int) -> None:
    """So many rooms like this one."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "CREATE TEMP TABLE names AS WITH RECURSIVE n(i) AS "
            f"(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many - 1}) SELECT 'copy' || i AS copy FROM n"
        )
        for table in COPIED:
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            key = "id" if table == "rooms" else "room"
            told = ", ".join("names.copy" if name == key else f'{table}."{name}"' for name in names)
            connection.execute(f"INSERT INTO {table} SELECT {told} FROM {table}, names WHERE {key} = ?", (room,))
        connection.commit()


def _begun(name: str, game: str, options: dict[str, object]) -> LiveGame:
    found = registry.game(game)
    assert not isinstance(found, Refusal)
    commit = commitment(_secret(name))
    live = LiveGame.begin(found, Header(game, found.info.rules_version, options, id=name, commit=commit))
    assert not isinstance(live, Refusal)
    return live


def _secret(name: str) -> bytes:
    return hashlib.sha256(f"a stored game, {name}".encode()).digest()


def _battle(length: int) -> LiveGame:
    """Random candidates, as long as it takes; the first battle that lasts is the one."""
    for seed in range(SEED, SEED + 50):
        live, rng = _begun(BATTLE, "adlg", {"scenario": "skirmish"}), Random(seed)
        dealer = Dealer(_secret(BATTLE), BATTLE)
        while live.version < length and not live.over:
            position, game = live.position, live.line.game
            if position.turn is Turn.CHANCE:
                entry: Entry = ChanceFell(game.action_text(dealer.deal(position, live.line.chances)))
            else:
                assert isinstance(position, Sampled)
                entry = Acted(position.turn, game.action_text(position.sample(rng)))
            _enter(live, entry)
        if not live.over:
            return live
    raise AssertionError("no random battle lasts so long")


def _many(length: int) -> LiveGame:
    """One move, taken back again and again."""
    live = _begun(MANY, "cities", {})
    while live.version < length:
        _enter(live, Acted(Turn.FIRST, "b2b4"))
        _enter(live, TookBack(0))
    return live


def _enter(live: LiveGame, entry: Entry) -> None:
    refusal = live.enter(entry)
    assert refusal is None, refusal


def _line(battle: LiveGame) -> dict[str, object]:
    """As a study takes it: so many bytes of actions and chances from the start on."""
    texts: list[str] = []
    for entry in battle.line.entries:
        if isinstance(entry, Acted | ChanceFell):
            texts.append(entry.text)
        if len(json.dumps(texts)) > LINE_BYTES:
            break
    return {"game": "adlg", "options": {"scenario": "skirmish"}, "actions": texts}


async def _store(file: Path, games: tuple[LiveGame, ...], now: int) -> None:
    store = Store(open_database(sqlite_address(file)))
    for live in games:
        name = live.line.header.id
        seats = {seat: Seat(PERSON, holder=tokens.hashed(TOKENS[seat])) for seat in SEATS}
        watch = tokens.hashed(WATCH)
        await store.create(RoomData(name, live.line.header, _secret(name).hex(), watch, False, seats, None, now))
        entries, before, turn = live.line.entries, "", live.turn.name.lower()
        for revision, at in enumerate(range(0, len(entries), AT_ONCE)):
            some = entries[at : at + AT_ONCE]
            added = Progress(name, at + 1, some, now, turn=turn, before=before, revision=revision)
            before = await store.advance(added)
    await store.close()
