"""Standing answers: what they give in each question, that they are always allowed, and what they leave open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.games.adlg.table.tables import Placed, battlefield, meets
from triarii.core import standing as core
from triarii.core.contract import ASK, Refusal, Turn
from triarii.games.adlg.assist import candidates, standing
from triarii.games.adlg.battle.charge.charging import Charger, Onset
from triarii.games.adlg.battle.charge.halting import Manner
from triarii.games.adlg.battle.stages import (
    Activation,
    Answering,
    Charging,
    Chase,
    ChoosingCorps,
    Engaging,
    Now,
    Pursuing,
    Stage,
    TurningAbout,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position

REACTIONS = (Stage.ANSWER, Stage.ABOUT, Stage.ENGAGE, Stage.PURSUE)
FIRM = {kind.name: [value for value in kind.values if value != ASK] for kind in standing.KINDS}
ALL = [dict(zip(FIRM, values, strict=True)) for values in product(*FIRM.values())]

LIGHT: Placed = ("u1", "light_infantry", (10000, 8000, 0))
FOE: Placed = ("e1", "heavy_cavalry", (10000, 11000, 18000))


def asked(stage: Stage, who: str = "u1", *, heading: int = 0) -> Position:
    """One question, put to the first player."""
    field = battlefield(
        [("u1", "light_infantry", (10000, 8000, heading)), FOE, ("u2", "heavy_swordsmen", (5000, 8000, 0)),
         ("e2", "heavy_swordsmen", (5000, 8000, 18000))],
        meetings=[meets("u2", "e2")],
        leaders={"c1": "u2"},
    )  # fmt: skip
    onset = Onset((Charger("e1", field.body("e1"), 4000),), Manner.ORDERED, ("u1",), ("u1",))
    charge = Charging(onset, Activation("d1"))
    moments: list[Now] = [
        *(Answering(charge), TurningAbout(charge, (who,)), Engaging((who,)), Pursuing((Chase(who, "e2"),))),
        *(ChoosingCorps(), Activation("c1")),
    ]
    now = next(each for each in moments if each.stage is stage)
    return Position(State(field, now, 1 if stage in (Stage.ANSWER, Stage.ABOUT) else 0))


@pytest.mark.parametrize(
    ("stage", "who", "answers", "action"),
    [
        (Stage.ANSWER, "u1", {"evade": "always"}, "u1 evade"),
        (Stage.ANSWER, "u1", {"evade": "never"}, "u1 stand"),
        (Stage.ANSWER, "u1", {"evade": "ask"}, None),
        (Stage.ANSWER, "u1", {"pursue": "always"}, None),
        (Stage.ENGAGE, "c1", {"engage": "always"}, "c1 engage"),
        (Stage.ENGAGE, "c1", {"engage": "never"}, "c1 aside"),
        (Stage.ENGAGE, "c1", {"engage": "ask"}, None),
        (Stage.PURSUE, "u1", {"pursue": "always"}, "u1 pursue 1"),
        (Stage.PURSUE, "u1", {"pursue": "never"}, "u1 stay"),
        (Stage.PURSUE, "u1", {}, None),
        (Stage.CORPS, "", {"evade": "always", "pursue": "always", "engage": "always", "about": "face"}, None),
        (Stage.ORDERS, "", {"evade": "always"}, None),
    ],
)
def test_an_answer_is_given_to_its_own_question(
    stage: Stage, who: str, answers: dict[str, str], action: str | None
) -> None:
    assert GAME.standing_answer(asked(stage, who), answers) == action


@pytest.mark.parametrize(
    ("heading", "answers", "action"),
    [
        (18000, {"about": "face"}, "u1 half"),
        (18000, {"about": "away"}, "u1 stay"),
        (0, {"about": "face"}, "u1 stay"),
        (0, {"about": "away"}, "u1 half"),
        (18000, {"evade": "always"}, "u1 half"),
        (18000, {"evade": "always", "about": "away"}, "u1 stay"),
        (18000, {"evade": "always", "about": "ask"}, None),
        (18000, {"evade": "never"}, None),
    ],
)
def test_light_troops_look_at_the_nearest_enemy_or_away_after_an_evade(
    heading: int, answers: dict[str, str], action: str | None
) -> None:
    assert GAME.standing_answer(asked(Stage.ABOUT, heading=heading), answers) == action


def test_without_an_enemy_on_the_table_light_troops_stay_as_they_are() -> None:
    alone = Position(State(battlefield([LIGHT]), TurningAbout(Activation("c1"), ("u1",)), 1))
    assert GAME.standing_answer(alone, {"about": "face"}) == "u1 stay"


def hot_headed(scenario: str, seed: int, steps: int) -> Iterator[Position]:
    """The moments of a battle in which everybody charges who can, or walks on."""
    rng, position = Random(seed), GAME.start({"scenario": scenario})
    assert isinstance(position, Position)
    for _ in range(steps):
        yield position
        if position.turn is Turn.OVER:
            return
        if position.turn is Turn.CHANCE:
            position = position.play(rng.choice(position.chances())[0])
        elif position.state.stage is Stage.ORDERS:
            position = position.play(next(_onward(position), "done"))
        else:
            listed = position.listed
            position = position.play(listed[0] if position.state.stage is Stage.CORPS else rng.choice(listed))


def _onward(position: Position) -> Iterator[str]:
    field = position.state.field
    for unit in candidates.units_of(position.state):
        yield from (str(order) for order in candidates.charges_of(field, (unit.id,)) if allowed(position, str(order)))
    for unit in candidates.units_of(position.state):
        ahead = f"{unit.id} advance 1"
        if not field.stands[unit.id].moves and allowed(position, ahead):
            yield ahead


def allowed(position: Position, action: str) -> bool:
    return position.check(action) is None


def test_with_all_kinds_set_no_reaction_is_asked_and_every_answer_is_allowed() -> None:
    seen = set()
    for scenario, seed in (("drill_charge", 1), ("drill_charge", 2), ("drill_charge", 3), ("skirmish", 4)):
        for position in hot_headed(scenario, seed, 130):
            for answers in ALL:
                action = GAME.standing_answer(position, answers)
                if position.state.stage in REACTIONS:
                    assert action is not None
                    assert position.check(action) is None, (action, position.text())
                    seen.add(position.state.stage)
                else:
                    assert action is None
            assert GAME.standing_answer(position, {}) is None
            assert GAME.standing_answer(position, dict.fromkeys(FIRM, ASK)) is None
    assert seen == set(REACTIONS)


# Words


def test_answers_are_read_from_words() -> None:
    assert core.from_words(standing.KINDS, ["evade=always", "pursue=never"]) == {"evade": "always", "pursue": "never"}


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("evade=maybe", "The standing answer evade can't be maybe; it takes always, never and ask."),
        ("evade=", "The standing answer evade can't be –; it takes always, never and ask."),
        ("flee=always", "There is no standing answer called flee; there are evade, about, engage and pursue."),
        ("evade", "A standing answer is written KIND=VALUE, not evade; the kinds are evade, about, engage and pursue."),
    ],
)
def test_bad_answers_get_a_sentence_that_names_the_known_ones(word: str, sentence: str) -> None:
    refusal = core.from_words(standing.KINDS, [word])
    assert isinstance(refusal, Refusal)
    assert GAME.texts.say(refusal.message, "en") == sentence
    assert GAME.texts.say(refusal.message, "de")


def test_a_game_without_standing_answers_says_so() -> None:
    refusal = core.from_words((), ["evade=always"])
    assert isinstance(refusal, Refusal)
    assert refusal.code == "standing.none"


def test_what_comes_over_a_wire_is_checked_too() -> None:
    assert core.settle(standing.KINDS, {"evade": "never"}) == {"evade": "never"}
    assert isinstance(core.settle(standing.KINDS, {"evade": 1}), Refusal)


def test_every_kind_and_value_has_words() -> None:
    for kind in GAME.standing_kinds():
        for lang in ("en", "de"):
            assert GAME.texts.say(kind.label, lang).endswith("?")
            assert all(GAME.texts.say(kind.labels[value], lang) for value in kind.values)
