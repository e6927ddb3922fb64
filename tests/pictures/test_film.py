"""Battles as moving pictures: everybody goes from where they stood to where they stand, who is lost goes too, and all
of it is told in names, without a script."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from triarii.pictures import adlg_film
from triarii.pictures.moving import Clock
from triarii.pictures.report_steps import last_state, steps_of

from .test_brief_report import battle

SVG = "{http://www.w3.org/2000/svg}"


@cache
def film(lang: str = "en") -> str:
    return adlg_film.film(battle(), lang)


def frames(made: str, name: str) -> list[tuple[float, str]]:
    """What a class does, by the percent of the film."""
    found = re.search(rf"@keyframes {name}{{(.*?}})}}", made)
    assert found
    return [(float(part), how) for part, how in re.findall(r"([\d.]+)%\{(.*?)\}", found[1])]


def ways(made: str) -> dict[str, list[str]]:
    """The transforms of every unit, in order."""
    found: dict[str, list[str]] = {}
    for one in ET.fromstring(made).iter(f"{SVG}g"):
        if one.get("data-unit"):
            found[one.attrib["data-unit"]] = [how for _, how in frames(made, one.attrib["class"])]
    return found


def test_units_begin_where_they_stood_and_end_where_they_stand() -> None:
    start, end = steps_of(battle())[0].before.field, last_state(battle()).field
    going, height = ways(film()), end.setting.size[1] / 10

    def stands(pose: tuple[int, int, int]) -> str:
        return f"transform:translate({pose[0] / 10:g}px,{height - pose[1] / 10:g}px)"

    assert set(going) == set(start.setting.units)
    for name, stand in start.stands.items():
        assert going[name][0].startswith(stands(stand.pose)), name
    for name, stand in end.stands.items():
        assert going[name][-1].startswith(stands(stand.pose)), name
    assert len([way for way in going.values() if len(set(way)) > 1]) > len(going) / 2


def test_who_is_lost_fades_and_nobody_else() -> None:
    """Each is drawn twice: its point below all bases, and its base."""
    made, gone = film(), set(steps_of(battle())[0].before.field.stands) - set(last_state(battle()).field.stands)
    faded = set()
    for outer in ET.fromstring(made).iter(f"{SVG}g"):
        for inner in outer.findall(f"{SVG}g[@data-unit]"):
            if outer.get("class") and frames(made, outer.attrib["class"])[-1][1] == "opacity:0":
                faded.add(inner.attrib["data-unit"])
    assert faded == gone
    assert gone


def test_a_unit_that_turns_goes_the_shorter_way_round() -> None:
    for name, way in ways(film()).items():
        turns = [float(found[1]) for how in way if (found := re.search(r"rotate\((-?[\d.]+)deg\)", how))]
        assert all(abs(after - before) <= 180 for before, after in pairwise(turns)), name


@pytest.mark.parametrize(("lang", "word"), [("en", "Turn 1"), ("de", "Spielzug 1")])
def test_it_is_told_in_names_and_needs_nothing_else(lang: str, word: str) -> None:
    made = film(lang)
    said = [one.text or "" for one in ET.fromstring(made).iter(f"{SVG}text")]
    assert any(text.startswith(word) for text in said)
    assert not [text for text in said if re.search(r"\b[uecd]\d+\b", text)]
    for foreign in ("<script", "http-equiv", "url(", "@import", "foreignObject"):
        assert foreign not in made
    assert made.count("http") == 1, "the name of SVG itself"


def test_whoever_wants_less_motion_sees_the_end() -> None:
    assert "@media (prefers-reduced-motion:reduce)" in film()


def test_what_is_seen_all_the_time_needs_no_clock_and_neighbouring_spans_are_one() -> None:
    clock = Clock(10.0)
    assert clock.seen([(0.0, 4.0), (4.0, 10.0)]) == ""
    once = clock.seen([(2.0, 3.0), (3.0, 5.0)])
    assert frames(clock.style(), once) == [
        (0.0, "opacity:0"),
        (20.0, "opacity:1"),
        (50.0, "opacity:0"),
        (100.0, "opacity:0"),
    ]
    assert clock.seen([(2.0, 5.0)]) == once
