"""A turn: the card comes in, units are displaced and step on, until an enemy or an empty cell ends it."""

from __future__ import annotations

import pytest

from tests.games.towar.boards import (
    STANDARD,
    act,
    after,
    battle,
    field,
    law,
    offered,
    refused,
    stands,
    start,
    units,
    words,
)
from triarii.core.contract import Turn

# The legend of a card


@pytest.mark.rule("towar.cards.legend")
@pytest.mark.statement("TW-012")
def test_a_card_has_a_movement() -> None:
    kinds = {unit.id: unit.kind for unit in start().setting.table.units.values()}
    assert kinds["knight"] == "F2"
    assert set(kinds.values()) == {"F1", "T1", "F2", "T2"}


@pytest.mark.rule("towar.cards.legend")
@pytest.mark.statement("TW-013")
def test_a_card_has_an_attack_strength() -> None:
    # The crossbowman prints 1 and 6; only as attack does 6 beat the berserker's 5.
    assert after(battle("kkk rbr KCS SCK", "K"), "b:ff") == "kkk rCr KCS SKK"


@pytest.mark.rule("towar.cards.legend")
@pytest.mark.statement("TW-014")
def test_a_card_has_a_defence_strength() -> None:
    # The archer prints 1 and 5; only as defence does 1 fall to the squire's 2.
    assert after(battle("kkk rab KQS SQK", "K"), "b:ff") == "kkk rQb KQS SKK"


@pytest.mark.rule("towar.move.f1")
@pytest.mark.statement("TW-016")
def test_a_single_arrow_goes_and_attacks_forward_only() -> None:
    position = battle("bkb rra ... .C.", "K")
    assert words(position, "b") == ["f"]
    assert after(position, "b:f") == "bkb rra .C. .K."
    for turn in ("b:l", "b:r"):
        assert law(position, turn) == "towar.move.kinds"


@pytest.mark.rule("towar.move.f1")
def test_a_single_arrow_takes_one_step_when_displaced() -> None:
    position = battle("bkb ... ... .C.", "K")
    assert position.actions() == ["a", "b:f", "c"]
    assert refused(position, "b:ff").code == "step.ended"


@pytest.mark.rule("towar.move.one_step_a_turn", "towar.turn.displaced_again")
@pytest.mark.statement("TW-017")
def test_a_single_arrow_goes_two_steps_in_a_turn_if_displaced_twice_though_the_legend_says_one() -> None:
    # The crossbowman goes forward onto the sergeant, which goes right onto the footman, which goes left onto the
    # crossbowman again.
    drawing = "bkb ... SF. C.."
    position = battle(drawing, "K")
    assert words(position, "a", "f", "r", "l") == ["f"]
    assert after(position, "a:frlf") == "bkb C.. FS. K.."
    # As it is printed: where it has gone a step, it stands in the way.
    printed = battle(drawing, "K", redisplace=False)
    assert law(printed, "a:frl") == law(printed, "a:frlf") == "towar.turn.displaced_again"
    assert words(printed, "a", "f", "r") == ["f", "r"]
    assert not any(field(printed.play(turn)).split()[1].startswith("C") for turn in printed.actions())


@pytest.mark.rule("towar.move.t1")
@pytest.mark.statement("TW-018")
def test_three_arrows_go_and_attack_in_one_of_three_directions() -> None:
    position = battle("bkb ... ... .F.", "K")
    assert [after(position, f"b:{way}") for way in "flr"] == [
        "bkb ... .F. .K.",
        "bkb ... ... FK.",
        "bkb ... ... .KF",
    ]
    surrounded = battle("bkb ... .k. aFa", "K")
    assert [after(surrounded, f"b:{way}") for way in "flr"] == [
        "bkb ... .k. aKa",
        "bkb ... .k. FKa",
        "bkb ... .k. aKF",
    ]


@pytest.mark.rule("towar.move.t1")
def test_three_arrows_take_one_step_when_displaced() -> None:
    position = battle("bkb ... ... F..", "K")
    for turn in ("a:fr", "a:rr", "a:ff"):
        assert refused(position, turn).code == "step.ended"


