"""What a view tells a display: the field, the cards and the units by name, and nothing that is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.towar.boards import HAND
from triarii.core.contract import Eye
from triarii.games.towar import GAME
from triarii.games.towar.position import Position

MIDDLE = "west-north rta/b.a/SQK/CFC 1 F K2S2Q2F1C2-b2k2r2t2a2 0-0"


def read(text: str, **options: object) -> Position:
    position = GAME.parse(text, options)
    assert isinstance(position, Position), position
    return position


def facts(position: Position, eye: Eye = Eye.FIRST) -> dict[str, Any]:
    return dict(position.view(eye).facts)


@pytest.mark.rule("towar.material.field")
def test_every_card_on_the_field_is_named_with_its_cell_and_seat() -> None:
    told = facts(read(MIDDLE))
    assert told["field"]["a3"] == {"seat": "second", "unit": "berserker"}
    assert told["field"]["c2"] == {"seat": "first", "unit": "knight"}
    assert "b3" not in told["field"]
    assert len(told["field"]) == 11


@pytest.mark.rule("towar.cards.legend")
def test_every_unit_of_both_armies_is_told_as_its_card_shows_it() -> None:
    told = facts(read(MIDDLE))
    assert told["units"]["crossbowman"] == {
        "army": "west",
        "defence": 1,
        "attack": 6,
        "kind": "F1",
        "elite": False,
        "cards": 4,
    }
    assert {unit["army"] for unit in told["units"].values()} == {"west", "north"}


@pytest.mark.rule("towar.setup.armies")
def test_while_armies_are_chosen_all_units_are_told() -> None:
    start = GAME.start({})
    assert isinstance(start, Position)
    assert (len(facts(start)["units"]), facts(start)["phase"]) == (18, "armies")


@pytest.mark.rule("towar.turn.draw")
def test_the_card_face_up_and_the_number_of_the_turn_are_told() -> None:
    told = facts(read(MIDDLE))
    assert (told["card"], told["side"], told["phase"], told["turn"], told["turns"]) == (
        "footman",
        "first",
        "turn",
        3,
        22,
    )


@pytest.mark.rule("towar.setup.reserve")
def test_cards_still_to_come_and_fallen_cards_add_up_to_the_army() -> None:
    told = facts(read(MIDDLE))
    for seat, name in enumerate(("first", "second")):
        seen = [unit["unit"] for unit in told["field"].values() if unit["seat"] == name]
        up = 1 if told["card"] and told["side"] == name else 0
        assert sum(told["unseen"][seat].values()) + sum(told["fallen"][seat].values()) + len(seen) + up == 17
    assert told["fallen"][1] == {"konung": 1, "tinger": 1}


@pytest.mark.rule("towar.variant.hand")
def test_an_eye_gets_its_own_hand_and_of_the_other_only_hand_and_reserve_together() -> None:
    position = read("west-north rta/bka/SQK/CFC 1 - K2S1Q2F2C1-b1k2r1t2a2 F1S1C1-b1r1t1", **HAND)
    told = facts(position)
    assert told["hands"] == [{"sergeant": 1, "footman": 1, "crossbowman": 1}, None]
    assert told["unseen"][1] == {"berserker": 2, "konung": 2, "rider": 2, "tinger": 3, "archer": 2}
    assert told["unseen"][0] == {"knight": 2, "sergeant": 1, "squire": 2, "footman": 2, "crossbowman": 1}
    assert (told["hand_counts"], told["reserve_counts"]) == ([3, 3], [8, 8])
    assert facts(position, Eye.OBSERVER)["hands"] == [None, None]
    assert facts(position, Eye.SECOND)["hands"][0] is None
