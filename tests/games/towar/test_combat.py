"""Where units of both sides meet: attack against defence, the side bonus, and who stays."""

from __future__ import annotations

import pytest

from tests.games.towar.boards import UNITS, act, battle, field, letters, start, units
from triarii.core.contract import Turn
from triarii.games.towar import codes, jobs
from triarii.games.towar.position import Position

NUMBERS = {unit["id"]: (unit["attack"], unit["defence"]) for unit in UNITS}
OUTCOMES = {"wins": codes.WON, "loses": codes.LOST, "ties": codes.TIED}


def code(position: Position, name: str) -> int:
    unit = next(unit for unit in UNITS if unit["id"] == name)
    return position.code(name, position.armies.index(unit["army"]))


def gone(position: Position) -> list[int]:
    """How many cards each has lost: all 17 but those on the field, in reserve and face up."""
    *_, reserves, _ = position.text().split(" ")
    left = [sum(int(sign) for sign in cards if sign.isdigit()) for cards in reserves.split("-")]
    if position.card:
        left[position.side] += 1
    return [17 - left[seat] - units(position, seat) for seat in (Turn.FIRST, Turn.SECOND)]


# The whole table


@pytest.mark.rule("towar.combat.compare")
@pytest.mark.statement("TW-058")
def test_the_attack_of_the_attacker_is_compared_with_the_defence_of_the_defender() -> None:
    for armies in ("west,north", "east,south", "north,west", "south,east"):
        position = start(armies)
        first, second = armies.split(",")
        for attacker in letters(first, 0).values():
            for defender in letters(second, 1).values():
                one, two = position.code(attacker["id"], 0), position.code(defender["id"], 1)
                gap = attacker["attack"] - defender["defence"]
                expected = codes.WON if gap > 0 else codes.LOST if gap < 0 else codes.TIED
                assert jobs.meet(one, two, codes.FORWARD, position.force) == expected


@pytest.mark.rule("towar.combat.side_bonus")
@pytest.mark.statement("TW-059")
@pytest.mark.parametrize("direction", [codes.LEFT, codes.RIGHT])
def test_an_attack_to_the_side_adds_two(direction: int) -> None:
    position = start("south,north")
    for attacker in letters("south", 0).values():
        for defender in letters("north", 1).values():
            one, two = position.code(attacker["id"], 0), position.code(defender["id"], 1)
            for attack, defence, there in ((attacker, defender, one), (defender, attacker, two)):
                gap = attack["attack"] + 2 - defence["defence"]
                expected = codes.WON if gap > 0 else codes.LOST if gap < 0 else codes.TIED
                other = two if there == one else one
                assert jobs.meet(there, other, direction, position.force) == expected


@pytest.mark.rule("towar.combat.side_bonus")
@pytest.mark.statement("TW-060")
def test_an_attack_forward_adds_nothing() -> None:
    # A footman has 3: against the konung's 4 that is too little forward, and enough from the side.
    assert field(act(battle("... ... .k. .F.", "S"), "b:f")) == "... ... .k. .S."
    assert field(act(battle("... ... ... .Fk", "S"), "b:r")) == "... ... ... .SF"


@pytest.mark.rule("towar.combat.side_bonus")
@pytest.mark.parametrize(
    ("attacker", "defender", "side", "outcome"),
    [
        ("siqlab", "archer", False, "wins"),
        ("bedouin", "berserker", True, "wins"),
        ("bedouin", "berserker", False, "loses"),
        ("archer", "knight", False, "ties"),
        ("archer", "knight", True, "wins"),
        ("footman", "rider", False, "ties"),
        ("crossbowman", "berserker", False, "wins"),
        ("crossbowman", "konung", False, "wins"),
        ("crossbowman", "archer", False, "wins"),
        ("squire", "konung", True, "ties"),
    ],
)
def test_fights_of_the_specification(attacker: str, defender: str, side: bool, outcome: str) -> None:
    armies = [next(unit["army"] for unit in UNITS if unit["id"] == name) for name in (attacker, defender)]
    position = start(",".join(armies))
    direction = codes.LEFT if side else codes.FORWARD
    met = jobs.meet(code(position, attacker), code(position, defender), direction, position.force)
    assert met == OUTCOMES[outcome]


# What becomes of both


@pytest.mark.rule("towar.combat.win")
@pytest.mark.statement("TW-061")
def test_if_the_attack_is_greater_the_defender_is_discarded() -> None:
    before = battle("bkb ... .r. .S.", "K")
    after = act(before, "b:f")
    assert [new - old for old, new in zip(gone(before), gone(after), strict=True)] == [0, 1]


@pytest.mark.rule("towar.combat.win")
@pytest.mark.statement("TW-062")
def test_the_winner_takes_the_cell() -> None:
    assert field(act(battle("bkb ... .r. .S.", "K"), "b:f")) == "bkb ... .S. .K."


@pytest.mark.rule("towar.combat.loss")
@pytest.mark.statement("TW-063")
def test_if_the_attack_is_smaller_the_attacker_is_discarded() -> None:
    before = battle("bkb ... .k. .F.", "K")
    after = act(before, "b:f")
    assert [new - old for old, new in zip(gone(before), gone(after), strict=True)] == [1, 0]


