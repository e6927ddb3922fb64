"""kill -9 of the server at random moments: no acknowledged move is lost, none applied twice, every record verifies."""

from __future__ import annotations

import json
import os
import secrets
import socket
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
from websockets.exceptions import WebSocketException

from tests.seat_texts import new_text
from tests.server.serving import Client, Json, Nursery, computer, get, new_room, person, token
from triarii.core import proof, records, registry
from triarii.core.contract import AnyGame, Eye, Refusal, Turn, View
from triarii.core.options import complete

GAMES = int(os.environ.get("TRIARII_KILLED_GAMES", "15"))
"""`make soak` asks for more, and for what was found as a file."""
TOLD = os.environ.get("TRIARII_KILLED_TOLD", "")
TOGETHER = 20
"""Games that are played at once."""
ALONE = 10
"""Of so many games, one is against the computer."""
LONG = 24
"""Entries after which a game may be given up."""
DANGEROUS = 2 * GAMES
"""Kills after which the server is left in peace, so that a loaded machine too comes to an end."""
PATIENCE = 10.0
"""Seconds without enough moves after which the server is killed anyway."""
OPTIONS: dict[str, dict[str, object]] = {
    "cities": {},
    "towar": {"armies": "west,north", "variant": "hand_of_three"},
    "adlg": {"scenario": "drill_charge"},
}
LOST = (WebSocketException, OSError, EOFError, TimeoutError)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass(frozen=True)
class Wish:
    """What a client sends, again and again until it is answered."""

    key: str
    version: int
    action: str
    what: str = ""

    def sent_by(self, client: Client) -> dict[str, object]:
        if self.what:
            return client.do(self.what, self.key, self.version)
        return client.act(self.action, self.key, self.version)


@dataclass
class Played:
    """One game and the two (or one) who play it through every crash."""

    address: str
    game: str
    alone: bool
    rng: Random
    over: threading.Event
    acknowledged: dict[int, str] = field(default_factory=dict)
    """By seat and version: what the server said was done."""
    room: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def play(self) -> None:
        self._create()
        seats = [threading.Thread(target=self._sit, args=(own,)) for own in self.tokens.values()]
        for seat in seats:
            seat.start()
        for seat in seats:
            seat.join()

    def _create(self) -> None:
        self.tokens = {"first": token()} if self.alone else {"first": token(), "second": token()}
        other = computer("beginner") if self.alone else person(self.tokens["second"])
        first, options = person(self.tokens["first"]), OPTIONS[self.game]
        while not self.over.is_set():
            try:
                self.room = new_room(self.address, first, other, self.game, options=options)["room"]
                return
            except httpx.HTTPError:
                time.sleep(0.05)

    def _sit(self, own: str) -> None:
        """Play until the end, and come back after every crash; what was sent and not answered is sent again."""
        seat = ("first", "second")[list(self.tokens.values()).index(own)]
        seen: int | None = None
        view: Json = {}
        wish: Wish | None = None
        rng = Random(self.rng.random())
        while not self.over.is_set():
            try:
                with Client(self.address, self.room, own, seen=seen, text=new_text) as me:
                    me.view = view
                    me.hear()
                    while me.result is None or wish is not None:
                        seen, view = me.version, me.view
                        if wish is not None:
                            self._answered(wish, wish.sent_by(me))
                            wish = None
                        elif me.view["turn"] == seat:
                            wish = self._choice(me, rng)
                        else:
                            self._wait(me)
                    return
            except LOST:
                time.sleep(0.05)
        self.wrong.append("the game did not end in time")

    def _wait(self, me: Client) -> None:
        try:
            me.hear(2.0)
        except TimeoutError:
            me.ask("ping")

    def _choice(self, me: Client, rng: Random) -> Wish:
        """By the rules, which this side knows too: to ask for every word would take most of the time."""
        key, version = secrets.token_hex(6), me.version
        if version > LONG and rng.random() < 0.2:
            return Wish(key, version, "", "resign")
        game, told = game_of(self.game), me.view
        options = complete(game.info, OPTIONS[self.game])
        assert not isinstance(options, Refusal)
        view = View(Eye[told["eye"].upper()], Turn[told["turn"].upper()], told["text"], options, told["facts"])
        return Wish(key, version, game.action_text(rng.choice(game.imagine(view, rng).actions())))

    def _answered(self, wish: Wish, answer: dict[str, object]) -> None:
        if answer["t"] == "accepted":
            if wish.action:
                self.acknowledged[wish.version + 1] = wish.action
        elif answer["code"] != "record.game_over":
            self.wrong.append(f"{wish}: {answer}")


