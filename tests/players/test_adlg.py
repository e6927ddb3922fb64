"""The commanders of L'Art de la Guerre: each decision that a player would call sensible has its small table here."""

from __future__ import annotations

import time
import tomllib
from dataclasses import replace
from importlib import resources
from random import Random
from typing import Any

import pytest

from benchmarks.battles import start
from tests.games.adlg.table.tables import battlefield, meets
from triarii.core import registry
from triarii.core.contract import Budget, Eye, Turn
from triarii.games.adlg.battle.fighting import fights
from triarii.games.adlg.battle.order_execution import Executed, execute
from triarii.games.adlg.battle.orders import Charge, Move
from triarii.games.adlg.battle.stages import Activation, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.combatants import Combatant, Melee, Support
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.ground import malus
from triarii.games.adlg.data.kit import QUALITIES
from triarii.games.adlg.data.troops import TROOPS, Category
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.position import Position
from triarii.lab import matches
from triarii.lab.matches import Pairing
from triarii.players.adlg import courses
from triarii.players.adlg.bouts import Duel, bout, toll
from triarii.players.adlg.brawler import Brawler
from triarii.players.adlg.deploying import favour
from triarii.players.adlg.eyes import eyes_without
from triarii.players.adlg.general import General
from triarii.players.adlg.proposals import proposals
from triarii.players.adlg.survey import Survey
from triarii.players.adlg.weights import WEIGHTS
from triarii.players.adlg.worth import Judge
from triarii.players.adlg.yardstick.bouts import bout as frozen_bout
from triarii.players.levels import LevelPlayer

FEW = Budget(nodes=40)


def ordering(field: Field, points: int = 3, corps: str = "c1") -> Position:
    """A table in the middle of a corps' orders."""
    return Position(State(field, Activation(corps, points, 1), 0 if corps[0] == "c" else 1))


def chosen(position: Position) -> str:
    return General().consider(position, FEW)[0].action


# Charges that could come


@pytest.mark.parametrize(("scenario", "corps"), [("skirmish", "c1"), ("drill_charge", "c1")])
def test_a_table_is_worth_as_much_seen_from_an_earlier_one_as_by_itself(scenario: str, corps: str) -> None:
    position = start(scenario).play(f"corps {corps}").play("5")
    before = Judge(position.state, 0)
    rng, tried = Random(5), 0
    while tried < 12 and position.state.stage is Stage.ORDERS:
        now = before.value(before.state)
        after = position.play(position.sample(rng))
        alone = Survey(after.state, 0)
        for name in ("drive", "goal_x", "goal_y", "near", "steady", "mate"):
            getattr(alone.outlook, name)[:] = getattr(before.survey.outlook, name)
        alone.outlook.eagerness = before.survey.outlook.eagerness
        assert before.survey.value(after.state) == pytest.approx(alone.outlook.value())
        assert before.value(before.state) == now, "the sketch is what it was"
        position, tried = after, tried + 1
    assert tried


def test_a_move_is_sketched_where_the_rules_lead_it() -> None:
    position = start("skirmish").play("corps c1").play("5")
    field = position.state.field
    sketched = 0
    for order in proposals(position.state, Judge(position.state, 0)):
        done = execute(position.state, order)
        if isinstance(order, Move) and isinstance(done, Executed):
            places = courses.ends(field, order)
            assert places is not None
            for name, pose in places:
                assert pose == pytest.approx(done.after.field.stands[name].pose, abs=2), order
            sketched += 1
    assert sketched > 10


def test_the_sketch_measures_as_the_rules_do() -> None:
    position = start("skirmish")
    field, survey = position.state.field, Survey(position.state, 0)
    for one in field.units(0):
        for two in field.units(1):
            measured = survey.table.gap(survey.numbers[one.id], survey.numbers[two.id])
            assert measured == pytest.approx(shapes.gap(field.body(one.id).quad, field.body(two.id).quad), abs=1.5)
    for unit in field.units():
        under = survey.reckoner.grounds[survey.table.under[survey.numbers[unit.id]]]
        assert malus(unit.troop, under) == malus(unit.troop, fights.ground_of(field, unit.id))


# Orders


def test_it_takes_a_flank_charge_that_wins_a_melee() -> None:
    field = battlefield(
        [
            ("u1", "heavy_swordsmen", (5000, 5000, 0)),
            ("u2", "medium_cavalry", (7500, 5600, 27000)),
            ("e1", "heavy_spearmen", (5000, 5000, 18000)),
            ("e2", "levy", (15000, 15000, 18000)),
        ],
        meetings=[meets("u1", "e1", rounds=1)],
        leaders={"c1": "u1", "d1": "e2"},
    )
    assert chosen(ordering(field)).endswith("charge e1")


