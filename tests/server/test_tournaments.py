"""A club's evening: made by one, joined by link, paired and counted by the server, on one process or two."""

from __future__ import annotations

import contextlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Timer

import pytest
from websockets.exceptions import WebSocketException

from tests.server.evenings import begun, joined, made, resign, seen
from tests.server.hall import Visitor
from tests.server.serving import Client, Json, Nursery, free_port, get, inside, post, token
from triarii.server.rooms import tokens


@pytest.mark.parametrize("shared", [False, True], ids=["file", "postgres"])
def test_a_round_robin_of_three_is_played_to_its_end(tmp_path: Path, postgres_database: str, shared: bool) -> None:
    with (
        inside(tmp_path / "here", database_url=postgres_database if shared else "") as here,
        inside(tmp_path / "there", database_url=postgres_database if shared else "") as there,
    ):
        other = there if shared else here
        host = token()
        name = made(here, host)["id"]
        players = joined(here, name, 3)
        assert post(here, f"/api/tournaments/{name}/start", {}).status_code == 403
        started = post(here, f"/api/tournaments/{name}/start", {}, Authorization=f"Bearer {host}").json()
        assert len(started["rounds"]) == 1
        assert post(other, f"/api/tournaments/{name}/join", {"name": "late", "token": token()}).status_code == 409
        for number in range(3):
            told = seen(other, name)
            assert len(told["rounds"]) == number + 1
            (match,) = [each for each in told["rounds"][-1] if each["second"] is not None]
            loser = max(match["first"], match["second"])  # the lower place always wins
            resign(other, match["room"], players[loser])
        told = seen(here, name, players[0])
        assert told["over"] is True
        assert told["you"] == 0
        assert [(row["player"], row["score"], row["won"]) for row in told["table"]] == [(0, 6, 2), (1, 4, 1), (2, 2, 0)]
        for own in (*players, host):
            assert own not in str(told)
            assert tokens.hashed(own) not in str(told)


def test_a_round_is_made_once_however_many_look_and_no_game_is_left_without_players(tmp_path: Path) -> None:
    with inside(tmp_path) as address, ThreadPoolExecutor(8) as together:
        name, _, players, told = begun(address, 4)
        for match in told["rounds"][0]:
            resign(address, match["room"], players[match["second"]])
        looks = list(together.map(lambda _: seen(address, name), range(8)))
        rooms = [each["room"] for one in seen(address, name)["rounds"] for each in one]
        assert len(rooms) == 4
        assert all([each["room"] for one in told["rounds"] for each in one] == rooms for told in looks)
        listed = get(address, "/api/rooms").json()["rooms"]
        assert sorted(room["room"] for room in listed) == sorted(rooms)


def test_a_swiss_pairs_winners_with_winners(address: str) -> None:
    host = token()
    name = made(address, host, game="towar", system="swiss", rounds=2, clock={"minutes": 10, "increment": 5})["id"]
    players = joined(address, name, 4)
    told = post(address, f"/api/tournaments/{name}/start", {}, Authorization=f"Bearer {host}").json()
    winners = set()
    for match in told["rounds"][0]:
        resign(address, match["room"], players[match["second"]])
        winners.add(match["first"])
    second = seen(address, name)["rounds"][1]
    assert any({match["first"], match["second"]} == winners for match in second)
    room = get(address, f"/api/rooms/{second[0]['room']}").json()
    assert room["clock"] == {"minutes": 10, "increment": 5}
    assert room["seats"]["first"]["name"].startswith("P")


def test_what_cannot_be_is_refused_in_words(address: str) -> None:
    host = token()
    assert get(address, "/api/tournaments/nowhere").status_code == 404
    wish = {"name": "x", "game": "cities", "token": host}
    assert post(address, "/api/tournaments", {**wish, "game": "chess"}).status_code == 404
    assert post(address, "/api/tournaments", {**wish, "rounds": 99}).status_code == 422
    assert post(address, "/api/tournaments", {**wish, "name": ""}).status_code == 422
    assert (
        post(address, "/api/tournaments", {**wish, "options": {"layout": "nowhere"}}).json()["code"] == "option.value"
    )
    name = made(address, host)["id"]
    refused = post(address, f"/api/tournaments/{name}/start?lang=de", {}, Authorization=f"Bearer {host}")
    assert refused.json()["words"] == "Ein Turnier braucht mindestens zwei Spieler."


