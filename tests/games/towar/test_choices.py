"""Putting a turn together word by word: a card of the hand, a column, each step; and what each word is called."""

from __future__ import annotations

import pytest

from tests.games.towar.boards import HAND, act, battle, battles, offered, start, words
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import Choice, Refusal
from triarii.games.towar import GAME
from triarii.games.towar.position import Position


def label(choice: Choice, language: str = "en") -> str:
    return GAME.texts.say(choice.label, language)


def labels(position: Position, *prefix: str) -> dict[str, str]:
    return {choice.text: label(choice) for choice in offered(position, *prefix)}


@pytest.mark.rule("towar.setup.armies")
def test_first_the_armies_are_offered() -> None:
    position = start("choose")
    assert labels(position) == {
        "west": "take the West army",
        "north": "take the North army",
        "east": "take the East army",
        "south": "take the South army",
    }
    assert label(offered(position)[2], "de") == "die Armee Fernost nehmen"
    assert position.choices(["east"]) == "east"
    assert words(act(position, "east")) == ["west", "north", "south"]


@pytest.mark.rule("towar.setup.free_choice")
def test_at_the_set_up_the_free_cells_are_offered() -> None:
    position = act(start(), "squire", "b2", "rider", "b3", "knight")
    assert [(choice.text, choice.cell) for choice in offered(position)] == [
        (c, c) for c in ("a1", "b1", "c1", "a2", "c2")
    ]
    assert label(offered(position)[0]) == "put Knight on a1"
    assert label(offered(position)[0], "de") == "Ritter auf a1 legen"
    assert position.choices(["a1"]) == "a1"


@pytest.mark.rule("towar.turn.entry", "towar.turn.entry_enemy")
def test_the_columns_say_what_happens_where_the_card_comes_in() -> None:
    position = battle("bkb ... ... .Sr", "K")
    assert labels(position) == {
        "a": "Knight to a1, free",
        "b": "Knight to b1, pushing Sergeant",
        "c": "Knight to c1, attacking Rider: 5 against 3, wins",
    }
    assert [choice.cell for choice in offered(position)] == ["a1", "b1", "c1"]
    assert [label(choice, "de") for choice in offered(position)] == [
        "Ritter auf a1, frei",
        "Ritter auf b1, verdrängt Feldwebel",
        "Ritter auf c1, greift Reiter an: 5 gegen 3, gewinnt",
    ]
    second = battle("k.. ... ... .SS", "b", side=2)
    assert [choice.cell for choice in offered(second)] == ["a4", "b4", "c4"]


@pytest.mark.rule("towar.turn.step", "towar.combat.side_bonus")
def test_the_steps_say_where_they_lead_and_whom_they_meet() -> None:
    position = battle("bkb ... .k. CSr", "K")
    assert labels(position, "b") == {
        "f": "Forward: Sergeant attacks Konung on b2, 4 against 4, both fall",
        "l": "Left: Sergeant to a1, pushing Crossbowman",
        "r": "Right: Sergeant attacks Rider on c1, 4 + 2 against 3, wins",
    }
    assert [choice.cell for choice in offered(position, "b")] == ["b2", "a1", "c1"]
    assert labels(position, "b", "l") == {"f": "Forward: Crossbowman to a2, free"}


@pytest.mark.rule("towar.turn.second_step")
def test_to_stay_is_a_word_of_its_own_after_a_first_step() -> None:
    position = battle("bkb ... ... ..Q", "K")
    assert labels(position, "c", "f")["."] == "stay: Squire on c2"
    assert offered(position, "c", "f")[-1].cell == "c2"
    assert position.choices(["c", "f", "."]) == "c:f"
    assert position.choices(["c", "f", "f"]) == "c:ff"


@pytest.mark.rule("towar.end.breakthrough")
def test_a_breakthrough_is_announced() -> None:
    position = battle(".S. .C. .C. .C.", "K")
    last = offered(position, "b", "f", "f", "f")[0]
    assert (label(last), last.cell) == ("Forward: Sergeant breaks through and wins", None)


@pytest.mark.rule("towar.variant.choose")
def test_in_the_variant_the_card_comes_first() -> None:
    position = battle("bkb ... ... ...", hands="S1C2-r2t1", **HAND)
    assert labels(position) == {"sergeant": "play Sergeant", "crossbowman": "play Crossbowman"}
    assert labels(position, "sergeant")["a"] == "Sergeant to a1, free"
    assert position.choices(["sergeant", "a"]) == "sergeant/a"


@pytest.mark.parametrize(
    ("prefix", "code"),
    [
        (["d"], "action.form"),
        (["ab"], "action.form"),
        ([""], "action.form"),
        (["a", ""], "action.form"),
        (["a", "fr"], "action.form"),
        (["a", "flr"], "action.form"),
        (["a:f"], "action.form"),
        (["a", "x"], "action.form"),
        (["a", ".", "f"], "action.form"),
        (["a", "."], "turn.unfinished"),
        (["a", "l"], "step.edge"),
        (["b", "l"], "step.direction"),
        (["c", "f"], "step.ended"),
        (["c", "."], "step.ended"),
        (["a", "f", "."], "step.ended"),
        (["pass"], "pass.can_enter"),
        (["pass", "a"], "action.form"),
        (["knight", "a"], "action.form"),
    ],
)
def test_words_that_lead_nowhere_are_refused(prefix: list[str], code: str) -> None:
    refusal = battle("bkb ... ... SC.", "K").choices(prefix)
    assert isinstance(refusal, Refusal), refusal
    assert refusal.code == code


@pytest.mark.parametrize("position", [start("choose"), act(start(), "knight")])
def test_no_word_follows_an_army_or_a_cell(position: Position) -> None:
    first = words(position)[0]
    refusal = position.choices([first, "a"])
    assert isinstance(refusal, Refusal)
    assert refusal.code == "action.form"


def test_two_steps_are_two_words() -> None:
    position = battle("bkb ... ... ..Q", "K")
    assert position.choices(["c", "f", "l"]) == "c:fl"
    glued = position.choices(["c", "fl"])
    assert isinstance(glued, Refusal)
    assert glued.code == "action.form"


@pytest.mark.parametrize("position", [start(), start(begins="random"), battle("b.. ... ... S..", left=0)])
def test_where_nobody_acts_no_word_is_offered(position: Position) -> None:
    for prefix in ([], ["a"], ["a", "f"]):
        refusal = position.choices(prefix)
        assert isinstance(refusal, Refusal)
        assert refusal.code in ("draw", "lots", "over")


@seldom
@given(battles(), st.integers(0, 2**32))
def test_every_offered_word_can_be_said_in_both_languages(position: Position, seed: int) -> None:
    prefix: list[str] = []
    while True:
        answer = position.choices(prefix)
        if isinstance(answer, str):
            assert position.check(answer) is None
            assert GAME.action(answer) == answer
            return
        choices = offered(position, *prefix)
        for choice in choices:
            assert label(choice, "en") != label(choice, "de") or choice.text == "pass"
        assert len({choice.text for choice in choices}) == len(choices) > 0
        prefix.append(choices[seed % len(choices)].text)


def test_a_turn_of_a_full_own_field_is_offered_at_once() -> None:
    # Tens of thousands of ways lead on from here; only the next word is looked at.
    position = battle("SSS FFF CCC FQQ", "K", movement={"kinds": dict.fromkeys(UNIT_IDS, "T1")})
    assert words(position, "a") == ["f", "r"]
    assert words(position, "b", "f", "l", "f") == ["f", "r"]


UNIT_IDS = list(start().setting.table.units)
