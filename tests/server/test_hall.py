"""The hall: open games that are found, joined once and gone with their page; own games; games to watch."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import psycopg

from tests.server.hall import Visitor
from tests.server.serving import Client, Nursery, free_port, get, inside, new_room, person, post, token
from triarii.server.rooms import tokens

RACERS = 8
CLOCK = {"minutes": 10, "increment": 5}


def test_an_open_game_is_seen_and_joined_by_one_click(address: str) -> None:
    with Visitor(address) as ada, Visitor(address) as ben:
        sought = ada.seek(clock=CLOCK, experience="new", name="Ada")
        assert sought["t"] == "seeking"
        (offer,) = ben.until_offered(1)
        assert {**offer, "created": 0} == {
            "id": sought["id"],
            "game": "cities",
            "name": "Ada",
            "experience": "new",
            "clock": CLOCK,
            "options": {},
            "created": 0,
            "rating": None,
        }
        mine = ben.join(offer["id"], name="Ben")
        hers = ada.until("matched")
        assert mine["room"] == hers["room"]
        assert {mine["seat"], hers["seat"]} == {"first", "second"}
        assert ben.until_offered(0) == []
        with Client(address, mine["room"], ada.own) as first, Client(address, mine["room"], ben.own) as second:
            assert first.until("welcome")["eye"] == hers["seat"]
            welcome = second.until("welcome")
            assert welcome["eye"] == mine["seat"]
            assert welcome["seats"][hers["seat"]]["name"] == "Ada"
            assert welcome["commit"] == hers["commit"]
        again = ben.join(offer["id"], name="Ben")
        assert again["room"] == mine["room"], "who asks again is told the same"


def test_two_who_look_for_the_same_need_not_click(address: str) -> None:
    with Visitor(address) as ada, Visitor(address) as ben, Visitor(address) as eve:
        ada.seek("towar", clock={"days": 3})
        assert eve.seek("towar", clock={"days": 3}, experience="much")["t"] == "seeking", "another experience"
        ben.seek("towar", clock={"days": 3})
        assert ben.until("matched")["room"] == ada.until("matched")["room"]
        assert [offer["experience"] for offer in eve.until_offered(1)] == ["much"]


def test_of_many_who_join_one_plays(address: str) -> None:
    with ExitStack() as stack:
        ada = stack.enter_context(Visitor(address))
        racers = [stack.enter_context(Visitor(address)) for _ in range(RACERS)]
        offer = ada.seek()["id"]
        with ThreadPoolExecutor(RACERS) as pool:
            answers = list(pool.map(lambda racer: racer.join(offer), racers))
        told = sorted(answer.get("code", "matched") for answer in answers)
        assert told == ["matched"] + ["open_game_taken"] * (RACERS - 1)
        winner = next(answer for answer in answers if answer["t"] == "matched")
        assert ada.until("matched")["room"] == winner["room"]


def test_many_who_look_at_once_are_paired(address: str) -> None:
    with ExitStack() as stack:
        people = [stack.enter_context(Visitor(address)) for _ in range(RACERS)]

        def look(one: Visitor) -> str:
            found = one.seek("cities", clock={"days": 7})
            return str((found if found["t"] == "matched" else one.until("matched"))["room"])

        with ThreadPoolExecutor(RACERS) as pool:
            rooms = list(pool.map(look, people))
        assert sorted(rooms.count(room) for room in set(rooms)) == [2] * (RACERS // 2)


def test_it_is_withdrawn_by_a_word_and_with_the_page(address: str) -> None:
    with Visitor(address) as ben:
        with Visitor(address) as ada:
            ada.seek()
            ben.until_offered(1)
            ada.send(t="withdraw")
            assert ada.until("seeking")["id"] is None
            ben.until_offered(0)
            gone = ada.seek()["id"]
            ben.until_offered(1)
        ben.until_offered(0)
        assert ben.join(gone)["code"] == "open_game_gone"


def test_who_comes_back_at_once_was_never_away(address: str) -> None:
    with Visitor(address) as ada:
        sought = ada.seek()["id"]
        own = ada.own
    with Visitor(address) as back, Visitor(address) as ben:
        back.own = own
        assert back.seek()["id"] == sought
        room = ben.join(sought)["room"]
        assert back.until("matched")["room"] == room
    with Visitor(address) as late:
        late.own = own
        told = late.seek()
        assert (told["t"], told["room"]) == ("matched", room), "who missed the word is told it when asking again"


def test_what_cannot_be_offered_is_refused_in_words(address: str) -> None:
    with Visitor(address, "de") as ada:
        assert ada.seek("chess")["code"].startswith("game.unknown")
        assert ada.seek(clock={"minutes": 5, "days": 1})["code"] == "two_clocks"
        assert ada.seek(clock={})["code"] == "no_time_given"
        assert ada.seek(clock={"minutes": 5, "together": True})["code"] == "record.no_time"
        assert ada.seek(options={"layout": "nowhere"})["code"] == "option.value"
        own = ada.seek(options={"layout": {"name": "mine"}})
        assert own["code"] == "open_game_content"
        assert "per Link" in own["words"]
        mine = ada.seek()["id"]
        assert ada.join(mine)["code"] == "own_open_game"
        ada.send(t="withdraw")
        ada.until("seeking")
    with Visitor(address) as ada:
        ada.send(t="seek", key="k", token="short", game="cities")
        assert ada.until("error")["code"] == "malformed_message"


def test_no_secret_is_told_in_the_hall(address: str) -> None:
    with Visitor(address) as ada, Visitor(address) as ben, Visitor(address) as eve:
        eve.send(t="watch_list", on=True)
        offer = ada.seek("towar", name="Ada")["id"]
        ben.until_offered(1)
        room = ben.join(offer)["room"]
        ada.until("matched")
        eve.send(t="follow", rooms=[room])
        while room not in eve.rooms:
            eve.hear()
        for own in (ada.own, ben.own):
            for secret in (own, tokens.hashed(own)):
                assert all(secret not in line for one in (ada, ben, eve) for line in one.log)
        assert "secret" not in eve.rooms[room]
        with Client(address, room, ada.own) as one, Client(address, room, ben.own) as two:
            one.arrive()
            two.arrive()
        assert all("hand" not in line for line in eve.log), "cards are for those who hold them"


def test_own_games_are_told_as_they_go_on(address: str) -> None:
    own, other = token(), token()
    made = new_room(address, person(own), person(other), clock={"days": 3})["room"]
    with Visitor(address) as ada, Client(address, made, own) as playing:
        ada.send(t="follow", rooms=[made, "nowhere"])
        assert ada.until("rooms")["gone"] == ["nowhere"]
        assert ada.rooms[made]["left"] is None, "no clock runs before the first move"
        playing.until("welcome")
        playing.act("b2b4")
        while ada.rooms[made]["turn"] != "second":
            ada.hear()
        day = 86_400_000
        assert 2.9 * day < ada.rooms[made]["left"] <= 3 * day
        assert playing.clock is not None
        assert playing.clock["days"] == 3
        with Client(address, made, other) as answering:
            answering.until("welcome")
            answering.act("i9i7")
            assert answering.clock is not None
            assert answering.clock["second"] == 3 * day, "every turn has its days"


def test_games_to_watch_are_told_as_they_begin(address: str) -> None:
    with Visitor(address) as eve:
        eve.send(t="watch_list", on=True)
        before = eve.until("watch_list")["rooms"]
        listed = new_room(address, person(token()), person(token()), listed=True)["room"]
        new_room(address, person(token()), person(token()))
        told = eve.until("watch_list")["rooms"]
        assert [room["room"] for room in told if room not in before] == [listed]


def test_a_slow_clock_is_one_kind_or_the_other(address: str) -> None:
    seats = {"first": person(token()), "second": person()}
    for clock, code in (({"minutes": 5, "days": 2}, "two_clocks"), ({}, "no_time_given")):
        refused = post(address, "/api/rooms", {"game": "cities", "seats": seats, "clock": clock})
        assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert post(address, "/api/rooms", {"game": "cities", "seats": seats, "clock": {"days": 15}}).status_code == 422


def test_a_killed_server_leaves_no_half_of_a_game(tmp_path: Path) -> None:
    """Whoever was told of a game has it after the kill, and so has the other; nobody is offered a ghost."""
    nursery, port = Nursery(), free_port()
    address = f"http://127.0.0.1:{port}"
    try:
        for round_ in range(4):
            process = nursery.serve(tmp_path, port)
            ada, ben = Visitor(address), Visitor(address)
            assert ben.offered == [], "those who looked before the kill have not come back"
            offer = ada.seek()["id"]
            ben.send(t="join", key="k", id=offer, token=ben.own)
            killer = threading.Timer(0.004 * round_, nursery.kill, (process,))
            killer.start()
            told = None
            try:
                told = ben.until("matched")["room"]
            except Exception:
                told = None
            killer.join()
            process = nursery.serve(tmp_path, port)
            with Visitor(address) as back:
                back.own = ada.own
                found = back.seek()
                if told is not None or found["t"] == "matched":
                    assert found["t"] == "matched"
                    assert told in (None, found["room"])
                    for own in (ada.own, ben.own):
                        with Client(address, found["room"], own) as me:
                            assert me.until("welcome")["room"] == found["room"]
            nursery.kill(process)
    finally:
        nursery.close()


def test_two_processes_share_the_hall(tmp_path: Path, postgres_database: str) -> None:
    with (
        inside(tmp_path / "here", database_url=postgres_database) as here,
        inside(tmp_path / "there", database_url=postgres_database) as there,
    ):
        with Visitor(here) as ada, Visitor(there) as ben:
            offer = ada.seek(name="Ada")["id"]
            ben.until_offered(1)
            ben.send(t="watch_list", on=True)
            ben.until("watch_list")
            room = ben.join(offer)["room"]
            assert ada.until("matched")["room"] == room
            ben.send(t="follow", rooms=[room])
            ben.until("rooms")
            seat = "first" if get(here, f"/api/rooms/{room}").json()["turn"] == "first" else "second"
            with Client(here, room, ada.own) as one, Client(here, room, ben.own) as two:
                eye = one.until("welcome")["eye"]
                two.until("welcome")
                mover = one if eye == seat else two
                mover.act("b2b4")
                while ben.rooms[room]["version"] < 1:
                    ben.hear()
            listed = new_room(here, person(token()), person(token()), listed=True)["room"]
            while not (watched := ben.until("watch_list")["rooms"]):
                pass
            assert [each["room"] for each in watched] == [listed]
        with Visitor(there) as ben:
            with Visitor(here) as ada:
                ada.seek()
                ben.until_offered(1)
            ben.until_offered(0)


def test_an_open_game_of_a_dead_process_goes(tmp_path: Path, postgres_database: str) -> None:
    nursery, port = Nursery(), free_port()
    try:
        dying = nursery.serve(tmp_path / "here", port, postgres_database)
        with inside(tmp_path / "there", database_url=postgres_database) as there, Visitor(there) as ben:
            ada = Visitor(f"http://127.0.0.1:{port}")
            ada.seek()
            ben.until_offered(1)
            nursery.kill(dying)
            with psycopg.connect(postgres_database, autocommit=True) as connection:  # as if it were silent for long
                connection.execute("UPDATE processes SET seen = 0")
            ben.until_offered(0)
    finally:
        nursery.close()
