"""Dismounting before the battle: who may, as what, in which order, and what a unit keeps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.adlg.setup.set_ups import begun, now, played, refused, until, walk
from triarii.core.contract import Budget, Choice, Refusal, Turn
from triarii.games.adlg.armies import army, roster, roster_text
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.data import dismounting
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.game import GAME
from triarii.games.adlg.pages import army_choices
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup import sights
from triarii.players.adlg.brawler import Brawler
from triarii.players.adlg.general import General

RULE = "adlg.dismount.before"
RIDERS: dict[str, Any] = {
    "name": "riders",
    "format": 100,
    "command_value": 3,
    "corps": [
        {
            "commander": "competent",
            "units": [
                {"troop": "heavy_knights", "quality": "elite", "abilities": ["impetuous"], "dismounts": "foot_knights"},
                {"troop": "heavy_chariot", "abilities": ["impetuous"], "dismounts": "medium_swordsmen"},
                {"troop": "medium_knights"},
            ],
        }
    ],
}
"""u1 and u2 may dismount, u3 may not."""
ARMIES: dict[str, Any] = {"first_army": RIDERS, "second_army": RIDERS}


@pytest.fixture(scope="module")
def deployed() -> Position:
    """All corps stand, and the defender is asked."""
    return until(Task.DISMOUNT, **ARMIES)


def his(position: Position, number: int) -> str:
    """A unit of the seat that is asked."""
    return f"{'ue'[now(position).seat]}{number}"


# Who may, as data


@pytest.mark.rule(RULE)
@pytest.mark.data
def test_knights_dismount_as_foot_knights_and_heavy_chariots_as_medium_swordsmen_with_impact() -> None:
    found = {
        (troop.id, foot.id): sorted(form.abilities)
        for troop in TROOPS.values()
        for foot in TROOPS.values()
        if (form := dismounting.on_foot(troop, foot)) is not None
    }
    assert found == {
        ("medium_knights", "foot_knights"): [],
        ("heavy_knights", "foot_knights"): [],
        ("heavy_chariot", "medium_swordsmen"): ["impact"],
    }


@pytest.mark.rule(RULE)
def test_whoever_dismounts_stands_on_a_base_of_the_same_size() -> None:
    """So there is always room for it."""
    for troop in TROOPS.values():
        assert all(foot.depth == troop.depth and not foot.mounted for foot in dismounting.forms(troop))


@pytest.mark.rule(RULE)
def test_a_roster_says_which_units_may_dismount_and_its_text_comes_back_the_same() -> None:
    found = roster.read(RIDERS)
    assert isinstance(found, Roster)
    assert army.check(found).ok
    assert roster.read(roster_text.table_of(found)) == found
    assert [unit.dismounts and unit.dismounts.id for unit in found.units] == ["foot_knights", "medium_swordsmen", None]
    assert "may dismount as foot knights" in roster_text.readable(found, army.check(found), "en")
    wrong = roster.read(
        {
            **RIDERS,
            "corps": [{"commander": "competent", "units": [{"troop": "medium_cavalry", "dismounts": "foot_knights"}]}],
        }
    )
    assert isinstance(wrong, Roster)
    assert [fault.code for fault in army.check(wrong).faults] == ["army.dismounts"]
    offered = {
        troop["id"]: [foot["id"] for foot in troop["dismounts"]] for troop in army_choices.choices("en")["troops"]
    }
    assert offered["heavy_knights"] == ["foot_knights"]
    assert offered["light_cavalry"] == []


@pytest.mark.rule(RULE)
def test_the_french_knights_may_dismount_and_cost_what_they_did() -> None:
    french = roster.load("french")
    assert isinstance(french, Roster)
    assert sum(unit.dismounts is not None for unit in french.units) == 6
    assert army.check(french).points == 200


# The step of the set-up


@pytest.mark.rule(RULE)
def test_the_defender_is_asked_first_when_all_corps_stand_and_then_the_attacker(deployed: Position) -> None:
    prep = now(deployed)
    assert (prep.task, prep.seat) == (Task.DISMOUNT, prep.defender)
    assert set(deployed.state.field.stands) == set(deployed.setting.units)
    then = played(deployed, "done")
    assert (now(then).task, now(then).seat) == (Task.DISMOUNT, prep.attacker)
    battle = played(then, "done")
    assert battle.state.setup is None
    assert not battle.state.field.afoot


@pytest.mark.rule(RULE)
def test_nobody_is_asked_whose_army_has_no_such_units() -> None:
    position = begun()
    tasks = [now(before).task for before, _, _ in walk(position, Random(3))]
    assert Task.DISMOUNT not in tasks


@pytest.mark.rule(RULE)
def test_a_unit_that_dismounts_is_on_foot_where_it_stood_with_its_own_quality(deployed: Position) -> None:
    knights, chariot = his(deployed, 1), his(deployed, 2)
    before = deployed.state.field
    after = played(deployed, f"dismount {knights}").state.field
    unit = after.unit(knights)
    assert (unit.troop.id, unit.quality.id, unit.mounted) == ("foot_knights", "elite", False)
    assert not unit.impetuous, "what it had in the saddle is gone"
    assert {"two_handed_weapon"} <= unit.abilities
    assert after.stands[knights].pose == before.stands[knights].pose
    assert after.stands[knights].cohesion == after.full(knights) == 4
    assert after.unit(chariot) is before.unit(chariot)
    down = played(deployed, f"dismount {chariot}").state.field.unit(chariot)
    assert (down.troop.id, down.abilities) == ("medium_swordsmen", frozenset({"impact"}))


@pytest.mark.rule(RULE)
def test_several_dismount_at_once_and_whoever_has_nobody_left_is_through(deployed: Position) -> None:
    one, two = his(deployed, 1), his(deployed, 2)
    attacker = now(deployed).attacker
    after = played(deployed, f"dismount {one}+{two}")
    assert now(after).seat == attacker
    assert set(after.state.field.afoot) == {one, two}


@pytest.mark.rule(RULE)
def test_who_cannot_dismount(deployed: Position) -> None:
    other = "eu"[now(deployed).seat]
    assert refused(deployed, f"dismount {his(deployed, 3)}") == "deed.stays_mounted"
    assert refused(deployed, f"dismount {other}1") == "setup.not_his"
    assert refused(deployed, "dismount u99") == "setup.not_his"
    again = played(deployed, f"dismount {his(deployed, 1)}")
    assert refused(again, f"dismount {his(deployed, 1)}") == "deed.on_foot"
    assert refused(deployed, "deploy u1@5,1") == "setup.not_now"


@pytest.mark.rule(RULE)
def test_it_is_offered_told_previewed_and_read_again(deployed: Position) -> None:
    one, two = his(deployed, 1), his(deployed, 2)
    assert list(deployed.actions()) == ["done", f"dismount {one}", f"dismount {two}", f"dismount {one}+{two}"]
    offered = deployed.choices(("dismount",))
    assert isinstance(offered, list)
    assert [each.text for each in offered if isinstance(each, Choice)] == [one, two, f"{one}+{two}"]
    assert deployed.choices(("dismount", one)) == f"dismount {one}"
    action = f"dismount {one}"
    after = deployed.play(action)
    events = GAME.events(deployed, action, after)
    told = {"unit": one, "troop": "foot_knights", "rule": RULE}
    assert [(event.kind, event.fields) for event in events] == [("dismounts", told)]
    assert sights.preview(deployed.state, action) == {
        "ends": {one: list(after.state.field.stands[one].pose)},
        "dismounts": [one],
    }
    facts: Any = sights.facts(deployed.state)
    assert facts["dismounting"] == [{"unit": one, "as": "foot_knights"}, {"unit": two, "as": "medium_swordsmen"}]
    for position in (deployed, after, played(after, "done", "done")):
        assert GAME.parse(position.text(), position.setting.options) == position
    assert f"afoot={one}" in after.text()
    for wrong in (f"afoot={his(deployed, 3)}", f"afoot={one},{one}", "afoot=x"):
        assert isinstance(GAME.parse(after.text().replace(f"afoot={one}", wrong), after.setting.options), Refusal)


@pytest.mark.rule(RULE)
def test_computers_go_on_to_the_battle() -> None:
    for player in (General(), Brawler()):
        position = until(Task.DISMOUNT, **ARMIES)
        while position.state.setup is not None:
            action = player.choose(GAME, position.view(position.turn), Budget(nodes=5), Random(1)).action  # type: ignore[arg-type]
            assert position.check(action) is None
            position = position.play(action)
        assert position.turn in (Turn.FIRST, Turn.SECOND)


@pytest.mark.rule(RULE)
def test_the_general_has_knights_dismount_before_war_wagons() -> None:
    """Furious charges and impact are void there, heavy armour and two-handed weapons are not."""
    position = until(Task.DISMOUNT, first_army="french", second_army="hussites")
    best = General().consider(position, Budget(nodes=1))[0]
    assert best.action == "dismount u1+u2+u3+u4+u5+u6"
