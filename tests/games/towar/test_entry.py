"""The new card comes in on the own back row: on an empty cell, an own unit or an enemy."""

from __future__ import annotations

import pytest

from tests.games.towar.boards import act, after, battle, field, law, refused, words
from triarii.core.contract import Turn


@pytest.mark.rule("towar.turn.draw")
@pytest.mark.statement("TW-037")
def test_a_turn_begins_by_turning_up_a_card() -> None:
    position = battle("bkb ... ... ..Q")
    assert position.turn is Turn.CHANCE
    assert law(position, "a") == "towar.turn.draw"
    assert act(position, "sergeant").turn is Turn.FIRST


@pytest.mark.rule("towar.turn.entry")
@pytest.mark.statement("TW-038")
def test_the_card_comes_in_on_one_of_the_three_cells_of_the_own_back_row() -> None:
    position = battle("bkb ... ... ...", "K")
    assert [after(position, turn) for turn in position.actions()] == [
        "bkb ... ... K..",
        "bkb ... ... .K.",
        "bkb ... ... ..K",
    ]
    second = battle("... ... ... KSS", "b", side=2)
    assert [after(second, turn) for turn in second.actions()] == [
        "b.. ... ... KSS",
        ".b. ... ... KSS",
        "..b ... ... KSS",
    ]


@pytest.mark.rule("towar.turn.entry_displaces")
@pytest.mark.statement("TW-039")
def test_an_own_unit_there_is_displaced_and_must_move() -> None:
    position = battle("bkb ... ... CSF", "K")
    assert refused(position, "a").code == "turn.unfinished"
    assert after(position, "a:f") == "bkb ... C.. KSF"


@pytest.mark.rule("towar.turn.entry_empty")
@pytest.mark.statement("TW-040")
@pytest.mark.parametrize("card", ["C", "S", "K", "Q"])
def test_on_an_empty_cell_the_card_stays_and_being_laid_is_no_step(card: str) -> None:
    position = battle("bkb ... ... ...", card)
    assert position.actions() == ["a", "b", "c"]
    assert refused(position, "b:f").code == "step.ended"
    assert act(position, "b").turn is Turn.CHANCE


@pytest.mark.rule("towar.turn.always_full")
@pytest.mark.statement("TW-041")
def test_an_arriving_card_may_find_a_free_cell() -> None:
    # The English text says there is none; a tie has freed this one, and nothing is displaced.
    tied = act(battle("bbb kkk SSS CQK", "K"), "a:ff")
    assert field(tied) == "bbb .kk CSS KQK"
    freed = battle("bbb .kk CSS .QK", "K")
    assert after(freed, "a") == "bbb .kk CSS KQK"


@pytest.mark.rule("towar.turn.entry_enemy")
@pytest.mark.statement("TW-042")
@pytest.mark.parametrize(
    ("card", "outcome"),
    [("K", "bkb ... ... K.."), ("S", "bkb ... ... S.."), ("F", "bkb ... ... ..."), ("Q", "bkb ... ... r..")],
)
def test_on_an_enemy_the_card_attacks_from_the_camp_and_the_turn_is_over(card: str, outcome: str) -> None:
    position = battle("bkb ... ... r..", card)
    done = act(position, "a")
    assert field(done) == outcome
    assert done.drawer is Turn.SECOND
    assert refused(position, "a:f").code == "step.ended"


@pytest.mark.rule("towar.turn.entry_enemy", "towar.combat.side_bonus")
def test_an_attack_from_the_camp_has_no_bonus() -> None:
    assert after(battle("bkb ... ... k..", "F"), "a") == "bkb ... ... k.."  # 3 against 4; with a bonus 5
    assert after(battle("K.. ... ... SSS", "r", side=2), "a") == "K.. ... ... SSS"


@pytest.mark.rule("towar.turn.entry_enemy")
def test_to_come_in_on_an_enemy_may_be_forbidden() -> None:
    position = battle("bkb ... ... r..", "K", enemy_on_entry="forbidden")
    assert position.actions() == ["b", "c"]
    assert words(position) == ["b", "c"]
    assert law(position, "a") == "towar.turn.entry_enemy"
    assert law(position, "pass") == "towar.turn.entry"


@pytest.mark.rule("towar.turn.pass")
def test_a_card_that_finds_no_open_cell_is_laid_aside() -> None:
    position = battle("bk. ... .F. rat", "K", enemy_on_entry="forbidden")
    assert position.actions() == ["pass"]
    assert words(position) == ["pass"]
    assert position.choices(["pass"]) == "pass"
    for turn in ("a", "b", "c"):
        assert law(position, turn) == "towar.turn.entry_enemy"
    done = act(position, "pass")
    assert field(done) == field(position)
    assert done.cards_left() == position.cards_left() - 1
    assert done.drawer is Turn.SECOND
    # By the usual ruling the same card attacks.
    assert battle("bk. ... .F. rat", "K").actions() == ["a", "b", "c"]
    assert law(battle("bk. ... .F. rat", "K"), "pass") == "towar.turn.entry"


@pytest.mark.rule("towar.turn.pass")
def test_in_the_variant_each_card_of_the_hand_may_be_laid_aside() -> None:
    position = battle("bk. ... .F. rat", hands="K1C2-b2k1", left=3, enemy_on_entry="forbidden", variant="hand_of_three")
    assert position.actions() == ["knight/pass", "crossbowman/pass"]
    assert words(position, "knight") == ["pass"]
    done = act(position, "crossbowman/pass")
    assert done.text().split(" ")[5].startswith("K1C1-")
