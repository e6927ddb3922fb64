"""Settings of a server: options, environment and file, whose word counts, and what is said to bad values."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

from tests.cli.running import Within
from triarii.core.contract import Refusal
from triarii.server.configuration import SETTINGS, gather, without_password
from triarii.server.settings import Limits, Settings
from triarii.server.wire.words import TEXTS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of settings."""
    made = tmp_path / "triarii.toml"
    made.write_text('port = 7001\nkeep_days = 7\ntrusted_proxies = ["10.0.0.0/8"]\n[limits]\nrooms_a_minute = 5\n')
    return made


def gathered(flags: dict[str, object], env: dict[str, str], file: Path | None = None) -> Settings:
    found = gather(flags, env, file)
    assert not isinstance(found, Refusal), found
    return found.settings()


def refused(env: dict[str, str], file: Path | None = None, lang: str = "en") -> str:
    found = gather({}, env, file)
    assert isinstance(found, Refusal)
    return TEXTS.say(found.message, lang)


def test_an_option_beats_the_environment_which_beats_the_file_which_beats_the_default(file: Path) -> None:
    assert gathered({}, {}).port == 8000
    assert gathered({}, {}, file).port == 7001
    assert gathered({}, {"TRIARII_PORT": "7002"}, file).port == 7002
    assert gathered({"port": 7003}, {"TRIARII_PORT": "7002"}, file).port == 7003


def test_the_file_may_be_named_by_the_environment(file: Path) -> None:
    found = gathered({}, {"TRIARII_CONFIG": str(file)})
    assert (found.port, found.keep_days, found.trusted_proxies) == (7001, 7, (ip_network("10.0.0.0/8"),))
    assert found.limits.rooms_a_minute == 5


def test_every_limit_can_be_set_in_the_file_and_in_the_environment(tmp_path: Path) -> None:
    names = [each.name for each in fields(Limits)]
    wanted = Limits(**dict.fromkeys(names, 3))
    file = tmp_path / "limits.toml"
    file.write_text("[limits]\n" + "".join(f"{name} = 3\n" for name in names))
    assert gathered({}, {}, file).limits == wanted
    assert gathered({}, {f"TRIARII_LIMITS_{name.upper()}": "3" for name in names}).limits == wanted


def test_nothing_said_gives_the_settings_that_the_code_has_by_default(tmp_path: Path) -> None:
    assert gathered({"data": tmp_path}, {}) == Settings(tmp_path)
    assert {each.name for each in SETTINGS if not each.table} <= {each.name for each in fields(Settings)}


def test_an_empty_word_of_the_environment_says_nothing(file: Path) -> None:
    assert gathered({}, {"TRIARII_PORT": "", "TRIARII_CONFIG": str(file)}).port == 7001


