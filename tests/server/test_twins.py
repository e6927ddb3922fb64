"""Hidden hands: two games that differ only in the other's hand send this seat the same bytes, message for message."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from difflib import SequenceMatcher
from pathlib import Path
from random import Random

import pytest

from tests.postgres import Postgres
from tests.server.hall import Visitor
from tests.server.serving import Client, Json, get, inside
from triarii.core import registry, timeline
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import SEATS, AnyPosition, Eye, Refusal, Turn
from triarii.core.records import Acted, ChanceFell, Header
from triarii.server.reminders import letters
from triarii.server.rooms import tokens
from triarii.server.settings import Settings
from triarii.server.sources import Sources
from triarii.server.storage.opening import database_of
from triarii.server.storage.reminders import Channel, Kind, Waiting
from triarii.server.storage.store import PERSON, RoomData, Seat, Store

OPTIONS = {"armies": "west,north", "begins": "first", "variant": "hand_of_three"}
FIRST, SECOND = "F" * 22, "S" * 22
OFFERS = '{"t":"offers"'


class Known(Sources):
    """The same secret, names, tokens and time for every server."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def secret(self) -> bytes:
        return self._secret

    def room_id(self) -> str:
        return "twinroom22"

    def token(self) -> str:
        return "W" * 22

    def seed(self) -> int:
        return 7

    def now(self) -> int:
        return 1_700_000_000_000


def twins(seed: int) -> tuple[AnyPosition, AnyPosition]:
    """Two positions in which the first seat is to play a card and sees the same, with another hand opposite."""
    game = registry.game("towar")
    assert not isinstance(game, Refusal)
    line = timeline.begin(game, Header("towar", game.info.rules_version, OPTIONS))
    assert not isinstance(line, Refusal)
    dealer, rng = Dealer(bytes([seed]) * 32, "twins"), Random(seed)
    while not (line.position.turn is Turn.FIRST and line.position.view(Eye.FIRST).facts["hand_counts"] == [3, 3]):
        turn = line.position.turn
        if turn is Turn.CHANCE:
            line.append(ChanceFell(game.action_text(dealer.deal(line.position, line.chances))))
        else:
            line.append(Acted(turn, str(rng.choice(line.position.actions()))))
    one = line.position
    imagined = [game.imagine(one.view(Eye.FIRST), rng) for _ in range(40)]
    others = [two for two in imagined if two.text() != one.text()]
    # The most alike: their hands should share a card, to play the same with.
    return one, max(others, key=lambda two: SequenceMatcher(None, one.text(), two.text()).ratio())


@pytest.mark.parametrize("seed", range(3))
def test_the_other_hand_never_shows_in_what_this_seat_gets(tmp_path: Path, seed: int) -> None:
    starts = twins(seed)
    assert starts[0].text() != starts[1].text()
    secret = bytes([seed + 100]) * 32
    with ExitStack() as stack:
        pair: list[tuple[Client, Client, Client, Json]] = []
        addresses: list[str] = []
        for number, start in enumerate(starts):
            made = asyncio.run(_stored(tmp_path / str(number), secret, start.text()))
            address = stack.enter_context(inside(tmp_path / str(number), Known(secret)))
            clients = [
                stack.enter_context(Client(address, made["room"], own, "de", offers=True))
                for own in (FIRST, SECOND, made["watch"])
            ]
            for client in clients:
                client.arrive()
            pair.append((clients[0], clients[1], clients[2], made))
            addresses.append(address)
        assert pair[0][3] == pair[1][3]
        turns = _play_alike([one[0] for one in pair], [one[1] for one in pair], [one[2] for one in pair])
        assert turns >= 2
        mine, theirs = [one[0] for one in pair], [one[1] for one in pair]
        for me in mine:
            if me.view["turn"] == "first" and me.result is None:
                me.until_offered()
        assert _news(mine[0]) == _news(mine[1])
        assert _news(pair[0][2]) == _news(pair[1][2]), "a watcher sees no hand either"
        assert _news(theirs[0]) != _news(theirs[1]), "their hands were different"
        assert any(line.startswith('{"t":"history"') and '"drew' in line for line in mine[0].log), (
            "pages were asked for"
        )
        assert _offers(mine[0]) == _offers(mine[1]) != []
        assert _offers(pair[0][2]) == [], "a watcher has nothing to choose"
        assert any('"drew"' in line or '"drew_unseen"' in line for line in mine[0].log)
        here, there = addresses
        for own in (FIRST, ""):
            assert _seen_beside(here, pair[0][3]["watch"], own) == _seen_beside(there, pair[1][3]["watch"], own)
        assert _seen_beside(here, pair[0][3]["watch"], SECOND) != _seen_beside(there, pair[1][3]["watch"], SECOND), (
            "their hands are in pictures too"
        )
        told = [_told_of_a_turn(_room(secret, start.text())) for start in starts]
        assert told[0] == told[1]
        assert starts[0].text() not in "".join(told[0])


