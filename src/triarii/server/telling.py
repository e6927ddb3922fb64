"""What a room tells of its entries and positions, as bytes: each piece is made once for all who may know the same.

Entries and positions never change once they are stored. So a thread of the desk can make the pieces while the game goes
on, and whoever asks next gets them from the cache. A piece is made for one eye, unless the game hides nothing from any.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import partial
from typing import NamedTuple

import msgspec

from triarii.core.contract import Event, Eye
from triarii.core.records import TookBack
from triarii.server import told
from triarii.server.course import Course
from triarii.server.desk import Desk
from triarii.server.guests import Guest
from triarii.server.told_cache import ToldCache
from triarii.server.wire import written

WELCOMED = 100
"""Entries that a welcome tells; those before are asked for in pages."""
PAGE = 100
MISSED = 50
"""Entries that news bring to whoever comes back; after more, a welcome is shorter."""
FEW, FEW_HEAVY = 40, 4
"""Pieces that are made on the event loop; it would take longer to hand them to a thread."""


def page(before: int, version: int) -> range:
    """The numbers of the entries on the page that ends before this one."""
    after = min(before, version + 1)
    return range(max(1, after - PAGE), after)


class Kind(Enum):
    ENTRY = "entry"
    VIEW = "view"
    """Of the position after an entry, in no language."""
    WORDS = "words"
    """The same position in sentences."""


class Piece(NamedTuple):
    """One thing that is told."""

    kind: Kind
    number: int
    eye: Eye
    lang: str


class Teller:
    """Tells of one game; its tellings share what they have made."""

    def __init__(self, room: str, course: Course, desk: Desk, cache: ToldCache) -> None:
        self.room = room
        self.course = course
        self.desk = desk
        self.cache = cache
        self.heavy = course.line.game.info.heavy
        self.secretive = course.line.game.info.hides(course.line.header.options)
        """Whether this game, as it is set up, keeps anything from an eye."""
        self._making: dict[Piece, asyncio.Future[dict[Piece, bytes]]] = {}

    @property
    def few(self) -> int:
        return FEW_HEAVY if self.heavy else FEW

    def telling(self) -> Telling:
        return Telling(self)

    # Which pieces a message is made of

    @property
    def latest(self) -> range:
        """The numbers of the entries that a welcome tells."""
        return range(max(0, self.course.version - WELCOMED) + 1, self.course.version + 1)

    def news_do(self, seen: int) -> bool:
        """Whether the entries since then tell all that was missed, and are not too many."""
        behind = self.course.version - seen
        return 0 <= behind <= MISSED and not any(isinstance(each, TookBack) for each in self.course.entries_since(seen))

    def needed(self, guest: Guest, seen: int | None) -> list[Piece]:
        """What catching up is made of."""
        eye, lang, version = guest.eye, guest.lang, self.course.version
        if seen is not None and self.news_do(seen):
            numbers = range(seen + 1, version + 1)
            return self.entries(numbers, eye, lang) + self.views(numbers, eye, lang, guest.wordy)
        known = self.cache.get(self.room, self.page_name(eye, lang)) is not None
        return ([] if known else self.entries(self.latest, eye, lang)) + self.views({0, version}, eye, lang, True)

    def page_name(self, eye: Eye, lang: str) -> tuple[object, ...]:
        """Under which the entries of a welcome are kept as one piece: whoever comes next pays nothing for them."""
        return "latest", self.course.version, self._shared(eye), lang

    def entries(self, numbers: Iterable[int], eye: Eye, lang: str) -> list[Piece]:
        shared = self._shared(eye)
        return [Piece(Kind.ENTRY, number, shared, lang) for number in numbers]

    def views(self, numbers: Iterable[int], eye: Eye, lang: str, wordy: bool) -> list[Piece]:
        shared = self._shared(eye)
        kinds = [(Kind.VIEW, ""), (Kind.WORDS, lang)] if wordy else [(Kind.VIEW, "")]
        return [Piece(kind, number, shared, spoken) for number in numbers for kind, spoken in kinds]

    def _shared(self, eye: Eye) -> Eye:
        """Where nothing is hidden, all eyes are told the same."""
        return eye if self.secretive else Eye.OBSERVER

    # Making them beside the event loop

    async def make(self, pieces: Sequence[Piece], asker: str) -> dict[Piece, bytes]:
        """All these pieces. What somebody else is having made already is waited for, not made again."""
        made: dict[Piece, bytes] = {}
        while missing := self.missing(pieces, made):
            others = {self._making[piece] for piece in missing if piece in self._making}
            for other in others:
                made.update(await asyncio.shield(other))
            if others:
                continue
            async with self.desk.place(asker) as place:
                missing = [each for each in self.missing(pieces, made) if each not in self._making]
                if missing:
                    making = asyncio.ensure_future(place.think(partial(_made, self.course, missing)))
                    self._begin(missing, making)
                    made.update(await asyncio.shield(making))  # kept even if nobody waits for it any more
        return made

    def missing(self, pieces: Sequence[Piece], made: dict[Piece, bytes]) -> list[Piece]:
        """Those that have to be made; what the cache has is taken from there."""
        for piece in pieces:
            if piece not in made:
                kept = self.cache.get(self.room, piece)
                if kept is not None:
                    made[piece] = kept
        return [piece for piece in pieces if piece not in made]

    def _begin(self, pieces: Sequence[Piece], making: asyncio.Future[dict[Piece, bytes]]) -> None:
        for piece in pieces:
            self._making[piece] = making

        def done(making: asyncio.Future[dict[Piece, bytes]]) -> None:
            for piece in pieces:
                del self._making[piece]
            if not making.cancelled() and making.exception() is None:
                for piece, data in making.result().items():
                    self.cache.put(self.room, piece, data)

        making.add_done_callback(done)


class Telling:
    """What one or more guests are told together; pieces that are not at hand are made on the spot."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._made: dict[Piece, bytes] = {}
        self._events: dict[int, Sequence[Event] | None] = {}

    def missing(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Those of these pieces that are not at hand."""
        return self._teller.missing(pieces, self._made)

    async def prepare(self, pieces: Sequence[Piece], asker: str) -> None:
        """Have them at hand."""
        self._made.update(await self._teller.make(pieces, asker))

    def entry(self, number: int, eye: Eye, lang: str) -> msgspec.Raw:
        """An entry of the record, without its view."""
        (piece,) = self._teller.entries([number], eye, lang)
        return msgspec.Raw(self._bytes(piece))

    def latest(self, eye: Eye, lang: str) -> msgspec.Raw:
        """The entries of a welcome, without their views."""
        teller = self._teller
        name = teller.page_name(eye, lang)
        page = teller.cache.get(teller.room, name)
        if page is None:
            page = written([self.entry(number, eye, lang) for number in teller.latest])
            teller.cache.put(teller.room, name, page)
        return msgspec.Raw(page)

    def entry_with_view(self, number: int, eye: Eye, lang: str, wordy: bool) -> msgspec.Raw:
        """The same with the position that it led to."""
        entry, view = self.entry(number, eye, lang), self.view(number, eye, lang, wordy)
        return msgspec.Raw(b'%b,"view":%b}' % (bytes(entry)[:-1], bytes(view)))

    def view(self, number: int, eye: Eye, lang: str, wordy: bool = True) -> msgspec.Raw:
        """A position; in sentences too, if asked for."""
        view, *words = [self._bytes(piece) for piece in self._teller.views([number], eye, lang, wordy)]
        seen_by = written(told.EYES[eye])
        return msgspec.Raw(b'{"eye":%b,%b,"words":%b}' % (seen_by, view[1:-1], words[0] if words else b"[]"))

    def _bytes(self, piece: Piece) -> bytes:
        if self.missing([piece]):
            self._made[piece] = _make(self._teller.course, piece, self._events)
            if self._teller.heavy:  # what is made in no time is not worth the memory
                self._teller.cache.put(self._teller.room, piece, self._made[piece])
        return self._made[piece]


def _made(course: Course, pieces: Iterable[Piece]) -> dict[Piece, bytes]:
    events: dict[int, Sequence[Event] | None] = {}
    return {piece: _make(course, piece, events) for piece in pieces}


def _make(course: Course, piece: Piece, events: dict[int, Sequence[Event] | None]) -> bytes:
    game, number = course.line.game, piece.number
    match piece.kind:
        case Kind.ENTRY:
            if number not in events:
                events[number] = told.events(course, number)
            return written(told.entry(course, number, piece.eye, piece.lang, events[number]))
        case Kind.VIEW:
            seen = told.view(game, course.positions[number], piece.eye, piece.lang, with_words=False)
            return written({name: seen[name] for name in ("turn", "text", "facts")})
        case Kind.WORDS:
            return written(told.words_of_view(game, course.positions[number].view(piece.eye), piece.lang))
