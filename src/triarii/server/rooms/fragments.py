"""The entries and positions of a room as bytes of JSON: each fragment is made once for all who may know the same.

Entries and positions never change once they are stored. So a thread can make the fragments while the
game goes on, and whoever asks next gets them from the cache. A fragment is made for one eye, unless the game hides
nothing from any. What has sentences is made for one reader: in a language, and with "you".
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple, cast

import msgspec

from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import Event, Eye
from triarii.core.introductions import introduced
from triarii.core.records import TookBack
from triarii.core.texts import LANGUAGES
from triarii.server.play import rendering
from triarii.server.play.live_game import LiveGame
from triarii.server.rooms.fragment_cache import FragmentCache
from triarii.server.rooms.guests import Guest
from triarii.server.thinking.threads import FairThreads
from triarii.server.wire import shown
from triarii.server.wire.messages import written

WELCOMED = 100
"""Entries that a welcome tells; those before are asked for in pages."""
PAGE = 100
MISSED = 50
"""Entries that news bring to whoever comes back; after more, a welcome is shorter."""
FEW, FEW_HEAVY = 40, 4
"""Pieces that are made on the event loop; it would take longer to hand them to a thread."""

SEEN_BY = {eye: written(name) for eye, name in rendering.EYES.items()}


def page(before: int, version: int) -> range:
    """The numbers of the entries on the page that ends before this one."""
    after = min(before, version + 1)
    return range(max(1, after - PAGE), after)


class Kind(StrEnum):
    ENTRY = "entry"
    VIEW = "view"
    """Of the position after an entry, in no language."""
    WORDS = "words"
    """The same position in sentences."""


class Reader(NamedTuple):
    """To whom sentences are told."""

    lang: str
    cast: Cast


class Fragment(NamedTuple):
    """One thing that is told."""

    kind: Kind
    number: int
    eye: Eye
    reader: Reader | None = None
    """None: it has no sentences."""


class Renderer:
    """Renders one game; its batches share what they have made."""

    def __init__(self, room: str, live: LiveGame, threads: FairThreads, cache: FragmentCache) -> None:
        self.room = room
        self.live = live
        self.threads = threads
        self.cache = cache
        self.heavy = live.line.game.info.heavy
        self._making: dict[Fragment, asyncio.Future[dict[Fragment, bytes]]] = {}

    @property
    def few(self) -> int:
        return FEW_HEAVY if self.heavy else FEW

    def new_batch(self) -> Batch:
        return Batch(self)

    # Which fragments a message is made of

    @property
    def latest(self) -> range:
        """The numbers of the entries that a welcome tells."""
        return range(max(0, self.live.version - WELCOMED) + 1, self.live.version + 1)

    def news_do(self, seen: int) -> bool:
        """Whether the entries since then tell all that was missed, and are not too many."""
        behind = self.live.version - seen
        return 0 <= behind <= MISSED and not any(isinstance(each, TookBack) for each in self.live.entries_since(seen))

    def needed(self, guest: Guest, reader: Reader, seen: int | None) -> list[Fragment]:
        """What catching up is made of."""
        eye, version = guest.eye, self.live.version
        if seen is not None and self.news_do(seen):
            numbers = range(seen + 1, version + 1)
            return self.entries(numbers, eye, reader) + self.views(numbers, eye, reader, guest.wordy)
        known = self.cache.get(self.room, self.page_name(eye, reader)) is not None
        return ([] if known else self.entries(self.latest, eye, reader)) + self.views({0, version}, eye, reader, True)

    def page_name(self, eye: Eye, reader: Reader) -> tuple[object, ...]:
        """Under which the entries of a welcome are kept as one fragment: whoever comes next pays nothing for them."""
        return "latest", self.live.version, self.shared(eye), reader

    def entries(self, numbers: Iterable[int], eye: Eye, reader: Reader) -> list[Fragment]:
        shared = self.shared(eye)
        return [Fragment(Kind.ENTRY, number, shared, reader) for number in numbers]

    def views(self, numbers: Iterable[int], eye: Eye, reader: Reader, wordy: bool) -> list[Fragment]:
        shared = self.shared(eye)
        kinds = ((Kind.VIEW, None), (Kind.WORDS, reader))[: 2 if wordy else 1]
        return [Fragment(kind, number, shared, told_to) for number in numbers for kind, told_to in kinds]

    def shared(self, eye: Eye) -> Eye:
        """Where nothing is hidden, all eyes are told the same."""
        return eye if self.live.secretive else Eye.OBSERVER

    # Making them beside the event loop

    async def make(self, fragments: Sequence[Fragment], asker: str) -> dict[Fragment, bytes]:
        """All these fragments. What somebody else is having made already is waited for, not made again."""
        made: dict[Fragment, bytes] = {}
        while missing := self.missing(fragments, made):
            others = {self._making[fragment] for fragment in missing if fragment in self._making}
            for other in others:
                made.update(await asyncio.shield(other))
            if others:
                continue
            async with self.threads.slot(asker) as slot:
                missing = [each for each in self.missing(fragments, made) if each not in self._making]
                if missing:
                    making = asyncio.ensure_future(slot.run(partial(_made, self.live, missing)))
                    self._begin(missing, making)
                    made.update(await asyncio.shield(making))  # kept even if nobody waits for it any more
        return made

    def missing(self, fragments: Sequence[Fragment], made: dict[Fragment, bytes]) -> list[Fragment]:
        """Those that have to be made; what the cache has is taken from there."""
        for fragment in fragments:
            if fragment not in made:
                kept = self.cache.get(self.room, fragment)
                if kept is not None:
                    made[fragment] = kept
        return [fragment for fragment in fragments if fragment not in made]

    def _begin(self, fragments: Sequence[Fragment], making: asyncio.Future[dict[Fragment, bytes]]) -> None:
        for fragment in fragments:
            self._making[fragment] = making

        def done(making: asyncio.Future[dict[Fragment, bytes]]) -> None:
            for fragment in fragments:
                del self._making[fragment]
            if not making.cancelled() and making.exception() is None:
                for fragment, data in making.result().items():
                    self.cache.put(self.room, fragment, data)

        making.add_done_callback(done)


class Batch:
    """What one or more guests are told together; fragments that are not at hand are made on the spot.

    What it gives is JSON already (`Raw`), and goes into messages in the place of what it spells.
    """

    def __init__(self, renderer: Renderer) -> None:
        self._teller = renderer
        self._made: dict[Fragment, bytes] = {}
        self._events: dict[int, Sequence[Event] | None] = {}

    def missing(self, fragments: Sequence[Fragment]) -> list[Fragment]:
        """Those of these fragments that are not at hand."""
        return self._teller.missing(fragments, self._made)

    async def prepare(self, fragments: Sequence[Fragment], asker: str) -> None:
        """Have them at hand."""
        self._made.update(await self._teller.make(fragments, asker))

    def entry(self, number: int, eye: Eye, reader: Reader) -> shown.Entry:
        """An entry of the record, without its view."""
        return cast(shown.Entry, msgspec.Raw(self._entry(number, eye, reader)))

    def latest(self, eye: Eye, reader: Reader) -> Sequence[shown.Entry]:
        """The entries of a welcome, without their views."""
        renderer = self._teller
        name = renderer.page_name(eye, reader)
        page = renderer.cache.get(renderer.room, name)
        if page is None:
            page = written([self.entry(number, eye, reader) for number in renderer.latest])
            renderer.cache.put(renderer.room, name, page)
        return cast(Sequence[shown.Entry], msgspec.Raw(page))

    def entry_with_view(self, number: int, eye: Eye, reader: Reader, wordy: bool) -> shown.Entry:
        """The same with the position that it led to."""
        entry, view = self._entry(number, eye, reader), self._view(number, eye, reader, wordy)
        return cast(shown.Entry, msgspec.Raw(b'%b,"view":%b}' % (entry[:-1], view)))

    def view(self, number: int, eye: Eye, reader: Reader) -> shown.View:
        """A position, in sentences too."""
        return cast(shown.View, msgspec.Raw(self._view(number, eye, reader, wordy=True)))

    def _entry(self, number: int, eye: Eye, reader: Reader) -> bytes:
        return self._bytes(Fragment(Kind.ENTRY, number, self._teller.shared(eye), reader))

    def _view(self, number: int, eye: Eye, reader: Reader, wordy: bool) -> bytes:
        shared = self._teller.shared(eye)
        view = self._bytes(Fragment(Kind.VIEW, number, shared))
        words = self._bytes(Fragment(Kind.WORDS, number, shared, reader)) if wordy else b"[]"
        return b'{"eye":%b,%b,"words":%b}' % (SEEN_BY[eye], view[1:-1], words)

    def _bytes(self, fragment: Fragment) -> bytes:
        found = self._made.get(fragment) or self._teller.cache.get(self._teller.room, fragment)
        if found is None:
            found = _make(self._teller.live, fragment, self._events)
            if self._teller.heavy:  # what is made in no time is not worth the memory
                self._teller.cache.put(self._teller.room, fragment, found)
        self._made[fragment] = found
        return found


def _made(live: LiveGame, fragments: Iterable[Fragment]) -> dict[Fragment, bytes]:
    events: dict[int, Sequence[Event] | None] = {}
    return {fragment: _make(live, fragment, events) for fragment in fragments}


def _make(live: LiveGame, fragment: Fragment, events: dict[int, Sequence[Event] | None]) -> bytes:
    game, number, eye = live.line.game, fragment.number, fragment.eye
    lang, cast_of = fragment.reader or Reader(LANGUAGES[0], EVERYBODY)
    match fragment.kind:
        case Kind.ENTRY:
            if number not in events:
                events[number] = rendering.events(live, number)
            return written(rendering.entry(live, number, eye, lang, cast_of, events[number]))
        case Kind.VIEW:
            return written(rendering.seen(game, live.positions[number].view(eye)))
        case Kind.WORDS:
            position = live.positions[number]
            known = introduced(cast_of, game, position)
            return written(rendering.words_of_view(game, position.view(eye), lang, known))