@pytest.mark.rule("towar.move.one_step_a_turn", "towar.turn.displaced_again")
@pytest.mark.statement("TW-019")
def test_three_arrows_go_two_steps_in_a_turn_if_displaced_twice_though_the_legend_says_one() -> None:
    # The sergeant goes right onto the footman, which goes left onto the new card, which goes right onto the sergeant.
    drawing = "bkb ... ... SF."
    position = battle(drawing, "Q")
    assert [after(position, f"a:rlr{way}") for way in "fr"] == ["bkb ... .S. FQ.", "bkb ... ... FQS"]
    printed = battle(drawing, "Q", redisplace=False)
    assert law(printed, "a:rlr") == law(printed, "a:rlrf") == "towar.turn.displaced_again"
    # A unit that has not gone a step yet still takes its own.
    assert after(printed, "a:rlf") == "bkb ... Q.. FS."


@pytest.mark.rule("towar.move.second_step")
@pytest.mark.statement("TW-020")
@pytest.mark.parametrize("letter", ["K", "Q"])
def test_a_line_under_the_arrow_allows_a_second_step(letter: str) -> None:
    position = battle(f"bkb ... ... .{letter}.", "S")
    assert after(position, "b:ff") == f"bkb .{letter}. ... .S."


@pytest.mark.rule("towar.move.second_step")
@pytest.mark.statement("TW-021")
def test_the_second_step_needs_a_first_that_ended_on_an_empty_cell() -> None:
    # Onto an own unit: that one is displaced; what follows is its step, and the knight stays.
    pushing = battle("bkb ... .C. .K.", "S")
    assert after(pushing, "b:ff") == "bkb .C. .K. .S."
    assert refused(pushing, "b:fff").code == "step.ended"
    # Onto an enemy: after the fight the turn is over, won or not.
    fighting = battle("bkb ... .a. .K.", "S")
    assert after(fighting, "b:f") == "bkb ... .K. .S."
    assert refused(fighting, "b:ff").code == "step.ended"


@pytest.mark.rule("towar.move.second_direction")
@pytest.mark.statement("TW-022")
def test_the_second_step_may_go_the_same_way() -> None:
    position = battle("bkb ... ... ..Q", "S")
    assert after(position, "c:ff") == "bkb ..Q ... ..S"
    assert after(position, "c:ll") == "bkb ... ... Q.S"


@pytest.mark.rule("towar.move.second_direction")
@pytest.mark.statement("TW-023")
def test_the_second_step_may_go_another_way_of_the_icon() -> None:
    position = battle("bkb ... ... ..Q", "S")
    assert after(position, "c:lf") == after(position, "c:fl") == "bkb ... .Q. ..S"


@pytest.mark.rule("towar.move.second_way_shown")
def test_a_single_arrow_with_a_line_goes_straight_on() -> None:
    knight = battle("bkb ... ... ..K", "S")
    assert refused(knight, "c:fl").code == "step.second_direction"
    assert law(knight, "c:fl") == "towar.move.second_way_shown"
    assert words(knight, "c", "f") == ["f", "."]


@pytest.mark.rule("towar.move.second_way_shown")
def test_a_second_step_may_be_freed_from_the_arrows() -> None:
    knight = battle("bkb ..a ... .K.", "S", second_step="other_direction")
    assert words(knight, "b", "f") == ["f", "l", "r", "."]
    assert after(knight, "b:fl") == "bkb ..a K.. .S."
    assert after(knight, "b:fr") == "bkb ..a ..K .S."
    # Only the second step, only after a first one onto an empty cell, never back, and nobody with one step.
    assert law(knight, "b:l") == "towar.move.kinds"
    assert law(battle("bkb ... .C. .K.", "S", second_step="other_direction"), "b:fl") == "towar.move.kinds"
    assert law(battle("bkb ... ... .C.", "S", second_step="other_direction"), "b:fl") == "towar.turn.end"
    # It attacks with the bonus of the side, and displaces.
    assert after(battle("bkb ... b.. .K.", "S", second_step="other_direction"), "b:fl") == "bkb ... K.. .S."
    pushing = battle("bkb ... C.. .K.", "S", second_step="other_direction")
    assert after(pushing, "b:flf") == "bkb C.. K.. .S."


