"""Commands that show a game: its rules and options, its actions, what they do, how many lines there are, a picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.running import START, Within
from triarii import __version__, builds
from triarii.cli import doctor
from triarii.games.cities import GAME

AFTER_TWO = "10/2fffffff1/10/1f8/10/10/2F7/10/2FFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 2 ~b2c4,b9b7"
MATE_IN_ONE = "10/10/10/10/4f5/4f5/4FFH3/10/10/10 1 a1j1d3g3-d8g8a10j10 0"
OVER = "10/10/10/10/4f5/10/4FF4/10/10/10 2 a1j1d3g3-d8g8a10j10 0"
OWN = """
fighters = ["b1", "d1", "f1", "h1", "c2", "e2", "g2", "i2"]
cities = ["a3", "d4", "g4", "j3"]
"""


# Whose games these are


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            ["Unofficial", "not endorsed", "in our own words", "No rights to the games are granted", "Ask the rights"],
        ),
        (
            "de",
            ["Inoffiziell", "weder beauftragt noch gebilligt", "eigenen Worten", "Rechte an den Spielen", "frage die"],
        ),
    ],
)
def test_version_says_whose_games_these_are_and_that_nobody_endorses_us(
    within: Within, lang: str, said: list[str]
) -> None:
    page = within("--version", lang=lang).well()
    assert page.lines[0] == f"triarii {__version__}"
    names = ["Yannick Holtkamp", "To War!: Alexandr Gorets; Simple Rules", "L'Art de la Guerre: Hervé Caille; Onyx"]
    for words in said + names:
        assert words in page.out


def test_games_lists_each_game_with_its_title_and_who_plays_it(within: Within) -> None:
    assert "\ncities: Cities & Heroes. Two players move" in within("games").well().out
    page = within("games", "--lang", "de").well()
    assert page.lines[0].startswith("adlg: L'Art de la Guerre. Zwei Armeen aus Miniaturen")
    assert "\ncities: Städte & Helden. Zwei Spieler ziehen" in page.out
    assert page.lines[-1].startswith("    Spieler: ")
    adlg, cities, towar = within("games", "--json").well().json
    assert (adlg["id"], adlg["title"], adlg["rules_version"]) == ("adlg", "L'Art de la Guerre", 1)
    assert (cities["id"], cities["title"], cities["rules_version"]) == ("cities", "Cities & Heroes", 1)
    assert (towar["id"], towar["title"], towar["rules_version"]) == ("towar", "To War!", 1)
    assert {"greedy", "random", "tree", "twoply"} <= set(cities["players"])
    assert {"greedy", "random", "tree", "lookahead", "expectimax"} <= set(towar["players"])
    assert "alphabeta" not in towar["players"]


# Rules


def test_rules_tells_every_rule_and_every_option_in_both_languages(within: Within) -> None:
    for lang in ("en", "de"):
        page = within("rules", "cities", "--lang", lang).well()
        for rule in GAME.rulebook.rules:
            assert f"\n{rule.id}" in page.out
            assert f"    {rule.text[lang]}\n" in page.out
        for option in GAME.info.options:
            assert f"\n{option.name} = " in page.out
            assert f"    {option.about[lang]}\n" in page.out


def test_rules_that_are_ours_are_marked_and_say_why(within: Within) -> None:
    english, german = (within("rules", "cities", "--lang", lang).well().out for lang in ("en", "de"))
    ours = [rule for rule in GAME.rulebook.rules if rule.kind == "reconstructed"]
    assert ours
    for rule in ours:
        for page, lang, mark in ((english, "en", "; ours)\n"), (german, "de", "; von uns)\n")):
            head, _, rest = page.partition(f"\n{rule.id} ")[2].partition("\n")
            assert f"{head}\n".endswith(mark)
            assert f"    {rule.why[lang]}" in rest


def test_rules_as_json_are_one_document_with_rules_and_options(within: Within) -> None:
    found = within("rules", "cities", "--json", "--lang", "de").well().json
    assert [rule["id"] for rule in found["rules"]] == [rule.id for rule in GAME.rulebook.rules]
    assert found["rules"][0]["text"] == GAME.rulebook.rules[0].text["de"]
    assert {option["name"]: option["default"] for option in found["options"]}["begins"] == "first"
    assert {option["name"]: option["values"] for option in found["options"]}["repetition"] == "0-1000"


# Actions and positions


def test_actions_are_one_a_line_in_a_pinned_order(within: Within) -> None:
    lines = within("actions", "cities").well().lines
    assert len(lines) == 118
    assert lines[:5] == ["b2a1", "b2b1", "b2c1", "b2d1", "b2a2"]
    assert lines[-1] == "i2j4"
    assert within("actions", "cities", "--json").well().json == lines
    assert within("actions", "cities", "--position", START).well().lines == lines


def test_when_the_game_is_over_there_are_no_actions(within: Within) -> None:
    assert within("actions", "cities", "--position", OVER).well().out == ""
    assert within("actions", "cities", "--position", OVER, "--json").well().json == []


def test_apply_prints_the_events_and_as_last_line_the_position(within: Within) -> None:
    english = within("apply", "cities", "b2c4", "b9b7").well().lines
    assert english == [
        "Blue moves b2–c4.",
        "Ochre moves b9–b7.",
        AFTER_TWO,
    ]
    german = within("apply", "cities", "b2c4", "b9b7", "--lang", "de").well().lines
    assert german == [
        "Blau zieht b2–c4.",
        "Ocker zieht b9–b7.",
        AFTER_TWO,
    ]


def test_the_position_that_apply_prints_can_be_given_back(within: Within) -> None:
    once = within("apply", "cities", "b2c4", "b9b7", "c4c5").well().lines
    again = within("apply", "cities", "c4c5", "--position", AFTER_TWO).well().lines
    assert once[-2:] == again


def test_apply_as_json_tells_events_turn_result_and_position(within: Within) -> None:
    found = within("apply", "cities", "b2c4", "--json").well().json
    assert found["turn"] == "second"
    assert found["result"] is None
    assert found["events"][0]["kind"] == "moved"
    assert found["position"] == within("apply", "cities", "b2c4").well().lines[-1]


def test_apply_tells_the_end_of_a_game(within: Within) -> None:
    done = within("apply", "cities", "g4e7", "--position", MATE_IN_ONE, "--json").well().json
    assert done["turn"] == "over"
    assert done["result"] == {"winner": "first", "rule": "cities.end.last_piece"}
    assert [event["kind"] for event in done["events"]] == ["moved", "captured", "won"]
    assert within("apply", "cities", "f4f5", "--position", done["position"]).complaint.startswith("Word 1, f4f5:")


# Counting lines of play


def test_perft_prints_depth_and_count_for_each_depth_from_1(within: Within) -> None:
    assert within("perft", "cities", "3").well().lines == ["1 118", "2 13924", "3 1644448"]


def test_perft_counts_in_json_too(within: Within) -> None:
    counted = within("perft", "cities", "2", "--json").well().json
    assert counted == [{"depth": 1, "count": 118}, {"depth": 2, "count": 13924}]


def test_perft_counts_from_a_position_and_under_options(within: Within) -> None:
    assert within("perft", "cities", "2", "--position", OVER).well().lines == ["1 0", "2 0"]
    usual, other = (within("perft", "cities", "1", *words).well().out for words in ((), ("--set", "layout=zigzag")))
    assert usual != other


# Options


def test_an_option_is_set_by_key_and_value_and_may_be_repeated(within: Within) -> None:
    words = ["--set", "begins=second", "--set", "layout=rear"]
    assert within("actions", "cities", *words).well().lines != within("actions", "cities").well().lines
    assert within("apply", "cities", "b9b7", "--set", "begins=second").well().lines[-1].split(" ")[1] == "1"


def test_an_option_can_come_from_a_file(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    for words in (
        ["actions", "cities"],
        ["apply", "cities", "b1b2"],
        ["perft", "cities", "1"],
        ["draw", "cities"],
        ["playouts", "cities", "--games", "2"],
        ["match", "cities", "--players", "random,random", "--games", "1"],
        ["play", "--plain"],
    ):
        assert within(*words, "--set", f"layout=@{file}").well().out
    assert (
        within("apply", "cities", "b1b3", "--set", f"layout=@{file}").well().lines[-1].split(" ")[2].startswith("a3j3")
    )


def test_a_file_that_holds_no_layout_is_refused(within: Within, tmp_path: Path) -> None:
    broken, poor, folder = tmp_path / "broken.toml", tmp_path / "poor.toml", tmp_path / "folder"
    broken.write_text("fighters = [", encoding="utf-8")
    poor.write_text('fighters = ["a1"]\ncities = []\n', encoding="utf-8")
    folder.mkdir()
    for file in (broken, poor, folder, tmp_path / "nowhere"):
        for lang in ("en", "de"):
            assert within("actions", "cities", "--set", f"layout=@{file}", lang=lang).complaint
    broken.write_bytes(b"\xff\xfe")
    assert within("actions", "cities", "--set", f"layout=@{broken}").complaint


# Pictures


def test_draw_gives_an_svg_picture_on_the_screen_or_in_a_file(within: Within, tmp_path: Path) -> None:
    shown = within("draw", "cities").well().out
    assert ET.fromstring(shown).tag.endswith("svg")
    file = tmp_path / "board.svg"
    assert within("draw", "cities", "-o", str(file)).well().out == ""
    assert file.read_text(encoding="utf-8") == shown.removesuffix("\n")
    assert within("draw", "cities", "--dark", "--lang", "de", "--position", AFTER_TWO).well().out != shown


@pytest.mark.parametrize(("lang", "said"), [("en", "Pictures are written as SVG: "), ("de", "Bilder werden als SVG ")])
def test_a_picture_is_never_written_under_the_name_of_another_kind(
    within: Within, tmp_path: Path, lang: str, said: str
) -> None:
    for name in ("board.png", "board.PDF", "board.svg.jpg"):
        assert within("draw", "cities", "-o", str(tmp_path / name), lang=lang).complaint.startswith(said)
    assert list(tmp_path.iterdir()) == []
    assert within("draw", "cities", "-o", str(tmp_path / "BOARD.SVG"), lang=lang).well()


# The state of this copy


@pytest.mark.parametrize(("lang", "words"), [("en", "Triarii"), ("de", "Sprache dieses Terminals: Englisch")])
def test_doctor_tells_how_the_rules_run_here(within: Within, lang: str, words: str) -> None:
    page = within("doctor", "--lang", lang)
    assert page.code in (0, 1)
    assert words in page.out
    assert all(len(line) <= 80 for line in page.lines)
    found = json.loads(within("doctor", "--json").out)
    assert found["version"] == __version__
    assert found["verdict"] in ("compiled", "stale", "wanted", "pure")
    assert list(found["modules"]) == list(builds.HOT)


@pytest.mark.parametrize(
    ("lang", "state", "said"),
    [
        ("en", "empty", "there are none yet."),
        ("de", "empty", "noch gibt es keine."),
        ("en", "kept", "Games played in the browser are kept in"),
        ("de", "kept", "Im Browser gespielte Partien liegen in"),
        ("en", "unusable", "nothing can be written there."),
        ("de", "unusable", "Dort lässt sich nichts schreiben."),
    ],
)
def test_doctor_tells_where_games_are_kept(
    within: Within, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lang: str, state: str, said: str
) -> None:
    folder = tmp_path / "games"
    monkeypatch.setenv("TRIARII_DATA", str(folder))
    if state == "unusable":
        folder.write_text("a file, no folder")
    if state == "kept":
        folder.mkdir()
        (folder / "rooms.sqlite").touch()
    page = " ".join(within("doctor", "--lang", lang).out.split())
    assert said in page
    assert within("doctor", "--json").json["data"] == {"folder": str(folder), "state": state}


@pytest.mark.parametrize(
    ("lang", "there", "missing"),
    [
        ("en", "app in the browser found plays in the browser", "app in the browser missing triarii play works"),
        ("de", "App im Browser gefunden spielt im Browser", "App im Browser fehlt triarii play geht auch ohne"),
    ],
)
def test_doctor_tells_whether_the_app_is_built(
    within: Within, monkeypatch: pytest.MonkeyPatch, lang: str, there: str, missing: str
) -> None:
    for built, said in ((True, there), (False, missing)):
        monkeypatch.setattr(doctor, "built", lambda built=built: built)
        assert said in " ".join(within("doctor", "--lang", lang).out.split())
        assert within("doctor", "--json").json["parts"]["app"] is built


def test_conform_checks_a_game_against_the_contract(within: Within) -> None:
    assert within("conform", "cities", "--games", "1", "--lang", "de").well().out.startswith("cities hält den Vertrag")
