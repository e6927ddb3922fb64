"""Corps of allies and of commanders who can't be relied on: when they hesitate, what wins them over, who helps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.setup.set_ups import until
from tests.games.adlg.table.drills import events_of
from tests.games.adlg.table.onsets import allowed, play, pose, price, refused, stage, table, why
from tests.games.adlg.table.tables import Placed, battlefield
from tests.lengths import at_length
from triarii.core.conformance import check_game
from triarii.core.contract import Budget, Choice, Refusal, Turn
from triarii.games.adlg.armies import army, roster, roster_text
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.assist import brief
from triarii.games.adlg.battle.charge import wild
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.stages import Activation, ChoosingCorps, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.allegiance import Allegiance
from triarii.games.adlg.battle.table.hesitation import hesitates
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.game import GAME, setting_of
from triarii.games.adlg.position import Position
from triarii.games.adlg.scenarios import scenario
from triarii.games.adlg.telling import words
from triarii.games.adlg.telling.facts import facts_of
from triarii.games.adlg.writing import notation
from triarii.games.adlg.writing.notation import read
from triarii.players.adlg.brawler import Brawler
from triarii.players.adlg.general import General

HESITATE, ENCOURAGE = "adlg.allies.hesitate", "adlg.allies.encourage"
FAR_FOES: list[Placed] = [
    ("e1", "heavy_swordsmen", (10000, 19000, 18000)),
    ("e2", "heavy_swordsmen", (11000, 19000, 18000)),
    ("e3", "heavy_swordsmen", (12000, 19000, 18000)),
]
OWN: list[Placed] = [
    ("u1", "heavy_swordsmen", (4000, 5000, 0)),
    ("u2", "heavy_swordsmen", (10000, 5000, 0), {"corps": 2}),
    ("u3", "bowmen", (11000, 5000, 0), {"corps": 2, "weapon": "bow"}),
]


def begun(units: list[Placed] | None = None, **more: Any) -> Position:
    """The first sequence of the first player, whose second corps is allied."""
    more.setdefault("leaders", {"c1": "u1", "c2": "u2", "d1": (10000, 19500, 18000)})
    if not {"allied", "unreliable"} & set(more):
        more["allied"] = ["c2"]
    field = battlefield(units or [*OWN, *FAR_FOES], chiefs=["c1", "d1"], **more)
    return Position(State(field, ChoosingCorps(), 0))


def hesitating(units: list[Placed] | None = None, **more: Any) -> Position:
    """The first player's second sequence: his allies have thrown a 1 in the first."""
    return play(begun(units, **more), "corps c2", "1", "done", "done")


def shown(position: Position, leader: str = "c2") -> Allegiance | None:
    return table(position).allegiances.get(leader)


def told(before: Position, action: str) -> list[str]:
    return [event.kind for event in GAME.events(before, action, before.play(action))]


# The first command die


@pytest.mark.rule(HESITATE)
@pytest.mark.parametrize("kind", ["allied", "unreliable"])
def test_a_corps_of_allies_or_of_an_unreliable_commander_hesitates_on_a_first_die_of_1(kind: str) -> None:
    position = play(begun(allied=["c2"]) if kind == "allied" else begun(unreliable=["c2"]), "corps c2")
    assert stage(position) == ("command", "c2")
    after = play(position, "1")
    assert hesitates(table(after), "c2")
    assert stage(after) == ("corps", ""), "its activation is over"
    assert after.state.done == ("c2",)
    assert told(position, "1") == ["die_command", "hesitates"]


@pytest.mark.rule(HESITATE)
@pytest.mark.parametrize("die", range(2, 7))
def test_on_any_other_first_die_it_obeys_for_the_rest_of_the_battle(die: int) -> None:
    after = play(begun(), "corps c2", str(die))
    assert shown(after) is Allegiance.RELIABLE
    assert stage(after) == ("orders", "")
    assert after.state.points == (die + 1) // 2, "the same die brings its command points"
    later = play(after, "done", "corps c1", "2", "done", "done")
    assert stage(play(later, "corps c2", "1")) == ("orders", ""), "a later 1 is only a 1"


@pytest.mark.rule(HESITATE)
def test_other_corps_never_hesitate() -> None:
    after = play(begun(), "corps c1", "1")
    assert stage(after) == ("orders", "")
    assert not table(after).allegiances


@pytest.mark.rule(HESITATE)
def test_nobody_hesitates_where_the_option_is_off() -> None:
    after = play(begun(hesitant_allies=False), "corps c2", "1")
    assert stage(after) == ("orders", "")
    assert not table(after).allegiances


