"""Sends hostile inputs to a real server and looks at what comes back, while a real game goes on beside it.

An input follows from the seed and its number alone: python -m benchmarks.hostile.run SEED NUMBER … sends some again.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks import figures
from benchmarks.attacks.scene import Door
from benchmarks.attacks.visitor import PATIENCE, TEXT, Answer, Gone, Server, Speaker, exchange, frame, request
from benchmarks.canaries import SOURCE, People
from benchmarks.hostile import raw, spoken
from benchmarks.hostile.described import Described, Request
from benchmarks.under_attack import Served
from triarii.server.wire import hall

AT_ONCE = 16
SESSION = 8
"""Messages of one socket, at most."""
SHARES = {"http": 0.65, "socket": 0.1, "hall": 0.03, "raw": 0.22}
"""How often each is begun; a socket says several things, so that of all inputs four in ten are messages."""
TABLES = 36
SITTINGS = 40
"""After so many sockets a room is left, for its game may be over long since."""
MEMORY_MB = 1_500
MOST_TOLD = 40
MOST_UNANSWERED = 30
DONE = 7_777_777
WRONG = re.compile(r"ERROR|CRITICAL|[\w.]*(Error|Exception|Exit|Interrupt)\b")
PLAIN = (b"Invalid HTTP request", b"Unsupported upgrade request", b"Bad Request", b"Failed to open a WebSocket")
"""What the layer below us says to bytes that are no HTTP."""
AT_CAPACITY = ("busy", "full", "no_disk", "no_more_rooms", "stopping")
"""What a 503 may say: it is nobody's fault, and passes."""
SOCKETS = ("socket", "hall")
HALL = ""
"""In place of a room."""
HALF = 1.0
"""Seconds that are waited for an answer to what may be half a request: then the server waits for the rest, rightly."""
SETTINGS: tuple[tuple[str, dict[str, object], str], ...] = (
    ("cities", {}, ""),
    ("towar", {"variant": "hand_of_three"}, ""),
    ("adlg", {"scenario": "drill_charge"}, ""),
    ("cities", {"claims": "by_claim"}, ""),
    ("adlg", {"scenario": "skirmish"}, ""),
    ("cities", {}, "beginner"),
)
"""What is played in the rooms that are attacked; the last against a computer."""


@dataclass(frozen=True)
class Fault:
    """Something that must not be, and how to see it again."""

    number: int
    what: str
    data: bytes

    def report(self, seed: int) -> str:
        shown = self.data[:600] + (b"..." if len(self.data) > 600 else b"")
        return f"input {self.number} of seed {seed}: {self.what}\n    {shown!r}"


@dataclass
class Table:
    """A room that may be harmed."""

    doors: list[Door]
    watch: str
    sat: int = 0


@dataclass
class Found:
    """What came of it all."""

    inputs: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    faults: dict[str, Fault] = field(default_factory=dict)
    """By what is wrong, each kind once."""
    spoken: dict[str, str] = field(default_factory=dict)
    """The words of each refusal that were seen first, by its code."""
    moves: int = 0
    memory_mb: int = 0

    def fault(self, number: int, what: str, data: bytes) -> None:
        self.faults.setdefault(what, Fault(number, what, data))

    def as_json(self) -> dict[str, object]:
        return {
            "inputs": sum(self.inputs.values()),
            "kinds": dict(sorted(self.inputs.items())),
            "answers": dict(sorted(self.answers.items())),
            "refusals": len(self.spoken),
            "faults": len(self.faults),
            "moves_beside": self.moves,
            "most_memory_mb": self.memory_mb,
        }


