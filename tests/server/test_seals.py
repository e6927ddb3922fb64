"""The server's key and its seals: kept in one private file, named to everybody, put under every finished game."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.played import KEY, chained, unchained
from tests.server.serving import WAIT, Client, Process, get, inside, new_room, person, post, token
from tests.tampering import GAMES, OTHER, short_game
from triarii.core import records, seals
from triarii.core.contract import Refusal
from triarii.core.records import Record
from triarii.core.seals import SealingKey
from triarii.server.key_file import open_key
from triarii.server.settings import Settings
from triarii.server.storage.kept_key import key_of
from triarii.server.wire.words import TEXTS

RECORD = short_game("cities", GAMES["cities"])


def record_of(address: str, room: str, own: str) -> bytes:
    return get(address, f"/api/rooms/{room}/record", Authorization=f"Bearer {own}").content


def read(data: bytes) -> Record:
    loaded = records.parse(data)
    assert loaded.damage is None
    assert loaded.record is not None
    return loaded.record


def key_named(address: str) -> str:
    told = get(address, "/api/key").json()
    assert set(told) == {"key", "algorithm"}
    assert told["algorithm"] == "Ed25519"
    return str(told["key"])


# Seals


def test_a_finished_game_is_sealed_and_one_under_way_is_not(address: str) -> None:
    own, other = token(), token()
    room = new_room(address, person(own), person(other), clock={"minutes": 5})["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        me.act("b2b4")
        under_way = record_of(address, room, own)
        assert read(under_way).seal is None
        assert seals.fault(read(under_way), key_named(address)) is not None
        me.do("resign")
    sealed = record_of(address, room, other)
    record = read(sealed)
    assert record.seal is not None
    assert record.seal.key == key_named(address)
    assert seals.fault(record, key_named(address)) is None
    assert sealed.startswith(under_way), "it is the same game, only longer"
    assert record_of(address, room, own) == sealed, "one game has one seal"


def test_a_sealed_record_stays_as_it_is_when_somebody_comes_late(address: str) -> None:
    own = token()
    made = new_room(address, person(own, name="Anna"), person())
    with Client(address, made["room"], own) as me:
        me.until("welcome")
        me.do("resign")
    before = record_of(address, made["room"], own)
    late = {"invitation": made["invitations"]["second"], "token": token(), "name": "Late"}
    assert post(address, f"/api/rooms/{made['room']}/claim", late).status_code == 200
    assert record_of(address, made["room"], own) == before
    assert read(before).seal is not None


def test_key_and_seals_stay_the_same_after_a_restart(tmp_path: Path) -> None:
    own, other = token(), token()
    with Process(tmp_path) as server:
        key = key_named(server.address)
        room = new_room(server.address, person(own), person(other))["room"]
        with Client(server.address, room, own) as me:
            me.until("welcome")
            me.do("resign")
        sealed = record_of(server.address, room, own)
        server.kill()
    with Process(tmp_path) as server:
        assert key_named(server.address) == key
        assert record_of(server.address, room, own) == sealed
        assert "PRIVATE" not in "\n".join(server.said) + server.errors.read_text()


def test_the_description_names_the_key(address: str) -> None:
    assert "/api/key" in get(address, "/api/openapi.json").json()["paths"]


# The study


def test_the_study_tells_whose_seal_a_record_bears(address: str, tmp_path: Path) -> None:
    def seal_told(data: bytes) -> object:
        told = post(address, "/api/study", {"record": data.decode()})
        assert told.status_code == 200, told.text
        return told.json()["proof"]["seal"]

    own, other = token(), token()
    room = new_room(address, person(own), person(other))["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        me.do("resign")
    ours, key = record_of(address, room, own), key_named(address)
    assert seal_told(ours) == {"key": key, "genuine": True, "ours": True}
    lines = unchained(ours)
    lines[0]["seats"] = ["Anna", "Ben"]
    assert seal_told(chained(lines)) == {"key": key, "genuine": False, "ours": True}
    assert seal_told(records.dump(OTHER.sealed(RECORD))) == {"key": OTHER.public, "genuine": True, "ours": False}
    assert seal_told(records.dump(RECORD)) is None
    line = post(address, "/api/study", {"game": "cities", "actions": ["b2b4"]}).json()
    assert line["proof"] is None


def test_a_day_that_there_never_was_is_not_studied(address: str) -> None:
    lines = unchained(records.dump(RECORD))
    lines[0]["date"] = "1999-13-77"
    refused = post(address, "/api/study", {"record": chained(lines).decode(), "lang": "de"})
    assert refused.status_code == 422
    assert refused.json()["code"] == "record.date"
    assert "1999-13-77" in refused.json()["words"]


# The file


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_the_key_is_made_at_the_first_start_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with inside(tmp_path) as address:
            key = key_named(address)
    finally:
        os.umask(before)
    file = tmp_path / "server.key"
    assert mode_of(file) == 0o600
    assert file.read_bytes().startswith(b"-----BEGIN PRIVATE KEY-----\n")
    found = open_key(file)
    assert not isinstance(found, Refusal)
    assert found.public == key
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".triarii")] == [], "no half file is left"


def test_a_key_that_others_could_read_is_closed_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "server.key"
    file.write_bytes(KEY.pem())
    file.chmod(0o644)
    found = open_key(file)
    assert not isinstance(found, Refusal)
    assert found.public == KEY.public
    assert mode_of(file) == 0o600
    assert "could be read by other users" in caplog.text


def _of_another_kind() -> bytes:
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _locked_by_a_password() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.BestAvailableEncryption(b"x")
    )


def _only_public() -> bytes:
    return KEY.private.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )


DAMAGED: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "junk": lambda: bytes(range(256)),
    "cut off": lambda: KEY.pem()[:60],
    "one letter": lambda: KEY.pem().replace(b"M", b"!", 1),
    "too long": lambda: b"x" * 1_000_000,
    "another kind": _of_another_kind,
    "locked": _locked_by_a_password,
    "public": _only_public,
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_or_foreign_key_is_refused_and_never_replaced(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "server.key"
    data = DAMAGED[kind]()
    file.write_bytes(data)
    found = open_key(file)
    assert isinstance(found, Refusal)
    assert found.code == "serve.key"
    assert file.read_bytes() == data


@pytest.mark.parametrize(("lang", "said"), [("en", "holds no Ed25519 key"), ("de", "enthält keinen Ed25519-Schlüssel")])
def test_the_server_does_not_start_with_a_damaged_key(tmp_path: Path, lang: str, said: str) -> None:
    file = tmp_path / "server.key"
    file.write_bytes(b"no key at all")
    command = [sys.executable, "-m", "triarii", "serve", "--data", str(tmp_path), "--port", "0", "--lang", lang]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"[^\n]+\n", done.stderr)
    assert said in done.stderr
    assert file.read_bytes() == b"no key at all"
    assert not (tmp_path / "rooms.sqlite").exists()


def test_a_folder_or_a_lost_link_in_the_place_of_the_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("folder", "link"):
        assert isinstance(open_key(tmp_path / name), Refusal)
    missing = open_key(tmp_path / "no folder" / "server.key")
    assert isinstance(missing, Refusal)
    assert missing.code == "serve.key_file"
    assert not (tmp_path / "nowhere").exists()


def settings_of(data: Path, database: str) -> Settings:
    data.mkdir(parents=True, exist_ok=True)
    return Settings(data, database_url=database)


def test_machines_that_share_a_database_seal_with_one_key_without_copying_a_file(
    tmp_path: Path, postgres_database: str
) -> None:
    one, two = (key_of(settings_of(tmp_path / name, postgres_database)) for name in ("one", "two"))
    assert isinstance(one, SealingKey)
    assert isinstance(two, SealingKey)
    assert one.public == two.public
    assert not list(tmp_path.rglob("*.key"))


def test_a_key_that_was_there_becomes_that_of_the_database_and_another_one_is_refused(
    tmp_path: Path, postgres_database: str
) -> None:
    first, second = (settings_of(tmp_path / name, postgres_database) for name in ("first", "second"))
    mine = open_key(first.key)
    assert isinstance(mine, SealingKey)
    for settings in (first, second):
        found = key_of(settings)
        assert isinstance(found, SealingKey)
        assert found.public == mine.public
    open_key(second.key)
    refused = key_of(second)
    assert isinstance(refused, Refusal)
    assert refused.code == "serve.another_key"
    for lang in ("en", "de"):
        assert str(second.key) in TEXTS.say(refused.message, lang)
