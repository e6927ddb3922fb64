"""What a host does for those who don't turn up: results that nobody played, and players who leave."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server.evenings import begun, joined, made, resign, rule, seen, take_out
from tests.server.hall import Visitor
from tests.server.serving import Json, inside, post, token
from triarii.core.tournaments import How
from triarii.server.storage.opening import open_database
from triarii.server.storage.store import Store
from triarii.server.storage.tournaments import Match

STORES = pytest.mark.parametrize("shared", [False, True], ids=["file", "postgres"])


def games(told: Json) -> list[Json]:
    """The pairings of two in the last round."""
    return [each for each in told["rounds"][-1] if each["second"] is not None]


@STORES
def test_a_game_given_by_default_counts_and_the_round_goes_on(
    tmp_path: Path, postgres_database: str, shared: bool
) -> None:
    with (
        inside(tmp_path / "here", database_url=postgres_database if shared else "") as here,
        inside(tmp_path / "there", database_url=postgres_database if shared else "") as there,
    ):
        other = there if shared else here
        name, host, players, told = begun(here, 3)
        (match,) = games(told)
        first, second = match["first"], match["second"]
        ruled = rule(other, name, host, 0, 0, "second_absent").json()
        assert (ruled["rounds"][0][0]["score"], ruled["rounds"][0][0]["how"]) == (2, "by_default")
        assert len(ruled["rounds"]) == 2, "the next round begins with the answer"
        resign(here, match["room"], players[first])  # who is late plays on, and wins what counts no more
        later = seen(here, name)
        assert later["rounds"][0] == ruled["rounds"][0]
        rows = {row["player"]: row for row in later["table"]}
        assert (rows[first]["won"], rows[second]["lost"]) == (1, 1)


@STORES
def test_the_first_of_host_and_room_counts_however_close_they_are(
    tmp_path: Path, postgres_database: str, shared: bool
) -> None:
    with (
        inside(tmp_path / "here", database_url=postgres_database if shared else "") as here,
        inside(tmp_path / "there", database_url=postgres_database if shared else "") as there,
        ThreadPoolExecutor(3) as together,
    ):
        other = there if shared else here
        for _ in range(6):
            name, host, players, told = begun(here, 2)
            (match,) = games(told)
            room_ends = together.submit(resign, here, match["room"], players[match["second"]])
            looked = together.submit(seen, here, name)
            ruling = together.submit(rule, other, name, host, 0, 0, "first_absent")
            room_ends.result()
            looked.result()
            answer = ruling.result()
            (last,) = seen(other, name)["rounds"][0]
            if answer.status_code == 200:
                assert (last["score"], last["how"]) == (0, "by_default")
                assert answer.json()["rounds"][0][0] == last
            else:
                assert (answer.status_code, answer.json()["code"]) == (409, "pairing_settled")
                assert (last["score"], last["how"]) == (2, "played")
            assert seen(here, name)["rounds"][0] == [last]


def test_a_game_that_ended_before_anybody_looked_was_first(address: str) -> None:
    name, host, players, told = begun(address, 2)
    resign(address, games(told)[0]["room"], players[1])
    refused = rule(address, name, host, 0, 0, "first_absent", lang="de")
    assert refused.status_code == 409
    assert refused.json()["words"] == "Diese Paarung hat schon ein Ergebnis, und dabei bleibt es."
    assert seen(address, name)["rounds"][0][0]["how"] == "played"


def test_what_is_entered_fails_if_the_game_ended_since_it_was_looked_at(tmp_path: Path, postgres_database: str) -> None:
    """A tournament that nobody changed, and a room that is over by the time of the commit: decided by that commit."""
    with inside(tmp_path, database_url=postgres_database) as here:
        name, _, players, told = begun(here, 2)
        (match,) = games(told)

        async def entered_late() -> bool:
            store = Store(open_database(postgres_database))
            try:
                kept = await store.tournaments.one(name)
                assert kept is not None
                ruled = Match(match["first"], match["second"], match["room"], 0, None, How.BY_DEFAULT)
                await asyncio.to_thread(resign, here, match["room"], players[1])
                return await store.tournaments.change(kept, kept.tournament.but(rounds=((ruled,),)), 1, match["room"])
            finally:
                await store.close()

        assert asyncio.run(entered_late()) is False
        assert seen(here, name)["rounds"][0][0]["how"] == "played"


def test_every_result_can_be_entered_once_and_the_same_again_is_no_mistake(address: str) -> None:
    expected = {
        "first_wins": ("entered", [2, 0]),
        "second_wins": ("entered", [0, 2]),
        "draw": ("entered", [1, 1]),
        "first_absent": ("by_default", [0, 2]),
        "second_absent": ("by_default", [2, 0]),
        "both_absent": ("nobody_came", [0, 0]),
    }
    for result, (how, scores) in expected.items():
        name, host, _, told = begun(address, 2)
        (match,) = games(told)
        ruled = rule(address, name, host, 0, 0, result).json()
        assert (ruled["over"], ruled["rounds"][0][0]["how"]) == (True, how)
        rows = {row["player"]: row["score"] for row in ruled["table"]}
        assert [rows[match["first"]], rows[match["second"]]] == scores
        again = rule(address, name, host, 0, 0, result)
        assert (again.status_code, again.json()) == (200, ruled)
        other = "draw" if result != "draw" else "first_wins"
        assert rule(address, name, host, 0, 0, other).json()["code"] == "pairing_settled"


def test_only_the_host_directs_and_what_cannot_be_is_refused_in_words(address: str) -> None:
    name, host, players, told = begun(address, 3)
    for own in (players[0], token()):
        for refused in (
            rule(address, name, own, 0, 0, "draw", lang="de"),
            take_out(address, name, own, 1, lang="de"),
        ):
            assert refused.status_code == 403
            assert refused.json()["words"] == "Das kann nur, wer das Turnier angelegt hat."
    assert (
        post(address, f"/api/tournaments/{name}/result", {"round": 0, "match": 0, "result": "draw"}).status_code == 403
    )
    assert seen(address, name)["revision"] == told["revision"]
    assert rule(address, "nowhere", host, 0, 0, "draw").status_code == 404
    assert rule(address, name, host, 0, 1, "draw").json()["code"] == "no_pairing", "a bye is no game"
    for number, match in ((0, 9), (5, 0)):
        assert rule(address, name, host, number, match, "draw").status_code == 404
    assert rule(address, name, host, -1, 0, "draw").status_code == 422
    assert rule(address, name, host, 0, 0, "elsewise").status_code == 422
    assert take_out(address, name, host, 7).status_code == 409
    wrong = take_out(address, name, host, 1, "P2")
    assert wrong.status_code == 409
    assert wrong.json()["words"] == "The list of players has changed; look again whom you want to take out."


def test_whoever_is_taken_out_of_a_swiss_plays_the_round_and_no_other(address: str) -> None:
    name, host, players, told = begun(address, 5, system="swiss", rounds=3)
    gone = told["rounds"][0][0]["second"]
    assert take_out(address, name, host, gone).json()["gone"] == [gone]
    again = take_out(address, name, host, gone)
    assert (again.status_code, again.json()["gone"]) == (200, [gone])
    for number in range(3):
        told = seen(address, name)
        assert len(told["rounds"]) == number + 1
        paired = {place for each in told["rounds"][-1] for place in (each["first"], each["second"])} - {None}
        assert paired == set(range(5)) - ({gone} if number else set())
        for match in games(told):
            loser = match["first"] if match["second"] == gone else match["second"]
            resign(address, match["room"], players[loser])
    told = seen(address, name)
    assert told["over"] is True
    rows = {row["player"]: row for row in told["table"]}
    assert (len(rows), rows[gone]["score"], rows[gone]["won"]) == (5, 2, 1), "the result stands"
    beaten = told["rounds"][0][0]["first"]
    met = [
        each["second"] if each["first"] == beaten else each["first"]
        for one in told["rounds"]
        for each in one
        if beaten in (each["first"], each["second"]) and each["second"] is not None
    ]
    assert rows[beaten]["buchholz"] == sum(rows[rival]["score"] for rival in met)


@STORES
def test_a_round_robin_goes_on_without_whoever_left(tmp_path: Path, postgres_database: str, shared: bool) -> None:
    with (
        inside(tmp_path / "here", database_url=postgres_database if shared else "") as here,
        inside(tmp_path / "there", database_url=postgres_database if shared else "") as there,
    ):
        other = there if shared else here
        name, host, _, told = begun(here, 4)
        assert take_out(other, name, host, 3).json()["gone"] == [3]
        number = 0
        while not (told := seen(here, name))["over"]:
            assert len(told["rounds"]) == number + 1
            for place, match in enumerate(told["rounds"][number]):
                if match["second"] is not None:
                    absent = {match["first"]: "first_absent", match["second"]: "second_absent"}.get(3, "draw")
                    assert rule(other, name, host, number, place, absent).status_code == 200
            number += 1
        assert number == told["rounds_wanted"] == 3
        later = [each for one in told["rounds"][1:] for each in one]
        assert all(3 not in (each["first"], each["second"]) for each in later)
        assert take_out(here, name, host, 2).json()["code"] == "last_round"


def test_where_one_alone_is_left_it_is_over_with_the_round(address: str) -> None:
    for system in ("swiss", "round_robin"):
        name, host, _, told = begun(address, 3, system=system)
        (match,) = games(told)
        first, second = match["first"], match["second"]
        assert take_out(address, name, host, first).json()["over"] is False
        left = take_out(address, name, host, second).json()
        assert (left["over"], left["rounds_wanted"]) == (False, 1)
        ended = rule(address, name, host, 0, 0, "both_absent").json()
        assert (ended["over"], len(ended["rounds"])) == (True, 1)
        assert ended["table"][0]["player"] not in (first, second)


def test_before_it_begins_a_name_is_struck_off_the_list_and_may_come_back(address: str) -> None:
    host = token()
    name = made(address, host)["id"]
    players = joined(address, name, 3)
    assert take_out(address, name, host, 1).json()["players"] == ["P0", "P2"]
    assert take_out(address, name, host, 1, "P1").json()["code"] == "no_player", "twice takes out nobody else"
    assert seen(address, name, players[1])["you"] is None
    assert seen(address, name, players[2])["you"] == 1
    back = post(address, f"/api/tournaments/{name}/join", {"name": "P1", "token": players[1]}).json()
    assert (back["players"], back["you"], back["gone"]) == (["P0", "P2", "P1"], 2, [])


def test_who_attends_hears_of_it(tmp_path: Path, postgres_database: str) -> None:
    with (
        inside(tmp_path / "here", database_url=postgres_database) as here,
        inside(tmp_path / "there", database_url=postgres_database) as there,
        Visitor(there) as eve,
    ):
        name, host, _, told = begun(here, 4, system="swiss")
        eve.send(t="attend", tournament=name)
        assert eve.until("tournament")["revision"] == told["revision"]
        take_out(here, name, host, 0)
        assert eve.until("tournament")["revision"] == told["revision"] + 1
        rule(here, name, host, 0, 0, "draw")
        assert eve.until("tournament")["revision"] == told["revision"] + 2
