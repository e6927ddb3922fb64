"""Where the settings of a server come from: the words of the command, the environment, one TOML file, in this order.

Every setting has one name. `keep_days` is `--keep-days` in a command, `TRIARII_KEEP_DAYS` in the environment and
`keep_days` in the file; a limit stands in the file's table `[limits]`, and is `TRIARII_LIMITS_BODY_BYTES` outside.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from triarii.core import toml_text
from triarii.core.contract import Refusal
from triarii.core.options import unknown
from triarii.core.texts import Message
from triarii.server import network, smtp_address
from triarii.server.settings import LAST_PORT, Limits, LogFormat, Network, Settings, data_folder

PREFIX = "TRIARII_"
FILE = f"{PREFIX}CONFIG"
"""Names the file in the environment."""
LIMITS = "limits"
LARGEST = 1_000_000
"""Bytes of the file."""
MOST = 1_000_000_000_000
"""Of any limit."""
DIGITS = 19
"""Of the longest number that is read at all."""
SWITCHES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
PASSWORD = re.compile(r"(://[^:/@]*:).*@|(\bpassword=)[^&\s]*", re.IGNORECASE)
"""In an address such as that of a database."""
HIDDEN = "***"
SHOWN = 80
"""Letters of a bad value that are said again."""


class Source(StrEnum):
    """Who had the last word, the strongest first."""

    COMMAND = "command"
    ENVIRONMENT = "environment"
    FILE = "file"
    DEFAULT = "default"


@dataclass(frozen=True)
class Given:
    """A value and where it stood."""

    value: object
    source: Source = Source.DEFAULT
    place: str = ""
    """How a person finds it: `--port`, `TRIARII_PORT`, the name of the file."""


@dataclass(frozen=True)
class Setting:
    """One thing that can be set."""

    name: str
    read: Callable[[object], Any]
    """From a word of the environment or a value of the file to what the server takes, or a refusal."""
    default: object
    table: str = ""
    option: str = ""
    """The option of the command; empty where it has none."""
    spelled: str = ""
    """How people spell it, if not by its name."""

    @property
    def key(self) -> str:
        """How the file and the environment call it."""
        return self.spelled or self.name

    @property
    def variable(self) -> str:
        return PREFIX + "_".join(part.upper() for part in (self.table, self.key) if part)


@dataclass(frozen=True)
class Configuration:
    """All settings, each with where it came from."""

    given: Mapping[tuple[str, str], Given]
    """By table and name."""

    def settings(self) -> Settings:
        plain = {name: found.value for (table, name), found in self.given.items() if not table}
        limits = {name: found.value for (table, name), found in self.given.items() if table == LIMITS}
        return Settings(**{**plain, LIMITS: Limits(**limits)})  # type: ignore[arg-type]  # each was read by its kind

    def shown(self) -> Iterator[tuple[str, Given | None]]:
        """Lines of a TOML file that would set the same, each with where its value came from."""
        for table in ("", LIMITS):
            if table:
                yield f"[{table}]", None
            for (within, name), found in self.given.items():
                if within == table:
                    yield f"{KEYS[within, name]} = {_spelled(found.value)}", found


def gather(flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None) -> Configuration | Refusal:
    """Every setting by the strongest word for it. `flags` are the options that were really given, already read."""
    named = file if file is not None else _named_file(environment)
    table: Mapping[str, Any] | Refusal = {} if named is None else _table_of(named)
    if isinstance(table, Refusal):
        return table
    given: dict[tuple[str, str], Given] = {}
    for setting in SETTINGS:
        found = _given(setting, flags, environment, table, named)
        if isinstance(found, Refusal):
            return found
        given[setting.table, setting.name] = found
    return Configuration(given)


def _given(
    setting: Setting,
    flags: Mapping[str, object],
    environment: Mapping[str, str],
    table: Mapping[str, Any],
    file: Path | None,
) -> Given | Refusal:
    within = table.get(setting.table, {}) if setting.table else table
    if setting.name in flags:
        found = Given(flags[setting.name], Source.COMMAND, setting.option)
    elif environment.get(setting.variable):
        found = Given(environment[setting.variable], Source.ENVIRONMENT, setting.variable)
    elif setting.key in within:
        found = Given(within[setting.key], Source.FILE, str(file))
    else:
        return Given(setting.default() if callable(setting.default) else setting.default)
    value = setting.read(found.value)
    if not isinstance(value, Refusal):
        return Given(value, found.source, found.place)
    name = {
        Source.COMMAND: setting.option,
        Source.ENVIRONMENT: setting.variable,
        Source.FILE: ".".join(filter(None, (setting.table, setting.key))),
    }[found.source]
    place = Message(f"settings.{found.source}", {"name": name, "file": str(file)})
    return Refusal("settings.wrong", params={"place": place, "reason": value.message})


def _named_file(environment: Mapping[str, str]) -> Path | None:
    return Path(environment[FILE]).expanduser() if environment.get(FILE) else None


def _table_of(file: Path) -> dict[str, Any] | Refusal:
    """What the file says, if it names nothing that we don't know."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            return Refusal("settings.large", params={"file": str(file), "most": LARGEST})
        table = toml_text.read(data.decode())
    except OSError as problem:
        return Refusal("settings.not_read", params={"file": str(file), "reason": problem.strerror or str(problem)})
    except UnicodeDecodeError:
        return Refusal("settings.not_toml", params={"file": str(file), "reason": "UTF-8"})
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        return Refusal("settings.not_toml", params={"file": str(file), "reason": str(problem)[:200]})
    below = table.get(LIMITS, {})
    if not isinstance(below, dict):
        place = Message("settings.file", {"name": LIMITS, "file": str(file)})
        return Refusal("settings.wrong", params={"place": place, "reason": Message("refusal.settings.table")})
    for within, names in (("", {*table} - {LIMITS}), (LIMITS, {*below})):
        known = [each.key for each in SETTINGS if each.table == within]
        for name in sorted(names - {*known}):
            refusal = unknown("settings.unknown", name[:SHOWN], known)
            return Refusal(refusal.code, params={**refusal.params, "file": str(file)})
    return table


