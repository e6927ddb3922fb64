"""Every attack of `make bench` on a small scale: whoever plays meanwhile is not harmed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from benchmarks import bench, canary, stored
from benchmarks.attacks import rooms, toml_bombs
from benchmarks.attacks.known import ATTACKS
from benchmarks.canaries import Waits, plan
from tests import patience
from tools import pages
from triarii.server.settings import Limits

MEMORY_MB = 900
"""Far more than a server with its workers needs, far less than one bomb took."""
SENT_AWAY = {"toml_bombs": {"422"}}
"""Answers that must be among those that an attacker gets."""
MADE = {"rooms": ("201",), "scenarios": ("201",), "rematches": ("201", "rematches")}
"""What counts as a room that one visitor has made."""
KNOWN = {
    *("200", "201", "400", "404", "408", "410", "413", "422", "429", "503"),
    *("1009", "1012", "4400", "4403", "4404", "4408", "4409", "4413", "4429"),
    *("answered", "dropped", "held", "ended by the server", "sent all", "thoughts", "rematches", "lost"),
    "unanswered at the end",
}
"""What may happen to an attacker: an answer, a word of farewell, an end."""


def test_people_who_play_are_not_harmed_by_any_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other on one server. How fast people are answered meanwhile is measured by `make bench`; here they
    are answered at all, however slowly."""
    monkeypatch.setattr(canary, "CALM", patience.ANSWER)
    monkeypatch.setattr(canary, "RECOVERY", patience.ANSWER)
    slowness, size = patience.SLOWNESS, canary.SMALL
    told = canary.measure(replace(size, seconds=size.seconds * slowness, every=size.every * slowness))
    assert [attack["attack"] for attack in told["attacks"]] == list(ATTACKS)
    harm = {attack["attack"]: _harm(attack) for attack in told["attacks"]}
    assert {name: found for name, found in harm.items() if found} == {}
    assert told["starts"] == 1
    assert told["server_said"] == 0, "nothing went wrong inside"


def _harm(attack: dict[str, Any]) -> list[str]:
    """What an attack has done that none may do."""
    name, answers = attack["attack"], attack["answers"]
    made = sum(answers.get(word, 0) for word in MADE.get(name, ()))
    wrong = {
        "the server died": attack["killed"],
        f"people were failed: {attack['failed']}": attack["failed"],
        "nobody moved": attack["moves"] == 0,
        "nothing was sent": attack["sent"] == 0,
        f"it took {attack['most_memory_mb']} MB": attack["most_memory_mb"] >= MEMORY_MB,
        f"strange answers: {answers}": any(word not in KNOWN and not word.startswith("refused: ") for word in answers),
        f"nobody was sent away: {answers}": not SENT_AWAY.get(name, set()) <= set(answers),
        f"{made} rooms: so many at once, and one a second": made
        > Limits().rooms_a_minute * (1 / 2 + attack["attacked_seconds"] / 60),
        "who comes to the door is not answered again": attack["recovered_seconds"] >= canary.RECOVERY,
    }
    return [what for what, so in wrong.items() if so]


@pytest.mark.parametrize(
    "bad",
    [
        {"killed": True},
        {"failed": ["move 3: no answer"]},
        {"moves": 0},
        {"sent": 0},
        {"most_memory_mb": MEMORY_MB},
        {"answers": {"500": 1}},
        {"attack": "toml_bombs", "answers": {"200": 1}},
        {"attack": "rematches", "answers": {"201": 40}},
        {"recovered_seconds": canary.RECOVERY},
    ],
)
def test_every_harm_is_noticed(bad: dict[str, Any]) -> None:
    well = {**_attack("ghosts"), "moves": 9, "sent": 9, "recovered_seconds": 0.1, "attacked_seconds": 1.0}
    well["answers"] = {"dropped": 9}
    assert _harm(well) == []
    assert len(_harm(well | bad)) == 1


def test_a_table_of_all_attacks_can_be_read() -> None:
    told = {"every_ms": 50, "goal": canary.GOAL, "attacks": [_attack(name) for name in ATTACKS]}
    lines = canary.table(told)
    assert len(lines) == len(ATTACKS) + 1
    assert len({len(line) for line in lines}) == 1
    assert "\n".join(pages.attacked(told)).count("| 7 |") == len(ATTACKS)
    assert canary.missed(told) == []


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({"ratio": 3.0}, "3.0 times"),
        ({"killed": True}, "the server died"),
        ({"failed": ["move 3: no answer"]}, "move 3: no answer"),
        ({"attack": "masters", "computer_p99_ms": 2_500.0}, "computers answer after 2500 ms"),
    ],
)
def test_what_others_noticed_is_said(bad: dict[str, Any], said: str) -> None:
    assert [said in line for line in canary.missed({"attacks": [_attack("ghosts") | bad]})] == [True]


def _attack(name: str) -> dict[str, Any]:
    numbers = ("p50_ms", "p99_ms", "quiet_p99_ms", "computer_p99_ms", "door_slowest_ms", "server_cpu", "attackers_cpu")
    told = dict.fromkeys((*numbers, "ratio", "computer_ratio"), 1.0)
    return {**told, "attack": name, "about": name, "most_memory_mb": 7, "killed": False, "failed": []}


def test_a_long_wait_counts_for_those_who_could_not_be_measured() -> None:
    waits = Waits(0.05)
    waits.waited(0.01)
    waits.waited(0.22)
    assert waits.done == 2
    assert [round(each, 2) for each in waits.seconds] == [0.01, 0.22, 0.17, 0.12, 0.07, 0.02]
    assert waits.at(1.0) == 220.0


def test_the_canary_has_moves_enough_for_a_whole_round() -> None:
    size = canary.Size()
    assert len(plan(size.moves, 1)) == size.moves
    assert plan(20, 1) == plan(20, 1) != plan(20, 2)
    assert bench.CANARY == "canary"


def test_attacks_are_as_big_as_they_are_said_to_be() -> None:
    assert 110_000 < len(json.dumps(rooms.big_scenario())) < 116_000
    assert max(len(text) for text in toml_bombs.texts()) <= 100_000
    assert {len(token) for token in (*stored.TOKENS.values(), stored.WATCH)} == {22}
