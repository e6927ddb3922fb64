"""Games of Cities & Heroes for tests: played by hand or at random but repeatably, chance dealt from a known secret."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from triarii.core import timeline
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import Options, Refusal, Turn
from triarii.core.records import Acted, ChanceFell, Entry, Header
from triarii.core.seals import SealingKey
from triarii.core.texts import LANGUAGES, Texts
from triarii.core.timeline import Timeline
from triarii.games.cities import GAME

SECRET = bytes(range(32))
KEY = SealingKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32, 64))))
"""Of a server that everybody can be."""
OWN_LAYOUT: Mapping[str, object] = {
    "name": "Löwenhof",
    "fighters": ["b1", "d1", "f1", "h1", "c2", "e2", "g2", "i2"],
    "cities": ["a3", "d4", "g4", "j3"],
    "second_fighters": ["c9", "d9", "e9", "f9", "g9", "h9", "e10", "f10"],
    "note": "made for the tests",
}


def header(options: Options | None = None, **more: Any) -> Header:
    """A header that promises SECRET."""
    return Header(
        GAME.info.id, GAME.info.rules_version, options or {}, **{"id": "g1", "commit": commitment(SECRET), **more}
    )


def opened(options: Options | None = None, **more: Any) -> Timeline:
    """A game at its start."""
    line = timeline.begin(GAME, header(options, **more))
    assert isinstance(line, Timeline), line
    return line


def add(line: Timeline, *entries: Entry) -> None:
    """Entries that must be allowed."""
    for entry in entries:
        refusal = line.append(entry)
        assert refusal is None, (entry, refusal)


def act(line: Timeline, *texts: str) -> None:
    """Actions of whoever is to move."""
    for text in texts:
        add(line, Acted(line.position.turn, text))


def deal(line: Timeline) -> str:
    """The next chance, as the promised secret gives it."""
    known = line.record.header
    outcome = GAME.action_text(Dealer(SECRET, known.id, *known.texts).deal(line.position, line.chances))
    add(line, ChanceFell(outcome))
    return outcome


def play_on(line: Timeline, rng: Random, turns: int) -> None:
    """So many random turns, fewer if the game ends before."""
    for _ in range(turns):
        if line.result is not None:
            return
        if line.position.turn is Turn.CHANCE:
            deal(line)
        else:
            act(line, GAME.action_text(rng.choice(line.position.actions())))


def chained(lines: Iterable[Mapping[str, object]]) -> bytes:
    """Any objects as the lines of a file whose chain is genuine, computed apart from the program."""
    link, data = bytes(32), b""
    for line in lines:
        link = hashlib.sha256(b"triarii-record-1\0" + link + _json(line)).digest()
        data += _json({**line, "chain": link.hex()}) + b"\n"
    return data


def unchained(data: bytes) -> list[dict[str, Any]]:
    """The objects of a file without their chain."""
    lines: list[dict[str, Any]] = [json.loads(line) for line in data.splitlines()]
    for line in lines:
        del line["chain"]
    return lines


def sentences(refusal: Refusal, texts: Texts = GAME.texts) -> list[str]:
    """What a refusal says in each language: one line each, ready for any terminal."""
    said = [texts.say(refusal.message, lang) for lang in LANGUAGES]
    for sentence in said:
        assert sentence.strip()
        assert len(sentence.splitlines()) == 1
        assert sentence.encode().decode() == sentence
    assert not refusal.rule or GAME.rulebook.find(refusal.rule) is not None, refusal
    return said


def _json(line: Mapping[str, object]) -> bytes:
    return json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
