"""A record is written in one way only, and whatever happens to a file afterwards is found and named."""

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature

from tests.hypothesis_profiles import given, st
from tests.played import KEY, OWN_LAYOUT, SECRET, act, add, chained, deal, header, opened, sentences, unchained
from triarii.core import records
from triarii.core.contract import SEATS, Refusal, Turn
from triarii.core.records import (
    ENTRY_KINDS,
    Acted,
    ChanceFell,
    ClockRead,
    DrawAgreed,
    DrawOffered,
    End,
    Entry,
    FlagFell,
    Header,
    Loaded,
    Record,
    Resigned,
    Seal,
    TimeCalled,
    TookBack,
)

HEADER = header(
    {"layout": OWN_LAYOUT, "begins": "random", "repetition": 3, "city_shelter": True},
    seats=("Anna", "Löwe"),
    texts=("alpha", "β"),
    start="a text of a position",
    date="2025-01-31",
)
ENTRIES: tuple[Entry, ...] = (
    ChanceFell("first"),
    Acted(Turn.FIRST, "b2b4"),
    ClockRead(299_000, 300_000),
    Acted(Turn.SECOND, "c9c7"),
    TookBack(2),
    DrawOffered(Turn.SECOND),
    DrawAgreed(Turn.FIRST),
    Resigned(Turn.SECOND),
    FlagFell(Turn.FIRST),
    TimeCalled(),
)
WHOLE = KEY.sealed(Record(HEADER, ENTRIES, End(None, "record.draw_agreed", SECRET.hex())))
DATA = records.dump(WHOLE)
LINES = DATA.splitlines(keepends=True)
OBJECTS = unchained(DATA)
END, SEAL = OBJECTS[-2:]


def of_format_one(header: Header) -> Header:
    return replace(header, format=1)


