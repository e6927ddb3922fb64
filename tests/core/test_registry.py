"""Games and players by name: ours, those of other packages, and what goes wrong with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from triarii.core import registry, texts
from triarii.core.contract import AnyGame, Refusal

Offer = Callable[[Path], None]


def sentence(answer: object) -> str:
    """What a refusal says."""
    assert isinstance(answer, Refusal), answer
    assert texts.CORE.say(answer.message, "de"), "every refusal can be said in German too"
    return texts.CORE.say(answer.message, "en")


def package(place: Path, name: str, code: str, group: str = registry.GAMES, entry: str = "") -> Path:
    """A directory that holds one installed package with one entry point."""
    place.mkdir(exist_ok=True)
    (place / f"{name}.py").write_text(code, encoding="utf-8")
    about = place / f"{name}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[{group}]\n{entry or name} = {name}:GAME\n", encoding="utf-8")
    return place


def test_our_own_games_and_players_are_found() -> None:
    assert "cities" in registry.game_names()
    assert {"random", "greedy", "twoply"} <= set(registry.player_names())


def test_a_game_of_another_package_is_found_by_its_entry_point(feint: AnyGame) -> None:
    assert "feint" in registry.game_names()
    assert feint.info.id == "feint"
    assert registry.game("feint") is feint
    assert registry.game("feint", 1) is feint


@pytest.mark.usefixtures("feint")
def test_a_player_of_another_package_is_found_by_its_entry_point() -> None:
    assert "feint_bluffer" in registry.player_names()
    bluffer = registry.player("feint_bluffer", "feint")
    assert not isinstance(bluffer, Refusal)
    assert sentence(registry.player("feint_bluffer", "cities")) == "The player feint_bluffer does not play cities."


def test_a_plug_in_is_found_in_another_process(feint_installed: Path) -> None:
    code = (
        "import json; from triarii.core import registry;"
        "print(json.dumps([registry.game_names(), registry.player_names(), registry.game('feint').info.id]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(feint_installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    games, players, name = json.loads(done.stdout)
    assert "feint" in games
    assert "feint_bluffer" in players
    assert name == "feint"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("citys", "There is no game citys; did you mean cities?"),
        ("cities@9", "There is no game cities@9; did you mean cities?"),
        ("Bridge", "There is no game Bridge; there are "),
    ],
)
def test_an_unknown_game_is_refused_with_the_nearest_or_with_all(name: str, said: str) -> None:
    assert sentence(registry.game(name)).startswith(said)


def test_an_unknown_player_is_refused_with_the_nearest() -> None:
    assert sentence(registry.player("gredy")) == "There is no player gredy; did you mean greedy?"


def test_a_version_of_the_rules_that_we_do_not_have_is_refused_clearly() -> None:
    said = sentence(registry.game("cities", 99))
    assert "names version 99 of the rules of cities" in said
    assert "this program has version 1" in said


def test_a_kept_older_version_is_found_and_not_listed_as_a_game(tmp_path: Path, offered: Offer) -> None:
    code = """
from dataclasses import replace
from triarii.games.cities.game import Cities

class Older(Cities):
    info = replace(Cities.info, rules_version=0)

GAME = Older
"""
    offered(package(tmp_path / "kept", "older_cities", code, entry="cities@0"))
    older = registry.game("cities", 0)
    assert not isinstance(older, Refusal)
    assert older.info.rules_version == 0
    assert "cities@0" not in registry.game_names()
    assert "cities@0" not in sentence(registry.game("Bridge"))


BROKEN = {
    "import": ("import no_such_module", "No module named 'no_such_module'"),
    "syntax": ("GAME = (", "SyntaxError"),
    "absent": ("", "has no attribute 'GAME'"),
    "no_game": ("GAME = 7", "'int' object has no attribute 'info'"),
    "maker": ("def GAME():\n    raise RuntimeError('no cards left')", "no cards left"),
    "misnamed": ("from triarii.games.cities import GAME", "the game calls itself cities"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_package_that_does_not_load_is_reported_and_breaks_no_other(
    kind: str, tmp_path: Path, offered: Offer
) -> None:
    code, reason = BROKEN[kind]
    name = f"broken_{kind}"
    offered(package(tmp_path / "broken", name, code))
    assert name in registry.game_names()
    said = sentence(registry.game(name))
    assert said.startswith(f"The package that offers {name} does not load: ")
    assert reason in said
    assert not isinstance(registry.game("cities"), Refusal)


def test_a_player_whose_package_fails_is_reported(tmp_path: Path, offered: Offer) -> None:
    code = "def GAME():\n    raise RuntimeError('out of order')"
    offered(package(tmp_path / "broken", "broken_player", code, registry.PLAYERS))
    assert "out of order" in sentence(registry.player("broken_player"))


def test_a_package_that_goes_is_no_longer_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = package(tmp_path / "guest", "guest", "from triarii.games.cities import GAME")
    with monkeypatch.context() as here:
        here.syspath_prepend(place)
        registry.refresh()
        assert "guest" in registry.game_names()
    registry.refresh()
    assert "guest" not in registry.game_names()


@pytest.mark.usefixtures("feint")
def test_settings_of_a_player_are_read() -> None:
    bluffer = registry.player("feint_bluffer:boldness=60")
    assert vars(bluffer) == {"boldness": 60}
    assert vars(registry.player("feint_bluffer")) == {"boldness": 25}
    assert vars(registry.player("feint_bluffer:")) == {"boldness": 25}


@pytest.mark.usefixtures("feint")
@pytest.mark.parametrize(
    "settings",
    ["boldness", "=60", "boldness=", "boldness=much", "boldness=101", "courage=60", "bold-ness=60", "self=1"],
)
def test_bad_settings_of_a_player_are_refused(settings: str) -> None:
    said = sentence(registry.player(f"feint_bluffer:{settings}"))
    assert said == f"The player feint_bluffer can't be set up with {settings}."
