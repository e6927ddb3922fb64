"""The page about the lab: its commands exist with their options, and its figures follow from the seconds measured."""

from __future__ import annotations

import re
import shlex

import pytest

from tests.pages import DOCS
from triarii.cli.app import COMMANDS
from triarii.lab.forecasts import Forecast

PAGE = (DOCS / "lab.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"triarii (?:match|balance|merge|plan) [^`\n#]+", PAGE)
CORES, PRICE, GAMES = 64, 0.04, 1_000_000


@pytest.mark.parametrize("line", SHOWN)
def test_a_command_on_the_page_has_the_options_that_it_is_shown_with(line: str) -> None:
    name, *words = shlex.split(line)[1:]
    command = next(late for late in COMMANDS if late.name == name).loaded()
    known = {spelled for parameter in command.params for spelled in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_every_command_that_the_page_names_can_be_shared_out_resumed_and_put_into_a_table() -> None:
    named = PAGE.partition("commands play many games:")[2].partition(".")[0]
    lab = re.findall(r"`(?:triarii )?([a-z-]+)`", named)
    found = {}
    for late in COMMANDS:
        options = {spelled for parameter in late.loaded().params for spelled in getattr(parameter, "opts", ())}
        if "--shard" in options:
            found[str(late.name)] = {"--on", "--jobs", "--resume", "--table", "--json", "--seed"} - options
    assert found == {name: set() for name in lab}


def test_hours_and_cost_on_the_page_follow_from_the_seconds() -> None:
    rows = re.findall(r"^\| .* \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 6
    for row in rows:
        seconds, core_hours, hours, cost = map(float, row)
        found = Forecast(GAMES, [seconds])
        assert found.core_hours == pytest.approx(core_hours, rel=0.005)  # the page has the seconds rounded
        assert found.hours(CORES) == pytest.approx(hours, abs=0.01)
        assert found.cost(PRICE) == pytest.approx(cost, abs=0.01)


def test_what_the_page_says_of_precision_is_so() -> None:
    for games, known_to in ((1_000_000, 0.001), (10_000, 0.01), (1_000, 0.03)):
        assert Forecast(games, [1.0]).precision == pytest.approx(known_to, rel=0.05)
    assert len(SHOWN) >= 9
