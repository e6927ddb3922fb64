"""`verify --server`: whose seal a record bears, by a key that is typed in or asked for at a running server."""

from __future__ import annotations

import http.server
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.running import Within, command
from tests.lengths import at_length
from tests.played import KEY, chained, unchained
from tests.server.serving import Client, get, inside, new_room, person, token
from tests.tampering import GAMES, OTHER, forged, short_game, survives, tampered
from triarii.cli import server_key
from triarii.core import files, records, registry, seals
from triarii.core.contract import Refusal
from triarii.core.records import Record

each_game = pytest.mark.parametrize("game_id", GAMES)
RECORD = short_game("cities", GAMES["cities"])


def saved(record: Record, folder: Path) -> str:
    file = folder / "game.jsonl"
    assert files.save(record, file) is None
    return str(file)


# Tampering


@each_game
def test_of_all_records_that_were_changed_and_chained_anew_none_survives_verify_with_the_server(
    game_id: str, within: Within, tmp_path: Path
) -> None:
    record = KEY.sealed(short_game(game_id, GAMES[game_id]))
    file = tmp_path / "game.jsonl"
    file.write_bytes(records.dump(record))
    assert within("verify", str(file), "--server", KEY.public).well()
    game = registry.game(game_id)
    assert not isinstance(game, Refusal)
    *lines, seal = unchained(records.dump(record))
    tried = unsealed = sealed = 0
    for changed in tampered(game, lines):
        if changed == lines:
            continue
        tried += 1
        if tried % at_length(3, 1) == 0:  # each is a game played again
            unsealed += survives(chained(changed))
        forgeries = list(forged(changed, seal))
        for data in forgeries:
            found = records.parse(data).record
            sealed += found is not None and seals.fault(found, KEY.public) is None
        if tried % at_length(27, 1):
            continue
        file.write_bytes(forgeries[tried % len(forgeries)])  # one after the other goes through the whole command
        sealed += within("verify", str(file), "--server", KEY.public).code not in (1, 2)
    assert tried > 300, tried
    assert unsealed > 20, f"without a seal only {unsealed}, of {tried} changes: this test tries too little"
    assert sealed == 0, f"{sealed} of {tried}"
    print(f"{game_id}: {tried} changes, {unsealed} survive without a seal, {sealed} with it")


# Keys that are typed in


def test_a_seal_is_told_with_its_key_but_proves_nothing_by_itself(within: Within, tmp_path: Path) -> None:
    file = saved(KEY.sealed(RECORD), tmp_path)
    english = within("verify", file).well().lines
    assert english[-1].startswith(
        f"It is sealed with the key {KEY.public} and unchanged since. That tells you something"
    )
    german = within("verify", file, lang="de").well().lines
    assert german[-1].startswith(f"Sie ist mit dem Schlüssel {KEY.public} versiegelt und seitdem unverändert.")
    told = within("verify", file, "--json").well().json
    assert told["seal"] == {"key": KEY.public, "genuine": True, "of_server": None}


def test_the_servers_own_seal_is_told_as_such(within: Within, tmp_path: Path) -> None:
    file = saved(KEY.sealed(RECORD), tmp_path)
    for key in (KEY.public, KEY.public.upper()):
        said = within("verify", file, "--server", key).well().lines
        assert said[-1].startswith("This server has sealed it, and nothing was changed since:")
    german = within("verify", file, "--server", KEY.public, lang="de").well().lines
    assert german[-1].startswith("Dieser Server hat sie versiegelt, und seitdem wurde nichts verändert:")
    told = within("verify", file, "--server", KEY.public, "--json").well().json
    assert told["seal"] == {"key": KEY.public, "genuine": True, "of_server": True}


def test_a_record_without_a_seal_or_of_another_key_fails_by_the_server(within: Within, tmp_path: Path) -> None:
    for record, english, german, seal in (
        (RECORD, "No server has sealed this record", "Kein Server hat diese Aufzeichnung versiegelt", None),
        (
            OTHER.sealed(RECORD),
            f"The record is sealed with the key {OTHER.public}",
            f"Die Aufzeichnung ist mit dem Schlüssel {OTHER.public} versiegelt",
            {"key": OTHER.public, "genuine": True, "of_server": False},
        ),
    ):
        file = saved(record, tmp_path)
        for lang, said in (("en", english), ("de", german)):
            done = within("verify", file, "--server", KEY.public, lang=lang)
            assert (done.code, done.out) == (1, "")
            assert done.sentence.startswith(said)
        told = within("verify", file, "--server", KEY.public, "--json")
        assert (told.code, told.json["ok"], told.json["seal"]) == (1, False, seal)


