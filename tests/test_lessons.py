"""The lessons of the app keep to the rules: every legal action of a lesson is judged as its words say, and every
sentence that states a rule is asked of the engine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from triarii.core import registry
from triarii.core.contract import Eye, Refusal
from triarii.server.thinking import study
from triarii.server.thinking.jobs import Foretell, PlayedLine, Study
from triarii.server.thinking.study import Unfit
from triarii.server.wire.answers import Study as Told

ROOT = Path(__file__).parents[1]
LESSONS: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "web/src/learn/lessons.json").read_text(encoding="utf-8"))
WORDS = json.loads((ROOT / "web/src/texts/learn.en.json").read_text(encoding="utf-8"))
EACH = [(game, lesson) for game, lessons in LESSONS.items() for lesson in lessons]
SMALL = [(game, lesson) for game, lesson in EACH if game != "adlg"]
"""Games whose actions can be listed whole."""
Events = Sequence[Mapping[str, Any]]


def names(each: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    return [f"{game}-{lesson['id']}" for game, lesson in each]


def of(game: str, name: str) -> dict[str, Any]:
    return next(lesson for lesson in LESSONS[game] if lesson["id"] == name)


def told(game: str, start: str, *actions: str, **options: Any) -> Told:
    found = study.study(Study(game=game, options=options, start=start, actions=list(actions)))
    assert not isinstance(found, Unfit), found
    return found


def events(game: str, start: str, *actions: str, **options: Any) -> Events:
    return [dict(event) for step in told(game, start, *actions, **options).steps for event in step.events]


def tried(game: str, lesson: dict[str, Any], action: str) -> Events:
    """What is judged: the action itself, and what came of it and of the dice after it, where the lesson says them."""
    dice = lesson.get("dice")
    fallen = dice if isinstance(dice, list) and action == lesson["solution"] else []
    if lesson["id"] == "command" and action == lesson["solution"]:
        fallen = ["4"]
    options = lesson.get("options", {})
    return [{"kind": "said", "text": action}, *events(game, lesson["start"], action, *fallen, **options)]


def legal(game: str, start: str, *actions: str, **options: Any) -> list[str]:
    live = study.played(PlayedLine(game=game, options=options, start=start, actions=list(actions)))
    assert not isinstance(live, Unfit), live
    rules = registry.game(game)
    assert not isinstance(rules, Refusal)
    return [rules.action_text(action) for action in live.position.actions()]


def fits(value: Any, wanted: Any) -> bool:
    return value is not None and (wanted[0] <= value <= wanted[1] if isinstance(wanted, list) else value == wanted)


def happened(patterns: Sequence[Mapping[str, Any]], found: Events) -> bool:
    return all(any(all(fits(event.get(k), v) for k, v in wanted.items()) for event in found) for wanted in patterns)


def judged(lesson: dict[str, Any], found: Events) -> str:
    if happened(lesson["goal"], found):
        return ""
    return next((miss["text"] for miss in lesson.get("misses", ()) if happened(miss["when"], found)), "other")


@pytest.mark.parametrize(("game", "lesson"), EACH, ids=names(EACH))
def test_a_lesson_can_be_fulfilled_and_missed_in_every_way_that_it_names(game: str, lesson: dict[str, Any]) -> None:
    ways = {"": lesson["solution"], **{miss["text"]: miss["try"] for miss in lesson.get("misses", ())}}
    if "wrong" in lesson:
        ways["other"] = lesson["wrong"]
    assert {way: judged(lesson, tried(game, lesson, action)) for way, action in ways.items()} == {
        way: way for way in ways
    }


@pytest.mark.parametrize(("game", "lesson"), SMALL, ids=names(SMALL))
def test_whatever_a_learner_does_is_answered(game: str, lesson: dict[str, Any]) -> None:
    actions = legal(game, lesson["start"])
    answers = {judged(lesson, tried(game, lesson, action)) for action in actions}
    assert answers - {""} == set(WORDS[game][lesson["id"]]["miss"])
    assert lesson["solution"] in actions


@dataclass(frozen=True)
class Claim:
    """A sentence of a lesson, and a replay that shows it."""

    lesson: tuple[str, str]
    says: str
    actions: Sequence[str]
    brings: Sequence[Mapping[str, Any]] = ()
    never: Sequence[Mapping[str, Any]] = ()
    start: str | None = None
    """Where it is played; the lesson's position if nothing is said."""
    refused: str = ""
    """The rule by which the last action is refused."""
    ends: str = ""
    """A part of the position's text after it."""
    options: Mapping[str, Any] = field(default_factory=dict)