@pytest.mark.parametrize(
    ("variable", "word", "said"),
    [
        (
            "TRIARII_PORT",
            "65536",
            "TRIARII_PORT in the environment: a whole number from 0 to 65535 is wanted, not 65536.",
        ),
        (
            "TRIARII_STRICT_PORT",
            "perhaps",
            "TRIARII_STRICT_PORT in the environment: true or false is wanted, not perhaps.",
        ),
        ("TRIARII_TRUSTED_PROXIES", "10.0.0.1,me", "not me."),
        ("TRIARII_PUBLIC_URL", "play.example.org", "not play.example.org."),
        ("TRIARII_LIMITS_HELLO_SECONDS", "nan", "a number above 0"),
        ("TRIARII_LIMITS_SOCKETS", "0", "a whole number from 1"),
    ],
)
def test_a_bad_word_of_the_environment_is_refused_by_its_name(variable: str, word: str, said: str) -> None:
    sentence = refused({variable: word})
    assert sentence.startswith(variable)
    assert said in sentence
    assert refused({variable: word}, lang="de").startswith(f"{variable} in der Umgebung: ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("port = true", "The setting port in {file}: a whole number from 0 to 65535 is wanted, not True."),
        ("host = 5", "The setting host in {file}: a text is wanted, not 5."),
        ('limits = "none"', "The setting limits in {file}: a table of limits is wanted."),
        (
            "[limits]\nsockets = -1",
            "The setting limits.sockets in {file}: a whole number from 1 to 1000000000000 is wanted, not -1.",
        ),
        ("prot = 1", "{file} names the setting prot, which does not exist; did you mean port?"),
        ("[limits]\nrooms_a_minut = 1", "did you mean rooms_a_minute?"),
        ("port = ", "The file of settings {file} is not TOML: "),
        ("a." * 40 + "b = 1", "Nested too deep"),
    ],
)
def test_a_bad_line_of_the_file_is_refused_by_its_place(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(content)
    assert said.format(file=file) in refused({}, file)


def test_a_file_that_is_not_there_or_no_text_is_refused_with_exit_code_2(within: Within, tmp_path: Path) -> None:
    gone, binary = tmp_path / "gone.toml", tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    assert "no such file" in within("serve", "--config", str(gone)).complaint
    assert str(binary) in refused({}, binary)
    assert str(tmp_path) in refused({}, tmp_path)


def test_a_bad_option_is_refused_by_its_name(within: Within) -> None:
    assert within("serve", "--log", "xml").complaint == "--log: there are plain and json to choose from, not xml."
    assert within("serve", "--public-url", "here", "--lang", "de").complaint.startswith("--public-url: ")
    assert within("serve", "--trusted-proxy", "me").complaint.startswith("--trusted-proxy: ")


def test_settings_are_shown_as_a_file_that_sets_the_same_with_where_each_came_from(
    within: Within, monkeypatch: pytest.MonkeyPatch, file: Path, tmp_path: Path
) -> None:
    words = ("serve", "--show-settings", "--config", str(file), "--keep-days", "9", "--data", str(tmp_path / "none"))
    monkeypatch.setenv("TRIARII_WORKERS", "2")
    shown = within(*words).well()
    assert f"port = 7001  # from the file {file}" in shown.lines
    assert "keep_days = 9  # from the command: --keep-days" in shown.lines
    assert "workers = 2  # from the environment: TRIARII_WORKERS" in shown.lines
    assert 'host = "127.0.0.1"  # by default' in shown.lines
    assert not (tmp_path / "none").exists(), "nothing was started"
    again = tmp_path / "again.toml"
    again.write_text(shown.out)
    told = tomllib.loads(shown.out)
    assert set(told) == {*(each.key for each in SETTINGS if not each.table), "limits"}
    assert gathered({}, {}, again).limits.rooms_a_minute == 5
    german = within(*words, "--lang", "de").well()
    assert f"port = 7001  # aus der Datei {file}" in german.lines


def test_a_password_in_an_address_is_never_shown(within: Within) -> None:
    assert without_password("postgresql://me:s3c@ret@host/db") == "postgresql://me:***@host/db"
    assert (
        without_password("postgresql://host/db?user=me&password=s3cret&x=1")
        == "postgresql://host/db?user=me&password=***&x=1"
    )
    assert without_password("https://example.org:8000/") == "https://example.org:8000/"
    assert "s3cret" not in refused({"TRIARII_PORT": "postgresql://me:s3cret@host/db"})
    shown = within("serve", "--show-settings", "--database", "postgresql://me:s3cret@host/db").well()
    assert 'database = "postgresql://me:***@host/db"  # from the command: --database' in shown.lines


def test_the_password_of_the_mail_server_is_never_shown(
    within: Within, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Wherever it was set: in the environment, where it belongs, in a file, or in a command that does not start."""
    hidden = 'smtp = "smtps://club:***@mail.example"  # '
    monkeypatch.setenv("TRIARII_SMTP", "smtps://club:s3cret@mail.example")
    shown = within("serve", "--show-settings").well()
    assert f"{hidden}from the environment: TRIARII_SMTP" in shown.lines
    assert "s3cret" not in shown.out
    monkeypatch.delenv("TRIARII_SMTP")
    file = tmp_path / "triarii.toml"
    file.write_text('smtp = "smtps://club:s3c@ret@mail.example"\n', encoding="utf-8")
    shown = within("serve", "--show-settings", "--config", str(file), "--lang", "de").well()
    assert f"{hidden}aus der Datei {file}" in shown.lines
    assert "s3c" not in shown.out
    said = within(
        "serve", "--smtp", "imap://club:s3cret@mail.example", "--public-url", "https://club.example"
    ).complaint
    assert said.startswith("--smtp: ")
    assert "s3cret" not in said