class Fuzz:
    """One run."""

    def __init__(self, served: Served, seed: int, inputs: int, advance: Callable[[int], None]) -> None:
        self.served = served
        self.server: Server = served.server
        self.seed = seed
        self.inputs = inputs
        self.advance = advance
        self.found = Found()
        self.tables: list[Table] = []
        self._next = 0
        self._unanswered = 0
        self._read = 0

    async def run(self, numbers: Sequence[int] | None = None, every: float = 2.5) -> Found:
        """All inputs, or only some of them."""
        beside = People(self.server, every, 300, self.seed)
        await beside.open()
        playing = asyncio.create_task(beside.play(86_400))
        self.tables = [await self._table(number) for number in range(TABLES)]
        rooms = {table.doors[0].room: table.doors[0].token for table in self.tables}
        described = json.loads((await self._ask("GET", "/api/openapi.json")).body)
        self.described = Described.read(described, self.server, rooms, await self._record_of(self.tables[0]))
        if numbers is not None:
            for number in numbers:
                await self._send(number)
        else:
            await asyncio.gather(*(self._loop() for _ in range(AT_ONCE)))
        await self._look_after(self._next)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await self._end(beside)
        return self.found

    async def _loop(self) -> None:
        while self._next < self.inputs and self._goes_on():
            number, rng = self._next, self._rng(self._next)
            # A session of a socket takes several numbers: each message is an input.
            size = rng.randint(1, SESSION) if self._kind(rng) in SOCKETS else 1
            self._next += size
            await self._send(number)
            self.advance(size)
            if number % 200 < size:
                await self._look_after(number)

    def _goes_on(self) -> bool:
        """Not against a server that is gone or stands still, nor when there is enough to repair."""
        return self.served.alive and len(self.found.faults) < MOST_TOLD and self._unanswered < MOST_UNANSWERED

    def _rng(self, number: int) -> Random:
        return Random(f"{self.seed}-{number}")

    @staticmethod
    def _kind(rng: Random) -> str:
        return rng.choices(list(SHARES), list(SHARES.values()))[0]

    async def _send(self, number: int) -> None:
        """One input, always the same for the same number."""
        rng = self._rng(number)
        kind = self._kind(rng)
        size = rng.randint(1, SESSION) if kind in SOCKETS else 1
        self.found.inputs[kind] += size
        data = b""
        try:
            if kind == "http":
                asked = self.described.request(rng)
                data = asked.data
                await self._request(number, asked)
            elif kind == "raw":
                data = raw.request(self.server, rng, rng.choice(self.described.rooms))
                await self._raw(number, data)
            elif kind == "hall":
                data = await self._visit(number, rng, size)
            else:
                data = await self._session(number, rng, size)
        except TimeoutError:
            self._unanswered += 1
            self.found.fault(number, f"{kind}: no answer", data)
        except ConnectionRefusedError:
            self._unanswered += 1
            self.found.fault(number, f"{kind}: the door is shut", data)
        except OSError:
            self.found.answers[f"{kind}: lost"] += 1

    # Requests

    async def _request(self, number: int, asked: Request) -> None:
        source = _source(number)
        answer = await self._exchanged(asked.data, source, odd=not asked.speaks)
        if answer is None:
            return
        self._judge(number, f"{asked.method} {asked.path}", answer, asked.data, asked.speaks)
        code = self._code(answer)
        if 400 <= answer.status < 500 and asked.lang and asked.speaks and code not in self.found.spoken:
            await self._both_languages(number, asked, answer, code, source)

    async def _exchanged(self, data: bytes, source: str, odd: bool) -> Answer | None:
        """None where the server waits for more, as it may for what looks like half a request."""
        try:
            return await exchange(self.server, data, source, HALF if odd else PATIENCE)
        except TimeoutError:
            if odd:
                self.found.answers["waits for more"] += 1
                return None
            raise

    async def _raw(self, number: int, data: bytes) -> None:
        answer = await self._exchanged(data, _source(number), odd=True)
        if answer is not None and answer.status:
            self._judge(number, "raw", answer, data, speaks=False)
        elif answer is not None:
            self.found.answers["raw: closed"] += 1

    def _judge(self, number: int, place: str, answer: Answer, data: bytes, speaks: bool) -> None:
        status = answer.status
        self.found.answers[f"HTTP {status}"] += 1
        if status == 0:
            self.found.fault(number, f"{place}: no HTTP came back", data)
        elif status == 503 and self._code(answer) in AT_CAPACITY:
            return
        elif status >= 500:
            self.found.fault(number, f"{place}: status {status}", data)
        elif (status >= 400 and speaks) or (status >= 400 and answer.body.startswith(b"{")):
            self._judge_refusal(number, place, answer, data)

    def _judge_refusal(self, number: int, place: str, answer: Answer, data: bytes) -> None:
        try:
            refusal = json.loads(answer.body)
            good = refusal["code"] and refusal["words"] and isinstance(refusal["words"], str)
        except (ValueError, KeyError, TypeError):
            good = answer.status == 400 and answer.body.startswith(PLAIN)
        if not good:
            self.found.fault(number, f"{place}: status {answer.status} without code and words", data)

    @staticmethod
    def _code(answer: Answer) -> str:
        try:
            return str(json.loads(answer.body)["code"])
        except (ValueError, KeyError, TypeError):
            return ""

    async def _both_languages(self, number: int, asked: Request, answer: Answer, code: str, source: str) -> None:
        """The same again in the other language: other words, for the same reason."""
        other = {"de": b"en", "en": b"de"}[asked.lang]
        data = asked.data.replace(b"Accept-Language: " + asked.lang.encode(), b"Accept-Language: " + other, 1)
        if not code:
            return
        self.found.spoken[code] = json.loads(answer.body)["words"]
        again = await exchange(self.server, data, source)
        if self._code(again) == code and json.loads(again.body)["words"] == self.found.spoken[code]:
            self.found.fault(number, f"{code} is said in one language only", data)

    # Sockets

    async def _session(self, number: int, rng: Random, size: int) -> bytes:
        """A socket in one of the rooms, some hostile messages, and a last question that shows that it is over."""
        place = rng.randrange(TABLES)
        role = rng.choice(("first", "second", "watch", "other", "none"))
        # What is no message at all ends the socket: it comes last, so that all before it is heard.
        kinds = spoken.FIRST if role == "none" else spoken.KINDS
        messages = [spoken.whole(rng, kinds) for _ in range(size - 1)] + [spoken.message(rng, kinds)]
        hello = spoken.greeting(rng, "*" * 22)
        table = await self._table_at(place)
        other = self.tables[(place + 1) % TABLES]
        tokens = {
            "first": table.doors[0].token,
            "second": table.doors[1].token,
            "watch": table.watch,
            "other": other.doors[0].token,
        }
        opening = b"" if role == "none" else hello.replace(b"*" * 22, tokens[role].encode())
        return await self._said(number, table.doors[0].room, opening, messages)

    async def _visit(self, number: int, rng: Random, size: int) -> bytes:
        """The same in the hall."""
        kinds = spoken.IN_THE_HALL
        messages = [spoken.whole(rng, kinds, hall.read) for _ in range(size - 1)] + [spoken.message(rng, kinds)]
        return await self._said(number, HALL, spoken.HALL_HELLO if rng.random() < 0.9 else b"", messages)

    async def _said(self, number: int, room: str, opening: bytes, messages: Sequence[bytes]) -> bytes:
        heard = frame(TEXT, b'{"t":"ping","id":%d}' % DONE)
        data = b"".join(messages)
        try:
            speaker = await Speaker.open(self.server, room, _source(number))
        except Gone as gone:
            self.found.answers[f"socket: status {gone.code}"] += 1
            if gone.code >= 500:
                self.found.fault(number, f"socket: status {gone.code}", data)
            return data
        try:
            await speaker.line.send(opening + data + heard)
            while (message := await speaker.heard(PATIENCE)) != b'{"t":"pong","id":%d}' % DONE:
                self._judge_message(number, message, data)
        except Gone as gone:
            self.found.answers[f"socket: {gone.code or 'lost'}"] += 1
            if gone.code not in spoken.CLOSES and not (gone.code == 0 and _says_no_goodbye(messages)):
                self.found.fault(number, f"socket: closed with {gone.code}", opening + data)
        except TimeoutError:
            if not _may_wait(messages):
                self.found.fault(number, "socket: no answer", opening + data)
        finally:
            speaker.drop()
        return data

    def _judge_message(self, number: int, message: bytes, data: bytes) -> None:
        try:
            parsed = json.loads(message)
        except ValueError:
            self.found.fault(number, "socket: a message that is no JSON", data)
            return
        kind = parsed.get("t")
        self.found.answers[f"socket: {kind}"] += 1
        if kind in ("refused", "error"):
            if parsed.get("code") == "fault":
                self.found.fault(number, "socket: a fault inside", data)
            elif not parsed.get("code") or not parsed.get("words"):
                self.found.fault(number, f"socket: {kind} without code and words", data)

    async def _table_at(self, place: int) -> Table:
        table = self.tables[place]
        table.sat += 1
        if table.sat > SITTINGS:
            table.sat = 0
            self.tables[place] = table = await self._table(place)
        return table

    async def _table(self, number: int) -> Table:
        game, options, level = SETTINGS[number % len(SETTINGS)]
        tokens = [secrets.token_urlsafe(16), secrets.token_urlsafe(16)]
        other = {"kind": "computer", "level": level} if level else {"kind": "person", "token": tokens[1]}
        seats = {"first": {"kind": "person", "token": tokens[0]}, "second": other}
        made = await self._ask("POST", "/api/rooms", {"game": game, "options": options, "seats": seats})
        if made.status != 201:
            raise SystemExit(f"A room to be attacked could not be opened: {made.status} {made.body[:300]!r}")
        opened = json.loads(made.body)
        return Table([Door(opened["room"], token) for token in tokens], opened["watch"])

    async def _ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """From ever new addresses, for these rooms are not what is tried."""
        data = None if body is None else json.dumps(body).encode()
        source = f"127.250.{secrets.randbelow(250)}.{secrets.randbelow(250) + 2}"
        return await exchange(self.server, request(self.server, method, path, data, **headers), source)

    async def _record_of(self, table: Table) -> str:
        """A short game of one move."""
        speaker = await Speaker.open(self.server, table.doors[0].room, SOURCE)
        await speaker.say(t="hello", token=table.doors[0].token)
        await speaker.say(t="act", key="a", version=0, action="b2b4")
        await speaker.until("accepted")
        await speaker.close()
        path = f"/api/rooms/{table.doors[0].room}/record"
        found = await self._ask("GET", path, Authorization=f"Bearer {table.watch}")
        return found.body.decode()

    # The server and the game beside

    async def _look_after(self, number: int) -> None:
        """Whether the server has said that something is wrong since the last look."""
        said = self.served.said()
        fresh, self._read = said[self._read :], len(said)
        for what, around in _complaints(fresh):
            self.found.fault(number, f"the server said (near this input): {what}", around.encode())
        self.found.memory_mb = self.served.peak_mb()
        if self.found.memory_mb > MEMORY_MB:
            self.found.fault(number, f"memory beyond {MEMORY_MB} MB", b"")
        if not self.served.alive:
            self.found.fault(number, "the server died", said[-1500:].encode())

    async def _end(self, beside: People) -> None:
        """The game beside has noticed nothing; it is ended, and its record proves itself."""
        self.found.moves = beside.waits.done
        for problem in beside.waits.failed:
            self.found.fault(-1, f"the game beside: {problem}", b"")
        if not self.served.alive:
            return
        await beside.close()
        door = beside.doors[0]
        speaker = await Speaker.open(self.server, door.room, SOURCE)
        await speaker.say(t="hello", token=door.token)
        version = json.loads(await speaker.until("welcome"))["version"]
        if version != beside.waits.done and version != beside.waits.done + 1:  # one may have been under way
            self.found.fault(-1, f"the game beside is at version {version}, not {beside.waits.done}", b"")
        await speaker.say(t="do", key="end", version=version, what="resign")
        await speaker.until("accepted")
        await speaker.close()
        found = await self._ask("GET", f"/api/rooms/{door.room}/record", Authorization=f"Bearer {door.token}")
        with tempfile.TemporaryDirectory(dir=figures.WORK) as folder:
            file = Path(folder, "beside.jsonl")
            file.write_bytes(found.body)
            command = [sys.executable, "-m", "triarii", "verify", str(file)]
            done = await asyncio.to_thread(subprocess.run, command, capture_output=True, cwd=figures.ROOT, check=False)
        if done.returncode:
            self.found.fault(-1, "the record of the game beside does not verify", done.stdout + done.stderr)


