"""Fairness between two people: what each adds to chance after the promise, and what no creator settles for both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.seat_texts import new_text
from tests.server.serving import Client, Json, computer, get, inside, new_room, person, post, token
from triarii.core import proof, records, registry
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import SEATS, Refusal
from triarii.core.records import Header, Record
from triarii.server.rooms import tokens
from triarii.server.settings import Settings
from triarii.server.storage.opening import open_database, sqlite_address
from triarii.server.storage.store import PERSON, RoomData, Seat, Store

ARMIES = {"armies": "west,north"}
HANDS = {**ARMIES, "begins": "first", "variant": "hand_of_three"}
FIXED = "west-north t.k/.a./.Sr/FQC 1 - 0-0 K1F1-b1t1"
"""Both hands are settled."""
OPEN = "west-north t.k/.a./.Sr/FQC 1 - K1F1-b1t1 0-0"
"""The same cards, not dealt yet."""


def record_of(address: str, room: str, own: str) -> Record:
    answer = get(address, f"/api/rooms/{room}/record", Authorization=f"Bearer {own}")
    assert answer.status_code == 200, answer.text
    found = records.parse(answer.content).record
    assert found is not None
    return found


def proven(record: Record) -> proof.Proof:
    game = registry.game(record.header.game)
    assert not isinstance(game, Refusal)
    return proof.prove(game, record)


def added(client: Client, text: str) -> Json:
    """How the room answers a text."""
    client.send(t="text", text=text)
    while True:
        message = client.hear()
        if message["t"] == "text" or (message["t"] == "refused" and "key" not in message and "id" not in message):
            return message


# Texts


def test_the_promise_is_told_before_anybody_adds_to_chance(address: str) -> None:
    own = token()
    made = new_room(address, person(own), person(), "towar", options=ARMIES)
    told = get(address, f"/api/rooms/{made['room']}").json()
    assert len(made["commit"]) == 64
    assert told["commit"] == made["commit"]
    with Client(address, made["room"], own, text=None) as me:
        welcome = me.until("welcome")
    assert (welcome["commit"], welcome["text"]) == (made["commit"], "awaited")
    assert welcome["record"]["texts"] == ["", ""]


def test_nobody_adds_a_text_before_the_promise(address: str) -> None:
    wish = {"game": "towar", "seats": {"first": {**person(token()), "text": "alpha"}, "second": person(token())}}
    assert post(address, "/api/rooms", wish).status_code in (400, 422)


def test_the_first_chance_waits_for_the_texts_of_both_people(address: str) -> None:
    first, second = token(), token()
    room = new_room(address, person(first), person(second), "towar", options=ARMIES)["room"]
    with Client(address, room, first, text=new_text) as me, Client(address, room, second, text=None) as you:
        me.arrive()
        commit = you.until("welcome")["commit"]
        assert me.ask("ping")["t"] == "pong"
        assert (me.version, me.view["turn"]) == (0, "chance"), "the other has not answered the promise yet"
        assert added(you, new_text(commit))["text"] == "given"
        me.until_chance_fell()
        assert me.entries[1]["kind"] == "chance"
        me.do("resign")
    found = proven(record_of(address, room, first))
    assert (found.problem, found.bound_texts) == (None, 2)
    assert found.proven == found.chances > 0


def test_the_texts_of_both_decide_what_falls(address: str) -> None:
    first, second = token(), token()
    room = new_room(address, person(first), person(second), "towar", options=ARMIES)["room"]
    with Client(address, room, first, text=new_text) as me, Client(address, room, second, text=new_text) as you:
        me.arrive()
        you.arrive()
        me.do("resign")
    record = record_of(address, room, first)
    assert all(record.header.texts)
    assert record.end is not None
    secret = bytes.fromhex(record.end.secret)
    numbers = {Dealer(secret, record.header.id, *texts).number(0, 0) for texts in (record.header.texts, ("", ""))}
    assert len(numbers) == 2
    assert proven(record).problem is None


def test_a_seat_may_add_nothing(address: str) -> None:
    first, second = token(), token()
    room = new_room(address, person(first), person(second), "towar", options=ARMIES)["room"]
    with Client(address, room, first) as me, Client(address, room, second) as you:
        me.arrive()
        you.arrive()
        me.until_chance_fell()
        me.do("resign")
    found = proven(record_of(address, room, first))
    assert (found.problem, found.bound_texts) == (None, 0)


def test_a_computer_adds_nothing_and_is_not_waited_for(address: str) -> None:
    own = token()
    room = new_room(address, person(own), computer(), "towar", options=ARMIES)["room"]
    with Client(address, room, own, text=new_text) as me:
        me.arrive()
        me.until_chance_fell()
        me.do("resign")
    assert proven(record_of(address, room, own)).bound_texts == 1


@pytest.mark.parametrize(
    ("make", "code", "words"),
    [
        (lambda _: "Löwe", "text_form", "Was ein Platz zum Zufall beiträgt"),
        (lambda commit: new_text(commit).upper(), "text_form", "Was ein Platz zum Zufall beiträgt"),
        (lambda commit: f"{new_text(commit)}\n", "text_form", "Was ein Platz zum Zufall beiträgt"),
        (lambda _: new_text("0" * 64), "text_promise", "Dieser Text wurde nicht"),
    ],
)
def test_a_text_that_was_not_made_for_this_promise_is_refused(
    address: str, make: Callable[[str], str], code: str, words: str
) -> None:
    own = token()
    made = new_room(address, person(own), person(), "towar", options=ARMIES)
    with Client(address, made["room"], own, "de", text=None) as me:
        me.until("welcome")
        refused = added(me, make(made["commit"]))
        assert refused["code"] == code
        assert refused["words"].startswith(words)
        assert added(me, new_text(made["commit"]))["text"] == "given", "a better one is still welcome"
    claim = {"invitation": made["invitations"]["second"], "token": token(), "text": make(made["commit"])}
    answer = post(address, f"/api/rooms/{made['room']}/claim", claim)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert get(address, f"/api/rooms/{made['room']}").json()["seats"]["second"]["taken"] is False


def test_a_text_that_was_given_stays(address: str) -> None:
    first, second = token(), token()
    made = new_room(address, person(first), person(second), "towar", options=ARMIES)
    text = new_text(made["commit"])
    with Client(address, made["room"], first, text=lambda _: text) as me:
        me.arrive()
        assert added(me, text)["text"] == "given", "the same again is fine"
        assert added(me, new_text(made["commit"]))["code"] == "text_settled"
        with Client(address, made["room"], second) as you:
            you.arrive()
        me.until_chance_fell()
        assert added(me, "")["code"] == "text_settled", "and after the first chance too"
    with Client(address, made["room"], first) as me:
        welcome = me.until("welcome")
        assert (welcome["text"], welcome["record"]["texts"]) == ("given", [text, ""])


def test_a_watcher_adds_nothing(address: str) -> None:
    made = new_room(address, person(token()), person(token()), "towar", options=ARMIES)
    with Client(address, made["room"], made["watch"]) as watcher:
        assert watcher.until("welcome")["text"] is None
        assert added(watcher, "")["code"] == "watching"


def test_a_program_can_add_its_text_with_its_claim(address: str) -> None:
    own, other = token(), token()
    made = new_room(address, person(own), person(), "towar", options=ARMIES)
    claim = {"invitation": made["invitations"]["second"], "token": other, "text": ""}
    assert post(address, f"/api/rooms/{made['room']}/claim", claim).status_code == 200
    with Client(address, made["room"], other, text=None) as you, Client(address, made["room"], own) as me:
        assert you.until("welcome")["text"] == "given"
        me.arrive()
        you.until_chance_fell()


def test_who_comes_back_before_the_first_chance_is_asked_again(address: str) -> None:
    own = token()
    room = new_room(address, person(own), person(token()), "towar", options=ARMIES)["room"]
    with Client(address, room, own, text=None) as me:
        me.until("welcome")
    with Client(address, room, own, seen=0, text=None) as me:
        assert me.hear()["text"] == "awaited"


def test_texts_outlive_the_server(tmp_path: Path) -> None:
    first, second = token(), token()
    with inside(tmp_path) as address:
        room = new_room(address, person(first), person(second), "towar", options=ARMIES)["room"]
        with Client(address, room, first, text=new_text) as me:
            me.arrive()
    with inside(tmp_path) as address, ExitStack() as stack:
        me = stack.enter_context(Client(address, room, first))
        assert me.until("welcome")["text"] == "given"
        assert me.view["turn"] == "chance"
        you = stack.enter_context(Client(address, room, second))
        you.arrive()
        me.until_chance_fell()
        me.do("resign")
        assert proven(record_of(address, room, first)).bound_texts == 1


def test_a_text_that_is_withheld_costs_its_seat_the_time(tmp_path: Path) -> None:
    """Else whoever dislikes the armies could stop a game with a clock for good, and a restart would start it again."""
    first, second = token(), token()
    clock = {"minutes": 10, "increment": 0}
    with inside(tmp_path) as address:
        room = new_room(address, person(first), person(second), "towar", clock=clock)["room"]
        with Client(address, room, first) as me, Client(address, room, second, text=None) as you:
            me.arrive()
            you.until("welcome")
            me.act("west")
            you.until_version(me.version)
            you.act("north")
            assert you.view["turn"] == "chance"
            assert you.clock is not None
            assert you.clock["running"] == "second"
    with inside(tmp_path) as address, Client(address, room, second, text=None) as you:
        welcome = you.until("welcome")
        assert (welcome["text"], welcome["clock"]["running"]) == ("awaited", "second")
        assert added(you, "")["text"] == "given"
        you.until_chance_fell()
        while you.clock is None or you.clock["running"] != you.view["turn"]:
            you.hear()


def test_a_room_of_an_older_server_goes_on(tmp_path: Path) -> None:
    """Its creator's text came before the promise and is kept; the other seat is asked for one."""
    first, second, secret = token(), token(), bytes(range(32))
    game = registry.game("towar")
    assert not isinstance(game, Refusal)
    seats = {seat: Seat(PERSON, holder=tokens.hashed(own)) for seat, own in zip(SEATS, (first, second), strict=True)}
    commit, rules = commitment(secret), game.info.rules_version
    header = Header("towar", rules, ARMIES, id="older", commit=commit, texts=("alpha", ""))

    async def keep() -> None:
        store = Store(open_database(sqlite_address(Settings(tmp_path).database)))
        await store.create(RoomData("older", header, secret.hex(), tokens.hashed(token()), False, seats, None, 1))
        await store.close()

    asyncio.run(keep())
    with (
        inside(tmp_path, keep_days=100_000) as address,
        Client(address, "older", first) as me,
        Client(address, "older", second, text=new_text) as you,
    ):
        assert me.until("welcome")["text"] == "given"
        you.arrive()
        me.until_chance_fell()
        me.do("resign")
        found = proven(record_of(address, "older", first))
        assert (found.problem, found.bound_texts) == (None, 1)