# How values are read


def _number(low: int, high: int) -> Callable[[object], int | Refusal]:
    def read(word: object) -> int | Refusal:
        text = "" if isinstance(word, bool) else str(word)
        if text.isascii() and text.isdigit() and len(text) <= DIGITS and low <= int(text) <= high:
            return int(text)
        return Refusal("settings.number", params={"low": low, "high": high, "word": _said(word)})

    return read


def _amount(word: object) -> float | Refusal:
    """A number above nothing, whole or not."""
    try:
        value = float("" if isinstance(word, bool) else str(word)[:40])
    except ValueError:
        value = 0.0
    if 0 < value <= MOST:
        return value
    return Refusal("settings.amount", params={"most": MOST, "word": _said(word)})


def _switch(word: object) -> bool | Refusal:
    found = word if isinstance(word, bool) else SWITCHES.get(str(word).lower())
    return Refusal("settings.switch", params={"word": _said(word)}) if found is None else found


def _text(word: object) -> str | Refusal:
    return word if isinstance(word, str) else Refusal("settings.text", params={"word": _said(word)})


def _folder(word: object) -> Path | Refusal:
    if isinstance(word, str | Path) and str(word) and "\0" not in str(word):
        return Path(word).expanduser().absolute()
    return Refusal("settings.folder", params={"word": _said(word)})


def _public_url(word: object) -> str | Refusal:
    return network.public_url(word) if word and isinstance(word, str) else _text(word)


def _networks(word: object) -> tuple[Network, ...] | Refusal:
    """Proxies: addresses and networks in a list; in the environment they stand between commas."""
    words = word.split(",") if isinstance(word, str) else word
    found: list[Network] = []
    for each in words if isinstance(words, list | tuple) else [words]:
        try:
            found.append(ip_network(str(each).strip(), strict=False))
        except ValueError:
            return Refusal("serve.trusted_proxy", params={"word": _said(each)})
    return tuple(found)


def _log_format(word: object) -> LogFormat | Refusal:
    if word in tuple(LogFormat):
        return LogFormat(str(word))
    known = [each.value for each in LogFormat]
    return Refusal("settings.choice", params={"known": known, "word": _said(word)})


def _smtp(word: object) -> str | Refusal:
    text = _text(word)
    if isinstance(text, Refusal) or not text:
        return text
    found = smtp_address.read(text)
    return found if isinstance(found, Refusal) else text


def _sender(word: object) -> str | Refusal:
    text = _text(word)
    if isinstance(text, Refusal) or not text or smtp_address.sender(text) is not None:
        return text
    return Refusal("settings.mail_from", params={"word": _said(word)})


def without_password(text: str) -> str:
    """An address as anybody may see it."""
    return PASSWORD.sub(lambda found: f"{found[1]}{HIDDEN}@" if found[1] else f"{found[2]}{HIDDEN}", text)


def _said(word: object) -> str:
    return without_password(str(word))[:SHOWN]


def _spelled(value: object) -> str:
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    if isinstance(value, tuple):
        return json.dumps([str(each) for each in value])
    return json.dumps(without_password(str(value)), ensure_ascii=False)


def _limits() -> Iterator[Setting]:
    """Every limit that there is; what one visitor may ask for is for the operator to say."""
    for each in fields(Limits):
        default = each.default
        read = _number(1, MOST) if isinstance(default, int) else _amount
        option = "--rooms-a-minute" if each.name == "rooms_a_minute" else ""
        yield Setting(each.name, read, default, LIMITS, option)


SETTINGS: tuple[Setting, ...] = (
    Setting("data", _folder, lambda: data_folder().absolute(), option="--data"),
    Setting("host", _text, "127.0.0.1", option="--host"),
    Setting("port", _number(0, LAST_PORT), 8000, option="--port"),
    Setting("strict_port", _switch, False, option="--strict-port"),
    Setting("public_url", _public_url, "", option="--public-url"),
    Setting("trusted_proxies", _networks, (), option="--trusted-proxy"),
    Setting("database_url", _text, "", option="--database", spelled="database"),
    Setting("processes", _number(1, 64), 1, option="--processes"),
    Setting("thinks", _switch, True, option="--think", spelled="think"),
    Setting("workers", _number(0, 64), 0, option="--workers"),
    Setting("keep_days", _number(1, 36_500), 90, option="--keep-days"),
    Setting("metrics_port", _number(0, LAST_PORT), 0, option="--metrics-port"),
    Setting("metrics_host", _text, "127.0.0.1", option="--metrics-host"),
    Setting("log", _log_format, LogFormat.PLAIN, option="--log"),
    Setting("push", _switch, True, option="--push"),
    Setting("push_to_private", _switch, False),
    Setting("smtp", _smtp, "", option="--smtp"),
    Setting("mail_from", _sender, "", option="--mail-from"),
    Setting("notice_seconds", _amount, 60.0, option="--notice-seconds"),
    *_limits(),
)
KEYS = {(setting.table, setting.name): setting.key for setting in SETTINGS}
