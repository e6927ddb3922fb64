"""The table in whole sentences, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest

from tests.games.adlg.table.drills import drill
from tests.games.adlg.table.tables import Placed, battlefield, meets
from triarii.core.cast import EVERYBODY
from triarii.core.contract import Refusal, Span
from triarii.core.introductions import introduced
from triarii.games.adlg.battle.charge.charging import Charger, Onset
from triarii.games.adlg.battle.charge.halting import Manner
from triarii.games.adlg.battle.stages import (
    Activation,
    AfterMelee,
    Answering,
    ChargeDie,
    Charging,
    Chase,
    ChoosingCorps,
    CommandDie,
    EndingEvening,
    Engaging,
    EvadeDie,
    FateDie,
    MarchDie,
    MeleeDice,
    Now,
    Over,
    OwnEvadeDie,
    Preparing,
    Pressing,
    Pursuing,
    RallyDie,
    RampageDie,
    RecallDie,
    ShotDice,
    Springing,
    Stage,
    StormDie,
    TurningAbout,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field, Leader
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.telling import words

NORTH, SOUTH, WEST = 0, 18000, 27000


def told(state: State, lang: str = "en") -> list[str]:
    return [GAME.texts.say(message, lang) for message in words.sentences(state)]


def line_of(field: Field, name: str, lang: str = "en") -> str:
    """The sentence about one unit."""
    lines = told(State(field, ChoosingCorps(), 0), lang)
    return next(line for line in lines if line.startswith((f"{name} ", f"{name},")))


def two_lines(**more: Any) -> Field:
    """Two units without names of their own, far from each other."""
    field = battlefield(
        [("u1", "levy", (8500, 4200, NORTH)), ("e1", "pikemen", (8500, 12050, SOUTH), {"cohesion": 3})],
        leaders={"c1": "u1", "d1": "e1"},
        **more,
    )
    units = {name: replace(unit, name=unit.troop.name) for name, unit in field.setting.units.items()}
    return replace(field, setting=replace(field.setting, units=units))


def test_the_whole_table_is_told_in_english() -> None:
    assert told(State(two_lines(), Activation("c1", 2, 1), 0)) == [
        "The table is 20 UD wide and 20 UD deep; left, near and north are as Blue sees it.",
        "Blue is active, in sequence 1.",
        "Movement: corps c1 gets its orders.",
        "Command points of corps c1: 2 left, and 1 free for its commander and his unit.",
        "Blue has 0 loss points; the break point is 1.",
        "Ochre has one loss point; the break point is 1.",
        "Blue's corps 1: commander c1 (ordinary), with u1.",
        "u1 (levy, ordinary): 8.5 UD from the left, 4.2 UD from the near edge, facing north, cohesion 3 of 3.",
        "Ochre's corps 1: commander d1 (ordinary), with e1.",
        "e1 (pikemen, ordinary): 8.5 UD from the left, 12.05 UD from the near edge, facing south, cohesion 3 of 4.",
    ]


def test_the_whole_table_is_told_in_german() -> None:
    assert told(State(two_lines(), ChoosingCorps(), 1, sequence=4), "de") == [
        "Der Tisch ist 20 UD breit und 20 UD tief; links, nah und Norden gelten, wie Blau ihn sieht.",
        "Ocker ist aktiv, in Sequenz 4.",
        "Ocker aktiviert ein Korps oder beendet die Bewegung.",
        "Blau hat 0 Verlustpunkte; der Bruchpunkt ist 1.",
        "Ocker hat einen Verlustpunkt; der Bruchpunkt ist 1.",
        "Korps 1 von Blau: Befehlshaber c1 (gewöhnlich), bei u1.",
        "u1 (Levy, Gewöhnlich): 8,5 UD von links, 4,2 UD vom nahen Rand, Blick nach Norden, Kohäsion 3 von 3.",
        "Korps 1 von Ocker: Befehlshaber d1 (gewöhnlich), bei e1.",
        "e1 (Piken, Gewöhnlich): 8,5 UD von links, 12,05 UD vom nahen Rand, Blick nach Süden, Kohäsion 3 von 4.",
    ]


@pytest.mark.parametrize(
    ("heading", "wind"),
    [
        (0, "north"),
        (2249, "north"),
        (2250, "northeast"),
        (9000, "east"),
        (13500, "southeast"),
        (18000, "south"),
        (22500, "southwest"),
        (WEST, "west"),
        (33749, "northwest"),
        (33750, "north"),
        (35999, "north"),
    ],
)
def test_a_facing_is_told_by_the_nearest_of_eight_winds(heading: int, wind: str) -> None:
    assert words.wind(heading) == wind


def test_a_unit_is_told_with_whom_it_fights_and_who_hits_a_flank() -> None:
    field = battlefield(
        [
            ("u1", "heavy_swordsmen", (5000, 5000, NORTH)),
            ("u2", "heavy_cavalry", (4500, 5500, 9000)),
            ("e1", "pikemen", (5000, 5000, SOUTH)),
        ],
        meetings=[meets("u1", "e1"), meets("u2", "e1", "right")],
    )
    assert line_of(field, "u1").endswith("; fighting e1.")
    assert line_of(field, "u2").endswith("; fighting e1 (hit in the right flank).")
    assert line_of(field, "e1").endswith("; fighting u1 and u2 (attacking in the right flank).")
    assert line_of(field, "e1", "de").endswith("; im Nahkampf mit u1 und u2 (greift in der rechten Flanke an).")


def test_a_unit_in_a_zone_is_told_with_who_holds_it() -> None:
    field = battlefield(
        [("u1", "heavy_swordsmen", (5000, 5000, NORTH)), ("e1", "pikemen", (5000, 5800, SOUTH))],
    )
    assert line_of(field, "u1").endswith("; held by e1.")
    assert line_of(field, "e1", "de").endswith("; gebunden von u1.")


def test_a_unit_in_melee_is_not_told_as_held() -> None:
    field = battlefield(
        [
            ("u1", "heavy_swordsmen", (5000, 5000, NORTH)),
            ("e1", "pikemen", (5000, 5000, SOUTH)),
            ("e2", "pikemen", (6000, 5600, SOUTH)),
        ],
        meetings=[meets("u1", "e1")],
    )
    assert "held" not in line_of(field, "u1")


@pytest.mark.parametrize(
    ("mark", "sentence"),
    [(marks.STAKES, "stakes planted"), (marks.READY, "battle-ready"), (marks.LOOTING, "looting")],
)
def test_what_stays_with_a_unit_is_told(mark: str, sentence: str) -> None:
    field = two_lines().marked("u1", mark, marks.NEAR)
    assert line_of(field, "u1").endswith(f"; {sentence}.")


def test_a_name_of_its_own_is_told_in_the_language() -> None:
    field = two_lines()
    named = replace(field.unit("u1"), name={"en": "veterans", "de": "Veteranen"})
    setting = replace(field.setting, units={**field.setting.units, "u1": named})
    assert line_of(replace(field, setting=setting), "u1").startswith("u1, veterans (levy, ordinary):")
    assert line_of(replace(field, setting=setting), "u1", "de").startswith("u1, Veteranen (Levy, Gewöhnlich):")


def test_a_camp_is_told_with_its_place_until_it_is_lost() -> None:
    field = two_lines(camps=[("k1", Camp.NORMAL, (10000, 1400, NORTH))])
    camp = "Blue's camp k1 is 10 UD from the left and 1.4 UD from the near edge."
    assert camp in told(State(field, ChoosingCorps(), 0))
    lost = replace(field, taken=frozenset({"k1"}))
    assert "Das Lager k1 von Blau ist verloren." in told(State(lost, ChoosingCorps(), 0), "de")


def test_a_commander_is_told_where_he_is_or_as_lost() -> None:
    field = two_lines(included=["c1"])
    assert any(line.endswith("commander c1 (ordinary), part of u1.") for line in told(State(field, ChoosingCorps(), 0)))
    fighting = two_lines().with_leader("c1", replace(two_lines().leaders["c1"], engaged=True))
    assert any("with u1, taking part in its melee." in line for line in told(State(fighting, ChoosingCorps(), 0)))
    alone = told(State(two_lines().with_leader("d1", Leader((9000, 14250, SOUTH))), ChoosingCorps(), 0), "de")
    assert any(line.endswith(", allein 9 UD von links und 14,25 UD vom nahen Rand.") for line in alone)
    lost = two_lines().leader_lost("c1", "adlg.commander.loss")
    assert any(line.endswith("commander c1 (ordinary), lost.") for line in told(State(lost, ChoosingCorps(), 0)))


def test_a_unit_that_is_gone_is_told_no_more() -> None:
    gone = two_lines().removed("u1", "routed", "adlg.losses.points")
    assert not any(line.startswith("u1") for line in told(State(gone, ChoosingCorps(), 0)))
    assert "Blue has 2 loss points; the break point is 1." in told(State(gone, ChoosingCorps(), 0))


def moments() -> Iterator[Now]:
    """Each stage of a battle once, about u1."""
    ours = ("u1",)
    activation, chases = Activation("u1"), Pursuing((Chase("u1", "e1"),))
    charger = Charger("u1", two_lines().body("u1"), 4000)
    charge = Charging(Onset((charger,), Manner.ORDERED, ours, ours), Activation("c1"))
    yield from (ChoosingCorps(), EndingEvening(), MarchDie("u1"), CommandDie("u1"), activation, Over())
    yield from (
        RallyDie(Activation("c1"), "u1"),
        RecallDie(Activation("c1"), "u1"),
        ChargeDie(charge),
        Pressing(charge),
    )
    yield from (Answering(charge), EvadeDie(charge, ours), OwnEvadeDie(Activation("c1"), ours))
    yield from (TurningAbout(charge, ours), Springing(ours), ShotDice(ours), Engaging(ours), MeleeDice(ours))
    yield from (StormDie(ours), RampageDie("u1", AfterMelee()), FateDie(ours), chases)


@pytest.mark.parametrize("now", list(moments()), ids=lambda now: type(now).__name__)
def test_every_stage_says_what_is_decided(now: Now) -> None:
    for lang in ("en", "de"):
        sentence = told(State(two_lines(), now, 0), lang)[2]
        assert sentence.endswith(".")
        assert "u1" in sentence or isinstance(now, ChoosingCorps | EndingEvening | ChargeDie | Over)


def test_no_stage_is_left_out() -> None:
    assert {type(now) for now in moments()} | {Preparing} == set(get_args(Now))
    assert {now.stage for now in moments()} | {Stage.SETUP} == set(Stage)


def test_the_commander_in_chief_of_a_scenario_is_told() -> None:
    position = GAME.start({"scenario": "skirmish"})
    assert isinstance(position, Position)
    assert sum("commander-in-chief" in line for line in told(position.state)) == 2
    assert len(told(position.state)) == 8 + 4 + 24


# Choices, by the names that people know


def label(position: Position, prefix: tuple[str, ...], choice: str) -> str:
    found = position.choices(prefix)
    assert not isinstance(found, Span | str | Refusal)
    told = next(each.label for each in found if each.text == choice)
    return GAME.texts.say(told, "en", introduced(EVERYBODY, GAME, position))


def three_called(english: str, german: str) -> Position:
    """Three heavy swordsmen of one name, side by side."""
    units: list[Placed] = [(f"u{i}", "heavy_swordsmen", (9000 + 1000 * i, 10000, 0)) for i in (1, 2, 3)]
    state = drill([*units, ("e1", "levy", (2000, 19000, 18000))])
    named = {
        name: replace(unit, name={"en": english, "de": german}) if unit.seat == 0 else unit
        for name, unit in state.field.setting.units.items()
    }
    return Position(replace(state, field=replace(state.field, setting=replace(state.field.setting, units=named))))


def test_a_group_on_offer_is_told_with_its_kind_once() -> None:
    assert label(three_called("raiders", "Plünderer"), (), "u1+u2+u3") == (
        "Raiders 1, Raiders 2 and Raiders 3 (heavy swordsmen)"
    )
    assert label(three_called("raiders", "Plünderer"), (), "u1") == "Raiders 1, heavy swordsmen"


def test_who_is_called_by_his_kind_is_not_told_it_again() -> None:
    position = three_called("heavy swordsmen", "Schwere Schwerter")
    assert label(position, (), "u1+u2+u3") == "Heavy swordsmen 1, Heavy swordsmen 2 and Heavy swordsmen 3"
    assert label(position, (), "u1") == "Heavy swordsmen 1"


def test_who_gets_no_order_is_told_why_and_not_which_words_would_fit() -> None:
    position = Position(drill([("u1", "levy", (10000, 10000, 0)), ("u2", "levy", (14000, 10000, 0))]))
    found = position.choices(["u1+u2"])
    assert isinstance(found, Refusal)
    said = GAME.texts.say(found.message, "en", introduced(EVERYBODY, GAME, position))
    assert "not a group" in said
    assert "possible:" not in said
