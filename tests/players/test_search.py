"""The search of Cities & Heroes: it sees what is there, keeps its budgets, and both builds think alike."""

from __future__ import annotations

import threading
import time
from collections import Counter
from random import Random

import pytest

from tests.lengths import at_length
from triarii.core.contract import Budget, Eye, Refusal, Turn
from triarii.games.cities import GAME
from triarii.games.cities.actions import TEXTS
from triarii.games.cities.position import Position
from triarii.players.cities.alphabeta import AlphaBeta, make
from triarii.players.cities.search import Search
from triarii.players.cities.weights import PRESENT


def position(text: str, **options: object) -> Position:
    found = GAME.parse(text, options)
    assert not isinstance(found, Refusal), found
    return found


def start() -> Position:
    found = GAME.start({})
    assert isinstance(found, Position)
    return found


def choice(here: Position, nodes: int = 20_000) -> str:
    decision = AlphaBeta().choose(GAME, here.view(Eye(here.side)), Budget(nodes=nodes), Random(0))
    assert here.check(decision.action) is None
    return TEXTS[decision.action]


def test_it_takes_the_last_city_when_it_can() -> None:
    here = position("9h/10/10/10/10/10/10/7h2/8F1/FF8 1 a1b1c1d1e1f1g1-i3 0")
    assert choice(here).endswith("i3")


def test_it_encloses_the_second_last_piece_of_the_enemy() -> None:
    here = position("10/10/10/10/10/4Fh2F1/10/10/f9/1FF7 1 b1c1d1e1-a10b10c10d10 0")
    after = here.play(GAME.action(choice(here)))  # type: ignore[arg-type]
    result = after.result()
    assert result is not None
    assert result.winner is Turn.FIRST


def test_it_does_not_walk_between_two_enemies() -> None:
    here = position("f9/10/10/10/10/3f1f4/10/4F5/10/FF8 1 a1b1c1d1-a10b10c10d10 0")
    after = here.play(GAME.action(choice(here)))  # type: ignore[arg-type]
    assert after.placement[1].bit_count() == 3, "no own piece is lost"


def test_a_forced_end_is_seen_and_its_distance_told() -> None:
    here = position("9h/10/10/10/10/10/10/7h2/8F1/FF8 1 a1b1c1d1e1f1g1-i3 0")
    [line] = AlphaBeta(nodes=2_000).lines(here, Budget(), 1)
    assert (line.score, line.ends_in) == (1.0, 1)


def test_who_is_behind_takes_a_draw_by_repetition() -> None:
    """Alone with two pieces against eight heroes, the only hope is the third occurrence of the position."""
    here = position("hh8/hhh7/hh8/h9/10/10/10/10/10/8FF 1 i1j1-a1b1c1d1e1f1 0")
    lonely = [("i1h2", "a7b6"), ("h2i1", "b6a7"), ("i1h2", "a7b6"), ("h2i1", None)]
    for mine, theirs in lonely[:-1]:
        here = here.play(GAME.action(mine)).play(GAME.action(theirs))  # type: ignore[arg-type]
    assert choice(here) == "h2i1"
    after = here.play(GAME.action("h2i1"))  # type: ignore[arg-type]
    assert after.result() is None, "the search foresees the draw one turn before it is there"


def test_a_stall_is_foreseen() -> None:
    """One turn before the stall, taking the city that makes the majority wins the game."""
    here = position("hhh7/10/10/10/10/10/10/5F4/10/FFF7 1 a1b1c1d2-g3h10i10j10 99")
    assert choice(here).endswith("g3")
    after = here.play(GAME.action(choice(here)))  # type: ignore[arg-type]
    result = after.result()
    assert result is not None
    assert (result.winner, result.rule) == (Turn.FIRST, "cities.end.stall")


def wins_at_once(here: Position) -> bool:
    return any(_won_by(here.play(action), here.side) for action in here.actions())


def forced(here: Position, action: int, plies: int) -> bool:
    """Does this turn win within so many plies (one or three), whatever is answered? Every answer is tried."""
    after = here.play(action)
    if plies == 1 or after.result() is not None:
        return _won_by(after, here.side)
    return all(_lost(after.play(answer), here.side) for answer in after.actions())


