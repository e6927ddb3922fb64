"""The app in the browser: the built files of the package, and its one page for every address that the app knows."""

from __future__ import annotations

import asyncio
import hashlib
import html
import mimetypes
from functools import cache, lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from triarii.core import registry
from triarii.core.contract import Refusal
from triarii.server import python_pack
from triarii.server.built import PAGE, built
from triarii.server.edge.guard import POLICY
from triarii.server.http.packed_files import media_type, packed
from triarii.server.http.previews import preview
from triarii.server.http.services import RequestRefused, lang_of, services_of
from triarii.server.wire.words import say

PLACES = frozenset(
    (
        "",
        "about",
        "editor",
        "embed",
        "games",
        "help",
        "join",
        "learn",
        "local",
        "mine",
        "new",
        "people",
        "privacy",
        "profile",
        "puzzles",
        "reminders",
        "replays",
        "room",
        "rules",
        "settings",
        "study",
        "table",
        "tournament",
        "watch",
    )
)
"""First words of the addresses that the app shows itself."""
HASHED = "assets"
"""The folder of files whose names change with their content."""
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
RULES = "python/triarii.zip"
"""The package itself, for the Python that runs in a browser."""
PYTHON_WORKER = "python-worker.js"
"""The only script that may compile WebAssembly, in a worker of its own."""
ZIP = "application/zip"
SCRIPTS = "script-src 'self'"
ROUTES = APIRouter(include_in_schema=False)

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")


@ROUTES.get("/{path:path}")
async def page(request: Request, path: str) -> Response:
    """A file of the app, or the app itself."""
    files: Path = request.app.state.files
    first = path.partition("/")[0]
    if path == RULES:
        pack, tag = await asyncio.to_thread(_rules, files)
        return _unless_known(request, Response(pack, headers={"Cache-Control": ASK_AGAIN, "ETag": tag}, media_type=ZIP))
    file = _file(files, path)
    if file is not None and path != PAGE:
        caching = FOREVER if first == HASHED else ASK_AGAIN
        sent = _sent(request, file, caching)
        if path == PYTHON_WORKER:
            sent.headers["Content-Security-Policy"] = POLICY.replace(
                "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
            )
        return sent
    known = first in PLACES or path == PAGE or _has_pages(first)
    if first == "api" or (not known and "text/html" not in request.headers.get("accept", "")):
        raise RequestRefused(Refusal("not_found"))
    if not built(files):
        return HTMLResponse(_without_app(lang_of(request)), 503, {"Cache-Control": "no-store"})
    # The app has a page of its own for addresses that lead nowhere.
    content = _page(files / PAGE, (files / PAGE).stat().st_mtime_ns, services_of(request).settings.path_before)
    content = content.replace("</head>", f"  {await preview(request, path)}\n  </head>", 1)
    return HTMLResponse(content, 200 if known else 404, {"Cache-Control": ASK_AGAIN})


@cache
def _rules(files: Path) -> tuple[bytes, str]:
    """The pack, and by what a browser knows it again."""
    pack = python_pack.packed(files)
    return pack, f'"{hashlib.sha256(pack).hexdigest()[:32]}"'


@lru_cache(4)
def _page(file: Path, _: int, before: str) -> str:
    """The app's one page, which names its files beside itself: it is shown at many addresses, so it is told where."""
    return file.read_text("utf-8").replace('="./', f'="{before}/')


def _sent(request: Request, file: Path, caching: str) -> Response:
    found, headers = packed(file, request.headers.get("accept-encoding", ""))
    headers = {"Cache-Control": caching, **headers}
    whole = FileResponse(found, 200, headers, media_type=media_type(file), stat_result=found.stat())
    return _unless_known(request, whole)


def _unless_known(request: Request, whole: Response) -> Response:
    """The answer, or that it is still what the browser has."""
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if whole.headers["etag"] not in known:
        return whole
    told = {name: whole.headers[name] for name in ("cache-control", "etag", "vary") if name in whole.headers}
    return Response(status_code=304, headers=told)


def _has_pages(name: str) -> bool:
    """Whether this is a game for which the app has pages of its own."""
    game = registry.game(name) if name in registry.game_names() else None
    return game is not None and not isinstance(game, Refusal) and "pages" in game.info.capabilities


def _file(files: Path, path: str) -> Path | None:
    """A built file under its address; nothing outside of the folder, nothing hidden."""
    if not path or any(part in ("", ".", "..") or part.startswith(".") or "\\" in part for part in path.split("/")):
        return None
    try:
        file = (files / path).resolve()
        return file if file.is_relative_to(files.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


def _without_app(lang: str) -> str:
    title, words = (html.escape(say(key, lang)) for key in ("page.no_app_title", "page.no_app"))
    head = f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title></head>'
    return f"{head}<body><main><h1>{title}</h1><p>{words}</p></main></body></html>"
