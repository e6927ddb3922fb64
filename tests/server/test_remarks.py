"""Signs for everybody, words for friends who both want to talk; nothing of it is stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.hall import Visitor
from tests.server.serving import Client, inside, new_room, person, post, token


@contextmanager
def friends(address: str, other_address: str = "") -> Iterator[tuple[Client, Client, Client]]:
    """Ada, Ben who came by her link, and somebody who watches."""
    own, other = token(), token()
    made = new_room(address, person(own), person(), listed=True)
    invitation = made["invitations"]["second"]
    claim = {"invitation": invitation, "token": other}
    assert post(address, f"/api/rooms/{made['room']}/claim", claim).status_code == 200
    with (
        Client(address, made["room"], own) as ada,
        Client(other_address or address, made["room"], other) as ben,
        Client(address, made["room"], token()) as eve,
    ):
        ada.arrive()
        ben.arrive()
        eve.until("welcome")
        yield ada, ben, eve


def test_a_sign_comes_to_everybody_and_only_players_give_them(address: str) -> None:
    with friends(address) as (ada, ben, eve):
        ada.send(t="emote", kind="well_played")
        for someone in (ada, ben, eve):
            assert someone.until("emote") == {"t": "emote", "seat": "first", "kind": "well_played"}
        eve.send(t="emote", kind="hello")
        assert eve.until("refused")["code"] == "watching"
        for _ in range(9):
            ada.send(t="emote", kind="ouch")
        assert ada.until("refused")["code"] == "too_many"
        ben.send(t="emote", kind="free words")
        assert ben.until("error")["code"] == "malformed_message"


def test_friends_talk_once_both_want_to_and_nobody_else_hears_it(address: str) -> None:
    with friends(address) as (ada, ben, eve):
        ada.send(t="say", text="hello?")
        assert ada.until("refused")["code"] == "both_must_talk"
        ada.send(t="talk", on=True)
        assert ben.until("talk") in ({"t": "talk", "seats": []}, {"t": "talk", "seats": ["first"]})
        ben.send(t="talk", on=True)
        while ada.until("talk")["seats"] != ["first", "second"]:
            pass
        ada.send(t="say", text="  good \u202eday  ")
        assert ben.until("say") == {"t": "say", "seat": "first", "text": "good day"}
        ben.send(t="talk", on=False)
        while ada.until("talk")["seats"] != ["first"]:
            pass
        ada.send(t="say", text="still there?")
        assert ada.until("refused")["code"] == "both_must_talk"
        ada.send(t="emote", kind="thanks")
        eve.until("emote")
        assert all("good day" not in line and '"talk"' not in line for line in eve.log)


def test_strangers_have_no_words(address: str) -> None:
    with Visitor(address) as one, Visitor(address) as two:
        offer = one.seek(clock={"days": 9})["id"]
        room = two.join(offer)["room"]
        with Client(address, room, one.own) as ada, Client(address, room, two.own) as ben:
            ada.arrive()
            ben.arrive()
            ada.send(t="talk", on=True)
            assert ada.until("refused")["code"] == "no_talk"
            ada.send(t="say", text="psst")
            assert ada.until("refused")["code"] == "no_talk"
            ada.send(t="emote", kind="hello")
            ben.until("emote")
            assert all("psst" not in line for line in ben.log)


def test_signs_and_words_reach_another_process(tmp_path: Path, postgres_database: str) -> None:
    with (
        inside(tmp_path / "here", database_url=postgres_database) as here,
        inside(tmp_path / "there", database_url=postgres_database) as there,
        friends(here, there) as (ada, ben, _),
    ):
        ada.send(t="emote", kind="hello")
        assert ben.until("emote")["kind"] == "hello"
        for someone in (ada, ben):
            someone.send(t="talk", on=True)
        for someone in (ada, ben):
            while someone.until("talk")["seats"] != ["first", "second"]:
                pass
        ben.send(t="say", text="over there")
        assert ada.until("say")["text"] == "over there"
