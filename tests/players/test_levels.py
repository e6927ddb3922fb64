"""Six levels: the same on every machine, weaker ones err like people, never stupidly."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks import duel
from triarii.core import registry
from triarii.core.contract import Budget, Eye, Refusal
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.lab.ladders import neighbours
from triarii.players.cities import book
from triarii.players.cities.alphabeta import AlphaBeta, Line
from triarii.players.cities.characters import CHARACTERS
from triarii.players.cities.search import Search
from triarii.players.cities.weights import PRESENT
from triarii.players.handicaps import Handicap, slip
from triarii.players.levels import LevelPlayer

LEVELS = GAME.info.levels
HANDICAPS = list(AlphaBeta.handicaps.values())


def line(action: int, score: float, ends_in: int = 0) -> Line:
    return Line(action, score, round(1000 * score), [action], 3, ends_in)


def test_there_are_six_levels_from_beginner_to_master_with_names_in_both_languages() -> None:
    assert [level.id for level in LEVELS] == ["beginner", "casual", "club", "strong", "expert", "master"]
    assert all(level.title["en"] and level.title["de"] for level in LEVELS)
    assert len({level.title["de"] for level in LEVELS}) == 6


def test_every_level_can_be_seated_by_its_name() -> None:
    for level in LEVELS:
        player = registry.player(level.id, "cities")
        assert isinstance(player, LevelPlayer)
        assert player.name == level.id


def test_a_higher_level_spends_more_and_slips_less() -> None:
    assert list(AlphaBeta.handicaps) == [level.id for level in LEVELS]
    assert [level.nodes for level in HANDICAPS] == sorted({level.nodes for level in HANDICAPS})
    assert [level.slips for level in HANDICAPS] == sorted((level.slips for level in HANDICAPS), reverse=True)
    assert HANDICAPS[-1].slips == 0


def test_neighbours_are_paired_from_below() -> None:
    assert neighbours("cities")[0] == ("casual", "beginner")
    assert neighbours("cities")[-1] == ("master", "expert")
    assert neighbours("nothing") == []


CLUMSY = Handicap(100, 3, slips=100, slack=10)


def test_a_slip_takes_a_line_that_is_nearly_as_good() -> None:
    best, near, far = line(1, 0.60), line(2, 0.55), line(3, 0.40)
    chosen = {slip([best, near, far], CLUMSY, Random(seed)).action for seed in range(50)}
    assert chosen == {2}


def test_a_forced_win_is_never_slipped_away() -> None:
    assert slip([line(1, 1.0, ends_in=1), line(2, 1.0)], CLUMSY, Random(1)).action == 1


def test_a_slip_never_walks_into_a_forced_loss() -> None:
    assert slip([line(1, 0.05), line(2, 0.0, ends_in=2)], CLUMSY, Random(1)).action == 1


def test_a_level_without_slips_always_takes_the_best() -> None:
    steady = Handicap(100, 2, slips=0, slack=100)
    assert {slip([line(1, 0.5), line(2, 0.5)], steady, Random(seed)).action for seed in range(20)} == {1}


@pytest.mark.parametrize("level", [level.id for level in LEVELS[:4]])
def test_a_level_plays_the_same_game_for_the_same_seed(level: str) -> None:
    assert _moves(level, 3) == _moves(level, 3)


def _moves(level: str, seed: int) -> list[int]:
    player, rng, here = LevelPlayer(level), Random(seed), GAME.start({})
    assert isinstance(here, Position)
    moves = []
    for _ in range(6):
        decision = player.choose(GAME, here.view(Eye(here.side)), Budget(), rng)
        moves.append(decision.action)
        here = here.play(decision.action)
    return moves


def test_a_level_is_refused_a_senseless_budget() -> None:
    assert isinstance(registry.player("master:ms=-1", "cities"), Refusal)


def test_the_weights_are_those_of_the_candidate_that_was_taken() -> None:
    """Sets of weights are tried in matches; which one won its match, the table of candidates tells."""
    taken = [found for found in duel.candidates().values() if found.taken]
    assert [found.worth for found in taken] == [PRESENT]


def start(layout: str = "gates") -> Position:
    begun = GAME.start({"layout": layout})
    assert isinstance(begun, Position)
    return begun


def test_the_book_is_made_of_legal_turns_and_different_lines_and_ends_balanced() -> None:
    for layout, entries in book.lines().items():
        written = [turns for turns, _ in entries]
        assert len({min(turns, turns.translate(book.MIRROR)) for turns in written}) == len(written) >= 100
        for turns, value in entries:
            assert abs(value) <= 40
            here = start(layout)
            for word in turns.split():
                action = GAME.action(word)
                assert isinstance(action, int)
                assert action in book.moves(here)
                assert here.check(action) is None
                here = here.play(action)
            assert here.turn is here.side


def test_the_book_is_for_the_usual_rules_only() -> None:
    other = GAME.start({"stall_plies": 40})
    assert isinstance(other, Position)
    assert book.moves(start())
    assert not book.moves(other)
    assert not book.moves(start("rear"))


@pytest.mark.parametrize("level", [level.id for level in LEVELS])
def test_a_level_begins_its_games_in_many_ways(level: str) -> None:
    player, begun = LevelPlayer(level), start()
    firsts = {player.choose(GAME, begun.view(Eye(begun.side)), Budget(), Random(seed)).action for seed in range(30)}
    assert len(firsts) >= 10


def test_a_master_takes_one_of_the_ways_that_are_equally_good_while_all_pieces_stand() -> None:
    here, equal = start("rear"), Handicap(3_000, 1, slips=0, slack=0, variety=1)
    player = AlphaBeta()
    firsts = set()
    for seed in range(12):
        found = player.compare(GAME, here.view(Eye(here.side)), Budget(nodes=3_000), Random(seed), equal)
        assert max(line.score for line in found) - found[0].score <= 0.01
        firsts.add(found[0].action)
    assert len(firsts) == 2


def test_characters_play_differently_from_each_other_and_can_be_named_with_a_level() -> None:
    fight = GAME.parse("9h/2h6f/5f4/2F3f3/4h5/3F6/6FF2/2f7/1F6F1/10 1 a1j1d3-g3d8g8a10j10 31", {})
    assert isinstance(fight, Position)
    assert set(CHARACTERS) == {"attacker", "collector", "cautious"}
    values = set()
    for character in CHARACTERS.values():
        search = Search(character.worth, fight.setting.rulings, 14)
        values.add(search.search(fight.placement, fight.stall, [], nodes=5_000).value)
    assert len(values) == 3
    assert isinstance(registry.player("expert:character=collector", "cities"), LevelPlayer)
    assert isinstance(registry.player("expert:character=nobody", "cities"), Refusal)
    assert isinstance(registry.player("expert:character=collector", "towar"), Refusal)
    assert isinstance(registry.player("alphabeta:character=nobody", "cities"), Refusal)
