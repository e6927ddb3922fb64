"""Games whose players come back after every crash, send again what was not answered, and write down what they lived
through: what they wanted and when, what they were answered and what they saw."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from tests.seat_texts import new_text
from tests.server.histories import Deed, Entry, Problem, Sight, check
from tests.server.serving import Client, Json, computer, get, new_room, open_socket, person, token
from triarii.core import proof, records, registry
from triarii.core.contract import AnyGame, Eye, Refusal, Turn, View
from triarii.core.options import complete

LONG = 24
"""Entries after which a game may be given up."""
TOGETHER = 20
"""Games that are played at once."""
PATIENCE = 10.0
"""Seconds without enough moves after which something happens anyway."""
QUIET = 2.0
"""Seconds without a word after which a client asks whether anybody is there."""
AGAIN = 0.05
"""Seconds until a client tries again to come back."""
OPTIONS: dict[str, dict[str, object]] = {
    "cities": {},
    "towar": {"armies": "west,north", "variant": "hand_of_three"},
    "adlg": {"scenario": "drill_charge"},
}
LOST = (WebSocketException, OSError, EOFError, TimeoutError)
FAULT = "fault"
"""The server could not do it just now, and says so; it is wanted again."""
OVER = "record.game_over"


@dataclass(frozen=True)
class Wish:
    """What a client sends, again and again until it is answered."""

    key: str
    version: int
    entry: Entry

    def sent_by(self, client: Client) -> Json:
        if self.entry.kind == records.Resigned.kind:
            return client.do("resign", self.key, self.version)
        return client.act(self.entry.text or "", self.key, self.version)


@dataclass
class Played:
    """One game, the two (or one) who play it through every crash, and somebody who watches."""

    address: str
    game: str
    alone: bool
    rng: Random
    over: threading.Event
    patience: float | None = None
    """Seconds after which a client gives a silent connection up; None: never, only one that is closed."""
    watched: bool = False
    room: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    profile: str = field(default_factory=token)
    """Of the first seat: there this game is to be counted, once."""
    deeds: list[Deed] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    away: list[float] = field(default_factory=list)
    """Seconds from the loss of a connection until its client was told again how the game stands."""
    acknowledged: int = 0
    """Wishes that the server said were done."""
    wrong: list[str] = field(default_factory=list)
    _ended: threading.Event = field(default_factory=threading.Event)

    @property
    def hides(self) -> bool:
        """Whether what falls may be kept from an eye."""
        game = game_of(self.game)
        options = complete(game.info, OPTIONS[self.game])
        return isinstance(options, Refusal) or game.info.hides(options)

    def play(self) -> None:
        watch = self._create()
        eyes: list[Callable[[], None]] = [_Seat(self, seat).sit for seat in self.tokens]
        eyes += [_Eye(self, "watcher", watch).watch] if self.watched and watch else []
        threads = [threading.Thread(target=eye) for eye in eyes]
        for thread in threads:
            thread.start()
        for thread in threads[: len(self.tokens)]:
            thread.join()
        self._ended.set()
        for thread in threads:
            thread.join()

    def _create(self) -> str:
        """Open the room; the token to watch it."""
        self.tokens = {"first": token()} if self.alone else {"first": token(), "second": token()}
        other = computer("beginner") if self.alone else person(self.tokens["second"])
        first, options = person(self.tokens["first"], profile=self.profile), OPTIONS[self.game]
        while not self.over.is_set():
            try:
                made = new_room(self.address, first, other, self.game, options=options)
                self.room = made["room"]
                return str(made["watch"])
            except (httpx.HTTPError, AssertionError):  # nobody there, or nobody who can store it just now
                time.sleep(AGAIN)
        return ""

    def counted(self, address: str) -> list[tuple[str, int]]:
        """The games of the first seat's profile: room and points."""
        answer = get(address, "/api/profile", Authorization=f"Bearer {self.profile}")
        assert answer.status_code == 200, answer.text
        return [(result["room"], result["score"]) for result in answer.json()["results"]]

    def record(self, address: str) -> bytes:
        """What a process at this address says was played."""
        answer = get(address, f"/api/rooms/{self.room}/record", Authorization=f"Bearer {self.tokens['first']}")
        assert answer.status_code == 200, answer.text
        return answer.content

    def problems(self, record: records.Record) -> list[Problem]:
        """What in the histories of all clients contradicts each other or the record."""
        return check([_as_stored(each) for each in record.entries], self.deeds, self.sights, self.tokens)


class _Eye:
    """Somebody with a connection to the room, who comes back whenever it is lost."""

    def __init__(self, played: Played, name: str, own: str) -> None:
        self.played, self.name, self.own = played, name, own
        self.seen: int | None = None
        self.view: Json = {}
        self._lost: float | None = None

    def watch(self) -> None:
        """Look on until those who play are done."""
        while not self.played.over.is_set() and not self.played._ended.is_set():
            try:
                with self._connected() as me:
                    while me.result is None and not self.played._ended.is_set():
                        self.hear(me)
                    return
            except LOST:
                self.lose()

    def lose(self) -> None:
        self._lost = self._lost or time.monotonic()
        time.sleep(AGAIN)

    def _connected(self) -> _Noting:
        return _Noting(self)

    def hear(self, me: Client) -> None:
        """What comes next; where nothing comes for long, whether anybody is there."""
        patience = self.played.patience
        try:
            me.hear(QUIET if patience is None else patience)
        except TimeoutError:
            me.asked += 1
            me.send(t="ping", id=me.asked)
            while me.hear(*(() if patience is None else (patience,))).get("id") != me.asked:
                pass

    def note(self, message: Json, asked: float | None) -> None:
        """Keep what was told."""
        now = time.monotonic()
        if self._lost is not None:
            self.played.away.append(now - self._lost)
            self._lost = None
        hides = self.played.hides
        told = tuple((each["version"], _as_told(each, hides)) for each in message["entries"])
        self.played.sights.append(Sight(self.name, now, message["version"], told, asked))