def test_a_killed_server_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    rng, port = Random(8), free_port()
    address, over = f"http://127.0.0.1:{port}", threading.Event()
    # Those against the computer come last in the list, and are begun first: they take longest.
    kinds = [([*OPTIONS][number % len(OPTIONS)], number >= GAMES - GAMES // ALONE) for number in range(GAMES)]
    games = [Played(address, game, alone, Random(number), over) for number, (game, alone) in enumerate(kinds)]
    waiting, kills = list(games), 0
    lock = threading.Lock()

    def player() -> None:
        while True:
            with lock:
                if not waiting:
                    return
                game = waiting.pop()
            game.play()

    players = [threading.Thread(target=player) for _ in range(TOGETHER)]
    server = Nursery()
    server.serve(tmp_path, port)
    try:
        for each in players:
            each.start()
        while any(each.is_alive() for each in players):
            _let_some_happen(games, rng, players)
            if kills >= DANGEROUS:
                continue
            server.kill()
            kills += 1
            server.serve(tmp_path, port)
        over.set()
        for each in players:
            each.join()
        proven = 0
        for game in games:
            assert not game.wrong
            proven += _check(address, game)
        assert kills >= 3
        assert proven > 0
        moves = sum(len(game.acknowledged) for game in games)
        if TOLD:
            Path(TOLD).write_text(json.dumps({"games": GAMES, "kills": kills, "moves": moves, "proven": proven}))
    finally:
        over.set()
        server.close()


def _let_some_happen(games: list[Played], rng: Random, players: list[threading.Thread]) -> None:
    """Some moves more, then any moment: on a slow machine too the games get on between two crashes."""
    at_it = sum(each.is_alive() for each in players)
    wanted = sum(len(game.acknowledged) for game in games) + rng.randrange(1, 30 + 6 * at_it)
    patience = time.monotonic() + PATIENCE
    while sum(len(game.acknowledged) for game in games) < wanted and time.monotonic() < patience:
        if not any(each.is_alive() for each in players):
            return
        time.sleep(0.005)
    time.sleep(rng.uniform(0, 0.05))


def game_of(name: str) -> AnyGame:
    game = registry.game(name)
    assert not isinstance(game, Refusal)
    return game


def _check(address: str, played: Played) -> int:
    """The record of a game: whole, provable, with every acknowledged move in its place, once. Proven chances."""
    own = played.tokens["first"]
    answer = get(address, f"/api/rooms/{played.room}/record", Authorization=f"Bearer {own}")
    assert answer.status_code == 200, answer.text
    loaded = records.parse(answer.content)
    assert loaded.damage is None
    assert loaded.record is not None
    found = proof.prove(game_of(played.game), loaded.record)
    assert found.problem is None, found.problem
    assert found.proven == found.chances
    if found.chances:
        assert found.bound_texts == len(played.tokens), "a text was lost"
    entries = loaded.record.entries
    for number, action in played.acknowledged.items():
        entry = entries[number - 1]
        assert isinstance(entry, records.Acted)
        assert entry.text == action
    by_people = [
        entry for entry in entries if isinstance(entry, records.Acted) and entry.seat.name.lower() in played.tokens
    ]
    assert len(by_people) == len(played.acknowledged), "an action that nobody sent, or one that was done twice"
    return found.proven
