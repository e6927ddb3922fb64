"""Holding fire, and the owner's choice between targets that come first alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.drills import AFAR, after, cost, drill, events_of, given, why
from tests.games.adlg.table.tables import Placed
from triarii.core.contract import Choice, Refusal
from triarii.games.adlg.assist import foretelling
from triarii.games.adlg.battle import phases, sequence
from triarii.games.adlg.battle.fighting.shots import shots
from triarii.games.adlg.battle.stages import Activation, LetLoose, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.position import Position
from triarii.games.adlg.telling import words
from triarii.games.adlg.telling.facts import facts_of
from triarii.games.adlg.writing import notation

DECLINE, CHOICE = "adlg.shooting.decline", "adlg.shooting.choice"
FOE: Placed = ("e1", "heavy_spearmen", (10000, 13000, 18000))
EQUAL: list[Placed] = [
    ("e1", "heavy_spearmen", (9500, 12000, 18000)),
    ("e2", "heavy_spearmen", (10500, 12000, 18000)),
]


def bows(name: str = "u1", x: int = 10000, **more: Any) -> Placed:
    return name, "bowmen", (x, 10000, 0), {"weapon": "bow", **more}


def targets(state: State, shooter: str = "u1") -> list[str]:
    volleys = shots(state.field, state.active)
    return [volley.target for volley in volleys if shooter in (volley.shooter, *volley.supporters)]


def offered(state: State, *prefix: str) -> list[str]:
    found = Position(state).choices(prefix)
    assert not isinstance(found, str | Refusal)
    assert isinstance(found, list)
    return [choice.text for choice in found if isinstance(choice, Choice)]


def first_unit(state: State) -> dict[str, Any]:
    """What the facts tell of it."""
    units: Any = facts_of(state)["units"]
    return dict(units[0])


# Holding fire


@pytest.mark.rule(DECLINE)
def test_by_itself_everybody_shoots_and_nobody_is_asked() -> None:
    shooting = sequence.end_corps(drill([bows(), bows("u2", 11000), FOE]), LetLoose("c1"))
    assert (shooting.stage, shooting.who) == (Stage.VOLLEY, "e1")


@pytest.mark.rule(DECLINE)
def test_a_unit_that_holds_its_fire_neither_shoots_nor_supports() -> None:
    state = drill([bows(), bows("u2", 11000), FOE])
    assert targets(state, "u1") == targets(state, "u2") == ["e1"]
    held = after(state, "u1 hold_fire")
    assert (targets(held, "u1"), targets(held, "u2")) == ([], ["e1"])
    silent = sequence.end_corps(after(state, "u1+u2 hold_fire"), LetLoose("c1"))
    assert silent.stage is not Stage.VOLLEY, "no dice for nobody"


@pytest.mark.rule(DECLINE)
def test_holding_fire_costs_nothing_and_leaves_all_other_orders() -> None:
    state = drill([bows(), FOE], points=0)
    assert cost(state, "u1 hold_fire") == 0
    assert cost(replace(after(state, "u1 hold_fire"), now=Activation("c1", 1)), "u1 advance 1") == 1
    assert targets(after(state, "u1 hold_fire", "u1 fire")) == ["e1"]


@pytest.mark.rule(DECLINE)
def test_fire_is_held_in_the_phases_of_both_sides_until_the_owner_lets_it_again() -> None:
    held = after(drill([bows(), FOE]), "u1 hold_fire")
    later = phases.end_sequence(held)
    assert later.active == 1
    assert targets(later) == []
    assert targets(phases.end_sequence(later)) == []


@pytest.mark.rule(DECLINE)
def test_only_what_changes_something_can_be_said() -> None:
    state = drill([bows(), ("u2", "pikemen", (12000, 10000, 0)), FOE])
    assert why(state, "u1 fire") == ("fire.free", DECLINE)
    assert why(after(state, "u1 hold_fire"), "u1 hold_fire") == ("fire.held", DECLINE)
    assert why(state, "u2 hold_fire") == ("fire.no_weapon", "adlg.shooting.who")


@pytest.mark.rule(DECLINE)
def test_holding_fire_is_offered_to_shooters_and_told() -> None:
    state = drill([bows(), ("u2", "pikemen", (12000, 10000, 0)), FOE])
    assert "hold_fire" in offered(state, "u1")
    assert "hold_fire" not in offered(state, "u2")
    assert "fire" not in offered(state, "u1")
    held = after(state, "u1 hold_fire")
    assert "fire" in offered(held, "u1")
    assert "hold_fire" not in offered(held, "u1")
    assert [event.kind for event in events_of(state, "u1 hold_fire")] == ["holds_fire"]
    assert [event.kind for event in events_of(held, "u1 fire")] == ["fires"]
    assert "event.holds_fire" in [told.key for told in foretelling.foretold(Position(state), "u1 hold_fire")]
    assert first_unit(held)["fire"] == "held"
    [unit] = [each for each in words.sentences(held) if each.key == "say.unit" and each.params["unit"] == "u1"]
    assert "lasting.holds_fire" in str(unit)


@pytest.mark.rule(DECLINE)
def test_a_program_that_takes_any_listed_order_never_holds_its_fire() -> None:
    listed = Position(drill([bows(), FOE])).actions()
    assert not any("fire" in action or "shoot" in action for action in listed)


# Choosing a target


@pytest.mark.rule(CHOICE)
@pytest.mark.rule("adlg.shooting.priority")
@pytest.mark.statement("AG-405", "AG-406")
def test_between_targets_that_come_first_alike_the_owner_chooses() -> None:
    state = drill([bows(), *EQUAL])
    assert targets(state) == ["e1"]
    chosen = after(state, "u1 shoot e2")
    assert targets(chosen) == ["e2"]
    assert cost(state, "u1 shoot e2") == 0
    assert targets(after(chosen, "u1 fire")) == ["e1"]


@pytest.mark.rule(CHOICE)
def test_who_says_nothing_shoots_at_the_equal_target_that_is_hit_more_likely() -> None:
    left, right = EQUAL
    armoured: Placed = ("e1", "heavy_cavalry", left[2])
    bare: Placed = ("e2", "bowmen", right[2])
    field = [bows(), armoured, bare]
    assert targets(drill(field)) == ["e1"], "foot bows have +1 at mounted troops, which makes up for the armour"
    assert targets(drill([bows(), left, bare])) == ["e2"], "protection 0 against 1"


@pytest.mark.rule(CHOICE)
def test_a_target_that_is_not_first_cannot_be_chosen() -> None:
    nearer: Placed = ("e1", "heavy_spearmen", (9500, 11900, 18000))
    state = drill([bows(), nearer, EQUAL[1]])
    assert why(state, "u1 shoot e2") == ("fire.not_first", "adlg.shooting.priority")
    assert "shoot" not in offered(state, "u1")
    assert why(drill([bows(), *EQUAL, ("u2", "bowmen", (3000, 3000, 0), {"weapon": "bow"})]), "u1+u2 shoot e2")[0] == (
        "order.single"
    )


@pytest.mark.rule(CHOICE)
def test_a_choice_counts_only_as_long_as_it_is_left() -> None:
    chosen = after(drill([bows(), *EQUAL]), "u1 shoot e2")
    nearer = replace(chosen, field=chosen.field.placed("e1", (9500, 11900, 18000), "adlg.move.allowance"))
    assert targets(nearer) == ["e1"]
    again = replace(nearer, field=nearer.field.placed("e1", (9500, 12000, 18000), "adlg.move.allowance"))
    assert targets(phases.end_sequence(again)) == ["e2"]


@pytest.mark.rule(CHOICE)
def test_a_choice_ends_the_holding_of_fire() -> None:
    state = after(drill([bows(), *EQUAL]), "u1 hold_fire", "u1 shoot e2")
    assert targets(state) == ["e2"]
    assert why(state, "u1 shoot e2") == ("fire.aimed", CHOICE)


@pytest.mark.rule(CHOICE)
def test_equal_targets_are_offered_and_the_choice_is_told() -> None:
    state = drill([bows(), *EQUAL])
    assert offered(state, "u1", "shoot") == ["e1", "e2"]
    assert Position(state).choices(("u1", "shoot", "e2")) == "u1 shoot e2"
    chosen = after(state, "u1 shoot e2")
    [event] = events_of(state, "u1 shoot e2")
    assert (event.kind, dict(event.fields)) == ("aims", {"unit": "u1", "enemy": "e2", "rule": CHOICE})
    assert first_unit(chosen)["fire"] == "e2"
    assert "say.aims" in str(words.sentences(chosen))


@pytest.mark.rule(CHOICE)
def test_a_war_wagon_takes_either_long_side() -> None:
    wagon: Placed = ("u1", "war_wagon", (10000, 10000, 0), {"weapon": "crossbow"})
    left: Placed = ("e1", "heavy_spearmen", (7500, 9000, 9000))
    right: Placed = ("e2", "heavy_spearmen", (12500, 9000, 27000))
    state = drill([wagon, left, right])
    assert targets(state) == ["e1"]
    assert targets(after(state, "u1 shoot e2")) == ["e2"]


@pytest.mark.rule(CHOICE)
def test_artillery_chooses_freely_beyond_4_ud_and_not_within() -> None:
    gun: Placed = ("u1", "heavy_artillery", (10000, 10000, 0), {"weapon": "artillery"})
    far: Placed = ("e2", "heavy_spearmen", (11500, 17000, 18000))
    state = drill([gun, ("e1", "heavy_spearmen", (10000, 15500, 18000)), far])
    assert targets(after(state, "u1 shoot e2")) == ["e2"]
    near = drill([gun, ("e1", "heavy_spearmen", (10000, 13500, 18000)), far])
    assert why(near, "u1 shoot e2") == ("fire.not_first", "adlg.shooting.priority")


# As text


@pytest.mark.rule(DECLINE)
@pytest.mark.rule(CHOICE)
def test_what_was_said_is_kept_in_the_text_of_a_position() -> None:
    for order in ("u1 hold_fire", "u1 shoot e2"):
        both = {"c1": (10000, 8000, 0), "d1": (10000, 15000, 18000)}
        said = given(drill([bows(), *EQUAL], leaders=both), order).after
        text = notation.write(said)
        read = notation.read(text, said.field.setting)
        assert isinstance(read, State), read
        assert read.field.stands == said.field.stands
    assert ":@e2 " in text
    for wrong in ("@u1", "@e9", "@e1.@e2"):
        assert isinstance(notation.read(text.replace("@e2", wrong), said.field.setting), Refusal)


@pytest.mark.rule(CHOICE)
def test_a_target_that_has_gone_is_forgotten() -> None:
    third: Placed = ("e3", "levy", AFAR)
    state = after(drill([bows(), *EQUAL, third]), "u1 shoot e2")
    gone = replace(state, field=state.field.removed("e2", "routed", "adlg.losses.points"))
    assert targets(gone) == ["e1"]
    assert "say.aims" not in str(words.sentences(gone))
    assert "fire" not in first_unit(gone)