@pytest.mark.rule(HESITATE)
@pytest.mark.parametrize(("away", "balks"), [(4001, True), (4000, False), (2500, False)])
def test_with_an_enemy_within_4_ud_the_first_die_makes_nobody_hesitate(away: int, balks: bool) -> None:
    enemy: Placed = ("e9", "heavy_swordsmen", (10000, 5000 + away, 18000))
    after = play(begun([*OWN, *FAR_FOES, enemy]), "corps c2", "1")
    assert hesitates(table(after), "c2") is balks


@pytest.mark.rule(HESITATE)
def test_its_die_falls_even_if_its_player_ends_the_movement_at_once() -> None:
    position = play(begun(), "done")
    assert stage(position) == ("command", "c2")
    after = play(position, "1")
    assert hesitates(table(after), "c2")
    assert after.state.active == 1, "then the movement is over, and nobody shoots or fights"
    resting = play(position, "5")
    assert shown(resting) is Allegiance.RELIABLE
    assert resting.state.active == 1, "it obeys, but it was given no orders"


@pytest.mark.rule(HESITATE)
def test_a_corps_that_has_lost_its_commander_does_not_hesitate() -> None:
    field = table(begun()).leader_lost("c2", "adlg.commander.loss")
    after = play(Position(State(field, ChoosingCorps(), 0)), "corps c2", "1")
    assert stage(after) == ("orders", "")


# What a corps that hesitates does not do


@pytest.mark.rule(HESITATE)
def test_a_corps_that_hesitates_gets_no_orders() -> None:
    after = play(begun(), "corps c2", "1")
    assert "corps c2" not in after.actions()
    assert why(after, "corps c2") == ("order.which_corps", "adlg.sequence.phases")
    assert why(play(after, "corps c1", "6"), "u2 advance 1") == ("order.not_yours", "adlg.sequence.phases")


@pytest.mark.rule(HESITATE)
def test_a_corps_that_hesitates_does_not_shoot() -> None:
    """The gun reaches 8 UD; without hesitation it would shoot."""
    gun: Placed = ("u4", "heavy_artillery", (10000, 12000, 0), {"corps": 2, "weapon": "artillery"})
    units = [OWN[0], gun, *FAR_FOES]
    leaders = {"c1": "u1", "c2": (10000, 10000, 0), "d1": (10000, 19500, 18000)}
    silent = play(begun(units, leaders=leaders), "corps c2", "1", "done")
    assert (silent.state.active, silent.state.stage) == (1, Stage.CORPS)
    loud = play(begun(units, leaders=leaders), "corps c2", "2", "done", "done")
    assert stage(loud)[0] == "volley"


@pytest.mark.rule(HESITATE)
def test_a_corps_that_hesitates_makes_no_uncontrolled_charge() -> None:
    """An enemy within reach would win it over; the light horse stands beyond 4 UD and within its own 5."""
    rider: Placed = ("u2", "light_cavalry", (10000, 5000, 0), {"corps": 2, "abilities": ["impetuous"]})
    prey: Placed = ("e9", "medium_swordsmen", (10000, 10500, 0))
    units = [OWN[0], rider, *FAR_FOES, prey]
    doubted = begun(units)
    assert wild.prey(table(doubted), table(doubted).unit("u2")) is not None
    after = play(doubted, "corps c2", "1")
    assert hesitates(table(after), "c2")
    assert pose(after, "u2") == (10000, 5000, 0)
    assert wild.prey(table(after), table(after).unit("u2")) is None
    assert pose(play(doubted, "corps c2", "2", "done"), "u2") != (10000, 5000, 0)


@pytest.mark.rule(HESITATE)
def test_friends_do_not_pass_through_a_corps_that_hesitates() -> None:
    """Light infantry passes everybody, but not these."""
    light: Placed = ("u1", "light_infantry", (10000, 3500, 0))
    units = [light, *OWN[1:], *FAR_FOES]
    leaders = {"c1": (8000, 3000, 0), "c2": "u2", "d1": (10000, 19500, 18000)}
    free = play(begun(units, leaders=leaders), "corps c2", "2", "done", "corps c1", "6")
    assert allowed(free, "u1 advance 3")
    held = play(begun(units, leaders=leaders), "corps c2", "1", "corps c1", "6")
    code, *_ = refused(held, "u1 advance 3")
    assert code == "move.friend_ahead"
    assert "u1 advance 3" not in held.actions()


# What wins it over


