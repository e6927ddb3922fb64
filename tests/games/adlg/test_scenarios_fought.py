"""The battles of `make scenarios`: what is counted and kept, and that neither army of a scenario has it too easy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import figures, scenarios
from benchmarks.scenarios import Fought
from triarii.core.contract import Tally
from triarii.games.adlg.pages.contents import DRILL
from triarii.games.adlg.scenarios import scenario
from triarii.lab import matches

OLDER = {"shield_wall", "desert_wells", "skirmish", "olive_groves", "between_the_woods", "sea_of_grass"}
"""Made before they were measured; where they are not even, our page says so."""
UNEVEN = {"magnesia", "carrhae", "aussig"}
"""Found to be so when they were measured at last; our page says it too. None may join them."""


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is written beside what was really measured."""
    monkeypatch.setattr(figures, "WORK", tmp_path)
    monkeypatch.setattr(figures, "FIGURES", tmp_path)
    return tmp_path


def test_every_scenario_but_the_drills_is_fought() -> None:
    assert set(scenarios.battles()) == {name for name in scenario.shipped() if not name.startswith(DRILL)}


@pytest.mark.parametrize(
    ("tally", "share"),
    [
        (Tally(20, 0, 20, 0, 0), 1.0),
        (Tally(20, 0, 5, 15, 0), 0.25),
        (Tally(20, 0, 4, 12, 4), 0.3),
        (Tally(20, 0, 14, 6, 0), 0.7),
        (Tally(20, 0, 4, 14, 0), 0.25),  # two unfinished
        (Tally(0, 0, 0, 0, 0), 0.5),
    ],
)
def test_a_draw_and_an_unfinished_battle_count_half(tally: Tally, share: float) -> None:
    fought = Fought("skirmish", tally)
    assert fought.share == pytest.approx(share)
    assert fought.is_even == (0.3 <= share <= 0.7)


def test_the_words_of_a_scenario_may_change_but_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    before = scenarios.digest("hastings")
    table = scenario.content("hastings")
    assert isinstance(table, dict)
    monkeypatch.setattr(scenario, "content", lambda _: {**table, "about": "Something else."})
    assert scenarios.digest("hastings") == before
    monkeypatch.setattr(scenario, "content", lambda _: {**table, "begins": "second"})
    assert scenarios.digest("hastings") != before
    monkeypatch.setattr(scenario, "content", lambda _: {**table, "armies": {**table["armies"], "first": "vikings"}})
    assert scenarios.digest("hastings") != before


def test_a_battle_is_fought_to_its_end_by_the_general_and_only_once(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single one says nothing about who has it easier, so our page does not show it yet."""
    scenarios.main(["skirmish", "--games", "1", "--jobs", "1"])
    [place] = (elsewhere / "scenarios").iterdir()
    assert place.name == f"skirmish-{scenarios.digest('skirmish')}-955.json"
    kept = Tally(**json.loads(place.read_text(encoding="utf-8")))
    assert (kept.games, kept.first + kept.second + kept.draws) == (1, 1)
    assert figures.read("scenarios") == {}
    monkeypatch.setattr(matches, "play", lambda *_: pytest.fail("fought again"))
    scenarios.main(["skirmish", "--games", "1", "--jobs", "1"])


def test_twenty_battles_that_one_army_wins_are_complained_of(elsewhere: Path) -> None:
    place = elsewhere / "scenarios" / f"hastings-{scenarios.digest('hastings')}-955.json"
    place.parent.mkdir()
    place.write_text('{"games": 20, "plies": 2000, "first": 15, "second": 5, "draws": 0}', encoding="utf-8")
    with pytest.raises(SystemExit, match="Too easy for one side: hastings"):
        scenarios.main(["hastings"])
    assert figures.read("scenarios")["hastings"]["share"] == 0.75


def test_a_scenario_that_nobody_knows_is_named() -> None:
    with pytest.raises(SystemExit, match="Nobody fights nowhere"):
        scenarios.main(["nowhere"])


@pytest.mark.data
@pytest.mark.parametrize("name", figures.read("scenarios"))
def test_the_figures_on_our_page_are_of_the_battle_as_it_is(name: str) -> None:
    """A changed ground, army or deployment wants `make scenarios` again."""
    fought = figures.read("scenarios")[name]
    assert fought["battle"] == scenarios.digest(name)
    assert sum(fought["won"]) + fought["draws"] + fought["unfinished"] == fought["games"] >= scenarios.GAMES


@pytest.mark.parametrize("name", sorted(set(figures.read("scenarios")) - OLDER - UNEVEN))
def test_either_army_of_a_scenario_is_worth_leading(name: str) -> None:
    fought = figures.read("scenarios")[name]
    assert 0.3 <= fought["share"] <= 0.7


@pytest.mark.parametrize("name", sorted(UNEVEN))
def test_a_scenario_that_is_called_uneven_is_so_still(name: str) -> None:
    """Once it is even, it is one of the others."""
    assert not 0.3 <= figures.read("scenarios")[name]["share"] <= 0.7
    assert f"`{name}`" in (figures.ROOT / "docs/games/adlg.md").read_text(encoding="utf-8")
