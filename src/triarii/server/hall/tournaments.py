"""Tournaments: who is in, the rooms of each round, results as they come. Every change is made upon what is stored, and
decided again where another process was faster."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from triarii.core import registry, tournaments
from triarii.core.contract import Refusal, Turn
from triarii.core.tournaments import RULINGS, Pairing, Ruling
from triarii.server.play import rendering
from triarii.server.rooms.lobby import Lobby
from triarii.server.storage.store import PERSON, Seat
from triarii.server.storage.tournaments import Entrant, Kept, Match, System, Tournament

MOST_PLAYERS = 32
FEWEST = 2
ROUNDS = 20
"""How often a change is decided again."""


class ClubEvening:
    """The tournaments of a server."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    async def join(self, name: str, entrant: Entrant) -> Kept | Refusal:
        """Take part, until it begins; the same token again changes the name."""
        for _ in range(ROUNDS):
            kept = await self.lobby.store.tournaments.one(name)
            if kept is None:
                return Refusal("no_tournament")
            players = kept.tournament.players
            known = any(player.token == entrant.token for player in players)
            if kept.tournament.started:
                return kept if known else Refusal("tournament_started")
            if not known and len(players) >= MOST_PLAYERS:
                return Refusal("tournament_full")
            now_in = tuple(entrant if one.token == entrant.token else one for one in players)
            done = await self._change(kept, kept.tournament.but(players=now_in if known else (*players, entrant)))
            if done is not None:
                return done
        return Refusal("busy")

    async def start(self, name: str, host: str) -> Kept | Refusal:
        kept = await self._of_host(name, host)
        if isinstance(kept, Refusal):
            return kept
        if len(kept.tournament.players) < FEWEST:
            return Refusal("too_few_players")
        return kept if kept.tournament.started else await self._next_round(kept)

    async def rule(self, name: str, host: str, at: tuple[int, int], ruling: Ruling) -> Kept | Refusal:
        """The host says what a pairing counts that has no result, by its round and its place there; its room, if there
        is one, counts no more. The same ruling again changes nothing; what has another result keeps it."""
        for _ in range(ROUNDS):
            kept = await self._of_host(name, host)
            if isinstance(kept, Refusal):
                return kept
            match = _match(kept.tournament, at)
            if match is None:
                return Refusal("no_pairing")
            ruled = _ruled(match, ruling)
            if match == ruled:
                return await self.look(name)
            if (await self._played(match)).score is not None:
                return Refusal("pairing_settled")
            # A room that is over and can't be read has no result, and the host is the only one who can give one.
            told = await self.lobby.store.summary(match.room)
            going_on = match.room if told is not None and not told.over else ""
            if await self._change(kept, _with_match(kept.tournament, at, ruled), going_on) is not None:
                return await self.look(name)
        return Refusal("busy")

    async def take_out(self, name: str, host: str, place: int, called: str) -> Kept | Refusal:
        """The host takes a player out: from the list until it begins, from the next round on after that. The name is
        what the host saw at that place, so that nobody else goes where the list has moved."""
        for _ in range(ROUNDS):
            kept = await self._of_host(name, host)
            if isinstance(kept, Refusal):
                return kept
            held = kept.tournament
            if place >= len(held.players) or held.players[place].name != called:
                return Refusal("no_player")
            if place in held.gone:
                return await self.look(name)
            if held.started and len(held.rounds) >= rounds_of(held):
                return Refusal("last_round")
            if held.started:
                changed = held.but(gone=(*held.gone, place))
            else:
                changed = held.but(players=(*held.players[:place], *held.players[place + 1 :]))
            if await self._change(kept, changed) is not None:
                return await self.look(name)
        return Refusal("busy")

    async def _of_host(self, name: str, host: str) -> Kept | Refusal:
        kept = await self.lobby.store.tournaments.one(name)
        if kept is None:
            return Refusal("no_tournament")
        return kept if kept.tournament.host == host else Refusal("not_host")

    async def look(self, name: str) -> Kept | Refusal:
        """As it stands, with what was played since; when a round is over the next one begins."""
        for _ in range(ROUNDS):
            kept = await self.lobby.store.tournaments.one(name)
            if kept is None:
                return Refusal("no_tournament")
            if not kept.tournament.started:
                return kept
            *before, last = kept.tournament.rounds
            now = tuple([await self._played(match) for match in last])
            if now != last:
                done = await self._change(kept, kept.tournament.but(rounds=(*before, now)))
                if done is None:
                    continue
                kept = done
            over = all(match.second is None or match.score is not None for match in now)
            if over and len(kept.tournament.rounds) < rounds_of(kept.tournament):
                found = await self._next_round(kept)
                if isinstance(found, Refusal) and found.code == "busy":
                    continue
                return found
            return kept
        return Refusal("busy")

    async def _change(self, kept: Kept, changed: Tournament, going_on: str = "") -> Kept | None:
        if not await self.lobby.store.tournaments.change(kept, changed, self.lobby.sources.now(), going_on):
            return None
        self.lobby.on_tournament(kept.id)
        return Kept(kept.id, changed, kept.revision + 1)

    async def _next_round(self, kept: Kept) -> Kept | Refusal:
        """Rooms are made first; those of whoever is overtaken go into the bin, for nobody will enter them."""
        tournament = kept.tournament
        made = []
        for pairing in paired(tournament):
            room = await self._room(tournament, pairing)
            if isinstance(room, Refusal):
                return room
            made.append(Match(pairing.first, pairing.second, room))
        done = await self._change(kept, tournament.but(rounds=(*tournament.rounds, tuple(made))))
        if done is None:
            rooms = [each.room for each in made if each.room]
            await self.lobby.store.tournaments.discard(rooms, self.lobby.sources.now())
            return Refusal("busy")
        return done

    async def _room(self, tournament: Tournament, pairing: Pairing) -> str | Refusal:
        if pairing.second is None:
            return ""
        game = registry.game(tournament.game)
        if isinstance(game, Refusal):
            return game
        seats = {}
        for turn, player in ((Turn.FIRST, pairing.first), (Turn.SECOND, pairing.second)):
            entrant = tournament.players[player]
            seats[turn] = Seat(PERSON, "", entrant.name, "", entrant.token, entrant.profile)
        watch = self.lobby.sources.token()
        made = await self.lobby.create(game, tournament.options, "", seats, watch, True, tournament.clock)
        return made if isinstance(made, Refusal) else made.id

    async def _played(self, match: Match) -> Match:
        """With its result, if it is over by now."""
        if match.score is not None or not match.room:
            return match
        told = await self.lobby.store.summary(match.room)
        if told is None or not told.over:
            return match
        room = await self.lobby.room(match.room)
        result = None if isinstance(room, Refusal) else room.live.line.result
        if isinstance(room, Refusal) or result is None:
            return match
        score = 1 if result.winner is None else 2 * (result.winner is Turn.FIRST)
        worth = rendering.result(room.live, "en", room.cast_for(None))
        points = UNSET if worth is None else worth.score
        worth_to = None if isinstance(points, UnsetType) else (points.first, points.second)
        return Match(match.first, match.second, match.room, score, worth_to)