@pytest.mark.rule(HESITATE)
@pytest.mark.parametrize("die", range(1, 6))
def test_in_a_later_sequence_it_goes_on_hesitating_until_its_command_die_shows_a_6(die: int) -> None:
    position = play(hesitating(), "corps c2")
    after = play(position, str(die))
    assert hesitates(table(after), "c2")
    assert "c2" in after.state.done
    assert told(position, str(die)) == ["die_obey", "hesitates_on"]


@pytest.mark.rule(HESITATE)
def test_on_a_6_it_obeys_and_throws_anew_for_its_command_points() -> None:
    position = play(hesitating(), "corps c2")
    won = play(position, "6")
    assert shown(won) is Allegiance.RELIABLE
    assert stage(won) == ("command", "c2")
    assert told(position, "6") == ["die_obey", "won_over"]
    ordered = play(won, "1")
    assert (stage(ordered), ordered.state.points) == (("orders", ""), 1)
    assert allowed(ordered, "u2 advance 1")


@pytest.mark.rule(HESITATE)
@pytest.mark.parametrize(("ends", "roused"), [(9001, False), (9000, True), (8500, True)])
def test_an_enemy_who_comes_within_4_ud_wins_it_over_at_once(ends: int, roused: bool) -> None:
    rider: Placed = ("e1", "light_cavalry", (10000, 12000, 18000))
    units = [*OWN, rider, *FAR_FOES[1:]]
    position = play(begun(units), "corps c2", "1", "done", "corps d1", "6")
    action = f"e1 advance {(12000 - ends) / 1000:g}"
    after = play(position, action)
    assert hesitates(table(after), "c2") is not roused
    assert ("won_over" in told(position, action)) is roused


@pytest.mark.rule(HESITATE)
def test_a_charge_wins_it_over_at_once_even_from_farther_away() -> None:
    """A rider charges from 4.5 UD; the light infantry whom he charges is asked, and runs if it likes."""
    rider: Placed = ("e1", "light_cavalry", (10000, 9500, 18000))
    light: Placed = ("u2", "light_infantry", (10000, 5000, 0), {"corps": 2})
    units = [OWN[0], light, rider, *FAR_FOES[1:]]
    position = play(begun(units), "corps c2", "1", "done", "corps d1", "6")
    assert hesitates(table(position), "c2")
    charged = play(position, "e1 charge u2")
    assert stage(charged) == ("answer", "u2")
    assert shown(charged) is Allegiance.RELIABLE
    assert allowed(charged, "u2 evade")


@pytest.mark.rule(HESITATE)
@pytest.mark.parametrize("dice", ["1-6", "6-1"])
def test_shots_win_it_over_when_all_have_shot_whether_they_hit_or_not(dice: str) -> None:
    gun: Placed = ("e9", "heavy_artillery", (10000, 11000, 18000), {"weapon": "artillery"})
    position = play(begun([*OWN, *FAR_FOES, gun]), "corps c2", "1", "done")
    assert stage(position)[0] == "volley"
    assert hesitates(table(position), "c2")
    after = play(position, dice)
    assert shown(after) is Allegiance.RELIABLE
    assert "won_over" in told(position, dice)


# The commander-in-chief


def with_chief(points: int = 4, free: int = 1) -> Position:
    """His corps has its orders, and his allies hesitate."""
    position = play(hesitating(), "corps c1", "6")
    return Position(State(table(position), Activation("c1", points, free), 0, 3))


@pytest.mark.rule(ENCOURAGE)
def test_the_commander_in_chief_spends_exactly_two_points_and_the_die_counts_one_more() -> None:
    position = with_chief()
    assert price(position, "c1 encourage c2") == 2
    spoken = play(position, "c1 encourage c2")
    assert (spoken.state.points, spoken.state.free) == (2, 1), "the free point is for other things"
    assert told(position, "c1 encourage c2") == ["speaks_for", "spent"]
    thrown = play(spoken, "done", "corps c2")
    assert hesitates(table(play(thrown, "4")), "c2")
    assert stage(play(thrown, "5")) == ("command", "c2"), "won over, and it throws for its points"


@pytest.mark.rule(ENCOURAGE)
def test_his_word_counts_for_one_sequence_only() -> None:
    later = play(with_chief(), "c1 encourage c2", "done", "corps c2", "4", "done")
    assert later.state.active == 0
    assert shown(later) is Allegiance.HESITANT
    assert hesitates(table(play(later, "corps c2", "5")), "c2")