@pytest.mark.rule("adlg.evade.avoid")
def test_it_evades_around_friends_rather_than_off_the_table() -> None:
    field = battlefield(
        [
            ("u1", "heavy_knights", (10000, 5150, 18000)),
            ("e1", "light_infantry", (10000, 3400, 0)),
            *((f"e{place}", "heavy_swordsmen", (7000 + 1000 * place, 1750, 0)) for place in (2, 3, 4)),
        ],
        leaders={"c1": "u1", "d1": "e2"},
    )
    asked = ordering(field).play("u1 charge e1")
    assert asked.state.stage is Stage.ANSWER
    assert chosen(asked) == "e1 around"


@pytest.mark.rule("adlg.moves.distance")
def test_in_a_further_move_it_comes_up_to_4_ud_from_the_enemy_and_no_nearer() -> None:
    """He stands aside, so that it wheels towards him and then goes on as far as it may."""
    field = battlefield(
        [("u1", "heavy_cavalry", (5000, 5000, 0)), ("e1", "levy", (8000, 11500, 18000))],
        leaders={"c1": "u1", "d1": "e1"},
    )
    field = field.with_stand("u1", replace(field.stands["u1"], moves=1))
    position = ordering(field)
    actions = [way.action for way in General().consider(position, FEW)]
    ends = [position.play(action).state.field for action in actions if action != "done"]
    assert min(end.nearest_enemy("u1") or 0 for end in ends) in (4000, 4001)
    assert any(
        "wheel right" in action and position.play(action).state.field.nearest_enemy("u1") in (4000, 4001)
        for action in actions
    )
    assert len(actions) == len(set(actions))


def test_knights_do_not_charge_steady_pikes_in_front() -> None:
    field = battlefield(
        [
            ("u1", "heavy_knights", (5000, 5000, 0), {"abilities": {"impact"}}),
            ("e1", "pikemen", (5000, 7000, 18000)),
            ("e2", "pikemen", (4000, 7000, 18000)),
            ("e3", "pikemen", (6000, 7000, 18000)),
        ],
        leaders={"c1": "u1", "d1": "e1"},
    )
    assert "charge" not in chosen(ordering(field))


def test_knights_ride_down_bowmen_in_the_open() -> None:
    field = battlefield(
        [
            ("u1", "heavy_knights", (5000, 5000, 0), {"abilities": {"impact"}}),
            ("e1", "bowmen", (5000, 7000, 18000)),
            ("e2", "levy", (15000, 15000, 18000)),
        ],
        leaders={"c1": "u1", "d1": "e2"},
    )
    assert chosen(ordering(field)).endswith("charge e1")


@pytest.mark.rule("adlg.charge.uncontrolled")
@pytest.mark.parametrize(("enemy", "kept"), [("pikemen", True), ("bowmen", False)])
def test_impetuous_troops_are_kept_from_a_charge_that_they_would_lose_and_from_no_other(enemy: str, kept: bool) -> None:
    field = battlefield(
        [
            ("u1", "medium_swordsmen", (5000, 5000, 0), {"abilities": {"impetuous"}}),
            *((f"e{place}", enemy, (2000 + 1000 * place, 6800, 18000)) for place in range(1, 6)),
        ],
        leaders={"c1": (4000, 3000, 0), "d1": (5000, 9000, 18000)},
    )
    order = chosen(ordering(field))
    assert (order == "u1 hold") == kept, order
    assert kept or order == "done" or "charge" in order


def test_it_rallies_a_unit_that_is_safe() -> None:
    field = battlefield(
        [
            ("u1", "heavy_swordsmen", (5000, 5000, 0), {"cohesion": 2}),
            ("e1", "heavy_swordsmen", (5000, 15000, 18000)),
        ],
        leaders={"c1": "u1", "d1": "e1"},
    )
    assert chosen(ordering(field)) == "u1 rally"


def test_a_line_moves_on_as_a_line() -> None:
    names = ("u1", "u2", "u3", "u4")
    field = battlefield(
        [
            *((name, "heavy_spearmen", (5000 + 1000 * place, 3000, 0)) for place, name in enumerate(names)),
            *((f"e{place}", "heavy_swordsmen", (4000 + 1000 * place, 13000, 18000)) for place in range(1, 5)),
        ],
        leaders={"c1": "u2", "d1": "e2"},
    )
    order = chosen(ordering(field))
    assert set(order.split()[0].split("+")) == set(names)
    assert "advance" in order


def test_an_open_camp_is_looted() -> None:
    field = battlefield(
        [
            ("u1", "light_cavalry", (5000, 5000, 0), {"weapon": "javelin"}),
            ("e1", "heavy_swordsmen", (15000, 15000, 18000)),
        ],
        camps=[("k2", Camp.NORMAL, (5000, 9500, 18000))],
        leaders={"c1": "u1", "d1": "e1"},
    )
    assert chosen(ordering(field)).endswith("charge k2")


