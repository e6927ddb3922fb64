"""The general's plan: what every corps is there for, whole turns, and the words and shapes in which he tells it."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.battles import start
from tests.games.adlg.table.tables import battlefield
from triarii.core import registry
from triarii.core.contract import Analyst, Budget, Eye, Refusal
from triarii.games.adlg.battle.stages import Activation
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.players.adlg.characters import BOLD, CAUTIOUS, EVEN
from triarii.players.adlg.general import General
from triarii.players.adlg.plan import Role
from triarii.players.adlg.prospects import chance
from triarii.players.adlg.weights import changed
from triarii.players.adlg.worth import Judge


def ordering(field: Field, points: int = 3) -> State:
    return State(field, Activation("c1", points, 1), 0)


def test_three_plans_of_a_large_battle_have_chances_and_words() -> None:
    position = start("olive_groves").play("corps c1").play("5")
    analyst = registry.player("general", "adlg")
    assert isinstance(analyst, Analyst)
    found = analyst.analyse(GAME, position.view(Eye.FIRST), Budget(), Random(0), 3)
    assert len(found) == 3
    assert len({decision.action for decision in found}) == 3
    for decision in found:
        assert decision.score is not None
        assert 0 < decision.score < 1
        assert position.check(decision.action) is None
        for lang in ("en", "de"):
            assert all(GAME.texts.say(message, lang) for message in decision.why)
    keys = {message.key for message in found[0].why}
    assert "plan.attack" in keys
    assert len(found[0].line) > 1, "a whole turn, not one order"


def test_the_plan_is_drawn_for_every_corps() -> None:
    position = start("olive_groves")
    decision = General().choose(GAME, position.view(Eye.FIRST), Budget(), Random(0))
    assert {shape["corps"] for shape in decision.drawn} == {"c1", "c2", "c3"}


def test_two_lines_that_need_each_other_go_on_together() -> None:
    """Ten in line are more than one group may have: both halves go, and neither leaves the other behind."""
    field = battlefield(
        [
            *((f"u{place}", "heavy_spearmen", (4000 + 1000 * place, 3000, 0)) for place in range(1, 11)),
            *((f"e{place}", "heavy_swordsmen", (4000 + 1000 * place, 13000, 18000)) for place in range(1, 11)),
        ],
        leaders={"c1": "u5", "d1": "e5"},
    )
    position = Position(ordering(field))
    for _ in range(2):
        position = position.play(General().consider(position, Budget())[0].action)
    fronts = {position.state.field.stands[f"u{place}"].pose[1] for place in range(1, 11)}
    assert min(fronts) > 3000
    assert max(fronts) - min(fronts) <= 1000


def test_a_commander_goes_with_a_line_and_not_with_the_guns() -> None:
    field = battlefield(
        [
            ("u1", "light_artillery", (4500, 3000, 0), {"weapon": "artillery"}),
            *((f"u{place}", "heavy_spearmen", (4000 + 1000 * place, 3000, 0)) for place in range(2, 6)),
            *((f"e{place}", "heavy_swordsmen", (4000 + 1000 * place, 13000, 18000)) for place in range(1, 5)),
        ],
        leaders={"c1": (4500, 1500, 0), "d1": "e2"},
    )
    position = Position(ordering(field))
    ways = [way.action for way in General().consider(position, Budget())]
    assert "c1 join u1" not in ways
    joined = next(action for action in ways if action.startswith("c1 join"))
    assert joined.split()[-1] in ("u3", "u4")


def test_whoever_stands_on_a_height_and_is_no_better_holds_it() -> None:
    position = start("hastings")
    judge = Judge(position.state, 0)
    roles = {task.leader: task.role for task in judge.plan.tasks.values()}
    assert set(roles.values()) <= set(Role)
    assert Role.ATTACK in roles.values(), "a battle is not won by waiting"


def test_the_cautious_are_held_back_where_the_bold_attack() -> None:
    """Levies before heavy swordsmen have little to hope for."""
    field = battlefield(
        [
            *((f"u{place}", "levy", (4000 + 1000 * place, 5000, 0)) for place in range(1, 5)),
            *((f"e{place}", "heavy_swordsmen", (4000 + 1000 * place, 12000, 18000)) for place in range(1, 5)),
        ],
        leaders={"c1": "u2", "d1": "e2"},
    )
    drives = [
        Judge(ordering(field), 0, character=character).survey.outlook.drive[0] for character in (BOLD, EVEN, CAUTIOUS)
    ]
    assert drives[0] > drives[1] > drives[2] > 0


def test_characters_and_weights_are_chosen_by_their_names() -> None:
    bold = registry.player("general:character=bold,drive=0.3", "adlg")
    assert isinstance(bold, General)
    assert bold.character is BOLD
    assert bold.weights == changed({"drive": 0.3})
    for bad in ("general:character=rash", "general:rout=3", "general:drive=x", "general:nonsense=1"):
        assert isinstance(registry.player(bad, "adlg"), Refusal)


def test_who_is_ahead_is_more_likely_to_win() -> None:
    field = start("skirmish").state.field
    chances = [chance(field, worth) for worth in (-8.0, -2.0, 0.0, 2.0, 8.0)]
    assert chances == sorted(chances)
    assert chances[2] == pytest.approx(0.5)
