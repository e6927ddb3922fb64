"""The hall: whoever is in it is told of open games, of own games and of games to watch, without asking again.

What is offered is in the database, so that all processes tell the same. What is told is put together a moment after
something happened, once for all who want to know.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from msgspec import UNSET
from sqlalchemy.exc import DatabaseError

from triarii.core import options as game_options
from triarii.core import registry
from triarii.core.contract import SEATS, Refusal, Turn
from triarii.core.records import SEAT_NAMES
from triarii.server.hall.tournaments import ClubEvening
from triarii.server.play import set_up
from triarii.server.rooms import clocks, tokens
from triarii.server.rooms.lobby import Lobby
from triarii.server.rooms.summary import rating_told, summary
from triarii.server.storage.open_games import JoinedAlready, Joining, OpenGame
from triarii.server.storage.profiles import Against
from triarii.server.storage.store import PERSON, RoomData, Seat
from triarii.server.wire import hall as wire
from triarii.server.wire.answers import RatingTold, RoomInfo
from triarii.server.wire.messages import written
from triarii.server.wire.plain_text import plain_name

SOON = 0.1
"""Seconds in which changes are gathered before they are told."""
LINGER = 3.0
"""Seconds until an open game is withdrawn whose page is gone: who comes back at once was never away."""
MOST = 500
"""Open games of all people."""
WATCHED = 12
"""Games to watch that are told of."""
ROUNDS = 5
"""How often somebody who looks is paired anew when another was faster."""


class Visitor(Protocol):
    """One connection. Sending never waits."""

    lang: str
    address: str

    def send(self, message: bytes) -> None: ...


class Visit:
    """What one visitor of the hall wants."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.seeks: OpenGame | None = None
        self.follows: frozenset[str] = frozenset()
        self.watches = False
        self.attends: str | None = None
        self.knows: tuple[str, int] | None = None
        """Of which tournament it was told last, and which revision."""

    def tell(self, message: wire.HallTold) -> None:
        self.visitor.send(written(message))


