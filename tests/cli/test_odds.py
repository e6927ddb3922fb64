"""`triarii odds`: the exact result of every fight on offer, as a table and as JSON, from a position or a record."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import Within, command, environment, options_of
from triarii.core.contract import AnyGame
from triarii.games.towar import GAME
from triarii.games.towar.position import Position

BATTLE = "west-north baa/rrS/aSQ/bCQ 1 C K3Q1F1C2-b1k3r1t2a1 0-0"
QUIET = "west-north bkr/.../.../KSQ 1 C K2S2Q2F3C1-b2k2r2t2a2 0-0"
OVER = "west-north ..b/.../.../.KF 1 - 0-0 0-0"
HANDS = "east-south zmb/.bm/mRz/ARH 1 - G1A2R2-m1b2s2 G1R2-m1b1s1"
OTHER_HANDS = "east-south zmb/.bm/mRz/ARH 1 - G1A2R2-m2b2s1 G1R2-b1s2"
VARIANT = ("--set", "variant=hand_of_three")


def test_every_fight_on_offer_is_a_row_with_its_exact_odds(within: Within) -> None:
    head, *rows, legend = within("odds", "towar", "--position", BATTLE).well().lines
    assert head.split() == ["turn", "fight", "wins", "ties", "loses"]
    assert legend.startswith("Exact odds for whoever attacks;")
    assert len(rows) == 8
    assert re.split(r" {2,}", rows[0]) == [
        "a",
        "Crossbowman against Berserker on a1: 6 + 0 against 5, wins",
        *("100 %", "0 %", "0 %"),
    ]


def test_the_table_speaks_german_too() -> None:
    page = command("odds", "towar", "--position", BATTLE, env=environment("de")).well()
    assert page.lines[0].split() == ["Zug", "Kampf", "gewinnt", "unentschieden", "verliert"]
    assert "Armbrustschütze gegen Berserker auf a1: 6 + 0 gegen 5, gewinnt" in page.lines[1]
    assert page.lines[-1].startswith("Genaue Aussichten für den, der angreift;")


def test_odds_as_json_have_the_promised_keys_and_lead_to_the_fight_they_tell_of(within: Within) -> None:
    found = within("odds", "towar", "--position", BATTLE, "--json").well().json
    position = GAME.parse(BATTLE, {})
    assert isinstance(position, Position)
    for entry in found:
        assert list(entry) == ["action", "fight", "wins", "ties", "losses", "params"]
        assert sorted(entry[name] for name in ("wins", "ties", "losses")) == ["0", "0", "1"]
        assert position.check(entry["action"]) is None
        events = [event.kind for event in GAME.events(position, entry["action"], position.play(entry["action"]))]
        outcome = entry["params"]["outcome"]
        assert f"fight_{outcome}" in events
        assert entry[{"won": "wins", "tied": "ties", "lost": "losses"}[outcome]] == "1"
    assert len({entry["fight"] for entry in found}) == len(found)


@pytest.mark.parametrize(
    ("words", "english", "german"),
    [
        (["--position", QUIET], "No fight is on offer in this position.", "In dieser Stellung ist kein Kampf möglich."),
        ([], "No fight is on offer in this position.", "In dieser Stellung ist kein Kampf möglich."),
        (["--position", OVER], "Nobody is to move in this position", "In dieser Stellung ist niemand am Zug"),
        (["--set", "armies=west,east"], "Nobody is to move in this position", "In dieser Stellung ist niemand am Zug"),
    ],
)
def test_a_position_without_fights_gets_a_clear_sentence(
    within: Within, words: list[str], english: str, german: str
) -> None:
    assert within("odds", "towar", *words).well().out.startswith(english)
    assert within("odds", "towar", *words, lang="de").well().out.startswith(german)
    assert within("odds", "towar", *words, "--json").well().json == []


def test_odds_are_weighed_from_what_the_player_to_move_sees(within: Within) -> None:
    words = ["odds", "towar", *VARIANT, "--json", "--position"]
    held = within(*words, HANDS).well().json
    assert held
    assert {entry["action"].split("/")[0] for entry in held} <= {"gokenin", "ashigaru_archer"}
    assert within(*words, OTHER_HANDS).well().json == held, "the hand of the other does not matter"


# From a record


@pytest.fixture
def record(within: Within, tmp_path: Path) -> Path:
    words = ["match", "towar", "--players", "random,random", "--games", "1", "--seed", "4", "--record", str(tmp_path)]
    within(*words, "--set", "armies=west,north").well()
    return tmp_path / "game-1.jsonl"


def test_a_record_gives_the_position_after_each_of_its_steps(within: Within, record: Path) -> None:
    steps = len(within("replay", str(record), "--json").well().json["steps"])
    assert within("odds", "towar", "--record", str(record)).well().out.startswith("Nobody is to move")
    seen = 0
    for step in range(30, steps, 5):
        words = ["--to", str(step)]
        text = within("replay", str(record), *words, "--json").well().json["position"]
        there = within("odds", "towar", "--position", text, "--json").well().json
        assert within("odds", "towar", "--record", str(record), *words, "--json").well().json == there
        seen += len(there)
    assert seen


def test_a_damaged_record_is_refused(within: Within, record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b"second", b"secnod", 1))
    assert within("odds", "towar", "--record", str(record)).complaint


@pytest.mark.parametrize(
    ("words", "english", "german"),
    [
        ("odds", "triarii odds needs GAME", "triarii odds braucht GAME"),
        ("odds towr", "did you mean towar?", "Es gibt kein Spiel towr"),
        ("odds cities", "There are no odds to weigh in cities.", "In cities gibt es keine Aussichten abzuwägen."),
        ("odds towar --position nonsense", "", ""),
        ("odds towar --position=", "The position is empty.", "Die Stellung ist leer."),
        ("odds towar --set variant=x", "can't be x;", "kann nicht x sein;"),
        ("odds towar --to 3", "it needs --record.", "Es braucht --record."),
        ("odds towar --to x --record y", "--to takes a whole number", "--to verlangt eine ganze Zahl"),
        ("odds towar --record nowhere.jsonl", "can't be read: no such file", "nicht lesbar: Datei oder Ordner nicht"),
        ("odds towar --record FILE --set variant=standard", "--set can't be used with", "--set passt nicht zu"),
        ("odds towar --record FILE --position x", "--position can't be used with", "--position passt nicht zu"),
        ("odds cities --record FILE", "is of towar, not cities.", "ist von towar, nicht von cities."),
    ],
)
def test_bad_input_gets_one_clear_sentence_in_german_and_in_english(
    within: Within, record: Path, words: str, english: str, german: str
) -> None:
    given = words.replace("FILE", str(record)).split()
    assert english in within(*given).complaint
    assert german in within(*given, lang="de").complaint


def test_a_game_of_somebody_else_without_odds_is_told_so(within: Within, feint: AnyGame) -> None:
    assert within("odds", feint.info.id).complaint == "There are no odds to weigh in feint."


def test_the_command_has_the_promised_options(within: Within) -> None:
    promised = "--set --position --record --to --lang --json --help"
    assert options_of(within("odds", "--help").well().out) == set(promised.split())
