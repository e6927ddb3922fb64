"""Whatever comes in, by hand, by file or by wire: the answer is a value or a refusal in words, never an exception."""

import datetime as dt
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.hypothesis_profiles import example, given, st
from tests.played import (
    KEY,
    OWN_LAYOUT,
    SECRET,
    add,
    chained,
    header,
    opened,
    play_on,
    sentences,
    unchained,
)
from triarii.core import options, records, registry, seals, timeline
from triarii.core.contract import AnyPosition, Choice, Eye, Refusal, Turn
from triarii.core.proof import prove
from triarii.core.records import ClockRead, Record, Resigned, TookBack
from triarii.core.texts import LANGUAGES
from triarii.games.cities import GAME
from triarii.games.cities.layouts import KEYS, REMARKS, SHIPPED
from triarii.games.cities.squares import NUMBERS

# Rulings under which a position's text differs: with and without history, stall, claims.
SETTINGS: list[dict[str, object]] = [
    {},
    {"begins": "random"},
    {"repetition": 0, "stall_plies": 0},
    {"claims": "by_claim", "repetition": 2, "stall_plies": 6},
    {"stall_plies": 0, "city_shelter": True, "layout": "scattered"},
    {"repetition": 0, "no_move": "loss", "low_count": "cities_first", "city_win_timing": "after_captures"},
]
ANY_TEXT = st.text(st.characters())  # lone surrogates too, as they come from a command line
SQUARE = st.sampled_from(sorted(NUMBERS))
SETTING = st.sampled_from(SETTINGS)
SEEDS = st.integers(0, 9)


@cache
def positions(number: int, seed: int) -> list[AnyPosition]:
    """Every position of one random game."""
    line = opened(SETTINGS[number])
    play_on(line, Random(seed), 250)
    return [line.start, *(step.after for step in line.steps)]


@st.composite
def played(draw: st.DrawFn) -> tuple[AnyPosition, dict[str, object]]:
    """A position that was reached in play, and its options."""
    number = draw(st.integers(0, len(SETTINGS) - 1))
    return draw(st.sampled_from(positions(number, draw(SEEDS)))), SETTINGS[number]


