"""The record of a game: header, entries, end, seal, as lines of JSON of which each vouches for the one before.

`docs/records.md` describes the format. What the entries mean for a position, `timeline` knows.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeAlias

from triarii.core.contract import Options, Refusal, SeatName, Turn
from triarii.core.options import LARGEST, unknown

FORMAT = 2
SEALED_SINCE = 2
"""The first format whose end can be followed by a seal."""
CHAIN = b"triarii-record-1\0"
"""Versions the canonical byte form that the chain is computed over."""
HEAD = b'{"chain":"'
"""How every line begins."""
KEY_BYTES, SIGNATURE_BYTES = 32, 64
"""Of Ed25519, in which records are sealed."""

SEAT_NAMES: dict[Turn, SeatName] = {Turn.FIRST: "first", Turn.SECOND: "second"}
NAMED_SEATS: dict[str, Turn] = {name: seat for seat, name in SEAT_NAMES.items()}
HUMAN = "human"
"""Who plays, where a person gave no name."""


@dataclass(frozen=True)
class Header:
    """Everything that was settled before the first move."""

    game: str
    rules_version: int
    options: Options
    seats: tuple[str, str] = ("", "")
    """Who plays, as a name for people."""
    id: str = ""
    """The game's own id; it goes into every chance."""
    commit: str = ""
    """The hash that promises the secret of chance; empty where chance is entered by hand."""
    texts: tuple[str, str] = ("", "")
    """What each seat adds to chance."""
    start: str = ""
    """The text of the position it starts from; empty for the game's own start."""
    date: str = ""
    """The day as YYYY-MM-DD; a proof asks whether it is one."""
    format: int = FORMAT
    """How the record is written: one that was read is written again as it was."""


@dataclass(frozen=True)
class ChanceFell:
    """A chance outcome."""

    kind: ClassVar[str] = "chance"
    text: str


@dataclass(frozen=True)
class Acted:
    """An action of a seat."""

    kind: ClassVar[str] = "action"
    seat: Turn
    text: str


@dataclass(frozen=True)
class TookBack:
    """All after entry `to` is undone; the undone entries stay in the record."""

    kind: ClassVar[str] = "take_back"
    to: int


@dataclass(frozen=True)
class DrawOffered:
    """A seat offers a draw; it stands until the other seat acts."""

    kind: ClassVar[str] = "draw_offered"
    seat: Turn


@dataclass(frozen=True)
class DrawAgreed:
    """A seat accepts the offered draw."""

    kind: ClassVar[str] = "draw_agreed"
    seat: Turn


@dataclass(frozen=True)
class Resigned:
    """A seat gives up."""

    kind: ClassVar[str] = "resigned"
    seat: Turn


@dataclass(frozen=True)
class FlagFell:
    """A seat ran out of time."""

    kind: ClassVar[str] = "flag_fell"
    seat: Turn


@dataclass(frozen=True)
class ClockRead:
    """What both clocks showed, in milliseconds left."""

    kind: ClassVar[str] = "clock"
    first: int
    second: int


@dataclass(frozen=True)
class TimeCalled:
    """The time for the game is up; the game says how it comes to its end (capability `time`)."""

    kind: ClassVar[str] = "time_called"


Entry: TypeAlias = (
    ChanceFell | Acted | TookBack | DrawOffered | DrawAgreed | Resigned | FlagFell | ClockRead | TimeCalled
)
ENTRY_KINDS: Mapping[str, type[Any]] = {
    kind.kind: kind
    for kind in (ChanceFell, Acted, TookBack, DrawOffered, DrawAgreed, Resigned, FlagFell, ClockRead, TimeCalled)
}


@dataclass(frozen=True)
class End:
    """How it ended, and the secret that proves every chance."""

    winner: Turn | None
    rule: str
    secret: str = ""


@dataclass(frozen=True)
class Seal:
    """A server's signature under everything up to the end; `seals` makes and checks it."""

    key: str
    """The server's public key, 32 bytes in hexadecimal."""
    signature: str


@dataclass(frozen=True)
class Record:
    """A whole game, or one under way. Immutable: a longer record is another one."""

    header: Header
    entries: Sequence[Entry] = ()
    end: End | None = None
    seal: Seal | None = None


@dataclass(frozen=True)
class Loaded:
    """What a file gave: the record up to the first damage, and what the damage is."""

    record: Record | None
    damage: Refusal | None = None


def dump(record: Record) -> bytes:
    """The record as a file's bytes."""
    return b"".join(_canonical({**line, "chain": link.hex()}) + b"\n" for link, line in _chained(record))


def last_link(record: Record) -> bytes:
    """The link of the last line before the seal: it stands for the whole game."""
    return next(link for link, line in reversed(list(_chained(record))) if line["kind"] != "seal")


def parse(data: bytes) -> Loaded:
    """The record that a file's bytes hold, up to the first damaged line."""
    reading = _Reading()
    whole, _, broken = data.rpartition(b"\n")
    lines = whole.split(b"\n") if whole or data.startswith(b"\n") else []
    if not _looks_like_record(data):
        return Loaded(None, Refusal("record.none"))
    for number, line in enumerate(lines, start=1):
        damage = reading.take(number, line)
        if damage is not None:
            return Loaded(reading.record, damage)
    if broken or reading.header is None:
        return Loaded(reading.record, Refusal("record.broken_off", params={"line": len(lines) + 1}))
    return Loaded(reading.record)


def _looks_like_record(data: bytes) -> bool:
    """Whether it begins as a record does, be it damaged or broken off: of anything else nobody wants to hear which of
    its lines was changed."""
    head = data.partition(b"\n")[0]
    return HEAD.startswith(head) or HEAD in head or b'"kind":"record"' in head