def _won_by(here: Position, side: Turn) -> bool:
    result = here.result()
    return result is not None and result.winner is side


def _lost(here: Position, to: Turn) -> bool:
    """Lost by now to a side, or as soon as that side, which is to move, moves again."""
    return _won_by(here, to) or (here.turn is to and wins_at_once(here))


def endings(count: int, seed: int) -> list[Position]:
    """Positions of random games with five pieces left, three against two."""
    rng, found = Random(seed), list[Position]()
    while len(found) < count:
        here = start()
        while here.turn is here.side and sum(side.bit_count() for side in here.placement[:2]) > 5:
            here = here.play(rng.choice(here.actions()))
        if here.turn is here.side:
            found.append(here)
    return found


def test_a_forced_end_that_is_told_is_proved_by_trying_everything() -> None:
    """Wins in one and three plies and losses in two: what the search tells, brute force finds, and none sooner."""
    told: Counter[str] = Counter()
    search = Search(PRESENT, start().setting.rulings, 14)
    for here in endings(at_length(14, 300), seed=4):
        report = search.search(here.placement, here.stall, here.past_keys(), nodes=20_000)
        assert (report.ends_in == 1) is wins_at_once(here)
        if report.value > 0 and report.ends_in in (1, 3):
            assert forced(here, report.line[0], report.ends_in)
            told[f"won in {report.ends_in}"] += 1
        if report.value > 0 and report.ends_in == 3:
            here = here.play(report.line[0])
            report = search.search(here.placement, here.stall, here.past_keys(), nodes=20_000)
            assert report.ends_in == 2
        if report.value < 0 and report.ends_in == 2:
            assert all(_lost(here.play(action), here.side.other) for action in here.actions())
            told["lost in 2"] += 1
    assert set(told) == {"won in 1", "won in 3", "lost in 2"}


def test_what_an_unfinished_depth_found_is_used() -> None:
    """With every budget the answer is the best of what was looked at, so it changes within a depth."""
    search = Search(PRESENT, start().setting.rulings, 14)
    here = position("9h/2h6f/5f4/2F3f3/4h5/3F6/6FF2/2f7/1F6F1/10 1 a1j1d3-g3d8g8a10j10 31")
    found = [search.search(here.placement, here.stall, [], nodes=nodes) for nodes in range(2_000, 30_000, 1_000)]
    by_depth: dict[int, set[tuple[int, int]]] = {}
    for report in found:
        by_depth.setdefault(report.depth, set()).add((report.line[0], report.value))
    assert any(len(answers) > 1 for answers in by_depth.values())


def test_contempt_makes_the_same_draw_worth_less() -> None:
    """One turn before a repetition that ends a lost game as a draw, a draw is worth what the player thinks of it."""
    here = position("hh8/hhh7/hh8/h9/10/10/10/10/10/8FF 1 i1j1-a1b1c1d1e1f1 0")
    lonely = [("i1h2", "a7b6"), ("h2i1", "b6a7"), ("i1h2", "a7b6")]
    for mine, theirs in lonely:
        here = here.play(GAME.action(mine)).play(GAME.action(theirs))  # type: ignore[arg-type]
    search = Search(PRESENT, here.setting.rulings, 14)
    for contempt in (0, 50, -50):
        report = search.search(here.placement, here.stall, here.past_keys(), nodes=3_000, contempt=contempt)
        assert report.value == -contempt


def test_who_overlooks_everything_from_afar_misses_the_last_city_two_steps_away_but_not_the_next_square() -> None:
    near = position("9h/10/10/10/10/10/10/7h2/8F1/FF8 1 a1b1c1d1e1f1g1-i3 0")
    far = position("9h/10/10/10/10/10/10/7h2/10/FF6F1 1 a1b1c1d1e1f1g1-i3 0")
    search = Search(PRESENT, near.setting.rulings, 14)
    for here, sees in ((near, True), (far, False)):
        assert search.search(here.placement, 0, [], nodes=2_000).ends_in == 1
        blind = search.search(here.placement, 0, [], nodes=2_000, overlooked=100, eyes=5)
        assert (blind.ends_in == 1) is sees