TEXT = st.text()
NUMBER = st.integers(0, 2**53)
FIELDS = {"seat": st.sampled_from(SEATS), "text": TEXT, "to": NUMBER, "first": NUMBER, "second": NUMBER}
ENTRY = st.one_of(
    [st.builds(kind, **{each.name: FIELDS[each.name] for each in fields(kind)}) for kind in ENTRY_KINDS.values()]
)
CONTENT = st.recursive(
    TEXT | st.integers(-(2**53), 2**53) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
PAIR = st.tuples(TEXT, TEXT)
HEADERS = st.builds(
    Header,
    game=TEXT,
    rules_version=NUMBER,
    options=st.dictionaries(TEXT, CONTENT, max_size=4),
    seats=PAIR,
    id=TEXT,
    commit=TEXT,
    texts=PAIR,
    start=TEXT,
    date=TEXT,
)
HEXADECIMAL = "0123456789abcdef"
SEALS = st.builds(
    Seal,
    key=st.text(HEXADECIMAL, min_size=64, max_size=64),
    signature=st.text(HEXADECIMAL, min_size=128, max_size=128),
)
ENTRIES_OF_ANY = st.lists(ENTRY, max_size=6).map(tuple)
ENDS = st.builds(End, winner=st.sampled_from([None, *SEATS]), rule=TEXT, secret=TEXT)
RECORDS = st.builds(
    Record, header=HEADERS | HEADERS.map(of_format_one), entries=ENTRIES_OF_ANY, end=st.none() | ENDS
) | st.builds(Record, header=HEADERS, entries=ENTRIES_OF_ANY, end=ENDS, seal=SEALS)


def first_lines(count: int) -> Record | None:
    """The record that so many lines of DATA tell."""
    if not count:
        return None
    end = WHOLE.end if count >= len(LINES) - 1 else None
    return Record(HEADER, ENTRIES[: count - 1], end, WHOLE.seal if count == len(LINES) else None)


def damage_of(data: bytes) -> tuple[Record | None, str, object]:
    """What is left, the code of the damage and the line that it names."""
    loaded = records.parse(data)
    assert loaded.damage is not None
    sentences(loaded.damage)
    return loaded.record, loaded.damage.code, loaded.damage.params["line"]


def reason_of(*lines: dict[str, object]) -> str:
    """The sentence about the last line, which is chained well but says something impossible."""
    loaded = records.parse(chained(lines))
    assert loaded.damage is not None
    assert (loaded.damage.code, loaded.damage.params["line"]) == ("record.line", len(lines))
    return sentences(loaded.damage)[0]


# Round trips


@given(RECORDS)
def test_what_is_written_is_read_again(record: Record) -> None:
    assert records.parse(records.dump(record)) == Loaded(record)


@given(RECORDS)
def test_the_file_is_lines_of_canonical_json_chained_as_published(record: Record) -> None:
    data = records.dump(record)
    assert chained(unchained(data)) == data


def test_every_kind_of_entry_is_tried_here() -> None:
    assert {type(entry) for entry in ENTRIES} == set(ENTRY_KINDS.values())
    assert records.parse(DATA) == Loaded(WHOLE)


def test_a_game_under_way_is_a_record_too() -> None:
    record = Record(HEADER, ENTRIES[:2])
    assert records.parse(records.dump(record)) == Loaded(record)


def test_a_line_break_inside_a_text_breaks_no_line() -> None:
    record = Record(replace(HEADER, seats=("two\nlines", "\u2028\x85\r")))
    assert records.dump(record).count(b"\n") == 1
    assert records.parse(records.dump(record)) == Loaded(record)


def test_a_longer_record_begins_like_the_shorter_one() -> None:
    shorter = Record(HEADER, ENTRIES[:1])
    longer = replace(shorter, entries=ENTRIES[:2])
    assert records.dump(longer).startswith(records.dump(shorter))


# Damage


def test_a_file_cut_off_at_any_byte_gives_all_whole_lines_before() -> None:
    for cut in range(1, len(DATA) + 1):
        data = DATA[:cut]
        whole = data.count(b"\n")
        if data.endswith(b"\n"):
            assert records.parse(data) == Loaded(first_lines(whole))
        else:
            assert damage_of(data) == (first_lines(whole), "record.broken_off", whole + 1)


@pytest.mark.parametrize("number", range(len(LINES)))
def test_any_changed_byte_is_found_in_its_line(number: int) -> None:
    begin = sum(map(len, LINES[:number]))
    for at in range(begin, begin + len(LINES[number])):
        # Without its line break, the last line is only cut off.
        code = "record.broken_off" if at == len(DATA) - 1 else "record.changed_line"
        for other in {DATA[at] ^ 1, 0xFF, *b"\n "} - {DATA[at]}:
            changed = DATA[:at] + bytes([other]) + DATA[at + 1 :]
            assert damage_of(changed) == (first_lines(number), code, number + 1)


@given(st.integers(0, len(DATA) - 1), st.binary(min_size=1, max_size=3), st.integers(0, 3))
def test_inserted_and_lost_bytes_are_found_in_their_line(at: int, inserted: bytes, lost: int) -> None:
    changed = DATA[:at] + inserted + DATA[at + lost :]
    loaded = records.parse(changed)
    whole = next((n for n, line in enumerate(changed.splitlines(keepends=True)) if line != LINES[n : n + 1][0]), None)
    if changed != DATA:
        assert whole is not None
        assert damage_of(changed)[2] == whole + 1
        assert loaded.record == first_lines(whole)


@pytest.mark.parametrize("gone", range(len(LINES)))
def test_a_line_taken_out_is_missed_at_once(gone: int) -> None:
    data = b"".join(LINES[:gone] + LINES[gone + 1 :])
    if gone == len(LINES) - 1:
        # What is left is the same game without its seal.
        assert records.parse(data) == Loaded(first_lines(gone))
    else:
        assert damage_of(data) == (first_lines(gone), "record.changed_line", gone + 1)


@pytest.mark.parametrize("first", range(len(LINES)))
def test_two_lines_in_each_others_place_are_found_at_the_first(first: int) -> None:
    for second in range(first + 1, len(LINES)):
        lines = list(LINES)
        lines[first], lines[second] = lines[second], lines[first]
        assert damage_of(b"".join(lines)) == (first_lines(first), "record.changed_line", first + 1)


@pytest.mark.parametrize("twice", range(len(LINES)))
def test_a_line_that_stands_twice_is_found(twice: int) -> None:
    data = b"".join(LINES[: twice + 1] + LINES[twice:])
    assert damage_of(data) == (first_lines(twice + 1), "record.changed_line", twice + 2)


def test_lines_of_another_record_do_not_fit() -> None:
    other = records.dump(replace(WHOLE, header=replace(HEADER, seats=("Anna", "Bert")))).splitlines(keepends=True)
    assert damage_of(LINES[0] + other[1]) == (first_lines(1), "record.changed_line", 2)


@pytest.mark.parametrize(
    "junk",
    [
        b"\0\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b'"chain"\n',
        b'{"chain":1}\n',
        b"\xff\xfe{\0}\0\n",
        b"[" * 100_000 + b"\n",
        b'{"a":' * 100_000 + b"\n",
        b'{"chain":' + b"9" * 5000 + b"}\n",
        b'{"chain":NaN}\n',
        bytes(range(256)) * 40 + b"\n",
        b"Bread, milk, two onions\n",
        b"Bread, milk, two onions",
        b"<!doctype html>\n<p>{}\n",
    ],
    ids=lambda junk: repr(junk[:12]),
)
def test_junk_is_no_record(junk: bytes) -> None:
    loaded = records.parse(junk)
    assert loaded.damage is not None
    assert (loaded.record, loaded.damage.code) == (None, "record.none")
    sentences(loaded.damage)


@pytest.mark.parametrize(
    "damaged",
    [b"\n", b"\xef\xbb\xbf" + DATA, DATA.replace(b"\n", b"\r\n"), b'{"chain":"\\ud800"}\n'],
    ids=lambda damaged: repr(damaged[:12]),
)
def test_what_begins_like_a_record_is_a_damaged_one(damaged: bytes) -> None:
    assert damage_of(damaged) == (None, "record.changed_line", 1)


def test_an_empty_file_breaks_off_at_once() -> None:
    assert damage_of(b"") == (None, "record.broken_off", 1)


# Lines that are chained well and yet say what no record says


def test_a_record_begins_with_its_header() -> None:
    assert reason_of(OBJECTS[1]) == "Line 1 of the record: A record begins with its header."


def test_a_second_header_is_no_entry() -> None:
    assert "no entry of the kind record" in reason_of(OBJECTS[0], OBJECTS[0])


@pytest.mark.parametrize("version", [3, 0, 10**9])
def test_another_format_is_refused(version: int) -> None:
    assert "this program, which knows formats 1 to 2" in reason_of({**OBJECTS[0], "format": version})


@pytest.mark.parametrize("version", [True, "1", 1.5, None, [1], -1])
def test_a_format_that_is_no_number_is_no_record(version: object) -> None:
    assert "not that of a record" in reason_of({**OBJECTS[0], "format": version})


def test_an_unknown_kind_is_refused_with_the_nearest_known_one() -> None:
    assert "the nearest known one is take_back" in reason_of(OBJECTS[0], {"kind": "takeback", "to": 0})
    assert "there are chance, action," in reason_of(OBJECTS[0], {"kind": "zzz"})


@pytest.mark.parametrize("after", [*OBJECTS[1:-1], OBJECTS[0], {"kind": "zzz"}], ids=lambda line: str(line["kind"]))
def test_nothing_follows_the_end_but_a_seal(after: dict[str, object]) -> None:
    assert "Nothing can follow the end" in reason_of(OBJECTS[0], END, after)
    loaded = records.parse(chained([OBJECTS[0], END, after]))
    assert loaded.record == Record(HEADER, (), WHOLE.end)


@pytest.mark.parametrize("after", [*OBJECTS, {"kind": "zzz"}], ids=lambda line: str(line["kind"]))
def test_nothing_follows_the_seal(after: dict[str, object]) -> None:
    assert "Nothing can follow the end" in reason_of(OBJECTS[0], END, SEAL, after)


def test_only_an_end_can_be_sealed() -> None:
    assert "only after the end" in reason_of(OBJECTS[0], SEAL)
    assert "only after the end" in reason_of(*OBJECTS[:3], SEAL)


def test_the_first_format_has_no_seal() -> None:
    old = {**OBJECTS[0], "format": 1}
    assert "Nothing can follow the end" in reason_of(old, END, SEAL)
    assert "no entry of the kind seal" in reason_of(old, SEAL)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("key", "ab" * 31),
        ("key", "ab" * 33),
        ("key", "AB" * 32),
        ("key", "ab" * 32 + "\n"),
        ("key", "xy" * 32),
        ("key", ""),
        ("signature", "ab" * 63),
        ("signature", "٣" * 128),
        ("signature", "ab" * 32),
    ],
)
def test_a_seal_is_made_of_hexadecimal_digits_and_of_as_many_as_it_needs(name: str, text: str) -> None:
    assert "not that of a record" in reason_of(OBJECTS[0], END, {**SEAL, name: text})