@pytest.mark.rule(ENCOURAGE)
def test_whom_he_cannot_encourage() -> None:
    position = with_chief()
    assert why(with_chief(points=1), "c1 encourage c2") == ("order.points", "adlg.command.points")
    assert why(position, "c1 encourage c1") == ("ally.does_not_hesitate", ENCOURAGE)
    assert why(position, "c1 encourage d1") == ("ally.does_not_hesitate", ENCOURAGE)
    assert why(play(position, "c1 encourage c2"), "c1 encourage c2") == ("ally.encouraged", ENCOURAGE)
    late = play(hesitating(), "corps c2", "2", "corps c1", "6")
    assert why(late, "c1 encourage c2") == ("ally.too_late", ENCOURAGE)
    assert not [action for action in late.actions() if "encourage" in action]


@pytest.mark.rule(ENCOURAGE)
def test_nobody_but_the_commander_in_chief_speaks_for_allies() -> None:
    units = [*OWN, ("u4", "heavy_swordsmen", (15000, 5000, 0), {"corps": 3}), *FAR_FOES]
    leaders = {"c1": "u1", "c2": "u2", "c3": "u4", "d1": (10000, 19500, 18000)}
    position = play(begun(units, leaders=leaders), "corps c2", "1", "corps c3", "6", "done", "corps c1", "1", "done")
    position = play(position, "done", "corps c3", "6")
    assert why(position, "c3 encourage c2") == ("ally.not_chief", ENCOURAGE)
    assert not [action for action in position.actions() if "encourage" in action]


@pytest.mark.rule(ENCOURAGE)
def test_encouraging_is_offered_word_by_word() -> None:
    position = with_chief()
    assert "c1 encourage c2" in position.actions()
    offered = position.choices(("c1",))
    assert not isinstance(offered, Refusal | str)
    assert "encourage" in [each.text for each in offered if isinstance(each, Choice)]  # type: ignore[union-attr]
    assert position.choices(("c1", "encourage", "c2")) == "c1 encourage c2"


# How it is told and kept


@pytest.mark.rule(HESITATE)
def test_what_a_corps_has_shown_is_written_down_and_read_again() -> None:
    position = with_chief()
    assert "shown=c2.hesitant" in position.text()
    assert "shown=c2.encouraged" in play(position, "c1 encourage c2").text()
    setting = position.setting
    for wrong in ("c2.untried", "c2.afraid", "c1.hesitant", "x.reliable"):
        assert isinstance(read(position.text().replace("c2.hesitant", wrong), setting), Refusal)
    again = notation.read(position.text(), setting)
    assert isinstance(again, State)
    assert again.field.allegiances == table(position).allegiances


@pytest.mark.rule(HESITATE)
def test_views_and_sentences_tell_who_hesitates() -> None:
    position = hesitating()
    facts: Any = facts_of(position.state)
    leaders = {each["id"]: each for each in facts["commanders"]}
    assert (leaders["c2"]["doubt"], leaders["c2"]["shown"]) == ("allied", "hesitant")
    assert "doubt" not in leaders["c1"]
    said = [message.key for message in words.sentences(position.state)]
    assert "say.allied" in said
    assert "brief.hesitates" in [message.key for message in brief.sentences(position)]
    assert "brief.encourage" in [message.key for message in brief.sentences(with_chief())]
    untried: Any = facts_of(begun(unreliable=["c2"]).state)
    leaders = {each["id"]: each for each in untried["commanders"]}
    assert (leaders["c2"]["doubt"], leaders["c2"]["shown"]) == ("unreliable", "untried")


ALLIES: dict[str, Any] = {
    "name": "Allies",
    "size": [20000, 15000],
    "unit": [
        {"id": "u1", "troop": "levy", "at": [5000, 4000, 0]},
        {"id": "u2", "troop": "levy", "at": [9000, 4000, 0], "corps": 2},
        {"id": "u3", "troop": "light_cavalry", "weapon": "bow", "at": [12000, 6000, 0], "corps": 2},
        {"id": "e1", "troop": "levy", "at": [5000, 12000, 18000]},
        {"id": "e2", "troop": "light_cavalry", "weapon": "bow", "at": [9000, 12000, 18000], "corps": 2},
    ],
    "commander": [
        {"id": "c1", "grade": "ordinary", "unit": "u1"},
        {"id": "c2", "grade": "ordinary", "unit": "u2", "allied": True},
        {"id": "d1", "grade": "ordinary", "unit": "e1"},
        {"id": "d2", "grade": "ordinary", "unit": "e2", "unreliable": True},
    ],
}