@st.composite
def mistyped(draw: st.DrawFn, text: str, letters: st.SearchStrategy[str]) -> str:
    """A text with some letters inserted, lost, changed, doubled or moved."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = at + draw(st.integers(0, 3))
        to = draw(st.integers(0, len(text)))
        lost = text[:at] + text[end:]
        text = draw(
            st.sampled_from(
                [text[:at] + draw(letters) + text[end:], lost, lost[:to] + text[at:end] + lost[to:], text + text[at:]]
            )
        )
    return text


def fine(found: object) -> bool:
    """Whether something was found; a refusal must have its words."""
    if isinstance(found, Refusal):
        sentences(found)
        return False
    return True


# Positions


def check_position(text: str, chosen: Mapping[str, object]) -> None:
    position = GAME.parse(text, chosen)
    if isinstance(position, Refusal):
        sentences(position)
        return
    again = GAME.parse(position.text(), chosen)
    assert again == position
    assert hash(again) == hash(position)
    assert not isinstance(again, Refusal)
    assert again.text() == position.text()
    assert (again.turn, again.key, again.result()) == (position.turn, position.key, position.result())
    assert (position.turn is Turn.OVER) == (position.result() is not None)
    assert bool(position.actions()) == (position.turn in (Turn.FIRST, Turn.SECOND))
    assert all(position.check(action) is None for action in position.actions())
    view = position.view(Eye.OBSERVER)
    assert GAME.imagine(view, Random(0)) == position
    assert GAME.drawing(view)
    assert all(GAME.texts.say(message, lang) for message in GAME.words(view) for lang in LANGUAGES)


POSITION_LETTERS = st.text("0123456789/FfHh abcdefghij-~,*@?", max_size=3) | st.sampled_from(
    [" claimed", " ~pass", "10", "/10", " ~b2c4,b9b7*", " @", "a1", "999999"]
)


@given(ANY_TEXT, SETTING)
def test_any_text_is_a_position_or_is_refused(text: str, chosen: dict[str, object]) -> None:
    check_position(text, chosen)


@given(st.text("0123456789/FfHh abcdefghij-~,*@?", max_size=120), SETTING)
def test_any_text_in_the_letters_of_positions_is_one_or_is_refused(text: str, chosen: dict[str, object]) -> None:
    check_position(text, chosen)


@given(st.data(), played())
def test_a_mistyped_position_is_a_position_or_is_refused(
    data: st.DataObject, known: tuple[AnyPosition, dict[str, object]]
) -> None:
    position, chosen = known
    check_position(data.draw(mistyped(position.text(), POSITION_LETTERS | ANY_TEXT)), chosen)


@given(played(), SETTING)
def test_a_position_read_under_other_options_is_a_position_or_is_refused(
    known: tuple[AnyPosition, dict[str, object]], chosen: dict[str, object]
) -> None:
    check_position(known[0].text(), chosen)


@given(
    st.lists(st.sampled_from("FHfh......"), min_size=100, max_size=100),
    st.sampled_from("12?"),
    st.lists(SQUARE, min_size=8, max_size=8, unique=True),
    st.integers(0, 8),
    st.integers(0, 200),
    SETTING,
)
def test_pieces_anywhere_are_a_position_or_are_refused(
    signs: list[str], side: str, cities: list[str], split: int, stall: int, chosen: dict[str, object]
) -> None:
    for sign in "FHfh":  # few enough for a box now and then
        while sum(each.lower() == sign.lower() and each.isupper() == sign.isupper() for each in signs) > 5:
            signs[signs.index(sign)] = "."
    rows = "/".join("".join(signs[row * 10 : row * 10 + 10]).replace(".", "1") for row in range(10))
    check_position(f"{rows} {side} {''.join(cities[:split])}-{''.join(cities[split:])} {stall}", chosen)


# Actions and choices


ACTION = (
    ANY_TEXT
    | st.text("abcdefghij0123456789=H", max_size=8)
    | st.builds("{}{}".format, SQUARE, SQUARE | st.just("=H"))
    | st.sampled_from(["pass", "claim", "first", "second"])
)


@given(ACTION, played())
def test_any_text_is_an_action_or_is_refused_and_so_is_the_action(
    text: str, known: tuple[AnyPosition, dict[str, object]]
) -> None:
    position: Any = known[0]
    before = position.text()
    action = GAME.action(text)
    if fine(action):
        assert not isinstance(action, Refusal)
        assert GAME.action_text(action) == text
        if fine(position.check(action)):
            assert action in position.actions()
            after = position.play(action)
            for event in GAME.events(position, action, after):
                assert all(GAME.texts.say(event.message, lang) for lang in LANGUAGES)
            check_position(after.text(), known[1])
        else:
            assert action not in position.actions()
    assert position.text() == before


@given(st.lists(SQUARE | st.sampled_from(["=H", "pass", "claim"]) | ANY_TEXT, max_size=4), played())
def test_any_words_lead_on_to_choices_or_an_action_or_are_refused(
    prefix: list[str], known: tuple[AnyPosition, dict[str, object]]
) -> None:
    position = known[0]
    found = position.choices(prefix)
    if isinstance(found, Refusal):
        sentences(found)
    elif isinstance(found, list):
        assert found
        for choice in found:
            assert isinstance(choice, Choice)
            assert all(GAME.texts.say(choice.label, lang) for lang in LANGUAGES)
            assert not isinstance(position.choices([*prefix, choice.text]), Refusal)
    else:
        assert found in position.actions()


# Options and layouts


OPTION_NAME = st.sampled_from([option.name for option in GAME.info.options])
WORD = (
    ANY_TEXT
    | st.builds("{}={}".format, OPTION_NAME | ANY_TEXT, ANY_TEXT | st.integers().map(str))
    | st.builds("{}=@{}".format, OPTION_NAME, st.text("x/.~ é\0", max_size=5))
)
LEAF = (
    st.booleans()
    | st.integers()
    | st.sampled_from([2**53, 2**53 + 1, 10**4000, -(10**4000)])
    | st.floats()
    | ANY_TEXT
    | SQUARE
    | st.dates()
    | st.datetimes(timezones=st.none() | st.just(dt.UTC))
    | st.times()
)
TOML = st.recursive(
    LEAF, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
)
SQUARES = st.lists(SQUARE, max_size=9) | st.lists(SQUARE, min_size=8, max_size=8, unique=True) | TOML
LAYOUT = st.dictionaries(
    st.sampled_from(KEYS + REMARKS) | st.text(max_size=9), SQUARES | TOML, max_size=6
) | st.fixed_dictionaries(
    {"fighters": SQUARES, "cities": st.lists(SQUARE, min_size=4, max_size=4, unique=True) | SQUARES},
    optional=dict.fromkeys(KEYS[2:], SQUARES) | dict.fromkeys(REMARKS, TOML),
)


def check_options(chosen: Mapping[str, object]) -> None:
    start = GAME.start(chosen)
    if isinstance(start, Refusal):
        sentences(start)
        return
    check_position(start.text(), chosen)
    line = timeline.begin(GAME, header(chosen))
    assert not isinstance(line, Refusal)
    again = records.parse(records.dump(line.record))
    assert again.damage is None
    assert again.record == line.record


@given(st.lists(WORD, max_size=4))
def test_any_words_are_options_or_are_refused(words: list[str]) -> None:
    found = options.from_words(GAME.info, words)
    if isinstance(found, Refusal):
        sentences(found)
    else:
        check_options(found)


@given(st.dictionaries(OPTION_NAME | ANY_TEXT, TOML | st.sampled_from(["first", "loss", "by_claim", 0, 3, True])))
def test_any_values_are_options_or_are_refused(chosen: dict[str, object]) -> None:
    check_options(chosen)


@given(LAYOUT, st.sampled_from(["first", "random"]))
def test_any_table_is_a_layout_or_is_refused(layout: dict[str, object], begins: str) -> None:
    check_options({"layout": layout, "begins": begins})


OWN_FILE = """
name = "own"
fighters = ["b1", "d1", "f1", "h1", "c2", "e2", "g2", "i2"]
cities = ["a3", "d4", "g4", "j3"]
note = 'mine'
"""


@pytest.fixture(scope="module")
def own_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("layouts") / "own.toml"


TOML_LETTERS = ANY_TEXT | st.sampled_from(
    ["[", "]", "[[", "{", "=", '"', "'''", "\\u", "#", "\n", "a.b=", "0x", "1e9", "nan", "1979-05-27", "true", ","]
)


@given(st.data())
def test_any_file_is_a_layout_or_is_refused(own_file: Path, data: st.DataObject) -> None:
    text = data.draw(ANY_TEXT | mistyped(OWN_FILE, TOML_LETTERS))
    own_file.write_bytes(text.encode(errors="surrogatepass"))
    found = options.from_words(GAME.info, [f"layout=@{own_file}"])
    if isinstance(found, Refusal):
        sentences(found)
    else:
        check_options(found)


@given(st.binary())
def test_any_bytes_in_a_file_are_a_layout_or_are_refused(own_file: Path, data: bytes) -> None:
    own_file.write_bytes(data)
    found = options.from_words(GAME.info, [f"layout=@{own_file}"])
    if isinstance(found, Refusal):
        sentences(found)
    else:
        check_options(found)


# Records


@cache
def record_with_everything() -> Record:
    line = opened({"begins": "random", "layout": OWN_LAYOUT}, seats=("Anna", "Löwe"), texts=("a", "β"))
    play_on(line, Random(3), 6)
    add(line, TookBack(2), ClockRead(1, 2))
    play_on(line, Random(4), 5)
    add(line, TookBack(0))
    play_on(line, Random(5), 4)
    add(line, Resigned(Turn.FIRST))
    assert line.close(SECRET.hex()) is None
    return KEY.sealed(line.record)


def check_record(data: bytes) -> None:
    loaded = records.parse(data)
    if loaded.damage is not None:
        sentences(loaded.damage)
    record = loaded.record
    if record is None:
        assert loaded.damage is not None
        return
    assert data.startswith(records.dump(record))
    fine(registry.game(record.header.game, record.header.rules_version))
    line, problem = timeline.replay(GAME, record)
    if problem is not None:
        sentences(problem)
    if line is not None:
        check_position(line.position.text(), line.record.header.options)
        for step in line.steps:
            assert line.events(step)
    proof = prove(GAME, record)
    assert (proof.problem is None) == (problem is None) or proof.problem is not None
    if proof.problem is not None:
        sentences(proof.problem)
    unsealed = seals.fault(record, KEY.public)
    if unsealed is not None:
        sentences(unsealed)
    else:
        assert record == record_with_everything(), "only what the server has sealed passes for its own"


@given(st.binary())
@example(b"")
@example(b"\n\n")
def test_any_bytes_are_a_record_or_damage(data: bytes) -> None:
    check_record(data)


@given(st.data())
def test_a_damaged_record_is_read_up_to_the_damage(data: st.DataObject) -> None:
    text = records.dump(record_with_everything()).decode()
    changed = data.draw(mistyped(text, ANY_TEXT | st.sampled_from(['"', "}", "\n", '{"kind":"action"', "0"])))
    check_record(changed.encode(errors="surrogatepass"))


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**53 + 1, 10**4000])
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | SQUARE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
KIND = st.sampled_from([*records.ENTRY_KINDS, "record", "end", "seal"]) | st.text()


@st.composite
def lines_with_changes(draw: st.DrawFn) -> list[dict[str, Any]]:
    """The lines of a good record with some fields changed, lost or added, and lines doubled, lost and moved."""
    lines = unchained(records.dump(record_with_everything()))
    for _ in range(draw(st.integers(1, 3))):
        line = lines[draw(st.integers(0, len(lines) - 1))]
        name = draw(st.sampled_from(sorted(line)) if line else st.text())
        match draw(st.sampled_from(["change", "change", "lose", "add", "swap", "double", "drop", "kind"])):
            case "change":
                other = draw(st.sampled_from(lines))
                line[name] = draw(JSON | ACTION.filter(written) | st.just(other.get(name, 0)))
            case "lose":
                line.pop(name, None)
            case "add":
                line[draw(st.text())] = draw(JSON)
            case "kind":
                line["kind"] = draw(KIND)
            case "swap":
                at = draw(st.integers(0, len(lines) - 2))
                lines[at], lines[at + 1] = lines[at + 1], lines[at]
            case "double":
                lines.insert(draw(st.integers(0, len(lines))), dict(line))
            case "drop" if len(lines) > 2:
                lines.remove(line)
    return lines


def written(text: str) -> bool:
    """Whether a text can stand in a file at all."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