@pytest.mark.parametrize("line", OBJECTS, ids=lambda line: str(line["kind"]))
def test_a_field_that_is_missing_or_too_many_or_of_the_wrong_kind_is_refused(line: dict[str, object]) -> None:
    before = {"record": [], "seal": [OBJECTS[0], END]}.get(str(line["kind"]), OBJECTS[:1])
    bad: list[dict[str, object]] = [{**line, "more": 1}]
    for name, good in line.items():
        bad.append({key: value for key, value in line.items() if key != name})
        bad += [{**line, name: value} for value in (None, True, -1, 1.5, 2**53 + 1, [], ["a"], ["a", 1])]
        bad.append({**line, name: 7 if isinstance(good, str) else "x"})
    for each in bad:
        refusal = records.parse(chained([*before, each])).damage
        assert isinstance(refusal, Refusal), each
        assert refusal.code == "record.line"
        assert refusal.params["line"] == len(before) + 1
        sentences(refusal)


# The page that describes the format

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return found[0]


@pytest.fixture(scope="module")
def checker() -> dict[str, Any]:
    """The program of the page, which uses nothing of ours."""
    program: dict[str, Any] = {}
    exec(block("python"), program)
    return program


def test_the_example_of_the_page_comes_out_byte_for_byte() -> None:
    line = opened({"begins": "random"}, seats=("Anna", "Ben"), texts=("alpha", "beta"), date="2025-01-31")
    assert deal(line) == "second"
    act(line, "b9b7")
    add(line, TookBack(0))
    assert deal(line) == "first"
    act(line, "b2b4")
    add(line, ClockRead(295_000, 300_000), DrawOffered(Turn.FIRST))
    act(line, "b9b7", "b4b6")
    add(line, Resigned(Turn.SECOND))
    assert line.close(SECRET.hex()) is None
    assert records.dump(KEY.sealed(line.record)).decode() == block("jsonl")
    assert KEY.public in PAGE


