"""Movement tables of one's own: what they may hold, and what is refused, in a clear sentence in both languages."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.games.towar.boards import STANDARD, act, battle, field, start
from tests.hypothesis_profiles import given, st
from triarii.core.contract import Refusal
from triarii.core.texts import LANGUAGES
from triarii.games.towar import GAME
from triarii.games.towar.position import Position


def refusal_of(content: object) -> Refusal:
    answer = GAME.start({"movement": content})
    assert isinstance(answer, Refusal), content
    for language in LANGUAGES:
        said = GAME.texts.say(answer.message, language)
        assert said.endswith((".", "?"))
        assert "{" not in said
    return answer


def with_cards(**changes: object) -> dict[str, object]:
    return {"kinds": STANDARD, "cards": changes}


@pytest.mark.rule("towar.cards.movement")
@pytest.mark.parametrize("name", ["standard", "balanced", "charge"])
def test_a_table_of_ours_is_taken_by_its_name(name: str) -> None:
    assert start(movement=name).setting.table.name == name


@pytest.mark.rule("towar.cards.movement")
def test_a_table_of_ones_own_decides_how_units_move() -> None:
    own = {"name": "Sideways shooters", "note": "for tests", "kinds": {**STANDARD, "crossbowman": "T1"}}
    assert field(act(battle("bkb ... ... .C.", "K", movement=own), "b:l")) == "bkb ... ... CK."
    assert start(movement=own).setting.table.name == "Sideways shooters"


@pytest.mark.rule("towar.cards.movement")
def test_a_table_of_ones_own_may_change_the_cards_too() -> None:
    own = with_cards(knight={"attack": 9, "defence": 0, "cards": 1, "elite": False}, squire={"cards": 5})
    position = start(movement=own)
    unit = position.setting.table.units["knight"]
    assert (unit.attack, unit.defence, unit.cards, unit.elite, unit.kind) == (9, 0, 1, False, "F2")
    assert dict(position.chances())["knight"] * 17 == 1
    assert dict(position.chances())["squire"] * 17 == 5
    assert GAME.parse(position.text(), {"movement": own}) == position


@pytest.mark.rule("towar.cards.army")
def test_a_unit_may_have_no_card_as_long_as_its_army_has_seventeen() -> None:
    position = start(movement=with_cards(squire={"cards": 0}, footman={"cards": 7}))
    assert "squire" not in dict(position.chances())
    assert sum(share for _, share in position.chances()) == 1


@pytest.mark.rule("towar.cards.army")
@pytest.mark.parametrize("cards", [2, 4, 15])
def test_an_army_needs_seventeen_cards(cards: int) -> None:
    refusal = refusal_of(with_cards(knight={"cards": cards}))
    assert (refusal.code, refusal.rule) == ("movement.sum", "towar.cards.army")
    assert refusal.params == {"army": "west", "count": 14 + cards, "wanted": 17}


@pytest.mark.rule("towar.cards.movement")
@pytest.mark.parametrize("kind", ["F3", "f1", "", 1, True, ["F1"], "F1 "])
def test_an_unknown_kind_is_refused(kind: object) -> None:
    refusal = refusal_of({"kinds": {**STANDARD, "rider": kind}})
    assert refusal.code == "movement.kind"
    assert refusal.params["unit"] == "rider"
    assert refusal.params["known"] == ["F1", "T1", "F2", "T2"]


@pytest.mark.rule("towar.cards.movement")
def test_every_missing_unit_is_named() -> None:
    kinds = {unit: kind for unit, kind in STANDARD.items() if unit not in ("rider", "sarbaz")}
    refusal = refusal_of({"kinds": kinds})
    assert (refusal.code, refusal.params["units"]) == ("movement.missing", ["rider", "sarbaz"])


@pytest.mark.rule("towar.cards.movement")
@pytest.mark.parametrize(
    ("name", "code"), [("dragon", "movement.unit"), ("bedoin", "movement.unit_near"), ("", "movement.unit")]
)
def test_an_unknown_unit_is_refused(name: str, code: str) -> None:
    assert refusal_of({"kinds": {**STANDARD, name: "F1"}}).code == code
    assert refusal_of(with_cards(**{name: {"attack": 1}})).code == code


@pytest.mark.rule("towar.cards.movement")
@pytest.mark.parametrize("key", ["attack", "defence", "cards"])
@pytest.mark.parametrize("value", [-1, 16, 10**9, True, "5", [5], {}])
def test_an_absurd_number_is_refused(key: str, value: object) -> None:
    refusal = refusal_of(with_cards(rider={key: value}))
    assert (refusal.code, refusal.rule) == ("movement.number", "towar.cards.movement")
    assert refusal.params["highest"] == (15 if key == "cards" else 9)
    assert refusal.params["key"] == key


@pytest.mark.rule("towar.cards.movement")
def test_the_largest_numbers_are_allowed() -> None:
    strong = with_cards(squire={"attack": 9, "defence": 9}, crossbowman={"attack": 0, "defence": 0})
    assert isinstance(GAME.start({"movement": strong}), Position)
    assert refusal_of(with_cards(squire={"attack": 10})).code == "movement.number"


@pytest.mark.rule("towar.cards.movement")
@pytest.mark.parametrize("value", [1, 0, "yes", [True]])
def test_elite_is_yes_or_no(value: object) -> None:
    assert refusal_of(with_cards(rider={"elite": value})).code == "movement.elite"


@pytest.mark.rule("towar.cards.movement")
@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({}, "movement.not_a_table"),
        ({"kinds": []}, "movement.not_a_table"),
        ({"kinds": STANDARD, "cards": []}, "movement.not_a_table"),
        ({"kinds": STANDARD, "cards": {"rider": 5}}, "movement.not_a_table"),
        ({"kinds": STANDARD, "zzz": 1}, "movement.key"),
        ({"kinds": STANDARD, "card": {}}, "movement.key_near"),
        (with_cards(rider={"zzz": 1}), "movement.key"),
        (with_cards(rider={"atack": 1}), "movement.key_near"),
        ("no such table", "option.value"),
        (5, "option.value"),
        (["F1"], "option.value"),
        ({"kinds": {**STANDARD, "rider": 1.5}}, "option.content"),
    ],
)
def test_what_is_no_table_is_refused(content: object, code: str) -> None:
    assert refusal_of(content).code.startswith(code.split(".", maxsplit=1)[0])
    if code.startswith("movement"):
        assert refusal_of(content).code == code


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["F1", "T2", "attack"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kinds", "cards", "rider", "x"]), inner)
    ),
    max_leaves=12,
)


@pytest.mark.rule("towar.cards.movement")
@given(values)
def test_any_content_is_taken_or_refused_but_never_fails(content: object) -> None:
    for one in (content, {"kinds": STANDARD, "cards": content}, {"kinds": content}):
        answer = GAME.start({"movement": one})
        if isinstance(answer, Refusal):
            for language in LANGUAGES:
                assert GAME.texts.say(answer.message, language)
        else:
            assert isinstance(one, Mapping)


@pytest.mark.rule("towar.cards.movement")
def test_the_same_table_written_out_plays_the_same() -> None:
    named = battle("bka rtk FSC KQF", "S")
    spelt = battle("bka rtk FSC KQF", "S", movement={"kinds": STANDARD})
    assert named.actions() == spelt.actions()
    assert named.force == spelt.force