class Hall:
    """All who are here, of one process."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.visits: set[Visit] = set()
        self._offers = Gathered(lobby, self._tell_open_games)
        self._rooms = Gathered(lobby, self._tell_rooms)
        self._watched = Gathered(lobby, self._tell_watch_list)
        self._evenings = Gathered(lobby, self._tell_tournaments)
        self._evening = ClubEvening(lobby)
        self._to_look_at: set[str] = set()
        self._rounds: dict[str, frozenset[str]] = {}
        """The rooms of the round that is played, of each tournament that somebody attends."""
        self._changed: set[str] = set()
        lobby.on_tournament = self._tournament_changed
        lobby.on_news = self._news
        lobby.on_open_games = self._open_games_changed

    # Coming and going

    async def enter(self, visitor: Visitor) -> Visit:
        visit = Visit(visitor)
        self.visits.add(visit)
        visit.tell(await self._open_games())
        return visit

    def leave(self, visit: Visit) -> None:
        self.visits.discard(visit)
        if visit.seeks is not None:
            seeks = visit.seeks
            asyncio.get_running_loop().call_later(LINGER, lambda: self.lobby.chore(self._gone(seeks)))

    async def _gone(self, seeks: OpenGame) -> None:
        """Unless whoever looked has come back to this process; another one has put its own name under it by now."""
        if all(visit.seeks is None or visit.seeks.token != seeks.token for visit in self.visits):
            with contextlib.suppress(DatabaseError):  # it goes with the process at last
                if await self.lobby.store.open_games.withdraw(seeks.token):
                    self._offers.soon()

    # Finding each other

    async def seek(self, visit: Visit, said: wire.Seek) -> Refusal | None:
        """Offer a game, or join whoever looks for the same already."""
        offer = self._offer(said)
        if isinstance(offer, Refusal):
            return offer
        if await self.lobby.store.open_games.count() >= MOST:
            return Refusal("hall_full")
        if visit.seeks is not None and visit.seeks.token != offer.token:
            await self.withdraw(visit)
        kept = await self.lobby.store.open_games.offer(offer)
        visit.seeks = replace(offer, id=kept.id)
        if not kept.room:
            visit.tell(wire.Seeking(said.key, kept.id))
            await self._pair(visit)
        self._offers.soon()
        return None

    def _offer(self, said: wire.Seek) -> OpenGame | Refusal:
        game = registry.game(said.game)
        if isinstance(game, Refusal):
            return game
        if any(isinstance(value, Mapping | list) for value in said.options.values()):
            return Refusal("open_game_content")
        complete = game_options.complete(game.info, said.options)
        if isinstance(complete, Refusal):
            return complete
        begun = game.start(complete)
        if isinstance(begun, Refusal):
            return begun
        clock = None
        if said.clock is not None:
            wished = said.clock
            found = clocks.to_keep(game, wished.minutes, wished.increment, wished.together, wished.days)
            if isinstance(found, Refusal):
                return found
            clock = found
        sources, name = self.lobby.sources, str(plain_name(said.name))
        return OpenGame(
            id=sources.room_id(),
            token=tokens.hashed(said.token),
            game=said.game,
            options=set_up.unusual(game.info, complete),
            clock=clock,
            experience=said.experience,
            name=name,
            created=sources.now(),
            profile=tokens.hashed(said.profile) if said.profile else "",
        )

    async def _pair(self, visit: Visit) -> None:
        """Two who look for the same need not click: the one who came later joins the other."""
        for _ in range(ROUNDS):
            own = visit.seeks
            waiting = await self.lobby.store.open_games.waiting()
            earlier = [each for each in waiting if own is not None and (each.created, each.id) < (own.created, own.id)]
            found = next((each for each in earlier if own is not None and each.suits(own)), None)
            if own is None or found is None or all(each.id != own.id for each in waiting):
                return
            joiner = Seat(PERSON, "", own.name, "", own.token, own.profile)
            joined = await self._play(visit, found, joiner, instead_of=own.id)
            if not isinstance(joined, Refusal):
                visit.tell(joined)
                return
            if joined.code != "open_game_taken":
                return  # it waits like any other

    async def withdraw(self, visit: Visit) -> None:
        if visit.seeks is not None:
            token, visit.seeks = visit.seeks.token, None
            await self.lobby.store.open_games.withdraw(token)
            visit.tell(wire.Seeking(UNSET, None))
            self._offers.soon()

    async def join(self, visit: Visit, said: wire.Join) -> wire.Matched | Refusal:
        """Play with whoever offers a game. Asked again with the same token, the answer is the same."""
        offer, token = await self.lobby.store.open_games.one(said.id), tokens.hashed(said.token)
        if offer is None:
            return Refusal("open_game_gone")
        if offer.token == token or (visit.seeks is not None and visit.seeks.id == offer.id):
            return Refusal("own_open_game")
        if offer.room:
            if offer.joiner != token:
                return Refusal("open_game_taken")
            return await self._matched(offer, offer.seat.other)
        seeks = visit.seeks
        profile = tokens.hashed(said.profile) if said.profile else ""
        joiner = Seat(PERSON, "", str(plain_name(said.name)), "", token, profile)
        return await self._play(visit, offer, joiner, seeks.id if seeks else "")

    async def _play(self, visit: Visit, offer: OpenGame, joiner: Seat, instead_of: str) -> wire.Matched | Refusal:
        """A room for whoever offers and whoever joins, whose own open game ends thereby."""
        lobby, game = self.lobby, registry.game(offer.game)
        if isinstance(game, Refusal):
            return game
        if not lobby.new_rooms.take(visit.visitor.address):
            return Refusal("too_many")
        complete = game_options.complete(game.info, offer.options)
        if isinstance(complete, Refusal):
            return complete
        seat = Turn(lobby.sources.seed() % 2)
        seats = {seat: Seat(PERSON, "", offer.name, "", offer.token, offer.profile), seat.other: joiner}
        seats = {each: seats[each] for each in SEATS}
        joining = Joining(offer.id, seat, joiner.holder, instead_of)
        watch, asker = lobby.sources.token(), visit.visitor.address
        try:
            made = await lobby.create(game, complete, "", seats, watch, clock=offer.clock, asker=asker, joining=joining)
        except JoinedAlready:
            return Refusal("open_game_taken")
        if isinstance(made, Refusal):
            return made
        told = wire.Matched(made.id, offer.game, SEAT_NAMES[seat.other], made.live.line.header.commit)
        if instead_of:
            visit.seeks = None
        self._offers.soon()
        return told

    async def _matched(self, offer: OpenGame, seat: Turn) -> wire.Matched | Refusal:
        found = await self.lobby.store.summary(offer.room)
        if found is None:
            return Refusal("no_room")
        return wire.Matched(offer.room, offer.game, SEAT_NAMES[seat], found.header.commit)

    # What is told

    async def follow(self, visit: Visit, rooms: Iterable[str]) -> None:
        visit.follows = frozenset(rooms)
        await self._tell_of(visit, visit.follows)

    async def watch_list(self, visit: Visit, on: bool) -> None:
        visit.watches = on
        if on:
            self._watched.soon()

    async def attend(self, visit: Visit, tournament: str | None) -> None:
        visit.attends = tournament
        self._tournament_changed(tournament)

    def _tournament_changed(self, name: str | None) -> None:
        attended = {visit.attends for visit in self.visits if visit.attends is not None}
        self._rounds = {each: rooms for each, rooms in self._rounds.items() if each in attended}
        self._to_look_at |= attended if name is None else attended & {name}
        if self._to_look_at:
            self._evenings.soon()

    def _news(self, room: str | None) -> None:
        if not self.visits:
            return
        live = self.lobby.rooms.get(room or "")
        for name, rooms in self._rounds.items() if live is None or live.live.over else ():
            if room is None or room in rooms:
                self._to_look_at.add(name)
                self._evenings.soon()
        if any(visit.watches for visit in self.visits):
            self._watched.soon()
        followed = {name for visit in self.visits for name in visit.follows}
        self._changed |= followed if room is None else followed & {room}
        if self._changed:
            self._rooms.soon()

    def _open_games_changed(self, forgotten: bool) -> None:
        if forgotten:
            for visit in self.visits:
                if visit.seeks is not None:
                    self.lobby.chore(self._offer_again(visit.seeks))
        self._offers.soon()

    async def _offer_again(self, seeks: OpenGame) -> None:
        with contextlib.suppress(DatabaseError):
            await self.lobby.store.open_games.offer(seeks)

    async def _open_games(self) -> wire.OpenGamesTold:
        waiting = await self.lobby.store.open_games.waiting()
        profiles = [each.profile for each in waiting if each.profile]
        kept = await self.lobby.store.profiles.ratings(profiles, Against.PEOPLE) if profiles else ()
        now = self.lobby.sources.now()
        ratings = {(each.profile, each.game): rating_told(each, now) for each in kept}
        return wire.OpenGamesTold([_told(each, ratings.get((each.profile, each.game))) for each in waiting])

    async def _tell_open_games(self) -> None:
        """First those whose game has begun, then all the list."""
        seeking = {visit.seeks.token: visit for visit in self.visits if visit.seeks is not None}
        for offer in await self.lobby.store.open_games.of(list(seeking)) if seeking else ():
            visit, told = seeking[offer.token], await self._matched(offer, offer.seat)
            if not isinstance(told, Refusal) and visit.seeks is not None:
                visit.seeks = None
                visit.tell(told)
        message = written(await self._open_games())
        for visit in list(self.visits):
            visit.visitor.send(message)

    async def _tell_rooms(self) -> None:
        changed, self._changed = frozenset(self._changed), set()
        for visit in list(self.visits):
            if visit.follows & changed:
                await self._tell_of(visit, visit.follows & changed)

    async def _tell_of(self, visit: Visit, rooms: frozenset[str]) -> None:
        found = await self.lobby.store.summaries(sorted(rooms))
        told = self._infos(found, visit.visitor.lang)
        visit.tell(wire.RoomsTold(told, sorted(rooms - {data.id for data in found})))

    async def _tell_tournaments(self) -> None:
        """Results come in as games end, and with the last of them the next round begins."""
        names, self._to_look_at = self._to_look_at, set()
        for name in names:
            kept = await self._evening.look(name)
            visits = [visit for visit in self.visits if visit.attends == name]
            if isinstance(kept, Refusal) or not visits:
                continue
            playing = kept.tournament.rounds[-1] if kept.tournament.rounds else ()
            self._rounds[name] = frozenset(match.room for match in playing if match.score is None)
            for visit in visits:
                if visit.knows != (name, kept.revision):
                    visit.knows = (name, kept.revision)
                    visit.tell(wire.TournamentChanged(name, kept.revision))

    async def _tell_watch_list(self) -> None:
        found = await self.lobby.store.listed(WATCHED)
        for lang in {visit.visitor.lang for visit in self.visits if visit.watches}:
            message = written(wire.WatchListTold(self._infos(found, lang)))
            for visit in [each for each in self.visits if each.watches and each.visitor.lang == lang]:
                visit.visitor.send(message)

    def _infos(self, found: Iterable[RoomData], lang: str) -> list[RoomInfo]:
        infos = (summary(data, lang, self.lobby.sources) for data in found)
        return [info for info in infos if info is not None]


class Gathered:
    """Work that is done a moment after it was asked for, once for all who asked meanwhile."""

    def __init__(self, lobby: Lobby, work: Callable[[], Awaitable[None]]) -> None:
        self._lobby = lobby
        self._work = work
        self._asked = False
        self._runs = False

    def soon(self) -> None:
        self._asked = True
        if not self._runs:
            self._runs = True
            self._lobby.chore(self._run())

    async def _run(self) -> None:
        try:
            while self._asked:
                await asyncio.sleep(SOON)
                self._asked = False
                with contextlib.suppress(DatabaseError):  # the next change brings it
                    await self._work()
        finally:
            self._runs = False


def _told(game: OpenGame, rating: RatingTold | None) -> wire.OpenGameTold:
    experience = wire.Experience(game.experience)
    return wire.OpenGameTold(game.id, game.game, game.name, experience, game.clock, game.options, game.created, rating)
