"""What a stranger sends is worked out where it can do no harm, and nobody can take what all share."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.patience import SLOWNESS, eventually
from tests.server.serving import (
    GENEROUS,
    PATIENT,
    WAIT,
    Client,
    Process,
    computer,
    get,
    inside,
    new_room,
    open_socket,
    person,
    post,
    token,
)
from triarii.core import registry
from triarii.core.contract import Eye, Refusal
from triarii.games.adlg.scenarios import scenario
from triarii.server.http.services import Services
from triarii.server.key_file import open_key
from triarii.server.rate_limits import LONGEST_WAIT, Bucket, Spacing
from triarii.server.settings import Limits, Settings
from triarii.server.sources import Sources
from triarii.server.thinking.jobs import Choose, Content, Sight
from triarii.server.thinking.worker_pool import Allowance, Busy, TooHeavy, Urgency, WorkerPool
from triarii.server.wire import messages

BOMB = "a" + ".a" * 49_000 + " = 1"
"""98 kB."""


# Memory and work


@pytest.mark.parametrize("path", ["/api/games/cities/contents/layout", "/api/games/adlg/armies"])
def test_a_key_of_many_parts_is_refused_and_takes_no_memory(path: str, tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        for lang in ("en", "de"):
            answer = post(server.address, path, {"text": BOMB, "lang": lang})
            assert answer.status_code == 422
            assert answer.json()["words"]
        for pid in (server.process.pid, *server.children()):
            most = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
            assert most is not None
            assert int(most[1]) < 400_000


def test_a_job_that_wants_too_much_memory_is_given_up_and_the_next_is_done() -> None:
    async def run() -> None:
        pool = WorkerPool(1, Allowance(megabytes=300))
        with pytest.raises(TooHeavy):
            # Twice this fits, as the line and as the text in it; the value that is read from it does not.
            await pool.ask(_content("x = '" + "a" * 120_000_000 + "'"), Urgency.STUDY)
        assert (await pool.ask(_content("name = 'x'"), Urgency.STUDY))["answer"] == {"content": {"name": "x"}}
        assert pool.replaced == 0, "it is no fault of the process"
        await pool.close()

    asyncio.run(run())


def test_a_job_that_wants_too_much_work_is_given_up_however_long_it_would_take() -> None:
    async def run() -> None:
        pool = WorkerPool(1, Allowance(work=2.0))
        with pytest.raises(TooHeavy):
            await pool.ask(_endless(), Urgency.STUDY)
        assert (await pool.ask(_content("name = 'x'"), Urgency.STUDY))["answer"]
        await pool.close()

    asyncio.run(run())


def test_what_is_too_heavy_is_refused_in_words(tmp_path: Path) -> None:
    """A record of four megabytes that is all one line of play, more than is worked through at once."""
    with inside(tmp_path) as address:
        house_work = post(address, "/api/study/choices", {"game": "cities", "actions": ["b2b4"]})
        assert house_work.status_code == 200
        refused = post(address, "/api/study", {"record": "[" * 200_000, "lang": "de"})
        assert refused.status_code == 422
        assert refused.json()["words"]


def test_options_that_are_too_long_are_refused(tmp_path: Path) -> None:
    with inside(tmp_path) as address:
        layout = get(address, "/api/games/cities/contents/layout").json()["contents"]["gates"]
        seats = {"first": person(token()), "second": person()}
        wish = {"game": "cities", "seats": seats, "options": {"layout": {**layout, "about": "x" * 70_000}}}
        answer = post(address, "/api/rooms", wish)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_big")


def test_a_wish_for_a_room_that_is_far_too_long_is_not_even_read(tmp_path: Path) -> None:
    with inside(tmp_path) as address:
        answer = httpx.post(address + "/api/rooms", content=b"no JSON at all " * 10_000, timeout=WAIT)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_big")


def test_an_own_scenario_is_tried_by_a_clerk_before_a_room_is_opened(tmp_path: Path) -> None:
    own = scenario.content("drill_line")
    assert isinstance(own, dict)
    with inside(tmp_path) as address:
        seats = {"first": person(token()), "second": person()}
        wish = {"game": "adlg", "seats": seats, "lang": "de"}
        assert post(address, "/api/rooms", {**wish, "options": {"scenario": own}}).status_code == 201
        broken = post(address, "/api/rooms", {**wish, "options": {"scenario": {**own, "units": [[]]}}})
        assert broken.status_code == 400
        assert broken.json()["words"]


# Everybody's share


def test_no_move_of_a_computer_waits_for_studies(tmp_path: Path) -> None:
    with inside(tmp_path) as address:
        place = {"game": "cities", "actions": [], "milliseconds": 10_000}
        studies = 8 + int(SLOWNESS)  # which take longer than a move, however slow this machine is
        studying = [threading.Thread(target=_study, args=(address, place), daemon=True) for _ in range(studies)]
        for thread in studying:
            thread.start()
        own = token()
        room = new_room(address, person(own), computer())["room"]
        with Client(address, room, own) as me:
            me.until("welcome")
            assert me.act("b2b4")["t"] == "accepted"
            me.until_turn("first")
            assert me.version >= 2
        assert sum(thread.is_alive() for thread in studying) >= 4, "most studies are still under way"


def test_one_who_asks_for_much_does_not_keep_another_waiting() -> None:
    async def run() -> None:
        pool = WorkerPool(1)
        order: list[str] = []
        jobs = [asyncio.create_task(_told(pool, "greedy", order)) for _ in range(12)]
        while not pool.processes:
            await asyncio.sleep(0)
        jobs.append(asyncio.create_task(_told(pool, "modest", order)))
        await asyncio.gather(*jobs)
        assert order.index("modest") <= 2
        await pool.close()

    asyncio.run(run())


def test_one_asker_can_not_fill_the_line() -> None:
    async def run() -> None:
        pool = WorkerPool(1, Allowance(waiting=10, waiting_each=3))
        waiting = [asyncio.create_task(pool.ask(_content("a = 1"), Urgency.STUDY, asker="x")) for _ in range(8)]
        await asyncio.sleep(0)
        assert (await pool.ask(_content("a = 1"), Urgency.STUDY, asker="y"))["answer"]
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert sum(isinstance(one, Busy) for one in found) >= 4
        await pool.close()

    asyncio.run(run())


def test_an_analysis_of_a_battle_compares_several_orders_by_its_general(tmp_path: Path) -> None:
    game = registry.game("adlg")
    assert not isinstance(game, Refusal)
    actions: list[str] = []
    with inside(tmp_path) as address:
        place = {"game": "adlg", "options": {"scenario": "skirmish"}, "actions": actions}
        lines: list[dict[str, Any]] = []
        while len(lines) < 2:  # until there is an order to give: dice first, then a corps
            told = post(address, "/api/study/choices", {**place, "prefix": []}).json()
            if "chances" in told:
                actions.append(told["chances"][-1]["text"])
                continue
            found = post(address, "/api/study/lines", {**place, "milliseconds": 3_000}).json()
            lines = found["lines"]
            actions.append(lines[0]["action"])
    assert found["seat"] in ("first", "second")
    assert all(line["score"] is None for line in lines), "loss points are no expected score"


def test_what_one_client_begins_at_once_comes_one_after_the_other() -> None:
    now = 100.0
    spacing = Spacing(10.0, now=lambda: now)
    assert [round(spacing.wait("a") or 0.0, 6) for _ in range(3)] == [0.0, 0.1, 0.2]
    assert spacing.wait("b") == 0.0
    now = 101.0
    assert spacing.wait("a") == 0.0, "who was quiet waits for nothing"


def test_a_few_things_at_once_need_not_wait_for_each_other() -> None:
    now = 100.0
    spacing = Spacing(10.0, 3, lambda: now)
    assert [round(spacing.wait("a") or 0.0, 6) for _ in range(5)] == [0.0, 0.0, 0.0, 0.1, 0.2]
    now = 100.3
    assert [round(spacing.wait("a") or 0.0, 6) for _ in range(2)] == [0.0, 0.1], "what was asked ahead is still owed"
    now = 200.0
    assert [round(spacing.wait("a") or 0.0, 6) for _ in range(4)] == [0.0, 0.0, 0.0, 0.1], (
        "and no more than that is saved up"
    )


def test_who_asks_and_goes_away_does_not_keep_others_behind_the_same_address_waiting() -> None:
    now = 100.0
    spacing = Spacing(10.0, now=lambda: now)
    waits = [spacing.wait("a") for _ in range(1_000)]
    assert waits.count(None) > 800
    assert max(wait for wait in waits if wait is not None) <= LONGEST_WAIT
    now += LONGEST_WAIT + 0.2
    assert spacing.wait("a") == 0.0


def test_whoever_begins_far_too_much_at_once_is_told_so(tmp_path: Path) -> None:
    limits = replace(PATIENT, hellos_a_second=1e-6, begun_at_once=1)  # a turn in many days
    with inside(tmp_path, limits=limits) as strict:
        own = token()
        room = new_room(strict, person(own), computer())["room"]
        with Client(strict, room, own) as me:
            me.arrive()
        with pytest.raises(InvalidStatus) as refused:
            open_socket(strict, room)
    assert refused.value.response.status_code == 429
    assert b"too_many" in refused.value.response.body


def test_rooms_studies_and_sockets_of_one_address_are_begun_in_turn(tmp_path: Path) -> None:
    limits = Limits(rooms_a_minute=60, studies_a_minute=600, hellos_a_second=25, begun_at_once=2)
    settings = Settings(tmp_path, limits=limits)
    key = open_key(settings.key)
    assert not isinstance(key, Refusal)
    services = Services(settings, Sources(), key)
    for path, between in (("/api/rooms", 0.25), ("/api/study/lines", 0.025), ("/api/rooms/abc/socket", 0.04)):
        waits = [services.turn(path, "192.0.2.1") for _ in range(6)]
        assert waits[:2] == [0.0, 0.0]
        assert waits[-1] is not None
        assert 3 * between < waits[-1] <= 4 * between, path
        assert services.turn(path, "192.0.2.2") == 0.0, "others do not wait for that"
    assert services.turn("/api/games", "192.0.2.1") == 0.0


# What all share has an end


def test_a_chain_of_rematches_counts_as_opening_rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bucket.__init__, "__defaults__", (lambda: 0.0,))  # no time passes for what may be asked
    own, opened = token(), 0
    with inside(tmp_path, limits=replace(PATIENT, rooms_a_minute=12)) as address:
        room = new_room(address, person(own), computer())["room"]
        answer: dict[str, Any] = {}
        while opened < 20:
            with Client(address, room, own) as me:
                me.until("welcome")
                assert me.do("resign")["t"] == "accepted"
                me.send(t="do", key="again", version=me.version, what="rematch")
                answer = me.hear()
                while answer["t"] not in ("rematch", "refused"):
                    answer = me.hear()
            if answer["t"] == "refused":
                break
            room, own, opened = answer["room"], answer["token"], opened + 1
    assert answer["code"] == "too_many"
    assert opened == 5, "six rooms at once, and this many are rematches"


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (replace(GENEROUS, rooms=2), "no_more_rooms"),
        (replace(GENEROUS, free_disk_bytes=1 << 60), "no_disk"),
        (replace(GENEROUS, disk_bytes=10), "no_disk"),
        (replace(GENEROUS, memory_bytes=10), "busy"),
    ],
    ids=["rooms", "free disk", "disk", "memory"],
)
def test_when_something_is_used_up_new_games_wait_and_old_ones_go_on(limits: Limits, code: str, tmp_path: Path) -> None:
    own, other = token(), token()
    with inside(tmp_path) as address:
        room = new_room(address, person(own), person(other))["room"]
        new_room(address, person(), person(token()))
    with inside(tmp_path, limits=limits) as address:
        wish = {"game": "cities", "seats": {"first": person(token()), "second": person()}}
        for lang in ("en", "de"):
            refused = post(address, "/api/rooms", {**wish, "lang": lang})
            assert (refused.status_code, refused.json()["code"]) == (503, code)
            assert refused.json()["words"]
        with Client(address, room, own) as me:
            me.until("welcome")
            assert me.act("b2b4")["t"] == "accepted"


def test_rooms_where_nobody_is_make_room_in_memory(tmp_path: Path) -> None:
    limits = replace(GENEROUS, open_rooms=3)
    with inside(tmp_path, limits=limits) as address:
        tokens = [token() for _ in range(8)]
        rooms = [new_room(address, person(own), person())["room"] for own in tokens]
        for room, own in zip(rooms, tokens, strict=True):
            eventually(partial(_let_in, address, room, own))
        assert get(address, "/api/health").json()["rooms"] <= 4


def test_who_comes_to_a_room_while_all_places_are_taken_is_told_to_come_again(tmp_path: Path) -> None:
    limits = replace(GENEROUS, open_rooms=2)
    with inside(tmp_path, limits=limits) as address, contextlib.ExitStack() as inside_rooms:
        tokens = [token() for _ in range(3)]
        rooms = [new_room(address, person(own), person())["room"] for own in tokens]
        for room, own in zip(rooms[:2], tokens[:2], strict=True):
            inside_rooms.enter_context(Client(address, room, own)).until("welcome")
        assert not _let_in(address, rooms[2], tokens[2])
        inside_rooms.close()
        eventually(partial(_let_in, address, rooms[2], tokens[2]))


def _let_in(address: str, room: str, own: str) -> bool:
    """Whether there is a place; one whom others have left may still be taken, and then one is told to come again."""
    with Client(address, room, own) as me:
        told = me.hear()
        if told["t"] == "welcome":
            return bool(told["room"] == room)
        assert (told["t"], told["code"]) == ("error", "busy")
        with pytest.raises(ConnectionClosed) as ended:
            me.hear()
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == messages.TOO_MANY
        return False


def _study(address: str, place: dict[str, Any]) -> None:
    with contextlib.suppress(httpx.HTTPError):  # the server may have ended
        httpx.post(address + "/api/study/lines", json=place, timeout=WAIT)


async def _told(pool: WorkerPool, asker: str, order: list[str]) -> None:
    await pool.ask(_content("name = 'x'"), Urgency.STUDY, asker=asker)
    order.append(asker)


def _content(text: str) -> Content:
    return Content(game="cities", option="layout", text=text)


def _endless() -> Choose:
    """A tree search of an hour."""
    game = registry.game("cities")
    assert not isinstance(game, Refusal)
    start = game.start({})
    assert not isinstance(start, Refusal)
    view = Sight.of(start.view(Eye.FIRST))
    return Choose(game="cities", rules=1, view=view, player="tree", milliseconds=3_600_000, seed=0)
