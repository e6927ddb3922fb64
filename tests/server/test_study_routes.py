"""Games, rules, contents and study over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.seat_texts import new_text
from tests.server.serving import Client, get, new_room, person, post, token

GOLDEN = Path(__file__).parents[1] / "golden"
LINE = ["b2b4", "i9i7"]


def test_games_are_told_in_both_languages(address: str) -> None:
    games = {game["id"]: game for game in get(address, "/api/games?lang=de").json()["games"]}
    assert games["cities"]["title"] == "Städte & Helden"
    assert games["cities"]["levels"][0] == {"id": "beginner", "title": "Anfänger"}
    layout = next(option for option in games["cities"]["options"] if option["name"] == "layout")
    assert layout["content"] == "layout"
    assert "gates" in layout["names"]
    english = get(address, "/api/games/cities", **{"Accept-Language": "fr,en;q=0.5"}).json()
    assert english["title"] == "Cities & Heroes"
    assert games["towar"]["secret_under"] == {"variant": "hand_of_three", "armies": "secret"}
    assert get(address, "/api/games/chess").status_code == 404


def test_rules_are_told_with_their_ids(address: str) -> None:
    rules = get(address, "/api/games/towar/rules?lang=de").json()["rules"]
    found = {rule["id"]: rule for rule in rules}
    assert found["towar.combat.side_bonus"]["text"]
    assert get(address, "/api/games/none/rules").status_code == 404


def test_shipped_contents_can_be_played_again_as_own_ones(address: str) -> None:
    layouts = get(address, "/api/games/cities/contents/layout").json()["contents"]
    movement = get(address, "/api/games/towar/contents/movement").json()
    assert len(movement["cards"]) == 18
    own = token()
    new_room(address, person(own), person(), options={"layout": layouts["gates"]})
    new_room(address, person(own), person(), "towar", options={"movement": movement["contents"]["standard"]})
    assert get(address, "/api/games/cities/contents/begins").status_code == 404


def test_a_line_of_play_is_told_step_by_step(address: str) -> None:
    told = post(address, "/api/study", {"game": "cities", "actions": LINE, "lang": "de"}).json()
    assert [step["text"] for step in told["steps"]] == LINE
    assert told["steps"][0]["words"][0].startswith("Blau")
    assert told["steps"][1]["view"]["turn"] == "first"
    again = post(address, "/api/study", {"game": "cities", "start": told["steps"][1]["position"]}).json()
    assert again["view"]["text"] == told["steps"][1]["view"]["text"]


def test_a_record_is_studied_whole_and_proven(address: str) -> None:
    own, other = token(), token()
    room = new_room(address, person(own), person(other), "towar", options={"armies": "west,north"})["room"]
    with Client(address, room, own, text=new_text) as me, Client(address, room, other) as you:
        me.arrive()
        you.arrive()
        me.do("resign")
    record = get(address, f"/api/rooms/{room}/record", Authorization=f"Bearer {own}").text
    told = post(address, "/api/study", {"record": record}).json()
    seal = told["proof"].pop("seal")
    assert told["proof"] == {"chances": 2, "proven": 2, "open": "", "bound": 1}
    assert seal["ours"]
    assert told["result"]["rule"] == "record.resigned"
    assert [step["kind"] for step in told["steps"]] == ["chance", "chance", "resigned"]
    damaged = post(address, "/api/study", {"record": record.replace("west", "east", 1), "lang": "de"})
    assert damaged.status_code == 422
    assert damaged.json()["code"] == "record.changed_line"
    assert damaged.json()["words"].startswith("Zeile 1 der Aufzeichnung")


def test_a_battle_is_sent_packed_to_whoever_can_unpack_it(address: str) -> None:
    record = (GOLDEN / "adlg_skirmish.jsonl").read_text(encoding="utf-8")
    packed = post(address, "/api/study", {"record": record, "lang": "en"})
    plain = post(address, "/api/study", {"record": record, "lang": "en"}, **{"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert int(packed.headers["Content-Length"]) * 10 < int(plain.headers["Content-Length"])


def test_what_can_not_be_studied_is_refused_in_words(address: str) -> None:
    refused = post(address, "/api/study", {"game": "cities", "actions": ["b2b4", "b2b4"], "lang": "de"})
    assert refused.status_code == 422
    assert refused.json()["words"].startswith("Schritt 2: ")
    assert post(address, "/api/study", {}).json()["code"] == "study_form"
    assert post(address, "/api/study/choices", {"game": "none"}).status_code == 422


def test_choices_outside_of_a_room(address: str) -> None:
    base = {"game": "cities", "actions": ["b2b4"]}
    assert post(address, "/api/study/choices", base).json()["choices"][0]["cell"]
    done = post(address, "/api/study/choices", {**base, "prefix": ["i9", "i7"]}).json()
    assert done["action"] == "i9i7"
    assert done["preview"]["path"][-1] == "i7"
    lots = post(address, "/api/study/choices", {"game": "towar", "options": {"armies": "west,north"}}).json()
    assert [outcome["probability"] for outcome in lots["chances"]] == ["1/2", "1/2"]


def test_an_engine_weighs_a_position(address: str) -> None:
    asked = {"game": "cities", "actions": LINE, "count": 2, "milliseconds": 200}
    told = post(address, "/api/study/lines", asked).json()
    assert told["seat"] == "first"
    assert len(told["lines"]) == 2
    best, second = told["lines"]
    assert best["score"] >= second["score"]
    assert best["line"][0] == best["action"]
    nobody = post(address, "/api/study/lines", {"game": "towar", "options": {"armies": "west,north"}})
    assert nobody.json()["code"] == "no_lines"


def test_the_fights_of_a_position_are_told_with_exact_odds(address: str) -> None:
    place = {"game": "towar", "options": {"armies": "west,north", "begins": "first"}, "lang": "de"}
    start = "west-north t.k/.a./.Sr/FQC 1 F K1-b2 0-0"
    told = post(address, "/api/study/odds", {**place, "start": start}).json()
    assert told["seat"] == "first"
    assert [fight["action"] for fight in told["fights"]] == ["b:ff", "b:fr", "c:f"]
    side_bonus = told["fights"][1]
    assert "4 + 2 gegen 3" in side_bonus["words"]
    assert (side_bonus["wins"], side_bonus["ties"], side_bonus["losses"]) == ("1", "0", "0")
    assert post(address, "/api/study/odds", {"game": "cities"}).json() == {"seat": None, "fights": []}
    broken = post(address, "/api/study/odds", {**place, "start": "nonsense"})
    assert broken.status_code == 422
    assert broken.json()["words"]


def test_only_the_steps_that_came_since_are_told(address: str) -> None:
    line = {"game": "cities", "actions": [*LINE, "c2c4"]}
    whole = post(address, "/api/study", line).json()
    fresh = post(address, "/api/study", {**line, "since": 2}).json()
    assert fresh["steps"] == whole["steps"][2:]
    assert {**fresh, "steps": []} == {**whole, "steps": []}
    assert post(address, "/api/study", {**line, "since": 9}).json()["steps"] == []
    assert post(address, "/api/study", {**line, "since": -1}).status_code == 422


def test_the_description_names_every_route(address: str) -> None:
    described = get(address, "/api/openapi.json").json()
    paths = set(described["paths"])
    assert {"/api/rooms", "/api/rooms/{room}/claim", "/api/study/lines", "/api/network"} <= paths
    assert get(address, "/docs").json()["code"] == "not_found", "its page would ask other sites for scripts"


def test_the_page_on_privacy_has_its_figures_from_the_server(address: str) -> None:
    told = get(address, "/api/privacy?lang=de").json()
    assert told["days"] == 90
    assert "90 Tage" in told["words"]


def test_all_that_can_follow_comes_at_once_where_it_is_asked_for(address: str) -> None:
    base = {"game": "towar", "options": {"armies": "west,north"}, "actions": ["first"]}
    card = post(address, "/api/study/choices", base).json()["chances"][0]["text"]
    line = {**base, "actions": ["first", card]}
    told = post(address, "/api/study/choices", {**line, "whole": True}).json()["choices"]
    for choice in told:
        alone = post(address, "/api/study/choices", {**line, "prefix": [choice["text"]]}).json()
        assert choice["then"] == alone
        assert alone["events"]


def test_a_move_is_judged_beside_the_best_one(address: str) -> None:
    asked = {"game": "cities", "options": {"begins": "first"}, "action": "e2e3", "milliseconds": 200, "lang": "en"}
    told = post(address, "/api/study/verdict", asked).json()
    assert told["seat"] == "first"
    assert told["verdict"] in ("best", "good", "inaccuracy")
    assert told["best_score"] >= told["score"]
    assert told["words"][0].startswith("Blue moves")


@pytest.mark.parametrize("action", ["a1j10", "", "no move"])
def test_what_cannot_be_played_is_not_judged(address: str, action: str) -> None:
    refused = post(address, "/api/study/verdict", {"game": "cities", "options": {"begins": "first"}, "action": action})
    assert refused.status_code == 422
    assert refused.json()["words"]