def test_nor_does_it_where_each_seat_is_served_by_another_process(tmp_path: Path, postgres: Postgres) -> None:
    """And what both processes tell of twins is the same, byte by byte."""
    starts, secret = twins(1), bytes([101]) * 32
    with ExitStack() as stack:
        pair: list[tuple[Client, Client, Client]] = []
        for number, start in enumerate(starts):
            database = postgres.new_database()
            made = asyncio.run(_stored(tmp_path / str(number), secret, start.text(), database))
            addresses = [
                stack.enter_context(inside(tmp_path / f"{number}{name}", Known(secret), database_url=database))
                for name in ("here", "there")
            ]
            places = zip(addresses * 2, (FIRST, SECOND, made["watch"]), strict=False)
            one, two, three = (
                stack.enter_context(Client(at, made["room"], own, "de", offers=True)) for at, own in places
            )
            for client in (one, two, three):
                client.arrive()
            pair.append((one, two, three))
        assert _play_alike(*([one[seat] for one in pair] for seat in range(3))) >= 2
        for seat in (0, 2):
            assert _told(pair[0][seat]) == _told(pair[1][seat])
        assert _told(pair[0][1]) != _told(pair[1][1]), "their hands were different"


def _seen_beside(address: str, watch: str, own: str) -> list[bytes]:
    """What is told of the room outside of its socket: pictures of its last positions for who has this token (for who
    watches, where it is none), the picture of a link, and what the hall tells of it."""
    room = Known(b"").room_id()
    shown = {"Authorization": f"Bearer {own or watch}"}
    link = f"/api/rooms/{room}/preview.png?p={tokens.for_preview(tokens.hashed(watch), room)}"
    paths = [f"/api/rooms/{room}/picture?version={version}" for version in range(3)]
    answers = [get(address, path, **shown) for path in (*paths, link, f"/api/rooms/{room}")]
    assert [answer.status_code for answer in answers] == [200] * 5
    with Visitor(address) as eve:
        eve.send(t="follow", rooms=[room])
        followed = eve.until("rooms")
    return [*(answer.content for answer in answers), json.dumps(followed).encode()]


def _told_of_a_turn(data: RoomData) -> list[str]:
    """By push and by mail, of a turn and of the end."""
    channel = Channel("c" * 64, Kind.PUSH, "", "de", lasting=False, stop="s" * 22)
    told = []
    for over in (False, True):
        waiting = Waiting(channel, data.id, Turn.FIRST, told=0, version=3, over=over, tries=0)
        words = letters.told(waiting, data, Known(b""))
        told += [letters.notice(words, waiting).decode(), letters.letter(words, waiting, "https://club.example")]
    return told


def _told(client: Client) -> list[str]:
    """What it was told, in the order of versions: an answer may come before news that cross from another process."""
    return sorted(_news(client))


async def _stored(data: Path, secret: bytes, start: str, database: str = "") -> Json:
    """A room that begins with dealt hands; nobody can ask a server for such a game between two people."""
    data.mkdir()
    store = Store(database_of(Settings(data, database_url=database)))
    await store.create(_room(secret, start))
    await store.close()
    return {"room": Known(secret).room_id(), "watch": Known(secret).token()}


def _room(secret: bytes, start: str) -> RoomData:
    known, game = Known(secret), registry.game("towar")
    assert not isinstance(game, Refusal)
    name, watch = known.room_id(), known.token()
    seats = {seat: Seat(PERSON, holder=tokens.hashed(own)) for seat, own in zip(SEATS, (FIRST, SECOND), strict=True)}
    header = Header("towar", game.info.rules_version, OPTIONS, id=name, commit=commitment(secret), start=start)
    return RoomData(name, header, secret.hex(), tokens.hashed(watch), False, seats, None, known.now())


def _news(client: Client) -> list[str]:
    """Everything but presence, which tells who connected when, and what takes its time."""
    return [line for line in client.log if not line.startswith(('{"t":"presence"', OFFERS))]


def _offers(client: Client) -> list[str]:
    """All that this seat could choose, turn for turn: worked out beside the rest, so that it has no place among it."""
    return [line for line in client.log if line.startswith(OFFERS)]


def _play_alike(mine: list[Client], theirs: list[Client], watching: list[Client]) -> int:
    """The same turns in both games as long as the second seat has a card that it holds in both; how many."""
    turns = 0
    while turns < 8 and mine[0].result is None:
        for client in mine:
            client.ask("choices", prefix=[])  # refused or not, alike
        if mine[0].view["turn"] == "first":
            assert mine[0].until_offered() == mine[1].until_offered()
            action = mine[0].choose()
            assert mine[1].choose() == action
            for me in mine:
                me.ask("preview", action=action)
                me.act("nonsense", key="n")
                assert me.act(action, key=f"k{turns}")["t"] == "accepted"
        else:
            found = _shared(theirs)
            if found is None:
                break
            for you in theirs:
                assert you.act(found, key=f"k{turns}")["t"] == "accepted"
        turns += 1
        for client in (*mine, *theirs, *watching):
            client.until_version(max(each.version for each in (*mine, *theirs)))
            client.ask("history", before=client.version)
            client.ask("history", before=client.version + 1)
    return turns


def _shared(theirs: list[Client]) -> str | None:
    """An action that both second seats can play."""
    offered = [{choice["text"] for choice in you.ask("choices", prefix=[]).get("choices", [])} for you in theirs]
    for card in sorted(offered[0] & offered[1]):
        prefix = [card]
        while True:
            found = theirs[0].ask("choices", prefix=prefix)
            if "action" in found:
                return str(found["action"])
            prefix.append(found["choices"][0]["text"])
    return None
