"""`triarii new-game`: the package that it writes is a whole game, and a name that can't be one is refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Within, command, environment
from tests.pages import run
from triarii.core import registry
from triarii.core.contract import Refusal

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("new") / "hill_fort"
    said = run(place.parent, "triarii", "new-game", "hill_fort", "--into", place, "--lang", "en")
    assert said.startswith("13 files of a whole game are in ")
    return place


def test_what_is_written_is_installed_conforms_and_passes_its_own_tests(
    written: Path, install: Callable[[Path], Path]
) -> None:
    installed = install(written)
    assert "hill_fort keeps the contract" in run(installed, "triarii", "conform", "hill_fort", "--lang", "en")
    assert "3 passed" in run(
        installed, "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", written, written / "tests"
    )


def test_what_is_written_has_levels_a_player_and_a_board_of_its_own(
    written: Path, install: Callable[[Path], Path], offered: Callable[[Path], None]
) -> None:
    offered(install(written))
    game = registry.game("hill_fort")
    assert not isinstance(game, Refusal), game
    assert type(game).__name__ == "HillFort"
    assert [level.id for level in game.info.levels] == ["random", "careful"]
    assert not isinstance(registry.player("hill_fort_careful", "hill_fort"), Refusal)
    assert game.info.board is not None


def test_the_mark_of_types_is_empty_wherever_we_write_or_keep_one(written: Path) -> None:
    kept = [path for folder in ("src", "tests") for path in (ROOT / folder).rglob("py.typed*")]
    assert len(kept) >= 5
    sizes = {str(path): path.stat().st_size for path in (*kept, *written.rglob("py.typed"))}
    assert {path: size for path, size in sizes.items() if size} == {}


def test_a_board_that_cannot_be_drawn_is_told_in_one_sentence_that_names_it(
    written: Path, tmp_path: Path, install: Callable[[Path], Path]
) -> None:
    broken = tmp_path / "installed"
    shutil.copytree(install(written), broken)
    board = broken / "hill_fort" / "board.toml"
    board.write_text(board.read_text(encoding="utf-8").replace('shape = "ring"', 'shape = "rinf"'), encoding="utf-8")
    done = command("conform", "hill_fort", env=environment(PYTHONPATH=str(broken)))
    assert "BadBoard: board.toml: the piece ring has the shape 'rinf'; it is one of disc, ring" in done.complaint


def test_a_level_without_its_player_is_told_before_anybody_plays_it(
    written: Path, tmp_path: Path, install: Callable[[Path], Path]
) -> None:
    broken = tmp_path / "installed"
    shutil.copytree(install(written), broken)
    levels = broken / "hill_fort" / "levels.toml"
    levels.write_text(levels.read_text(encoding="utf-8").replace("hill_fort_careful", "hill_fort_bold"), "utf-8")
    env = environment(PYTHONPATH=str(broken))
    assert command("ladder", "hill_fort", env=env).complaint.startswith("There is no player hill_fort_bold; ")
    done = command("conform", "hill_fort", env=env)
    told = "hill_fort breaks the contract: the level careful: There is no player hill_fort_bold; "
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(told)


def test_no_word_of_the_template_is_left(written: Path) -> None:
    files = [file for file in written.rglob("*") if file.is_file() and file.suffix != ".pyc"]
    assert [file for file in files if "mygame" in (file.name + file.read_text(encoding="utf-8")).lower()] == []
    assert [file for file in files if file.suffix == ".tmpl"] == []


@pytest.mark.parametrize(
    ("name", "en", "de"),
    [
        ("Hill", "can't be called", "kann kein Spiel heißen"),
        ("class", "can't be called", "kann kein Spiel heißen"),
        ("../up", "can't be called", "kann kein Spiel heißen"),
        ("cities", "There is already a game cities", "Ein Spiel cities gibt es schon"),
        ("json", "Python already has a module json", "Python hat schon ein Modul json"),
    ],
)
def test_a_name_that_cannot_be_one_is_refused(name: str, en: str, de: str, within: Within) -> None:
    assert en in within("new-game", name).complaint
    assert de in within("new-game", name, "--lang", "de").complaint


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, within: Within) -> None:
    (tmp_path / "kept").write_text("mine", encoding="utf-8")
    assert "already exists and is not empty" in within("new-game", "moot", "--into", str(tmp_path)).complaint
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, within: Within) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "can't be made" in within("new-game", "moot", "--into", str(tmp_path / "file" / "below")).complaint
