"""Packages of strangers that are broken or play foul: one clear sentence, and all the rest goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Within, command, environment

CHEAT = """
class Cheat:
    def choose(self, game, view, budget, rng):
        from triarii.core.contract import Decision
        return Decision(game.action("b2b8"))


def make():
    return Cheat()
"""


@pytest.fixture
def strangers(tmp_path: Path, offered: Callable[[Path], None]) -> Path:
    """A folder as pip would leave it: a game whose module fails, and a player who cheats."""
    place = tmp_path / "packages"
    info = place / "strangers-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[triarii.games]\nbroken = strangers_game:GAME\n[triarii.players]\ncheat = strangers_cheat:make\n",
        encoding="utf-8",
    )
    (place / "strangers_game.py").write_text("raise RuntimeError('no board\\nleft')\n", encoding="utf-8")
    (place / "strangers_cheat.py").write_text(CHEAT, encoding="utf-8")
    offered(place)
    return place


@pytest.mark.usefixtures("strangers")
def test_a_game_that_does_not_load_is_named_and_the_others_are_listed(within: Within) -> None:
    for lang, said in (
        ("en", "The package that offers broken does not load"),
        ("de", "Das Paket, das broken anbietet"),
    ):
        page = within("games", lang=lang)
        assert page.code == 0
        assert page.sentence.startswith(said)
        assert page.lines[0].startswith("adlg: ")
    assert [entry["id"] for entry in within("games", "--json").json] == ["adlg", "cities", "towar"]
    assert within("actions", "broken").complaint.startswith("The package that offers broken does not load")


@pytest.mark.usefixtures("strangers")
def test_a_match_with_a_player_who_cheats_ends_with_one_sentence(within: Within) -> None:
    words = ["match", "cities", "--players", "cheat,random", "--games", "2", "--jobs", "1"]
    assert within(*words).complaint.startswith("The player cheat broke the rules: It is 6 steps from b2 to b8")
    german = within(*words, "--json", "--lang", "de").complaint
    assert german.startswith("Der Spieler cheat hat gegen die Regeln verstoßen: Von b2 nach b8")


def test_a_cheat_in_another_process_is_found_as_well(strangers: Path) -> None:
    env = environment(PYTHONPATH=str(strangers))
    done = command("match", "cities", "--players", "random,cheat", "--games", "4", "--jobs", "2", env=env)
    assert done.complaint.startswith("The player cheat broke the rules: ")


@pytest.mark.usefixtures("strangers")
def test_a_game_against_a_cheat_stops(within: Within) -> None:
    page = within.play(["b2c4"], "--players", "cheat,human").well()
    assert page.lines[-1] == "The program that plays Blue broke the rules, so the game stops here."
    german = within.play([], "--players", "cheat,random", lang="de").well()
    assert german.lines[-1].startswith("Das Programm, das Blau spielt, hat gegen die Regeln verstoßen;")
