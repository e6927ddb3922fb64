"""Pictures of Cities & Heroes: whole, self-contained, true to the position, and text_of in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from xml.etree import ElementTree as ET

import pytest

from tools import picture_figures
from triarii.core.contract import AnyGame, Eye, Refusal, Turn, View
from triarii.core.texts import LANGUAGES
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.pictures import colours, draw
from triarii.pictures.cities import TEXTS, picture
from triarii.pictures.colours import Theme

SVG = "{http://www.w3.org/2000/svg}"
THEMES: Sequence[Theme] = ("light", "dark")
MIDDLE_GAME = "9h/8f1/1f1H2h3/2h4hH1/3h1f4/4H5/2F2H1F2/1F8/10/10 1 a1j1d3g3d8-g8a10j10 0"
WON = "10/10/10/4f5/10/10/10/4H5/4F5/10 1 a1j1d3g3-d8g8a10j10 0"
DRAWN = "10/4f5/10/4f5/10/10/10/4H5/4F5/10 1 a1j1d3g3-d8g8a10j10 0"


def view_of(text: str) -> View:
    position = GAME.parse(text, {})
    assert not isinstance(position, Refusal), text
    return position.view(Eye.OBSERVER)


def lots() -> View:
    position = GAME.start({"begins": "random"})
    assert isinstance(position, Position)
    return position.view(Eye.FIRST)


def tree_of(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)


def text_of(drawn: str, part: str) -> str:
    [found] = tree_of(drawn).findall(SVG + part)
    return found.text or ""


def things(drawn: str, mark: str) -> list[Mapping[str, str]]:
    """The attributes of all elements that carry a mark: `data-piece`, `data-city` or `data-mark`."""
    return [found.attrib for found in tree_of(drawn).iter() if mark in found.attrib]


def expected(view: View) -> tuple[list[tuple[str, str, str]], list[tuple[str, str]]]:
    """Pieces and cities read from the text of the view, without the help of the game."""
    rows, _, cities = view.text.split()[:3]
    pieces = []
    for row, line in zip(range(10, 0, -1), rows.split("/"), strict=True):
        column = 0
        for part in re.findall(r"\d+|[FHfh]", line):
            if part.isdigit():
                column += int(part)
                continue
            side = "first" if part.isupper() else "second"
            pieces.append(("abcdefghij"[column] + str(row), side, "hero" if part in "Hh" else "fighter"))
            column += 1
    owners = zip(("first", "second"), cities.split("-"), strict=True)
    return sorted(pieces), sorted((name, side) for side, names in owners for name in re.findall(r"[a-j]\d+", names))


def place(attributes: Mapping[str, str]) -> str:
    """The square whose middle a thing stands on."""
    x, y = map(float, re.findall(r"translate\(([\d.]+) ([\d.]+)\)", attributes["transform"])[0])
    assert (x % 48, y % 48) == (24, 24)
    return "abcdefghij"[int(x // 48)] + str(10 - int(y // 48))


def check_drawn(view: View, drawn: str, path: Sequence[str] = ()) -> None:
    """All that must hold for every picture."""
    pieces, cities = expected(view)
    found_pieces, found_cities = things(drawn, "data-piece"), things(drawn, "data-city")
    assert sorted((f["data-piece"], f["data-side"], f["data-kind"]) for f in found_pieces) == pieces
    assert sorted((f["data-city"], f["data-side"]) for f in found_cities) == cities
    for found in found_pieces:
        letter = {"first": "a", "second": "b"}[found["data-side"]]
        assert found["href"].endswith(f"-{letter}-{found['data-kind']}")
        assert place(found) == found["data-piece"]
    occupied = {name for name, _, _ in pieces} | set(path[:-1])
    for found in found_cities:
        letter = {"first": "a", "second": "b"}[found["data-side"]]
        thing = "walls" if found["data-city"] in occupied else "city"
        assert found["href"].endswith(f"-{letter}-{thing}")
        assert place(found) == found["data-city"]
    check_self_contained(drawn)


def check_self_contained(drawn: str) -> None:
    root = tree_of(drawn)
    ids = [found.attrib["id"] for found in root.iter() if "id" in found.attrib]
    links = {found.attrib["href"] for found in root.iter() if "href" in found.attrib}
    assert len(ids) == len(set(ids))
    assert links <= {f"#{name}" for name in ids}
    assert {found.tag.removeprefix(SVG) for found in root.iter()} <= {
        *("svg", "title", "desc", "defs", "g", "use", "rect", "circle", "ellipse", "path", "polyline", "polygon"),
        *("text", "tspan"),
    }
    assert drawn.count("://") == 1, "only the name of the SVG namespace looks like an address"
    assert "url(" not in drawn
    assert "{" not in drawn
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_picture_shows_every_piece_and_city_once(lang: str, theme: Theme) -> None:
    view = view_of(MIDDLE_GAME)
    check_drawn(view, picture(view, lang, ["h7", "b2", "d3"], ["f9", "e8", "f7", "f6"], theme))


@pytest.mark.parametrize("seed", range(12))
def test_pictures_of_random_games_are_true(seed: int) -> None:
    rng = Random(seed)
    options = {"begins": rng.choice(["first", "second"]), "layout": rng.choice(["gates", "zigzag", "scattered"])}
    position = GAME.start(options)
    assert isinstance(position, Position)
    for _ in range(60):
        if position.turn is Turn.OVER:
            break
        action = rng.choice(position.actions())
        seen = GAME.preview(position, action, Eye.OBSERVER)
        lost = [*cast("list[str]", seen["captures"]), *cast("list[str]", seen["losses"])]
        path = cast("list[str]", seen["path"])
        position = position.play(action)
        view = position.view(rng.choice(list(Eye)))
        drawn = picture(view, rng.choice(LANGUAGES), lost, path, rng.choice(THEMES))
        check_drawn(view, drawn, path)
        assert {mark["data-mark"] for mark in things(drawn, "data-mark")} == set(lost)
        assert ("<polyline" in drawn) == (len(path) > 1)


def test_a_picture_is_the_same_every_time() -> None:
    view = view_of(MIDDLE_GAME)
    assert picture(view, "de", ["b2", "h7", "b2"]) == picture(view, "de", ["h7", "b2"])


# In words


def test_title_and_description_tell_the_position_in_english() -> None:
    drawn = picture(view_of(MIDDLE_GAME), "en", ["h7", "b2"], ["f8", "f6"])
    assert text_of(drawn, "title") == "Cities & Heroes. It is Blue's turn."
    assert text_of(drawn, "desc") == (
        "Blue has fighters on b3, c4 and h4. "
        "Blue has heroes on f4, e5, i7 and d8. "
        "Blue holds the cities a1, j1, d3, g3 and d8. "
        "Ochre has fighters on f6, b8 and i9. "
        "Ochre has heroes on d6, c7, h7, g8 and j10. "
        "Ochre holds the cities g8, a10 and j10. "
        "It is Blue's turn. "
        "The last move went from f8 to f6. "
        "The squares b2 and h7 are marked."
    )


def test_title_and_description_tell_the_position_in_german() -> None:
    drawn = picture(view_of(MIDDLE_GAME), "de", ["h7"], ["d8"])
    assert tree_of(drawn).attrib["lang"] == "de"
    assert text_of(drawn, "title") == "Städte & Helden. Blau ist am Zug."
    desc = text_of(drawn, "desc")
    assert desc.startswith("Blau hat Kämpfer auf b3, c4 und h4. Blau hat Helden auf")
    assert desc.endswith("ist am Zug. Der letzte Zug war auf d8. Das Feld h7 ist markiert.")


@pytest.mark.parametrize(
    ("view", "title", "states"),
    [
        (view_of(MIDDLE_GAME.replace(" 1 ", " 2 ")), "It is Ochre's turn.", ["", "to move"]),
        (view_of(WON), "Blue wins: at most one enemy piece is left.", ["wins", ""]),
        (
            view_of(DRAWN),
            "It is a draw: neither side has more than two pieces left, so the cities decide.",
            ["draw", "draw"],
        ),
        (lots(), "Who begins is decided by lot.", ["", ""]),
    ],
)
def test_it_says_who_is_to_move_or_how_it_ended(view: View, title: str, states: Sequence[str]) -> None:
    drawn = picture(view)
    assert text_of(drawn, "title") == f"Cities & Heroes. {title}"
    assert text_of(drawn, "desc").endswith(title)
    names = [text for text in tree_of(drawn).iter(SVG + "text") if text.text in ("Blue", "Ochre")]
    assert [text.text for text in names] == ["Blue", "Ochre"]
    assert ["".join(part.text or "" for part in text) for text in names] == states


def test_each_side_has_its_counts_beside_it() -> None:
    strips = tree_of(picture(view_of(MIDDLE_GAME))).findall(SVG + "g")[:2]
    numbers = [[t.text for t in strip.iter(SVG + "text") if (t.text or "").isdigit()] for strip in strips]
    assert numbers == [["3", "4", "5"], ["3", "5", "3"]]


def test_players_sit_at_their_side_of_the_board() -> None:
    groups = tree_of(picture(view_of(MIDDLE_GAME))).findall(SVG + "g")
    tops = [float(group.attrib["transform"].rstrip(")").split()[1]) for group in groups]
    first, second, board = tops
    assert second + 40 < board - 24, "Ochre's strip ends above the frame"
    assert first > board + 480 + 24, "Blue's begins below it"


def test_every_message_is_there_in_both_languages() -> None:
    for key, entry in TEXTS.entries.items():
        assert set(entry) - {"by"} == set(LANGUAGES), key


# Told apart without colour


def definitions(theme: Theme = "light") -> dict[str, str]:
    """What is drawn once and used by name, without any colour."""
    root = tree_of(picture(view_of(MIDDLE_GAME), theme=theme))
    drawn = {found.attrib["id"]: ET.tostring(found, "unicode") for found in root.iter() if "id" in found.attrib}
    return {name.split(f"-{theme}-")[1]: re.sub(r'#[0-9a-f]{6}|id="[^"]*"', "", text) for name, text in drawn.items()}


def test_sides_kinds_and_owners_differ_in_shape() -> None:
    shapes = definitions()
    assert set(shapes) == {f"{side}-{thing}" for side in "ab" for thing in ("fighter", "hero", "walls", "city")}
    assert len(set(shapes.values())) == len(shapes)
    assert shapes == definitions("dark")


def test_an_occupied_city_shows_around_its_piece() -> None:
    drawn = picture(view_of(MIDDLE_GAME))
    order = [found.attrib for found in tree_of(drawn).iter() if {"data-piece", "data-city"} & set(found.attrib)]
    [city] = (index for index, found in enumerate(order) if found.get("data-city") == "d8")
    [piece] = (index for index, found in enumerate(order) if found.get("data-piece") == "d8")
    assert city < piece, "walls below, piece above"
    assert "scale(0.84)" in order[piece]["transform"]
    assert not any("scale" in found["transform"] for found in order if found.get("data-piece") in ("c4", "e5"))


def test_coordinates_stand_outside_the_board_on_all_sides() -> None:
    board = tree_of(picture(view_of(MIDDLE_GAME))).findall(SVG + "g")[2]
    places: dict[str, set[tuple[float, float]]] = {}
    for text in board.iter(SVG + "text"):
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        assert not (0 < x < 480 and 0 < y < 480), "outside the squares"
        places.setdefault(text.text or "", set()).add((x, y))
    assert set(places) == {*"abcdefghij", *map(str, range(1, 11))}
    assert {x for x, _ in places["a"]} == {24}
    assert {x for x, _ in places["j"]} == {456}
    assert all(400 < y < 480 for _, y in places["1"])
    assert all(0 < y < 48 for _, y in places["10"])
    assert {len(found) for found in places.values()} == {2}


# Marks


def test_the_arrow_follows_the_path_and_stops_before_the_piece() -> None:
    drawn = picture(view_of(MIDDLE_GAME), path=["f9", "e8", "f7", "f6"])
    line = next(tree_of(drawn).iter(SVG + "polyline")).attrib["points"]
    points = [tuple(map(float, point.split(","))) for point in line.split()]
    assert points[:3] == [(264, 72), (216, 120), (264, 168)]
    assert points[3][0] == 264
    assert 168 < points[3][1] < 216 - 16, "short of the piece on f6"
    last = colours.of("light")["last"]
    grounds = [found.attrib for found in tree_of(drawn).iter(SVG + "rect") if found.attrib["fill"] == last]
    assert [(ground["x"], ground["y"]) for ground in grounds] == [("240", "48"), ("240", "192")]


@pytest.mark.parametrize("path", [["c2", "f6"], ["h8", "f6"], ["e6", "f6"], ["g5", "f6"], ["f5", "f6"], ["e7", "f6"]])
def test_the_arrow_points_at_its_goal_from_every_side(path: Sequence[str]) -> None:
    root = tree_of(picture(view_of(MIDDLE_GAME), path=path))
    points = [
        complex(*map(float, point.split(",")))
        for tag in ("polyline", "polygon")
        for point in next(root.iter(SVG + tag)).attrib["points"].split()
    ]
    start, foot, tip, *wings = points
    goal = complex(264, 216)
    assert abs(tip - goal) == pytest.approx(19, abs=0.1)
    assert abs(start - foot) + abs(foot - tip) + abs(tip - goal) == pytest.approx(abs(start - goal), abs=0.1)
    assert sum(wings) / 2 == pytest.approx(foot, abs=0.1), "the head stands square on the line"


def test_a_turn_on_one_square_has_a_ground_and_no_arrow() -> None:
    drawn = picture(view_of(MIDDLE_GAME), path=["d8"])
    assert drawn.count(colours.of("light")["last"]) == 1
    assert "<polyline" not in drawn


def test_lost_pieces_are_marked_over_everything() -> None:
    drawn = picture(view_of(MIDDLE_GAME), highlight=["b2", "h7", "d3"])
    assert [place(mark) for mark in things(drawn, "data-mark")] == ["b2", "d3", "h7"]
    assert drawn.rindex("data-piece") < drawn.index("data-mark")


@pytest.mark.parametrize("squares", [["k1"], ["a0"], ["a11"], [""], ["A1"], ["a1", "a1b2"], "a1", [" a1"], ["<g>"]])
@pytest.mark.parametrize("mark", ["highlight", "path"])
def test_what_is_no_square_is_refused(mark: str, squares: Sequence[str]) -> None:
    marks: dict[str, Any] = {mark: squares}
    with pytest.raises(ValueError, match="no square"):
        picture(view_of(MIDDLE_GAME), **marks)


@pytest.mark.parametrize(
    "wrong",
    [{"lang": "fr"}, {"lang": ""}, {"theme": "blue"}, {"theme": ""}, {"path": ["a1", "a1"]}],
)
def test_other_nonsense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no language|no theme|another square"):
        picture(view_of(MIDDLE_GAME), **wrong)


# Colours


def brightness(colour: str) -> float:
    """Relative luminance as the accessibility guidelines define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_words_and_symbols_stand_out_from_their_ground(theme: Theme) -> None:
    ink = colours.of(theme)
    words = [("frame_ink", "frame"), ("ink", "paper"), ("ink", "accent_soft"), ("accent_ink", "accent_soft")]
    grounds = ("square_light", "square_dark", "last")
    graphics = [("a_on", "a"), ("b_on", "b"), ("on_threat", "threat")]
    graphics += [(front, ground) for front in ("ink_2", "threat", "a_ink", "b_ink") for ground in grounds]
    assert [(pair, theme) for pair in words if contrast(ink[pair[0]], ink[pair[1]]) < 4.5] == []
    assert [(pair, theme) for pair in graphics if contrast(ink[pair[0]], ink[pair[1]]) < 3] == []
    for side in "ab":
        for ground in grounds:
            assert max(contrast(ink[side + part], ink[ground]) for part in ("", "_rim")) >= 3, (side, ground)