def rounds_of(tournament: Tournament) -> int:
    """How many there will be, as far as is known; where only one is left there are no more."""
    players, played = len(tournament.players), len(tournament.rounds)
    if tournament.system is System.ROUND_ROBIN:
        return played + len(tournaments.round_robin_left(players, pairings(tournament.rounds), tournament.gone))
    return tournament.rounds_wanted if players - len(tournament.gone) >= FEWEST else played


def pairings(rounds: Sequence[Sequence[Match]]) -> list[list[Pairing]]:
    return [[Pairing(each.first, each.second, each.score, each.points, each.how) for each in one] for one in rounds]


def paired(tournament: Tournament) -> list[Pairing]:
    """Who plays whom in the next round."""
    players, rounds = len(tournament.players), pairings(tournament.rounds)
    if tournament.system is System.ROUND_ROBIN:
        return tournaments.round_robin_left(players, rounds, tournament.gone)[0]
    return tournaments.swiss(players, rounds, tournament.gone)


def _match(tournament: Tournament, at: tuple[int, int]) -> Match | None:
    """A pairing of two, by its round and its place there."""
    number, place = at
    if number >= len(tournament.rounds) or place >= len(tournament.rounds[number]):
        return None
    found = tournament.rounds[number][place]
    return None if found.second is None else found


def _ruled(match: Match, ruling: Ruling) -> Match:
    score, how = RULINGS[ruling]
    return Match(match.first, match.second, match.room, score, None, how)


def _with_match(tournament: Tournament, at: tuple[int, int], match: Match) -> Tournament:
    number, place = at
    rounds = [list(one) for one in tournament.rounds]
    rounds[number][place] = match
    return tournament.but(rounds=tuple(tuple(one) for one in rounds))