# Positions that were set up


def wished(address: str, start: str, *seats: Json, options: Json | None = None) -> Json:
    first, second = seats
    wish = {"game": "towar", "options": options or HANDS, "start": start, "lang": "de"}
    answer = post(address, "/api/rooms", {**wish, "seats": {"first": first, "second": second}})
    return {**answer.json(), "status": answer.status_code}


@pytest.mark.parametrize("taken", [True, False])
def test_nobody_settles_the_hidden_hand_of_another_person(address: str, taken: bool) -> None:
    other = person(token()) if taken else person()
    refused = wished(address, FIXED, person(token()), other)
    assert (refused["status"], refused["code"]) == (400, "hidden_start")
    assert refused["words"].startswith("Zwischen zwei Menschen darf eine Stellung nicht festlegen")
    assert wished(address, OPEN, person(token()), other)["status"] == 201, "cards that are not dealt are open to all"


def test_where_nothing_is_hidden_every_position_can_be_played(address: str) -> None:
    open_hands = {**HANDS, "variant": "standard"}
    start = "west-north t.k/.a./.Sr/FQC 1 F K1-b2 0-0"
    assert wished(address, start, person(token()), person(), options=open_hands)["status"] == 201


def test_a_hand_can_be_set_up_where_only_one_person_plays(address: str) -> None:
    assert wished(address, FIXED, person(token()), computer())["status"] == 201
    study = {"game": "towar", "options": HANDS, "start": FIXED}
    assert post(address, "/api/study", study).json()["position"].startswith(FIXED)


