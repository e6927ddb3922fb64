"""The players of To War!: they see what is there, prove the last cards, keep their budgets and know no hidden card."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from benchmarks import figures
from tests.patience import ANSWER
from triarii.core import registry
from triarii.core.chance import drawn
from triarii.core.conformance import check_player
from triarii.core.contract import Budget, Eye, Player, Refusal, Turn
from triarii.games.towar import GAME, codes, rules
from triarii.games.towar.position import Position
from triarii.lab.endgames import position_with, reach
from triarii.lab.tuning import towar as tuning
from triarii.players.towar import weights
from triarii.players.towar.deployment import placements
from triarii.players.towar.endgame import Endgame
from triarii.players.towar.expectimax import EXPECTED_ERROR, Expectimax, make
from triarii.players.towar.proofs import Proof
from triarii.players.towar.references import greedy, lookahead
from triarii.players.towar.search import Search
from triarii.players.towar.searches import Searches, proven
from triarii.players.towar.thinking import ways

CERTAIN = 1 << 20
HAND = {"variant": "hand_of_three"}


def walked(cards: int, seed: int, **options: object) -> Position:
    """A position of the battle with so many cards left, from random play without breakthroughs."""
    rng = Random(seed)
    while True:
        position = GAME.start(options)
        assert isinstance(position, Position)
        while position.turn is not Turn.OVER:
            if position.turn is Turn.CHANCE:
                position = position.play(drawn(position, rng))
            elif position.phase == codes.TURN and position.cards_left() <= cards:
                return position
            else:
                position = position.play(rng.choice(position.actions()))


def set_up(seed: int) -> Position:
    """A position in which a card is to be laid out on one of several cells."""
    rng = Random(seed)
    position = GAME.start({})
    assert isinstance(position, Position)
    while position.phase != codes.DEPLOY or len(position.actions()) < 3:
        chance = position.turn is Turn.CHANCE
        position = position.play(drawn(position, rng) if chance else rng.choice(position.actions()))
    return position


def chosen(player: Player, position: Position, nodes: int = 2_000) -> str:
    decision = player.choose(GAME, position.view(Eye(position.turn)), Budget(nodes=nodes), Random(1))
    assert position.check(decision.action) is None
    return str(decision.action)


def search_for(position: Position, width: int) -> Search:
    judge = weights.judgement(position.setting, position.armies, weights.tuned())
    return Search(judge, position.force, width)


@cache
def naive(position: Position, seat: Turn) -> Fraction:
    """The expected score of a seat under best play, straight through the contract."""
    result = position.result()
    if result is not None:
        return Fraction(1, 2) if result.winner is None else Fraction(result.winner is seat)
    if position.turn is Turn.CHANCE:
        return sum((share * naive(position.play(card), seat) for card, share in position.chances()), Fraction(0))
    values = [naive(position.play(action), seat) for action in position.actions()]
    return max(values) if position.turn is seat else min(values)


@pytest.mark.parametrize("cards", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_what_the_solver_proves_is_the_value_of_best_play(cards: int, seed: int) -> None:
    position = walked(cards, seed)
    endgame = Endgame(position.force)
    for action in position.actions():
        prospect = proven(position.play(action), endgame, 10_000_000)
        assert prospect is not None
        assert prospect.win + prospect.draw + prospect.loss == 1
        assert prospect.score == naive(position.play(action), position.side)


@pytest.mark.parametrize("seed", range(3))
def test_open_hands_at_the_end_are_solved_too(seed: int) -> None:
    position = walked(3, seed, **HAND)
    assert not position.reserve
    endgame = Endgame(position.force)
    for action in position.actions():
        prospect = proven(position.play(action), endgame, 10_000_000)
        assert prospect is not None
        assert prospect.score == naive(position.play(action), position.side)


@pytest.mark.parametrize("seed", range(3))
def test_a_search_to_the_end_comes_to_what_the_solver_proves(seed: int) -> None:
    position = walked(4, seed + 20)
    endgame, search = Endgame(position.force), search_for(position, 10_000)
    for action in position.actions():
        after = position.play(action)
        prospect = proven(after, endgame, 10_000_000)
        assert prospect is not None
        if not after.broken_through:
            search.begin(0, 0.0)
            value = search.value(after.field, after.reserve, after.hands, after.side, after.cards_left(), 22)
            assert value / CERTAIN == pytest.approx(1 - float(prospect.score), abs=1e-4)


def test_narrow_windows_never_change_which_side_of_them_a_value_lies() -> None:
    for seed in range(8):
        position = walked(16, seed)
        search = search_for(position, 6)
        search.begin(0, 0.0)
        whole = search.value(position.field, position.reserve, 0, position.side, 15, 2)
        for bound in (CERTAIN // 4, CERTAIN // 2, 3 * CERTAIN // 4):
            below = search.value(position.field, position.reserve, 0, position.side, 15, 2, 0, bound)
            above = search.value(position.field, position.reserve, 0, position.side, 15, 2, bound, CERTAIN)
            assert (below >= bound) == (whole >= bound)
            assert (above <= bound) == (whole <= bound)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_the_best_turn_is_proven_without_the_value_of_every_other(cards: int) -> None:
    for seed in range(4):
        position = position_with(cards, Random(seed))
        searches = Searches()
        proof = Proof(position, searches.endgame(position), 10_000_000, 0.0)
        values = {action: proof.prospect(after) for action, after in proof.afters.items()}
        whole = proof.nodes
        scores = {action: prospect.score for action, prospect in values.items() if prospect is not None}
        assert len(scores) == len(position.actions())
        searches.endgame(position).forget()
        quick = Proof(position, searches.endgame(position), 10_000_000, 0.0)
        best, score = quick.ranked(searches.search(position))[0]
        assert scores[best] == max(scores.values())
        assert score == pytest.approx(float(scores[best]))
        assert quick.nodes <= whole + 1_000


def mirrored(field: int) -> int:
    """Columns a and c exchanged."""
    turned = 0
    for cell in range(codes.CELLS):
        turned = rules.put(turned, cell + 2 - 2 * (cell % codes.COLUMNS), rules.unit_on(field, cell))
    return turned


def test_a_mirror_image_is_worth_the_same() -> None:
    for seed in range(6):
        position = position_with(4, Random(seed))
        for field in (position.field, mirrored(position.field)):
            endgame = Endgame(position.force)
            told = endgame.solve(field, position.reserve, 0, position.side.other, 10_000_000)
            plain = Endgame(position.force).solve(position.field, position.reserve, 0, position.side.other, 10_000_000)
            assert told == plain


def test_bounds_given_to_the_solver_never_change_on_which_side_of_them_a_value_lies() -> None:
    for seed in range(6):
        position = position_with(5, Random(seed))
        after = position.play(position.actions()[0])
        asked = after.field, after.reserve, after.hands, after.side, 10_000_000, 0.0
        exact, _, full = Endgame(position.force).solve(*asked)
        for bound in (1, full // 4, full // 2, 3 * full // 4, full):
            below, _, _ = Endgame(position.force).solve(*asked, -1, bound)
            above, _, _ = Endgame(position.force).solve(*asked, bound, full + 1)
            assert (below >= bound) == (exact >= bound)
            assert below == exact or exact >= bound
            assert (above <= bound) == (exact <= bound)


def test_what_is_known_of_an_earlier_position_is_forgotten_or_helps() -> None:
    position = position_with(5, Random(4))
    after = position.play(position.actions()[0])
    endgame = Endgame(position.force)
    asked = after.field, after.reserve, after.hands, after.side, 10_000_000
    first, nodes = endgame.solve(*asked), endgame.nodes
    assert endgame.solve(*asked) == first
    assert endgame.nodes < nodes
    endgame.forget()
    assert endgame.solve(*asked) == first
    assert endgame.nodes == nodes


@pytest.mark.rule("towar.variant.hand")
def test_with_hands_the_search_looks_at_the_cards_that_may_be_drawn() -> None:
    """With the next card imagined, the search says what it says once that card is in the hand."""
    told = 0
    for seed in range(8):
        position = walked(12, seed, **HAND)
        search, side = search_for(position, 6), position.side
        for card in range(8 * side + 1, 8 * side + 6):
            if rules.number_of(position.hands, card) != 1:
                continue
            before, rest = position.hands - rules.one_card(card), rules.one_card(card)
            search.begin(0, 0.0)
            search.deal([[card] if seat == side else [] for seat in (0, 1)])
            drawn_now = search.value(position.field, rest, before, side, 9, 2)
            assert drawn_now == search.value(position.field, 0, position.hands, side, 9, 2)
            search.deal([[], []])
            told += drawn_now != search.value(position.field, rest, before, side, 9, 2)
    assert told > 2


def test_once_the_end_is_in_sight_a_search_grows_wider_until_nothing_is_passed_over() -> None:
    for seed in range(4):
        position = position_with(4, Random(seed))
        search, endgame = Searches().search(position), Endgame(position.force)
        found = ways(position, search, Budget(nodes=5_000_000), width=1, every=True)
        assert not search.narrow
        for way in found:
            prospect = proven(position.play(way.action), endgame, 10_000_000)
            assert prospect is not None
            assert way.score == pytest.approx(float(prospect.score), abs=1e-4)


def test_a_limit_that_is_too_small_proves_nothing() -> None:
    position = position_with(6, Random(3))
    assert all(
        proven(position.play(action), Endgame(position.force), 1) is None
        for action in position.actions()
        if not position.play(action).broken_through
    )


def test_how_far_the_solver_reaches_is_told_by_number_of_cards() -> None:
    rows = []
    for row in reach(ANSWER, 2, 1):
        rows.append(row)
        if row.cards == 3:
            break
    assert [row.cards for row in rows] == [1, 2, 3]
    assert all(row.solved == 2 for row in rows)


@pytest.mark.parametrize("name", ["greedy", "lookahead", "expectimax", *(level.id for level in GAME.info.levels)])
def test_every_player_breaks_through_when_it_can(name: str) -> None:
    player = registry.player(name, "towar")
    assert not isinstance(player, Refusal)
    found = 0
    for seed in range(40):
        position = walked(14, seed)
        if any(position.play(action).broken_through for action in position.actions()):
            found += 1
            assert position.play(chosen(player, position)).broken_through
    assert found > 2


@pytest.mark.parametrize("options", [{}, HAND], ids=["standard", "hand of three"])
@pytest.mark.parametrize("name", ["greedy", "lookahead", "expectimax", "beginner", "club"])
def test_players_keep_the_contract_and_know_nothing_hidden(name: str, options: dict[str, object]) -> None:
    player = registry.player(name, "towar")
    assert not isinstance(player, Refusal)
    report = check_player(player, GAME, [options], games=2, plies=70, nodes=400)
    assert report["decisions"] > 20
    assert report["twins"] > 0 or not options


def test_a_decision_never_depends_on_what_was_asked_before() -> None:
    player = Expectimax()
    position = position_with(7, Random(5))
    view = position.view(Eye(position.turn))
    first = player.choose(GAME, view, Budget(nodes=30_000), Random(1))
    player.choose(GAME, walked(7, 9).view(Eye.FIRST), Budget(nodes=30_000), Random(1))
    assert player.choose(GAME, view, Budget(nodes=30_000), Random(1)) == first


def test_a_budget_of_time_is_kept_with_a_margin() -> None:
    player = Expectimax()
    for options in ({}, HAND):
        for cards in (20, 12, 7):
            position = walked(cards, 3, **options)
            view = position.view(Eye(position.turn))
            player.choose(GAME, view, Budget(nodes=10), Random(0))  # makes its tables
            spent = []
            for _ in range(3):
                begun = time.thread_time()  # to wait for a processor is no work
                player.choose(GAME, view, Budget(milliseconds=300), Random(0))
                spent.append(time.thread_time() - begun)
            assert min(spent) < 0.3


def test_few_cards_left_are_analysed_exactly_and_many_with_an_error() -> None:
    player = Expectimax()
    late, early = position_with(4, Random(2)), walked(16, 2)
    exact = player.analyse(GAME, late.view(Eye(late.turn)), Budget(nodes=400_000), Random(0), 50)
    assert len(exact) == min(50, len(late.actions()))
    for decision in exact:
        assert decision.prospect is not None
        assert decision.prospect.error is None
        assert decision.prospect.score == decision.score
    scores = [float(decision.score or 0) for decision in exact]
    assert scores == sorted(scores, reverse=True)
    for decision in player.analyse(GAME, early.view(Eye(early.turn)), Budget(nodes=2_000), Random(0), 3):
        prospect = decision.prospect
        assert prospect is not None
        assert prospect.win + prospect.draw + prospect.loss == 1
        assert prospect.error == EXPECTED_ERROR
        assert prospect.score == decision.score, "the search and the chances tell the same"


def test_a_card_is_laid_out_where_it_is_worth_more_than_the_cards_to_come() -> None:
    position = set_up(4)
    searches = Searches()
    ranked = placements(position, searches.search(position))
    assert sorted(cell for cell, _ in ranked) == sorted(position.actions())
    gains = [gain for _, gain in ranked]
    assert gains == sorted(gains, reverse=True)
    assert chosen(Expectimax(), position) == ranked[0][0]


def test_reference_players_lay_out_solid_cards_in_front() -> None:
    for seed in range(12):
        position = set_up(seed)
        cell = chosen(greedy(), position)
        front = {"a2", "b2", "c2"} if position.side is Turn.FIRST else {"a3", "b3", "c3"}
        wanted = [name for name in position.actions() if (name in front) == (position.unit(position.card).defence >= 3)]
        assert not wanted or cell in wanted


def test_lookahead_takes_one_of_its_ten_best_looking_turns() -> None:
    for seed in range(6):
        position = walked(15, seed)
        player = lookahead()
        search = player.searches.search(position)

        def look(action: str, here: Position = position, search: Search = search) -> int:
            after = here.play(action)
            points = search.points(after.field, 0, after.side, 14)
            return -points if here.side else points

        if not any(position.play(action).broken_through for action in position.actions()):
            looks = sorted((look(action) for action in position.actions()), reverse=True)
            assert look(chosen(player, position)) >= looks[:10][-1]


def test_the_evaluation_sees_both_seats_alike() -> None:
    """Turned by half a circle, with seats and armies exchanged, a field is worth the same to the other seat."""
    for seed in range(20):
        position = walked(15, seed, armies="west,north")
        setting = position.setting
        ours = weights.judgement(setting, ("west", "north"), weights.tuned())
        theirs = weights.judgement(setting, ("north", "west"), weights.tuned())
        turned = 0
        for cell in range(codes.CELLS):
            unit = rules.unit_on(position.field, cell)
            turned = rules.put(turned, codes.CELLS - 1 - cell, unit ^ codes.SIDE if unit else 0)
        reserve = position.reserve >> 32 | (position.reserve & 0xFFFFFFFF) << 32
        value = ours.points(position.field, position.reserve, position.side, 15)
        assert theirs.points(turned, reserve, 1 - position.side, 15) == -value


def test_levels_of_to_war_are_six_and_spend_more_from_step_to_step() -> None:
    levels = list(Expectimax.handicaps.values())
    assert list(Expectimax.handicaps) == ["beginner", "casual", "club", "strong", "expert", "master"]
    assert [level.id for level in GAME.info.levels] == list(Expectimax.handicaps)
    nodes = [level.nodes for level in levels]
    assert nodes == sorted(set(nodes))


def test_the_weights_are_those_that_tuning_found() -> None:
    found = json.loads((figures.FIGURES / "tuning_towar.json").read_text(encoding="utf-8"))
    assert tuning.digest(weights.table_text()) == found["weights"]
    assert found["loss"] < found["loss of a coin"]


@pytest.mark.parametrize("seed", range(4))
def test_near_the_start_of_an_even_game_nobody_is_sure_of_anything(seed: int) -> None:
    here = walked(22, seed)
    best = Expectimax().analyse(GAME, here.view(Eye(here.turn)), Budget(nodes=2_000), Random(0), 1)[0]
    assert best.prospect is not None
    assert best.prospect.win + best.prospect.draw + best.prospect.loss == 1
    assert max(best.prospect.win, best.prospect.loss) < Fraction(9, 10)


@pytest.mark.rule("towar.variant.hand")
@pytest.mark.parametrize("cards", [20, 12, 8])
def test_with_hands_no_chances_are_told_before_they_are_proven(cards: int) -> None:
    player, here = Expectimax(), walked(cards, 3, **HAND)
    found = player.analyse(GAME, here.view(Eye(here.turn)), Budget(nodes=2_000), Random(0), 3)
    assert all(decision.prospect is None and 0 <= (decision.score or 0) <= 1 for decision in found)
    last = walked(3, 3, **HAND)
    proof = player.analyse(GAME, last.view(Eye(last.turn)), Budget(nodes=400_000), Random(0), 3)
    assert all(decision.prospect is not None and decision.prospect.error is None for decision in proof)


@pytest.mark.parametrize("options", [{}, HAND], ids=["open", "hand"])
@pytest.mark.parametrize("cards", [22, 7])
def test_an_analysis_keeps_its_time(cards: int, options: dict[str, object]) -> None:
    player, here = Expectimax(), walked(cards, 5, **options)
    spent = []
    for _ in range(3):
        begun = time.thread_time()
        assert player.analyse(GAME, here.view(Eye(here.turn)), Budget(milliseconds=300), Random(0), 3)
        spent.append(time.thread_time() - begun)
    assert min(spent) < 0.33


@pytest.mark.parametrize("setting", ["nodes=-1", "ms=-5", "width=0", "depth=x", "colour=red"])
def test_settings_that_make_no_sense_are_refused(setting: str) -> None:
    assert isinstance(registry.player(f"expectimax:{setting}", "towar"), Refusal)
    assert make(nodes="5").own.nodes == 5


THOUGHTS = """
from random import Random
from tests.players.test_towar import walked, set_up
from triarii.core.chance import drawn
from triarii.core.contract import Budget, Eye
from triarii.games.towar import GAME
from triarii.players.towar.expectimax import Expectimax
for options in ({}, {"variant": "hand_of_three"}):
    for cards, seed in ((18, 1), (9, 2), (4, 3)):
        here = walked(cards, seed, **options)
        print(Expectimax().choose(GAME, here.view(Eye(here.turn)), Budget(nodes=150), Random(1)))
