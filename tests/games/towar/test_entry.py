"""The new card comes in on the own back row: on an empty cell, an own unit or an enemy."""

from __future__ import annotations

import pytest

from tests.games.towar.boards import act, after, battle, field, law, refused, words
from triarii.core.contract import Turn
from triarii.games.towar import GAME


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
    # The English text says there is none. Here a tie frees one: the second player's chain ends with an archer that
    # falls with the knight on c1, 5 against 5.
    tied = act(battle("bbk tkr SSa QFK", "t", side=2), "c:fff")
    assert field(tied) == "bbt tkk SSr QF."
    # The next card arrives just there, and nothing is displaced.
    arrived = act(tied, "sergeant", "c")
    assert field(arrived) == "bbt tkk SSr QFS"
    events = [event.kind for event in GAME.events(act(tied, "sergeant"), "c", arrived)]
    assert events == ["entered"]


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


@pytest.mark.rule("towar.turn.entry_pushes_enemy", "towar.turn.entry_enemy")
def test_an_enemy_may_be_displaced_to_the_side() -> None:
    # The berserker, three ways, stands on the first player's back row.
    position = battle("bkb ... ... .b.", "K", enemy_on_entry="displaced")
    assert words(position) == ["a", "b", "c"]
    assert words(position, "b") == ["l", "r"]
    assert refused(position, "b").code == "turn.unfinished"
    assert [after(position, f"b:{way}") for way in "lr"] == ["bkb ... ... bK.", "bkb ... ... .Kb"]
    assert position.actions() == ["a", "b:l", "b:r", "c"]
    # Forward it would come into the camp of the player whose turn it is.
    assert refused(position, "b:f").code == "step.own_camp"
    assert law(position, "b:f") == "towar.turn.entry_pushes_enemy"
    # Left and right are those of the moving player.
    second = battle(".S. ... ... SSF", "b", side=2, enemy_on_entry="displaced")
    assert [after(second, f"b:{way}") for way in "lr"] == [".bS ... ... SSF", "Sb. ... ... SSF"]


@pytest.mark.rule("towar.turn.entry_pushes_enemy")
def test_a_displaced_enemy_displaces_its_own_side_and_attacks_the_other() -> None:
    # Rider, two steps: over the empty cell to the next one.
    rider = battle("bkb ... ... r..", "K", enemy_on_entry="displaced")
    assert [after(rider, turn) for turn in ("a:r", "a:rr")] == ["bkb ... ... Kr.", "bkb ... ... K.r"]
    # Onto one of its own side: that one has to go on, and no card returns.
    pair = battle("bkb ... ... bk.", "K", enemy_on_entry="displaced")
    assert after(pair, "a:rr") == "bkb ... ... Kbk"
    # Back it meets the new card and attacks it from the side: 4 and 2 against 5.
    assert after(pair, "a:rl") == "bkb ... ... kb."
    # It attacks a unit of the moving player: a rider has 3 and 2 and beats the sergeant, loses to nobody with less.
    meeting = battle("bkb ... ... .rS", "K", enemy_on_entry="displaced")
    assert after(meeting, "b:r") == "bkb ... ... .Kr"
    equal = battle("bkb ... ... .rK", "S", enemy_on_entry="displaced")
    assert after(equal, "b:r") == "bkb ... ... .S."


@pytest.mark.rule("towar.turn.entry_pushes_enemy", "towar.turn.pass")
def test_an_enemy_with_nowhere_to_go_closes_its_cell() -> None:
    # Archer and tinger go forward only.
    position = battle("bkb ... ... a.t", "K", enemy_on_entry="displaced")
    assert position.actions() == words(position) == ["b"]
    assert refused(position, "a").code == refused(position, "a:r").code == "entry.enemy_stuck"
    assert law(position, "c") == "towar.turn.entry_pushes_enemy"
    # The berserker can't go where it would displace one that is stuck.
    beside = battle("bkb ... ... ab.", "K", enemy_on_entry="displaced")
    assert words(beside, "b") == ["r"]
    assert refused(beside, "b:l").code == "step.stuck"
    assert law(beside, "b:l") == "towar.turn.entry_pushes_enemy"
    # Where all three cells are closed the card is laid aside.
    closed = battle("bk. ... .F. tat", "K", enemy_on_entry="displaced")
    assert closed.actions() == words(closed) == ["pass"]


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
