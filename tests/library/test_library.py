"""What `import triarii` offers: a few names, loaded late, whose every word is checked by the rules behind them."""

from __future__ import annotations

import doctest
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

import triarii
from triarii import library
from triarii.core import records
from triarii.core.contract import AnyGame, Eye, Turn
from triarii.core.records import Acted, Header, Resigned

OURS = [name for name in library.__all__ if not getattr(library, name).__module__.startswith("triarii.core")]
LIGHT = """
import json, sys, time
begun = time.process_time()
import triarii
spent = time.process_time() - begun
print(json.dumps([spent, sorted(name for name in sys.modules if name.startswith("triarii"))]))
"""
LATE = """
import sys
import triarii
triarii.play(triarii.game("cities").start(), *2 * [triarii.player("cities", "random")])
print([name for name in ("typer", "fastapi", "sqlalchemy", "triarii.server", "triarii.cli") if name in sys.modules])
"""


def said_by(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("name", OURS)
def test_what_a_docstring_of_the_library_shows_is_what_happens(name: str) -> None:
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(getattr(library, name), name, module=False, globs={}):
        runner.run(example)
    assert runner.tries > 0
    assert runner.failures == 0


def test_importing_triarii_costs_next_to_nothing() -> None:
    spent, loaded = json.loads(said_by(LIGHT))
    assert loaded == ["triarii", "triarii.builds"]
    assert spent < 0.1


def test_a_game_played_by_the_library_needs_neither_the_server_nor_the_command() -> None:
    assert said_by(LATE) == "[]\n"


def test_the_package_offers_the_names_of_the_library_and_no_others() -> None:
    assert triarii.__all__ == library.__all__
    assert set(triarii.__all__) <= set(dir(triarii))
    assert all(getattr(triarii, name) is getattr(library, name) for name in triarii.__all__)
    with pytest.raises(AttributeError, match="no attribute 'gmae'"):
        triarii.gmae  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", ["cities", "towar", "adlg"])
def test_a_position_prints_and_draws_itself(name: str) -> None:
    start = triarii.game(name).start()
    assert repr(start) == str(start)
    assert len(str(start).splitlines()) > 4
    picture = start._repr_svg_()
    assert picture is not None
    assert ET.fromstring(picture).tag.endswith("svg")


def test_the_game_of_another_package_prints_and_draws_itself_too(feint: AnyGame) -> None:
    start = triarii.game("feint").start()
    assert str(start) == "first    0\nsecond   0"
    assert (start.svg() or "").startswith("<svg")


@pytest.mark.parametrize("name", ["cities", "towar"])
def test_a_random_game_comes_to_its_end_and_each_of_its_positions_stays_as_it_was(name: str) -> None:
    rng = Random(3)
    start = here = triarii.game(name).start()
    text = start.text
    while here.turn is not Turn.OVER:
        here = here.roll(rng) if here.turn is Turn.CHANCE else here.apply(rng.choice(here.actions()))
    assert here.result is not None
    assert here.actions() == []
    with pytest.raises(triarii.IllegalAction, match="The game is over"):
        here.apply(here.history[-1])
    assert start.text == text
    assert start.history == []
    again = start
    for word in here.history:
        again = again.apply(word)
    assert again == here
    assert hash(again) == hash(here)
    assert again != start


def test_what_the_rules_do_not_allow_raises_with_sentence_and_rule() -> None:
    start = triarii.game("cities").start()
    with pytest.raises(triarii.IllegalAction) as caught:
        start.apply("b2c9")
    no = caught.value
    assert (no.code, no.rule) == ("move.occupied", "cities.move.free_squares")
    assert no.sentence("de") == "c9 ist besetzt: Figuren ziehen nur über freie Felder."
    assert str(no) == f"{no.sentence('en')} ({no.rule})"
    assert isinstance(no, triarii.InvalidInput)
    assert isinstance(no, ValueError)
    assert str(pickle.loads(pickle.dumps(no))) == str(no)


def test_a_word_that_is_no_action_is_refused_like_any_other() -> None:
    with pytest.raises(triarii.IllegalAction, match="nonsense"):
        triarii.game("cities").start().apply("nonsense")


def test_chance_gives_only_what_can_fall() -> None:
    lots = triarii.game("cities").start(begins="random")
    assert lots.turn is Turn.CHANCE
    assert sum(lots.chances().values()) == 1
    assert lots.apply("second").turn is Turn.SECOND
    assert {lots.roll(seed).turn for seed in range(20)} == {Turn.FIRST, Turn.SECOND}
    assert lots.roll(5) == lots.roll(Random(5))
    with pytest.raises(triarii.IllegalAction, match="Chance can't give third here"):
        lots.apply("third")
    with pytest.raises(triarii.IllegalAction, match="There is nothing for chance to decide here"):
        lots.apply("first").roll(1)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: triarii.game("citys"), "There is no game citys; did you mean cities?"),
        (lambda: triarii.game("cities").start(layuot="x"), "There is no option layuot; did you mean layout?"),
        (lambda: triarii.player("cities", "gredy"), "There is no player gredy; did you mean greedy?"),
        (lambda: triarii.player("citys", "greedy"), "There is no game citys; did you mean cities?"),
        (lambda: triarii.player_names("citys"), "There is no game citys; did you mean cities?"),
        (lambda: triarii.player("towar", "alphabeta"), "The player alphabeta does not play towar."),
    ],
)
def test_what_there_is_not_is_said_in_one_sentence(ask: Callable[[], object], sentence: str) -> None:
    with pytest.raises(triarii.InvalidInput) as caught:
        ask()
    assert str(caught.value) == sentence


