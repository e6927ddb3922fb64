"""Profiles without accounts: results and ratings that only a browser's own token opens, once for every game."""

from __future__ import annotations

import json
import math
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from tests.server.hall import Visitor
from tests.server.serving import WAIT, Client, Json, computer, get, inside, new_room, person, post, token
from triarii.core import registry
from triarii.core.contract import Refusal
from triarii.server.rooms import tokens


def profile_of(address: str, own: str, lang: str = "en") -> Json:
    found = get(address, f"/api/profile?lang={lang}", Authorization=f"Bearer {own}")
    assert found.status_code == 200, found.text
    told: Json = found.json()
    return told


def play_and_resign(address: str, ada: str, ben: str, game: str = "cities") -> str:
    """Ada makes a move, Ben answers and gives up."""
    own, other = token(), token()
    room = new_room(address, person(own, profile=ada, name="Ada"), person(other, profile=ben, name="Ben"), game)["room"]
    with Client(address, room, own) as first, Client(address, room, other) as second:
        first.arrive()
        second.arrive()
        for _ in range(2):
            for me in (first, second):
                me.until_version(max(first.version, second.version))
                if me.result is None and me.view["turn"] == ("first" if me is first else "second"):
                    assert me.act(me.choose())["t"] == "accepted"
        second.until_version(first.version)
        assert second.do("resign")["t"] == "accepted"
    return str(room)


def test_a_game_is_in_the_results_of_both_and_rates_both(address: str) -> None:
    ada, ben = token(), token()
    room = play_and_resign(address, ada, ben)
    hers, his = profile_of(address, ada), profile_of(address, ben)
    assert [(r["room"], r["opponent"], r["score"], r["rated"]) for r in hers["results"]] == [(room, "Ben", 2, True)]
    assert [(r["opponent"], r["score"]) for r in his["results"]] == [("Ada", 0)]
    (rating,) = hers["ratings"]
    assert (rating["game"], rating["against"], rating["games"]) == ("cities", "people", 1)
    assert rating["rating"] > 1500 > his["ratings"][0]["rating"]
    assert rating["deviation"] < 350
    assert hers["results"][0]["rating"] == rating["rating"]


