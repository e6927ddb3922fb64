"""Golden conversations: what goes over sockets and HTTP, message for message, with known secrets, names and time.

`make golden` writes them to tests/golden/wire/; a test compares. They hold the form of every message, with all names
in their order, so that whoever speaks the protocol notices a change. Sentences are left out: they may change.
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server.serving import Client, Json, get, inside, new_room, person, post
from triarii.server.sources import Sources

GOLDEN = Path(__file__).parents[1] / "golden" / "wire"
RECORDS = Path(__file__).parents[1] / "golden"
FIRST, SECOND = "F" * 22, "S" * 22
SENTENCES = {"words", "label", "title", "about", "credits", "reconstructed", "why", "page"}
"""Fields whose texts people read; what they say is no part of the protocol."""
SOMETIMES = {"name", "text"}
"""Fields that hold a sentence here and an id or a notation there."""
LONG, MANY = 200, 4
"""Letters of a text and items of a list; what is longer is cut."""


class Known(Sources):
    """The same secrets, names, tokens and time in every run."""

    def __init__(self) -> None:
        self._rooms, self._tokens = itertools.count(1), itertools.count(1)

    def secret(self) -> bytes:
        return bytes(range(32))

    def room_id(self) -> str:
        return f"room{next(self._rooms):06}"

    def token(self) -> str:
        return f"T{next(self._tokens):021}"

    def seed(self) -> int:
        return 7

    def now(self) -> int:
        return 1_700_000_000_000

    def wall(self) -> int:
        return self.now()


class Conversation:
    """What was said, line by line, and what was heard, as it came."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.lines: list[str] = []
        self.told: list[str] = []
        """Messages of sockets."""

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def head(self, title: str) -> None:
        self.lines += ["", f"# {title}"] if self.lines else [f"# {title}"]

    def heard(self, client: Client, *others: Client) -> None:
        """Writes down what has come to each, and nothing comes any more."""
        for each in (client, *others):
            each.ask("ping")
            self.told += each.log
            self.lines += [f"< {_shown(line)}" for line in each.log if '"pong"' not in line]
            each.log.clear()

    def said(self, client: Client, kind: str, **more: object) -> Json:
        self.lines.append(f"> {json.dumps({'t': kind, **more}, ensure_ascii=False)}")
        found = client.ask(kind, **more)
        self.heard(client)
        return found

    def did(self, client: Client, what: Callable[[], Json], *others: Client) -> Json:
        found = what()
        self.heard(client, *others)
        return found

    def asked(self, path: str, body: object = None) -> Any:
        answered = get(self.address, path) if body is None else post(self.address, path, body)
        self.lines.append(f"{'GET' if body is None else 'POST'} {path}")
        self.lines.append(f"< {answered.status_code} {_shown(answered.text)}")
        return answered.json()


def _shown(data: str) -> str:
    return json.dumps(_brief(json.loads(data)), separators=(",", ":"), ensure_ascii=False)


def _brief(value: Any, name: str = "") -> Any:
    """Names and order stay; sentences become dots, and long lists end early."""
    if isinstance(value, dict):
        kept = list(value.items())[: MANY if name in ("facts", "units", "pieces", "cells") else None]
        return {key: _brief(inner, key) for key, inner in kept}
    if isinstance(value, list):
        short = [_brief(inner, name) for inner in value[:MANY]]
        return [*short, f"and {len(value) - MANY} more"] if len(value) > MANY else short
    if isinstance(value, str) and _is_read(value, name):
        return "…"
    return value


def _is_read(text: str, name: str) -> bool:
    """By people, and so apt to change."""
    sentence = text.endswith((".", "!", "?")) or text[:1].isupper()
    return len(text) > LONG or (name in SENTENCES and text != "") or (name in SOMETIMES and sentence)