@pytest.mark.rule("towar.move.second_direction")
@pytest.mark.statement("TW-024")
def test_the_second_step_may_be_left_out() -> None:
    position = battle("bkb ... ... ..Q", "S")
    assert after(position, "c:l") == "bkb ... ... .QS"
    assert "." in words(position, "c", "l")
    assert position.choices(["c", "l", "."]) == "c:l"


@pytest.mark.rule("towar.move.second_direction", "towar.turn.no_return")
def test_two_steps_as_in_the_specification() -> None:
    # Displaced, left onto an empty cell: it may stop, go forward, go left again; it may not go right.
    position = battle("bkb ... ... ..Q", "S")
    assert words(position, "c", "l") == ["f", "l", "."]
    assert law(position, "c:lr") == "towar.turn.no_return"


# Stepping on


@pytest.mark.rule("towar.turn.step")
@pytest.mark.statement("TW-043")
def test_a_displaced_unit_takes_a_step_in_a_direction_of_its_card() -> None:
    position = battle("bkb ... ... CSK", "Q")
    assert [choice.text for choice in offered(position, "a")] == ["f"]
    assert [choice.text for choice in offered(position, "b")] == ["f", "l", "r"]
    assert [choice.text for choice in offered(position, "c")] == ["f"]


@pytest.mark.rule("towar.turn.step")
@pytest.mark.statement("TW-044")
def test_directions_are_forward_and_sideways_as_the_mover_sees_them() -> None:
    first = battle("... ... .S. .C.", "K")
    assert [after(first, f"b:f{way}") for way in "flr"] == [
        "... .S. .C. .K.",
        "... ... SC. .K.",
        "... ... .CS .K.",
    ]
    second = battle(".a. .k. ... ...", "b", side=2)
    assert [after(second, f"b:f{way}") for way in "flr"] == [
        ".b. .a. .k. ...",
        ".b. .ak ... ...",
        ".b. ka. ... ...",
    ]


@pytest.mark.rule("towar.turn.chain")
@pytest.mark.statement("TW-045")
def test_a_unit_that_comes_upon_an_own_one_takes_its_cell_and_displaces_it() -> None:
    position = battle("bkb ... CCS SFF", "K")
    assert after(position, "a:ff") == "bkb C.. SCS KFF"
    assert after(position, "a:rff") == "bkb .C. CFS KSF"
    assert refused(position, "a:f").code == "turn.unfinished"


@pytest.mark.rule("towar.turn.chain")
@pytest.mark.statement("TW-046")
def test_the_chain_goes_on_until_an_own_card_meets_an_enemy() -> None:
    position = battle("... .a. .S. .C.", "K")
    assert after(position, "b:ff") == "... .S. .C. .K."
    assert refused(position, "b:fff").code == "step.ended"


@pytest.mark.rule("towar.turn.empty_cell")
@pytest.mark.statement("TW-047")
def test_the_chain_ends_on_an_empty_cell() -> None:
    position = battle("bkb ... .S. .C.", "K")
    assert after(position, "b:fl") == "bkb ... SC. .K."


@pytest.mark.rule("towar.turn.fight")
@pytest.mark.statement("TW-048")
def test_two_opposing_units_that_meet_fight() -> None:
    position = battle("bkb ... .r. .S.", "K")
    done = act(position, "b:f")
    assert field(done) == "bkb ... .S. .K."


@pytest.mark.rule("towar.turn.empty_cell")
@pytest.mark.statement("TW-049")
def test_a_unit_that_ends_on_an_empty_cell_attacks_nobody() -> None:
    position = battle("bkb a.a a.a .S.", "K")
    done = act(position, "b:f")
    assert field(done) == "bkb a.a aSa .K."
    assert units(done, Turn.SECOND) == units(position, Turn.SECOND)


@pytest.mark.rule("towar.turn.end")
@pytest.mark.statement("TW-050")
def test_on_an_empty_cell_the_turn_ends() -> None:
    position = battle("bkb ... ... .S.", "K")
    assert act(position, "b:f").drawer is Turn.SECOND
    assert refused(position, "b:ff").rule == "towar.turn.end"


@pytest.mark.rule("towar.turn.second_step")
@pytest.mark.statement("TW-051")
def test_a_unit_with_a_line_under_its_arrow_may_then_go_one_step_further() -> None:
    # Displaced in the middle of a chain too.
    position = battle("bkb ... .Q. .C.", "S")
    assert words(position, "b", "f", "l") == ["f", "."]
    assert after(position, "b:flf") == "bkb Q.. .C. .S."
    assert refused(position, "b:flff").code == "step.ended"