def test_what_says_nothing_of_strength_is_not_rated(address: str) -> None:
    ada, ben = token(), token()
    own, other = token(), token()
    room = new_room(address, person(own, profile=ada), person(other, profile=ben))["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        me.do("resign")
    result = profile_of(address, ada)["results"][0]
    assert (result["score"], result["rated"]) == (0, False), "the other never moved"
    with_oneself = play_and_resign(address, ada, ada)
    results = {(r["room"], r["score"]): r["rated"] for r in profile_of(address, ada)["results"]}
    assert results[(with_oneself, 2)] is False
    assert profile_of(address, ada)["ratings"] == []


def test_levels_are_rated_apart_from_people(address: str) -> None:
    ada, own = token(), token()
    room = new_room(address, person(own, profile=ada), computer("beginner"))["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        me.act("b2b4")
        me.until_turn("first")
        me.do("resign")
    told = profile_of(address, ada, "de")
    assert [(r["against"], r["games"]) for r in told["ratings"]] == [("levels", 1)]
    result = told["results"][0]
    assert (result["kind"], result["level"], result["rated"]) == ("computer", "Anfänger", True)
    room = new_room(address, person(own := token(), profile=ada), computer("beginner"))["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        assert me.ask("hint")["t"] == "hint"
        me.act("b2b4")
        me.until_turn("first")
        me.do("resign")
    assert profile_of(address, ada)["results"][0]["rated"] is False, "an engine was asked"


def test_a_profile_is_opened_by_its_token_alone_and_can_be_deleted(address: str) -> None:
    ada, ben = token(), token()
    room = play_and_resign(address, ada, ben)
    assert get(address, "/api/profile").status_code == 401
    assert get(address, "/api/profile", Authorization="Bearer short").status_code == 401
    assert profile_of(address, token()) == {"ratings": [], "results": [], "games": 0}
    told = get(address, f"/api/rooms/{room}").text
    assert tokens.hashed(ada) not in told
    assert "profile" not in told
    gone = httpx.delete(address + "/api/profile", headers={"Authorization": f"Bearer {ada}"}, timeout=WAIT)
    assert gone.status_code == 200
    assert profile_of(address, ada) == {"ratings": [], "results": [], "games": 0}
    assert profile_of(address, ben)["games"] == 1, "the other keeps his"


def test_an_open_game_shows_a_rating_and_no_profile(address: str) -> None:
    ada, ben = token(), token()
    play_and_resign(address, ada, ben)
    with Visitor(address) as seeking, Visitor(address) as looking:
        offer = seeking.seek(profile=ada, clock={"days": 5})["id"]
        (told,) = looking.until_offered(1)
        assert told["rating"]["rating"] == profile_of(address, ada)["ratings"][0]["rating"]
        room = looking.join(offer, profile=ben)["room"]
        seeking.until("matched")
        for one in (seeking, looking):
            assert all(tokens.hashed(own) not in line and own not in line for own in (ada, ben) for line in one.log)
        with Client(address, room, seeking.own) as first, Client(address, room, looking.own) as second:
            first.arrive()
            second.arrive()
            first.do("resign")
        assert profile_of(address, ben)["games"] == 2


def test_a_box_is_handed_over_once(address: str) -> None:
    name = "ab" * 32
    put = httpx.put(f"{address}/api/handovers/{name}", json={"box": "sealed"}, timeout=WAIT)
    assert put.status_code == 200
    with ThreadPoolExecutor(6) as pool:
        codes = sorted(pool.map(lambda _: post(address, f"/api/handovers/{name}", {}).status_code, range(6)))
    assert codes == [200] + [404] * 5
    refused = post(address, f"/api/handovers/{name}?lang=de", {})
    assert "Code" in refused.json()["words"]
    for wrong in ({"box": ""}, {"box": "no <tags>"}, {"box": "x" * 200_001}, {}):
        assert httpx.put(f"{address}/api/handovers/{name}", json=wrong, timeout=WAIT).status_code in (413, 422)
    assert httpx.put(f"{address}/api/handovers/short", json={"box": "x"}, timeout=WAIT).status_code == 422


@pytest.mark.parametrize("shared", [False, True], ids=["file", "postgres"])
def test_games_that_end_at_once_are_each_rated_once(tmp_path: Path, postgres_database: str, shared: bool) -> None:
    ada, others = token(), [token() for _ in range(6)]
    with (
        inside(tmp_path / "here", database_url=postgres_database if shared else "") as here,
        inside(tmp_path / "there", database_url=postgres_database if shared else "") as there,
    ):
        places = [here, there] if shared else [here]
        for place in places:  # two servers in one process can't both build their routes at the first request
            play_and_resign(place, token(), token())
        with ThreadPoolExecutor(6) as pool:
            games = [(places[number % len(places)], ada, other) for number, other in enumerate(others)]
            list(pool.map(lambda game: play_and_resign(*game), games))
        told = profile_of(places[-1], ada)
        assert told["games"] == len(others)
        assert told["ratings"][0]["games"] == len(others)
        ratings = [profile_of(here, other)["ratings"][0] for other in others]
        assert all(rating["games"] == 1 and rating["rating"] < 1500 for rating in ratings)


def test_levels_begin_where_their_games_with_each_other_put_them() -> None:
    """Of the measured ladder: a step is what the score of two neighbours comes to, and club players are at 1500."""
    figures = json.loads((Path(__file__).parents[2] / "docs" / "figures" / "strength.json").read_text("utf-8"))
    for name in ("cities", "towar"):
        game = registry.game(name)
        assert not isinstance(game, Refusal)
        levels = game.info.levels
        club = game.info.level("club")
        assert club is not None
        assert club.rating == 1500
        for weaker, stronger in pairwise(levels):
            score = figures[f"{name}: {stronger.id} against {weaker.id}"]["score"]
            assert stronger.rating is not None
            assert weaker.rating is not None
            assert stronger.rating - weaker.rating == pytest.approx(400 * math.log10(score / (1 - score)), abs=1.5)
    battles = registry.game("adlg")
    assert not isinstance(battles, Refusal)
    assert all(level.rating is None for level in battles.info.levels), "nobody has counted games between these"


def test_who_beats_a_strong_level_gains_more_than_who_beats_a_weak_one(address: str) -> None:
    told = {}
    for level in ("beginner", "master"):
        ada, own = token(), token()
        room = new_room(address, person(own, profile=ada), computer(level))["room"]
        with Client(address, room, own) as me:
            me.until("welcome")
            me.act("b2b4")
            me.until_turn("first")
            me.do("resign")
        told[level] = profile_of(address, ada)["ratings"][0]["rating"]
    assert told["beginner"] < told["master"] < 1500, "to lose against a beginner costs more"
