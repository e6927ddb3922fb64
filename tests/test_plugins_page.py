"""The package that docs/plugins.md shows, taken from the page, installed, and put through everything the page says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.pages import DOCS, run, write_files
from triarii.core import boards, registry
from triarii.core.conformance import check_game, check_player
from triarii.core.conformance.offered import CAPABILITIES
from triarii.core.contract import CellShape, PieceShape, Refusal, Scene, Thing, View

PAGE = DOCS / "plugins.md"
COMMAND = re.compile(r"^triarii .*$", re.MULTILINE)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, in a directory."""
    place = tmp_path_factory.mktemp("page") / "stones"
    write_files(PAGE, place)
    return place


@pytest.fixture(scope="module")
def installed(written: Path, install: Callable[[Path], Path]) -> Path:
    return install(written)


def test_the_game_and_the_player_of_the_page_conform(installed: Path, offered: Callable[[Path], None]) -> None:
    offered(installed)
    game, player = registry.game("stones"), registry.player("stones_counter:leave=4", "stones")
    assert not isinstance(game, Refusal), game
    assert not isinstance(player, Refusal), player
    assert check_game(game)["games"] == 5
    assert check_player(player, game)["decisions"] > 0


def test_the_tests_on_the_page_pass(written: Path, installed: Path) -> None:
    assert "2 passed" in run(
        installed, "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", written, written / "tests"
    )


@pytest.mark.parametrize("command", COMMAND.findall(PAGE.read_text(encoding="utf-8")))
def test_a_command_on_the_page_works(command: str, installed: Path) -> None:
    assert "stones" in run(installed, *command.split())


def test_the_scene_on_the_page_lies_on_its_board() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (board,) = [boards.read(text) for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "[[piece]]" in text]
    (shown,) = re.findall(r"```python\n(def scene.*?)```", page, re.DOTALL)
    known: dict[str, Any] = {"Scene": Scene, "Thing": Thing, "View": View}
    exec(shown, known)  # as it stands on the page
    scene = known["scene"](None, None)
    assert {*scene.cells, *scene.absent} <= {cell.id for cell in board.cells}
    assert {*scene.areas} <= {area.id for area in board.areas}


def test_the_board_on_the_page_can_be_drawn_and_every_shape_and_colour_is_named() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (shown,) = [text for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "[[piece]]" in text]
    assert len(boards.read(shown).cells) == 7 * 6 + 1
    for word in (*CellShape, *PieceShape, *boards.COLOURS):
        assert f"`{word}`" in page


def test_the_page_names_every_capability_and_group() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in (*CAPABILITIES, registry.GAMES, registry.PLAYERS, registry.PICTURES):
        assert f"`{name}`" in page


def test_the_page_names_what_a_game_or_a_player_may_have_beside_capabilities() -> None:
    page = PAGE.read_text(encoding="utf-8")
    beside = (
        "sample(rng)",
        "Analyst",
        "dice_stand",
        "heavy",
        "GameInfo.levels",
        "GameInfo.analysts",
        "GameInfo.presets",
    )
    assert [name for name in beside if f"`{name}`" not in page] == []