CITIES = "a1j1d3g3-d8g8a10j10"
OWN = {"kind": "captured", "seat": "first"}
THEIRS = {"kind": "captured", "seat": "second"}
WON = {"kind": "won", "seat": "first"}
LOST = {"kind": "won", "seat": "second"}
END = {"kind": "drawn"}


def claim(game: str, lesson: str, says: str, *actions: str, **more: Any) -> Claim:
    return Claim((game, lesson), says, actions, **more)


def cities(lesson: str, says: str, *actions: str, board: str = "", **more: Any) -> Claim:
    if board:
        more["start"] = f"{board} 1 {more.pop('cities', CITIES)} {more.pop('stall', 0)}"
    return claim("cities", lesson, says, *actions, **more)


def towar(lesson: str, says: str, *actions: str, **more: Any) -> Claim:
    return claim("towar", lesson, says, *actions, **more)


ROOM = "10/1f2f2f2/10/10/10/4H5/10/2F4F2/10/10"
CLAIMS = [
    cities("last_city", "Whoever holds all of them wins", "g8j10", brings=[{"kind": "city_taken"}, WON]),
    cities("last_city", "ends its move in an enemy city takes it", "e5g8", board=ROOM, brings=[{"kind": "city_taken"}]),
    cities(
        "last_city",
        "to leave your opponent no more than one piece",
        "d2d4",
        start=of("cities", "last_piece")["start"],
        brings=[WON],
    ),
    cities(
        "set_up",
        "eight fighters and four cities",
        "b2b3",
        ends="1ffffffff1/10/10/10/10/10/1F8/2FFFFFFF1/10 2 a1j1d3g3-d8g8a10j10",
    ),
    cities("set_up", "you must always move exactly one piece", "pass", refused="cities.turn.must_move"),
    cities("set_up", "becomes a hero", "g2g3", brings=[{"kind": "promoted", "square": "g3"}], ends="6H3"),
    cities(
        "set_up",
        "When two people play, the younger one begins",
        "b9b8",
        options={"begins": "younger", "younger": "second"},
    ),
    cities("march", "one or two steps", "e4f2"),
    cities("march", "one or two steps", "e4h4", refused="cities.move.fighter"),
    cities(
        "march",
        "never over a piece",
        "a1c3",
        board="10/1f6f1/10/10/10/10/10/10/FF8/FF8",
        refused="cities.move.free_squares",
    ),
    cities(
        "march",
        "Only the square where a move ends counts",
        "e4e6",
        board="10/1f6f1/10/10/10/3f1f4/4F5/10/1F6F1/10",
        never=[OWN],
    ),
    cities(
        "march",
        "Only the square where a move ends counts",
        "d7d9",
        board="10/1f6f1/10/2FHF5/10/10/10/10/10/10",
        never=[{"kind": "city_taken"}],
    ),
    cities("take", "up to three steps", "e5e8"),
    cities("take", "up to three steps", "e5e9", refused="cities.move.free_squares"),
    cities("take", "up to three steps", "e5j5", refused="cities.move.hero"),
    cities("take", "even when your piece goes away", "e5g8", "b9b8", "g8g5", ends=" a1j1d3g3g8-d8a10j10 "),
    cities("take", "until an enemy ends a move there", "e5g8", "b9b8", "g8g5", "h9g8", ends=" a1j1d3g3-d8g8a10j10 "),
    cities(
        "take",
        "that doesn't make it a hero",
        "c7d8",
        board="10/1f6f1/10/2F7/10/10/10/10/2F3F3/10",
        brings=[{"kind": "city_taken"}],
        never=[{"kind": "promoted"}],
    ),
    cities("stay", "Instead of moving a piece", "d8=H", brings=[{"kind": "promoted"}], ends=" 2 a1j1d3g3d8-"),
    cities("stay", "only if the city was already yours when the turn began", "c3=H", refused="cities.promotion.stay"),
    cities(
        "enclose",
        "along a row",
        "d2d4",
        board="10/8f1/10/8f1/10/10/1Ff7/10/3F1F4/10",
        brings=[{**THEIRS, "line": "row"}],
    ),
    cities("enclose", "a column", "d4e5", brings=[{**THEIRS, "line": "column"}]),
    cities(
        "enclose", "a diagonal", "d3e5", start=of("cities", "lines")["start"], brings=[{**THEIRS, "line": "diagonal"}]
    ),
    cities(
        "enclose", "neither the edge of the board", "b3b5", board="10/8f1/10/8f1/10/f9/10/1F8/3F1F4/10", never=[THEIRS]
    ),
    cities("enclose", "nor an empty city does", "g6f8", board="10/8f1/4f5/10/6F3/10/10/10/3F1F4/10", never=[THEIRS]),
    cities("lines", "A whole run of pieces can be enclosed", "d3e5", brings=[{**THEIRS, "count": 2}]),
    cities("between", "Your fighter is captured", "e4e6", brings=[OWN]),
    cities("between", "heroes as well", "e4e6", board="10/8f1/10/10/3f1f4/10/4H5/10/3F1F4/10", brings=[OWN]),
    cities("between", "in a city too", "d2d3", board="10/8f1/10/10/10/10/10/2f1f5/3F1F2F1/10", brings=[OWN]),
    cities("trade", "all of them go, on both sides", "e4e6", brings=[{**THEIRS, "count": 2}, {**OWN, "count": 1}]),
    cities("last_piece", "no more than one piece left loses", "d2d4", brings=[WON]),
    cities("few", "whoever has more wins", "c7d8", brings=[WON]),
    cities("few", "the same number is a draw", "f8e5", brings=[END]),
    cities(
        "few",
        "whatever the cities say",
        "c7d8",
        board="10/10/4ffH3/2F7/10/10/10/8f1/10/10",
        cities="a1g8-j1d3g3d8a10j10",
        brings=[{**WON, "rule": "cities.end.last_piece"}],
    ),
    cities("again", "for the third time", "e3e4", brings=[END]),
    cities(
        "again",
        "for the third time",
        "e3e4",
        start="10/8f1/4h5/10/3f1f4/10/10/4H5/3F3F2/10 1 a1j1d3-g3d8g8a10j10 23 ~e8e9,e4e3,e9e8",
        never=[END],
    ),
    cities("too_long", "the game ends and the cities decide", "e8g8", brings=[{"kind": "city_taken"}, WON]),
    cities(
        "too_long", "After 100 turns", "e8g8", board="10/8f1/4H5/10/3f1f4/10/4F5/10/3F1F4/10", stall=98, never=[WON]
    ),
    cities("too_long", "no fighter becomes a hero", "d2d3", brings=[{"kind": "promoted"}], never=[END, WON]),
    towar("camp", "steps over the far edge into the enemy camp wins at once", "b:ffff", brings=[WON]),
    towar("set_up", "any free space of your own half", "a3", refused="towar.setup.free_choice"),
    towar("set_up", "any free space of your own half", "b2", refused="towar.setup.free_choice"),
    towar("comes_in", "On an empty space it simply stays", "a", ends="/QFC 2 "),
    towar("push", "as its arrows say", "c:l", refused="towar.move.kinds"),
    towar("push", "stops there, and the turn is over", "b:f", brings=[{"kind": "stepped", "to": "b2"}], ends=" 2 "),
    towar(
        "numbers",
        "the attacker uses its star, the defender its shield",
        "c:f",
        brings=[{"kind": "attacked", "attack": 5, "defence": 1}],
    ),
    towar("numbers", "the Knight takes its space", "c:f", ends="/bkK/"),
    towar("tie", "both units fall", "a:f", brings=[{"kind": "fight_tied"}], ends="/.ka/FCK "),
    towar(
        "tie",
        "only the attacker is lost",
        "b:ff",
        start=of("towar", "chain")["start"],
        brings=[{"kind": "fight_lost"}],
        ends="/tba/",
    ),
    towar(
        "chain",
        "pushes it on in turn",
        "c:ff",
        brings=[{"kind": "displaced", "unit": "crossbowman"}, {"kind": "displaced", "unit": "knight"}],
    ),
    towar("chain", "After a fight the turn is over", "c:ff", ends=" 2 "),
    towar(
        "side", "worth two more", "a:ffr", brings=[{"kind": "attacked_sideways", "bonus": 2, "total": 6, "defence": 5}]
    ),
    towar("two_steps", "may attack", "b:ff", brings=[{"kind": "fight_won"}]),
    towar("two_steps", "you may also leave it out", "b:f", ends=" 2 "),
    towar("two_steps", "push or break through", "c:ffff", start=of("towar", "breakthrough")["start"], brings=[WON]),
    towar(
        "two_steps",
        "push or break through",
        "b:fff",
        start="west-north rtk/kQt/S.Q/FKC 1 F K2S2Q1F1C2-b2k1r1t2a2 0-0",
        brings=[{"kind": "displaced", "cell": "b3"}],
    ),
    towar(
        "invader",
        "one step more and they win",
        "c:ffff",
        start="west-north .ta/..a/SKa/FKa 2 t K1S1Q2F2C3-b2k2r2t2 0-0",
        brings=[LOST],
    ),
    towar(
        "invader", "A card that you lay on an enemy attacks it", "c", brings=[{"kind": "attacked_entering", "bonus": 0}]
    ),
    towar(
        "invader",
        "you can choose another one in the options",
        "c",
        refused="towar.turn.entry_enemy",
        options={"enemy_on_entry": "forbidden"},
    ),
    towar("count", "whoever has more wins", "c:ff", brings=[{"kind": "counted", "first": 5, "second": 4}, WON]),
    towar("crowns", "more elite units win", "a:r", brings=[{**WON, "rule": "towar.end.elite"}]),
    towar("crowns", "it is a draw", "c", brings=[END]),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=[f"{'-'.join(one.lesson)}: {one.says}" for one in CLAIMS])
