"""Requests made after the server's own description of its routes, whole and broken ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

from benchmarks.attacks.visitor import Server
from benchmarks.canaries import plan
from benchmarks.hostile import nasty

METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "BREW", "get", "PROPFIND")
PAGES = ("/", "/about", "/room/x", "/assets/x.js", "/index.html", "/favicon.ico", "/api", "/api/", "/api/none", "/new")
ENCODED = (
    "%00",
    "%ff",
    "%c3",
    "%ed%a0%80",
    "%2e%2e%2f",
    "..%5c",
    "%",
    "%zz",
    "%25",
    "%e2%80%ae",
    "%0d%0aX:y",
    "%f4%90%80%80",
)
TYPES = (
    "application/json",
    "text/plain",
    "",
    "application/json; charset=utf-16",
    "multipart/form-data; boundary=x",
    "x",
)

WRONG = (*["nothing"] * 3, "path", "query", *["value"] * 3, "bytes", "header", "method", "page")
"""What is wrong with a request, each as often as it stands here."""
SHORT = 1_000
LINE = [action for _, action in plan(40, 1)]


@dataclass(frozen=True)
class Request:
    """What is sent, and what may be expected of the answer."""

    method: str
    path: str
    data: bytes
    speaks: bool
    """Whether a refusal must be one of ours: JSON with code and words."""
    lang: str = ""
    """Asked for in the header alone; empty where anything else may ask for another."""


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    parameters: tuple[Mapping[str, Any], ...]
    body: Mapping[str, Any] | None


@dataclass(frozen=True)
class Described:
    """All routes of a server and the types of their bodies."""

    routes: tuple[Route, ...]
    types: Mapping[str, Any]
    server: Server
    rooms: tuple[str, ...]
    """Rooms that exist."""
    tokens: tuple[str, ...]
    """Of some seat there, mostly another one."""
    record: str

    @classmethod
    def read(cls, document: Mapping[str, Any], server: Server, rooms: Mapping[str, str], record: str) -> Described:
        routes = []
        for path, methods in document["paths"].items():
            for method, about in methods.items():
                content = about.get("requestBody", {}).get("content", {})
                body = content["application/json"]["schema"] if content else None
                routes.append(Route(method.upper(), path, tuple(about.get("parameters", ())), body))
        types = document["components"]["schemas"]
        return cls(tuple(routes), types, server, tuple(rooms), tuple(rooms.values()), record)

    def request(self, rng: Random) -> Request:
        """One of them, mostly wrong in one place."""
        route = rng.choice(self.routes)
        wrong = rng.choice(
            (
                "nothing",
                "nothing",
                "nothing",
                "path",
                "query",
                "value",
                "value",
                "value",
                "bytes",
                "header",
                "method",
                "page",
            )
        )
        path = (
            rng.choice(PAGES) + rng.choice(("", *ENCODED))
            if wrong == "page"
            else self._path(route, rng, wrong == "path")
        )
        method = rng.choice(METHODS) if wrong == "method" else route.method
        query = self._query(route, rng, wrong == "query")
        body = self._body(route, rng, wrong)
        lang = rng.choice(("de", "en"))
        headers = {
            b"Host": self.server.name.encode(),
            b"Connection": b"close",
            b"Accept-Language": lang.encode(),
        }
        if body is not None:
            kind = rng.choice(TYPES) if wrong == "bytes" else TYPES[0]
            headers |= {b"Content-Type": kind.encode(), b"Content-Length": str(len(body)).encode()}
        if route.path.endswith("/record"):
            headers[b"Authorization"] = b"Bearer " + rng.choice(self.tokens).encode()
        if wrong == "header":
            name, content = rng.choice(self._headers())
            headers[name] = content
        target = path + (f"?{query}" if query else "")
        lines = [f"{method} {target} HTTP/1.1".encode("latin-1", "replace")]
        lines += [name + b": " + content for name, content in headers.items()]
        data = b"\r\n".join([*lines, b"", body or b""])
        speaks = path.startswith("/api/") and method != "HEAD" and wrong not in ("header", "path", "method", "page")
        own_lang = "" if "lang" in query or (body and b"lang" in body) or wrong == "header" else lang
        return Request(method, route.path if wrong != "page" else path, data, speaks, own_lang)

    def _path(self, route: Route, rng: Random, wrong: bool) -> str:
        path = route.path
        for parameter in route.parameters:
            if parameter["in"] != "path":
                continue
            name = parameter["name"]
            if wrong:
                word = rng.choice((*ENCODED, quote(nasty.text(rng)[:3_000].encode("utf-8", "surrogatepass"), safe="")))
            elif name == "room":
                word = rng.choice(self.rooms)
            else:
                word = quote(rng.choice(nasty.WORDS.get(name, ("x",))), safe="")
            path = path.replace(f"{{{name}}}", word)
        return path + (rng.choice(("", "/", "//", "/x", ";a", "%2f")) if wrong else "")

    def _query(self, route: Route, rng: Random, wrong: bool) -> str:
        parts = []
        for parameter in route.parameters:
            if parameter["in"] == "query" and rng.random() < 0.5:
                word = nasty.text(rng, "" if wrong else parameter["name"])[:2_000]
                parts.append(f"{parameter['name']}={quote(word.encode('utf-8', 'surrogatepass'), safe='')}")
        if wrong:
            parts.append(
                rng.choice(("lang=%ff", "lang", "=", "&&", "a[]=1", "lang=de&lang=en", "lang=%00", "set=%ed%a0%80"))
            )
        return "&".join(parts)

    def _body(self, route: Route, rng: Random, wrong: str) -> bytes | None:
        if route.body is None:
            return nasty.written(nasty.value(rng)) if wrong == "bytes" else None
        whole = self.made(route.body, rng)
        if wrong == "value":
            whole = nasty.broken(whole, rng)
        data = nasty.written(whole)
        return nasty.damaged(data, rng) if wrong == "bytes" else data

    def made(self, schema: Mapping[str, Any], rng: Random, field: str = "") -> Any:
        """A value of a type, right or nearly."""
        if "$ref" in schema:
            return self.made(self.types[schema["$ref"].rpartition("/")[2]], rng, field)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.made(rng.choice(schema[several]), rng, field)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._object(schema, rng)
            case "array":
                items = schema.get("prefixItems")
                if items:
                    return [self.made(item, rng, field) for item in items]
                return [self.made(schema.get("items", {}), rng, field) for _ in range(rng.randrange(5))]
            case "integer" | "number":
                return nasty.number(rng, field) if rng.random() < 0.2 or field in nasty.NUMBERED else rng.randrange(500)
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case "string" if field == "record":
                return self._record(rng)
            case "string":
                short = field == "text" and schema.get("maxLength", SHORT) <= SHORT  # no file, but a few words
                return nasty.text(rng, "name" if short else field)
        return nasty.value(rng)

    def _object(self, schema: Mapping[str, Any], rng: Random) -> dict[str, Any]:
        named = schema.get("properties", {})
        needed = schema.get("required", ())
        found = {
            name: self.made(each, rng, name) for name, each in named.items() if name in needed or rng.random() < 0.5
        }
        if "actions" in named and rng.random() < 0.6:  # a line that can be played, to whatever else was asked
            found |= {"game": "cities", "options": {}, "start": "", "actions": LINE[: rng.randrange(len(LINE))]}
        if not named and rng.random() < 0.2:
            found |= {rng.choice(("scenario", "layout", "armies", "claims", "profile", "x")): nasty.value(rng)}
        return found

    def _record(self, rng: Random) -> str:
        lines = self.record.splitlines()
        how = rng.randrange(6)
        if how == 0:
            return self.record
        if how == 1:
            return nasty.text(rng)
        if how == 2:
            return "\n".join(lines[: rng.randrange(len(lines) + 1)])
        if how == 3:
            return nasty.damaged(self.record.encode(), rng).decode("utf-8", "surrogateescape")
        place = rng.randrange(len(lines))
        return "\n".join([*lines[:place], nasty.written(nasty.value(rng)).decode(), *lines[place + how - 3 :]])

    def _headers(self) -> list[tuple[bytes, bytes]]:
        host = self.server.name.encode()
        return [
            *(
                (b"Origin", each)
                for each in (b"http://[", b"null", b"//", b"http://" + host + b"@evil.example", b"\xff", b"")
            ),
            *(
                (b"Origin", each)
                for each in (b"http://evil.example", b"http://[::1", b"http://" + host + b"\x01", b"a" * 9_000)
            ),
            *(
                (b"Host", each)
                for each in (b"[::1", b"a b", b"", b"evil.example", host + b"999999", b"127.0.0.1:-1", b"\xc3")
            ),
            *(
                (b"Host", each)
                for each in (b"[" + host, b"127.0.0.1:99999999", host + b"," + host, b"[v1.x]:80", b"@", b"a" * 300)
            ),
            *((b"Authorization", each) for each in (b"Bearer", b"Bearer \xff", b"Basic x", b"Bearer " + b"a" * 5_000)),
            *((b"Accept-Language", each) for each in (b"\xff\xfe", b"d" * 6_000, b",;q=;,", b"de;q=nan")),
            *(
                (b"Content-Length", each)
                for each in (b"-1", b"1e3", b"99999999999999999999", b"0x10", b"\xb2", b"5, 5")
            ),
            *((b"Content-Encoding", b"gzip"), (b"Transfer-Encoding", b"chunked"), (b"Transfer-Encoding", b"x")),
            *((b"X-Forwarded-For", each) for each in (b"\xff", b"1.2.3.4, " * 300, b"for=[::", b"")),
            *((b"X-Forwarded-Proto", b"gopher"), (b"X-Forwarded-Host", b"evil.example"), (b"Forwarded", b"for=;;")),
            *(
                (b"Range", each)
                for each in (b"bytes=9-1", b"bytes=-", b"bytes=0-" + b"9" * 40, b"x=\xff", b"bytes=0-0,0-0")
            ),
            *((b"If-None-Match", b'"' * 9), (b"If-Modified-Since", b"yesterday"), (b"Cookie", b"a=" + b"b" * 4_000)),
            *((b"Accept", b"text/html;q=nan"), (b"Accept-Encoding", b"gzip;q=x, \xff"), (b"Expect", b"100-continue")),
            *((b"Upgrade", b"websocket"), (b"Upgrade", b"h2c"), (b"Connection", b"Upgrade"), (b"X" * 70, b"y")),
        ]