def test_it_ends_a_corps_that_can_gain_nothing() -> None:
    field = battlefield(
        [("u1", "heavy_swordsmen", (5000, 5000, 0)), ("e1", "levy", (15000, 15000, 18000))],
        leaders={"c1": (4000, 3000, 0), "d1": "e1"},
    )
    assert chosen(ordering(field, points=0)) == "done"


# Answers


def charged(field: Field, charger: str, target: str) -> Position:
    """A table on which the second seat has charged, and the first has to answer."""
    state = State(field, Activation("d1", 3, 1), 1)
    given = execute(state, Charge((charger,), target))
    assert isinstance(given, Executed), given
    assert given.after.stage is Stage.ANSWER
    return Position(given.after)


def test_light_infantry_evades_heavy_foot_in_the_open() -> None:
    field = battlefield(
        [
            ("u1", "light_infantry", (5000, 8000, 0), {"weapon": "javelin"}),
            ("u2", "levy", (15000, 2000, 0)),
            ("e1", "heavy_swordsmen", (5000, 9500, 18000)),
        ],
        leaders={"c1": "u2", "d1": "e1"},
    )
    assert chosen(charged(field, "e1", "u1")) in ("u1 evade", "u1 adapt")


# Judgement


def fighter(troop: str, **more: Any) -> Combatant:
    return replace(Combatant(TROOPS[troop]), **more)


def test_a_melee_of_equals_is_worth_nothing_and_one_of_the_better_something() -> None:
    readings = battlefield([("u1", "levy", (5000, 5000, 0))]).setting.readings
    swords, pikes = fighter("heavy_swordsmen"), fighter("pikemen")
    assert bout(Melee(swords, swords, charger="none"), readings) == pytest.approx(0)
    assert bout(Melee(pikes, swords), readings) > 0.5
    elite = fighter("heavy_swordsmen", quality=QUALITIES["elite"])
    assert bout(Melee(elite, swords), readings) > 0


@pytest.mark.parametrize("number", range(40))
def test_a_melee_is_worth_what_following_every_round_of_it_shows(number: int) -> None:
    rng = Random(number)
    readings = battlefield([("u1", "levy", (5000, 5000, 0))]).setting.readings

    def drawn() -> Combatant:
        troop = rng.choice(list(TROOPS.values()))
        bought = frozenset(
            rng.sample(("armour", "impact", "two_handed_weapon", "polearm", "impetuous"), rng.randint(0, 2))
        )
        helped = tuple(Support(troop, "simple") for _ in range(rng.randint(0, 2)))
        quality = rng.choice(list(QUALITIES.values()))
        return Combatant(troop, quality, frozenset(bought), rng.randint(1, troop.cohesion), supports=helped)

    melee = Melee(drawn(), drawn(), round=rng.choice((1, 1, 2)), contact=rng.choice(("front", "front", "flank")))
    assert bout(melee, readings) == pytest.approx(frozen_bout(melee, readings))
    if Category.SCH not in (melee.a.category, melee.b.category):
        alone = replace(melee, a=replace(melee.a, supports=()), b=replace(melee.b, supports=()))
        helped = len(melee.a.supports) - len(melee.b.supports)
        assert Duel(alone, readings).hope(helped) == pytest.approx(frozen_bout(melee, readings))


def test_the_toll_grows_to_the_rout_and_expendable_troops_cost_little() -> None:
    tolls = [toll(4, left) for left in (4, 3, 2, 1, 0)]
    assert tolls == sorted(tolls)
    assert tolls[0] == 0
    assert tolls[-1] == pytest.approx(WEIGHTS.rout)
    assert toll(1, 0, expendable=True) == pytest.approx(WEIGHTS.spent)


def test_a_neighbour_in_line_covers_a_flank() -> None:
    units = [
        ("u1", "heavy_spearmen", (5000, 5000, 0)),
        ("e1", "medium_cavalry", (7500, 4400, 27000)),
        ("e2", "levy", (15000, 15000, 18000)),
    ]
    open_flank = Survey(ordering(battlefield(units, leaders={"c1": "u1", "d1": "e1"})).state, 0)
    assert [(each.target, each.side) for each in open_flank.strikes(1) if not each.looms] == [("u1", "right")]
    beside = ("u2", "heavy_spearmen", (6000, 5000, 0))
    covered = Survey(ordering(battlefield([*units, beside], leaders={"c1": "u1", "d1": "e1"})).state, 0)
    assert ("u1", "right") not in [(each.target, each.side) for each in covered.strikes(1)]


def test_who_overlooks_threats_does_not_count_them() -> None:
    field = battlefield(
        [("u1", "bowmen", (5000, 5000, 0)), ("e1", "heavy_knights", (5000, 7000, 18000))],
        leaders={"c1": "u1", "d1": "e1"},
    )
    state = ordering(field).state
    assert Judge(state, 0).parts(state)["threats"] < 0
    assert "threats" not in Judge(state, 0, eyes_without(["threats"])).parts(state)


