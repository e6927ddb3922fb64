"""Dragging over the wire: what an aim is answered, what supersedes it, and that nobody waits for heavy questions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server import held_worker
from tests.server.serving import Client, Json, computer, inside, new_room, person, post, token
from triarii.core.cast import EVERYBODY
from triarii.core.contract import Eye, Refusal
from triarii.core.introductions import introduced
from triarii.core.options import complete
from triarii.games.adlg.game import ArtOfWar
from triarii.server.sockets import session
from triarii.server.thinking import position_questions, worker_pool
from triarii.server.thinking.jobs import AskPosition, PositionQuestion
from triarii.server.thinking.study import Unfit
from triarii.server.wire import messages
from triarii.server.wire.words import refused

BATTLE = {"scenario": "drill_charge"}
AHEAD = {"who": ["u1"], "place": [7000, 5000]}


@contextmanager
def commanding(address: str, lang: str = "en") -> Iterator[tuple[Client, str, str]]:
    """Somebody whose corps takes orders; the room and how to watch it."""
    own = token()
    made = new_room(address, person(own), computer("beginner"), "adlg", options=BATTLE)
    with Client(address, made["room"], own, lang) as me:
        me.until("welcome")
        assert me.act("corps c1")["t"] == "accepted"
        me.until_turn("first")
        yield me, made["room"], made["watch"]


class Slow:
    """Aims that a worker process thinks about until they are let go."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.begun: list[tuple[int, int]] = []
        self.held: list[Connection[Any, Any]] = []

    def wait(self) -> None:
        """Until the next aim is thought about."""
        self.held.append(self.listener.accept())
        self.begun.append(self.held[-1].recv())

    def go(self) -> None:
        for held in self.held:
            held.send("go")
            held.close()
        self.held.clear()


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    name = str(tmp_path / "aims")
    monkeypatch.setattr(worker_pool, "WORKER", held_worker.__name__)
    monkeypatch.setenv(held_worker.HELD, name)
    with Listener(name, "AF_UNIX") as listener:
        thinking = Slow(listener)
        yield thinking
        thinking.go()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[str]:
    """Whose workers are started for one test alone."""
    with inside(tmp_path) as found:
        yield found


def test_an_aim_is_answered_with_orders_and_what_each_would_do(address: str) -> None:
    with commanding(address, lang="de") as (me, _, _):
        told = me.ask("aim", **AHEAD)
        assert told["t"] == "aims"
        assert told["refused"] is None
        first = told["aims"][0]
        assert first["action"] == "u1 advance 1"
        assert first["snap"] == "free"
        assert first["preview"]["ends"]["u1"] == [7000, 5000, 0]
        assert any("Kommandopunkt" in sentence for sentence in first["words"])
        assert len(told["aims"]) <= 6
        assert me.act(first["action"])["t"] == "accepted"


def test_an_aim_onto_an_enemy_is_a_charge_with_its_odds(address: str) -> None:
    with commanding(address) as (me, _, _):
        told = me.ask("aim", who=["u1"], place=[6800, 8000], heading=None, target="e4")
        assert {each["snap"] for each in told["aims"]} == {"contact"}
        assert "e4" in told["aims"][0]["preview"]["targets"]
        assert told["aims"][0]["preview"]["odds"]


def test_where_nothing_leads_the_reason_is_told_with_its_rule_and_pose(address: str) -> None:
    with commanding(address) as (me, _, _):
        told = me.ask("aim", who=["u3"], place=[11500, 8200], target="e1")
        assert told["aims"] == []
        assert told["refused"]["code"].startswith("charge.")
        assert told["refused"]["rule"].startswith("adlg.charge.")
        assert told["refused"]["words"]
        assert len(told["refused"]["pose"]) == 3


def test_an_order_that_ends_before_the_place_is_told_with_the_reason(address: str) -> None:
    with commanding(address) as (me, _, _):
        told = me.ask("aim", who=["u6"], place=[9500, 8000])
        assert told["aims"][0]["action"] == "u6 wheel left 38.1 advance 3.282"
        assert told["short"]["words"] == (
            "A zone of control is in the way: Light cavalry 2 may go 3.282 UD here, not 4.365 UD."
        )
        assert told["short"]["rule"].startswith("adlg.zone.")
        assert me.ask("aim", **AHEAD)["short"] is None


def test_only_the_seat_that_is_to_act_may_aim(address: str) -> None:
    with commanding(address) as (me, room, watch), Client(address, room, watch) as watcher:
        assert watcher.ask("aim", **AHEAD)["code"] == "watching"
        assert me.ask("aim", **AHEAD, at=10_000)["code"] == "unknown_version"


def test_a_game_without_aiming_says_so(address: str) -> None:
    own = token()
    room = new_room(address, person(own), person(token()))["room"]
    with Client(address, room, own) as me:
        assert me.ask("aim", who=["b2"], place=[1, 1])["code"] == "no_preview"
        assert {shape["kind"] for shape in me.ask("overlays")["shapes"]} == {"reach"}


def test_overlays_are_for_every_eye_and_of_every_version(address: str) -> None:
    with commanding(address) as (me, room, watch), Client(address, room, watch) as watcher:
        mine, theirs = me.ask("overlays")["shapes"], watcher.ask("overlays")["shapes"]
        assert mine == theirs
        assert {"zone", "reach", "ring", "acts"} <= {shape["kind"] for shape in mine}
        before = watcher.ask("overlays", at=0)["shapes"]
        assert "acts" not in {shape["kind"] for shape in before}
        assert watcher.ask("overlays", at=10_000)["code"] == "unknown_version"


