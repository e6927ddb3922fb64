"""Somebody in the hall, speaking its protocol."""

from __future__ import annotations

import json
import secrets
from typing import Self

from websockets import Subprotocol
from websockets.sync.client import connect

from tests.server.serving import WAIT, Json, token


class Visitor:
    """One socket of the hall; what it was told last is kept by kind."""

    def __init__(self, address: str, lang: str = "en") -> None:
        place = f"ws{address.removeprefix('http')}/api/hall/socket"
        self.socket = connect(
            place, subprotocols=[Subprotocol("triarii.1")], open_timeout=WAIT, ping_interval=None
        ).__enter__()
        self.log: list[str] = []
        self.own = token()
        self.offered: list[Json] = []
        self.rooms: dict[str, Json] = {}
        self.send(t="hello", lang=lang)
        self.until("open_games")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> Json:
        data = self.socket.recv(WAIT)
        assert isinstance(data, str)
        self.log.append(data)
        message: Json = json.loads(data)
        if message["t"] == "open_games":
            self.offered = message["games"]
        if message["t"] == "rooms":
            self.rooms |= {room["room"]: room for room in message["rooms"]}
        return message

    def until(self, kind: str) -> Json:
        while True:
            message = self.hear()
            if message["t"] == kind:
                return message

    def until_offered(self, count: int) -> list[Json]:
        while len(self.offered) != count:
            self.hear()
        return self.offered

    def seek(self, game: str = "cities", **more: object) -> Json:
        """The first answer: that one looks, or plays."""
        key = secrets.token_hex(4)
        self.send(t="seek", key=key, token=self.own, game=game, **more)
        return self._answer("seeking", "matched")

    def join(self, offer: str, **more: object) -> Json:
        self.send(t="join", key=secrets.token_hex(4), id=offer, token=self.own, **more)
        return self._answer("matched")

    def _answer(self, *kinds: str) -> Json:
        while True:
            message = self.hear()
            if message["t"] in (*kinds, "refused"):
                return message
