"""A server whose rooms and chance are known beforehand, so that whole games can be planned before it is measured.

python -m benchmarks.served FOLDER [DATABASE-URL PROCESSES]
"""

from __future__ import annotations

import hashlib
import itertools
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

from triarii.core import registry, timeline
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import Refusal, Turn
from triarii.core.records import Acted, ChanceFell, Entry, Header
from triarii.server.serving import serve
from triarii.server.settings import Limits, Settings
from triarii.server.sources import Sources

ONLY = "TRIARII_MEASURED_GAME"
"""Names in the environment the one game that is played in all rooms."""
KINDS: tuple[tuple[str, dict[str, object]], ...] = (
    ("cities", {}),
    ("towar", {"armies": "west,north"}),
    ("cities", {}),
    ("towar", {"armies": "east,south", "variant": "hand_of_three"}),
)
"""What is played in the rooms, in turn."""
if ONLY in os.environ:
    KINDS = ((os.environ[ONLY], {}),)
TRIES = 50
GENEROUS = Limits(rooms_a_minute=1e9, hellos_a_second=1e9, connections_an_address=100_000)


@dataclass(frozen=True)
class Move:
    """An action of a seat, and the version of the room that it follows."""

    seat: int
    version: int
    action: str


class Known(Sources):
    """Rooms are numbered, and the number tells the secret of chance."""

    def __init__(self) -> None:
        self._secrets, self._rooms = itertools.count(), itertools.count()

    def secret(self) -> bytes:
        return secret_of(next(self._secrets))

    def room_id(self) -> str:
        return room_of(next(self._rooms))


def secret_of(number: int) -> bytes:
    return hashlib.sha256(f"a game to be measured, {number}".encode()).digest()


def room_of(number: int) -> str:
    return f"measured{number:05}"


def planned(number: int, moves: int) -> list[Move]:
    """The moves of a random game in the room of this number, long enough to last."""
    rng = Random(number)
    longest: list[Move] = []
    for _ in range(TRIES):
        found = _random_game(number, moves, rng)
        if len(found) > len(longest):
            longest = found
        if len(longest) >= moves:
            break
    return longest


def _random_game(number: int, moves: int, rng: Random) -> list[Move]:
    name, options = KINDS[number % len(KINDS)]
    game = registry.game(name)
    assert not isinstance(game, Refusal)
    secret = secret_of(number)
    header = Header(name, game.info.rules_version, options, id=room_of(number), commit=commitment(secret))
    line = timeline.begin(game, header)
    assert not isinstance(line, Refusal)
    dealer = Dealer(secret, header.id)
    found: list[Move] = []
    while line.result is None and len(found) < moves:
        position = line.position
        if position.turn is Turn.CHANCE:
            entry: Entry = ChanceFell(game.action_text(dealer.deal(position, line.chances)))
        else:
            entry = Acted(position.turn, game.action_text(rng.choice(position.actions())))
            found.append(Move(int(position.turn), len(line.entries), entry.text))
        refusal = line.append(entry)
        assert refusal is None, refusal
    return found


def main(folder: Path, database_url: str = "", processes: str = "1") -> None:
    settings = Settings(folder, port=0, workers=1, limits=GENEROUS, database_url=database_url, processes=int(processes))
    refusal = serve(settings, "en", False, lambda line: print(line, flush=True), Known())
    if refusal is not None:
        raise SystemExit(refusal.code)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
