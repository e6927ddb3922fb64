"""Routes for tournaments: made by one, joined by link, started and directed by whoever made it, the host."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.core import options as game_options
from triarii.core import tournaments
from triarii.core.contract import Refusal
from triarii.server.hall.tournaments import ClubEvening, pairings, rounds_of
from triarii.server.http.bodies import TournamentJoin, TournamentRemoval, TournamentResult, TournamentWish
from triarii.server.http.describing import REFUSALS, answered_by
from triarii.server.http.services import RequestRefused, answer, bearer, client_of, game_of, lang_of, services_of
from triarii.server.rooms import clocks, tokens
from triarii.server.storage.tournaments import Entrant, Kept, Tournament
from triarii.server.wire import answers

ROUTES = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=REFUSALS)


@ROUTES.post("", status_code=201, responses=answered_by(answers.TournamentTold, 201))
async def create(request: Request, wish: TournamentWish) -> Response:
    """A tournament that waits for its players."""
    lang, lobby = lang_of(request, wish.lang), services_of(request).open_lobby
    if not lobby.new_rooms.take(client_of(request)):
        raise RequestRefused(Refusal("too_many"), lang=lang)
    game, clock = game_of(wish.game, lang), None
    if wish.clock is not None:
        found = clocks.to_keep(game, wish.clock.minutes, wish.clock.increment, wish.clock.together, wish.clock.days)
        if isinstance(found, Refusal):
            raise RequestRefused(found, game, lang=lang)
        clock = found
    if any(isinstance(value, dict | list) for value in wish.options.values()):
        raise RequestRefused(Refusal("open_game_content"), lang=lang)
    complete = game_options.complete(game.info, wish.options)
    begun = complete if isinstance(complete, Refusal) else game.start(complete)
    if isinstance(complete, Refusal) or isinstance(begun, Refusal):
        raise RequestRefused(complete if isinstance(complete, Refusal) else begun, game, lang=lang)
    name, now, host = lobby.sources.room_id(), lobby.sources.now(), tokens.hashed(wish.token)
    made = Tournament(wish.name, wish.game, dict(complete), clock, wish.system, wish.rounds, host, now)
    if not await lobby.store.tournaments.create(name, made, now):
        raise RequestRefused(Refusal("busy"), lang=lang)
    return answer(_told(Kept(name, made, 0), host), 201)


@ROUTES.get("/{name}", responses=answered_by(answers.TournamentTold))
async def one(request: Request, name: str) -> Response:
    """How it stands. With `Authorization: Bearer TOKEN`, also which place is yours."""
    return _answered(request, await _evening(request).look(name[:16]), _own(request))


@ROUTES.post("/{name}/join", responses=answered_by(answers.TournamentTold))
async def join(request: Request, name: str, wish: TournamentJoin) -> Response:
    own = tokens.hashed(wish.token)
    if not services_of(request).claims_asked.take(client_of(request)):
        raise RequestRefused(Refusal("too_many"), lang=wish.lang)
    entrant = Entrant(wish.name, own, tokens.hashed(wish.profile) if wish.profile else "")
    return _answered(request, await _evening(request).join(name[:16], entrant), own)


@ROUTES.post("/{name}/start", responses=answered_by(answers.TournamentTold))
async def start(request: Request, name: str) -> Response:
    """Pair the first round; only by whoever made it."""
    own = _own(request)
    return _answered(request, await _evening(request).start(name[:16], own), own)


@ROUTES.post("/{name}/result", responses=answered_by(answers.TournamentTold))
async def result(request: Request, name: str, wish: TournamentResult) -> Response:
    """What a pairing counts that was not played to its end; only by the host, and first come, first counted."""
    own = _own(request)
    found = await _evening(request).rule(name[:16], own, (wish.round, wish.match), wish.result)
    return _answered(request, found, own)


@ROUTES.post("/{name}/remove", responses=answered_by(answers.TournamentTold))
async def remove(request: Request, name: str, wish: TournamentRemoval) -> Response:
    """Take a player out, from the next round on; only by the host."""
    own = _own(request)
    return _answered(request, await _evening(request).take_out(name[:16], own, wish.player, wish.name), own)


def _evening(request: Request) -> ClubEvening:
    return ClubEvening(services_of(request).open_lobby)


def _own(request: Request) -> str:
    token = bearer(request)
    return tokens.hashed(token) if token else ""


def _answered(request: Request, found: Kept | Refusal, own: str) -> Response:
    if isinstance(found, Refusal):
        raise RequestRefused(found, lang=lang_of(request))
    return answer(_told(found, own))


def _told(kept: Kept, own: str) -> answers.TournamentTold:
    held, rounds = kept.tournament, pairings(kept.tournament.rounds)
    wanted = rounds_of(held)
    return answers.TournamentTold(
        id=kept.id,
        name=held.name,
        game=held.game,
        clock=held.clock,
        system=held.system.value,
        players=[player.name for player in held.players],
        gone=held.gone,
        you=next((place for place, player in enumerate(held.players) if own and player.token == own), None),
        host=bool(own) and held.host == own,
        rounds=[
            [
                answers.MatchTold(each.first, each.second, each.room, each.score, each.points, each.how.value)
                for each in one
            ]
            for one in held.rounds
        ],
        rounds_wanted=wanted,
        over=len(rounds) >= wanted > 0 and all(pair.done for pair in rounds[-1]),
        table=[
            answers.StandingTold(row.player, row.score, row.buchholz, row.points, row.won, row.drawn, row.lost)
            for row in tournaments.standings(len(held.players), rounds)
        ],
        revision=kept.revision,
    )
