"""Routes for rooms: new ones, free seats, records, and the socket of each."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Request, WebSocket
from starlette.responses import Response

from triarii.core import records
from triarii.core.contract import SEATS, AnyGame, Eye, Refusal, SeatName, Turn
from triarii.core.records import SEAT_NAMES, Header
from triarii.server.http.asking import ask_pool
from triarii.server.http.bodies import Claim, ClockWish, RoomWish, SeatWish
from triarii.server.http.describing import REFUSALS, answered_by
from triarii.server.http.services import (
    RefusedInWords,
    RequestRefused,
    answer,
    client_of,
    game_of,
    lang_of,
    services_of,
)
from triarii.server.http.sockets import accepted
from triarii.server.play import rendering, set_up
from triarii.server.play.levels import opponents, usual
from triarii.server.play.live_game import LiveGame
from triarii.server.rooms import clocks, seating, tokens
from triarii.server.rooms.lobby import Lobby
from triarii.server.rooms.room import Room
from triarii.server.rooms.summary import summary
from triarii.server.sockets.connection import Connection
from triarii.server.storage.store import COMPUTER, PERSON, RoomData, Seat
from triarii.server.thinking.jobs import Begin
from triarii.server.wire import answers
from triarii.server.wire.messages import written
from triarii.server.wire.shown import View

ROUTES = APIRouter(prefix="/api/rooms", tags=["rooms"], responses=REFUSALS)


@ROUTES.post("", status_code=201, responses=answered_by(answers.RoomMade, 201))
async def create(request: Request, wish: RoomWish) -> Response:
    """A new room. A person's seat without a token is free: the answer has its invitation."""
    services, lang = services_of(request), lang_of(request, wish.lang)
    lobby = services.open_lobby
    if not lobby.new_rooms.take(client_of(request)):
        raise RequestRefused(Refusal("too_many"), lang=lang)
    game = game_of(wish.game, lang)
    invitations: dict[SeatName, str] = {}
    seats: dict[Turn, Seat] = {}
    for seat, wished in zip(SEATS, (wish.seats.first, wish.seats.second), strict=True):
        found = _seat(game, wished, lang)
        if found.kind == PERSON and not found.holder:
            invitations[SEAT_NAMES[seat]] = services.sources.token()
            found = Seat(PERSON, "", found.name, tokens.hashed(invitations[SEAT_NAMES[seat]]))
        seats[seat] = found
    holders = [seat.holder for seat in seats.values() if seat.holder]
    if all(seat.kind == COMPUTER for seat in seats.values()):
        raise RequestRefused(Refusal("seats"), lang=lang)
    if len(set(holders)) < len(holders):
        raise RequestRefused(Refusal("same_token"), lang=lang)
    watch = services.sources.token()
    clock = None if wish.clock is None else _clock(game, wish.clock, lang)
    await _check_content(request, game, wish, lang)
    made = await lobby.create(game, wish.options, wish.start, seats, watch, wish.listed, clock, client_of(request))
    if isinstance(made, Refusal):
        raise RequestRefused(made, game, lang=lang)
    commit = made.live.line.header.commit
    return answer(answers.RoomMade(made.id, invitations, watch, commit), 201)


async def _check_content(request: Request, game: AnyGame, wish: RoomWish, lang: str) -> None:
    """What a stranger made himself is tried where it can do no harm, before a room is opened with it."""
    most = services_of(request).settings.limits.options_bytes
    if len(written(wish.options)) > most:
        raise RequestRefused(Refusal("too_big", params={"most": most}), status=413, lang=lang)
    if wish.start or any(isinstance(value, Mapping) for value in wish.options.values()):
        people = wish.seats.first.kind == wish.seats.second.kind == PERSON
        job = Begin(game=game.info.id, options=wish.options, start=wish.start, people=people, lang=lang)
        found = await ask_pool(services_of(request).open_lobby.pools.questions, request, job)
        if "refused" in found:
            raise RefusedInWords(found["refused"])


def _clock(game: AnyGame, wished: ClockWish, lang: str) -> dict[str, int]:
    found = clocks.to_keep(game, wished.minutes, wished.increment, wished.together, wished.days)
    if isinstance(found, Refusal):
        raise RequestRefused(found, game, lang=lang)
    return found


def _seat(game: AnyGame, wished: SeatWish, lang: str) -> Seat:
    if wished.kind == PERSON:
        holder = tokens.hashed(wished.token) if wished.token else ""
        profile = tokens.hashed(wished.profile) if holder and wished.profile else ""
        return Seat(PERSON, "", wished.name, "", holder, profile)
    if wished.kind != COMPUTER:
        raise RequestRefused(Refusal("seat_kind", params={"kind": wished.kind[:40]}), lang=lang)
    offered = [level.id for level in opponents(game, lang)]
    level = wished.level or usual(offered)
    if level not in offered:
        raise RequestRefused(Refusal("level", params={"level": level[:40], "known": offered}), lang=lang)
    return Seat(COMPUTER, level, wished.name)


