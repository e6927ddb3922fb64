"""Before the battle: armies, lots, and the field laid out card by card."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.games.towar.boards import (
    ARMIES,
    CELLS,
    UNITS,
    act,
    field,
    hands,
    letters,
    played,
    refused,
    reserves,
    stands,
    start,
    walk,
)
from triarii.core.contract import SEATS, Eye, Refusal, Turn
from triarii.games.towar import GAME
from triarii.games.towar.position import Position

HALVES = {Turn.FIRST: ["a1", "b1", "c1", "a2", "b2", "c2"], Turn.SECOND: ["a3", "b3", "c3", "a4", "b4", "c4"]}


def ready(seed: int = 1, **options: Any) -> Position:
    """The field is laid out, no card of the battle drawn yet."""
    position = start(**options)
    for _, _, after in walk(position, seed):
        position = after
        if len(stands(position)) == 12:
            break
    return position


@pytest.mark.rule("towar.material.players")
@pytest.mark.statement("TW-007")
def test_two_players_sit_opposite_each_other() -> None:
    assert len(SEATS) == 2
    after = act(start(), "knight", "b2", "archer")
    # Either one's half begins where the other's ends, and each goes forward to the other.
    assert after.actions() == ["b3"]
    assert HALVES[Turn.FIRST] + HALVES[Turn.SECOND] == list(CELLS)


# Armies


@pytest.mark.rule("towar.setup.armies")
@pytest.mark.statement("TW-008")
def test_each_player_takes_one_army_and_the_box_holds_each_once() -> None:
    position = start("choose")
    assert (position.turn, position.actions()) == (Turn.FIRST, list(ARMIES))
    position = act(position, "south")
    assert (position.turn, position.actions()) == (Turn.SECOND, ["west", "north", "east"])
    assert refused(position, "south").code == "setup.mirror"
    assert act(position, "north").armies == ("south", "north")


@pytest.mark.rule("towar.setup.armies")
def test_in_a_mirror_match_both_may_have_the_same_army() -> None:
    position = act(start("choose", mirror_match=True), "south")
    assert position.actions() == list(ARMIES)
    assert act(position, "south").armies == ("south", "south")
    assert start("east,east", mirror_match=True).armies == ("east", "east")


@pytest.mark.rule("towar.setup.armies")
@pytest.mark.parametrize("army", ARMIES)
def test_the_same_army_twice_is_refused_unless_it_is_a_mirror_match(army: str) -> None:
    refusal = GAME.start({"armies": f"{army},{army}"})
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule, refusal.params) == ("setup.mirror", "towar.setup.armies", {"army": army})


@pytest.mark.rule("towar.setup.armies")
def test_armies_may_be_settled_by_an_option() -> None:
    for first in ARMIES:
        for second in ARMIES:
            if first != second:
                assert start(f"{first},{second}").armies == (first, second)


@pytest.mark.rule("towar.setup.armies")
def test_in_a_mirror_match_the_cards_of_both_are_told_apart() -> None:
    position = act(start("west,west", mirror_match=True), "knight", "b2", "knight", "b3")
    assert stands(position) == {"b2": "K", "b3": "k"}
    assert played(position, 3).turn is Turn.OVER


@pytest.mark.rule("towar.setup.choice")
def test_lots_may_deal_the_armies() -> None:
    position = start("random", begins="random")
    assert position.turn is Turn.CHANCE
    pairs = [f"{first},{second}" for first in ARMIES for second in ARMIES if first != second]
    assert position.chances() == [(pair, Fraction(1, 12)) for pair in pairs]
    dealt = act(position, "east,north")
    assert (dealt.armies, dealt.turn) == (("east", "north"), Turn.CHANCE)
    assert [word for word, _ in dealt.chances()] == ["first", "second"]
    assert act(start("random"), "east,north") == start("east,north")
    mirrored = start("random", mirror_match=True)
    assert len(mirrored.chances()) == 16
    assert act(mirrored, "west,west").armies == ("west", "west")
    assert played(start("random"), 5).turn is Turn.OVER


@pytest.mark.rule("towar.setup.choice")
def test_armies_may_be_chosen_in_secret_and_shown_together() -> None:
    position = start("secret")
    chosen = act(position, "south")
    # Nothing tells the second player, who may choose from all.
    assert (chosen.turn, chosen.armies, chosen.actions()) == (Turn.SECOND, ("", ""), list(ARMIES))
    assert [chosen.view(eye).text.split(" ")[0] for eye in Eye] == ["*south-?", "*-?", "*-?"]
    assert [chosen.view(eye).facts["sealed"] for eye in Eye] == ["south", "", ""]
    assert [GAME.text_seen_by(position, "south", eye) for eye in Eye] == ["south", "army", "army"]
    shown = act(chosen, "north")
    assert shown == start("south,north")
    assert {shown.view(eye).text for eye in Eye} == {shown.text()}
    assert [GAME.text_seen_by(chosen, "north", eye) for eye in Eye] == ["north"] * 3
    [together] = GAME.events(chosen, "north", shown)
    assert (together.kind, together.fields) == ("revealed", {"first": "south", "second": "north"})


@pytest.mark.rule("towar.setup.choice")
def test_where_both_chose_the_same_army_in_secret_lots_give_it_to_one() -> None:
    before = act(start("secret"), "east")
    clash = act(before, "east")
    assert clash.turn is Turn.CHANCE
    assert [event.kind for event in GAME.events(before, "east", clash)] == ["revealed", "clashed"]
    outcomes = dict(clash.chances())
    assert set(outcomes) == {f"east,{army}" for army in ARMIES if army != "east"} | {
        f"{army},east" for army in ARMIES if army != "east"
    }
    assert set(outcomes.values()) == {Fraction(1, 6)}
    assert act(clash, "west,east") == start("west,east")
    # With two boxes both keep it.
    assert act(start("secret", mirror_match=True), "east", "east").armies == ("east", "east")


@pytest.mark.rule("towar.setup.choice")
def test_an_army_chosen_in_secret_is_imagined_as_any_of_the_four() -> None:
    chosen = act(start("secret"), "south")
    rng = Random(1)
    seen = {GAME.imagine(chosen.view(Eye.SECOND), rng).sealed for _ in range(60)}
    assert seen == set(ARMIES)
    assert GAME.imagine(chosen.view(Eye.FIRST), rng) == chosen


@pytest.mark.rule("towar.setup.choice")
@pytest.mark.parametrize("armies", ["random", "secret"])
@pytest.mark.parametrize("begins", ["first", "second", "random"])
def test_every_step_of_the_choice_can_be_written_down(armies: str, begins: str) -> None:
    options = {"armies": armies, "begins": begins}
    lines = [["south", "north"], ["east", "east", "west,east"]] if armies == "secret" else [["south,north"]]
    for line in lines:
        position = start(**options)
        for word in ["", *line]:
            position = act(position, word) if word else position
            assert GAME.parse(position.text(), options) == position
    code = GAME.parse("*-? .../.../.../... ? - 0-0 0-0", {"armies": "secret"})
    assert isinstance(code, Refusal)
    assert code.code == "position.hidden"


# Reserves


@pytest.mark.rule("towar.setup.reserve")
@pytest.mark.statement("TW-009")
def test_the_deck_is_shuffled_so_every_card_of_it_may_come_first() -> None:
    for army in ("west", "north", "east", "south"):
        position = start(f"{army},{'west' if army != 'west' else 'north'}")
        expected = {unit["id"]: Fraction(unit["cards"], 17) for unit in UNITS if unit["army"] == army}
        assert dict(position.chances()) == expected


@pytest.mark.rule("towar.setup.reserve")
@pytest.mark.statement("TW-010")
def test_the_reserve_lies_face_down_so_a_position_holds_no_order() -> None:
    # Two games that turn up the same cards in another order are the same position: nothing beneath them is settled.
    one = act(start(), "knight", "b2", "archer", "b3", "squire", "a1", "rider", "a4", "footman", "c1")
    two = act(start(), "footman", "b2", "rider", "b3", "knight", "a1", "archer", "a4", "squire", "c1")
    assert reserves(one) == reserves(two)
    assert one.chances() == two.chances()
    swapped = act(start(), "knight", "b2", "archer", "b3", "footman", "c1", "rider", "a4", "squire", "a1")
    assert swapped == one
    assert swapped.text() == one.text()


@pytest.mark.rule("towar.setup.reserve")
@pytest.mark.statement("TW-011")
def test_each_player_draws_from_a_reserve_of_the_own() -> None:
    for before, action, after in walk(start("south,east"), 5):
        if before.turn is Turn.CHANCE:
            army = before.armies[before.drawer]
            assert action in {unit["id"] for unit in UNITS if unit["army"] == army}
            lost = [old - new for old, new in zip(reserves(before), reserves(after), strict=True)]
            assert lost[before.drawer].total() == 1
            assert not lost[before.drawer.other]


# Lots


@pytest.mark.rule("towar.setup.starter")
@pytest.mark.statement("TW-027")
def test_lots_decide_who_begins() -> None:
    position = start(begins="random")
    assert position.turn is Turn.CHANCE
    assert position.chances() == [("first", Fraction(1, 2)), ("second", Fraction(1, 2))]
    assert act(position, "second", "archer").turn is Turn.SECOND
    assert refused(position, "b2").rule == "towar.setup.starter"


@pytest.mark.rule("towar.setup.starter")
@pytest.mark.parametrize(("begins", "seat"), [("first", Turn.FIRST), ("second", Turn.SECOND)])
def test_who_begins_may_be_settled_by_an_option(begins: str, seat: Turn) -> None:
    position = start(begins=begins)
    assert position.drawer is seat
    assert position == act(start(begins="random"), begins)
    chosen = act(start("choose", begins=begins), "west", "north")
    assert chosen == position


@pytest.mark.rule("towar.turn.first")
@pytest.mark.statement("TW-036")
@pytest.mark.parametrize("begins", ["first", "second"])
@pytest.mark.parametrize("variant", ["standard", "hand_of_three"])
def test_whoever_laid_the_first_card_has_the_first_turn(begins: str, variant: str) -> None:
    position = ready(begins=begins, variant=variant)
    for before, _, _ in walk(position, 2):
        if before.turn is not Turn.CHANCE:
            assert before.turn is (Turn.FIRST if begins == "first" else Turn.SECOND)
            return


# Laying out


@pytest.mark.rule("towar.setup.draws")
@pytest.mark.statement("TW-028")
def test_the_starter_turns_up_the_top_card_and_lays_it_in_the_middle() -> None:
    position = start()
    assert position.turn is Turn.CHANCE
    position = act(position, "squire")
    assert position.text().split(" ")[3] == "Q"
    assert (position.turn, position.actions()) == (Turn.FIRST, ["b2"])
    assert stands(act(position, "b2")) == {"b2": "Q"}
    assert refused(start(), "b2").rule == "towar.setup.draws"


@pytest.mark.rule("towar.setup.first_cards")
@pytest.mark.statement("TW-029")
def test_the_other_lays_the_first_card_directly_opposite() -> None:
    position = act(start(), "squire", "b2", "rider")
    assert (position.turn, position.actions()) == (Turn.SECOND, ["b3"])


@pytest.mark.rule("towar.setup.first_cards")
@pytest.mark.statement("TW-033")
@pytest.mark.parametrize("begins", ["first", "second"])
def test_the_two_first_cards_must_lie_in_the_middle(begins: str) -> None:
    position = played(start(begins=begins), 0, 1)
    middle = {"first": "b2", "second": "b3"}
    assert position.actions() == [middle[begins]]
    for cell in CELLS:
        if cell != middle[begins]:
            assert refused(position, cell).code in ("deploy.middle", "deploy.half")
    for cell in HALVES[position.turn]:
        if cell != middle[begins]:
            assert refused(position, cell).rule == "towar.setup.first_cards"


@pytest.mark.rule("towar.setup.first_cards")
def test_the_first_cards_may_be_free_by_an_option() -> None:
    position = act(start(first_card_middle=False), "squire")
    assert position.actions() == HALVES[Turn.FIRST]
    position = act(position, "a1", "rider")
    assert position.actions() == HALVES[Turn.SECOND]
    assert act(position, "c4", "knight").actions() == ["b1", "c1", "a2", "b2", "c2"]


@pytest.mark.rule("towar.setup.alternate")
@pytest.mark.statement("TW-026")
def test_before_the_battle_cards_are_laid_in_turn() -> None:
    seats = [before.turn for before, _, _ in walk(start(), 7, 24) if before.turn is not Turn.CHANCE]
    assert seats == [Turn.FIRST, Turn.SECOND] * 6


@pytest.mark.rule("towar.setup.alternate")
@pytest.mark.statement("TW-030")
@pytest.mark.parametrize("seed", range(3))
def test_laying_out_goes_on_until_each_has_six_cards_on_the_field(seed: int) -> None:
    for before, action, after in walk(start(), seed, 24):
        if before.turn is not Turn.CHANCE:
            assert stands(after) == {**stands(before), action: before.text().split(" ")[3]}
    counts = Counter(letter.isupper() for letter in stands(after).values())
    assert counts == {True: 6, False: 6}


@pytest.mark.rule("towar.setup.free_choice")
@pytest.mark.statement("TW-031")
def test_a_further_card_goes_to_any_free_cell_of_the_own_half() -> None:
    for before, _, _ in walk(start(begins="second"), 4, 24):
        if before.turn is Turn.CHANCE:
            continue
        free = [cell for cell in HALVES[before.turn] if cell not in stands(before)]
        assert before.actions() == (free if len(free) < 6 else [{0: "b2", 1: "b3"}[before.turn]])
        for cell in set(CELLS) - set(before.actions()):
            assert before.check(cell) is not None


@pytest.mark.rule("towar.setup.free_choice")
def test_a_card_is_laid_neither_on_another_nor_in_the_other_half() -> None:
    position = act(start(), "squire", "b2", "rider", "b3", "knight")
    assert refused(position, "b2").code == "deploy.taken"
    assert refused(position, "b3").code == "deploy.half"
    assert refused(position, "a4").code == "deploy.half"
    assert refused(position, "b:ff").code == "deploy.form"


@pytest.mark.rule("towar.setup.full_field")
@pytest.mark.statement("TW-034")
@pytest.mark.parametrize("variant", ["standard", "hand_of_three"])
def test_after_the_set_up_all_twelve_cells_are_taken(variant: str) -> None:
    assert list(stands(ready(variant=variant))) == list(CELLS)
    upper = [letter.isupper() for letter in stands(ready()).values()]
    assert upper == [True] * 6 + [False] * 6


@pytest.mark.rule("towar.setup.full_field")
@pytest.mark.statement("TW-035")
@pytest.mark.parametrize("seed", range(3))
def test_after_the_set_up_eleven_cards_are_left_in_each_reserve(seed: int) -> None:
    position = ready(seed)
    assert [reserve.total() for reserve in reserves(position)] == [11, 11]
    for seat, army in enumerate(position.armies):
        whole = Counter({letter: unit["cards"] for letter, unit in letters(army, seat).items()})
        assert reserves(position)[seat] + Counter("".join(field(position))) & whole == whole


@pytest.mark.rule("towar.setup.draws")
def test_cards_laid_out_are_open_in_the_variant_too() -> None:
    position = act(start(variant="hand_of_three"), "squire")
    assert position.draw_is_open
    assert position.text().split(" ")[3] == "Q"
    assert hands(position) == [Counter(), Counter()]