def test_a_seal_that_does_not_fit_fails_with_and_without_the_server(within: Within, tmp_path: Path) -> None:
    sealed = KEY.sealed(RECORD)
    file = saved(replace(sealed, header=replace(sealed.header, seats=("Anna", "Bert"))), tmp_path)
    for words in ([], ["--server", KEY.public]):
        done = within("verify", file, *words)
        assert (done.code, done.sentence) == (
            1,
            "The seal does not fit: the record was changed after it was sealed.",
        )
    told = within("verify", file, "--json")
    assert told.json["seal"] == {"key": KEY.public, "genuine": False, "of_server": None}


@pytest.mark.parametrize(
    "word",
    [
        "",
        "abc",
        KEY.public[:-1],
        KEY.public + "0",
        "example.org",
        "ftp://example.org",
        "http://",
        "https://:80",
        "http://[::1",
        "http://a b",
        "http://example.org:99999",
        "http://example.org:0",
        "http://ex\nample.org",
        "-",
    ],
)
def test_what_is_neither_a_key_nor_an_address_is_bad_input(within: Within, tmp_path: Path, word: str) -> None:
    file = saved(KEY.sealed(RECORD), tmp_path)
    assert within("verify", file, f"--server={word}").complaint.startswith("--server takes the address of a server")
    assert within("verify", file, f"--server={word}", lang="de").complaint.startswith("--server verlangt die Adresse")


# A date


@pytest.mark.parametrize(
    "date", ["1999-13-77", "2025-02-29", "2025-1-31", "20250131", "2025-W05-5", "today", " ", "0000-01-01"]
)
def test_a_day_that_there_never_was_fails_the_check_but_not_the_replay(
    within: Within, tmp_path: Path, date: str
) -> None:
    file = saved(replace(RECORD, header=replace(RECORD.header, date=date)), tmp_path)
    done = within("verify", file)
    assert (done.code, done.out) == (1, "")
    assert done.sentence.startswith(f"The record is dated {date.strip()}")
    assert within("verify", file, lang="de").sentence.startswith("Die Aufzeichnung ist angeblich vom")
    assert within("replay", file).well()


@pytest.mark.parametrize("date", ["", "2024-02-29", "1999-12-31"])
def test_a_real_day_or_none_is_well(within: Within, tmp_path: Path, date: str) -> None:
    assert within("verify", saved(replace(RECORD, header=replace(RECORD.header, date=date)), tmp_path)).well()


# Keys that a server names