here = walked(6, 5)
print(Expectimax().analyse(GAME, here.view(Eye(here.turn)), Budget(nodes=40), Random(1), 2))
print(Expectimax().choose(GAME, set_up(2).view(Eye(set_up(2).turn)), Budget(nodes=50), Random(1)))
"""


@pytest.mark.compiled
def test_both_builds_think_alike() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", THOUGHTS],
            env={**os.environ, "TRIARII_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for pure in ("0", "1")
    ]
    assert told[0] == told[1]
    assert told[0].count("Decision") >= 9


OTHER_READINGS: dict[str, object] = {"enemy_on_entry": "displaced", "second_step": "other_direction"}


@pytest.mark.rule("towar.turn.entry_pushes_enemy", "towar.move.second_way_shown")
@pytest.mark.parametrize("word", ["greedy", "lookahead", "expectimax", "casual", "tree"])
@pytest.mark.parametrize("more", [{}, HAND, {"armies": "secret"}], ids=["usual", "hand", "secret"])
def test_every_player_plays_the_other_readings(word: str, more: dict[str, object]) -> None:
    player = registry.player(word, "towar")
    assert not isinstance(player, Refusal)
    start = GAME.start({**OTHER_READINGS, **more})
    assert isinstance(start, Position)
    for position in (start, *(walked(cards, 3, **OTHER_READINGS, **more) for cards in (20, 3))):
        if position.turn is not Turn.CHANCE:
            chosen(player, position, nodes=300)


@pytest.mark.rule("towar.turn.entry_pushes_enemy")
def test_a_player_displaces_an_enemy_into_a_lost_fight_of_its_own() -> None:
    # The squire on b1, displaced to the right, attacks the berserker there with 2 and 2 against 5, and falls: only so
    # are there as many units as enemies after the last card, and more elite ones.
    text = "north-west c.c/.../.../.qB 1 K 0-0 0-0"
    position = GAME.parse(text, OTHER_READINGS)
    assert isinstance(position, Position), position
    for word in ("greedy", "expectimax"):
        player = registry.player(word, "towar")
        assert not isinstance(player, Refusal)
        assert chosen(player, position) == "b:r"
        assert position.play("b:r").text().split(" ")[1] == "c.c/.../.../.KB"
