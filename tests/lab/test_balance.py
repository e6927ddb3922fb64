"""The balance of armies: everybody meets everybody, nobody has the better seat or begins more often, and every game of
a measurement is kept once."""

from __future__ import annotations

import fcntl
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from triarii.core.contract import AnyGame, Refusal, Turn
from triarii.games.cities import GAME as CITIES
from triarii.games.towar import GAME
from triarii.lab import balance, kept
from triarii.lab.balance import Balance, Outcome, Plan, Share
from triarii.lab.local_processes import LocalProcesses
from triarii.lab.matches import interval, seat_of_a
from triarii.lab.measurements import results

ARMIES = ["west", "north", "east", "south"]
PLAYERS = ("random", "tree")


def plan(seed: int = 1) -> Plan:
    found = balance.plan_of(GAME, PLAYERS, usual_options(), seed)
    assert isinstance(found, Plan), found
    return found


def usual_options() -> dict[str, object]:
    return {option.name: option.default for option in GAME.info.options}


# Who meets whom


def test_every_army_meets_every_army_as_often_and_its_own_kind_too() -> None:
    all_of_it = plan()
    met = Counter(all_of_it.pairs[number % 16] for number in range(64))
    assert met == {(row, column): 4 for row in ARMIES for column in ARMIES}
    for number in range(64):
        pairing, _ = balance.pairing_of(all_of_it, number)
        row, column = all_of_it.pairs[number % 16]
        assert set(str(pairing.options["armies"]).split(",")) == {row, column}
        assert pairing.options["mirror_match"] is (row == column)


def test_four_games_of_a_pair_have_every_seat_with_every_starter_and_the_players_swap_armies() -> None:
    seen = []
    for game in range(4):
        pairing, number = balance.pairing_of(plan(), 16 * game + 1)
        assert number == game
        row_sits = Turn.FIRST if pairing.options["armies"] == "west,north" else Turn.SECOND
        begins = Turn.FIRST if pairing.options["begins"] == "first" else Turn.SECOND
        seen.append((row_sits, begins is row_sits, seat_of_a(game) is row_sits))
    for either, other in ((0, 1), (0, 2), (1, 2)):
        assert len({(game[either], game[other]) for game in seen}) == 4
    assert [row_begins for _, row_begins, _ in seen[:2]] == [True, False], "two games are fair to both already"


def test_row_against_column_and_column_against_row_are_other_games() -> None:
    one, two = ({balance.pairing_of(found, number)[0].seed for number in range(16)} for found in (plan(1), plan(2)))
    assert len(one | two) == 32


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs_and_wherever_one_begins() -> None:
    quick = Plan("towar", ARMIES, ("random", "random"), usual_options(), 5, has_starter=True, has_mirror=True)

    def played(begin: int, jobs: int) -> list[Outcome]:
        return [outcome for _, outcome in results(quick, range(begin, 20), LocalProcesses(jobs))]

    whole = played(0, jobs=1)
    assert whole == played(0, jobs=2)
    assert whole[7:] == played(7, jobs=1)
    assert [(outcome.row, outcome.column) for outcome in whole[:5]] == [
        *(("west", column) for column in ARMIES),
        ("north", "west"),
    ]


def test_a_game_without_armies_can_not_be_measured(feint: AnyGame) -> None:
    for game in (CITIES, feint):
        assert balance.armies_of(game) == []
        found = balance.plan_of(game, PLAYERS, {}, 1)
        assert isinstance(found, Refusal)
        assert found.code == "balance.no_armies"


def test_the_armies_are_those_that_the_option_names_in_pairs() -> None:
    assert balance.armies_of(GAME) == ARMIES


def test_a_player_who_is_not_there_is_refused_before_the_first_game() -> None:
    found = balance.plan_of(GAME, ("random", "nobody"), usual_options(), 1)
    assert isinstance(found, Refusal)
    assert found.code.startswith("player.unknown")


# What it comes to


def test_scores_are_those_of_the_row_of_the_starter_and_of_an_army_against_all_others() -> None:
    found = Balance()
    for outcome in (
        Outcome("west", "north", 2, 0, "towar.end.breakthrough", 20),
        Outcome("west", "north", 1, 1, "towar.end.draw", 34),
        Outcome("north", "west", 2, 2, "towar.end.elite", 34),
        Outcome("west", "west", 0, 2, "towar.end.units", 34),
    ):
        found.add(outcome)
    assert found.cells["west", "north"] == Share(3, 2)
    assert found.cells["west", "north"].score == 0.75
    assert found.cells["west", "north"].interval == interval(0.75, 2)
    assert found.starter == Share(5, 4)
    assert found.of_army("west") == Share(3, 3), "a win, a draw, and a game lost as the column; not the mirror match"
    assert found.of_army("north") == Share(3, 3)
    assert (found.games, found.turns, found.ends["towar.end.elite"]) == (4, 122, 1)


