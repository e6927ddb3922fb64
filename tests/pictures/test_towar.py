"""Pictures of To War!: whole, self-contained, true to the view, silent about hidden hands, and told in words."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, cast
from xml.etree import ElementTree as ET

import pytest

from tests.pictures.test_cities import SVG, THEMES, contrast, text_of, things, tree_of
from triarii.cli import main
from triarii.core.contract import Eye, Turn, View
from triarii.core.texts import LANGUAGES
from triarii.games.towar import GAME
from triarii.games.towar.cards import ARMIES, KINDS, PRINTED
from triarii.games.towar.position import Position
from triarii.pictures import cards, colours, draw
from triarii.pictures.colours import Theme
from triarii.pictures.symbols import SYMBOLS
from triarii.pictures.table import TEXTS
from triarii.pictures.towar import picture

BATTLE = "west-north baa/rrS/aSQ/bCQ 1 C K3Q1F1C2-b1k3r1t2a1 0-0"
BROKEN = "west-north .../.../.../..K 2 - 0-0 0-0 broken"
HANDS = "east-south zmb/.bm/mRz/ARH 1 - G1A2R2-m1b2s2 G1R2-m1b1s1"
OTHER_HANDS = "east-south zmb/.bm/mRz/ARH 1 - A2R3-m1b2s2 G2R1-m1b1s1"
"""The first player holds one card otherwise; the cards of hand and reserve together are the same."""
UNITS = {(unit.army, unit.letter): unit for unit in PRINTED.values()}


def position_of(text: str, **options: object) -> Position:
    position = GAME.parse(text, options)
    assert isinstance(position, Position), position
    return position


def view_of(text: str, eye: Eye = Eye.OBSERVER, **options: object) -> View:
    return position_of(text, **options).view(eye)


def with_hands(text: str, eye: Eye) -> View:
    return view_of(text, eye, variant="hand_of_three")


def started(**options: object) -> Position:
    position = GAME.start(options)
    assert isinstance(position, Position), position
    return position


def played(rng: Random, options: Mapping[str, object], seen: Callable[[Position, Position, str], None]) -> Position:
    """A random game; `seen` is shown every position, the one before and the action between them."""
    position = started(**options)
    while position.turn is not Turn.OVER:
        if position.turn is Turn.CHANCE:
            action = rng.choice([outcome for outcome, _ in position.chances()])
        else:
            action = rng.choice(position.actions())
        before, position = position, position.play(action)
        seen(position, before, action)
    return position


def expected(view: View) -> list[tuple[str, str, str]]:
    """Cell, side and unit of every card, read from the text of the view without the help of the game."""
    armies, rows = view.text.split()[:2]
    first, second = armies.split("-")
    found = []
    for row, line in zip("4321", rows.split("/"), strict=True):
        for column, letter in zip("abc", line, strict=True):
            if letter != ".":
                side, army = ("first", first) if letter.isupper() else ("second", second)
                found.append((column + row, side, UNITS[army, letter.upper()].id))
    return sorted(found)


def cell_at(attributes: Mapping[str, str], near: str) -> str:
    """The cell whose upper left corner a thing stands on, for whoever sits below."""
    x, y = map(float, re.findall(r"translate\(([\d.]+) ([\d.]+)\)", attributes["transform"])[0])
    column, row = (x - 30) / 154, (y - 58) / 126
    assert column in (0, 1, 2)
    assert row in (0, 1, 2, 3)
    return "abc"[int(column)] + str(4 - int(row)) if near == "first" else "cba"[int(column)] + str(1 + int(row))


def check_drawn(view: View, drawn: str) -> None:
    """All that must hold for every picture."""
    near = "second" if view.eye is Eye.SECOND else "first"
    found = things(drawn, "data-cell")
    assert sorted((f["data-cell"], f["data-side"], f["data-unit"]) for f in found) == expected(view)
    assert all(cell_at(card, near) == card["data-cell"] for card in found)
    assert all((card["data-points"] == "up") == (card["data-side"] == near) for card in things(drawn, "data-points"))
    counts = cast("list[int]", view.facts["hand_counts"])
    mine = counts[view.eye] if view.eye is not Eye.OBSERVER else 0
    assert len(things(drawn, "data-hand")) == mine
    assert len(things(drawn, "data-back")) == sum(counts) - mine
    root = tree_of(drawn)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "g", "rect", "circle", "path", "text"),
    }
    assert drawn.count("://") == 1, "only the name of the SVG namespace looks like an address"
    assert not re.search(r"url\(|[{}]| id=", drawn)
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"


@pytest.mark.parametrize("variant", ["standard", "hand_of_three"])
@pytest.mark.parametrize("seed", range(4))
def test_every_phase_of_a_game_is_drawn_truly_for_every_eye(seed: int, variant: str) -> None:
    rng, phases = Random(seed), set()

    def look(after: Position, before: Position, action: str) -> None:
        phases.add(after.phase)
        path: list[str] = []
        lost: list[str] = []
        if before.turn is not Turn.CHANCE:
            seen = GAME.preview(before, action, Eye.OBSERVER)
            path, lost = (cast("list[str]", seen[part]) for part in ("path", "captures"))
        view = after.view(rng.choice(list(Eye)))
        drawn = picture(view, rng.choice(LANGUAGES), lost, path, rng.choice(THEMES))
        check_drawn(view, drawn)
        assert {mark["data-mark"] for mark in things(drawn, "data-mark")} == set(lost)
        assert {mark["data-step"] for mark in things(drawn, "data-step")} == set(path)

    options = {"variant": variant, "mirror_match": seed % 2 == 1, "movement": ["standard", "charge"][seed % 2]}
    played(rng, options, look)
    assert len(phases) >= 5


def test_a_picture_is_the_same_every_time() -> None:
    view = with_hands(HANDS, Eye.OBSERVER)
    assert picture(view, "de", ["b2", "a1", "b2"]) == picture(view, "de", ["a1", "b2"])


# Secrets


def test_only_the_eye_that_holds_a_hand_sees_its_cards() -> None:
    held = [card["data-unit"] for card in things(picture(with_hands(HANDS, Eye.FIRST)), "data-hand")]
    assert held == ["gokenin", "ashigaru_archer", "ashigaru_archer"]
    assert [card["data-side"] for card in things(picture(with_hands(HANDS, Eye.SECOND)), "data-hand")] == ["second"] * 3
    assert things(picture(with_hands(HANDS, Eye.OBSERVER)), "data-hand") == []


@pytest.mark.parametrize("eye", [Eye.SECOND, Eye.OBSERVER])
def test_nothing_in_a_picture_depends_on_a_hidden_hand(eye: Eye) -> None:
    drawn = picture(with_hands(HANDS, eye))
    assert drawn == picture(with_hands(OTHER_HANDS, eye))
    assert picture(with_hands(HANDS, Eye.FIRST)) != picture(with_hands(OTHER_HANDS, Eye.FIRST))


def test_what_was_made_up_for_a_hidden_hand_is_never_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    view = with_hands(HANDS, Eye.SECOND)
    drawn, imagine = picture(view), type(GAME).imagine
    monkeypatch.setattr(type(GAME), "imagine", lambda game, view, rng: imagine(game, view, Random(7)))
    assert GAME.imagine(view, Random(0)) != imagine(GAME, view, Random(0))
    assert picture(view) == drawn


def listed(drawn: str, side: str) -> dict[str, tuple[str, str]]:
    """The cards still to come and those that have fallen, by unit."""
    [part] = [found for found in tree_of(drawn).iter() if found.attrib.get("data-seat") == side]
    lines = [found for found in part.iter() if "data-listed" in found.attrib]
    texts = {line.attrib["data-listed"]: [text.text or "" for text in line.iter(SVG + "text")] for line in lines}
    return {unit: (numbers[1], numbers[2]) for unit, numbers in texts.items()}


def test_the_cards_of_a_hidden_hand_are_counted_among_those_still_to_come() -> None:
    theirs = listed(picture(with_hands(HANDS, Eye.SECOND)), "first")
    assert theirs == {
        "hatamoto": ("0", "2"),
        "gokenin": ("2", "1"),
        "ashigaru": ("2", "2"),
        "ashigaru_archer": ("4", "0"),
    }
    own = listed(picture(with_hands(HANDS, Eye.FIRST)), "first")
    assert own["gokenin"] == ("1", "1")


# In words


def test_title_and_description_tell_the_position_in_english() -> None:
    drawn = picture(view_of(BATTLE), "en", ["a1"], ["b4", "a4"])
    assert text_of(drawn, "title") == "To War! Turn 7 of 22: Blue plays Crossbowman."
    desc = text_of(drawn, "desc")
    assert desc.startswith("Blue leads the West army. Ochre leads the North army. a1: Ochre's Berserker")
    assert desc.endswith(
        "plays Crossbowman. The last turn touched the spaces b4 and a4, in this order. The space a1 is marked."
    )


def test_title_and_description_tell_the_position_in_german() -> None:
    drawn = picture(view_of(BATTLE), "de", ["a1", "b2"], ["b4"])
    assert tree_of(drawn).attrib["lang"] == "de"
    assert text_of(drawn, "title") == "To War! Zug 7 von 22: Blau spielt Armbrustschütze."
    assert text_of(drawn, "desc").endswith("Der letzte Zug berührte das Feld b4. Die Felder a1 und b2 sind markiert.")


@pytest.mark.parametrize(
    ("position", "title", "states"),
    [
        (started(), "Blue chooses an army.", ["chooses an army", ""]),
        (started().play("east"), "Ochre chooses an army.", ["", "chooses an army"]),
        (started(armies="east,west"), "Who begins is decided by lot.", ["", ""]),
        (started(armies="east,west", begins="second"), "Ochre draws a card.", ["", "draws a card"]),
        (
            started(armies="east,west", begins="first").play("ashigaru"),
            "Blue puts Ashigaru on the field.",
            ["puts a card on the field", ""],
        ),
        (position_of(BATTLE), "Turn 7 of 22: Blue plays Crossbowman.", ["to move", ""]),
        (position_of(BROKEN), "Blue wins: breakthrough into the enemy camp.", ["wins", ""]),
        (
            position_of("west-north ..b/.../.../.KF 1 - 0-0 0-0"),
            "Blue wins: more units on the field.",
            ["wins", ""],
        ),
        (
            position_of("west-north ..b/.../.../..K 1 - 0-0 0-0"),
            "It is a draw: equal units and equal elite.",
            ["draw", "draw"],
        ),
    ],
)
def test_it_says_who_is_to_act_or_how_it_ended(position: Position, title: str, states: Sequence[str]) -> None:
    drawn = picture(position.view(Eye.OBSERVER))
    assert text_of(drawn, "title") == f"To War! {title}"
    assert text_of(drawn, "desc").endswith(title)
    words = {TEXTS.entries[f"state.{name}"]["en"] for name in STATES}
    parts = [found for found in tree_of(drawn).iter() if "data-seat" in found.attrib]
    found = ["".join(text.text or "" for text in part.iter(SVG + "text") if text.text in words) for part in parts]
    assert found == states


STATES = ("choosing", "drawing", "deploying", "to_move", "won", "drawn")


def test_the_armies_to_choose_from_are_shown_to_whoever_chooses() -> None:
    first = picture(started().view(Eye.FIRST))
    assert [found["data-emblem"] for found in things(first, "data-emblem")] == list(ARMIES)
    second = tree_of(picture(started().play("north").view(Eye.SECOND)))
    [part] = [found for found in second.iter() if found.attrib.get("data-seat") == "second"]
    assert [found.attrib["data-emblem"] for found in part.iter() if "data-emblem" in found.attrib] == [
        army for army in ARMIES if army != "north"
    ]


@pytest.mark.parametrize(("lang", "cry"), [("en", "Breakthrough!"), ("de", "Durchbruch!")])
def test_a_breakthrough_shows_in_the_camp_that_was_reached(lang: str, cry: str) -> None:
    camps = [found for found in tree_of(picture(view_of(BROKEN), lang)).iter() if "data-camp" in found.attrib]
    words = {camp.attrib["data-camp"]: "".join(camp.itertext()) for camp in camps}
    assert cry in words["second"]
    assert cry not in words["first"]
    assert cry not in picture(view_of(BATTLE), lang)


def test_every_message_is_there_in_both_languages() -> None:
    for key, entry in TEXTS.entries.items():
        assert set(entry) - {"by"} == set(LANGUAGES), key


# What a card shows


def card_of(drawn: str, cell: str) -> ET.Element:
    [card] = [found for found in tree_of(drawn).iter() if found.attrib.get("data-cell") == cell]
    return card


def test_a_card_shows_its_name_its_numbers_and_its_movement() -> None:
    drawn = picture(view_of(BATTLE), "de")
    for cell, words, kind in (("b1", ["Armbrustschütze", "1", "6"], "F1"), ("c1", ["Schildknappe", "2", "2"], "T2")):
        card = card_of(drawn, cell)
        assert [text.text for text in card.iter(SVG + "text")] == words
        assert [found.attrib["data-move"] for found in card.iter() if "data-move" in found.attrib] == [kind]


def test_only_an_elite_card_wears_a_crown() -> None:
    drawn = picture(view_of(BATTLE))
    crown = re.findall(r'd="([^"]+)"', SYMBOLS["crown"])[0]
    wearers = {
        cell for cell, _, _ in expected(view_of(BATTLE)) if crown in ET.tostring(card_of(drawn, cell), "unicode")
    }
    assert wearers == {"a1", "a4", "b2", "c3"}


def test_own_changes_of_the_card_table_are_drawn() -> None:
    kinds = dict.fromkeys(PRINTED, "F1") | {"knight": "T2"}
    own = {"kinds": kinds, "cards": {"knight": {"attack": 9, "elite": False}}}
    text = started(armies="west,north", begins="first", movement=own).play("knight").view(Eye.OBSERVER)
    [card] = [found for found in tree_of(picture(text)).iter() if "data-face-up" in found.attrib]
    assert [part.text for part in card.iter(SVG + "text")] == ["Knight", "5", "9"]
    assert [found.attrib["data-move"] for found in card.iter() if "data-move" in found.attrib] == ["T2"]


def test_a_card_that_points_up_has_its_name_below_and_its_arrows_on_top_the_other_the_other_way_round() -> None:
    view = view_of("north-north ..b/.../.../..B 1 - 0-0 0-0", mirror_match=True)
    up, down = (card_of(picture(view), cell) for cell in ("c1", "c4"))
    names = [float(next(card.iter(SVG + "text")).attrib["y"]) for card in (up, down)]
    assert names[0] > 90
    assert names[1] < 30
    arrows = [found.attrib["transform"] for card in (up, down) for found in card.iter() if "data-move" in found.attrib]
    assert ["rotate(180)" in place for place in arrows] == [False, True]
    assert not any("rotate" in text.attrib.get("transform", "") for text in tree_of(picture(view)).iter(SVG + "text"))


def test_who_looks_sits_below() -> None:
    tops = {}
    for eye in Eye:
        sides = things(picture(view_of(BATTLE, eye)), "data-seat")
        tops[eye] = {side["data-seat"]: float(side["transform"].rstrip(")").split()[1]) for side in sides}
    assert tops[Eye.SECOND]["second"] > tops[Eye.SECOND]["first"]
    assert tops[Eye.FIRST] == tops[Eye.OBSERVER]
    assert tops[Eye.FIRST]["first"] > tops[Eye.FIRST]["second"]


# Told apart without colour


def test_armies_units_and_movements_differ_in_shape() -> None:
    assert {name for name in SYMBOLS if name.startswith("unit_")} == {f"unit_{unit}" for unit in PRINTED}
    for family, count in (("unit_", len(PRINTED)), ("emblem_", len(ARMIES)), ("move_", len(KINDS))):
        assert len({drawn for name, drawn in SYMBOLS.items() if name.startswith(family)}) == count
    bands = set()
    for army in ARMIES:
        other = "west" if army != "west" else "east"
        letter = next(unit.letter for unit in PRINTED.values() if unit.army == army)
        drawn = picture(view_of(f"{army}-{other} .../.../.../..{letter} 2 - 0-0 0-0"))
        bands |= {band["d"] for band in things(drawn, "data-band")}
    assert len(bands) == len(ARMIES)


# Marks


def test_the_cells_of_the_last_turn_are_numbered_in_order_also_those_touched_twice() -> None:
    root = tree_of(picture(view_of(BATTLE), path=["a1", "b1", "a1", "a2"]))
    steps = [found for found in root.iter() if "data-step" in found.attrib]
    assert [("".join(step.itertext()).strip(), cell_at(step.attrib, "first")) for step in steps] == [
        ("1, 3", "a1"),
        ("2", "b1"),
        ("4", "a2"),
    ]
    assert {found.attrib["data-last"] for found in root.iter() if "data-last" in found.attrib} == {"a1", "b1", "a2"}


def test_lost_cards_are_marked_over_the_cards() -> None:
    drawn = picture(view_of(BATTLE), highlight=["b2", "a1"])
    assert [cell_at(mark, "first") for mark in things(drawn, "data-mark")] == ["a1", "b2"]
    assert drawn.rindex("data-cell") < drawn.index("data-mark")


@pytest.mark.parametrize("cells", [["d1"], ["a0"], ["a5"], [""], ["A1"], "a1", [" a1"], ["<g>"]])
@pytest.mark.parametrize("mark", ["highlight", "path"])
def test_what_is_no_cell_is_refused(mark: str, cells: Sequence[str]) -> None:
    marks: dict[str, Any] = {mark: cells}
    with pytest.raises(ValueError, match="no cell"):
        picture(view_of(BATTLE), **marks)


@pytest.mark.parametrize("wrong", [{"lang": "fr"}, {"lang": ""}, {"theme": "blue"}, {"theme": ""}, {"theme": "band"}])
def test_other_nonsense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no language|no theme"):
        picture(view_of(BATTLE), **wrong)


# Colours


@pytest.mark.parametrize("theme", THEMES)
def test_words_numbers_and_symbols_stand_out_from_their_ground(theme: Theme) -> None:
    look, ink = cards.look_of(theme), colours.of(theme)
    words = [(ink["ink_2"], look.table), (ink["ink_2"], ink["paper"]), (ink["threat"], look.table)]
    graphics = [(look.line, look.table), (ink["ink_2"], look.card), (ink["on_threat"], ink["accent_ink"])]
    for army in look.armies.values():
        words += [(army["band_ink"], army["band"]), (army["on"], army["army"]), (ink["ink"], army["soft"])]
        graphics += [(army["army"], look.card), (army["drawn"], ink["paper"]), (army["drawn"], ink["accent_soft"])]
        graphics.append((army["band_mark"], army["band"]))
    assert [pair for pair in words if contrast(*pair) < 4.5] == []
    assert [pair for pair in graphics if contrast(*pair) < 3] == []


def test_both_themes_name_the_same_colours_for_every_army() -> None:
    light, dark = (cards.look_of(theme).armies for theme in THEMES)
    assert set(light) == set(dark) == set(ARMIES)
    assert {army: set(names) for army, names in light.items()} == {army: set(names) for army, names in dark.items()}


def hue(colour: str) -> float:
    """Degrees on the circle of colours: yellow lies at 60, blue at 240."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return colorsys.rgb_to_hls(red, green, blue)[0] * 360


