"""Every no of this game: provoked once, with its rule and its numbers, and said in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.games.cities.boards import drawn, rows, start
from triarii.core.contract import Refusal
from triarii.core.texts import LANGUAGES
from triarii.games.cities import GAME
from triarii.games.cities.layouts import layout_of
from triarii.games.cities.position import Position

CITIES = "a1b1i1j1-a10b10i10j10"
EMPTY = "/".join(["10"] * 10)
FIGHTERS = ["b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2"]
FAR = ["b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9"]
NEAR_CITIES = ["a1", "j1", "d3", "g3"]
FAR_CITIES = ["a10", "b10", "c10", "d10"]

Answer = Callable[[], object]


def acting(position: Position, text: str) -> Answer:
    def answer() -> object:
        action = GAME.action(text)
        return action if isinstance(action, Refusal) else position.check(action)

    return answer


def choosing(position: Position, *prefix: str) -> Answer:
    return lambda: position.choices(prefix)


def reading(text: str, **options: object) -> Answer:
    return lambda: GAME.parse(text, options)


def laying(**changes: object) -> Answer:
    return lambda: layout_of({"fighters": FIGHTERS, "cities": NEAR_CITIES, **changes})


WALLED = drawn("f f\nF [f]\nF F", at="a4")
OVER = drawn("F f", reserves=False)

# Code, how it is provoked, its rule, and what both languages must tell.
CASES: list[tuple[str, Answer, str, list[str]]] = [
    ("over", acting(OVER, "c3c4"), "cities.turn.alternate", []),
    ("lots", acting(start(begins="random"), "b2b3"), "cities.turn.alternate", []),
    ("action.form", acting(start(), "b2c"), "cities.turn.must_move", ["b2c", "b2c4", "d3=H", "pass", "claim"]),
    ("move.no_piece", acting(start(), "e5e6"), "cities.turn.must_move", ["e5"]),
    ("move.not_yours", acting(start(), "b9b8"), "cities.turn.must_move", ["b9"]),
    ("move.not_a_piece", choosing(start(), "b9"), "cities.turn.must_move", ["b9"]),
    ("move.stuck", choosing(WALLED, "a5"), "cities.turn.must_move", ["a5"]),
    ("move.occupied", acting(start(), "b2c2"), "cities.move.free_squares", ["c2"]),
    ("move.too_far", acting(start(), "b2b5"), "cities.move.fighter", ["b2", "b5", "3", "2"]),
    ("move.too_far", acting(drawn("H"), "c3c7"), "cities.move.hero", ["c3", "c7", "4", "3"]),
    ("move.in_the_way", acting(WALLED, "a5c5"), "cities.move.free_squares", ["a5", "c5", "2"]),
    ("move.not_back", acting(start(), "b2b2"), "cities.move.not_back", ["b2"]),
    ("promotion.hero", acting(drawn("[H]"), "c3=H"), "cities.promotion.stay", ["c3"]),
    ("promotion.no_city", acting(start(), "b2=H"), "cities.promotion.stay", ["b2"]),
    ("pass.can_move", acting(start(), "pass"), "cities.turn.must_move", []),
    ("claim.nothing", acting(start(), "claim"), "cities.end.claims", []),
    ("setup.younger", lambda: GAME.start({"begins": "younger"}), "cities.setup.begins", []),
    ("layout.not_a_table", lambda: layout_of(5), "cities.setup.layout", ["fighters", "cities"]),
    ("layout.key", laying(zzz=1), "", ["zzz", "second_fighters"]),
    ("layout.key_near", laying(citis=[]), "", ["citis", "cities"]),
    ("layout.no_list", laying(cities=4), "cities.setup.layout", ["cities"]),
    ("layout.off_board", laying(cities=["k1"]), "cities.setup.layout", ["k1", "cities", "j10"]),
    ("layout.twice", laying(cities=["a1", "a1"]), "cities.setup.layout", ["a1", "cities"]),
    ("layout.fighters", laying(fighters=[*FIGHTERS, "j2"]), "cities.material.fighters", ["9", "8"]),
    ("layout.cities", laying(second_cities=[]), "cities.setup.four_each", ["4", "0", "8"]),
    ("layout.shared", laying(second_fighters=[*FAR[:7], "c2"]), "cities.setup.layout", ["c2"]),
    ("layout.shared_city", laying(second_cities=[*FAR_CITIES[:3], "a1"]), "cities.setup.layout", ["a1"]),
    ("layout.in_enemy_city", laying(second_cities=[*FAR_CITIES[:3], "c2"]), "cities.setup.layout", ["c2"]),
    (
        "layout.enclosed",
        laying(fighters=[*FIGHTERS[:6], "a5", "d5"], second_fighters=[*FAR[:6], "b5", "c5"]),
        "cities.setup.layout",
        ["b5", "c5"],
    ),
    ("position.fields", reading("10 1"), "cities.material.board", []),
    ("position.rows", reading(f"10/10 1 {CITIES} 0"), "cities.material.board", ["10", "2"]),
    ("position.row", reading(f"{EMPTY[:-2]}9F1 1 {CITIES} 0"), "cities.material.board", ["1", "9F1"]),
    ("position.cities", reading(f"{EMPTY} 1 a1k1-b1 0"), "cities.material.cities", ["a1k1-b1"]),
    ("position.city_count", reading(f"{EMPTY} 1 a1-b1 0"), "cities.setup.four_each", ["8", "2"]),
    ("position.too_many", reading(f"FFFFFFFFF1{EMPTY[2:]} 1 {CITIES} 0"), "cities.material.fighters", ["9", "8"]),
    ("position.in_enemy_city", reading(f"F9{EMPTY[2:]} 1 {CITIES} 0"), "cities.city.taken", ["a10"]),
    (
        "position.enclosed",
        reading(f"{rows({'c3': 'F', 'd3': 'f', 'e3': 'f', 'f3': 'F'})} 1 {CITIES} 0"),
        "cities.enclosure.removed",
        ["d3", "e3"],
    ),
    ("position.side", reading(f"{EMPTY} 7 {CITIES} 0"), "cities.turn.alternate", ["7", "1", "2"]),
    ("position.stall", reading(f"{EMPTY} 1 {CITIES} many"), "cities.end.stall", ["many"]),
    ("position.rest", reading(f"{start().text()} again"), "cities.material.board", ["again"]),
    ("position.history", reading(f"{start().text()} ~b3b2"), "cities.end.repetition", []),
    ("position.rulings", reading(start(repetition=2).text()), "", ["@"]),
]


@pytest.mark.parametrize(("code", "answer", "rule", "told"), CASES, ids=[case[0] for case in CASES])
def test_a_refusal_names_its_rule_and_tells_its_numbers_in_both_languages(
    code: str, answer: Answer, rule: str, told: list[str]
) -> None:
    refusal = answer()
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert not rule or GAME.rulebook.find(rule) is not None
    said = {language: GAME.texts.say(refusal.message, language) for language in LANGUAGES}
    for text in said.values():
        assert "{" not in text
        assert text[0].isupper() or text.startswith(tuple(told))
        for number in told:
            assert re.search(rf"(?<!\w){re.escape(number)}", text), f"{number} is missing: {text}"
    assert said["en"] != said["de"]


def test_every_refusal_that_the_game_has_words_for_is_provoked_here() -> None:
    worded = {key.removeprefix("refusal.") for key in GAME.texts.entries if key.startswith("refusal.")}
    assert {code for code, *_ in CASES} == worded


def test_a_refused_action_changes_nothing() -> None:
    position = start()
    before = position.text()
    for text in ("e5e6", "b9b8", "b2c2", "b2b5", "b2=H", "pass", "claim"):
        assert acting(position, text)() is not None
    assert position.text() == before
