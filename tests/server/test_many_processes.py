"""Several processes on one PostgreSQL: any of them serves any seat of any room, none owns one, and each may die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError
from websockets.exceptions import ConnectionClosed

from tests.patience import ANSWER, eventually
from tests.postgres import running
from tests.server.serving import Client, Process, computer, get, inside, new_room, person, post, token
from tests.server.test_storage import ROOM
from triarii.core.contract import Turn
from triarii.core.records import Acted
from triarii.server.rate_limits import Buckets
from triarii.server.rooms import lobby, presence
from triarii.server.rooms.other_processes import OtherProcesses
from triarii.server.rooms.shared_limits import SharedLimits
from triarii.server.storage import loading
from triarii.server.storage.advancing import added_by, after
from triarii.server.storage.database import Changes
from triarii.server.storage.opening import open_database
from triarii.server.storage.postgres_database import messages_of
from triarii.server.storage.store import Heard, Known, Overtaken, Progress, RoomData, Store, Stored

HOUR = {"minutes": 60, "increment": 0}


@contextmanager
def two(data: Path, database: str, **more: Any) -> Iterator[list[str]]:
    """Two servers that share a database and nothing else; their addresses."""
    with ExitStack() as stack:
        yield [stack.enter_context(inside(data / name, database_url=database, **more)) for name in ("here", "there")]


@contextmanager
def seated(addresses: list[str], room: str, tokens: tuple[str, str]) -> Iterator[tuple[Client, Client]]:
    """Ada at the first server, Ben at the second."""
    with Client(addresses[0], room, tokens[0]) as ada, Client(addresses[1], room, tokens[1]) as ben:
        ada.arrive()
        ben.arrive()
        yield ada, ben


def asked(database: str, question: str, *values: object) -> list[tuple[Any, ...]]:
    with psycopg.connect(database, autocommit=True) as connection:
        found = connection.execute(question.encode(), values)
        return found.fetchall() if found.description else []


def entries(database: str, room: str) -> list[tuple[Any, ...]]:
    return asked(database, "SELECT number, kind, content FROM entries WHERE room = %s ORDER BY number", room)


def told(client: Client) -> list[tuple[object, ...]]:
    """The entries as both eyes know them."""
    return [(number, entry["kind"], entry.get("text")) for number, entry in sorted(client.entries.items())]


def until_there(client: Client, **seats: bool) -> None:
    """Until it was told that these seats are connected, and these are not."""
    while True:
        told = [json.loads(line) for line in client.log if line.startswith('{"t":"presence"')]
        if told and told[-1]["seats"] == seats:
            return
        client.hear()


def end_of(client: Client) -> int:
    """The code with which its socket was closed."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            client.hear()
    code = client.socket.close_code
    assert code is not None
    return code


def play(ada: Client, ben: Client, turns: int) -> None:
    for _ in range(turns):
        for client in (ada, ben):
            client.until_version(max(ada.version, ben.version))
        moving = ada if ada.view["turn"] == "first" else ben
        assert moving.act(moving.choose())["t"] == "accepted"
    for client in (ada, ben):
        client.until_version(max(ada.version, ben.version))


def test_two_people_play_one_game_through_two_processes(tmp_path: Path, postgres_database: str) -> None:
    tokens = token(), token()
    with two(tmp_path, postgres_database) as addresses:
        room = new_room(addresses[0], person(tokens[0]), person(tokens[1]))["room"]
        with seated(addresses, room, tokens) as (ada, ben):
            play(ada, ben, 8)
            assert told(ada) == told(ben)
            assert ada.do("offer_draw")["t"] == "accepted"
            while ben.asks["draw"] != "first":
                ben.hear()
            assert ben.do("decline_draw")["t"] == "accepted"
            while ada.asks["draw"] is not None:
                ada.hear()
            assert ada.do("take_back")["t"] == "accepted"
            while ben.asks["take_back"] != "first":
                ben.hear()
            assert ben.do("allow_take_back")["t"] == "accepted"
            assert ben.do("resign")["t"] == "accepted"
            while ada.result is None:
                ada.hear()
            assert ben.result is not None
            assert ada.result["words"] == "You win by resignation."
            assert ben.result["words"].endswith(" wins by resignation.")
            assert {**ada.result, "words": ""} == {**ben.result, "words": ""}