def _source(number: int) -> str:
    """Inputs come from thousands of addresses: limits by address are not what is tried here."""
    return f"127.{number // 60_000 % 200 + 1}.{number // 240 % 250}.{number % 240 + 2}"


def _complaints(said: str) -> list[tuple[str, str]]:
    """What went wrong inside, as the server said it: each problem with the place where it arose, and its last lines."""
    found, place, lines = [], "", said.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("  File "):
            place = line.rpartition("site-packages/")[2].strip()
        elif WRONG.match(line):
            what = f"{line.split(':')[0]} at {place}" if place else line[:200]
            found.append((what, "\n".join(lines[max(0, number - 8) : number + 1])))
            place = ""
    return found


def _says_no_goodbye(messages: Sequence[bytes]) -> bool:
    """After a close frame of ours, or bytes that are no frame, the line may just end."""
    return any(message[:1] not in (b"\x81", b"\x82") or message[1:2] < b"\x80" for message in messages)


def _may_wait(messages: Sequence[bytes]) -> bool:
    """A frame that announces more than it has, or a beginning without an end, makes the server wait for the rest."""
    return any(message[1:2] in (b"\xff", b"\xfe") or message[:1] in (b"\x01", b"\x41", b"G") for message in messages)


def fuzz(
    inputs: int,
    seed: int = 1,
    advance: Callable[[int], None] = lambda _: None,
    numbers: Sequence[int] | None = None,
    every: float = 2.5,
) -> Found:
    """A server of its own, and so many hostile inputs for it."""
    figures.WORK.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=figures.WORK) as folder:
        served = Served(Path(folder))
        served.start()
        served.forget_peak()
        try:
            return asyncio.run(Fuzz(served, seed, inputs, advance).run(numbers, every))
        finally:
            served.end()


def main(words: Sequence[str]) -> int:
    seed, *numbers = (int(word) for word in words)
    found = fuzz(0, seed, numbers=numbers)
    print(found.as_json())
    for fault in found.faults.values():
        print(fault.report(seed))
    return int(bool(found.faults))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