def test_what_a_lesson_says_holds(claim: Claim) -> None:
    game, name = claim.lesson
    words = WORDS[game][name]
    assert claim.says in f"{words['task']} {words['hint']} {words['done']}", "the sentence is another by now"
    lesson = of(game, name)
    start = lesson["start"] if claim.start is None else claim.start
    options = {**lesson.get("options", {}), **claim.options}
    if claim.refused:
        found = study.study(Study(game=game, options=options, start=start, actions=list(claim.actions)))
        assert isinstance(found, Unfit)
        assert found.refusal.rule == claim.refused
        return
    line = told(game, start, *claim.actions, **options)
    found_events = [dict(event) for event in line.steps[-1].events]
    assert happened(claim.brings, found_events), found_events
    assert not any(happened([one], found_events) for one in claim.never), found_events
    assert claim.ends in line.steps[-1].position, line.steps[-1].position


def test_every_lesson_of_the_small_games_states_something_that_is_asked() -> None:
    assert {claim.lesson for claim in CLAIMS} == {(game, lesson["id"]) for game, lesson in SMALL} - {
        ("towar", "breakthrough")  # says nothing new
    }


def test_the_set_up_of_towar_is_as_its_lesson_says() -> None:
    """17 cards each; the first in the middle; six each, eleven left; the first to lay is the first to play."""
    line: list[str] = []
    options = {"armies": "west,north", "begins": "second"}
    live = study.played(PlayedLine(game="towar", options=options))
    assert not isinstance(live, Unfit)
    assert sum(int(each) for each in live.position.text().split(" ")[4] if each.isdigit()) == 34
    first_cards: list[list[str]] = []
    while "." in live.position.text().split(" ")[1]:
        chances = live.position.chances()
        if chances:
            line.append(live.line.game.action_text(chances[0][0]))
        else:
            free = legal("towar", "", *line, **options)
            first_cards += [free] if len(first_cards) < 2 else []
            line.append(free[0])
        found = study.played(PlayedLine(game="towar", options=options, actions=line))
        assert not isinstance(found, Unfit)
        live = found
    assert first_cards == [["b3"], ["b2"]]
    reserves = live.position.text().split(" ")[4].split("-")
    assert [sum(int(each) for each in reserve if each.isdigit()) for reserve in reserves] == [11, 11]
    assert live.position.text().split(" ")[2] == "2"


