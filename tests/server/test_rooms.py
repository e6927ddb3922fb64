"""Rooms over real sockets: versions, keys, news, and what each eye is told."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from tests.seat_texts import new_text
from tests.server.serving import Client, computer, get, new_room, person, post, token

OPENING = ["b2b4", "i9i7", "c2c4", "h9h7", "d2d4"]


def two(address: str, **more: object) -> tuple[str, str, str, str]:
    """A room of two people: its id, both tokens, the token to watch."""
    first, second = token(), token()
    made = new_room(address, person(first), person(second), "cities", **more)
    return made["room"], first, second, made["watch"]


def test_a_welcome_tells_everything(address: str) -> None:
    room, first, _, _ = two(address)
    with Client(address, room, first, "de") as me:
        told = me.until("welcome")
    assert (told["room"], told["game"], told["eye"], told["version"]) == (room, "cities", "first", 0)
    assert told["view"]["turn"] == "first"
    assert any("Kämpfer" in words for words in told["view"]["words"])
    assert len(told["commit"]) == 64
    assert told["options"]["layout"] == "gates"
    assert told["seats"]["second"] == {"kind": "person", "name": "", "taken": True}
    assert told["result"] is None
    assert told["clock"] is None
    assert told["asks"] == {"draw": None, "take_back": None, "rematch": None}


def test_an_action_is_told_to_both_seats_and_then_accepted(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first) as me, Client(address, room, second, "de") as you:
        me.until("welcome")
        you.until("welcome")
        assert me.act(OPENING[0], "k1") == {"t": "accepted", "key": "k1", "version": 1}
        news = you.until("news")
        assert news["version"] == 1
        (entry,) = news["entries"]
        assert (entry["kind"], entry["seat"], entry["text"]) == ("action", "first", "b2b4")
        assert entry["events"][0]["kind"] == "moved"
        assert entry["words"][0].startswith("Blau zieht")
        assert entry["view"]["turn"] == "second"
        order = [kind for kind in ('"t":"news"', '"t":"accepted"') for line in me.log if line.startswith(f"{{{kind}")]
        assert order == ['"t":"news"', '"t":"accepted"']


def test_everybody_is_told_a_move_in_their_own_words(address: str) -> None:
    ada, ben = token(), token()
    made = new_room(address, {**person(ada), "name": "Ada"}, {**person(ben), "name": "Ben"}, "cities")
    room, watch = made["room"], made["watch"]
    told = {}
    with (
        Client(address, room, ada) as me,
        Client(address, room, ben, "de") as you,
        Client(address, room, watch) as other,
    ):
        for each in (me, you, other):
            each.until("welcome")
        me.act(OPENING[0])
        for name, each in (("me", me), ("you", you), ("other", other)):
            each.until_version(1)
            told[name] = each.entries[1]["words"]
    assert told == {"me": ["You move b2–b4."], "you": ["Ada zieht b2–b4."], "other": ["Ada moves b2–b4."]}


def test_two_at_one_screen_are_told_of_both_by_name(address: str) -> None:
    room, first, _, _ = two(address)
    with Client(address, room, first, shared=True) as both:
        assert both.until("welcome")["view"]["words"][-1] == "It is Blue's turn."
        both.act(OPENING[0])
        both.until_version(1)
        assert both.entries[1]["words"] == ["Blue moves b2–b4."]


def test_positions_are_told_in_words_to_whoever_asks_for_them(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first, "de", words=True) as me, Client(address, room, second, "de") as you:
        me.until("welcome")
        you.until("welcome")
        me.act(OPENING[0])
        you.until("news")
        mine, yours = me.entries[1]["view"], you.entries[1]["view"]
        assert any("Kämpfer" in words for words in mine["words"])
        assert yours == {**mine, "eye": "second", "words": []}
        assert mine["words"][0].startswith("Du hast Kämpfer auf")
        assert you.ask("look", at=1)["view"]["words"][0].startswith("Blau hat Kämpfer auf")
    with Client(address, room, first, "en", seen=0, words=True) as again:
        again.until("news")
        assert any("fighter" in words for words in again.entries[1]["view"]["words"])


def test_a_refused_action_changes_nothing_and_names_its_rule(address: str) -> None:
    room, first, _, _ = two(address)
    with Client(address, room, first) as me:
        me.until("welcome")
        refused = me.act("b2b9")
        assert refused["t"] == "refused"
        assert refused["words"]
        assert refused["rule"].startswith("cities.")
        assert me.ask("look", at=0)["view"]["turn"] == "first"


def test_the_same_key_is_never_done_twice(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first) as me, Client(address, room, second) as you:
        me.until("welcome")
        you.until("welcome")
        once = me.act(OPENING[0], "same")
        assert me.act(OPENING[0], "same", version=0) == once
        assert me.act(OPENING[2], "same", version=1) == once
        you.until_version(1)
        assert you.act(OPENING[1], "same")["t"] == "accepted", "keys of another seat are other keys"
        assert me.act(OPENING[0], "same", version=0) == once


def test_a_stale_action_is_refused_and_brings_the_missing_entries(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first) as me, Client(address, room, second) as you:
        me.until("welcome")
        you.until("welcome")
        me.act(OPENING[0])
        you.until_version(1)
        you.act(OPENING[1])
        me.until_version(2)
        heard = len(me.log)
        assert me.act(OPENING[2], "late", version=0)["code"] == "stale"
        (news,) = [line for line in me.log[heard:] if line.startswith('{"t":"news"')]
        assert '"version":1' in news
        assert me.act(OPENING[2], "late", version=2)["code"] == "stale", "the same key, the same answer"
        assert me.act(OPENING[2], "fresh", version=2)["t"] == "accepted"


def test_an_offer_does_not_make_it_another_decision(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first) as me, Client(address, room, second) as you:
        me.until("welcome")
        you.until("welcome")
        assert you.do("offer_draw")["t"] == "accepted"
        assert me.act(OPENING[0], version=0)["t"] == "accepted"


def test_a_version_that_is_not_there_yet_is_refused(address: str) -> None:
    room, first, _, _ = two(address)
    with Client(address, room, first) as me:
        me.until("welcome")
        assert me.act(OPENING[0], version=7)["code"] == "unknown_version"
        assert me.ask("look", at=1)["code"] == "unknown_version"


def test_who_comes_back_gets_what_is_missing(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first) as me, Client(address, room, second) as you:
        me.until("welcome")
        you.until("welcome")
        for number, action in enumerate(OPENING[:4]):
            player = (me, you)[number % 2]
            player.until_version(number)
            assert player.act(action)["t"] == "accepted"
    with Client(address, room, first, seen=2) as me:
        news = me.hear()
        assert news["t"] == "news"
        assert [entry["text"] for entry in news["entries"]] == OPENING[2:4]
        assert all("view" in entry for entry in news["entries"])
    with Client(address, room, first, seen=99) as me:
        welcome = me.hear()
        assert welcome["t"] == "welcome"
        assert [entry["text"] for entry in welcome["entries"]] == OPENING[:4]
        assert not any("view" in entry for entry in welcome["entries"])


def test_who_missed_a_take_back_gets_everything(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first) as me, Client(address, room, second):
        me.until("welcome")
        me.act(OPENING[0])
        assert me.do("take_back")["t"] == "accepted"
    with Client(address, room, first, seen=1) as me:
        welcome = me.hear()
        assert welcome["t"] == "welcome"
        assert [entry["kind"] for entry in welcome["entries"]] == ["action", "take_back"]
        assert welcome["entries"][0]["events"][0]["kind"] == "moved", "what was taken back is still told"
        assert welcome["entries"][1]["to"] == 0


def test_watchers_see_and_can_do_nothing(address: str) -> None:
    room, first, _, watch = two(address)
    with Client(address, room, watch) as eye, Client(address, room, first) as me:
        assert eye.until("welcome")["eye"] == "observer"
        assert eye.act(OPENING[0])["code"] == "watching"
        assert eye.do("resign")["code"] == "watching"
        assert eye.ask("hint")["code"] == "watching"
        assert eye.ask("choices", prefix=[])["code"] == "watching"
        me.until("welcome")
        me.act(OPENING[0])
        eye.until_version(1)
        assert eye.view["turn"] == "second"


def test_a_listed_room_can_be_watched_without_a_link(address: str) -> None:
    room, *_ = two(address, listed=True)
    assert room in [found["room"] for found in get(address, "/api/rooms?listed=1").json()["rooms"]]
    with Client(address, room, "") as eye:
        assert eye.until("welcome")["eye"] == "observer"


@pytest.mark.parametrize("wrong", ["", "x" * 22, "short", "ä" * 22])
def test_a_wrong_token_opens_nothing(address: str, wrong: str) -> None:
    room, *_ = two(address)
    with Client(address, room, wrong) as me:
        assert me.hear()["code"] == "forbidden"
        with pytest.raises(ConnectionClosed) as closed:
            me.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403


def test_a_room_that_is_not_there(address: str) -> None:
    assert get(address, "/api/rooms/aaaaaaaaaa").status_code == 404
    with Client(address, "aaaaaaaaaa", token(), "de") as me:
        told = me.hear()
        assert told["code"] == "no_room"
        assert told["words"].startswith("Diesen Raum gibt es nicht.")


def test_everybody_is_told_who_is_there(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first) as me:
        assert me.until("presence")["seats"] == {"first": True, "second": False}
        with Client(address, room, second):
            assert me.until("presence")["seats"] == {"first": True, "second": True}
        assert me.until("presence")["seats"] == {"first": True, "second": False}


def test_choices_lead_word_by_word_to_an_action(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first, "de") as me, Client(address, room, second) as you:
        me.until("welcome")
        pieces = me.ask("choices", prefix=[])["choices"]
        assert {"text": "b2", "label": "Kämpfer auf b2", "cell": "b2"} in pieces
        targets = me.ask("choices", prefix=["b2"])["choices"]
        assert "b4" in [choice["text"] for choice in targets]
        assert me.ask("choices", prefix=["b2", "b4"])["action"] == "b2b4"
        assert me.ask("choices", prefix=["a5"])["t"] == "refused"
        assert you.ask("choices", prefix=[])["code"] == "not_your_turn"
        shown = me.ask("preview", action="b2b4")
        assert shown["preview"]["path"][-1] == "b4"
        assert shown["words"]
        assert me.ask("preview", action="b2b9")["t"] == "refused"


def test_one_can_look_at_any_earlier_version(address: str) -> None:
    room, first, second, _ = two(address)
    with Client(address, room, first) as me, Client(address, room, second) as you:
        begun = me.until("welcome")["view"]
        me.act(OPENING[0])
        assert me.ask("look", at=0)["view"] == begun
        assert me.ask("look", at=1)["view"]["turn"] == "second"
        assert me.ask("choices", prefix=["b2"], at=0)["choices"], "tried out where nothing is hidden"
        you.until("welcome")


def test_a_ping_is_answered(address: str) -> None:
    room, first, *_ = two(address)
    with Client(address, room, first) as me:
        assert me.ask("ping")["t"] == "pong"


def test_a_computer_answers_by_itself_and_says_that_it_thinks(address: str) -> None:
    own = token()
    room = new_room(address, person(own), computer("club"))["room"]
    with Client(address, room, own, "de") as me:
        told = me.until("welcome")
        assert told["seats"]["second"]["title"] == "Vereinsspieler"
        assert told["hints"] is True
        me.act(OPENING[0])
        me.until_version(2)
        assert any('"t":"thinking","seat":"second","limit":2000' in line for line in me.log)
        assert me.entries[2]["seat"] == "second"
        assert me.view["turn"] == "first"


def test_chance_falls_at_once_and_is_numbered(address: str) -> None:
    first, second = token(), token()
    room = new_room(address, person(first), person(second), "towar")["room"]
    with Client(address, room, first) as me, Client(address, room, second) as you:
        me.until("welcome")
        you.until("welcome")
        me.act("west")
        you.until_version(1)
        you.act("north")
        me.until_version(4)
        kinds = [(me.entries[number]["kind"], me.entries[number].get("chance")) for number in (1, 2, 3, 4)]
        assert kinds == [("action", None), ("action", None), ("chance", 0), ("chance", 1)]


def test_chance_waits_until_both_seats_are_taken(address: str) -> None:
    first, second = token(), token()
    options = {"armies": "west,north"}
    made = new_room(address, person(first), person(), "towar", options=options)
    with Client(address, made["room"], first) as me:
        assert me.arrive()["view"]["turn"] == "chance"
        text = new_text(get(address, f"/api/rooms/{made['room']}").json()["commit"])
        claim = {"invitation": made["invitations"]["second"], "token": second, "text": text, "name": "Du"}
        assert post(address, f"/api/rooms/{made['room']}/claim", claim).json()["seat"] == "second"
        assert me.until("seats")["seats"]["second"] == {"kind": "person", "name": "Du", "taken": True}
        assert me.until("news")["entries"][0]["kind"] == "chance"
    with Client(address, made["room"], second) as you:
        assert you.until("welcome")["record"]["texts"] == ["", text]