def test_an_army_that_never_played_has_half_a_point_and_no_certainty() -> None:
    assert (Share().score, Share().interval) == (0.5, (0.0, 1.0))


# Keeping


def sound(told: object) -> bool:
    return isinstance(told, int)


def opened(path: Path, **about: object) -> kept.Kept:
    found = kept.open_kept(path, about, sound)
    assert isinstance(found, kept.Kept), found
    return found


def kept_there(path: Path, **about: object) -> list[object]:
    with closing(opened(path, **about)) as file:
        return file.results


def refused(path: Path, **about: object) -> str:
    found = kept.open_kept(path, about, sound)
    assert isinstance(found, Refusal)
    return found.code


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    file = opened(tmp_path / "kept", seed=1)
    for number in (5, 6):
        file.append(number)
    file.close()
    assert kept_there(tmp_path / "kept", seed=1) == [5, 6]


def test_results_are_on_disk_at_once(tmp_path: Path) -> None:
    file = opened(tmp_path / "kept", seed=1)
    file.append(5)
    assert (tmp_path / "kept").read_bytes().endswith(b"\n5\n")
    file.close()


@pytest.mark.parametrize("damage", [b"7", b"[[[", b"null\n8\n", b'"x"\n8\n', b"[" * 100_000 + b"\n", b"\xff\n8\n"])
def test_what_was_cut_off_or_is_not_sound_is_thrown_away_and_the_rest_goes_on(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "kept"
    file = opened(path, seed=1)
    file.append(5)
    file.close()
    whole = path.read_bytes()
    path.write_bytes(whole + damage)
    again = opened(path, seed=1)
    assert again.results == [5]
    again.append(6)
    again.close()
    assert path.read_bytes() == whole + b"6\n"


def test_another_measurement_is_never_mixed_in(tmp_path: Path) -> None:
    opened(tmp_path / "kept", seed=1, players=("a", "b")).close()
    before = (tmp_path / "kept").read_bytes()
    assert refused(tmp_path / "kept", seed=2, players=("a", "b")) == "kept.other"
    assert refused(tmp_path / "kept", seed=1, players=("b", "a")) == "kept.other"
    assert (tmp_path / "kept").read_bytes() == before
    assert kept_there(tmp_path / "kept", seed=1, players=("a", "b")) == []


@pytest.mark.parametrize("content", [b"a letter to a friend", b"{}\n", b"[1]\n", b"\0" * 50, b'{"kind":"record"}\n'])
def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "letter").write_bytes(content)
    assert refused(tmp_path / "letter", seed=1) == "kept.not_ours"
    assert (tmp_path / "letter").read_bytes() == content


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, seed=1) == "file.not_written"
    assert refused(tmp_path / "nowhere" / "kept", seed=1) == "file.not_written"
    assert refused(Path("/dev/null"), seed=1) == "kept.not_ours"


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    file = opened(tmp_path / "kept", seed=1)
    assert refused(tmp_path / "kept", seed=1) == "kept.in_use"
    file.close()
    with (tmp_path / "kept").open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert refused(tmp_path / "kept", seed=1) == "kept.in_use"
    opened(tmp_path / "kept", seed=1).close()


def test_measurements_that_differ_have_different_names() -> None:
    assert kept.digest_of({"a": 1, "b": 2}) == kept.digest_of({"b": 2, "a": 1})
    assert kept.digest_of({"a": 1}) != kept.digest_of({"a": 2})


def test_what_a_measurement_is_about_holds_all_that_decides_it_besides_what_is_chosen_game_by_game() -> None:
    about = plan().about
    assert set(about) == {
        *(
            "program",
            "measured",
            "game",
            "rules_version",
            "armies",
            "players",
            "options",
            "seed",
            "nodes",
            "milliseconds",
        ),
    }
    options = about["options"]
    assert isinstance(options, dict)
    assert set(options) == {option.name for option in GAME.info.options} - {"armies", "begins", "mirror_match"}


@pytest.mark.parametrize("told", [[2, 0, "", 3], [0, 2, "towar.end.units", 34], [1, 1, "x", 0]])
def test_an_outcome_is_recalled_as_it_was_kept(told: list[object]) -> None:
    outcome = plan().recalled(17, told)
    assert outcome is not None
    assert (outcome.row, outcome.column) == ("west", "north")
    assert plan().as_json(outcome) == told


@pytest.mark.parametrize("told", [None, 5, [], [3, 0, "", 1], [1, 1, 1, 1], [1, 1, "x"], {"a": 1}, "west"])
def test_what_can_be_no_outcome_is_not_recalled(told: object) -> None:
    assert plan().recalled(0, told) is None
