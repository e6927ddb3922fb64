"""Routes to what games answer themselves, outside of play: their tables and questions, each worked out by a worker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Body, Request
from pydantic import AfterValidator
from starlette.responses import Response

from triarii.core.contract import Consulted, Question, Refusal
from triarii.server.http.asking import answer_question, count_question
from triarii.server.http.describing import REFUSALS
from triarii.server.http.services import RequestRefused, answer_written, game_of, lang_of, services_of
from triarii.server.thinking.jobs import Consult
from triarii.server.wire.plain_text import whole, writable

ROUTES = APIRouter(prefix="/api/games/{game}", tags=["games"], responses=REFUSALS)
Document = Annotated[Any, Body(description="A document, as the game takes it."), AfterValidator(whole)]
OK = 200
MOST_WORDS = 100
"""Settings of a query that are passed on."""


@ROUTES.get("/{table:path}")
async def game_table(request: Request, game: str, table: str, lang: str = "") -> Response:
    """A table that a game offers, such as what a page of its own shows; `table/item` is one thing of it, or nothing."""
    speak = lang_of(request, lang)
    found = game_of(game, speak)
    name, item = _named(found.tables(), table) if isinstance(found, Consulted) else ("", "")
    if not name:
        raise RequestRefused(Refusal("not_found"), lang=speak)
    kept = services_of(request).tables
    job = Consult(game=game, name=name, table=True, words=_words(request), item=item, lang=speak)
    asked = msgspec.json.encode(job)
    known = kept.get(game, asked)
    if known is not None:
        count_question(request, speak)
        return answer_written(known)
    found_out = await answer_question(request, job, refused=404 if item else 422)
    if found_out.status_code == OK:
        kept.put(game, asked, bytes(found_out.body))
    return found_out


@ROUTES.post("/{question:path}")
async def game_question(request: Request, game: str, question: str, document: Document, lang: str = "") -> Response:
    """What a game answers to a question about a document."""
    speak = lang_of(request, lang or _lang_in(document))
    found = game_of(game, speak)
    asked = found.questions().get(question) if isinstance(found, Consulted) else None
    if asked is None:
        raise RequestRefused(Refusal("not_found"), lang=speak)
    if len(await request.body()) > asked.most_bytes:
        raise RequestRefused(Refusal("too_big", params={"most": asked.most_bytes}), status=413, lang=speak)
    words = _words(request)
    job = Consult(game=game, name=question, table=False, words=words, document=document, lang=speak)
    return await answer_question(request, job)


def _named(tables: Mapping[str, Question], path: str) -> tuple[str, str]:
    """The table that an address names, and the item of it; two empty words if there is none."""
    if path in tables:
        return path, ""
    name, _, item = path.rpartition("/")
    return (name, item) if item and name in tables and tables[name].of_items else ("", "")


def _words(request: Request) -> dict[str, list[str]]:
    words: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items()[:MOST_WORDS]:
        if name != "lang":
            words.setdefault(writable(name), []).append(writable(value))
    return words


def _lang_in(document: object) -> str:
    """Like every body, a document may say in which language it wants its answer."""
    found = document.get("lang") if isinstance(document, Mapping) else None
    return found if isinstance(found, str) else ""