def test_what_is_overlooked_differs_from_turn_to_turn() -> None:
    here = position("9h/10/10/10/10/10/10/7h2/10/FF6F1 1 a1b1c1d1e1f1g1-i3 0")
    search = Search(PRESENT, here.setting.rulings, 14)
    seen = {search.search(here.placement, 0, [], nodes=500, overlooked=50, eyes=eyes).ends_in for eyes in range(12)}
    assert {1} < seen


@pytest.mark.parametrize(("nodes", "depth"), [(3_000, 0), (0, 3)])
def test_a_search_at_fixed_limits_repeats_itself(nodes: int, depth: int) -> None:
    search = Search(PRESENT, start().setting.rulings, 14)
    first = search.search(start().placement, 0, [], depth, nodes)
    assert first.line
    assert search.search(start().placement, 0, [], depth, nodes) == first
    assert Search(PRESENT, start().setting.rulings, 14).search(start().placement, 0, [], depth, nodes) == first


def test_a_budget_of_nodes_is_passed_by_one_ply_at_most() -> None:
    report = Search(PRESENT, start().setting.rulings, 14).search(start().placement, 0, [], nodes=2_000)
    assert 2_000 <= report.nodes < 4_000


def test_a_budget_of_time_ends_the_search() -> None:
    worked = time.thread_time()
    [line] = AlphaBeta(milliseconds=100).lines(start(), Budget(), 1)
    assert line.depth >= 1
    assert time.thread_time() - worked < 1, "it works for little longer, however long it waits for a processor"


def test_the_smallest_budget_still_gives_a_legal_action() -> None:
    here = start()
    for player in (AlphaBeta(nodes=1), AlphaBeta(milliseconds=1)):
        [line] = player.lines(here, Budget(), 1)
        assert here.check(line.action) is None


def test_however_slow_the_machine_as_many_lines_are_found_as_were_asked_for() -> None:
    search, found = Search(PRESENT, start().setting.rulings, 14), list[int]()
    for _ in range(3):
        report = search.search(start().placement, 0, [], milliseconds=1e-6, without=found)
        assert report.depth == 1, "the time is up before it begins, and yet it looks one move ahead"
        found.append(report.line[0])
    assert len(set(found)) == 3


def test_several_lines_are_all_different_and_the_best_comes_first() -> None:
    lines = AlphaBeta(nodes=20_000).lines(start(), Budget(), 5)
    assert len({line.action for line in lines}) == 5
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    for line in lines:
        here = start()
        for action in line.moves:
            assert here.check(action) is None
            here = here.play(action)


@pytest.mark.compiled
def test_a_compiled_search_leaves_python_free() -> None:
    searching = threading.Thread(target=lambda: AlphaBeta(nodes=1_000_000).lines(start(), Budget(), 1))
    searching.start()
    ticks = 0
    while searching.is_alive():
        time.sleep(0.005)
        ticks += 1
    assert ticks > 5, "this thread ran while the other one searched"


@pytest.mark.parametrize("options", [{"repetition": 0, "stall_plies": 0}, {"city_shelter": True}, {"no_move": "loss"}])
def test_every_ruling_can_be_searched(options: dict[str, object]) -> None:
    here = GAME.start(options)
    assert isinstance(here, Position)
    player, rng = AlphaBeta(nodes=300), Random(1)
    for _ in range(30):
        if here.turn is not here.side:
            break
        decision = player.choose(GAME, here.view(Eye(here.side)), Budget(), rng)
        assert here.check(decision.action) is None
        here = here.play(decision.action)


def test_a_blocked_player_passes() -> None:
    here = position("10/10/10/10/10/10/10/10/hh6hh/Fh6hF 1 c1d1e1f1-c10d10e10f10 0")
    assert choice(here) == "pass"


@pytest.mark.parametrize("bad", [{"nodes": "-1"}, {"nodes": "many"}, {"ms": "-5"}])
def test_a_senseless_budget_is_refused(bad: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        make(**bad)
