"""Seats: invitations, claims and the race for one, names, levels; new rooms that can't be."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.server.serving import Client, computer, get, inside, new_room, person, post, token
from triarii.server.rooms import tokens

RACERS = 16


def test_of_many_who_race_for_a_seat_one_gets_it(address: str) -> None:
    for _ in range(5):
        made = new_room(address, person(token()), person())
        path, invitation = f"/api/rooms/{made['room']}/claim", made["invitations"]["second"]
        racers = [token() for _ in range(RACERS)]
        with ThreadPoolExecutor(RACERS) as pool:
            claims = [{"invitation": invitation, "token": own} for own in racers]
            answers = list(pool.map(partial(post, address, path), claims))
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [200] + [409] * (RACERS - 1)
        winner = next(own for own, answer in zip(racers, answers, strict=True) if answer.status_code == 200)
        again = post(address, path, {"invitation": invitation, "token": winner})
        assert (again.status_code, again.json()["seat"]) == (200, "second"), "the same token again is fine"
        with Client(address, made["room"], winner) as me:
            assert me.until("welcome")["eye"] == "second"
        loser = next(own for own in racers if own != winner)
        with Client(address, made["room"], loser) as me:
            assert me.hear()["code"] == "forbidden"


def test_a_wrong_invitation_opens_no_seat(address: str) -> None:
    made = new_room(address, person(token()), person())
    path = f"/api/rooms/{made['room']}/claim"
    refused = post(address, path, {"invitation": token(), "token": token(), "lang": "de"})
    assert (refused.status_code, refused.json()["code"]) == (403, "no_invitation")
    assert refused.json()["words"] == "Diese Einladung gilt hier nicht."
    assert post(address, path, {"invitation": "x", "token": token()}).status_code == 422


def test_nobody_takes_both_seats_with_one_token(address: str) -> None:
    own = token()
    made = new_room(address, person(own), person())
    claim = {"invitation": made["invitations"]["second"], "token": own}
    assert post(address, f"/api/rooms/{made['room']}/claim", claim).json()["code"] == "same_token"
    both = {"game": "cities", "seats": {"first": person(own), "second": person(own)}}
    assert post(address, "/api/rooms", both).json()["code"] == "same_token"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "game.unknown"),
        ({"options": {"layout": "nowhere"}}, "option.value"),
        ({"options": {"unknown": 1}}, "option.unknown"),
        ({"start": "no position"}, "position.parts"),
        ({"seats": {"first": computer(), "second": computer()}}, "seats"),
        ({"seats": {"first": person(), "second": computer("genius")}}, "level"),
        ({"seats": {"first": {"kind": "ghost"}, "second": computer()}}, "seat_kind"),
        ({"seats": {"first": person("short"), "second": computer()}}, "malformed"),
        ({"seats": {"first": person()}}, "malformed"),
        ({"clock": {"minutes": 0}}, "no_time_given"),
        ({"more": 1}, "malformed"),
    ],
)
def test_a_room_that_can_not_be_is_refused_in_words(address: str, wish: dict[str, object], code: str) -> None:
    usual = {"game": "cities", "seats": {"first": person(token()), "second": computer()}, "lang": "de"}
    refused = post(address, "/api/rooms", {**usual, **wish})
    assert 400 <= refused.status_code < 500
    told = refused.json()
    assert told["code"].removesuffix("_near") == code or told["code"].startswith("position."), told
    assert told["words"]


def test_only_hashes_of_tokens_are_stored(tmp_path: Path) -> None:
    own, other = token(), token()
    with inside(tmp_path) as address:
        made = new_room(address, person(own), person())
        invitation = made["invitations"]["second"]
        post(address, f"/api/rooms/{made['room']}/claim", {"invitation": invitation, "token": other})
        with Client(address, made["room"], own) as me:
            me.until("welcome")
    with sqlite3.connect(tmp_path / "rooms.sqlite") as database:
        dump = "\n".join(database.iterdump())
    database.close()
    for secret in (own, other, invitation, made["watch"]):
        assert secret not in dump
        assert tokens.hashed(secret) in dump


def test_what_anybody_may_know_of_a_room(address: str) -> None:
    made = new_room(address, person(token(), name="Ada"), person(), clock={"minutes": 5, "increment": 3})
    told = get(address, f"/api/rooms/{made['room']}").json()
    assert told["seats"]["first"] == {"kind": "person", "name": "Ada", "taken": True}
    assert told["seats"]["second"]["taken"] is False
    assert (told["version"], told["over"], told["turn"]) == (0, False, "first")
    assert told["clock"] == {"minutes": 5, "increment": 3}


def test_a_record_needs_a_token_and_may_have_to_wait(address: str) -> None:
    own, other = token(), token()
    open_room = new_room(address, person(own), person(other))
    path = f"/api/rooms/{open_room['room']}/record"
    assert get(address, path).status_code == 401
    assert get(address, path, Authorization=f"Bearer {token()}").status_code == 403
    early = get(address, path, Authorization=f"Bearer {open_room['watch']}")
    assert early.status_code == 200
    assert '"secret"' not in early.text
    assert '"seats":["human","human"]' in early.text
    assert "attachment" in early.headers["content-disposition"]
    hidden = new_room(address, person(own), person(other), "towar", options={"variant": "hand_of_three"})
    refused = get(address, f"/api/rooms/{hidden['room']}/record", Authorization=f"Bearer {own}")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_yet")
