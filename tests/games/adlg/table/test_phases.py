"""The player sequence: movement corps by corps, shooting, melee, rout and pursuit, and last the check for victory."""

from __future__ import annotations

import pytest

from tests.games.adlg.table.tables import Placed, battlefield, meets
from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.battle.stages import ChoosingCorps, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position
from triarii.games.adlg.telling.facts import facts_of

ARMIES: list[Placed] = [
    ("u1", "bowmen", (4000, 10000, 0), {"weapon": "bow", "corps": 1}),
    ("u2", "heavy_spearmen", (10000, 10000, 0), {"corps": 2}),
    ("u3", "heavy_spearmen", (14000, 10000, 0), {"corps": 2}),
    ("e1", "levy", (4000, 12000, 18000)),
    ("e2", "levy", (10000, 10000, 18000), {"cohesion": 1}),
    ("e3", "levy", (14000, 10000, 18000)),
]


def battle(*more: Placed) -> Position:
    """The first player is about to activate a corps; two melees go on, and his archers have a target."""
    leaders = {"c1": (4000, 8000, 0), "c2": (12000, 8000, 0), "d1": (10000, 16000, 18000)}
    fights = [meets("u2", "e2", rounds=1), meets("u3", "e3", rounds=1)]
    return Position(State(battlefield([*ARMIES, *more], leaders=leaders, meetings=fights), ChoosingCorps(), 0))


def played(position: Position, *actions: str) -> Position:
    for action in actions:
        position = position.play(action)
    return position


def phase(position: Position) -> object:
    return facts_of(position.state)["phase"]


def why(position: Position, order: str) -> str:
    refusal = position.check(order)
    assert isinstance(refusal, Refusal)
    return f"{refusal.code} {refusal.rule}"


MOVED = ("corps c1", "4", "done", "corps c2", "4", "done")
SHOT = (*MOVED, "1-6")
FOUGHT = (*SHOT, "6-1", "2-3")


@pytest.mark.rule("adlg.sequence.phases")
@pytest.mark.statement("AG-001")
def test_movement_comes_first_and_corps_are_activated_one_after_the_other() -> None:
    position = battle()
    assert phase(position) == "movement"
    assert list(position.actions()) == ["corps c1", "corps c2", "done"]
    assert why(position, "u1 advance 1") == "order.which_corps adlg.sequence.phases"
    first = played(position, "corps c1", "4")
    assert first.state.stage is Stage.ORDERS
    assert why(first, "u2 rally") == "order.not_yours adlg.sequence.phases", "another corps has to wait"
    assert why(first, "c2 go 12 9") == "order.not_yours adlg.sequence.phases"
    assert why(first, "corps c2") == "order.corps_active adlg.sequence.phases"
    second = played(first, "done")
    assert list(second.actions()) == ["corps c2", "done"]
    assert why(second, "corps c1") == "order.which_corps adlg.sequence.phases", "a corps has one turn"
    assert phase(played(second, "corps c2", "4")) == "movement"


@pytest.mark.rule("adlg.sequence.phases")
@pytest.mark.statement("AG-002")
@pytest.mark.parametrize("orders", [MOVED, ("done",), ("corps c2", "1", "done", "done")])
def test_shooting_comes_second_when_all_corps_have_moved_or_rest(orders: tuple[str, ...]) -> None:
    position = played(battle(), *orders)
    assert phase(position) == "shooting"
    assert (position.state.stage, position.state.who) == (Stage.VOLLEY, "e1")


@pytest.mark.rule("adlg.sequence.phases")
@pytest.mark.statement("AG-003")
def test_melee_comes_third_and_all_of_it_counts_together() -> None:
    position = played(battle(), *SHOT)
    assert phase(position) == "melee"
    assert position.state.who == "u2"
    once = played(position, "6-1")
    assert phase(once) == "melee"
    assert once.state.who == "u3"
    assert once.state.field.stands["e2"].cohesion == 1, "beaten, but nothing is lost before the last melee"


@pytest.mark.rule("adlg.sequence.phases")
@pytest.mark.statement("AG-004")
def test_rout_and_pursuit_come_fourth() -> None:
    position = played(battle(), *FOUGHT)
    assert phase(position) == "pursuit"
    assert position.state.field.gone == {"e2": "routed"}
    assert (position.state.stage, position.state.who) == (Stage.PURSUE, "u2")
    gone_on = played(position, "u2 pursue 1")
    assert gone_on.state.field.stands["u2"].pose == (10000, 11000, 0)


@pytest.mark.rule("adlg.sequence.phases")
@pytest.mark.statement("AG-005")
def test_the_check_for_victory_comes_fifth_and_then_the_other_player_has_his_sequence() -> None:
    goes_on = played(battle(), *FOUGHT, "u2 stay")
    assert goes_on.turn is Turn.SECOND
    assert (goes_on.state.stage, goes_on.state.sequence) == (Stage.CORPS, 2)
    assert list(goes_on.actions()) == ["corps d1", "done"]
    lost = played(battle(), *SHOT, "6-1", "3-2", "u2 stay")
    assert lost.turn is Turn.OVER, "e2 routed and e3 disordered are 3 of 3 points"
    result = lost.result()
    assert result is not None
    assert (result.winner, result.rule) == (Turn.FIRST, "adlg.losses.break")
    reserves: Placed = ("e4", "levy", (18000, 16000, 18000))
    assert played(battle(reserves), *SHOT, "6-1", "3-2", "u2 stay").turn is Turn.SECOND


# Several at once


