"""What opens something, what reaches somebody and what two say to each other is told to nobody else: not to another
player, not to whoever looks on, not to the files of the server."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.server.evenings import joined, made, seen
from tests.server.hall import Visitor
from tests.server.post_offices import Browser, push_service
from tests.server.serving import WAIT, Client, Json, get, inside, new_room, person, post, token
from triarii.server.rooms import tokens

BOX = "c2VhbGVkIGZvciBhbm90aGVyIGRldmljZQ"
WORDS = "meet me at the old oak"


class Somebody:
    """A person: what only they hold, and all that they were told."""

    def __init__(self) -> None:
        self.seat, self.profile, self.device = token(), token(), token()
        self.told: list[str] = []

    @property
    def secrets(self) -> list[str]:
        held = (self.seat, self.profile, self.device)
        return [*held, *map(tokens.hashed, held)]

    def hears(self, answer: httpx.Response, status: int = 200) -> Json:
        assert answer.status_code == status, answer.text
        self.told.append(f"{answer.headers} {answer.text}")
        found: Json = answer.json() if "json" in answer.headers["content-type"] else {}
        return found


def test_nobody_is_told_what_another_one_holds(tmp_path: Path) -> None:
    ada, ben, eve = Somebody(), Somebody(), Somebody()
    with push_service(tmp_path) as (service, _), inside(tmp_path / "data", push_to_private=True) as address:
        subscription = Browser(service).subscription
        with Visitor(address) as looking, Visitor(address) as looks_on:
            looks_on.send(t="watch_list", on=True)
            looking.own = ada.seat
            offer = looking.seek(name="Ada", profile=ada.profile, clock={"days": 3})["id"]
            looks_on.until_offered(1)
            looks_on.own = ben.seat
            met = looks_on.join(offer, name="Ben", profile=ben.profile)["room"]
            looking.until("matched")
            evening = ada.hears(post(address, "/api/tournaments", _evening(ada)), 201)["id"]
            looks_on.send(t="attend", tournament=evening)
            looks_on.send(t="follow", rooms=[met])
            for someone in (ada, ben):
                wish = {"name": "A", "token": someone.seat, "profile": someone.profile}
                someone.hears(post(address, f"/api/tournaments/{evening}/join", wish))
            begun = post(address, f"/api/tournaments/{evening}/start", {}, Authorization=f"Bearer {ada.seat}")
            rooms = [met, ada.hears(begun)["rounds"][0][0]["room"], _friends(address, ada, ben, eve)]
            asks = {"token": ada.device, "push": subscription, "seats": [{"room": met, "token": ada.seat}]}
            ada.hears(post(address, "/api/reminders", asks))
            name = "ab" * 32
            put = httpx.put(f"{address}/api/handovers/{name}", json={"box": BOX}, timeout=WAIT)
            ada.hears(put)
            for room in rooms:
                with Client(address, room, ben.seat) as me:
                    me.until("welcome")
                    me.do("resign")
                    ben.told += me.log
            for path in _open_to_all(rooms, evening):
                eve.told.append(get(address, path).text)
            for someone in (ben, eve):
                someone.hears(get(address, "/api/profile", Authorization=f"Bearer {someone.profile}"))
                found = get(address, "/api/reminders", Authorization=f"Bearer {someone.device}")
                assert someone.hears(found)["asked"] is None
            looks_on.send(t="follow", rooms=rooms)
            looks_on.until("rooms")
            eve.told += looks_on.log
            ada.told += looking.log
    ways = (*subscription.values(), BOX)
    for someone in (ada, ben, eve):
        others = [secret for other in (ada, ben, eve) if other is not someone for secret in other.secrets]
        known = "\n".join(someone.told)
        assert [secret for secret in (*others, *ways) if str(secret) in known] == []
    looked_on = "\n".join(eve.told)
    assert "Ada" in looked_on
    assert WORDS not in looked_on


def test_words_between_friends_and_open_tokens_are_in_no_file_of_the_server(tmp_path: Path) -> None:
    ada, ben, eve = Somebody(), Somebody(), Somebody()
    with inside(tmp_path / "data") as address:
        _friends(address, ada, ben, eve)
        evening = made(address, ada.seat)["id"]
        joined(address, evening, 1)
        assert seen(address, evening, ada.seat)["host"] is True
    kept = b"".join(path.read_bytes() for path in (tmp_path / "data").rglob("*") if path.is_file())
    assert tokens.hashed(ada.seat).encode() in kept, "this is where it would stand"
    for secret in (WORDS, ada.seat, ada.profile, ben.seat, ben.profile):
        assert secret.encode() not in kept


def _friends(address: str, ada: Somebody, ben: Somebody, eve: Somebody) -> str:
    """A game by link in which both talk, and somebody looks on; its room."""
    made = new_room(address, person(ada.seat, profile=ada.profile), person(), listed=True)
    claim = {"invitation": made["invitations"]["second"], "token": ben.seat, "profile": ben.profile}
    ben.hears(post(address, f"/api/rooms/{made['room']}/claim", claim))
    room: str = made["room"]
    with (
        Client(address, room, ada.seat) as one,
        Client(address, room, ben.seat) as two,
        Client(address, room, eve.seat) as looks_on,
    ):
        for each in (one, two):
            each.arrive()
            each.send(t="talk", on=True)
        for each in (one, two):
            while each.until("talk")["seats"] != ["first", "second"]:
                pass
        one.send(t="say", text=WORDS)
        assert two.until("say")["text"] == WORDS
        one.send(t="emote", kind="hello")
        looks_on.until("emote")
        for someone, me in ((ada, one), (ben, two), (eve, looks_on)):
            someone.told += me.log
    return room


def _evening(host: Somebody) -> Json:
    return {"name": "Club night", "game": "cities", "token": host.seat}


def _open_to_all(rooms: list[str], evening: str) -> list[str]:
    of_rooms = [f"/api/rooms/{room}{what}" for room in rooms for what in ("", "/picture")]
    return [*of_rooms, f"/api/tournaments/{evening}", "/api/rooms", "/api/games/cities/openings", "/api/network"]
