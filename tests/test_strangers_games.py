"""Games of strangers, written with the plug-in page alone: each keeps the contract, passes its own tests, is drawn and
played by its own computer player."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

import triarii
from tests.conftest import PLUGINS
from tests.pages import run
from triarii import pictures
from triarii.core import registry
from triarii.core.contract import Eye, Refusal

NAMES = ("fourrow", "wager")


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def installed(name: str, install: Callable[[Path], Path]) -> Path:
    return install(PLUGINS / name)


def test_the_tests_of_a_stranger_pass_and_the_contract_is_among_them(installed: Path) -> None:
    source = installed.parent / "source"
    said = run(installed, "pytest", "-v", "-p", "no:cacheprovider", "--rootdir", source, source / "tests")
    assert "_keeps_the_contract PASSED" in said
    assert " failed" not in said


def test_a_described_board_is_drawn_for_every_eye_and_theme(
    name: str, installed: Path, offered: Callable[[Path], None]
) -> None:
    offered(installed)
    game = registry.game(name)
    assert not isinstance(game, Refusal), game
    start = game.start({})
    assert not isinstance(start, Refusal), start
    for eye in Eye:
        for theme in ("light", "dark"):
            drawn = pictures.draw(game, start.view(eye), "de", theme=theme)
            assert drawn is not None
            assert ET.fromstring(drawn).tag.endswith("svg")


def test_a_package_can_bring_an_opponent_for_a_game_beside_its_levels(
    wager_installed: Path, fourrow_installed: Path, offered: Callable[[Path], None]
) -> None:
    offered(wager_installed)
    offered(fourrow_installed)
    assert list(registry.players_from_elsewhere("wager")) == ["wager_near"]
    assert list(registry.players_from_elsewhere("cities")) == []


def test_a_board_that_is_only_described_is_drawn_with_letters(
    fourrow_installed: Path, offered: Callable[[Path], None]
) -> None:
    offered(fourrow_installed)
    position = triarii.game("fourrow").start()
    for _ in range(3):
        position = position.apply(position.actions()[0])
    drawn = str(position).splitlines()
    assert drawn[-3].split() == ["a", "b", "c", "d", "e", "f", "g"]
    assert drawn[-4].startswith("1 R")
    assert drawn[-1] == "R = a red disc, Y = a yellow disc"