def cities(talk: Conversation) -> None:
    """Two people with a clock: offers, refusals, looking back, the end and another game."""
    talk.head("a room is made, told of and joined")
    seats = {"first": person(FIRST, name="Ada"), "second": person()}
    made = talk.asked(
        "/api/rooms", {"game": "cities", "seats": seats, "clock": {"minutes": 10, "increment": 5}, "listed": True}
    )
    room = made["room"]
    talk.asked(f"/api/rooms/{room}")
    talk.asked(f"/api/rooms/{room}/claim", {"invitation": FIRST, "token": SECOND})
    with Client(talk.address, room, FIRST, "de") as ada:
        ada.arrive()
        talk.heard(ada)
        wish = {"invitation": made["invitations"]["second"], "token": SECOND, "name": "Ben"}
        talk.asked(f"/api/rooms/{room}/claim", wish)
        talk.heard(ada)
        with Client(talk.address, room, SECOND, words=True) as ben, Client(talk.address, room, made["watch"]) as eve:
            ben.arrive()
            eve.arrive()
            talk.heard(ada, ben, eve)
            _questions(talk, ada)
            _play(talk, ada, ben, eve)
            _end(talk, ada, ben)
        talk.head("the seat goes on in another window")
        with Client(talk.address, room, FIRST, seen=2) as again:
            again.until("welcome")
            talk.heard(again)
            assert ada.until("error")["code"] == "replaced"
    talk.asked("/api/rooms?listed=1")


def _questions(talk: Conversation, ada: Client) -> None:
    talk.head("questions")
    talk.said(ada, "choices", prefix=[])
    talk.said(ada, "choices", prefix=["b2"])
    talk.said(ada, "choices", prefix=["b2", "b4"])
    talk.said(ada, "choices", prefix=["b2", "j9"])
    talk.said(ada, "preview", action="b2b4")
    talk.said(ada, "preview", action="b2b9")
    talk.said(ada, "look", at=0)
    talk.said(ada, "look", at=9)
    talk.said(ada, "overlays")
    talk.said(ada, "aim", who=["b2"], place=[1, 1])
    talk.said(ada, "hint")
    talk.said(ada, "history", before=1)


def _play(talk: Conversation, ada: Client, ben: Client, eve: Client) -> None:
    talk.head("actions, accepted and refused")
    talk.did(ada, lambda: ada.act("b2b4", "k1"), ben, eve)
    talk.did(ada, lambda: ada.act("b4b5", "k2"))
    talk.did(ben, lambda: ben.act("i9i1", "k3"))
    talk.did(ben, lambda: ben.act("i9i7", "k4", version=0))
    talk.did(ben, lambda: ben.act("i9i7", "k5"), ada, eve)
    talk.did(eve, lambda: eve.act("b4b5", "k6"))
    talk.said(ada, "history", before=3)
    talk.head("a draw that is declined, a turn that is taken back")
    ada.until_version(ben.version)
    talk.did(ada, lambda: ada.do("offer_draw", "k7"), ben)
    talk.did(ben, lambda: ben.do("decline_draw", "k8"), ada)
    talk.did(ada, lambda: ada.do("take_back", "k9"), ben)
    talk.did(ben, lambda: ben.do("allow_take_back", "k10"), ada)
    talk.did(ada, lambda: ada.do("fly", "k11"))
    ada.send(t="standing", answers={"evade": "always"})
    ada.send(t="text", text="")
    ada.send(t="hello")
    talk.heard(ada)


def _end(talk: Conversation, ada: Client, ben: Client) -> None:
    talk.head("the end, and another game")
    talk.did(ben, lambda: ben.do("resign", "k12"), ada)
    talk.did(ada, lambda: ada.do("rematch", "k13"), ben)
    talk.did(ben, lambda: ben.do("rematch", "k14"), ada)


def towar(talk: Conversation) -> None:
    """Chance with what the seats add to it, hidden hands, and some turns."""
    talk.head("a game with hidden hands; chance waits for what the seats add to it")
    options = {"armies": "west,north", "begins": "first", "variant": "hand_of_three"}
    made = new_room(talk.address, person(FIRST), person(SECOND), "towar", options=options)
    with Client(talk.address, made["room"], FIRST) as ada:
        ada.arrive()
        talk.heard(ada)
        with Client(talk.address, made["room"], SECOND) as ben:
            ben.arrive()
            ada.until_chance_fell()
            ben.until_chance_fell()
            talk.heard(ada, ben)
            talk.head("some turns, by the first words that are offered")
            for _ in range(12):
                seats = {"first": ada, "second": ben}
                acting = seats.pop(ada.view["turn"])
                (waiting,) = seats.values()
                acting.act(acting.choose(), f"k{acting.version}")
                waiting.until_version(acting.version)
                talk.heard(acting, waiting)
        talk.asked(f"/api/rooms/{made['room']}")


