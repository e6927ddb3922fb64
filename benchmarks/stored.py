"""Long games for a server's database, put there before it starts: a battle, and a game of very many take-backs."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

from triarii.core import records, registry
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import SEATS, Refusal, Sampled, Turn
from triarii.core.records import Acted, ChanceFell, Entry, Header, TookBack
from triarii.server import tokens
from triarii.server.course import Course
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


def _begun(name: str, game: str, options: dict[str, object]) -> Course:
    found = registry.game(game)
    assert not isinstance(found, Refusal)
    commit = commitment(_secret(name))
    course = Course.begin(found, Header(game, found.info.rules_version, options, id=name, commit=commit))
    assert not isinstance(course, Refusal)
    return course


def _secret(name: str) -> bytes:
    return hashlib.sha256(f"a stored game, {name}".encode()).digest()


def _battle(length: int) -> Course:
    """Random candidates, as long as it takes; the first battle that lasts is the one."""
    for seed in range(SEED, SEED + 50):
        course, rng = _begun(BATTLE, "adlg", {"scenario": "skirmish"}), Random(seed)
        dealer = Dealer(_secret(BATTLE), BATTLE)
        while course.version < length and not course.over:
            position, game = course.position, course.line.game
            if position.turn is Turn.CHANCE:
                entry: Entry = ChanceFell(game.action_text(dealer.deal(position, course.line.chances)))
            else:
                assert isinstance(position, Sampled)
                entry = Acted(position.turn, game.action_text(position.sample(rng)))
            _enter(course, entry)
        if not course.over:
            return course
    raise AssertionError("no random battle lasts so long")


def _many(length: int) -> Course:
    """One move, taken back again and again."""
    course = _begun(MANY, "cities", {})
    while course.version < length:
        _enter(course, Acted(Turn.FIRST, "b2b4"))
        _enter(course, TookBack(0))
    return course


def _enter(course: Course, entry: Entry) -> None:
    refusal = course.enter(entry, 0)
    assert refusal is None, refusal


def _line(battle: Course) -> dict[str, object]:
    """As a study takes it: so many bytes of actions and chances from the start on."""
    texts: list[str] = []
    for entry in battle.line.entries:
        if isinstance(entry, Acted | ChanceFell):
            texts.append(entry.text)
        if len(json.dumps(texts)) > LINE_BYTES:
            break
    return {"game": "adlg", "options": {"scenario": "skirmish"}, "actions": texts}


async def _store(file: Path, games: tuple[Course, ...], now: int) -> None:
    store = Store(open_database(sqlite_address(file)))
    for course in games:
        name = course.line.header.id
        seats = {seat: Seat(PERSON, holder=tokens.hashed(TOKENS[seat])) for seat in SEATS}
        watch = tokens.hashed(WATCH)
        await store.create(RoomData(name, course.line.header, _secret(name).hex(), watch, False, seats, None, now))
        entries, before, turn = course.line.entries, "", course.turn.name.lower()
        for at in range(0, len(entries), AT_ONCE):
            some = entries[at : at + AT_ONCE]
            before = await store.advance(Progress(name, at + 1, some, now, turn=turn, before=before))
    await store.close()