class _Seat(_Eye):
    """Who plays: by the rules, which this side knows too: to ask for every word would take most of the time."""

    def __init__(self, played: Played, seat: str) -> None:
        super().__init__(played, seat, played.tokens[seat])
        self.rng = Random(played.rng.random())
        self.wish: Wish | None = None

    def sit(self) -> None:
        """Play until the end; what was sent and not answered is sent again."""
        while not self.played.over.is_set():
            try:
                with self._connected() as me:
                    self.hear(me)
                    while me.result is None or self.wish is not None:
                        if self.wish is not None:
                            self._wish(me, self.wish)
                        elif me.view.get("turn") == self.name:
                            self.wish = self._choice(me)
                        else:
                            self.hear(me)
                    return
            except LOST:
                self.lose()
        self.played.wrong.append("the game did not end in time")

    def _choice(self, me: Client) -> Wish:
        key, version = secrets.token_hex(6), me.version
        if version > LONG and self.rng.random() < 0.2:
            return Wish(key, version, Entry(records.Resigned.kind, self.name))
        game, told = game_of(self.played.game), me.view
        options = complete(game.info, OPTIONS[self.played.game])
        assert not isinstance(options, Refusal)
        view = View(Eye[told["eye"].upper()], Turn[told["turn"].upper()], told["text"], options, told["facts"])
        action = game.action_text(self.rng.choice(game.imagine(view, self.rng).actions()))
        return Wish(key, version, Entry(records.Acted.kind, self.name, action))

    def _wish(self, me: Client, wish: Wish) -> None:
        sent = time.monotonic()
        unanswered = Deed(self.name, wish.key, wish.entry, wish.version, sent)
        try:
            answer = wish.sent_by(me)
        except LOST:
            self.played.deeds.append(unanswered)
            raise
        now, accepted = time.monotonic(), answer["t"] == "accepted"
        done = (
            Deed(self.name, wish.key, wish.entry, wish.version, sent, now, answer["version"])
            if accepted
            else unanswered
        )
        self.played.deeds.append(done)
        self.played.acknowledged += accepted
        if not accepted and answer["code"] == FAULT:
            raise EOFError(FAULT)
        self.wish = None
        if not accepted and answer["code"] != OVER:
            self.played.wrong.append(f"{wish}: {answer}")


class _Noting(Client):
    """A client that has everything noted which it is told."""

    def __init__(self, eye: _Eye) -> None:
        self._eye = eye
        self._patience = eye.played.patience
        self._asked: float | None = time.monotonic()
        """Of the hello: the first that comes is its answer."""
        super().__init__(eye.played.address, eye.played.room, eye.own, seen=eye.seen, text=new_text)
        self.view = eye.view

    def opened(self, address: str, room: str) -> ClientConnection:
        """Whoever stands still takes connections too, and says nothing: another one may take over."""
        return open_socket(address, room, **({} if self._patience is None else {"open_timeout": self._patience}))

    def hear(self, timeout: float | None = None) -> Json:
        patience = self._patience if timeout is None else timeout
        message = super().hear() if patience is None else super().hear(patience)
        if message["t"] == "error":  # the last that comes
            raise EOFError(message["code"])
        if message["t"] in ("welcome", "news"):
            self._eye.note(message, self._asked)
            self._eye.seen, self._eye.view = self.version, self.view  # both at once: a wish is decided upon them
            self._asked = None
        return message


def verified(played: Played, content: bytes) -> tuple[records.Record, int]:
    """The record of a game, whole and provable, and how many chances of it are proven."""
    loaded = records.parse(content)
    assert loaded.damage is None
    assert loaded.record is not None
    found = proof.prove(game_of(played.game), loaded.record)
    assert found.problem is None, found.problem
    assert found.proven == found.chances
    if found.chances:
        assert found.bound_texts == len(played.tokens), "a text was lost"
    return loaded.record, found.proven


def all_at_it(games: Sequence[Played]) -> list[threading.Thread]:
    """Play all these games, the last first, so many at once; those who are at it."""
    waiting = list(games)
    lock = threading.Lock()

    def player() -> None:
        while True:
            with lock:
                if not waiting:
                    return
                game = waiting.pop()
            game.play()

    players = [threading.Thread(target=player) for _ in range(TOGETHER)]
    for each in players:
        each.start()
    return players


def let_some_happen(games: Sequence[Played], rng: Random, players: Sequence[threading.Thread], most: int) -> None:
    """Some moves more, then any moment: on a slow machine too the games get on between two crashes."""
    wanted = sum(game.acknowledged for game in games) + rng.randint(1, most)
    patience = time.monotonic() + PATIENCE
    while sum(game.acknowledged for game in games) < wanted and time.monotonic() < patience:
        if not any(each.is_alive() for each in players):
            return
        time.sleep(0.005)
    time.sleep(rng.uniform(0, 0.05))


def game_of(name: str) -> AnyGame:
    game = registry.game(name)
    assert not isinstance(game, Refusal)
    return game


def _as_stored(entry: records.Entry) -> Entry:
    seat, text = getattr(entry, "seat", None), getattr(entry, "text", "")
    return Entry(entry.kind, "" if seat is None else records.SEAT_NAMES[seat], text)


def _as_told(entry: Json, hides: bool) -> Entry:
    """Actions are open in all these games; a card for a hand is not."""
    text = None if hides and entry["kind"] == records.ChanceFell.kind else entry["text"]
    return Entry(entry["kind"], entry.get("seat", ""), text)
