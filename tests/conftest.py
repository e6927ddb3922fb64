"""What tests share: patience, an account of the time, and the toy game Feint, really installed as somebody else's
package."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import patience
from tests.postgres import Postgres, running
from tests.where_time_goes import WhereTimeGoes
from triarii.core import registry
from triarii.core.contract import AnyGame, Refusal

PLUGINS = Path(__file__).parent / "plugins"
collect_ignore = ["plugins"]
"""They are packages of their own; their tests run where they are installed."""

Install = Callable[[Path], Path]
Once = Callable[[str, Callable[[Path], None]], Path]
Offer = Callable[[Path], None]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background, a shell's children are deaf to Ctrl-C, and so would be every command tested here.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(WhereTimeGoes(), "where_time_goes")
    if config.option.timeout is None:  # pytest-timeout reads it next; --timeout=0 stays what it is
        config.option.timeout = patience.TEST


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Makes a folder that costs much, by name, once for all workers of a run; nobody may change what is in it."""
    ours = tmp_path_factory.getbasetemp()
    shared = ours.parent if "PYTEST_XDIST_WORKER" in os.environ else ours

    def made(name: str, fill: Callable[[Path], None]) -> Path:
        folder, done = shared / f"once_{name}", shared / f"once_{name}.done"
        with (shared / f"once_{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)  # of a worker that did not come to its end
                folder.mkdir()
                fill(folder)
                done.touch()
        return folder

    return made


@pytest.fixture(scope="session")
def install(once: Once) -> Install:
    """Installs a package into a directory of its own, without a network and without a trace in the source tree."""

    def installed(source: Path) -> Path:
        return once(source.name, lambda place: install_in(place, source)) / "installed"

    def install_in(place: Path, source: Path) -> None:
        shutil.copytree(source, place / "source", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
        offline = ["--offline", "--no-deps", "--no-build-isolation"]
        places = ["--target", str(place / "installed"), str(place / "source")]
        command = [sys.executable, "-m", "uv", "pip", "install", "-q", *offline, "--python", sys.executable, *places]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{source.name} can't be installed:\n{done.stdout}{done.stderr}"

    return installed


@pytest.fixture(scope="session")
def feint_installed(install: Install) -> Path:
    """Where the package feint was installed: for the PYTHONPATH of other processes."""
    return install(PLUGINS / "feint")


@pytest.fixture(scope="session")
def fourrow_installed(install: Install) -> Path:
    """Four in a row, a stranger's game with a board by description."""
    return install(PLUGINS / "fourrow")


@pytest.fixture(scope="session")
def wager_installed(install: Install) -> Path:
    """Wager, a stranger's game with a die and hidden hands."""
    return install(PLUGINS / "wager")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL that the tests of this worker share; whoever stops it starts one of their own."""
    with running() as server:
        yield server


@pytest.fixture
def postgres_database(postgres: Postgres) -> str:
    """The address of a database in it with nothing inside."""
    return postgres.new_database()


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Offer]:
    """Puts a directory of packages where Python and the registry find them, for one test."""

    def offer(directory: Path) -> None:
        monkeypatch.syspath_prepend(directory)
        registry.refresh()

    yield offer
    monkeypatch.undo()
    registry.refresh()


@pytest.fixture
def feint(feint_installed: Path, offered: Offer) -> AnyGame:
    """The toy game, found by its entry point."""
    offered(feint_installed)
    game = registry.game("feint")
    assert not isinstance(game, Refusal), game
    return game