BATTLE = {
    "advance": ("One point for four units", "u1+u2+u3+u4 advance 3", "It costs one command point"),
    "charge": ("look at the sum and the odds", "u2 charge e3", "Medium swordsmen loses cohesion with"),
    "flank": ("fights with next to nothing", "u1 charge e1", "in the left flank"),
    "rally": ("far from the enemy and led it is easiest", "u3 rally", "rallies on 2 or more"),
    "impetuous": ("where a charge goes badly", "u3 charge e2", "Medium knights with 72.2 %"),
    "leave": ("leaving costs 2 command points", "u1 leave", "It costs 2 command points"),
    "terrain": ("without slowing down", "u5 advance 2", "That uses 2 of 3 UD"),
}


@pytest.mark.parametrize("name", BATTLE)
def test_what_a_lesson_of_the_battle_says_is_what_its_preview_tells(name: str) -> None:
    says, action, words = BATTLE[name]
    lesson = of("adlg", name)
    assert says in " ".join([WORDS["adlg"][name]["task"], WORDS["adlg"][name]["done"]])
    found = study.preview(Foretell(game="adlg", options=lesson["options"], start=lesson["start"], action=action))
    assert not isinstance(found, Unfit)
    assert words in " ".join(found.words)
    assert found.preview["ends" if name == "advance" else "bill"]