@pytest.mark.rule("towar.material.colours")
@pytest.mark.statement("TW-074")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("armies", ["south-north", "north-south"])
def test_the_cards_of_the_south_are_yellow_and_those_of_the_north_blue(theme: Theme, armies: str) -> None:
    # Bedouin against Berserker, as in the example; whoever leads them, in the frame and the band of each card.
    rows = {"south-north": ".../.../.Bb/...", "north-south": ".../.../.bB/..."}[armies]
    root = tree_of(picture(view_of(f"{armies} {rows} 1 - 0-0 0-0"), theme=theme))
    for unit, low, high in (("bedouin", 35, 65), ("berserker", 195, 255)):
        [card] = [found for found in root.iter() if found.attrib.get("data-unit") == unit]
        grounds = [found.attrib for found in card.iter(f"{SVG}rect")]
        coloured = [found["fill"] for found in grounds[1:3]] + [
            found["stroke"] for found in grounds if "stroke" in found
        ]
        assert len(coloured) == 3
        assert [colour for colour in coloured if not low <= hue(colour) <= high] == [], unit


@pytest.mark.rule("towar.cards.elite_types", "towar.cards.elite")
@pytest.mark.parametrize(("lang", "mark"), [("en", "elite (reconstructed)"), ("de", "Elite (rekonstruiert)")])
def test_a_crown_says_that_it_is_reconstructed(lang: str, mark: str) -> None:
    def crowns(view: View) -> list[tuple[str, list[str]]]:
        drawn = [found for found in tree_of(picture(view, lang=lang)).iter() if "data-cell" in found.attrib]
        return [(card.attrib["data-unit"], [str(one.text) for one in card.iter(f"{SVG}title")]) for card in drawn]

    text = "south-north .../.../.Bb/.S. 1 - 0-0 0-0"
    assert dict(crowns(view_of(text))) == {"bedouin": [mark], "berserker": [mark], "siqlab": []}
    # A table that was compared with the cards knows it.
    kinds = dict.fromkeys(PRINTED, "T1")
    printed = view_of(text, movement={"kinds": kinds, "mark": "printed"})
    assert dict(crowns(printed))["bedouin"] == [mark.split(" ", 1)[0]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_has_room_on_its_card(lang: str) -> None:
    for unit in PRINTED.values():
        name, room = getattr(unit, lang), cards.WIDTH - (56 if unit.elite else 35)
        size = cards.fitting(name, room)
        assert size >= 9
        assert size * cards.LETTER * len(name) <= room + 2


# The way in


def test_draw_finds_the_picture_of_the_game() -> None:
    view = view_of(BATTLE)
    assert draw(GAME, view) == picture(view)
    marks: dict[str, Any] = {"highlight": ["a1"], "path": ["b4"], "theme": "dark"}
    assert draw(GAME, view, "de", **marks) == picture(view, "de", **marks)


@pytest.mark.parametrize("variant", ["standard", "hand_of_three"])
def test_the_command_draws_every_phase(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    seen: dict[int, str] = {started(variant=variant).phase: started(variant=variant).text()}

    def note(after: Position, before: Position, action: str) -> None:
        seen.setdefault(after.phase, after.text())

    played(Random(1), {"variant": variant}, note)
    assert len(seen) >= 5
    for text in seen.values():
        assert main(["draw", "towar", "--position", text, "--set", f"variant={variant}", "--lang", "de", "--dark"]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        assert text_of(said.out, "title").startswith("To War! ")
        assert things(said.out, "data-hand") == [], "the command shows what both players see"