def finished(address: str) -> bytes:
    """The record of a game that was played on a server, as it gives it out."""
    own, other = token(), token()
    room = new_room(address, person(own, name="Anna"), person(other), "towar", clock={"minutes": 5})["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        me.do("resign")
    return get(address, f"/api/rooms/{room}/record", Authorization=f"Bearer {own}").content


def test_a_running_server_vouches_for_its_records_and_for_no_other(within: Within, tmp_path: Path) -> None:
    with inside(tmp_path / "one") as one, inside(tmp_path / "two") as two:
        file = tmp_path / "game.jsonl"
        file.write_bytes(finished(one))
        for word in (one, f"{one}/", f"{one}/room/k3v9a2m7qp#first=SECRET"):
            assert (
                within("verify", str(file), "--server", word).well().lines[-1].startswith("This server has sealed it")
            )
        assert command("verify", str(file), "--server", one).well(), "as a process of its own too"
        done = within("verify", str(file), "--server", two)
        assert done.code == 1
        assert "that is not the key of this server" in done.sentence
        lines = unchained(file.read_bytes())
        lines[0]["seats"] = ["Anna", "Somebody else"]
        file.write_bytes(chained(lines))
        done = within("verify", str(file), "--server", one, lang="de")
        assert (done.code, done.sentence.split(":")[0]) == (1, "Das Siegel passt nicht")


@contextmanager
def answering(body: bytes, status: int = 200, below: str = "/", **headers: str) -> Iterator[str]:
    """Some other server, which always answers the same below a path."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path.startswith(below) else 404)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (404, b"not here"),
        (500, b""),
        (200, b""),
        (200, b"<html>hello</html>"),
        (200, b"\xff\xfe"),
        (200, b"[]"),
        (200, b"[" * 9000),
        (200, b"null"),
        (200, b"9" * 9000),
        (200, json.dumps({"key": KEY.public}).encode()),
        (200, json.dumps({"key": KEY.public, "algorithm": "RSA"}).encode()),
        (200, json.dumps({"key": KEY.public[2:], "algorithm": "Ed25519"}).encode()),
        (200, json.dumps({"key": 7, "algorithm": "Ed25519"}).encode()),
        (200, json.dumps({"key": KEY.public, "algorithm": "Ed25519"}).encode() + b" " * 20_000 + b"x"),
    ],
    ids=lambda given: repr(given)[:24],
)
def test_a_server_without_a_key_is_bad_input(within: Within, tmp_path: Path, status: int, body: bytes) -> None:
    file = saved(KEY.sealed(RECORD), tmp_path)
    with answering(body, status) as address:
        if body.endswith(b" x"):
            assert within("verify", file, "--server", address).code == 0, "what comes behind is not read"
            return
        said = within("verify", file, "--server", address).complaint
        assert said.startswith(f"{address} offers no key for seals")
        german = within("verify", file, "--server", address, lang="de").complaint
        assert german.startswith(f"{address} bietet keinen Schlüssel für Siegel an")


def test_a_server_that_sends_elsewhere_is_not_followed(within: Within, tmp_path: Path) -> None:
    file = saved(KEY.sealed(RECORD), tmp_path)
    named = json.dumps({"key": KEY.public, "algorithm": "Ed25519"}).encode()
    with answering(named) as there, answering(b"", 302, Location=f"{there}/api/key") as here:
        assert within("verify", file, "--server", there).well()
        said = within("verify", file, "--server", here).complaint
        assert said == f"The server {here} redirects to {there}/api/key; if you trust that one, name it with --server."


def test_a_server_below_a_path_of_its_site_is_found_by_any_address_of_it(within: Within, tmp_path: Path) -> None:
    file = saved(KEY.sealed(RECORD), tmp_path)
    named = json.dumps({"key": KEY.public, "algorithm": "Ed25519"}).encode()
    with answering(named, below="/games/api/key") as site:
        for place in ("/games", "/games/", "/games/room/abc"):
            assert within("verify", file, "--server", site + place).well()
        said = within("verify", file, "--server", f"{site}/page").complaint
        assert said.startswith(f"{site} offers no key for seals")


def test_a_server_that_is_not_there_is_bad_input(
    within: Within, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(KEY.sealed(RECORD), tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # taken, but nobody listens
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        assert within("verify", file, "--server", address).complaint == (
            f"The server {address} can't be reached: nobody answers there."
        )
        german = within("verify", file, "--server", address, lang="de").complaint
        assert german == f"Der Server {address} ist nicht erreichbar: dort antwortet niemand."
    with answering(b"") as plain:
        safe = plain.replace("http:", "https:")
        said = within("verify", file, "--server", safe).complaint
        assert said.startswith(f"No safe connection to {safe} is possible")

    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)  # no test asks the real name servers
    said = within("verify", file, "--server", "http://nowhere.invalid").complaint
    assert said == "There is no server called http://nowhere.invalid."


def test_a_server_that_says_nothing_is_waited_for_a_short_while(
    within: Within, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(KEY.sealed(RECORD), tmp_path)
    monkeypatch.setattr(server_key, "PATIENCE", 0.2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert within("verify", file, "--server", address).complaint.startswith(f"The server {address} gave no answer")


def test_a_file_that_is_no_record_is_said_before_any_server_is_asked(within: Within, tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"junk\n")
    assert within("verify", str(tmp_path / "junk"), "--server", "http://nowhere.invalid").complaint.endswith(
        "is not a record."
    )
