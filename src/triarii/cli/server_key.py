"""The public key of a server, for `verify --server`: typed in as it is, or asked for at the server's address."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

from triarii.cli.speech import BadInput
from triarii.core.contract import Refusal
from triarii.core.records import KEY_BYTES
from triarii.core.seals import ALGORITHM

PATIENCE = 5.0
"""Seconds for a server to answer."""
LONGEST = 10_000
"""Bytes of an answer; ours has about a hundred."""
DEEPEST = 3
"""Words of a path below which a server is looked for."""
ELSEWHERE = ("server.no_key", "server.elsewhere")
"""What somebody else than a server of ours says."""
KEY = re.compile(rf"[0-9a-f]{{{2 * KEY_BYTES}}}")


def key_of(word: str) -> str:
    """The key that the word is, or that the server at this address names; any address of a server will do."""
    if KEY.fullmatch(word.lower()):
        return word.lower()
    try:
        parts = urlsplit(word)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known or not word.isprintable() or any(letter.isspace() for letter in word):
        raise BadInput(Refusal("server.form", params={"word": word}))
    # Only the server is asked for: what a link names behind it is not its business. Where nobody seals at the root of
    # the site, it may lie below a path.
    words = [word for word in parts.path.split("/") if word][:DEEPEST]
    first: BadInput | None = None
    for end in range(len(words) + 1):
        try:
            return _asked("/".join((f"{parts.scheme}://{parts.netloc}", *words[:end])))
        except BadInput as problem:
            first = first or problem
            if problem.refusal.code not in ELSEWHERE:
                break
    assert first is not None
    raise first


def _asked(address: str) -> str:
    # Late, because only this question should pay for it.
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError
    from urllib.request import HTTPRedirectHandler, Request, build_opener

    class Stay(HTTPRedirectHandler):
        """The key is that of the named server: wherever it sends us, somebody else may answer."""

        def redirect_request(self, *_: object) -> None:
            return None

    try:
        asked = Request(f"{address}/api/key", headers={"Accept": "application/json"})
        with build_opener(Stay).open(asked, timeout=PATIENCE) as answer:
            found = json.loads(answer.read(LONGEST))
    except HTTPError as problem:
        problem.close()
        onward = problem.headers.get("Location", "") if 300 <= problem.code < 400 else ""
        if onward:
            raise BadInput(Refusal("server.elsewhere", params={"address": address, "onward": onward})) from None
        raise BadInput(Refusal("server.no_key", params={"address": address})) from None
    except (OSError, HTTPException) as problem:
        raise BadInput(_unreached(address, problem.reason if isinstance(problem, URLError) else problem)) from None
    except (ValueError, RecursionError):  # neither JSON nor text; or a host that no name can be
        raise BadInput(Refusal("server.no_key", params={"address": address})) from None
    key = found.get("key") if isinstance(found, dict) and found.get("algorithm") == ALGORITHM else None
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise BadInput(Refusal("server.no_key", params={"address": address}))
    return key


def _unreached(address: str, problem: object) -> Refusal:
    """Why a server gave no answer."""
    from socket import gaierror
    from ssl import SSLError

    params = {"address": address, "reason": getattr(problem, "strerror", None) or str(problem) or "?"}
    if isinstance(problem, TimeoutError):
        return Refusal("server.silent", params={"address": address, "seconds": round(PATIENCE)})
    if isinstance(problem, gaierror):
        return Refusal("server.unknown", params=params)
    return Refusal("server.certificate" if isinstance(problem, SSLError) else "server.unreachable", params=params)