@pytest.mark.rule("adlg.shooting.once")
def test_every_target_of_a_phase_is_shot_at_in_turn_and_all_lose_at_its_end() -> None:
    archers: Placed = ("u4", "bowmen", (17000, 10000, 0), {"weapon": "bow", "corps": 1})
    position = played(battle(archers, ("e4", "levy", (17000, 12000, 18000))), *MOVED)
    assert position.state.who == "e1"
    once = played(position, "6-1")
    assert (once.state.stage, once.state.who) == (Stage.VOLLEY, "e4")
    assert once.state.field.stands["e1"].cohesion == 3
    both = played(once, "6-1").state.field.stands
    assert (both["e1"].cohesion, both["e4"].cohesion) == (2, 2)


@pytest.mark.rule("adlg.commander.engaged")
def test_every_commander_with_a_main_unit_is_asked_in_turn() -> None:
    leaders: dict[str, Pose | str] = {"c1": (4000, 8000, 0), "c2": "u2", "d1": "e3"}
    fights = [meets("u2", "e2", rounds=1), meets("u3", "e3", rounds=1)]
    position = Position(State(battlefield(ARMIES, leaders=leaders, meetings=fights), ChoosingCorps(), 0))
    asked = played(position, *SHOT)
    assert (asked.state.stage, asked.state.who) == (Stage.ENGAGE, "c2")
    asked = played(asked, "c2 engage")
    assert (asked.state.stage, asked.state.who) == (Stage.ENGAGE, "d1")
    fight = played(asked, "d1 aside").state
    assert (fight.stage, fight.who) == (Stage.MELEE, "u2")
    assert {name: where.engaged for name, where in fight.field.leaders.items()} == {
        "c1": False,
        "c2": True,
        "d1": False,
    }


def at_camps(kind: Camp, *troops: str) -> Position:
    """The first player's units stand at the second player's camp, each at its own edge; others are far away."""
    poses: list[Pose] = [(10000, 10000, 0), (10000, 11000, 18000)]
    units: list[Placed] = [(f"u{n + 1}", troop, poses[n], {}) for n, troop in enumerate(troops)]
    units += [
        ("u9", "levy", (2000, 2000, 0), {}),
        *((f"e{n}", "levy", (1000 * n, 18000, 18000), {}) for n in range(1, 9)),
    ]
    fights = [meets(f"u{n + 1}", "k2", "front" if n == 0 else "rear") for n in range(len(troops))]
    camps = [("k1", Camp.NORMAL, (2000, 1000, 0)), ("k2", kind, (10000, 10000, 18000))]
    field = battlefield(
        units, leaders={"c1": (3000, 3000, 0), "d1": (5000, 17000, 18000)}, meetings=fights, camps=camps
    )
    return Position(State(field, ChoosingCorps(), 0))


@pytest.mark.rule("adlg.camp.taken")
def test_an_open_camp_falls_at_once_and_all_who_stand_at_it_loot() -> None:
    after = played(at_camps(Camp.NORMAL, "heavy_spearmen", "light_infantry"), "done").state
    assert after.field.taken == {"k2"}
    assert [name for name, stand in sorted(after.field.stands.items()) if "looting" in stand.marks] == ["u1", "u2"]


@pytest.mark.rule("adlg.camp.taken")
@pytest.mark.parametrize(("die", "falls"), [("4", False), ("5", True)])
def test_a_fortified_camp_is_stormed_by_one_unit_after_the_other_until_it_falls(die: str, falls: bool) -> None:
    storming = played(at_camps(Camp.FORTIFIED, "heavy_spearmen", "heavy_knights"), "done")
    assert (storming.state.stage, storming.state.who, storming.state.field.taken) == (Stage.STORM, "u1", frozenset())
    first = played(storming, die)
    assert first.state.field.taken == ({"k2"} if falls else frozenset())
    assert (first.state.stage is Stage.STORM, first.state.who == "u2") == (not falls, not falls)
    if not falls:
        second = played(first, "6").state
        assert (second.field.taken, second.stage) == (frozenset({"k2"}), Stage.CORPS)


@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.parametrize(
    ("dice", "left"),
    [(("1", "4"), {"c1", "d1"}), (("2", "3"), {"c1", "c2"}), (("2", "4"), {"c1", "c2", "d1"}), (("1", "3"), {"c1"})],
)
def test_a_commander_falls_on_1_if_his_unit_lost_and_on_3_if_it_routed_each_by_his_own_die(
    dice: tuple[str, str], left: set[str]
) -> None:
    """The spearmen of c2 lose a round, and the levy of d1 rout; e4 and e5 keep their army from breaking."""
    leaders: dict[str, Pose | str] = {"c1": (4000, 8000, 0), "c2": "u2", "d1": "e3"}
    fights = [meets("u2", "e2", rounds=1), meets("u3", "e3", rounds=1)]
    more: list[Placed] = [(f"e{n}", "levy", (1000 * n, 18000, 18000)) for n in range(4, 9)]
    position = Position(State(battlefield([*ARMIES, *more], leaders=leaders, meetings=fights), ChoosingCorps(), 0))
    beaten = played(position, *SHOT, "c2 engage", "d1 engage", "1-6", "6-1")
    assert (beaten.state.stage, beaten.state.who) == (Stage.FATE, "c2")
    assert beaten.state.field.gone == {"e3": "routed"}
    second = played(beaten, dice[0])
    assert (second.state.stage, second.state.who) == (Stage.FATE, "d1")
    assert set(played(second, dice[1]).state.field.leaders) == left