def test_an_aim_that_still_waits_is_superseded_by_the_next(slow: Slow, own_server: str) -> None:
    with commanding(own_server) as (me, _, _):
        me.send(t="aim", id=1, who=["u1"], place=[1, 1])
        slow.wait()
        me.send(t="aim", id=2, who=["u1"], place=[2, 2])
        me.send(t="aim", id=3, who=["u1"], place=[3, 3])
        refused = me.until("refused")
        assert (refused["id"], refused["code"]) == (2, "superseded")
        assert refused["words"]
        slow.go()
        assert me.until("aims")["id"] == 1
        slow.wait()
        slow.go()
        assert me.until("aims")["id"] == 3
        assert slow.begun == [(1, 1), (3, 3)]


def test_while_an_aim_is_thought_through_everybody_else_is_answered(slow: Slow, own_server: str) -> None:
    own, other = token(), token()
    room = new_room(own_server, person(own), person(other))["room"]
    seats = Client(own_server, room, own), Client(own_server, room, other)
    with commanding(own_server) as (me, _, _), seats[0] as one, seats[1] as two:
        one.until("welcome")
        two.until("welcome")
        me.send(t="aim", id=1, who=["u1"], place=[1, 1])
        slow.wait()
        assert one.act("b2b4")["t"] == "accepted"
        two.until_version(1)
        assert two.act("i9i7")["t"] == "accepted"
        assert me.ask("choices", prefix=[])["choices"], "this room goes on too"
        assert me.act("u1 advance 1")["t"] == "accepted"
        slow.go()
        assert me.until("aims")["id"] == 1


def test_a_guest_may_wait_for_some_heavy_questions_at_once_and_gets_all_answers(address: str) -> None:
    with commanding(address) as (me, _, _):
        count = 3 * session.MOST_QUESTIONS
        for number in range(count):
            me.send(t="choices", id=100 + number, prefix=["u1"])
        answered = {me.until("choices")["id"] for _ in range(count)}
        assert answered == set(range(100, 100 + count))


def test_a_question_that_fails_is_told_and_the_socket_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "WORKER", held_worker.__name__)
    monkeypatch.setenv(held_worker.BROKEN, "yes")
    with inside(tmp_path) as address, commanding(address) as (me, _, _):
        assert me.ask("aim", **AHEAD)["code"] == "fault"
        assert me.ask("overlays")["code"] == "fault"
        assert me.ask("choices", prefix=[])["choices"]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_worker_answers_as_the_room_itself_would(lang: str) -> None:
    """What is asked about a battle is answered in another process; position, eye and language go with it."""
    game, options = ArtOfWar(), complete(ArtOfWar().info, BATTLE)
    assert not isinstance(options, Refusal)
    position = game.start(options)
    assert not isinstance(position, Refusal)
    asked: list[PositionQuestion] = [
        messages.Choices(1),
        messages.Choices(1, ["corps"]),
        messages.Preview(1, "corps c1"),
        messages.Preview(1, "u1 advance 1"),
        messages.Overlays(1),
        messages.Look(1, 0),
        messages.Aim(1, ["u1"], (7000, 5000)),
    ]
    for said in asked:
        here = position_questions.answer(game, position, said, Eye.FIRST, lang)
        job = position_questions.job(game, options, position, said, Eye.FIRST, lang)
        there = position_questions.answered(msgspec.json.decode(messages.written(job), type=AskPosition))
        if isinstance(here, Refusal):
            assert isinstance(there, Unfit)
            assert there.told(lang) == refused(here, lang, game, introduced(EVERYBODY, game, position))
        else:
            assert json.loads(messages.written(there)) == json.loads(messages.written(here))
            assert not isinstance(there, Unfit)


@pytest.mark.parametrize(
    "message",
    [
        {"who": [], "place": [1, 1]},
        {"who": ["u1"], "place": [1]},
        {"who": ["u1"], "place": [1, 10**9]},
        {"who": ["u1"] * 61, "place": [1, 1]},
        {"who": ["u1"], "place": [1, 1.5]},
    ],
)
def test_an_aim_that_is_none_closes_the_socket(address: str, message: Json) -> None:
    with commanding(address) as (me, _, _):
        me.send(t="aim", id=1, **message)
        assert me.until("error")["code"] == "malformed_message"


def test_a_study_can_be_aimed_in(address: str) -> None:
    line = {"game": "adlg", "options": BATTLE, "actions": ["corps c1", "4"]}
    told = post(address, "/api/study/aims", {**line, **AHEAD}).json()
    assert told["aims"][0]["action"] == "u1 advance 1"
    shapes = post(address, "/api/study/overlays", line).json()["shapes"]
    assert "zone" in {shape["kind"] for shape in shapes}
    foretold = post(address, "/api/study/preview", {**line, "action": "u1 advance 1"}).json()
    assert (foretold["action"], foretold["preview"]["cost"]) == ("u1 advance 1", 1)
    assert foretold["preview"]["ends"]["u1"]
    unfit = post(address, "/api/study/preview", {**line, "action": "u1 advance 99"})
    assert (unfit.status_code, bool(unfit.json()["words"])) == (422, True)
    assert post(address, "/api/study/aims", {**line, "who": ["u1"]}).status_code == 422
    wrong = post(address, "/api/study/aims", {"game": "cities", **AHEAD})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no_preview")
    assert post(address, "/api/study/overlays", {"game": "cities", "actions": ["z9"]}).status_code == 422
