"""Every no of this game: provoked once, with its rule and its numbers, and said in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.games.towar.boards import HAND, STANDARD, act, battle, start
from triarii.core.contract import Refusal
from triarii.core.texts import LANGUAGES
from triarii.games.towar import GAME
from triarii.games.towar.position import Position

Answer = Callable[[], object]

ROWS = "bka/rtk/FSC/KQF"
LINE = f"west-north {ROWS} 1 S K1Q1F1-b1k1r1a1 0-0"
FIELD = battle("bkb ... ... SFC", "K")
HELD = battle("bkb ... ... SFC", hands="K1Q2-r2t1", **HAND)
LAYING = act(start(), "knight")
FURTHER = act(LAYING, "b2", "archer", "b3", "squire")


def acting(position: Position, text: str) -> Answer:
    def answer() -> object:
        action = GAME.action(text)
        return action if isinstance(action, Refusal) else position.check(action)

    return answer


def reading(text: str, **options: object) -> Answer:
    return lambda: GAME.parse(text, options)


def moving(**content: object) -> Answer:
    return lambda: GAME.start({"movement": {"kinds": STANDARD, **content}})


# Code, how it is provoked, its rule, and what both languages must tell.
CASES: list[tuple[str, Answer, str, list[str]]] = [
    ("over", acting(battle("b.. ... ... S..", left=0), "a"), "towar.end.conditions", []),
    ("lots", acting(start(begins="random"), "a"), "towar.setup.starter", []),
    ("lots_armies", acting(start("random"), "west,north"), "towar.setup.choice", []),
    ("draw", acting(start(), "b2"), "towar.setup.draws", []),
    ("draw", acting(battle("b.. ... ... S..", left=1), "a"), "towar.turn.draw", []),
    ("action.form", acting(FIELD, "b:x"), "towar.turn.entry", ["b:x", "b:ff", "rider/b:fl"]),
    ("army.unknown", acting(start("choose"), "a"), "towar.setup.armies", ["a", "West"]),
    (
        "setup.mirror",
        acting(act(start("choose"), "west"), "west"),
        "towar.setup.armies",
        ["West", "option for a new game"],
    ),
    ("deploy.form", acting(LAYING, "a"), "towar.setup.free_choice", ["a", "a1", "c4"]),
    ("deploy.half", acting(FURTHER, "c4"), "towar.setup.free_choice", ["c4"]),
    ("deploy.taken", acting(FURTHER, "b2"), "towar.setup.free_choice", ["b2"]),
    ("deploy.middle", acting(LAYING, "a1"), "towar.setup.first_cards", ["b2"]),
    (
        "entry.enemy",
        acting(battle("bkb ... ... r..", "K", enemy_on_entry="forbidden"), "a"),
        "towar.turn.entry_enemy",
        ["a1"],
    ),
    (
        "entry.enemy_stuck",
        acting(battle("bkb ... ... a..", "K", enemy_on_entry="displaced"), "a"),
        "towar.turn.entry_pushes_enemy",
        ["a1"],
    ),
    (
        "step.own_camp",
        acting(battle("bkb ... ... b..", "K", enemy_on_entry="displaced"), "a:f"),
        "towar.turn.entry_pushes_enemy",
        ["Berserker"],
    ),
    (
        "step.stuck",
        acting(battle("bkb ... ... ab.", "K", enemy_on_entry="displaced"), "b:l"),
        "towar.turn.entry_pushes_enemy",
        ["a1"],
    ),
    (
        "step.second_direction",
        acting(battle("bkb ... ... ..K", "S"), "c:fl"),
        "towar.move.second_way_shown",
        ["c2"],
    ),
    ("turn.no_hand", acting(FIELD, "knight/a:f"), "towar.turn.draw", []),
    ("turn.which_card", acting(HELD, "a:f"), "towar.variant.choose", ["rider/b:ff"]),
    ("turn.not_held", acting(HELD, "footman/a:f"), "towar.variant.choose", []),
    ("turn.unfinished", acting(FIELD, "a"), "towar.turn.step", ["a1"]),
    ("pass.can_enter", acting(FIELD, "pass"), "towar.turn.entry", []),
    ("step.ended", acting(FIELD, "a:ff"), "towar.turn.end", []),
    ("step.direction", acting(FIELD, "c:l"), "towar.move.kinds", ["c1"]),
    ("step.edge", acting(FIELD, "a:l"), "towar.turn.edge", ["a1"]),
    ("step.been", acting(battle("bkb ... ... SF.", "Q"), "a:rlrl"), "towar.turn.no_return", ["a1"]),
    (
        "step.moved",
        acting(battle("bkb ... ... SF.", "Q", redisplace=False), "a:rlr"),
        "towar.turn.displaced_again",
        ["b1"],
    ),
    ("step.fresh", acting(battle("bkb ... ... SF.", "Q", fresh_locked=True), "a:rl"), "towar.turn.fresh_card", ["a1"]),
    (
        "step.second",
        acting(battle("bkb .C. ... .K.", "S", second_step_displaces=False), "b:ff"),
        "towar.turn.second_step_displaces",
        ["b3"],
    ),
    ("movement.not_a_table", lambda: GAME.start({"movement": {}}), "towar.cards.movement", ["[kinds]"]),
    ("movement.key", moving(zzz=1), "", ["zzz", "kinds", "cards"]),
    ("movement.key_near", moving(card={}), "", ["card", "cards"]),
    ("movement.unit", moving(cards={"dragon": {}}), "", ["dragon", "knight", "sarbaz"]),
    ("movement.unit_near", moving(cards={"knigt": {}}), "", ["knigt", "knight"]),
    ("movement.kind", moving(kinds={**STANDARD, "rider": "F3"}), "towar.cards.movement", ["rider", "F3", "F1", "T2"]),
    ("movement.missing", moving(kinds={}), "towar.cards.movement", ["knight", "sarbaz"]),
    ("movement.sum", moving(cards={"knight": {"cards": 4}}), "towar.cards.army", ["West", "18", "17"]),
    ("movement.number", moving(cards={"rider": {"attack": 10}}), "towar.cards.movement", ["attack", "rider", "0", "9"]),
    ("movement.elite", moving(cards={"rider": {"elite": 1}}), "towar.cards.movement", ["elite", "rider", "true"]),
    ("position.fields", reading("west-north"), "towar.material.field", []),
    (
        "position.hidden",
        reading(f"west-north {ROWS} 1 - Q1-*b1k1r1a1 K1S1F1-*3", **HAND),
        "towar.material.field",
        [],
    ),
    ("position.armies", reading(LINE.replace("west", "best")), "towar.setup.armies", ["best-north", "west", "south"]),
    (
        "position.sealed",
        reading("*west-? .../.../.../... ? - 0-0 0-0"),
        "towar.setup.choice",
        ["*west-?", "armies=secret"],
    ),
    ("position.rows", reading(LINE.replace("/KQF", "")), "towar.material.field", ["4", "3"]),
    ("position.letter", reading(LINE.replace("KQF", "KXF")), "towar.material.field", ["X", "K"]),
    ("position.side", reading(LINE.replace(" 1 ", " 7 ")), "towar.turn.alternate", ["7", "1", "2"]),
    ("position.card", reading(LINE.replace(" S ", " X ")), "towar.turn.draw", ["X", "-"]),
    ("position.card_side", reading(LINE.replace(" S ", " t ")), "towar.turn.draw", []),
    ("position.cards", reading(LINE.replace("K1Q1F1", "K1Q")), "towar.material.field", ["K1Q-b1k1r1a1"]),
    ("position.too_many", reading(LINE.replace("K1Q1F1", "K3")), "towar.cards.army", ["4", "3"]),
    (
        "position.before_start",
        reading("?-? .../.../.../... 1 - 0-0 0-0"),
        "towar.setup.reserve",
        [],
    ),
    ("position.alternate", reading(LINE.replace("K1Q1F1", "K1")), "towar.turn.alternate", ["2", "4"]),
    ("position.hands", reading(LINE, **HAND), "towar.variant.hand", []),
    (
        "position.set_up",
        reading("west-north .../.../.../... 1 - K2S3Q3F4C4-b3k3r3t4a3 0-0"),
        "towar.setup.alternate",
        ["1", "0"],
    ),
    ("position.broken", reading(f"{LINE} broken"), "towar.end.breakthrough", []),
    ("position.rest", reading(f"{LINE} again"), "", ["again"]),
    ("position.rulings", reading(f"{LINE} @1234"), "", ["@1234"]),
]

GERMAN = {"West": "Westen", "option for a new game": "für ein neues Spiel einstellen"}
"""What is told in other words there."""


@pytest.mark.parametrize(("code", "answer", "rule", "told"), CASES, ids=[case[0] for case in CASES])
def test_a_refusal_names_its_rule_and_tells_its_numbers_in_both_languages(
    code: str, answer: Answer, rule: str, told: list[str]
) -> None:
    refusal = answer()
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert not rule or GAME.rulebook.find(rule) is not None
    said = {language: GAME.texts.say(refusal.message, language) for language in LANGUAGES}
    for language, text in said.items():
        assert "{" not in text
        assert text[0].isupper() or text.startswith(tuple(told))
        for number in told:
            word = GERMAN.get(number, number) if language == "de" else number
            assert re.search(rf"(?<!\w){re.escape(word)}", text), f"{word} is missing: {text}"
    assert said["en"] != said["de"]


def test_every_refusal_that_the_game_has_words_for_is_provoked_here() -> None:
    worded = {key.removeprefix("refusal.") for key in GAME.texts.entries if key.startswith("refusal.")}
    assert {code for code, *_ in CASES} == worded


def test_a_refused_action_changes_nothing() -> None:
    before = FIELD.text()
    for text in ("a", "a:l", "c:l", "pass", "knight/a", "b2", "west"):
        assert acting(FIELD, text)() is not None
    assert FIELD.text() == before


def test_a_card_of_the_hand_is_named_as_people_call_it() -> None:
    refusal = acting(HELD, "Ashigaru-archer/a:f")()
    assert isinstance(refusal, Refusal)
    assert GAME.texts.say(refusal.message, "en") == "There is no Ashigaru-archer in your hand."
    assert GAME.texts.say(refusal.message, "de") == "Ashigaru-Schütze ist nicht auf deiner Hand."
