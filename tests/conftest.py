"""What tests share: patience, an account of the time, and the toy game Feint, really installed as somebody else's
package."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import patience
from tests.where_time_goes import WhereTimeGoes
from triarii.core import registry
from triarii.core.contract import AnyGame, Refusal

PLUGINS = Path(__file__).parent / "plugins"

Install = Callable[[Path], Path]
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
def install(tmp_path_factory: pytest.TempPathFactory) -> Install:
    """Installs a package into a directory of its own, without a network and without a trace in the source tree."""

    def installed(source: Path) -> Path:
        place = tmp_path_factory.mktemp(source.name)
        shutil.copytree(source, place / "source", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
        offline = ["--offline", "--no-deps", "--no-build-isolation"]
        places = ["--target", str(place / "installed"), str(place / "source")]
        command = [sys.executable, "-m", "uv", "pip", "install", "-q", *offline, "--python", sys.executable, *places]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{source.name} can't be installed:\n{done.stdout}{done.stderr}"
        return place / "installed"

    return installed


@pytest.fixture(scope="session")
def feint_installed(install: Install) -> Path:
    """Where the package feint was installed: for the PYTHONPATH of other processes."""
    return install(PLUGINS / "feint")


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