@pytest.mark.rule(HESITATE)
def test_a_scenario_names_allies_but_no_commander_in_chief_is_one() -> None:
    found = scenario.read(ALLIES)
    assert isinstance(found, Setting)
    assert (found.corps["c2"].allied, found.corps["d2"].unreliable) == (True, True)
    chief, *others = ALLIES["commander"]
    wrong = scenario.read({**ALLIES, "commander": [{**chief, "unreliable": True}, *others]})
    assert isinstance(wrong, Refusal)
    assert wrong.code == "army.chief_not_own"


@pytest.mark.rule(HESITATE)
def test_an_army_whose_roster_names_allies_has_them_in_the_battle() -> None:
    loaded = roster.load("carthaginians")
    assert isinstance(loaded, Roster)
    own, gauls, riders = loaded.corps
    both = replace(loaded, corps=(own, replace(gauls, unreliable=True), replace(riders, allied=True)), total=None)
    assert army.check(both).points == army.check(loaded).points - 4, "such commanders are cheaper"
    table_of = roster_text.table_of(both)
    for setting in (
        setting_of({"setup": "procedure", "first_army": "romans", "second_army": table_of}),
        scenario.read({**_olive_groves(), "armies": {"first": "romans", "second": table_of}}),
    ):
        assert isinstance(setting, Setting), setting
        assert [name for name, corps in setting.corps.items() if corps.doubtful] == ["d2", "d3"]
        assert setting.corps["d3"].allied


@pytest.mark.rule(HESITATE)
def test_whoever_deploys_such_a_corps_is_told() -> None:
    position = until(Task.CORPS, first_army=_with_allies("vikings"), second_army=_with_allies("saxons"))
    facts: Any = facts_of(position.state)
    assert [(corps["id"], corps.get("doubt")) for corps in facts["setup"]["waiting"]] == [
        ("c1", None),
        ("c2", "allied"),
        ("d1", None),
        ("d2", "allied"),
    ]


def _with_allies(name: str) -> dict[str, Any]:
    """A shipped army of two corps, the second of them allied."""
    loaded = roster.load(name)
    assert isinstance(loaded, Roster)
    own, allies = loaded.corps
    return roster_text.table_of(replace(loaded, corps=(own, replace(allies, allied=True)), total=None))


def _olive_groves() -> dict[str, Any]:
    found = scenario.content("olive_groves")
    assert isinstance(found, dict)
    return found


@pytest.mark.rule(HESITATE)
def test_a_battle_with_allies_keeps_the_contract() -> None:
    options, every = {"scenario": ALLIES}, at_length(9, 5)
    report = check_game(GAME, [options], games=1, plies=24, every=every, in_the_open=True, only_play=True)
    assert report["positions"] >= 3


# The computer


@pytest.mark.rule(ENCOURAGE)
def test_the_general_activates_the_commander_in_chief_first_and_has_him_encourage_a_large_corps() -> None:
    many: list[Placed] = [(f"u{n}", "heavy_swordsmen", (6000 + 1000 * n, 5000, 0), {"corps": 2}) for n in range(2, 9)]
    units = [("u1", "levy", (2000, 2000, 0)), *many, *FAR_FOES]
    position = hesitating(units)
    general = General()
    first = general.consider(position, Budget(nodes=60))[0].action
    assert first == "corps c1"
    ordered = play(position, "corps c1", "6")
    actions = []
    while ordered.state.stage is Stage.ORDERS:
        best = general.consider(ordered, Budget(nodes=60))[0].action
        actions.append(best)
        ordered = ordered.play(best)
    assert "c1 encourage c2" in actions


@pytest.mark.rule(HESITATE)
@pytest.mark.parametrize("player", [General(), Brawler()])
def test_computers_play_on_with_allies_who_hesitate(player: Any) -> None:
    position = begun()
    for _ in range(40):
        if position.turn is Turn.CHANCE:
            position = position.play("1" if position.state.stage is Stage.COMMAND else position.chances()[0][0])
        elif position.turn is not Turn.OVER:
            action = _choice(player, position)
            assert position.check(action) is None
            position = position.play(action)


def _choice(player: Any, position: Position) -> str:
    if isinstance(player, General):
        return str(player.consider(position, Budget(nodes=10))[0].action)
    return player.order(position.state) if position.state.stage is Stage.ORDERS else position.actions()[0]


@pytest.mark.rule(HESITATE)
def test_events_are_those_of_the_story() -> None:
    position = play(hesitating(), "corps c2")
    assert [event.kind for event in events_of(position.state, "3")] == ["die_obey", "hesitates_on"]
