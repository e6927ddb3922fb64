"""What a stranger gets: a wheel built from the tree, installed with its dependencies into a clean place, plays."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from triarii import __version__, builds

pytestmark = [pytest.mark.compiled, pytest.mark.timeout(600)]
TREE = Path(__file__).parent.parent
GENERATED = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "*.pyd")


def run(*command: str | Path, cwd: Path, given: str | None = None) -> str:
    """What a command prints; a clean environment, as after the installation on another machine."""
    ours = ("TRIARII_", "PYTHON", "VIRTUAL_ENV", "PYTEST_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**env, "UV_SYSTEM_CERTS": "1", "TRIARII_DATA": str(cwd / "data")},
        input=given,
        stdin=subprocess.DEVNULL if given is None else None,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy without compiled files, so that nothing made earlier gets in and nothing is left behind."""
    tree = tmp_path_factory.mktemp("tree")
    shutil.copytree(TREE / "src", tree / "src", ignore=GENERATED)
    for path in TREE.iterdir():
        if path.suffix in (".md", ".toml", ".py") or path.name == "LICENSE":
            shutil.copy2(path, tree)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", cwd=tree)
    [built] = (tree / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command triarii in a clean environment, dependencies at the versions of the lock."""
    place = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "uv", "venv", "-q", "--python", sys.executable, "venv", cwd=place)
    python = place / "venv/bin/python"
    lock = TREE / "requirements.lock"
    run(sys.executable, "-m", "uv", "pip", "install", "-q", "--python", python, "-c", lock, wheel, cwd=place)
    return place / "venv/bin/triarii"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A directory that has nothing to do with the project."""
    return tmp_path


def test_the_wheel_holds_texts_data_types_and_compiled_modules(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    source = TREE / "src"
    wanted = [path for kind in ("*.py", "*.pxd", "*.toml", "*.tcss", "py.typed") for path in source.rglob(kind)]
    assert {str(path.relative_to(source)) for path in wanted} <= names
    assert {module.replace(".", "/") + EXTENSION_SUFFIXES[0] for module in builds.HOT} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not {name.split("/")[0] for name in names} - {"triarii", f"triarii-{__version__}.dist-info"}


def test_the_installed_command_tells_its_version(installed: Path, elsewhere: Path) -> None:
    assert __version__ in run(installed, "--version", cwd=elsewhere)


def test_the_installed_rules_run_compiled(installed: Path, elsewhere: Path) -> None:
    report = json.loads(run(installed, "doctor", "--json", cwd=elsewhere))
    assert {module["state"] for module in report["modules"].values()} == {"compiled"}
    assert {module["runs_from"] for module in report["modules"].values()} == {"extension"}


def test_the_installed_command_plays_a_match(installed: Path, elsewhere: Path) -> None:
    match = ("match", "cities", "--players", "random,random", "--games", "2", "--seed", "1", "--json")
    first, second = (run(installed, *match, cwd=elsewhere) for _ in range(2))
    assert json.loads(first)
    assert first == second, "a seed makes a match repeatable"
    assert list(elsewhere.iterdir()) == [], "a match leaves nothing behind"


def test_a_person_plays_by_the_installed_command_and_the_record_is_proved(installed: Path, elsewhere: Path) -> None:
    typed = "b2b9\nb2b4\nundo\nd2d4\nboard\nresign\n"
    play = ("play", "cities", "--plain", "--players", "human,random", "--save", "game.jsonl", "--lang", "en")
    told = run(installed, *play, cwd=elsewhere, given=typed)
    assert "moves a fighter from d2 to d4" in told
    assert "The second player wins by resignation." in told
    run(installed, "verify", "game.jsonl", cwd=elsewhere)
    replayed = json.loads(run(installed, "replay", "game.jsonl", "--json", cwd=elsewhere))
    assert replayed


@pytest.mark.parametrize(("lang", "word"), [("en", "fighter"), ("de", "Kämpfer")])
def test_the_installed_rules_are_told_in_both_languages(installed: Path, elsewhere: Path, lang: str, word: str) -> None:
    assert word in run(installed, "rules", "cities", "--lang", lang, cwd=elsewhere)