@pytest.mark.rule("towar.turn.second_step")
@pytest.mark.statement("TW-052")
def test_the_second_step_may_be_an_attack() -> None:
    position = battle("bkb .a. ... .K.", "S")
    assert after(position, "b:ff") == "bkb .K. ... .S."


@pytest.mark.rule("towar.turn.second_step", "towar.combat.side_bonus")
def test_the_direction_of_the_attacking_step_counts_on_a_second_step_too() -> None:
    # A squire, attack 2: forward against 3 it loses, sideways it has 4.
    assert after(battle("... .r. ... .Q.", "S"), "b:ff") == "... .r. ... .S."
    assert after(battle("... ... ..r .Q.", "S"), "b:fr") == "... ... ..Q .S."


@pytest.mark.rule("towar.turn.step", "towar.combat.loss")
def test_a_displaced_unit_must_move_though_only_a_losing_attack_is_open() -> None:
    position = battle("... ... b.. C..", "F")
    assert words(position, "a") == ["f"]
    weak = battle("... ... b.. Q..", "F", second_step_displaces=False)
    assert refused(weak, "a").code == "turn.unfinished"
    assert after(weak, "a:f") == "... ... b.. F.."


# Where a unit may not go


@pytest.mark.rule("towar.turn.edge")
@pytest.mark.statement("TW-053")
def test_no_unit_leaves_the_field_to_the_side() -> None:
    position = battle("bkb ... ... S.F", "K")
    assert law(position, "a:l") == "towar.turn.edge"
    assert law(position, "c:r") == "towar.turn.edge"
    second = battle("k.b ... ... SFF", "b", side=2)
    assert law(second, "a:r") == "towar.turn.edge"
    assert law(second, "c:l") == "towar.turn.edge"
    assert after(second, "a:l") == "bkb ... ... SFF"


@pytest.mark.rule("towar.turn.no_return")
@pytest.mark.statement("TW-054")
def test_no_card_enters_a_cell_where_it_has_been_this_turn() -> None:
    # The loop: A left, B in the middle, N comes in left. A goes right, B left, N right; then A may not go left.
    position = battle("bkb ... ... SF.", "K", movement={"kinds": dict.fromkeys(STANDARD, "T1")})
    assert words(position, "a", "r", "l", "r") == ["f", "r"]
    assert law(position, "a:rlrl") == "towar.turn.no_return"
    assert after(position, "a:rlrf") == "bkb ... .S. FK."
    assert after(position, "a:rlrr") == "bkb ... ... FKS"


@pytest.mark.rule("towar.turn.no_return")
def test_another_card_may_enter_that_cell() -> None:
    # The sergeant leaves b1 to the left; later the footman that it displaced goes where the sergeant was not.
    position = battle("bkb ... ... FS.", "C")
    assert after(position, "b:lf") == "bkb ... F.. SC."
    assert words(position, "b", "l") == ["f", "r"]
    assert after(position, "b:lrf") == "bkb ... .C. SF."


@pytest.mark.rule("towar.turn.no_return")
def test_a_second_step_does_not_lead_back() -> None:
    position = battle("bkb ... ... .Q.", "S")
    for turn in ("b:lr", "b:rl"):
        assert law(position, turn) == "towar.turn.no_return"


@pytest.mark.rule("towar.turn.no_return")
def test_the_cell_between_two_steps_counts_as_one_where_the_card_has_been() -> None:
    # The squire goes over the empty a2 to b2; displaced again from there it may not go back to a2.
    position = battle("bkb ... .FS Q..", "K")
    assert words(position, "a", "f", "r", "r", "l") == ["f", "r"]
    assert law(position, "a:frrll") == "towar.turn.no_return"


@pytest.mark.rule("towar.turn.no_return")
def test_a_new_turn_forgets_where_a_card_has_been() -> None:
    position = act(battle("bkb ... ... .S.", "C", left=6), "b:l", "berserker", "a:f", "knight")
    assert stands(position)["a1"] == "S"
    assert stands(act(position, "a:rf"))["b1"] == "S"