@given(lines_with_changes())
def test_a_record_chained_well_with_any_changes_is_read_or_refused(lines: list[dict[str, Any]]) -> None:
    check_record(chained(line for line in lines if "chain" not in line))


@given(st.lists(st.dictionaries(st.sampled_from(["kind", "format", "text"]) | st.text(), JSON), min_size=1, max_size=3))
def test_any_objects_chained_well_are_a_record_or_are_refused(lines: list[dict[str, Any]]) -> None:
    check_record(chained(line for line in lines if "chain" not in line))


@given(
    st.dictionaries(OPTION_NAME | st.text(), JSON | st.sampled_from(["random", *SHIPPED, 0, 3, True]), max_size=4),
    st.fixed_dictionaries({}, optional={name: JSON | st.text() for name in ("game", "id", "commit", "start", "date")}),
)
def test_a_header_with_any_options_and_fields_is_read_or_refused(
    chosen: dict[str, Any], changes: dict[str, Any]
) -> None:
    lines = unchained(records.dump(record_with_everything()))
    check_record(chained([{**lines[0], "options": chosen, **changes}, *lines[1:]]))


@given(st.text(), st.data())
def test_a_game_that_starts_from_any_position_is_read_or_refused(text: str, data: st.DataObject) -> None:
    position, chosen = data.draw(played())
    start = data.draw(st.just(text) | st.just(position.text()) | mistyped(position.text(), POSITION_LETTERS))
    lines = unchained(records.dump(record_with_everything()))
    check_record(chained([{**lines[0], "options": chosen, "start": start}, *lines[1:]]))


# Names


@given(ANY_TEXT, st.none() | st.integers())
def test_any_name_is_a_game_or_is_refused(name: str, version: int | None) -> None:
    fine(registry.game(name, version))
    fine(registry.game("cities", version))


@given(ANY_TEXT | st.builds("{}:{}".format, st.sampled_from(["random", "greedy", "twoply"]), ANY_TEXT))
def test_any_name_and_settings_are_a_player_or_are_refused(word: str) -> None:
    fine(registry.player(word, "cities"))