def test_a_rematch_that_both_want_through_different_processes_is_one_room(
    tmp_path: Path, postgres_database: str
) -> None:
    tokens = token(), token()
    with two(tmp_path, postgres_database) as addresses:
        room = new_room(addresses[0], person(tokens[0]), person(tokens[1]))["room"]
        with seated(addresses, room, tokens) as (ada, ben):
            assert ada.do("resign")["t"] == "accepted"
            for client in (ada, ben):  # at once: neither knows of the other's wish
                client.send(t="do", key="again", version=client.version, what="rematch")
            offers = [client.until("rematch") for client in (ada, ben)]
            assert offers[0]["room"] == offers[1]["room"]
            assert {offer["seat"] for offer in offers} == {"first", "second"}
            with Client(addresses[1], offers[0]["room"], offers[0]["token"]) as next_game:
                assert next_game.until("welcome")["eye"] == offers[0]["seat"]


def test_a_seat_claimed_through_one_process_is_known_to_the_other(tmp_path: Path, postgres_database: str) -> None:
    own, guest = token(), token()
    with two(tmp_path, postgres_database) as addresses:
        made = new_room(addresses[0], person(own), person())
        with Client(addresses[0], made["room"], own) as ada:
            ada.arrive()
            claim = {"invitation": made["invitations"]["second"], "token": guest, "name": "Ben"}
            assert post(addresses[1], f"/api/rooms/{made['room']}/claim", claim).status_code == 200
            assert ada.until("seats")["seats"]["second"]["name"] == "Ben"
            assert post(addresses[0], f"/api/rooms/{made['room']}/claim", claim).status_code == 200, "it is his"
            late = {**claim, "token": token()}
            assert post(addresses[0], f"/api/rooms/{made['room']}/claim", late).json()["code"] == "seat_taken"


def test_of_two_processes_that_race_for_one_version_one_wins(postgres_database: str) -> None:
    async def run() -> None:
        stores = [Store(open_database(postgres_database)) for _ in range(2)]
        await stores[0].create(ROOM)
        for turn in range(20):
            tries = [
                store.advance(Progress("room", turn + 1, [Acted(Turn.FIRST, name)], 7_000, revision=turn))
                for store, name in zip(stores, ("a", "b"), strict=True)
            ]
            done = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(isinstance(each, Overtaken) for each in done) == [False, True], done
        assert [row[0] for row in entries(postgres_database, "room")] == list(range(1, 21))
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_the_same_seat_at_two_processes_does_one_thing_at_a_time(tmp_path: Path, postgres_database: str) -> None:
    """A program that sends the same decision through both, under two keys: one is done, the other came too late."""
    tokens = token(), token()
    with two(tmp_path, postgres_database) as addresses:
        room = new_room(addresses[0], person(tokens[0]), person(tokens[1]))["room"]
        with Client(addresses[0], room, tokens[0]) as ada:
            ada.arrive()
            action = ada.choose()
            with Client(addresses[1], room, tokens[0]) as twin:
                twin.arrive()
                answers = [client.act(action, key, version=0) for client, key in ((twin, "one"), (twin, "two"))]
                assert [answer["t"] for answer in answers] == ["accepted", "refused"]
                assert twin.act(action, "one", version=0) == answers[0], "the same key gets the same answer"
        assert len(entries(postgres_database, room)) == 1


def test_a_seat_goes_on_at_the_process_where_it_came_last(tmp_path: Path, postgres_database: str) -> None:
    tokens = token(), token()
    with two(tmp_path, postgres_database) as addresses:
        room = new_room(addresses[0], person(tokens[0]), person(tokens[1]))["room"]
        with seated(addresses, room, tokens) as (ada, ben):
            until_there(ben, first=True, second=True)
            with Client(addresses[1], room, tokens[0]) as again:
                again.arrive()
                assert end_of(ada) == 4409
            until_there(ben, first=False, second=True)


def test_a_process_that_dies_leaves_no_ghosts_and_its_wish_is_done_once(tmp_path: Path, postgres_database: str) -> None:
    """kill -9 between a deed and its answer: the wish is repeated through another process, and is done once."""
    tokens = token(), token()
    with (
        inside(tmp_path / "here", database_url=postgres_database) as address,
        Process(tmp_path / "there", 0, "--database", postgres_database) as dying,
    ):
        room = new_room(address, person(tokens[0]), person(tokens[1]))["room"]
        with seated([address, dying.address], room, tokens) as (ada, ben):
            until_there(ada, first=True, second=True)
            assert ada.act(ada.choose())["t"] == "accepted"
            ben.until_version(1)
            action = ben.choose()
            ben.send(t="act", key="once", version=1, action=action)
            ada.until_version(2)  # it is stored, and told by way of the database; then the power goes
            dying.kill()
            with Client(address, room, tokens[1], seen=1) as back:
                assert back.act(action, "once", version=1) == {"t": "accepted", "key": "once", "version": 2}
            until_there(ada, first=True, second=False)
        assert len(entries(postgres_database, room)) == 2


