"""A battle on two pages: what decided it, in words that people use, and nothing that the whole report is for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from triarii.core import records, registry, timeline
from triarii.core.contract import Refusal
from triarii.core.timeline import Timeline
from triarii.pictures import report, report_brief
from triarii.pictures.report_steps import steps_of

GOLDEN = Path(__file__).parent.parent / "golden"


@cache
def battle(name: str = "adlg_skirmish") -> Timeline:
    found = records.parse((GOLDEN / f"{name}.jsonl").read_bytes())
    assert found.record is not None
    game = registry.game(found.record.header.game)
    assert not isinstance(game, Refusal)
    line, problem = timeline.replay(game, found.record)
    assert line is not None
    assert problem is None
    return line


def test_the_moments_that_shifted_the_balance_most_are_told_in_order() -> None:
    steps = steps_of(battle())
    points = report_brief.turning_points(steps)
    assert 1 <= len(points) <= report_brief.MOST
    assert [point.before.sequence for point in points] == sorted(point.before.sequence for point in points)
    rest = [one for one in report_brief.turning_points(steps, most=99) if one not in points]
    assert all(other.swing <= min(point.swing for point in points) for other in rest)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_two_sheets_tell_the_battle_in_names(lang: str) -> None:
    page = report.page(battle(), lang, brief=True)
    assert page.count('class="sheet"') == 2
    assert page.count('class="moment"') >= 2
    words = re.sub(r"<svg.*?</svg>|<style>.*?</style>", "", page, flags=re.DOTALL)
    assert not re.search(r">[^<]*\b[ue]\d+\b", words), "names, not what a record calls them"
    assert re.search(r'class="chance">[^<]+\d+', words)
    assert words.count("<") < report.page(battle(), lang).count("<") / 3


def test_other_games_are_told_whole() -> None:
    name = next(file.stem for file in sorted(GOLDEN.glob("cities*.jsonl")))
    assert report.page(battle(name), "en", brief=True) == report.page(battle(name), "en")
