"""Whatever a server needs for its games is loaded before the first visitor comes: nobody waits for another's first."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from triarii.core import registry
from triarii.core.contract import Refusal
from triarii.server.play import warming_up

SCRIPT = """
import sys, tempfile
from pathlib import Path
from tests.server.serving import Client, get, inside, new_room, person, post, token
from triarii.core import registry
from triarii.server.play.warming_up import load_games

load_games()
loaded = set(sys.modules)
with inside(Path(tempfile.mkdtemp())) as address:
    assert get(address, "/api/games?lang=de").status_code == 200
    for name in registry.game_names():
        options = {"scenario": "skirmish"} if name == "adlg" else {}
        first, second = token(), token()
        room = new_room(address, person(first), person(second), name, options=options)["room"]
        for own in (first, second):
            with Client(address, room, own, "de", words=True) as client:
                client.arrive()
                client.ask("look", at=0)
        for path in ("rules", "contents/layout", "contents/scenario", "armies"):
            get(address, f"/api/games/{name}/{path}")
        post(address, "/api/study", {"game": name, "options": options})
print(sorted(each for each in set(sys.modules) - loaded if each.startswith("triarii.games")))
"""


def test_no_part_of_a_game_is_loaded_within_a_request() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_a_game_that_breaks_does_not_keep_the_others_from_being_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, shown = registry.game("towar"), []
    assert not isinstance(broken, Refusal)

    def show(game: object) -> None:
        if game is broken:
            raise ValueError("of a stranger's package")
        shown.append(game)

    monkeypatch.setattr(warming_up, "_show", show)
    warming_up.load_games()
    assert len(shown) == len(registry.game_names()) - 1


def test_a_game_that_does_not_load_is_told_in_the_log_in_one_sentence(
    tmp_path: Path, offered: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    about = tmp_path / "askew-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: askew\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[triarii.games]\naskew = askew:GAME\n", encoding="utf-8")
    code = 'from triarii.core import boards\nGAME = boards.read("turns = 1")\n'
    (tmp_path / "askew.py").write_text(code, encoding="utf-8")
    offered(tmp_path)
    with caplog.at_level("WARNING", "triarii.server"):
        warming_up.load_games()
    assert "The package that offers askew does not load: BadBoard: there is neither a cell nor an area." in caplog.text
