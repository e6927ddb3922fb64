"""Every refusal, event and label of the table can be told in both languages, with all that it measures."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from random import Random

import pytest

import triarii.games.adlg
from tests.lengths import LONG, at_length
from triarii.core.contract import Choice, Refusal, Span, Turn
from triarii.core.texts import LANGUAGES, PLACEHOLDER, SEAT_ITSELF, Message
from triarii.games.adlg.armies import army
from triarii.games.adlg.battle import order_parser, orders
from triarii.games.adlg.battle.hiding.hidden import Way
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.table import happenings as told_table
from triarii.games.adlg.battle.table import throws
from triarii.games.adlg.battle.table.allegiance import Allegiance
from triarii.games.adlg.battle.table.happenings import Happening
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry.held import Fault
from triarii.games.adlg.position import Position
from triarii.games.adlg.scenarios import scenario
from triarii.games.adlg.setup import happenings as told_setup
from triarii.games.adlg.telling import words
from triarii.games.adlg.writing.notation import read

ROOT = Path(triarii.games.adlg.__file__).parent
TABLE = ("order", "move", "charge", "deed", "ally", "position")
"""Families of refusals that only the table asks for."""


# What the modules ask for, as they are written


@dataclass(frozen=True)
class Asked:
    """A message that a module asks for, and the parameters that it gives."""

    key: str
    params: frozenset[str] | None
    """None where they are not written out."""
    where: str
    blank: bool
    """Whether a parameter is an empty text."""


@cache
def trees() -> dict[str, ast.Module]:
    return {
        source.relative_to(ROOT).as_posix(): ast.parse(source.read_text(encoding="utf-8"))
        for source in sorted(ROOT.rglob("*.py"))
    }


def literals(code: ast.expr) -> list[str]:
    if isinstance(code, ast.IfExp):
        return [*literals(code.body), *literals(code.orelse)]
    return [code.value] if isinstance(code, ast.Constant) and isinstance(code.value, str) else []


def given(call: ast.Call) -> tuple[frozenset[str] | None, bool]:
    """The parameters of a call: those that it names itself, or those of the table that it passes on."""
    pairs = {word.arg: word.value for word in call.keywords if word.arg is not None}
    tables = [value for value in (*call.args[1:], *pairs.values()) if isinstance(value, ast.Dict)]
    named = [word for word in call.keywords if word.arg in (None, "params")]
    passed_on = [word.value for word in named] + call.args[1 if _is_told(call) else 2 :]
    whole = all(isinstance(each, ast.Dict) for each in passed_on) and not any(None in table.keys for table in tables)
    for table in tables:
        pairs |= {
            str(key.value): value
            for key, value in zip(table.keys, table.values, strict=True)
            if isinstance(key, ast.Constant)
        }
    blank = any(isinstance(value, ast.Constant) and value.value == "" for value in pairs.values())
    return frozenset(pairs) if whole else None, blank


def _is_told(call: ast.Call) -> bool:
    """Whether this is an event or a message, which has no rule."""
    return isinstance(call.func, ast.Name) and call.func.id in ("Event", "Message")


FAMILIES = {
    "Refusal": "refusal.",
    "Refused.because": "refusal.",
    "unknown": "refusal.",
    "Event": "event.",
    "Message": "",
}
"""What names a message, and how the keys of these messages begin."""


def asked_for() -> Iterator[Asked]:
    for module, tree in trees().items():
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not call.args:
                continue
            name = ast.unparse(call.func)
            start = FAMILIES.get(name)
            if start is None:
                continue
            where = f"{module}:{call.lineno}"
            for code in literals(call.args[0]):
                if name == "unknown":
                    yield Asked(start + code, frozenset({"name", "known"}), where, False)
                    yield Asked(f"{start}{code}_near", frozenset({"name", "nearest"}), where, False)
                else:
                    params, blank = given(call)
                    yield Asked(start + code, params, where, blank)


def happenings() -> Iterator[Asked]:
    """What happens in battle is told by its class: the fields are what its sentence may tell."""
    for module in (told_table, throws, told_setup):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Happening) and "kind" in vars(kind):
                told = frozenset(each.name for each in fields(kind) if each.metadata.get("told", True))
                yield Asked(f"event.{kind.kind}", told, f"{module.__name__}.{kind.__name__}", False)


@cache
def all_asked() -> list[Asked]:
    """Worked out when a test asks: it takes half a second, and whoever only collects tests need not wait for it."""
    return [*(asked for asked in asked_for() if not asked.key.endswith(".")), *happenings()]


PUT_TOGETHER = {
    *(f"refusal.move.held_{fault.value.lower()}" for fault in Fault),
    *(
        f"verb.{verb}"
        for verb in (*order_parser.VERBS, *order_parser.FREE, *order_parser.SIDES, *orders.Formation, "back")
    ),
    *(f"say.now.{stage.value}" for stage in Stage),
    *(f"say.shown.{shown.value}" for shown in Allegiance),
    "event.marker_unseen",
    "event.march_planned_unseen",
    *(f"say.march_{way.value}" for way in Way),
    "say.corps",
    "say.corps_chief",
    "say.with",
    "say.with_fighting",
}
"""Keys whose last part is not written out where they are asked for."""


def placeholders(key: str) -> set[str]:
    entry = GAME.texts.find(key)
    picks = {str(entry["by"])} if "by" in entry else set()
    found = {name for lang in LANGUAGES for name, *_ in PLACEHOLDER.findall(str(entry[lang]))}
    return picks | {name for name in found if not name.startswith(SEAT_ITSELF)}


def test_the_reading_of_the_modules_finds_what_they_ask_for() -> None:
    codes = {asked.key for asked in all_asked()}
    assert {"refusal.move.too_far", "refusal.charge.not_met", "refusal.order.twice", "refusal.deed.far"} <= codes
    assert {"refusal.over", "refusal.dice", "refusal.position.pose", "event.moved", "label.units"} <= codes
    assert len(codes) > 180


def test_the_game_has_every_message_that_its_modules_ask_for() -> None:
    wanted = {asked.key: asked.where for asked in all_asked()} | dict.fromkeys(PUT_TOGETHER, "put together")
    assert {key: where for key, where in wanted.items() if key not in GAME.texts} == {}


def test_whoever_asks_for_a_message_gives_what_it_tells() -> None:
    lacking = [
        (asked.where, asked.key, sorted(placeholders(asked.key) - asked.params))
        for asked in all_asked()
        if asked.key in GAME.texts and asked.params is not None
        if not placeholders(asked.key) <= asked.params
    ]
    assert lacking == []


def test_nobody_tells_an_empty_text_in_a_refusal() -> None:
    told = [asked for asked in all_asked() if asked.key.startswith("refusal.") and asked.where.startswith("table/")]
    assert [asked.where for asked in told if asked.blank] == []


def test_no_message_of_the_table_is_left_that_nobody_asks_for() -> None:
    wanted = {asked.key for asked in all_asked()} | PUT_TOGETHER
    families = (*(f"refusal.{family}." for family in TABLE), "event.", "label.", "verb.", "say.")
    own = [key for key in GAME.texts.entries if key.startswith(families)]
    assert len(own) > 200
    assert [key for key in own if key not in wanted] == []


def test_the_game_knows_what_armies_and_scenarios_say() -> None:
    for texts in (scenario.TEXTS.entries, army.TEXTS.entries):
        assert {key: GAME.texts.find(key) for key in texts} == dict(texts)


def test_a_refusal_tells_the_measure_and_the_limit() -> None:
    params = {"unit": "u3", "cost": 2500, "limit": 2000}
    assert GAME.texts.word("refusal.move.too_far", "en", **params) == "u3 needs 2.5 UD and has 2 UD here."
    assert GAME.texts.word("refusal.move.too_far", "de", **params) == "u3 braucht 2,5 UD und hat hier 2 UD."
    turned = {"wheel": 12050, "most": 9000}
    assert "120.5 degrees" in GAME.texts.word("refusal.move.wheel_far", "en", **turned)
    assert "120,5 Grad" in GAME.texts.word("refusal.move.wheel_far", "de", **turned)


# Battles with many wrong orders

NUMBERS = ("0", "0.3", "1", "1.25", "2", "3", "5", "30", "90", "120", "1.2345", "far")
WAYS = ("left", "right", "back", "up")
ENDS = {"extend": "1 1", "contract": "u1 advance 2", "go": "3 4", "ride": "2", "pursue": "0.5", "press": "1"}
STEPS = at_length(18, 45)
WRONG = 12
"""Orders that are tried at each step."""


def tell(message: Message) -> None:
    """The message in both languages, as one line without holes."""
    for lang in LANGUAGES:
        told = GAME.texts.say(message, lang)
        assert told.strip() == told != "", message
        assert not any(hole in told for hole in ("  ", " .", " ,", "()", "{", "None")), (message, told)


def some_steps(rng: Random) -> str:
    told = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        kind = rng.choice([kind.word for kind in orders.STEPS])
        numbers = {"turn": 0, "oblique": 2}.get(kind, 1)
        way = [] if kind == "advance" else [rng.choice(WAYS)]
        told.append(" ".join([kind, *way, *(rng.choice(NUMBERS) for _ in range(numbers))]))
    return " ".join(told)


def some_order(position: Position, rng: Random) -> str:
    """An order that somebody could type: most are wrong, and all are of the kind that players get wrong."""
    setting, field = position.setting, position.state.field
    anybody = [*setting.units, *setting.corps, *setting.camps, "u99", "x1"]
    ready = [unit.id for unit in field.units(position.state.active)]
    first = rng.randrange(len(ready)) if ready else 0
    who = "+".join(ready[first : first + rng.choice((1, 1, 2, 3))]) if rng.random() < 0.8 else rng.choice(anybody)
    if position.state.corps and rng.random() < 0.1:
        who = position.state.corps
    chance = rng.random()
    if chance < 0.3:
        return f"{who} {some_steps(rng)}"
    if chance < 0.5:
        return f"{who} {rng.choice(('', some_steps(rng)))} charge {rng.choice(anybody)}"
    verb = rng.choice((*order_parser.VERBS, "flee", "advanc", ""))
    if verb in ("charge", "join", "encourage", "shoot"):
        return f"{who} {verb} {rng.choice(anybody)}"
    if verb == "pivot":
        return f"{who} pivot {rng.choice(WAYS)} {rng.choice(NUMBERS)}"
    return f"{who} {verb} {ENDS.get(verb, '')}"


def tell_choices(position: Position, rng: Random) -> None:
    """An order word by word, with a slip now and then."""
    prefix: tuple[str, ...] = ()
    for _ in range(9):
        offered = position.choices(prefix)
        if isinstance(offered, Refusal):
            tell(offered.message)
        if isinstance(offered, Refusal | str):
            return
        if isinstance(offered, Span):
            prefix = (*prefix, offered.word(rng.choice((offered.low, offered.high))))
            continue
        for choice in offered:
            assert isinstance(choice, Choice)
            tell(choice.label)
        prefix = (*prefix, rng.choice(offered).text)


TOLD = (
    scenario.shipped()
    if LONG
    else ("drill_charge", "drill_walls", "drill_zone", "hastings", "olive_groves", "skirmish")
)
"""All of them when `make soak` asks: what is said depends on troops and orders more than on the table."""


@pytest.mark.parametrize("name", TOLD)
def test_a_battle_with_many_wrong_orders_is_told_in_both_languages(name: str) -> None:
    rng = Random(name)
    position = GAME.start({"scenario": name})
    assert isinstance(position, Position)
    told = set()
    for _ in range(STEPS):
        for message in words.sentences(position.state):
            tell(message)
        if position.turn is Turn.OVER:
            break
        if position.turn is Turn.CHANCE:
            action = rng.choice(position.chances())[0]
        else:
            for _ in range(WRONG):
                refusal = position.check(some_order(position, rng))
                if refusal is not None:
                    tell(refusal.message)
                    told.add(refusal.code)
            tell_choices(position, rng)
            listed = position.actions()
            charges = [each for each in listed if " charge " in each]
            action = rng.choice(charges if charges and rng.random() < 0.5 else listed)
        after = position.play(action)
        for event in GAME.events(position, action, after):
            tell(event.message)
        position = after
    assert len(told) > at_length(10, 15)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 first corps ; - ; - ; -",
        "1 third corps ; - ; - ; - ; -",
        "1 first corps ; u1:1,2:4 ; - ; - ; -",
        "1 first corps ; u1:1,2,36000:4 ; - ; - ; -",
        "1 first corps ; u1:1,2,0:9 ; - ; - ; -",
        "1 first corps ; u99:1,2,0:4 ; - ; - ; -",
        "1 first corps ; u1:1,2,0:4 u1:1,2,0:4 ; - ; - ; -",
        "1 first corps ; u1:1,2,0:4:tired ; - ; - ; -",
        "1 first corps ; u1:1,2,0:4 ; - ; - ; -",
        "1 first corps ; - ; - ; - ; u1:asleep",
        "1 first corps ; - ; - ; -" + 20_000 * " ",
    ],
)
def test_a_text_that_is_no_battle_is_refused_in_both_languages(text: str) -> None:
    position = GAME.start({"scenario": "skirmish"})
    assert isinstance(position, Position)
    refusal = read(text, position.setting)
    assert isinstance(refusal, Refusal)
    assert refusal.code.startswith("position.")
    tell(refusal.message)