def test_a_flag_falls_once_however_many_processes_watch_it(tmp_path: Path, postgres_database: str) -> None:
    tokens = token(), token()
    with two(tmp_path, postgres_database) as addresses:
        rooms = [new_room(address, person(tokens[0]), person(tokens[1]), clock=HOUR)["room"] for address in addresses]
        with seated(addresses, rooms[0], tokens) as (ada, ben):
            assert ada.act(ada.choose())["t"] == "accepted"
            with Client(addresses[0], rooms[1], tokens[0]) as passing:
                passing.arrive()
                assert passing.act(passing.choose())["t"] == "accepted"
            asked(postgres_database, "UPDATE server SET ran = ran + 3600000")  # an hour goes by for all
            for client in (ada, ben):
                while client.result is None:
                    client.hear()
                assert client.result["rule"] == "record.flag_fell"

        def nobody_needs_to_be_there() -> bool:
            return bool(get(addresses[0], f"/api/rooms/{rooms[1]}").json()["over"])

        eventually(nobody_needs_to_be_there)
    for room in rooms:
        kinds = [kind for _, kind, _ in entries(postgres_database, room)]
        assert kinds.count("flag_fell") == 1


def test_what_a_dead_process_was_thinking_about_is_taken_by_another(tmp_path: Path, postgres_database: str) -> None:
    own = token()
    with inside(tmp_path / "here", database_url=postgres_database, thinks=False) as address:
        room = new_room(address, person(own), computer(), "towar")["room"]
        with Client(address, room, own) as me:
            me.arrive()
            me.until_turn("first")
            assert me.act(me.choose())["t"] == "accepted"
            asked(postgres_database, "UPDATE rooms SET taken_by = 'dead' WHERE id = %s", room)
            version = me.version
            with inside(tmp_path / "there", database_url=postgres_database):
                me.until_version(version + 1)


def test_what_a_client_used_up_at_one_process_counts_at_the_other(postgres_database: str) -> None:
    async def run() -> None:
        stores = [Store(open_database(postgres_database)) for _ in range(2)]
        shared, limits = [SharedLimits(store) for store in stores], [Buckets(a_minute=0.001) for _ in stores]
        for each, limit in zip(shared, limits, strict=True):
            each.share("rooms", limit)
        heard = asyncio.Event()

        def listen(told: Heard) -> None:
            shared[1].heard(told.spent)
            if told.missed:
                listening.set()
            if told.spent:
                assert "192.0.2.7" not in str(told), "who it was, is nobody's business"
                heard.set()

        listening = asyncio.Event()
        stores[1].listen(listen, lambda _: None, lambda: None)
        await listening.wait()
        assert limits[0].take("192.0.2.7")
        telling = asyncio.ensure_future(shared[0].tell())
        await heard.wait()
        assert not limits[1].take("192.0.2.7")
        assert limits[1].take("192.0.2.8")
        telling.cancel()
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_a_database_that_restarts_is_waited_for_and_one_that_is_away_is_told(tmp_path: Path) -> None:
    tokens = token(), token()
    with running() as database, two(tmp_path, database.new_database()) as addresses:
        room = new_room(addresses[0], person(tokens[0]), person(tokens[1]))["room"]
        with seated(addresses, room, tokens) as (ada, ben):
            play(ada, ben, 1)
            database.restart(signal.SIGQUIT)
            play(ada, ben, 2)  # those who move don't notice, and news cross as before
            database.stop()
            away = get(addresses[0], "/api/rooms")
            assert (away.status_code, away.json()["code"]) == (503, "away")
            moving = ada if ada.view["turn"] == "first" else ben
            moving.send(t="act", key="kept", version=moving.version, action=moving.choose())
            assert end_of(moving) == 1011, "come back"
            database.start()
        with seated(addresses, room, tokens) as (ada, ben):
            play(ada, ben, 1)
            assert told(ada)[-1][0] == 4


