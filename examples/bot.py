"""A program that takes a seat: it opens a room against a computer, or joins by a link, and plays at random.

    python examples/bot.py http://127.0.0.1:8000 --game towar --level beginner
    python examples/bot.py http://127.0.0.1:8000 --join 'http://127.0.0.1:8000/join/k3v9a2m7qp#TOKEN'

It needs only `websockets`. docs/protocol.md tells all that goes over the wire; `choose` is the place for a better idea.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import secrets
import sys
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import websockets

SUBPROTOCOL = "triarii.1"


def ask(address: str, body: dict[str, Any]) -> dict[str, Any]:
    """POST some JSON and read the answer; a server that refuses says why, in words."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers, method="POST")
    try:
        with urllib.request.urlopen(request) as answer:
            found: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as refused:
        raise Refused(words_of(refused)) from None
    return found


class Refused(Exception):
    """What the server does not do, in its words."""


def words_of(refused: urllib.error.HTTPError) -> str:
    """The sentence of a refusal; a proxy in between may answer with something else."""
    try:
        return str(json.load(refused)["words"])
    except (ValueError, TypeError, KeyError):
        return f"{refused.code} {refused.reason}"


def new_room(server: str, game: str, level: str, options: dict[str, Any]) -> tuple[str, str]:
    """A room with us on the first seat and a computer on the second: its id, and the token that is our seat."""
    token = secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": token, "name": "Bot"}, "second": {"kind": "computer", "level": level}}
    made = ask(f"{server}/api/rooms", {"game": game, "options": options, "seats": seats})
    return made["room"], token


def join_room(server: str, link: str) -> tuple[str, str]:
    """Take the free seat of somebody's link."""
    parts = urlsplit(link)
    room, token = parts.path.rpartition("/")[2], secrets.token_urlsafe(16)
    ask(f"{server}/api/rooms/{room}/claim", {"invitation": parts.fragment, "token": token, "name": "Bot"})
    return room, token


def text_for(commit: str) -> str:
    """What we add to chance, made for the server's promise: it can't have chosen its secret knowing this text."""
    nonce = secrets.token_urlsafe(16)
    digest = hashlib.sha256(b"\0".join((b"triarii-text-1", commit.encode(), nonce.encode())))
    return f"{nonce}:{digest.hexdigest()}"


class Bot:
    """Plays one seat of one room until the game is over."""

    def __init__(self, server: str, room: str, token: str, seed: int | None = None) -> None:
        self.address = f"ws{server.removeprefix('http')}/api/rooms/{room}/socket"
        self.token = token
        self.rng = random.Random(seed)
        self.seat = ""
        self.version: int | None = None
        self.turn = ""
        self.result: dict[str, Any] | None = None
        self.asked = 0

    async def play(self) -> dict[str, Any]:
        """The result of the game. A lost connection is no harm: the server tells what was missed."""
        while self.result is None:
            try:
                async with websockets.connect(
                    self.address, subprotocols=[websockets.Subprotocol(SUBPROTOCOL)]
                ) as socket:
                    await self.talk(socket)
            except (websockets.ConnectionClosed, OSError):
                await asyncio.sleep(1)  # the server may be starting again
        return self.result

    async def talk(self, socket: websockets.ClientConnection) -> None:
        """From hello to the end of the game."""
        await socket.send(json.dumps({"t": "hello", "token": self.token, "lang": "en", "seen": self.version}))
        while self.result is None:
            if self.seat and self.turn == self.seat:
                await self.act(socket)
            else:
                await self.hear(socket, json.loads(await socket.recv()))

    async def hear(self, socket: websockets.ClientConnection, message: dict[str, Any]) -> None:
        """Keep what a message tells of the game; add to chance what is awaited from us."""
        if message["t"] == "error":
            raise RuntimeError(message["words"])
        if message["t"] == "welcome":
            self.seat, self.turn = message["eye"], message["view"]["turn"]
            if message["text"] == "awaited":
                await socket.send(json.dumps({"t": "text", "text": text_for(message["commit"])}))
        if message["t"] == "news" and message["entries"]:
            self.turn = message["entries"][-1]["view"]["turn"]
        if message["t"] in ("welcome", "news"):
            self.version, self.result = message["version"], message["result"]

    async def act(self, socket: websockets.ClientConnection) -> None:
        """Put an action together, send it, and listen until it is accepted or refused."""
        version, action = self.version, await self.choose(socket)
        key = secrets.token_hex(8)
        await socket.send(json.dumps({"t": "act", "key": key, "version": version, "action": action}))
        while True:
            message = json.loads(await socket.recv())
            await self.hear(socket, message)
            if message["t"] in ("accepted", "refused") and message.get("key") == key:
                return

    async def choose(self, socket: websockets.ClientConnection) -> str:
        """Word by word, whatever is offered."""
        prefix: list[str] = []
        while True:
            self.asked += 1
            await socket.send(json.dumps({"t": "choices", "id": self.asked, "prefix": prefix}))
            message = json.loads(await socket.recv())
            while message.get("id") != self.asked:
                await self.hear(socket, message)
                message = json.loads(await socket.recv())
            if "action" in message:
                return str(message["action"])
            if message.get("choices"):
                prefix.append(self.rng.choice(message["choices"])["text"])
            elif "span" in message:
                prefix.append(self.number(message["span"]))
            else:
                prefix.clear()  # this way leads nowhere

    def number(self, span: dict[str, Any]) -> str:
        """A number of a span, spelled as the game spells it."""
        value = self.rng.randrange(span["low"], span["high"] + 1, span["step"])
        return str(value) if span["scale"] == 1 else f"{value / span['scale']:.{len(str(span['scale'])) - 1}f}"


def main() -> int:
    words = argparse.ArgumentParser(description="A bot that plays at random.")
    words.add_argument("server", help="such as http://127.0.0.1:8000")
    words.add_argument("--game", default="cities")
    words.add_argument("--level", default="beginner")
    words.add_argument("--join", metavar="LINK", help="the link of an invitation")
    words.add_argument("--seed", type=int)
    asked = words.parse_args()
    server = asked.server.rstrip("/")
    try:
        room, token = join_room(server, asked.join) if asked.join else new_room(server, asked.game, asked.level, {})
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    print(f"{server}/room/{room}")
    bot = Bot(server, room, token, asked.seed)
    result = asyncio.run(bot.play())
    print(f"{bot.seat}: {result['words']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