@pytest.mark.parametrize(
    ("name", "says", "actions", "brings"),
    [
        ("impetuous", "Holding them cost 3 command points", ["u3 hold"], {"kind": "spent", "points": 3}),
        ("impetuous", "whether you like it or not", ["done"], {"kind": "breaks_loose", "unit": "u3"}),
        ("leave", "loses one cohesion point", ["u1 leave"], {"kind": "lost", "unit": "u1", "points": 1}),
    ],
)
def test_what_a_lesson_of_the_battle_says_comes_of_it(
    name: str, says: str, actions: list[str], brings: dict[str, Any]
) -> None:
    lesson = of("adlg", name)
    assert says in " ".join([WORDS["adlg"][name]["task"], WORDS["adlg"][name]["done"]])
    assert happened([brings], events("adlg", lesson["start"], *actions, **lesson["options"]))


def test_archers_shoot_from_where_their_lesson_brings_them_and_from_nowhere_farther() -> None:
    lesson = of("adlg", "shooting")
    assert "reach 2 UD" in WORDS["adlg"]["shooting"]["task"]

    def next_of(distance: str) -> str:
        return told("adlg", lesson["start"], f"u5 advance {distance}", "done", **lesson["options"]).steps[-1].position

    assert " volley " in next_of("2.5")
    assert " volley " not in next_of("1")


def test_a_neighbour_supports_from_where_its_lesson_brings_it_and_not_from_behind() -> None:
    lesson = of("adlg", "support")
    assert "adds 1 to each round" in WORDS["adlg"]["support"]["done"]

    def helped(distance: str) -> bool:
        line = PlayedLine(
            game="adlg", options=lesson["options"], start=lesson["start"], actions=[f"u3 advance {distance}", "done"]
        )
        live = study.played(line)
        assert not isinstance(live, Unfit)
        return "adlg.support.simple" in str(live.position.view(Eye.OBSERVER).facts["fight"])

    assert helped("2")
    assert not helped("1")


@pytest.mark.parametrize(
    ("name", "says", "moved", "action", "rule"),
    [
        (
            "terrain",
            "only 1 UD there",
            ("u2:8000,2000,0", "u2:3600,3800,0", "u5:3600,3800", "u5:1000,3800"),
            "u2 advance 2",
            "adlg.move.allowance",
        ),
        ("zone", "and little else", (), "u3 advance 2", "adlg.zone.allowed"),
        ("advance", "at 4 UD it is 2", (",9000,", ",7000,"), "u1+u2+u3+u4 advance 3", "adlg.move.allowance"),
    ],
)
def test_what_a_lesson_of_the_battle_forbids_is_refused(
    name: str, says: str, moved: tuple[str, ...], action: str, rule: str
) -> None:
    lesson = of("adlg", name)
    assert says in WORDS["adlg"][name]["done"]
    start = lesson["start"]
    for before, after in zip(moved[::2], moved[1::2], strict=True):
        start = start.replace(before, after)
    found = study.study(Study(game="adlg", options=lesson["options"], start=start, actions=[action]))
    assert isinstance(found, Unfit)
    assert found.refusal.rule == rule
