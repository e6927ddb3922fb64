"""The table drawn with letters: rulers, units with their facing, ground, melees; readable however dense it is."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from benchmarks.battles import SCENARIOS, battle
from tests.games.adlg.table.tables import Placed, battlefield, ground, meets, work
from triarii.core.contract import Drawn, Explained, Eye
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.stages import Activation, ChoosingCorps, Now, TurningAbout
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.telling import chart, facts

U: Placed = ("u1", "heavy_swordsmen", (10000, 8000, 0))
E: Placed = ("e1", "heavy_swordsmen", (10000, 15000, 18000))


def drawn(field: Field, now: Now | None = None) -> str:
    return chart.drawing(State(field, now or ChoosingCorps(), 0))


def table_of(width: int, depth: int, **more: object) -> Field:
    far: Placed = ("e1", "heavy_swordsmen", (width - 1000, depth - 1000, 18000))
    return battlefield([("u1", "heavy_swordsmen", (1000, 1500, 0)), far], size=(width, depth), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "columns", "rows"), [((30000, 20000), 100, 32), ((20000, 15000), 80, 32), ((16000, 13000), 80, 32)]
)
def test_a_table_fits_into_a_terminal(size: tuple[int, int], columns: int, rows: int) -> None:
    lines = drawn(table_of(*size)).splitlines()
    assert len(lines) <= rows
    assert max(len(line) for line in lines) <= columns
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize("size", [(1000, 60000), (60000, 1000), (4000, 4000), (60000, 60000)])
def test_tables_of_every_shape_are_drawn(size: tuple[int, int]) -> None:
    lines = drawn(battlefield([], size=size)).splitlines()
    assert len(lines) <= 32
    assert max(len(line) for line in lines) <= 100


def test_rulers_name_every_fifth_ud() -> None:
    lines = drawn(table_of(20000, 15000)).splitlines()
    assert re.findall(r"\d+", lines[0]) == ["0", "5", "10", "15", "20"]
    assert lines[-1] == lines[0]
    assert [found[1] for line in lines[1:-1] if (found := re.match(r" ?(\d+)\|", line))] == ["15", "10", "5", "0"]


def test_a_unit_stands_at_its_place_with_its_facing() -> None:
    lines = drawn(table_of(16000, 13000)).splitlines()
    (row,) = [line for line in lines if "u1↑" in line]
    assert row.index("u1↑") == 3 + 2, "half a UD from the left, at four columns per UD"
    assert lines.index(row) == len(lines) - 1 - 3, "1.25 UD from the near edge, at two rows per UD"
    assert "e1↓" in lines[2]


@pytest.mark.parametrize(
    ("heading", "arrow"),
    [
        (0, "↑"),
        (4500, "↗"),
        (9000, "→"),
        (13500, "↘"),
        (18000, "↓"),
        (22500, "↙"),
        (27000, "←"),
        (31500, "↖"),
        (35000, "↑"),
    ],
)
def test_the_arrow_is_the_nearest_of_eight(heading: int, arrow: str) -> None:
    assert f"u1{arrow}" in drawn(battlefield([("u1", "heavy_swordsmen", (10000, 8000, heading))]))


def test_a_dense_line_keeps_every_name_readable_and_lists_who_looks_aside() -> None:
    units: list[Placed] = [(f"u{n}", "heavy_swordsmen", (8000 + 1000 * (n - 10), 9000, 0)) for n in range(10, 24)]
    units += [("u30", "heavy_swordsmen", (22000, 9000, 9000)), ("u31", "heavy_swordsmen", (22500, 9500, 9000))]
    text = drawn(battlefield(units, size=(30000, 20000)))
    assert "".join(f"u{n}" for n in range(10, 24)) in text
    shown = re.findall(r"u\d+", text.split("\n→")[0])
    assert sorted(shown) == sorted(unit[0] for unit in units)
    assert len(re.findall(r"u3[01]→", text)) == 2


def test_units_that_stand_on_one_place_are_drawn_beside_each_other_or_listed() -> None:
    crowd: list[Placed] = [(f"u{n}", "light_infantry", (10000, 8000, 0)) for n in range(1, 40)]
    text = drawn(battlefield(crowd))
    assert set(re.findall(r"u\d+", text)) == {unit[0] for unit in crowd}
    assert "… u" in text
    assert re.search(r"u\d+ 10/7\.\d+", text)


def test_melees_disorder_commanders_and_who_is_asked_are_marked() -> None:
    units: list[Placed] = [
        U,
        ("u2", "heavy_swordsmen", (12000, 8000, 0), {"cohesion": 2}),
        ("e1", "heavy_spearmen", (10000, 8000, 18000)),
        ("e2", "light_infantry", (14000, 14000, 18000)),
    ]
    field = battlefield(units, meetings=[meets("u1", "e1")], leaders={"c1": "u2", "d1": (5000, 15000, 18000)})
    text = drawn(field, TurningAbout(Activation("c1"), ("e2",)))
    assert "u1↑×" in text
    assert "u2↑!" in text
    assert "e2↓?" in text
    assert text.splitlines()[-3:] == ["× u1-e1", "! u2 2/4", "@ c1@u2"]
    assert re.search(r"\bd1\b", text)


def test_camps_are_drawn_and_lost_ones_otherwise() -> None:
    field = battlefield(
        [U, E], camps=[("k1", Camp.NORMAL, (10000, 2000, 0)), ("k2", Camp.NORMAL, (10000, 18000, 18000))]
    )
    assert "[k1]" in drawn(field)
    taken = type(field)(field.setting, field.stands, field.leaders, taken=frozenset({"k2"}))
    assert "(k2)" in drawn(taken)


def test_the_ground_has_light_marks_and_a_legend_names_those_that_are_there() -> None:
    terrain = [ground("wood", 2000, 2000, 5000, 5000), ground("gentle_hill", 12000, 3000, 17000, 7000, (14000, 5000))]
    terrain += [ground("marsh", 2000, 12000, 5000, 15000, impassable=True)]
    field = battlefield([U, E], terrain=terrain, works=[work("fortification", (6000, 6000), (9000, 6000), 0)])
    state = State(field, ChoosingCorps(), 0)
    text = chart.drawing(state)
    assert all(mark in text for mark in "♣^*XH")
    told = [GAME.texts.say(message, "en") for message in chart.legend(state)]
    assert told[-1] == "Ground: ♣ wood, ^ gentle hill, X impassable, * crest and H fortification."


@pytest.mark.rule("adlg.terrain.hill_with_brush")
def test_a_hill_covered_with_brush_is_drawn_and_told_as_one() -> None:
    hill = ground("brush", 12000, 3000, 17000, 7000, (14000, 5000))
    state = State(battlefield([U, E], terrain=[hill, ground("brush", 2000, 2000, 5000, 5000)]), ChoosingCorps(), 0)
    assert all(mark in chart.drawing(state) for mark in '%"*')
    told = [GAME.texts.say(message, "en") for message in chart.legend(state)]
    assert told[-1] == 'Ground: % hill with brush, " brush and * crest.'
    terrain: Any = facts.scenery_facts(state.field.setting)["terrain"]
    assert [(piece["kind"], piece["class"]) for piece in terrain] == [("brush_hill", "rough"), ("brush", "rough")]


def test_a_piece_smaller_than_a_letter_is_still_there() -> None:
    assert "#" in drawn(battlefield([], terrain=[ground("village", 9010, 9010, 9020, 9020)]))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_moment_of_a_battle_is_drawn_with_every_unit_once_and_always_alike(scenario: str) -> None:
    assert isinstance(GAME, Drawn)
    assert isinstance(GAME, Explained)
    for tried in battle(scenario, 5, 40, wrong=0):
        view = tried.after.view(Eye.OBSERVER)
        text = GAME.drawing(view)
        assert text == chart.drawing(tried.after.state)
        lines = text.splitlines()
        rows = [line[3:-1] for line in lines if re.match(r"..\|", line)]
        names = re.findall(r"[ue]\d+", " ".join(rows))
        hidden = re.findall(r"([ue]\d+) [\d.]+/[\d.]+", text.split("\n…")[1]) if "\n…" in text else []
        assert sorted(names + hidden) == sorted(tried.after.state.field.stands)


def test_the_drawing_of_a_view_is_the_drawing_of_its_position() -> None:
    start = GAME.start({"scenario": "drill_zone"})
    assert isinstance(start, Position)
    assert GAME.imagine(start.view(Eye.FIRST), Random(0)) == start
    assert GAME.drawing(start.view(Eye.FIRST)) == GAME.drawing(start.view(Eye.SECOND))


def test_in_the_set_up_the_map_shows_where_a_corps_may_come() -> None:
    position, rng = GAME.start({"setup": "procedure"}), Random(1)
    assert isinstance(position, Position)
    while position.state.setup is not None and position.state.setup.task is not Task.DEPLOY:
        chances = position.chances()
        position = position.play(rng.choice(chances)[0] if chances else position.actions()[0])
    text = chart.drawing(position.state)
    assert ":::::" in text
    told = " ".join(GAME.texts.say(message, "en") for message in chart.legend(position.state))
    assert ": the limit of where it may go" in told
    assert len(text.splitlines()) <= 34