@pytest.mark.rule("towar.combat.loss")
@pytest.mark.statement("TW-064")
def test_then_the_defender_stays_on_its_cell() -> None:
    assert field(act(battle("bkb ... .k. .F.", "K"), "b:f")) == "bkb ... .k. .K."


@pytest.mark.rule("towar.combat.tie")
@pytest.mark.statement("TW-065")
def test_if_both_are_equal_both_are_discarded() -> None:
    before = battle("bkb ... .r. .F.", "K")
    after = act(before, "b:f")
    assert [new - old for old, new in zip(gone(before), gone(after), strict=True)] == [1, 1]


@pytest.mark.rule("towar.combat.tie")
@pytest.mark.statement("TW-066")
def test_a_tie_frees_exactly_one_cell() -> None:
    before = battle("bkb kra SFC SFK", "K")
    after = act(before, "b:ff")
    assert field(after) == "bkb k.a SFC SKK"
    assert field(after).count(".") - field(before).count(".") == 1


@pytest.mark.rule("towar.combat.two_cells")
@pytest.mark.statement("TW-067")
def test_a_tie_does_not_free_two_cells() -> None:
    # The English text says two; but whoever displaced the attacker fills its cell, or it came from the camp.
    for drawing, turn in (("bkb kra SFC SFK", "b:ff"), ("bkb ... ... rSS", "a"), ("bkb ... .r. .F.", "b:f")):
        before = battle(drawing, "F")
        after = act(before, turn)
        assert units(after, Turn.SECOND) == units(before, Turn.SECOND) - 1
        assert field(after).count(".") == field(before).count(".") + 1


@pytest.mark.rule("towar.combat.tie")
def test_after_a_tie_on_a_second_step_the_cell_between_is_empty_too_as_it_was() -> None:
    before = battle("bkb .r. ... .Q.", "F", movement={"kinds": KINDS, "cards": {"squire": {"attack": 3}}})
    assert field(act(before, "b:ff")) == "bkb ... ... .F."


KINDS = {unit.id: unit.kind for unit in start().setting.table.units.values()}


@pytest.mark.rule("towar.turn.end")
@pytest.mark.statement("TW-068")
@pytest.mark.parametrize("met", ["a", "r", "k"])
def test_after_a_fight_the_turn_is_over(met: str) -> None:
    position = battle(f"bkb ... .{met}. .F.", "K")
    assert act(position, "b:f").drawer is Turn.SECOND
    refusal = position.check("b:ff")
    assert refusal is not None
    assert refusal.rule == "towar.turn.end"


@pytest.mark.rule("towar.turn.alternate")
@pytest.mark.statement("TW-069")
def test_then_the_other_side_plays_a_card_by_the_same_rules() -> None:
    position = act(battle("b.. ... .r. .S.", "K"), "b:f", "konung")
    assert position.turn is Turn.SECOND
    assert field(act(position, "a:f")) == "k.. b.. .S. .K."


@pytest.mark.rule("towar.turn.alternate")
@pytest.mark.statement("TW-070")
def test_turns_alternate_until_the_game_ends() -> None:
    position = battle("b.. ... ... .S.", left=3)
    seats = []
    while position.turn is not Turn.OVER:
        if position.turn is Turn.CHANCE:
            position = position.play(position.chances()[0][0])
            continue
        seats.append(position.turn)
        position = position.play(position.actions()[0])
    assert seats == [Turn.FIRST, Turn.SECOND] * 3


# The examples of the texts


@pytest.mark.rule("towar.example.siqlab")
@pytest.mark.statement("TW-071")
def test_yellow_with_three_beats_blue_with_one_and_takes_the_cell() -> None:
    assert (NUMBERS["siqlab"][0], NUMBERS["archer"][1]) == (3, 1)
    assert field(act(battle("... .a. .S. .Z.", "B", armies="south-north"), "b:ff")) == "... .S. .Z. .B."


@pytest.mark.rule("towar.example.bedouin")
@pytest.mark.statement("TW-072")
def test_the_bedouin_from_the_side_beats_the_berserker() -> None:
    position = battle("... ... .Bb ...", "M", armies="south-north")
    side = battle("... ... ... .Bb", "M", armies="south-north")
    assert units(position, Turn.SECOND) == 1
    assert field(act(side, "b:r")) == "... ... ... .MB"
    ahead = battle("... ... .b. .B.", "M", armies="south-north")
    assert field(act(ahead, "b:f")) == "... ... .b. .M."


@pytest.mark.rule("towar.material.colours")
@pytest.mark.statement("TW-074")
def test_yellow_is_the_south_and_blue_the_north() -> None:
    # Which army the examples mean is told by the cards: only the South has a Bedouin, only the North a Berserker.
    owners = {unit["id"]: unit["army"] for unit in UNITS}
    assert (owners["bedouin"], owners["siqlab"]) == ("south", "south")
    assert (owners["berserker"], owners["archer"]) == ("north", "north")
