"""Who asked for it is told of their turn: once a turn, by push or mail, and no more once they say so."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, select, update

from tests import patience
from tests.server.post_offices import (
    Browser,
    MailServer,
    PushService,
    guarded_mail_server,
    mail_server,
    push_service,
)
from tests.server.serving import WAIT, Client, Json, Nursery, free_port, get, inside, new_room, person, post, token
from triarii.server import smtp_address
from triarii.server.reminders import endpoints
from triarii.server.smtp_address import Manner
from triarii.server.storage.tables import PRESENCE, REMINDERS

SITE = "https://club.example/games"
HOST: dict[str, str] = {}
SOON = 0.05
DAYS = {"days": 3}


@pytest.fixture
def pushes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path) as (service, certificate):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        yield service


@pytest.fixture
def mails() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


class Slow:
    """A slow game between two who are not there all the time."""

    def __init__(self, address: str, game: str = "cities", **more: object) -> None:
        self.address = address
        self.own, self.other = token(), token()
        more = {"clock": DAYS, **more}
        made = post(
            address,
            "/api/rooms",
            {
                "game": game,
                "seats": {"first": person(self.own, name="Ada"), "second": person(self.other, name="Ben")},
                **more,
            },
            **HOST,
        )
        assert made.status_code == 201, made.text
        self.room: str = made.json()["room"]

    def move(self, own: str) -> None:
        """Come, move, go."""
        with Client(self.address, self.room, own) as seat:
            seat.arrive()
            seat.act(seat.choose())

    def seat(self, own: str) -> Json:
        return {"room": self.room, "token": own}


def ask(address: str, **wish: object) -> httpx.Response:
    return post(address, "/api/reminders", wish, **HOST)


def pushed(address: str, browser: Browser, *seats: Json, **more: object) -> str:
    own = token()
    answer = ask(address, token=own, push=browser.subscription, seats=list(seats), **more)
    assert answer.status_code == 200, answer.text
    return own


def asked(address: str, own: str) -> Json | None:
    found: Json | None = get(address, "/api/reminders", Authorization=f"Bearer {own}", **HOST).json()["asked"]
    return found


def gone(address: str, own: str) -> None:
    """Until nothing is kept any more."""
    patience.eventually(lambda: asked(address, own) is None)


def nobody_there(database: str) -> None:
    """Until all processes know that everybody has gone: who goes for a moment is not taken for gone."""
    if database:
        engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            patience.eventually(lambda: connection.execute(select(PRESENCE)).first() is None)
        engine.dispose()


def test_a_browser_is_told_once_a_turn_and_can_say_stop(tmp_path: Path, pushes: PushService) -> None:
    with inside(tmp_path / "data", notice_seconds=SOON, push_to_private=True) as address:
        game, browser = Slow(address), Browser(pushes)
        own = pushed(address, browser, game.seat(game.other), lang="de")
        kept = asked(address, own)
        assert kept is not None
        assert kept["rooms"] == [game.room]
        assert kept["address"] == ""
        game.move(game.own)
        first = pushes.next()
        assert first.notice["title"] == "Du bist am Zug: Städte & Helden"
        assert first.notice["body"] == "Ada hat gezogen. Du hast noch 2 Tage."
        assert first.notice["room"] == game.room
        assert 2 * 86_400 < int(first.headers["ttl"]) <= 3 * 86_400
        for secret in (own, game.own, game.other, browser.endpoint):
            assert secret not in str(first.notice), "no token"
        random = {first.notice["room"], first.notice["stop"]}  # which may hold any two letters
        for told in set(first.notice.values()) - random:
            assert "b2" not in str(told), "nothing of the position"
        game.move(game.other)
        game.move(game.own)
        second = pushes.next()
        assert second.headers["topic"] == first.headers["topic"], "only the last one matters"
        assert pushes.asked == ["/one", "/one"], "one message a turn"
        stopped = httpx.post(f"{address}/api/reminders/stop/{second.notice['stop']}", timeout=WAIT)
        assert stopped.status_code == 200
        assert asked(address, own) is None
        game.move(game.other)
        game.move(game.own)
        later = Browser(pushes, "later")
        other = Slow(address)
        pushed(address, later, other.seat(other.other))
        other.move(other.own)
        assert pushes.next().path == "/later"
        assert pushes.asked.count("/one") == 2, "who said stop is told nothing more"


def test_who_sits_at_the_table_is_not_called(tmp_path: Path, pushes: PushService) -> None:
    with inside(tmp_path / "data", notice_seconds=SOON, push_to_private=True) as address:
        here, away = Slow(address), Slow(address)
        pushed(address, Browser(pushes), here.seat(here.other))
        pushed(address, Browser(pushes, "away"), away.seat(away.other))
        with Client(address, here.room, here.other) as sitting:
            sitting.arrive()
            here.move(here.own)
            sitting.until("news")
            away.move(away.own)
            assert pushes.next().path == "/away"
        here.move(here.other)
        here.move(here.own)
        assert pushes.next().path == "/one", "the next turn is told again"
        assert pushes.asked == ["/away", "/one"]


def test_the_end_is_told_and_then_nothing_is_kept(tmp_path: Path, pushes: PushService) -> None:
    with inside(tmp_path / "data", notice_seconds=SOON, push_to_private=True) as address:
        game = Slow(address)
        own = pushed(address, Browser(pushes), game.seat(game.other))
        with Client(address, game.room, game.own) as ada:
            ada.arrive()
            assert ada.do("resign")["t"] == "accepted"
        told = pushes.next().notice
        assert (told["title"], told["body"]) == ("The game is over: Cities & Heroes", "Your game with Ada is over.")
        gone(address, own)


def test_only_who_holds_a_seat_in_a_slow_game_is_told_of_it(tmp_path: Path, pushes: PushService) -> None:
    with inside(tmp_path / "data", notice_seconds=SOON, push_to_private=True) as address:
        slow, quick, alone = Slow(address), Slow(address, clock={"minutes": 5}), token()
        computer = new_room(address, person(alone), {"kind": "computer", "level": "beginner"})["room"]
        own = pushed(
            address,
            Browser(pushes),
            slow.seat(token()),
            quick.seat(quick.own),
            {"room": computer, "token": alone},
            {"room": "nowhere", "token": alone},
            lasting=True,
        )
        kept = asked(address, own)
        assert kept is not None
        assert kept["rooms"] == []
        added = post(address, "/api/reminders/seats", {"token": own, "seats": [slow.seat(slow.own)]})
        assert added.json()["asked"]["rooms"] == [slow.room]
        left = httpx.delete(
            f"{address}/api/reminders?room={slow.room}", headers={"Authorization": f"Bearer {own}"}, timeout=WAIT
        )
        assert left.status_code == 200
        kept = asked(address, own)
        assert kept is not None
        assert kept["rooms"] == []
        httpx.delete(f"{address}/api/reminders", headers={"Authorization": f"Bearer {own}"}, timeout=WAIT)
        assert asked(address, own) is None
        missing = post(address, "/api/reminders/seats", {"token": own, "seats": []})
        assert missing.status_code == 404


def test_a_browser_that_is_gone_is_forgotten_and_a_redirect_leads_nowhere(tmp_path: Path, pushes: PushService) -> None:
    with inside(tmp_path / "data", notice_seconds=SOON, push_to_private=True) as address:
        game, turned = Slow(address), Slow(address)
        own = pushed(address, Browser(pushes), game.seat(game.other))
        moved = pushed(address, Browser(pushes, "moved"), turned.seat(turned.other))
        pushes.answers = {"/one": 410, "/moved": 307}
        turned.move(turned.own)
        game.move(game.own)
        gone(address, own)
        patience.eventually(lambda: "/moved" in pushes.asked)
        assert asked(address, moved) is not None
        assert "/elsewhere" not in pushes.asked


def test_no_message_leads_into_the_servers_own_network(tmp_path: Path, pushes: PushService) -> None:
    with inside(tmp_path / "data", notice_seconds=SOON) as address:
        game = Slow(address)
        for endpoint in (
            pushes.address + "/one",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://[::ffff:10.0.0.1]/x",
            "https://169.254.169.254/latest",
            "http://push.example/x",
            "https://user:word@push.example/x",
            "https://push.example:8443/x",
            "https://push.example/x y",
            "ftp://push.example",
            "https://",
        ):
            wish = {**Browser(pushes).subscription, "endpoint": endpoint}
            answer = ask(address, token=token(), push=wish, seats=[game.seat(game.own)])
            assert (answer.status_code, answer.json()["code"]) == (400, "no_push"), endpoint
        bad = {**Browser(pushes).subscription, "p256dh": "AAAA"}
        assert ask(address, token=token(), push=bad).json()["code"] == "no_push"
        named = {**Browser(pushes).subscription, "endpoint": "https://localhost/one"}
        own = token()
        assert ask(address, token=own, push=named, seats=[game.seat(game.other)]).status_code == 200
        game.move(game.own)
        gone(address, own)
        assert pushes.asked == [], "a name that leads to this machine is seen through when it is looked up"


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert endpoints.is_public(ip_address(address)) is public


def test_a_letter_needs_a_yes_comes_once_a_turn_and_ends_by_one_click(tmp_path: Path, mails: MailServer) -> None:
    more: Json = {
        "notice_seconds": SOON,
        "public_url": SITE,
        "smtp": mails.address,
        "mail_from": "Club <club@example.org>",
    }
    with inside(tmp_path / "data", **more) as address:
        game, own = Slow(address), token()
        wish = {"token": own, "mail": "ben@example.org", "seats": [game.seat(game.other)], "lang": "de"}
        answer = ask(address, **wish)
        assert answer.status_code == 200, answer.text
        assert answer.json()["asked"]["confirmed"] is False
        asking = mails.next()
        text = asking.get_content()
        assert asking["To"] == "ben@example.org"
        assert "Ben" not in text, "nothing that somebody typed in"
        (word,) = re.findall(rf"{SITE}/reminders/confirm#([\w-]{{22}})", text)
        game.move(game.own)
        assert ask(address, **wish).status_code == 429, "nobody is asked again and again"
        assert post(address, "/api/reminders/confirm", {"word": token()}, **HOST).status_code == 404
        assert mails.letters.empty(), "nothing before the yes"
        assert post(address, "/api/reminders/confirm", {"word": word}, **HOST).status_code == 200
        letter = mails.next()
        assert letter["Subject"] == "Du bist am Zug: Städte & Helden"
        assert letter["From"] == "Club <club@example.org>"
        assert letter["Auto-Submitted"] == "auto-generated"
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert "Ada hat gezogen." in letter.get_content()
        assert f"{SITE}/room/{game.room}" in letter.get_content()
        for secret in (own, game.own, game.other):
            assert secret not in letter.as_string()
        game.move(game.other)
        game.move(game.own)
        second = mails.next()
        assert second["Message-ID"] != letter["Message-ID"]
        link = str(second["List-Unsubscribe"]).strip(" <>").removeprefix(SITE)
        one_click = httpx.post(address + link, data={"List-Unsubscribe": "One-Click"}, headers=HOST, timeout=WAIT)
        assert one_click.status_code == 200
        assert asked(address, own) is None
        assert mails.letters.empty()


def test_a_letter_that_cannot_be_sent_is_said_at_once(tmp_path: Path, mails: MailServer) -> None:
    more: Json = {"public_url": SITE, "smtp": mails.address, "mail_from": "club@example.org"}
    with inside(tmp_path / "data", **more) as address:
        mails.refused["nobody@example.org"] = "550 No such user"
        own = token()
        answer = ask(address, token=own, mail="nobody@example.org")
        assert (answer.status_code, answer.json()["code"]) == (503, "mail_failed")
        assert asked(address, own) is None, "nothing is kept"
        for wrong in ("", "ada", "ada@", "a@b\r\nBcc: c@d.org", "a b@c.org", "ada@localhost", "<ada@example.org>"):
            assert ask(address, token=token(), mail=wrong).json()["code"] == "mail_address", wrong
    with inside(tmp_path / "other") as address:
        assert ask(address, token=token(), mail="ada@example.org").json()["code"] == "no_mail"
        assert get(address, "/api/reminders").json()["mail"] is False


GUARDED = [pytest.param(Manner.TLS, id="tls"), pytest.param(Manner.STARTTLS, id="starttls")]


@pytest.mark.parametrize("manner", GUARDED)
def test_letters_go_over_tls_to_a_mail_server_that_can_be_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manner: Manner
) -> None:
    with guarded_mail_server(tmp_path, manner) as (mails, certificate):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        more: Json = {"public_url": SITE, "smtp": mails.address, "mail_from": "club@example.org"}
        with inside(tmp_path / "data", **more) as address:
            assert ask(address, token=token(), mail="ada@example.org").status_code == 200
            assert mails.next()["To"] == "ada@example.org"


@pytest.mark.parametrize(
    ("host", "believed", "because"),
    [
        ("localhost", False, "self-signed certificate"),
        ("mail.example", True, "Hostname mismatch, certificate is not valid for 'localhost'"),
    ],
    ids=["unknown", "of another"],
)
@pytest.mark.parametrize("manner", GUARDED)
def test_nothing_is_sent_by_a_mail_server_with_a_wrong_certificate(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    manner: Manner,
    host: str,
    believed: bool,
    because: str,
) -> None:
    with guarded_mail_server(tmp_path, manner, host) as (mails, certificate):
        if believed:
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        more: Json = {"public_url": SITE, "smtp": mails.address, "mail_from": "club@example.org"}
        with inside(tmp_path / "data", **more) as address:
            own = token()
            answer = ask(address, token=own, mail="ada@example.org")
            assert (answer.status_code, answer.json()["code"]) == (503, "mail_failed")
            assert asked(address, own) is None
        assert mails.readers == []
        (said,) = [one.getMessage() for one in caplog.records if "mail server" in one.getMessage()]
        begins = "nothing was sent by the mail server localhost: its certificate is not believed ("
        assert said.startswith(begins + because), said


def test_a_wrong_password_is_said_to_whoever_runs_the_server_and_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with guarded_mail_server(tmp_path, Manner.TLS) as (mails, certificate):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        smtp = mails.address.replace("p%40ss", "0ther")
        more: Json = {"public_url": SITE, "smtp": smtp, "mail_from": "club@example.org"}
        with inside(tmp_path / "data", **more) as address:
            assert ask(address, token=token(), mail="ada@example.org").status_code == 503
        assert "nothing was sent by the mail server localhost: it does not take this name and password (535)" in (
            caplog.text
        )
        assert "0ther" not in caplog.text
        assert mails.readers == []


def test_a_stranger_cannot_have_somebody_flooded(tmp_path: Path, mails: MailServer) -> None:
    more: Json = {"public_url": SITE, "smtp": mails.address, "mail_from": "club@example.org"}
    with inside(tmp_path / "data", **more) as address:
        answers = [ask(address, token=token(), mail="ada@example.org").status_code for _ in range(8)]
        assert answers.count(200) <= 3
        assert set(answers) == {200, 429}


@pytest.mark.parametrize("shared", [False, True], ids=["file", "postgres"])
def test_two_processes_tell_a_turn_once_with_one_key(
    tmp_path: Path, pushes: PushService, postgres_database: str, shared: bool
) -> None:
    more: Json = {
        "notice_seconds": SOON,
        "push_to_private": True,
        "database_url": postgres_database if shared else "",
    }
    with inside(tmp_path / "here", **more) as here, inside(tmp_path / "there", **more) as there:
        games = [Slow(here) for _ in range(4)]
        if shared:
            assert get(here, "/api/reminders").json()["push"] == get(there, "/api/reminders").json()["push"]
        for number, game in enumerate(games):
            pushed(here, Browser(pushes, f"b{number}"), game.seat(game.other))
        for game in games:
            game.address = there if shared else here
            game.move(game.own)
        paths = sorted(pushes.next().path for _ in games)
        assert paths == ["/b0", "/b1", "/b2", "/b3"]
        for game in games:
            game.move(game.other)
        nobody_there(more["database_url"])
        for game in games:
            game.move(game.own)
        assert sorted(pushes.next().path for _ in games) == paths
        assert sorted(pushes.asked) == sorted(paths * 2)


@pytest.mark.parametrize("shared", [False, True], ids=["file", "postgres"])
def test_a_server_killed_while_it_sends_never_sends_twice(
    tmp_path: Path, pushes: PushService, postgres_database: str, shared: bool
) -> None:
    nursery = Nursery()
    try:
        more: Json = {
            "database_url": postgres_database if shared else "",
            "notice_seconds": SOON,
            "push_to_private": True,
        }
        port = free_port()
        server = nursery.serve(tmp_path / "data", port, **more)
        address = f"http://127.0.0.1:{port}"
        game, other = Slow(address), Slow(address)
        pushed(address, Browser(pushes), game.seat(game.other))
        pushed(address, Browser(pushes, "other"), other.seat(other.other))
        pushes.held = threading.Event()
        game.move(game.own)
        assert pushes.next().path == "/one", "it is on its way, and not answered"
        nursery.kill(server)
        pushes.held.set()
        pushes.held = None
        nursery.serve(tmp_path / "data", port, **more)
        other.move(other.own)
        assert pushes.next().path == "/other", "the next server looks for what is due"
        assert pushes.asked.count("/one") == 1
        game.move(game.other)
        nobody_there(more["database_url"])
        game.move(game.own)
        assert pushes.next().path == "/one", "and the next turn is told"
    finally:
        nursery.close()


def test_what_a_dead_server_had_taken_is_told_by_another(tmp_path: Path, pushes: PushService) -> None:
    """A lease that nobody keeps ends by itself."""
    data = tmp_path / "data"
    with inside(data, notice_seconds=3600.0, push_to_private=True) as address:
        game = Slow(address)
        pushed(address, Browser(pushes), game.seat(game.other))
        game.move(game.own)
    engine = create_engine(f"sqlite:///{data / 'rooms.sqlite'}")
    with engine.begin() as connection:
        connection.execute(update(REMINDERS).values(taken_by="dead", not_before=1))
    engine.dispose()
    with inside(data, notice_seconds=SOON, push_to_private=True):
        assert pushes.next().notice["room"] == game.room


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("smtps://a:b@mail.example", True),
        ("smtp://mail.example:2525", True),
        ("smtp+plain://127.0.0.1", True),
        ("mail.example", False),
        ("https://mail.example", False),
        ("smtp://mail.example/inbox", False),
        ("smtp://mail.example:x", False),
    ],
)
def test_how_a_mail_server_is_written(text: str, good: bool) -> None:
    assert isinstance(smtp_address.read(text), smtp_address.SmtpServer) is good