def test_a_guest_is_told_before_joining_how_the_game_was_set_up(address: str) -> None:
    made = wished(address, OPEN, person(token()), person())
    told = get(address, f"/api/rooms/{made['room']}?lang=de").json()["set_up"]
    assert told["position"] is True
    assert told["options"] == {"armies": "west,north", "begins": "first", "variant": "hand_of_three"}
    assert told["own"] == {}
    assert (told["view"]["eye"], told["view"]["text"].split(" @")[0]) == ("observer", OPEN)


def test_a_usual_game_has_nothing_to_tell_of_its_set_up(address: str) -> None:
    for game in ("cities", "towar", "adlg"):
        room = new_room(address, person(token()), person(), game)["room"]
        assert get(address, f"/api/rooms/{room}").json()["set_up"] is None


def test_a_guest_is_told_of_an_own_layout(address: str) -> None:
    layout = get(address, "/api/games/cities/contents/layout").json()["contents"]["gates"]
    options = {"layout": {**layout, "name": "Zwei Tore"}}
    room = new_room(address, person(token()), person(), options=options)["room"]
    told = get(address, f"/api/rooms/{room}").json()["set_up"]
    assert (told["position"], told["options"], told["own"]) == (False, {}, {"layout": "Zwei Tore"})
    assert told["view"]["text"]


def test_what_a_profile_brings_along_is_told_by_its_name_alone(address: str) -> None:
    room = new_room(address, person(token()), person(), "adlg", options={"profile": "common"})["room"]
    assert get(address, f"/api/rooms/{room}").json()["set_up"]["options"] == {"profile": "common"}