def adlg(talk: Conversation) -> None:
    """A drill: spans, pointing, overlays, standing answers, dice."""
    talk.head("a drill")
    made = new_room(talk.address, person(FIRST), person(SECOND), "adlg", options={"scenario": "drill_charge"})
    with Client(talk.address, made["room"], FIRST) as ada:
        ada.arrive()
        talk.heard(ada)
        with Client(talk.address, made["room"], SECOND) as ben:
            ben.arrive()
            talk.heard(ben, ada)
            _command(talk, ada, ben)


def _command(talk: Conversation, ada: Client, ben: Client) -> None:
    talk.did(ada, lambda: ada.act("corps c1", "k1"), ben)
    talk.head("questions about orders")
    talk.said(ada, "choices", prefix=[])
    talk.said(ada, "choices", prefix=["u1"])
    talk.said(ada, "choices", prefix=["u1", "advance"])
    talk.said(ada, "aim", who=["u1"], place=[7000, 5000])
    talk.said(ada, "aim", who=["u1"], place=[70000, 5000])
    talk.said(ada, "overlays")
    talk.said(ada, "preview", action="u1 advance 1")
    talk.said(ada, "look", at=0)
    ben.send(t="standing", answers={"evade": "always"})
    ben.until("standing")
    talk.heard(ben)
    talk.did(ada, lambda: ada.act("u1 advance 1", "k2"), ben)
    talk.did(ada, lambda: ada.do("resign", "k3"), ben)


def http(talk: Conversation) -> None:
    """What is asked once: games, rules, contents, study."""
    talk.head("games")
    for game in ("cities", "towar", "adlg"):
        talk.asked(f"/api/games/{game}?lang=en")
        talk.asked(f"/api/games/{game}/rules?lang=de")
    talk.asked("/api/games/chess?lang=en")
    talk.asked("/api/network")
    talk.asked("/api/privacy?lang=en")
    talk.head("rooms that are set up")
    played = talk.asked("/api/study", {"game": "cities", "actions": ["b2b4", "i9i7"], "lang": "en"})
    start = played["steps"][1]["position"]
    seats = {"first": person(FIRST), "second": {"kind": "computer", "level": "beginner"}}
    made = talk.asked("/api/rooms", {"game": "cities", "start": start, "seats": seats, "options": {"begins": "second"}})
    talk.asked(f"/api/rooms/{made['room']}?lang=en")
    talk.head("study")
    for name in ("cities_capture", "towar_hand_of_three", "cities_stall_with_take_back", "adlg_drill_zone"):
        record = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")
        talk.asked("/api/study", {"record": record, "lang": "en"})
    talk.asked("/api/study", {"record": "nonsense", "lang": "en"})
    line = {"game": "cities", "actions": ["b2b4"], "lang": "en"}
    talk.asked("/api/study/choices", {**line, "prefix": []})
    talk.asked("/api/study/choices", {**line, "prefix": ["i9", "i7"]})
    talk.asked("/api/study/choices", {"game": "towar", "options": {"armies": "west,north"}, "lang": "en"})
    talk.asked("/api/study/odds", {"game": "cities", "lang": "en"})
    drill = {"game": "adlg", "options": {"scenario": "drill_charge"}, "actions": ["corps c1", "3"], "lang": "en"}
    talk.asked("/api/study/overlays", drill)
    talk.asked("/api/study/aims", {**drill, "who": ["u1"], "place": [7000, 5000]})
    talk.asked("/api/study/choices", {**drill, "prefix": []})


CONVERSATIONS = {talk.__name__: talk for talk in (cities, towar, adlg, http)}


@contextmanager
def known_server(data: Path) -> Iterator[str]:
    with inside(data, Known()) as address:
        yield address


def spoken(name: str) -> Conversation:
    """A conversation with a server of its own."""
    with tempfile.TemporaryDirectory() as data, known_server(Path(data)) as address:
        talk = Conversation(address)
        CONVERSATIONS[name](talk)
        return talk


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name in CONVERSATIONS:
        (GOLDEN / f"{name}.txt").write_text(spoken(name).text, encoding="utf-8")


if __name__ == "__main__":
    main()