def test_rough_ground_suits_those_who_have_less_trouble_in_it() -> None:
    setting = battlefield(
        [("u1", "medium_swordsmen", (5000, 5000, 0)), ("e1", "heavy_knights", (5000, 9000, 0))]
    ).setting
    assert favour(setting, 0, "wood") > 0 > favour(setting, 1, "wood")


def test_every_weight_is_explained() -> None:
    text = resources.files("triarii.players.adlg").joinpath("weights.toml").read_text(encoding="utf-8")
    for entry in tomllib.loads(text)["weight"]:
        assert entry["about"].endswith("."), entry["name"]


# Budgets and whole battles


def test_it_keeps_its_budget_of_orders_on_trial() -> None:
    position = GAME.start({"scenario": "skirmish"})
    assert isinstance(position, Position)
    position = position.play("corps c1").play("5")
    for most in (1, 7, 30):
        decision = General().choose(GAME, position.view(Eye.FIRST), Budget(nodes=most), Random(1))
        assert decision.nodes <= most
        assert position.check(decision.action) is None


def test_it_keeps_its_time() -> None:
    position = GAME.start({"scenario": "skirmish"})
    assert isinstance(position, Position)
    position = position.play("corps c1").play("6")
    General().choose(GAME, position.view(Eye.FIRST), Budget(nodes=1), Random(1))  # everything is read and warm
    began = time.process_time()
    General().choose(GAME, position.view(Eye.FIRST), Budget(milliseconds=60), Random(1))
    assert time.process_time() - began < 0.5


def pairing(players: tuple[str, str], nodes: int, **options: object) -> Pairing:
    return Pairing("adlg", players, {"scenario": "skirmish", **options}, seed=11, budget=Budget(nodes=nodes))


def test_a_battle_of_generals_is_legal_to_its_end_and_the_same_again() -> None:
    first = matches.play(pairing(("general", "general"), 12, scenario="drill_line"), 0)
    again = matches.play(pairing(("general", "general"), 12, scenario="drill_line"), 0)
    assert first.result is not None
    assert first.record == again.record


def test_it_beats_random_play_in_a_small_battle() -> None:
    small = pairing(("general", "random"), 12, scenario="drill_line")
    played = matches.play(small, 0)
    assert played.result is not None
    assert played.result.winner is Turn.FIRST


def test_a_brawler_advances_and_charges() -> None:
    field = battlefield(
        [
            ("u1", "heavy_swordsmen", (5000, 5000, 0)),
            ("e1", "heavy_swordsmen", (5000, 6500, 18000)),
        ],
        leaders={"c1": "u1", "d1": "e1"},
    )
    brawler = Brawler()
    assert brawler.order(ordering(field).state) == "u1 charge e1"
    far = field.placed("e1", (5000, 15000, 18000), "adlg.move.allowance")
    assert brawler.order(ordering(far).state) == "u1 advance 3"


def test_both_finish_the_procedure_of_the_set_up() -> None:
    position = GAME.start({"setup": "procedure"})
    assert isinstance(position, Position)
    rng, players = Random(3), (General(), Brawler())
    while position.state.setup is not None:
        if position.turn is Turn.CHANCE:
            position = position.play(rng.choice(position.chances())[0])
            continue
        view = position.view(Eye(position.turn))
        action = players[int(position.turn)].choose(GAME, view, Budget(nodes=5), rng).action
        assert position.check(action) is None
        position = position.play(action)
    assert {unit.seat for unit in position.state.field.units()} == {0, 1}


# Levels


def test_there_are_four_levels_and_each_spends_more_than_the_one_below() -> None:
    levels = list(General.handicaps.values())
    assert list(General.handicaps) == [level.id for level in GAME.info.levels]
    assert len(levels) >= 4
    assert [level.nodes for level in levels] == sorted({level.nodes for level in levels})
    assert [level.slips for level in levels] == sorted((level.slips for level in levels), reverse=True)
    for name, level in General.handicaps.items():
        eyes_without(level.overlooks)
        assert isinstance(registry.player(name, "adlg"), LevelPlayer)


@pytest.mark.parametrize("level", [level.id for level in GAME.info.levels])
def test_every_level_decides_legally(level: str) -> None:
    position = GAME.start({"scenario": "skirmish"})
    assert isinstance(position, Position)
    rng, player = Random(5), LevelPlayer(level)
    for _ in range(6):
        if position.turn is Turn.CHANCE:
            position = position.play(rng.choice(position.chances())[0])
            continue
        decision = player.choose(GAME, position.view(Eye(position.turn)), Budget(), rng)
        assert position.check(decision.action) is None
        position = position.play(decision.action)
