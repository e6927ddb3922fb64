"""Which golden playthroughs of To War! there are; that they read as approved, tests/test_golden.py sees."""

from __future__ import annotations

import pytest

from tools import golden
from triarii.core.contract import Refusal
from triarii.core.timeline import Step, replay
from triarii.games.towar import GAME

RECORDS = {path.stem: golden.read(path) for path in golden.golden_games() if path.stem.startswith("towar_")}


def test_both_variants_and_both_ends_have_a_golden_game() -> None:
    shown = {
        name: (record.header.options["variant"], record.end.rule)
        for name, record in RECORDS.items()
        if record.end is not None
    }
    assert shown == {
        "towar_standard": ("standard", "towar.end.units"),
        "towar_breakthrough": ("standard", "towar.end.breakthrough"),
        "towar_hand_of_three": ("hand_of_three", "towar.end.elite"),
        "towar_other_readings": ("standard", "towar.end.breakthrough"),
    }


def test_together_they_show_every_kind_of_event_of_play() -> None:
    kinds = set()
    for record in RECORDS.values():
        line, refusal = replay(GAME, record)
        assert line is not None
        assert not isinstance(refusal, Refusal)
        kinds |= {event.kind for step in line.steps for event in line.game.events(step.before, step.action, step.after)}
    every = {key.removeprefix("event.") for key in GAME.texts.entries if key.startswith("event.")}
    assert every - kinds == {"passed", "drawn", "drew_unseen", "chose_unseen"}


LATER = {"second_step"}
"""Options that came after the older golden games, which are replayed by their defaults."""


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_game_names_every_option_that_there_was(name: str) -> None:
    every = {option.name for option in GAME.info.options}
    assert set(RECORDS[name].header.options) == (every if name == "towar_other_readings" else every - LATER)


def test_one_of_them_plays_the_readings_that_are_not_the_usual_ones() -> None:
    record = RECORDS["towar_other_readings"]
    chosen = record.header.options
    assert (chosen["armies"], chosen["enemy_on_entry"], chosen["second_step"]) == (
        "secret",
        "displaced",
        "other_direction",
    )
    line, _ = replay(GAME, record)
    assert line is not None
    pushed = []
    for step in line.steps:
        events = line.game.events(step.before, step.action, step.after)
        pushed += [event for event in events if event.kind == "displaced" and event.fields["seat"] != seat_of(step)]
    assert pushed


def seat_of(step: Step) -> str:
    return step.before.turn.name.lower()