def test_the_program_of_the_page_checks_the_example(checker: dict[str, Any]) -> None:
    head, *entries, end, _ = checker["check_chain"](block("jsonl").encode())
    assert checker["commitment"](bytes.fromhex(end["secret"])) == head["commit"]
    fallen = [entry["text"] for entry in entries if entry["kind"] == "chance"]
    again = [checker["outcome"](SECRET, head["id"], head["texts"], k, [1, 1]) for k in range(len(fallen))]
    assert [("first", "second")[n] for n in again] == fallen == ["second", "first"]


def test_the_program_of_the_page_finds_a_changed_byte(checker: dict[str, Any]) -> None:
    good = block("jsonl").encode()
    for at in range(0, len(good), 7):
        with pytest.raises((AssertionError, ValueError, KeyError)):
            checker["check_chain"](good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])


def test_the_text_of_the_page_is_bound_to_its_promise_by_the_program_of_the_page(checker: dict[str, Any]) -> None:
    texts = re.findall(r"`([\w-]{22}:[0-9a-f]{64})`", PAGE)
    assert len(texts) == 1
    assert checker["bound"](texts[0], checker["commitment"](SECRET))
    assert not checker["bound"](texts[0], checker["commitment"](bytes(32)))
    assert not checker["bound"]("alpha", checker["commitment"](SECRET))


def test_the_program_of_the_page_checks_the_seal(checker: dict[str, Any]) -> None:
    data = block("jsonl").encode()
    checker["check_seal"](data, KEY.public)
    with pytest.raises(AssertionError):
        checker["check_seal"](data, "ab" * 32)
    lines = unchained(data)
    lines[6]["first"] += 1
    forged = chained(lines)
    checker["check_chain"](forged)
    with pytest.raises(InvalidSignature):
        checker["check_seal"](forged, KEY.public)


def test_the_vectors_of_the_page_are_right(checker: dict[str, Any]) -> None:
    row = re.compile(r"^\| ([\d ]+) \| `(.*)` \| `(.*)`, `(.*)` \| (\d+) \| `(\w{32})` \| (\d+) \|$", re.MULTILINE)
    vectors = row.findall(PAGE)
    assert len(vectors) == 5
    for weights, game_id, first, second, k, number, outcome in vectors:
        known = (SECRET, game_id, (first.strip(), second.strip()), int(k))
        assert f"{checker['number'](*known, 0):032x}" == number
        assert checker["outcome"](*known, list(map(int, weights.split()))) == int(outcome)
    assert checker["commitment"](SECRET) in PAGE


def test_the_page_names_every_kind_of_entry_with_its_fields_and_every_field_of_header_and_end() -> None:
    for kind, made in ENTRY_KINDS.items():
        names = ", ".join(f"`{each.name}`" for each in fields(made))
        assert f"| `{kind}` | {names} |" in PAGE
    for key in [*OBJECTS[0], *END, *SEAL]:
        assert f"\n| `{key}` | " in PAGE