@dataclass
class _Reading:
    """A record being read line by line, each line checked against the one before."""

    header: Header | None = None
    entries: list[Entry] = field(default_factory=list)
    end: End | None = None
    seal: Seal | None = None
    link: bytes = field(default=bytes(32))

    @property
    def record(self) -> Record | None:
        return None if self.header is None else Record(self.header, tuple(self.entries), self.end, self.seal)

    def take(self, number: int, line: bytes) -> Refusal | None:
        try:
            found = json.loads(line)
            chain = found.pop("chain")
            link = _link(self.link, found)
            genuine = chain == link.hex() and line == _canonical({**found, "chain": chain})
        except (ValueError, RecursionError, KeyError, AttributeError, TypeError):
            genuine = False
        if not genuine:
            return Refusal("record.changed_line", params={"line": number})
        try:
            refusal = self._understand(found)
        except (ValueError, KeyError, TypeError, AttributeError):
            refusal = Refusal("record.not_understood")
        if refusal is not None:
            return Refusal("record.line", params={"line": number, "reason": refusal.message})
        self.link = link
        return None

    def _understand(self, line: dict[str, Any]) -> Refusal | None:
        kind = line.pop("kind")
        if self.header is None:
            if kind != "record":
                return Refusal("record.no_header")
            form = _number(line.pop("format"))
            if not 1 <= form <= FORMAT:
                return Refusal("record.format", params={"known": FORMAT})
            self.header = _header(line, form)
        elif kind == "seal" and self.header.format >= SEALED_SINCE and self.seal is None:
            if self.end is None:
                return Refusal("record.seal_before_end")
            self.seal = _seal(line)
        elif self.end is not None:
            return Refusal("record.after_end")
        elif kind == "end":
            self.end = _end(line)
        elif kind in ENTRY_KINDS:
            self.entries.append(_entry(kind, line))
        else:
            return unknown("record.unknown_kind", str(kind), ENTRY_KINDS)
        return None


def _objects(record: Record) -> list[dict[str, object]]:
    header = record.header
    lines: list[dict[str, object]] = [
        {
            "kind": "record",
            "format": header.format,
            "game": header.game,
            "rules": header.rules_version,
            "options": dict(header.options),
            "seats": list(header.seats),
            "id": header.id,
            "commit": header.commit,
            "texts": list(header.texts),
            "start": header.start,
            "date": header.date,
        }
    ]
    for entry in record.entries:
        columns = {each.name: _plain(getattr(entry, each.name)) for each in fields(entry)}
        lines.append({"kind": entry.kind, **columns})
    if record.end is not None:
        winner = "" if record.end.winner is None else SEAT_NAMES[record.end.winner]
        lines.append({"kind": "end", "winner": winner, "rule": record.end.rule, "secret": record.end.secret})
    if record.seal is not None:
        lines.append({"kind": "seal", "key": record.seal.key, "signature": record.seal.signature})
    return lines


def _chained(record: Record) -> Iterator[tuple[bytes, dict[str, object]]]:
    """Every line with its link."""
    link = bytes(32)
    for line in _objects(record):
        link = _link(link, line)
        yield link, line


def _plain(value: object) -> object:
    return SEAT_NAMES[value] if isinstance(value, Turn) else value


def _canonical(line: Mapping[str, object]) -> bytes:
    """Sorted keys, no spaces, UTF-8: one byte form for one content."""
    return json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def _link(before: bytes, line: Mapping[str, object]) -> bytes:
    return hashlib.sha256(CHAIN + before + _canonical(line)).digest()


def _header(line: dict[str, Any], form: int) -> Header:
    _exactly(line, {"game", "rules", "options", "seats", "id", "commit", "texts", "start", "date"})
    options = line["options"]
    if not isinstance(options, dict):
        raise TypeError("options")
    return Header(
        game=_text(line["game"]),
        rules_version=_number(line["rules"]),
        options=options,
        seats=_pair(line["seats"]),
        id=_text(line["id"]),
        commit=_text(line["commit"]),
        texts=_pair(line["texts"]),
        start=_text(line["start"]),
        date=_text(line["date"]),
        format=form,
    )


def _entry(kind: str, line: dict[str, Any]) -> Entry:
    wanted = ENTRY_KINDS[kind]
    read = {"seat": lambda seat: NAMED_SEATS[_text(seat)], "text": _text}
    _exactly(line, {each.name for each in fields(wanted)})
    made: Entry = wanted(**{name: read.get(name, _number)(value) for name, value in line.items()})
    return made


def _end(line: dict[str, Any]) -> End:
    _exactly(line, {"winner", "rule", "secret"})
    winner = _text(line["winner"])
    return End(NAMED_SEATS[winner] if winner else None, _text(line["rule"]), _text(line["secret"]))


def _seal(line: dict[str, Any]) -> Seal:
    _exactly(line, {"key", "signature"})
    return Seal(_hexadecimal(line["key"], KEY_BYTES), _hexadecimal(line["signature"], SIGNATURE_BYTES))


def _exactly(line: Mapping[str, object], names: set[str]) -> None:
    if set(line) != names:
        raise KeyError("fields")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is wanted")
    return value


def _hexadecimal(value: object, size: int) -> str:
    if not re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", _text(value)):
        raise ValueError("hexadecimal digits in lower case are wanted")
    return _text(value)


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST:
        raise TypeError("a number is wanted")
    return value


def _pair(value: object) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise TypeError("a pair is wanted")
    return _text(value[0]), _text(value[1])
