"""A campaign in rooms: after a battle both go on to the next with the same seats, and the room tells how it stands."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Client, computer, get, new_room, person, token
from tests.server.test_seat_actions import _rematch

CAMPAIGNS = "/api/games/adlg/contents/survivors"


def first_battle(address: str) -> dict[str, Any]:
    card = get(address, CAMPAIGNS).json()["cards"][0]
    assert card["name"] == "raiders"
    assert len(card["battles"]) == 3
    options: dict[str, Any] = card["options"]
    return options


def test_two_people_go_on_to_the_next_battle_with_the_same_seats(address: str) -> None:
    own, other = token(), token()
    made = new_room(address, person(own), person(other), "adlg", options=first_battle(address))
    with Client(address, made["room"], own) as me, Client(address, made["room"], other) as you:
        welcome = me.until("welcome")
        assert welcome["view"]["facts"]["campaign"]["battle"] == 1
        you.until("welcome")
        you.do("resign")
        you.until_version(1)
        assert you.result is not None
        assert you.result["score"]["first"] == 100
        assert you.result["sequel"]["last"] is False
        assert you.result["sequel"]["words"][0].endswith("100 points for Blue, 10 for you.")
        me.until_version(1)
        me.do("rematch")
        you.do("rematch")
        next_room = _rematch(me)
        assert next_room["seat"] == "first"
        theirs = _rematch(you)
        assert theirs["seat"] == "second"
    with Client(address, next_room["room"], next_room["token"]) as me:
        welcome = me.until("welcome")
        assert welcome["eye"] == "first"
        assert welcome["view"]["facts"]["campaign"] == {
            "title": {"en": "The raiders' summer", "de": "Der Sommer der Plünderer"},
            "battle": 2,
            "of": 3,
            "points": [100, 10],
        }
        assert welcome["options"]["survivors"]["begins"] == "first"


def test_against_the_computer_the_campaign_goes_on_at_once(address: str) -> None:
    own = token()
    made = new_room(address, person(own), computer(), "adlg", options=first_battle(address))
    with Client(address, made["room"], own) as me:
        me.until("welcome")
        me.do("resign")
        me.do("rematch")
        follows = _rematch(me)
        assert follows["seat"] == "first"
