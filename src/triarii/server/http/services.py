"""What the HTTP routes share: the parts of the server, refusals as answers, who asks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.responses import Response

from triarii.core import registry
from triarii.core.contract import AnyGame, Refusal, Refused
from triarii.core.seals import SealingKey
from triarii.server.edge.addresses import counted_as
from triarii.server.edge.connections import Edge
from triarii.server.edge.guard import ROOMS
from triarii.server.hall.hall import Hall
from triarii.server.rate_limits import Buckets, Spacing
from triarii.server.reminders.caller import Caller
from triarii.server.rooms import tokens
from triarii.server.rooms.fragment_cache import FragmentCache
from triarii.server.rooms.lobby import Lobby
from triarii.server.rooms.shared_limits import SharedLimits
from triarii.server.settings import Settings
from triarii.server.sources import Sources
from triarii.server.tallies import Tallies
from triarii.server.wire.messages import written
from triarii.server.wire.words import language, refused

MOST_OF_TABLES = 16 << 20
"""Bytes: a stranger can ask for the sheet of as many readings as he likes."""
MOST_OF_PREVIEWS = 16 << 20
"""Bytes of pictures."""
SOCKET, STUDIES = "/socket", "/api/study"


@dataclass
class Services:
    """One server, as its routes know it."""

    settings: Settings
    sources: Sources
    key: SealingKey
    """Seals the records of finished games."""
    lobby: Lobby | None = None
    """None before it is opened."""
    hall: Hall | None = None
    caller: Caller | None = None
    """Tells people of their turns."""
    sockets: int = 0
    sockets_of: dict[str, int] = field(default_factory=dict)
    """Open sockets by client, as client_of tells it."""
    addresses: list[str] = field(default_factory=list)
    """Under which other machines can open it."""
    tallies: Tallies = field(default_factory=Tallies)
    tables: FragmentCache = field(default_factory=lambda: FragmentCache(MOST_OF_TABLES, MOST_OF_TABLES))
    """Tables of games as they were sent, by game and question: nobody waits for one to be worked out twice."""

    previews: FragmentCache = field(default_factory=lambda: FragmentCache(MOST_OF_PREVIEWS, MOST_OF_PREVIEWS))
    """Pictures of positions for previews of links, by room and version."""

    def __post_init__(self) -> None:
        limits = self.settings.limits
        self.edge = Edge(self.settings)
        self.claims_asked = Buckets(limits.claims_a_minute)
        self.mails_asked = Buckets(limits.mails_a_minute)
        self.studies_asked = Buckets(limits.studies_a_minute)
        self._rooms_begun = Spacing(limits.rooms_a_second, limits.begun_at_once)
        self._studies_begun = Spacing(limits.studies_a_second, limits.begun_at_once)
        self._sockets_begun = Spacing(limits.hellos_a_second, limits.begun_at_once)
        """Beside the hellos, which are spaced too: many sockets can be opened in time, and greet all at once."""

    def share_limits(self, limits: SharedLimits) -> None:
        """Count what clients ask of other processes too."""
        limits.share("claims", self.claims_asked)
        limits.share("studies", self.studies_asked)
        limits.share("mails", self.mails_asked)

    @contextmanager
    def one_more_socket(self, client: str) -> Iterator[None]:
        """While it is open, a socket counts in all and for its client."""
        self.sockets += 1
        self.sockets_of[client] = self.sockets_of.get(client, 0) + 1
        try:
            yield
        finally:
            self.sockets -= 1
            self.sockets_of[client] -= 1
            if not self.sockets_of[client]:
                del self.sockets_of[client]

    def asks_too_much(self, path: str, address: str) -> bool:
        """Whether a request would be refused anyway, whatever it says."""
        client = counted_as(address)
        if path == ROOMS:
            return self.lobby is not None and self.lobby.new_rooms.is_empty(client)
        return path.startswith(STUDIES) and self.studies_asked.is_empty(client)

    def turn(self, path: str, address: str) -> float | None:
        """Seconds until a request may begin to be heard: whoever sends many at once waits for himself. None: he has
        sent too many."""
        client = counted_as(address)
        if path == ROOMS:
            return self._rooms_begun.wait(client)
        if path.endswith(SOCKET):
            return self._sockets_begun.wait(client)
        return self._studies_begun.wait(client) if path.startswith(STUDIES) else 0.0

    @property
    def open_lobby(self) -> Lobby:
        if self.lobby is None:
            raise RequestRefused(Refusal("stopping"), status=503)
        return self.lobby

    @property
    def open_hall(self) -> Hall:
        if self.hall is None:
            raise RequestRefused(Refusal("stopping"), status=503)
        return self.hall

    @property
    def open_caller(self) -> Caller:
        if self.caller is None:
            raise RequestRefused(Refusal("stopping"), status=503)
        return self.caller


class RequestRefused(Refused):
    """Ends a request with a refusal."""

    def __init__(self, refusal: Refusal, game: AnyGame | None = None, status: int = 400, lang: str = "") -> None:
        super().__init__(refusal)
        self.game = game
        self.status = status
        self.lang = lang


class RefusedInWords(Exception):
    """Ends a request with a refusal that a worker has put into words."""

    def __init__(self, body: dict[str, object]) -> None:
        super().__init__(body["code"])
        self.body = body


STATUS = {
    "no_room": 404,
    "no_tournament": 404,
    "not_host": 403,
    "tournament_started": 409,
    "no_pairing": 404,
    "pairing_settled": 409,
    "no_player": 409,
    "last_round": 409,
    "no_handover": 404,
    "no_reminder": 404,
    "reminder_full": 429,
    "mail_failed": 503,
    "not_found": 404,
    "game.unknown": 404,
    "game.unknown_near": 404,
    "forbidden": 403,
    "no_invitation": 403,
    "needs_token": 401,
    "seat_taken": 409,
    "not_yet": 409,
    "too_many": 429,
    "full": 503,
    "stopping": 503,
    "busy": 503,
    "away": 503,
    "no_more_rooms": 503,
    "no_disk": 503,
    "damaged_room": 500,
    "fault": 500,
}


def services_of(request: HTTPConnection) -> Services:
    services: Services = request.app.state.services
    return services


def lang_of(request: HTTPConnection, asked: str = "") -> str:
    """The asked language, or the browser's."""
    return language(asked or request.query_params.get("lang") or request.headers.get("accept-language"))


def client_of(request: HTTPConnection) -> str:
    """Who asks, of a request or a socket: its address, behind a trusted proxy as that one tells it, by IPv6 the network
    of its household. Only to count how much one client asks; never stored or logged."""
    return counted_as(request.client.host) if request.client else ""


def bearer(request: HTTPConnection) -> str:
    """The token that a request brings; empty where it brings none that could be one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and tokens.well_formed(token) else ""


def answer(content: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return answer_written(written(content), status, headers)


def answer_written(content: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """With JSON as it is sent."""
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return Response(content, status, kept, "application/json")


def refuse(request: HTTPConnection, refused_as: RequestRefused) -> Response:
    status = STATUS.get(refused_as.refusal.code, refused_as.status)
    lang = refused_as.lang or lang_of(request)
    headers = {"Retry-After": "5"} if status in (429, 503) else {}
    return answer(refused(refused_as.refusal, lang, refused_as.game), status, headers)


def game_of(name: str, lang: str = "") -> AnyGame:
    game = registry.game(name)
    if isinstance(game, Refusal):
        raise RequestRefused(game, lang=lang)
    return game
