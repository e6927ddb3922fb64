"""The numbers of the box and the layouts against what is written out here by hand; every changed number must fail."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from typing import Any

import pytest

pytestmark = pytest.mark.data

COLUMNS = "abcdefghij"

# The first player's half, row 5 on top: F fighter, C city.
DRAWINGS = {
    "gates": """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . C . . C . . .
        . F F F F F F F F .
        C . . . . . . . . C""",
    "rear": """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . F F F F F F F F .
        . C . C . . C . C .""",
    "flanks": """
        . . . . . . . . . .
        . . . . . . . . . .
        . . C . . . . C . .
        . . . F F F F . . .
        . C . F F F F . C .""",
    "outpost": """
        . . . . . . . . . .
        . . . . . . . . . .
        . C . C . . C . C .
        . . . . . . . . . .
        . F F F F F F F F .""",
    "deep": """
        . . . . . . . . . .
        . . . . . . . . . .
        . F F F F F F F F .
        . . . . . . . . . .
        C . . C . . C . . C""",
    "zigzag": """
        . . . . . . . . . .
        . . . . . . . . . .
        . C . C . . C . C .
        . . F . F . F . F .
        . F . F . F . F . .""",
    "scattered": """
        . . . . . . . . . .
        . . . C . . C . . .
        . . . . . . . . . .
        . C . . F F . . C .
        . . F F F F F F . .""",
    "border": """
        . . . . . . . . . .
        C . . C . . C . . C
        . . . . . . . . . .
        . . . . . . . . . .
        . F F F F F F F F .""",
}

# Each option: what it may be, and our default.
OPTIONS: dict[str, tuple[object, object]] = {
    "layout": ("layout", "gates"),
    "begins": (["first", "second", "random", "younger"], "first"),
    "younger": (["unasked", "first", "second"], "unasked"),
    "no_move": (["pass", "loss"], "pass"),
    "repetition": ((0, 1000), 3),
    "stall_plies": ((0, 100000), 100),
    "stall_result": (["cities", "draw"], "cities"),
    "city_win_timing": (["before_captures", "after_captures"], "before_captures"),
    "low_count": (["annihilation_first", "cities_first"], "annihilation_first"),
    "city_shelter": ([False, True], False),
    "claims": (["automatic", "by_claim"], "automatic"),
}


def table(name: str) -> dict[str, Any]:
    # Read past the game's code, so that the tables are tested and not what is made of them.
    return tomllib.loads(resources.files("triarii.games").joinpath("cities", name).read_text(encoding="utf-8"))


MATERIAL = table("material.toml")
CHOICES: list[dict[str, Any]] = table("options.toml")["option"]
LAYOUTS: list[dict[str, Any]] = table("layouts.toml")["layout"]

each_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=[layout["name"] for layout in LAYOUTS])


def drawing(layout: dict[str, Any]) -> str:
    squares = dict.fromkeys(layout["fighters"], "F") | dict.fromkeys(layout["cities"], "C")
    half = [[squares.pop(f"{column}{row}", ".") for column in COLUMNS] for row in range(5, 0, -1)]
    assert not squares, "outside Blue's half"
    return "\n".join(" ".join(row) for row in half)


@pytest.mark.rule("cities.material.players")
@pytest.mark.statement("CT-001")
def test_the_game_is_for_two() -> None:
    assert MATERIAL["players"]["number"] == 2


@pytest.mark.rule("cities.material.age")
@pytest.mark.statement("CT-002")
def test_the_age_is_ten_and_up() -> None:
    assert MATERIAL["age"]["from"] == 10


@pytest.mark.rule("cities.material.pieces")
@pytest.mark.statement("CT-003")
def test_fighters_and_heroes_are_the_pieces_that_move() -> None:
    assert {name for name, entry in MATERIAL.items() if "steps" in entry} == {"fighter", "hero"}


@pytest.mark.rule("cities.material.board")
@pytest.mark.statement("CT-007")
def test_the_board_has_ten_columns_and_ten_rows() -> None:
    assert (MATERIAL["board"]["columns"], MATERIAL["board"]["rows"]) == (10, 10)


@pytest.mark.rule("cities.material.fighters")
@pytest.mark.statement("CT-008")
def test_each_player_has_eight_fighters() -> None:
    assert MATERIAL["fighters"]["each"] == 8


@pytest.mark.rule("cities.material.heroes")
@pytest.mark.statement("CT-009")
def test_each_player_has_eight_heroes() -> None:
    assert MATERIAL["heroes"]["each"] == 8


@pytest.mark.rule("cities.material.cities")
@pytest.mark.statement("CT-010")
def test_there_are_eight_cities() -> None:
    assert MATERIAL["cities"]["number"] == 8


@pytest.mark.rule("cities.material.tiles")
@pytest.mark.statement("CT-011")
@each_layout
def test_every_city_belongs_to_one_of_the_two_players(layout: dict[str, Any]) -> None:
    # Four on this side, four on the side turned from it: none is left without an owner.
    assert 2 * len(set(layout["cities"])) == 8


@pytest.mark.rule("cities.setup.cities")
@pytest.mark.statement("CT-012")
@each_layout
def test_four_cities_lie_on_each_side(layout: dict[str, Any]) -> None:
    assert len(set(layout["cities"])) == len(layout["cities"]) == 4


@pytest.mark.rule("cities.setup.colours")
@pytest.mark.statement("CT-013")
@each_layout
def test_either_colour_may_be_chosen_because_no_layout_sets_the_sides_apart(layout: dict[str, Any]) -> None:
    # The second side is the first one turned, unless a table places it by keys of its own.
    assert not [key for key in layout if key.startswith("second")]


@pytest.mark.rule("cities.setup.fighters")
@pytest.mark.statement("CT-014")
@each_layout
def test_all_eight_fighters_start_on_the_board(layout: dict[str, Any]) -> None:
    assert len(set(layout["fighters"])) == len(layout["fighters"]) == 8


@pytest.mark.rule("cities.setup.stock")
@pytest.mark.statement("CT-015")
@each_layout
def test_no_layout_sets_a_hero(layout: dict[str, Any]) -> None:
    places = {name for name, value in layout.items() if isinstance(value, list)}
    assert places == {"fighters", "cities"}


def test_a_fighter_has_two_steps_and_a_hero_three() -> None:
    assert (MATERIAL["fighter"]["steps"], MATERIAL["hero"]["steps"]) == (2, 3)


def test_the_box_has_no_other_numbers() -> None:
    assert {name: set(entry) - {"rule"} for name, entry in MATERIAL.items()} == {
        "players": {"number"},
        "age": {"from"},
        "board": {"columns", "rows"},
        "fighters": {"each"},
        "heroes": {"each"},
        "cities": {"number"},
        "fighter": {"steps"},
        "hero": {"steps"},
    }


@pytest.mark.rule("cities.setup.layout")
def test_the_layouts_come_in_the_order_of_the_menu_with_the_usual_one_first_and_the_poor_one_last() -> None:
    assert [layout["name"] for layout in LAYOUTS] == list(DRAWINGS)


@pytest.mark.rule("cities.setup.layout")
@each_layout
def test_a_layout_is_as_drawn(layout: dict[str, Any]) -> None:
    assert drawing(layout) == "\n".join(line.strip() for line in DRAWINGS[layout["name"]].strip().splitlines())


@pytest.mark.rule("cities.setup.layout")
@each_layout
def test_a_layout_is_shown_as_ours_and_named_in_both_languages(layout: dict[str, Any]) -> None:
    assert layout["mark"] == "reconstructed"
    assert all(layout[key] for key in ("en", "de", "note_en", "note_de"))


def test_the_poor_layout_says_how_poor() -> None:
    border = LAYOUTS[-1]
    assert "94 %" in border["note_en"]
    assert "94 %" in border["note_de"]


def test_the_options_have_these_values_and_defaults() -> None:
    def allowed(option: dict[str, Any]) -> object:
        return (option["low"], option["high"]) if "low" in option else option.get("values") or option["content"]

    assert {option["name"]: (allowed(option), option["default"]) for option in CHOICES} == OPTIONS


@pytest.mark.parametrize("option", CHOICES, ids=[option["name"] for option in CHOICES])
def test_an_option_says_how_it_is_switched_off(option: dict[str, Any]) -> None:
    numbers = {"0"} if option.get("low") == 0 else set()
    assert set(re.findall(r"\d+", option["en"])) == set(re.findall(r"\d+", option["de"])) == numbers


def test_the_tables_cite_rules_that_exist() -> None:
    known = {rule["id"] for rule in table("rules.toml")["rule"]}
    cited = {entry["rule"] for entry in MATERIAL.values()} | {table("layouts.toml")["rule"]}
    cited |= {option["rule"] for option in CHOICES}
    assert cited <= known