@ROUTES.get("")
async def listed(request: Request) -> Response:
    """Rooms that anybody may watch, as they are stored: none is opened for it."""
    lobby, lang = services_of(request).open_lobby, lang_of(request)
    rooms = [summary(data, lang, lobby.sources) for data in await lobby.store.listed()]
    return answer(answers.Rooms([room for room in rooms if room is not None]))


@ROUTES.get("/{room}")
async def one_room(request: Request, room: str) -> Response:
    """What anybody may know of a room, and what a guest should know before joining: how the game was set up."""
    lobby, lang = services_of(request).open_lobby, lang_of(request)
    stored = await lobby.store.summary(room) if _well_formed(room) else None
    data = None if stored is None else await _known(lobby, stored)
    info = None if data is None else summary(data, lang, lobby.sources)
    if data is None or info is None:
        data = (await room_of(request, room)).data  # which says why it can't be had
        info = summary(data, lang, lobby.sources)
        assert info is not None, "it was opened"
    info.set_up = await _set_up(request, data, lang)
    return answer(info)


async def _set_up(request: Request, data: RoomData, lang: str) -> answers.SetUp | None:
    """What differs from the usual; a position of one's own is shown as everybody may see it."""
    game = game_of(data.header.game, lang)
    chosen = set_up.chosen(game.info, data.header)
    if chosen is None or not chosen.shows_position:
        return None if chosen is None else chosen.told(None)
    threads = services_of(request).open_lobby.threads
    view = await threads.answer(lambda: _start_view(game, data.header, lang), client_of(request))
    return chosen.told(view)


def _start_view(game: AnyGame, header: Header, lang: str) -> View | None:
    """The position in which a game begins; nothing is replayed for it."""
    begun = LiveGame.begin(game, header)
    return None if isinstance(begun, Refusal) else rendering.view(game, begun.line.start, Eye.OBSERVER, lang)


async def _known(lobby: Lobby, data: RoomData) -> RoomData | None:
    """What is stored says it all; only rooms of older versions have to be opened once."""
    if data.turn:
        return data
    opened = await lobby.room(data.id)
    if isinstance(opened, Refusal):
        return None
    async with opened.lock:  # somebody else may have opened it, and it is not settled yet
        return await lobby.store.summary(data.id)


@ROUTES.post("/{room}/claim", responses=answered_by(answers.Claimed))
async def claim(request: Request, room: str, wish: Claim) -> Response:
    """Take a free seat. The same token again is fine; 409 if somebody else was first."""
    services, lang = services_of(request), lang_of(request, wish.lang)
    if not services.claims_asked.take(client_of(request)):
        raise RequestRefused(Refusal("too_many"), lang=lang)
    found = await room_of(request, room)
    wanted = seating.Claim(wish.invitation, wish.token, wish.name, wish.text, wish.profile or "")
    refusal = await seating.claim(found, wanted)
    if refusal is not None:
        raise RequestRefused(refusal, lang=lang)
    seat = found.seat_of(wish.token)
    assert seat is not None, "it was claimed"
    return answer(answers.Claimed(found.id, SEAT_NAMES[seat]))


@ROUTES.get("/{room}/record")
async def record(request: Request, room: str) -> Response:
    """The record as a file, sealed after the end; before it only where the game hides nothing, without the secret."""
    found = await room_of(request, room)
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" and not found.data.listed:
        raise RequestRefused(Refusal("needs_token"))
    if not found.may_watch(token) and found.seat_of(token) is None:
        raise RequestRefused(Refusal("forbidden"))
    async with found.lock:
        if found.hides:
            raise RequestRefused(Refusal("not_yet"))
        kept = found.live.line.record
    services, header = services_of(request), kept.header
    seal = services.key.sealed if kept.end is not None else lambda record: record
    data = await services.open_lobby.threads.answer(lambda: records.dump(seal(kept)), client_of(request))
    name = f"{header.game}-{header.date}-{header.id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, 200, headers, "application/jsonl")


@ROUTES.websocket("/{room}/socket")
async def socket(websocket: WebSocket, room: str) -> None:
    async with accepted(websocket, Connection) as guest:
        if guest is not None:
            await guest.serve(services_of(websocket).open_lobby, room)


async def room_of(request: Request, name: str) -> Room:
    found = await services_of(request).open_lobby.room(name) if _well_formed(name) else Refusal("no_room")
    if isinstance(found, Refusal):
        raise RequestRefused(found, status=410)
    return found


def _well_formed(name: str) -> bool:
    return name.isalnum() and len(name) <= 16
