"""Offers, take-backs, resignation, rematch and hints, over real sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.games.adlg.setup import plans
from tests.server.serving import Client, Json, computer, get, inside, new_room, person, token
from triarii.core import proof, records, registry
from triarii.core.contract import Refusal, Turn
from triarii.core.timeline import Step
from triarii.games.adlg.battle.hiding.hidden import Marker
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry.shapes import Pose
from triarii.server.rooms import seat_actions

OPENING = ["b2b4", "i9i7", "c2c4"]


@contextmanager
def seated(address: str, game: str = "cities", **more: object) -> Iterator[tuple[Client, Client, Json]]:
    """Two people in a room."""
    own = {"first": token(), "second": token()}
    made = new_room(address, person(own["first"]), person(own["second"]), game, **more)
    with Client(address, made["room"], own["first"]) as me, Client(address, made["room"], own["second"]) as you:
        me.arrive()
        you.arrive()
        me.until_chance_fell()
        you.until_chance_fell()
        yield me, you, {**made, **own}


def open_with_two_moves(me: Client, you: Client) -> None:
    me.act(OPENING[0])
    you.until_version(1)
    you.act(OPENING[1])
    me.until_version(2)


def test_a_take_back_is_free_until_the_other_has_acted(address: str) -> None:
    with seated(address) as (me, you, _):
        me.act(OPENING[0])
        assert me.do("take_back")["t"] == "accepted"
        assert me.view["turn"] == "first"
        assert me.entries[2] == {**me.entries[2], "kind": "take_back", "to": 0, "words": ["A turn was taken back."]}
        me.act(OPENING[0])
        you.until_version(3)
        you.act(OPENING[1])
        me.until_version(4)
        assert me.do("take_back")["t"] == "accepted"
        assert me.asks["take_back"] == "first", "now the other seat is asked"
        assert me.version == 4
        assert me.do("take_back")["code"] == "asked_already"
        you.until("news", version=4)
        assert you.do("allow_take_back")["t"] == "accepted"
        me.until_version(5)
        assert me.view["turn"] == "first"
        assert me.asks["take_back"] is None


def test_a_take_back_can_be_refused_and_the_game_goes_on(address: str) -> None:
    with seated(address) as (me, you, _):
        open_with_two_moves(me, you)
        me.do("take_back")
        assert me.do("allow_take_back")["code"] == "nothing_asked", "nobody allows it to oneself"
        assert you.do("refuse_take_back")["t"] == "accepted"
        assert you.asks["take_back"] is None
        assert you.do("allow_take_back")["code"] == "nothing_asked"
        assert me.act(OPENING[2], version=2)["t"] == "accepted"


def test_a_question_ends_when_the_game_goes_on(address: str) -> None:
    with seated(address) as (me, you, _):
        open_with_two_moves(me, you)
        me.do("take_back")
        me.act(OPENING[2])
        assert me.asks["take_back"] is None


def test_after_a_card_was_turned_up_a_take_back_needs_consent(address: str) -> None:
    with seated(address, "towar", options={"armies": "west,north", "begins": "first"}) as (me, you, _):
        me.until_turn("first")
        me.act(me.choose())
        before = me.version
        assert me.do("take_back")["t"] == "accepted"
        assert me.version == before, "chance has fallen since, so it is only asked"
        assert me.asks["take_back"] == "first"


def test_nothing_can_be_taken_back_before_the_first_turn(address: str) -> None:
    with seated(address) as (me, _, _):
        assert me.do("take_back")["code"] == "record.nothing_to_take_back"


def test_a_computer_always_lets_one_take_back(address: str) -> None:
    own = token()
    room = new_room(address, person(own), computer())["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        me.act(OPENING[0])
        me.until_version(2)
        assert me.do("take_back")["t"] == "accepted"
        assert me.entries[3]["to"] == 0
        assert me.view["turn"] == "first"


def test_a_draw_is_offered_and_agreed(address: str) -> None:
    with seated(address) as (me, you, _):
        assert you.do("accept_draw")["code"] == "no_offer"
        assert me.do("offer_draw")["t"] == "accepted"
        assert me.do("offer_draw")["code"] == "offered_already"
        assert me.do("accept_draw")["code"] == "no_offer", "nobody accepts the own offer"
        you.until("news", version=1)
        assert you.asks["draw"] == "first"
        assert you.do("accept_draw")["t"] == "accepted"
        me.until_version(2)
        assert me.result is not None
        assert (me.result["winner"], me.result["rule"]) == (None, "record.draw_agreed")
        assert me.result["words"] == "It is a draw by agreement."
        assert me.act(OPENING[0])["code"] == "record.game_over"
        assert me.do("take_back")["code"] == "record.game_over"


def test_a_draw_can_be_declined(address: str) -> None:
    with seated(address) as (me, you, _):
        me.do("offer_draw")
        assert you.do("decline_draw")["t"] == "accepted"
        assert you.asks["draw"] is None
        assert me.do("offer_draw")["code"] == "offered_already", "once in a position is enough"
        assert me.act(OPENING[0], version=1)["t"] == "accepted"
        assert me.do("offer_draw")["t"] == "accepted"
        assert me.asks["draw"] == "first"


def test_who_declined_a_draw_can_accept_it_no_more(address: str) -> None:
    with seated(address) as (me, you, _):
        me.do("offer_draw")
        assert you.do("decline_draw")["t"] == "accepted"
        assert you.do("accept_draw")["code"] == "no_offer"
        assert you.do("decline_draw")["code"] == "no_offer", "nor decline it twice"
        assert you.result is None
        assert me.act(OPENING[0], version=1)["t"] == "accepted", "the game goes on"
        me.do("offer_draw")
        you.until("news", version=3)
        assert you.do("accept_draw")["t"] == "accepted", "a new offer is another question"


def test_a_declined_draw_stays_declined_when_the_server_comes_back(tmp_path: Path) -> None:
    first, second = token(), token()
    with inside(tmp_path) as address:
        room = new_room(address, person(first), person(second))["room"]
        with Client(address, room, first) as me, Client(address, room, second) as you:
            me.until("welcome")
            you.until("welcome")
            me.do("offer_draw")
            you.do("decline_draw")
    with inside(tmp_path) as address, Client(address, room, second) as you:
        assert you.until("welcome")["asks"]["draw"] is None
        refused = you.do("accept_draw")
        assert (refused["code"], refused["words"]) == ("no_offer", "There is no draw offer to answer.")
        assert you.result is None


def test_an_offer_is_answered_before_the_other_seat_offers_too(address: str) -> None:
    with seated(address) as (me, you, _):
        me.do("offer_draw")
        you.until("news", version=1)
        assert you.do("offer_draw")["code"] == "record.offer_stands", "yes or no comes first"
        assert you.do("decline_draw")["t"] == "accepted"
        assert you.do("offer_draw")["t"] == "accepted"
        assert you.asks["draw"] == "second"
        assert you.do("accept_draw")["code"] == "no_offer", "the first offer is gone"
        me.until_version(2)
        assert me.do("accept_draw")["t"] == "accepted"
        you.until_version(3)
        assert you.result is not None
        assert you.result["rule"] == "record.draw_agreed"


def test_a_computer_takes_no_draw(address: str) -> None:
    own = token()
    room = new_room(address, person(own), computer())["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        assert me.do("offer_draw")["code"] == "no_draw_with_computer"


def test_after_a_resignation_the_secret_is_out_and_proves_every_chance(address: str) -> None:
    with seated(address, "towar", options={"armies": "west,north"}) as (me, you, made):
        player = me if me.view["turn"] == "first" else you
        player.act(player.choose())
        assert me.do("resign")["t"] == "accepted"
        you.until_version(me.version)
        assert you.result is not None
        assert you.result["winner"] == "second"
        assert len(you.result["secret"]) == 64
        answer = get(address, f"/api/rooms/{made['room']}/record", Authorization=f"Bearer {made['first']}")
        record = records.parse(answer.content).record
        assert record is not None
        game = registry.game("towar")
        assert not isinstance(game, Refusal)
        found = proof.prove(game, record)
        assert found.problem is None
        assert found.proven == found.chances > 0


def test_an_unknown_wish_is_refused(address: str) -> None:
    with seated(address) as (me, _, _):
        assert me.do("cheat")["code"] == "unknown_wish"


def test_a_rematch_swaps_the_seats(address: str) -> None:
    with seated(address) as (me, you, made):
        assert me.do("rematch")["code"] == "not_over"
        me.do("resign")
        assert me.do("rematch")["t"] == "accepted"
        assert me.asks["rematch"] == "first"
        you.until("news", version=1)
        assert you.do("rematch")["t"] == "accepted"
        next_of_mine, next_of_yours = (_rematch(player) for player in (me, you))
        assert next_of_mine["room"] == next_of_yours["room"] != made["room"]
        with Client(address, next_of_mine["room"], next_of_mine["token"]) as again:
            assert again.until("welcome")["eye"] == "second"
        with Client(address, next_of_yours["room"], next_of_yours["token"]) as again:
            assert again.until("welcome")["eye"] == "first"
        with Client(address, made["room"], made["first"]) as back:
            assert back.until("rematch") == next_of_mine, "who comes back later is told too"


def test_who_watches_is_told_of_the_rematch_and_may_watch_it_too(address: str) -> None:
    with seated(address) as (me, you, made), Client(address, made["room"], made["watch"]) as watcher:
        watcher.until("welcome")
        me.do("resign")
        me.do("rematch")
        you.until("news", version=1)
        you.do("rematch")
        told = _rematch(watcher)
        assert (told["room"], told["seat"]) == (_rematch(me)["room"], None)
        with Client(address, told["room"], told["token"]) as again:
            assert again.until("welcome")["eye"] == "observer"
        with Client(address, made["room"], made["watch"]) as late:
            assert late.until("rematch") == told, "who comes later is told too"
        assert told["token"] not in {made["watch"], *(_rematch(player)["token"] for player in (me, you))}


def test_another_game_can_be_declined_and_asked_for_again(address: str) -> None:
    with seated(address) as (me, you, _):
        me.do("resign")
        you.until("news", version=1)
        assert you.do("decline_rematch")["code"] == "no_rematch_asked"
        me.do("rematch")
        assert me.do("decline_rematch")["code"] == "no_rematch_asked", "nobody declines for the other"
        assert you.do("decline_rematch")["t"] == "accepted"
        assert you.asks["rematch"] is None
        me.until("news", asks={"draw": None, "take_back": None, "rematch": None})
        you.do("rematch")
        assert you.asks["rematch"] == "second", "the first one has to be asked anew"
        assert me.do("rematch")["t"] == "accepted"
        assert _rematch(me)["room"] == _rematch(you)["room"]
        assert you.do("decline_rematch")["code"] == "no_rematch_asked", "the next game is open"


def test_rematches_are_a_series_with_a_score_that_follows_the_players(address: str) -> None:
    own = token()
    room = new_room(address, person(own), computer())["room"]
    place = {"room": room, "token": own}
    scores = []
    # One game after the other is given up, once in the first and once in the second seat.
    for _ in range(3):
        with Client(address, place["room"], place["token"]) as me:
            welcome = me.until("welcome")
            scores.append((welcome["eye"], welcome["before"]))
            me.do("resign")
            me.do("rematch")
            place = _rematch(me)
    assert scores == [
        ("first", None),
        ("second", {"first": 1, "second": 0, "drawn": 0}),
        ("first", {"first": 0, "second": 2, "drawn": 0}),
    ]


def test_a_drawn_game_counts_for_nobody_and_the_score_is_stored(address: str) -> None:
    with seated(address, options={"begins": "younger", "younger": "second"}) as (me, you, _):
        you.do("offer_draw")
        me.until("news")
        assert me.do("accept_draw")["t"] == "accepted"
        me.do("rematch")
        you.do("rematch")
        again = _rematch(me)
    with Client(address, again["room"], again["token"]) as later:
        told = later.until("welcome")
        assert (told["eye"], told["before"]) == ("second", {"first": 0, "second": 0, "drawn": 1})
        # The younger one began the first game and has the first seat now; the second seat begins, which is the other's.
        assert (told["options"]["begins"], told["options"]["younger"]) == ("second", "unasked")
        assert told["view"]["turn"] == "second"


def _rematch(client: Client) -> Json:
    kept = [json.loads(line) for line in client.log]
    found = [message for message in kept if message["t"] == "rematch"]
    return found[0] if found else client.until("rematch")


def test_a_computer_is_always_ready_for_a_rematch(address: str) -> None:
    own = token()
    room = new_room(address, person(own), computer())["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        me.do("resign")
        me.do("rematch")
        again = _rematch(me)
    with Client(address, again["room"], again["token"]) as me:
        assert me.until("welcome")["eye"] == "second"
        me.until_version(1)  # the computer begins


def test_a_hint_is_given_only_where_no_other_person_plays(address: str) -> None:
    with seated(address) as (me, _, _):
        assert me.ask("hint")["code"] == "no_hint"
    own = token()
    room = new_room(address, person(own), computer())["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        hint = me.ask("hint")
        assert me.act(hint["action"])["t"] == "accepted"
        assert hint["words"]


def test_standing_answers_are_refused_where_a_game_has_none(address: str) -> None:
    with seated(address) as (me, _, _):
        me.send(t="standing", answers={"evade": "always"})
        assert me.until("refused")["code"] == "standing.none"


def test_a_standing_answer_is_given_by_itself_and_known_to_its_seat_alone(address: str) -> None:
    with seated(address, "adlg", options={"scenario": "drill_charge"}) as (me, you, made):
        you.send(t="standing", answers={"evade": "sometimes"})
        assert you.until("refused")["code"] == "standing.value"
        you.send(t="standing", answers={"evade": "never"})
        assert you.until("standing")["answers"] == {"evade": "never"}
        me.act("corps c1")
        me.act(me.ask("choices", prefix=["u1", "charge", "e6"])["action"])
        answered = [entry for entry in me.entries.values() if entry.get("seat") == "second"]
        assert answered[0]["text"] == "e6 stand"
        assert not any("never" in line for line in me.log if '"t":"standing"' in line)
        with Client(address, made["room"], made["second"]) as again:
            told = again.until("welcome")["standing"]
            assert told["answers"] == {"evade": "never"}
            assert told["kinds"][0]["label"]


# What was shown is not taken back alone


@pytest.mark.rule("adlg.ambush.found")
@pytest.mark.parametrize(("order", "free"), [("e8 advance 1.4", True), ("e8 advance 1.5", False)])
def test_an_order_that_found_a_marker_is_taken_back_only_if_the_other_agrees(order: str, free: bool) -> None:
    there: dict[str, Pose] = {"u10": (25000, 2000, 0), "e17": (28000, 18000, 18000), "e8": (12000, 7000, 18000)}
    markers = {"a1": Marker(0, 12000, 4000, ("u1", "u2")), "a2": Marker(0, 10500, 4000, ())}
    before = plans.orders(plans.battle(there, markers, active=1), "d2")
    step = Step(1, before, order, before.play(order))
    person = SimpleNamespace(kind="person", taken=True)
    live = SimpleNamespace(line=SimpleNamespace(game=GAME, steps=[step]))
    room: Any = SimpleNamespace(seats={Turn.FIRST: person, Turn.SECOND: person}, live=live, hides=True)
    assert seat_actions._is_free(room, Turn.SECOND, 0) == free