def test_what_another_process_does_while_a_room_is_being_opened_is_not_missed(
    tmp_path: Path, postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben comes while Ada moves: what was read for him is without her move, and nothing else would tell him of it."""
    tokens = token(), token()
    read, played, revisions = threading.Event(), threading.Event(), [0]
    replayed, hear = lobby._replayed, OtherProcesses._heard

    def slowly(stored: Stored) -> object:
        read.set()
        played.wait(ANSWER)
        return replayed(stored)

    def heard(others: OtherProcesses, news: Heard) -> None:
        hear(others, news)
        revisions.extend(news.rooms.values())

    monkeypatch.setattr(lobby, "_replayed", slowly)
    monkeypatch.setattr(OtherProcesses, "_heard", heard)
    with two(tmp_path, postgres_database) as addresses:
        room = new_room(addresses[0], person(tokens[0]), person(tokens[1]))["room"]
        with seated([addresses[0]] * 2, room, tokens):
            eventually(lambda: max(revisions) == 2)  # both have added their texts to chance
        with Client(addresses[0], room, tokens[0]) as ada, Client(addresses[1], room, tokens[1]) as ben:
            ada.arrive()
            assert read.wait(ANSWER)
            assert ada.act(ada.choose())["t"] == "accepted"
            eventually(lambda: max(revisions) == 3)
            played.set()
            ben.arrive()
            ben.until_version(1)
            assert told(ada) == told(ben)


def test_who_goes_while_the_database_is_away_is_gone_for_others_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens, tried, sit = (token(), token()), threading.Event(), Store.sit

    async def watched(store: Store, room: str, seat: Turn, here: bool) -> None:
        try:
            await sit(store, room, seat, here)
        except DatabaseError:
            tried.set()
            raise

    monkeypatch.setattr(presence, "LINGER", 0.0)
    monkeypatch.setattr(Store, "sit", watched)
    with running() as database, two(tmp_path, database.new_database()) as addresses:
        room = new_room(addresses[0], person(tokens[0]), person(tokens[1]))["room"]
        with Client(addresses[0], room, tokens[0]) as ada:
            ada.arrive()
            with Client(addresses[1], room, tokens[1]) as ben:
                ben.arrive()
                until_there(ada, first=True, second=True)
                database.stop()
            assert tried.wait(ANSWER)
            database.start()
            until_there(ada, first=True, second=False)


def test_a_room_that_is_deleted_keeps_nobody_from_being_told_who_is_elsewhere(
    tmp_path: Path, postgres_database: str
) -> None:
    with inside(tmp_path / "here", database_url=postgres_database) as address:
        owns = [token() for _ in range(2)]
        gone, stays = [new_room(address, person(own), person(token()))["room"] for own in owns]
        with Client(address, gone, owns[0]) as ada, Client(address, stays, owns[1]) as eve:
            for client in (ada, eve):
                client.arrive()
            eventually(lambda: len(asked(postgres_database, "SELECT room FROM presence")) == 2)
            asked(postgres_database, "DELETE FROM presence")
            asked(postgres_database, "DELETE FROM rooms WHERE id = %s", gone)
            asked(postgres_database, "DELETE FROM processes")  # so that all is told again, of the deleted room first
            eventually(lambda: asked(postgres_database, "SELECT room FROM presence") == [(stays,)])


def test_what_is_told_of_a_change_is_all_that_another_process_needs(tmp_path: Path, postgres_database: str) -> None:
    tokens = token(), token()
    with two(tmp_path, postgres_database) as addresses:
        room = new_room(addresses[0], person(tokens[0]), person(tokens[1]), clock=HOUR)["room"]
        with seated(addresses, room, tokens) as (ada, ben):
            play(ada, ben, 2)
            for client in (ada, ben):
                until_there(client, first=True, second=True)
            with counted_reads() as reads:
                play(ada, ben, 6)
            assert reads == [], "a room that both processes know is not read again"
            assert told(ada) == told(ben)
            assert ada.clock is not None
            assert ada.clock["running"] == ben.clock["running"]  # type: ignore[index]


def test_a_change_that_was_missed_or_is_too_long_to_be_told_is_read(tmp_path: Path) -> None:
    known = RoomData("room", ROOM.header, "", "", False, ROOM.seats, None, 0, version=1, sum="a", revision=3)
    change = added_by(Progress("room", 2, [Acted(Turn.FIRST, "b2b4")], 5, before="a", revision=3), "me")
    found = after(known, change.told())
    assert found is not None
    assert (found.data.version, found.data.revision, found.data.sum) == (2, 4, change.sum)
    assert (list(found.entries), list(found.moments)) == ([Acted(Turn.FIRST, "b2b4")], [5])
    for other in (replace(known, revision=2), replace(known, version=0), replace(known, sum="b")):
        assert after(other, change.told()) is None
    assert after(known, b"[4]") is None
    long = Changes({"a": 1, "b": 2, "c": 3}, whole={"a": b"1" * 6_000, "b": b"2" * 6_000, "c": b"3" * 9_000})
    assert list(messages_of(long)) == [(["a"], ["a"]), (["b", "c"], ["b"])]


@contextmanager
def counted_reads() -> Iterator[list[str]]:
    """Which rooms any process in here reads from the database meanwhile."""
    reads: list[str] = []
    real = loading.changes

    def counted(connection: Connection, known: Known) -> Stored | None:
        reads.append(known.room)
        return real(connection, known)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "changes", counted)
        yield reads
