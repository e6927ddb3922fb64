"""Routes for messages about turns: asked for by a browser that holds a seat, confirmed and ended by links."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.server import smtp_address
from triarii.server.http.bodies import MoreSeats, ReminderWish, ReminderWord
from triarii.server.http.describing import REFUSALS, answered_by
from triarii.server.http.services import RequestRefused, Services, answer, bearer, client_of, lang_of, services_of
from triarii.server.reminders.push import Subscription
from triarii.server.rooms import tokens
from triarii.server.storage.reminders import Channel, Full, Kind
from triarii.server.wire import reminders as answers

ROUTES = APIRouter(prefix="/api/reminders", tags=["reminders"], responses=REFUSALS)
Word = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$")]


@ROUTES.get("", responses=answered_by(answers.RemindersTold))
async def one(request: Request) -> Response:
    """What this server can do. With `Authorization: Bearer TOKEN`, also what is kept under that token."""
    token = bearer(request)
    return answer(await _told(services_of(request), tokens.hashed(token) if token else ""))


@ROUTES.post("", responses=answered_by(answers.RemindersTold))
async def ask(request: Request, wish: ReminderWish) -> Response:
    """Be told of turns from now on: by a browser's push service, or by e-mail, once the address is confirmed."""
    services, lang = _asked(request, wish.lang), lang_of(request, wish.lang)
    lobby, caller = services.open_lobby, services.open_caller
    target = _target(services, wish, lang)
    kind = Kind.PUSH if wish.push is not None else Kind.MAIL
    if kind is Kind.MAIL and not services.mails_asked.take(client_of(request)):
        raise RequestRefused(Refusal("too_many"), lang=lang)
    confirm = lobby.sources.token() if kind is Kind.MAIL else ""
    channel = Channel(tokens.hashed(wish.token), kind, target, lang, wish.lasting, lobby.sources.token(), confirm)
    try:
        kept = await lobby.store.reminders.keep(channel, lobby.sources.now())
    except Full:
        raise RequestRefused(Refusal("reminder_full"), lang=lang) from None
    await lobby.store.reminders.follow(channel.id, ((each.room, tokens.hashed(each.token)) for each in wish.seats))
    if kept is channel and confirm and not await caller.ask(channel):
        await lobby.store.reminders.forget(channel.id)
        raise RequestRefused(Refusal("mail_failed"), lang=lang)
    return answer(await _told(services, channel.id))


@ROUTES.post("/seats", responses=answered_by(answers.RemindersTold))
async def more(request: Request, wish: MoreSeats) -> Response:
    """Be told of these games too."""
    services, own = _asked(request), tokens.hashed(wish.token)
    seats = ((each.room, tokens.hashed(each.token)) for each in wish.seats)
    if not await services.open_lobby.store.reminders.follow(own, seats):
        raise RequestRefused(Refusal("no_reminder"), status=404)
    return answer(await _told(services, own))


@ROUTES.delete("")
async def forget(request: Request, room: str = "") -> Response:
    """Delete what is kept under this token, the address too; or only be told no more of one game."""
    token = bearer(request)
    if not token:
        raise RequestRefused(Refusal("needs_token"))
    await services_of(request).open_lobby.store.reminders.forget(tokens.hashed(token), room[:16])
    return answer({})


@ROUTES.post("/confirm")
async def confirm(request: Request, wish: ReminderWord) -> Response:
    """An address is right: whoever reads its mail says so."""
    lobby = _asked(request).open_lobby
    if not await lobby.store.reminders.confirm(wish.word, lobby.sources.now()):
        raise RequestRefused(Refusal("no_reminder"), status=404)
    return answer({})


@ROUTES.post("/stop/{word}")
async def stop(request: Request, word: Word, room: str = "") -> Response:
    """End these messages, or those about one game, by what stands in each of them. Whatever the body says: mail
    programs send one of their own. What is ended already is ended."""
    await _asked(request).open_lobby.store.reminders.stop(word, room[:16])
    return answer({})


def _asked(request: Request, lang: str = "") -> Services:
    services = services_of(request)
    if not services.claims_asked.take(client_of(request)):
        raise RequestRefused(Refusal("too_many"), lang=lang)
    return services


def _target(services: Services, wish: ReminderWish, lang: str) -> str:
    """Where messages go, if this server can and may send any there."""
    caller = services.open_caller
    if wish.push is not None:
        to = Subscription(wish.push.endpoint, wish.push.p256dh, wish.push.auth)
        if caller.pusher is None or not to.fits(services.settings.push_to_private):
            raise RequestRefused(Refusal("no_push"), lang=lang)
        return msgspec.json.encode(to).decode()
    if caller.mailer is None:
        raise RequestRefused(Refusal("no_mail"), lang=lang)
    if not smtp_address.is_mailbox(wish.mail):
        raise RequestRefused(Refusal("mail_address"), lang=lang)
    return wish.mail


async def _told(services: Services, own: str) -> answers.RemindersTold:
    caller = services.open_caller
    found = await services.open_lobby.store.reminders.one(own) if own else None
    told = answers.RemindersTold(
        push="" if caller.pusher is None else caller.pusher.key.public,
        mail=caller.mailer is not None,
        asked=None,
    )
    if found is not None:
        channel, rooms = found
        address = channel.target if channel.kind is Kind.MAIL else ""
        told.asked = answers.Asked(channel.kind.value, address, not channel.confirm, channel.lasting, rooms)
    return told
