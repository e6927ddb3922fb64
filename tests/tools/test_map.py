"""The map in docs/figures shows the packages that there are and which imports which; and how any map is drawn."""

from __future__ import annotations

import re
from graphlib import CycleError
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools import map as drawing
from tools.packages import Layered, layered

STAIRS = Layered(
    "stairs",
    {"roof": "The roof", "left": "A room", "right": "A room & a half", "cellar": "The cellar"},
    {
        "roof": frozenset({"left", "right", "cellar"}),
        "left": frozenset({"cellar"}),
        "right": frozenset(),
        "cellar": frozenset(),
    },
)


def seen(text: str) -> tuple[set[str], set[tuple[str, str]], str]:
    """The parts, the arrows and the sentences of a picture."""
    root = ET.fromstring(text)
    parts = {str(each.get("data-part")) for each in root.iter() if each.get("data-part")}
    arrows = {(str(each.get("data-from")), str(each.get("data-to"))) for each in root.iter() if each.get("data-from")}
    return parts, arrows, root.findtext("{*}desc", "")


def test_the_map_is_there_for_every_package_with_layers_and_for_no_other() -> None:
    assert set(drawing.FIGURES.glob("map-*.svg")) == set(drawing.drawn()), "run make map"


@pytest.mark.parametrize("path", sorted(drawing.drawn()), ids=lambda path: path.stem)
def test_the_map_is_current(path: Path) -> None:
    assert seen(path.read_text(encoding="utf-8")) == seen(drawing.drawn()[path]), "run make map"


def test_the_map_knows_the_packages_and_layers_of_the_program() -> None:
    [package] = (package for package in layered() if package.name == "triarii")
    assert {"cli", "server", "adapters", "players", "games/cities", "games/towar", "core"} <= set(package.parts)
    assert not {"games", "builds", "__main__"} & set(package.parts)
    layers = package.layers()
    assert layers["cli"] > layers["server"] > layers["players"] > layers["games/cities"] > layers["core"] == 0
    assert ("games/towar", "core") in package.arrows()
    assert ("cli", "core") not in package.arrows()
    assert all(package.parts.values())


def test_an_arrow_that_follows_from_others_is_not_drawn_but_told() -> None:
    parts, arrows, told = seen(drawing.picture(STAIRS, "light"))
    assert parts == set(STAIRS.parts)
    assert arrows == {("roof", "left"), ("roof", "right"), ("left", "cellar")}
    assert "roof imports cellar, left, right." in told
    assert "right imports no other." in told


def test_a_part_stands_just_below_those_that_import_it() -> None:
    assert STAIRS.layers() == {"roof": 2, "left": 1, "right": 1, "cellar": 0}


def test_boxes_of_a_layer_stand_apart_and_nothing_leaves_the_picture() -> None:
    for package in (STAIRS, *layered()):
        root = ET.fromstring(drawing.picture(package, "dark"))
        wide, high = float(root.attrib["width"]), float(root.attrib["height"])
        boxes = [box.attrib for box in root.iterfind(".//{*}g[@data-part]/{*}rect")]
        corners = sorted((float(box["y"]), float(box["x"])) for box in boxes)
        assert all(0 <= x <= wide - drawing.WIDE and 0 <= y <= high - drawing.HIGH for y, x in corners)
        for (y, x), (next_y, next_x) in pairwise(corners):
            assert next_y != y or next_x - x >= drawing.WIDE
        paths = " ".join(path.attrib["d"] for path in root.iterfind("{*}path"))
        assert all(0 <= float(number) <= max(wide, high) for number in re.findall(r"-?[\d.]+", paths))


def test_both_themes_show_the_same_in_other_colours() -> None:
    light, dark = (drawing.picture(STAIRS, theme) for theme in ("light", "dark"))
    assert seen(light) == seen(dark)
    assert not {"#f1eadb", "#29231a"} & set(re.findall(r"#\w{6}", dark))


def test_parts_that_import_each_other_have_no_map() -> None:
    circle = Layered("circle", {"a": "", "b": ""}, {"a": frozenset({"b"}), "b": frozenset({"a"})})
    with pytest.raises(CycleError):
        drawing.picture(circle, "light")
