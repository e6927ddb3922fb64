"""`triarii` alone plays in the browser: it opens where somebody sits before a screen, else the address is told."""

from __future__ import annotations

import os
import re
import signal
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import PATIENCE, Talk, Within, environment, talk, terminal
from tests.patience import eventually
from triarii.cli import serve

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """With what the server would have been started."""
    kept: dict[str, Any] = {}
    monkeypatch.setattr(serve, "run", lambda **words: kept.update(words))
    return kept


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_command_alone_serves_in_the_language_of_the_terminal(
    within: Within, asked: dict[str, Any], lang: str
) -> None:
    assert within(lang=lang).well().out == ""
    assert asked == {"open_browser": False, "lang": lang}, "nobody sits before a pipe"


@pytest.mark.parametrize(
    ("streams", "environs", "opens"),
    [
        ((True, True), {"DISPLAY": ":0"}, True),
        ((True, True), {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ((True, True), {"BROWSER": "firefox"}, True),
        ((True, True), {}, False),
        ((True, True), {"DISPLAY": ":0", "CI": "true"}, False),
        ((False, True), {"DISPLAY": ":0"}, False),
        ((True, False), {"DISPLAY": ":0"}, False),
    ],
    ids=str,
)
def test_a_browser_is_opened_only_where_there_is_a_person_and_a_screen(
    monkeypatch: pytest.MonkeyPatch,
    asked: dict[str, Any],
    streams: tuple[bool, bool],
    environs: dict[str, str],
    opens: bool,
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in (*serve.SCREENS, "CI"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environs.items():
        monkeypatch.setenv(name, value)
    for name, shown in zip(("stdin", "stdout"), streams, strict=True):
        monkeypatch.setattr(f"sys.{name}.isatty", lambda shown=shown: shown, raising=False)
    serve.play_in_browser()
    assert asked["open_browser"] is opens


def test_at_a_terminal_it_opens_the_browser_and_ends_cleanly_by_ctrl_c(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    env = environment(TRIARII_DATA=str(tmp_path / "data"), BROWSER=str(browser))
    env.pop("CI", None)
    with terminal(env=env) as running:
        address = found_in(running)
        eventually(opened.exists)
        assert opened.read_text().strip() == address
        os.write(running.hears, b"\x03")
        assert running.end() == 0
        assert running.said.rstrip().endswith("Stopped. All games are kept.")
        assert "Traceback" not in running.said


def test_without_a_terminal_it_tells_the_address_and_serves(tmp_path: Path) -> None:
    env = environment("de", TRIARII_DATA=str(tmp_path / "data"), BROWSER=str(tmp_path / "none"), DISPLAY=":9")
    with talk(env=env) as running:
        address = found_in(running)
        with urllib.request.urlopen(f"{address}/api/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
        running.process.send_signal(signal.SIGINT)
        assert running.end() == 0
        assert running.said.splitlines()[-1] == "Angehalten. Alle Spiele sind aufgehoben."


def found_in(running: Talk) -> str:
    """The address that it tells, when all is said."""
    said = running.until("Ctrl-C", "Strg-C")
    found = ADDRESS.search(said)
    assert found is not None, said
    return found[0]