def test_an_evening_of_battles_counts_the_points_of_each(address: str) -> None:
    """L'Art de la Guerre: three generals. Two battles are begun with orders and given up, worth what their losses come
    to; the last is fought to the end of the turn that all agreed on, and its points are counted."""
    host = token()
    options = {"scenario": "drill_line", "turn_limit": 1}
    name = made(address, host, game="adlg", options=options, clock={"minutes": 90, "together": True})["id"]
    players = joined(address, name, 3)
    assert post(address, f"/api/tournaments/{name}/start", {}, Authorization=f"Bearer {host}").status_code == 200
    earned, won = [0, 0, 0], [0, 0, 0]
    for number in range(3):
        (match,) = [each for each in seen(address, name)["rounds"][-1] if each["second"] is not None]
        first, second = match["first"], match["second"]
        with (
            Client(address, match["room"], players[first]) as one,
            Client(address, match["room"], players[second]) as two,
        ):
            one.arrive()
            two.arrive()
            played_out = number == 2
            orders = 0
            while one.result is None and (played_out or orders < 3):
                one.until_chance_fell()
                acting = one if one.view["turn"] == "first" else two
                acting.until_version(one.version)
                order = "done" if played_out or acting is two else acting.choose()
                assert acting.act(order)["t"] == "accepted"
                orders += 1
                one.until_version(acting.version)
            if not played_out:
                two.until_version(one.version)
                assert two.do("resign")["t"] == "accepted"
            while two.result is None:
                two.hear()
            points, winner = two.result["score"], two.result["winner"]
        if played_out:
            assert (winner, two.result["rule"]) == (None, "adlg.scoring.unfinished")
        else:
            assert points["first"] > points["second"]
        won[first] += winner == "first"
        earned[first] += points["first"]
        earned[second] += points["second"]
    told = seen(address, name)
    assert told["over"] is True
    assert sorted((row["player"], row["points"], row["won"]) for row in told["table"]) == [
        (place, earned[place], won[place]) for place in range(3)
    ]


def test_who_attends_is_told_of_every_change_and_need_not_ask(tmp_path: Path, postgres_database: str) -> None:
    with (
        inside(tmp_path / "here", database_url=postgres_database) as here,
        inside(tmp_path / "there", database_url=postgres_database) as there,
        Visitor(there) as eve,
    ):
        host = token()
        name = made(here, host)["id"]
        eve.send(t="attend", tournament=name)
        assert eve.until("tournament") == {"t": "tournament", "id": name, "revision": 0}
        players = joined(here, name, 2)
        while eve.until("tournament")["revision"] < 2:
            pass
        started = post(here, f"/api/tournaments/{name}/start", {}, Authorization=f"Bearer {host}").json()
        assert eve.until("tournament")["revision"] == started["revision"] == 3
        resign(here, started["rounds"][0][0]["room"], players[1])
        assert eve.until("tournament")["revision"] == 4, "the result is there before anybody asks"
        told = seen(there, name)
        assert (told["over"], told["revision"]) == (True, 4)
        for own in (*players, host):
            assert own not in "".join(eve.log)


@pytest.mark.parametrize("shared", [False, True], ids=["file", "postgres"])
def test_a_server_killed_around_every_result_loses_none_and_pairs_each_round_once(
    tmp_path: Path, postgres_database: str, shared: bool
) -> None:
    nursery, port, rng = Nursery(), free_port(), Random(15)
    address, database = f"http://127.0.0.1:{port}", postgres_database if shared else ""
    try:
        process = nursery.serve(tmp_path, port, database)
        name, _, players, told = begun(address, 3)
        answered: list[str] = []
        while not told["over"]:
            (match,) = [each for each in told["rounds"][-1] if each["second"] is not None]
            killer = Timer(rng.uniform(0.01, 0.08), nursery.kill, (process,))
            killer.start()
            with contextlib.suppress(WebSocketException, OSError, EOFError):
                resign(address, match["room"], players[match["second"]])
                answered.append(match["room"])
            killer.join()
            process = nursery.serve(tmp_path, port, database)
            before, told = told, seen(address, name)
            counted = {each["room"]: each["score"] for one in told["rounds"] for each in one if each["room"]}
            assert all(counted[room] == 2 for room in answered), "what was acknowledged counts"
            assert _pairings(told)[: len(before["rounds"])] == _pairings(before), "and nobody is paired anew"
        pairs = [each for one in _pairings(told) for each in one if each[1] is not None]
        assert len(pairs) == 3
        assert {frozenset(each[:2]) for each in pairs} == {frozenset(two) for two in ((0, 1), (0, 2), (1, 2))}
        assert sum(row["won"] for row in told["table"]) == len(pairs)
    finally:
        nursery.close()


def _pairings(told: Json) -> list[list[tuple[int, int | None, str]]]:
    return [[(each["first"], each["second"], each["room"]) for each in one] for one in told["rounds"]]