def test_both_themes_name_the_same_colours() -> None:
    assert set(colours.THEMES) == set(THEMES)
    assert set(colours.of("light")) == set(colours.of("dark"))


def test_every_colour_is_used() -> None:
    drawn = picture(view_of(MIDDLE_GAME), highlight=["h7"], path=["f8", "f6"])
    assert [name for name, colour in colours.of("light").items() if colour not in drawn] == []


# The way in, and the pictures in docs


def test_draw_finds_the_picture_of_the_game() -> None:
    view = view_of(MIDDLE_GAME)
    assert draw(GAME, view) == picture(view)
    marks: dict[str, Any] = {"highlight": ["h7"], "path": ["f8", "f6"], "theme": "dark"}
    assert draw(GAME, view, "de", **marks) == picture(view, "de", **marks)


def test_a_game_without_a_picture_gets_none() -> None:
    other = cast("AnyGame", SimpleNamespace(info=SimpleNamespace(id="other", board=None)))
    assert draw(other, view_of(MIDDLE_GAME), "en", theme="dark") is None


@pytest.mark.parametrize("name", sorted(picture_figures.figures()))
def test_the_pictures_in_docs_are_current(name: str) -> None:
    committed = (picture_figures.FIGURES / name).read_text(encoding="utf-8")
    assert committed == picture_figures.figures()[name], "run python -m tools.picture_figures"


def test_the_picture_in_docs_shows_a_lively_moment() -> None:
    drawn = picture_figures.figures()["cities.svg"]
    assert [mark["data-mark"] for mark in things(drawn, "data-mark")] == ["g6", "f7"]
    kinds = {(piece["data-side"], piece["data-kind"]) for piece in things(drawn, "data-piece")}
    assert len(kinds) == 4
    owners = {city["data-city"]: city["data-side"] for city in things(drawn, "data-city")}
    assert owners["j1"] == "second", "a city of Blue's was taken"