def test_a_player_is_asked_only_where_its_game_waits_for_a_seat() -> None:
    greedy = triarii.player("cities", "greedy")
    with pytest.raises(triarii.InvalidInput, match="does not play towar"):
        greedy.choose(triarii.game("towar").start())
    with pytest.raises(triarii.InvalidInput, match="does not play towar"):
        triarii.play(triarii.game("towar").start(), greedy, greedy)
    with pytest.raises(triarii.InvalidInput, match="It is nobody's turn here"):
        greedy.choose(triarii.game("cities").start(begins="random"))


def test_a_player_sees_what_its_seat_may_see_and_no_more() -> None:
    seen = []

    class Watcher:
        def choose(self, game: AnyGame, view: triarii.View, budget: object, rng: Random) -> triarii.Decision[object]:
            seen.append(view.eye)
            return triarii.Decision(rng.choice(game.imagine(view, rng).actions()))

    watcher = triarii.player("cities", Watcher())
    end = triarii.play(triarii.game("cities").start(), watcher, watcher)
    assert end.header.seats == ("Watcher", "Watcher")
    assert seen[:2] == [Eye.FIRST, Eye.SECOND]


def test_a_player_that_cheats_is_caught() -> None:
    class Cheat:
        def choose(self, game: AnyGame, view: triarii.View, budget: object, rng: Random) -> triarii.Decision[object]:
            return triarii.Decision(game.action("b2c9"))

    cheat = triarii.player("cities", Cheat())
    with pytest.raises(triarii.IllegalAction, match="c9 is occupied"):
        triarii.play(triarii.game("cities").start(), cheat, cheat)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    start, anyone = triarii.game("towar").start(), triarii.player("towar", "random")
    games = [triarii.play(start, anyone, anyone, seed).history for seed in (4, 4, 5)]
    assert games[0] == games[1] != games[2]


def test_a_game_is_the_same_after_it_was_saved_and_loaded(tmp_path: Path) -> None:
    greedy, anyone = triarii.player("towar", "greedy"), triarii.player("towar", "random")
    end = triarii.play(triarii.game("towar").start(variant="hand_of_three"), greedy, anyone, seed=2)
    triarii.record(end).save(tmp_path / "game.jsonl")
    again = triarii.load(tmp_path / "game.jsonl")
    assert again.players == ("greedy", "random")
    assert again.positions[-1] == end
    assert again.positions[-1].history == end.history
    assert again.result == end.result is not None
    command = [sys.executable, "-m", "triarii", "verify", str(tmp_path / "game.jsonl"), "--json"]
    checked = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert checked["ok"]


def test_a_game_that_began_elsewhere_and_is_not_over_is_kept_too(tmp_path: Path) -> None:
    cities = triarii.game("cities")
    text = cities.start().apply("b2c4").text
    here = cities.position(text).apply("b9b7")
    triarii.record(here, "Ada", "Ben").save(tmp_path / "game.jsonl")
    again = triarii.load(tmp_path / "game.jsonl")
    assert (again.result, again.players) == (None, ("Ada", "Ben"))
    assert [position.text for position in again.positions] == [text, here.text]
    assert repr(again) == "<Recording of cities: Ada against Ben, 1 steps>"


def test_a_resignation_is_the_result_though_the_position_knows_nothing_of_it(tmp_path: Path) -> None:
    version = triarii.game("cities").rules.info.rules_version
    entries = (Acted(Turn.FIRST, "b2c4"), Resigned(Turn.SECOND))
    path = tmp_path / "game.jsonl"
    path.write_bytes(records.dump(records.Record(Header("cities", version, {}), entries)))
    found = triarii.load(path)
    assert found.result is not None
    assert found.result.winner is Turn.FIRST
    assert found.positions[-1].result is None


def test_a_damaged_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    triarii.record(triarii.game("cities").start().apply("b2c4")).save(path)
    path.write_bytes(path.read_bytes().replace(b"b2c4", b"b2c5"))
    with pytest.raises(triarii.InvalidInput, match="Line 2 of the record was changed"):
        triarii.load(path)
    with pytest.raises(triarii.InvalidInput, match="can't be written"):
        triarii.record(triarii.game("cities").start()).save(tmp_path / "nowhere" / "game.jsonl")
