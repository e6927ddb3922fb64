"""Options are checked before anything starts, completed with the defaults, and read from words and files."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from tests.hypothesis_profiles import given, st
from tests.played import OWN_LAYOUT, sentences
from triarii.core import options
from triarii.core.contract import OptionInfo, Refusal, Span
from triarii.games.cities import GAME

INFO = GAME.info
DEFAULTS = {option.name: option.default for option in INFO.options}


def option(name: str) -> OptionInfo:
    found = INFO.option(name)
    assert found is not None
    return found


def refused(found: object) -> str:
    assert isinstance(found, Refusal)
    return sentences(found)[0]


def completed(given_options: Mapping[str, object]) -> dict[str, object]:
    found = options.complete(INFO, given_options)
    assert not isinstance(found, Refusal), found
    return found


# Completing


def test_what_is_not_given_has_its_default() -> None:
    assert completed({}) == DEFAULTS
    assert completed({"begins": "random", "repetition": 0}) == {**DEFAULTS, "begins": "random", "repetition": 0}


def test_the_defaults_of_every_option_are_allowed() -> None:
    assert [options.check(each, each.default) for each in INFO.options] == [None] * len(INFO.options)


def test_an_unknown_option_is_refused_with_the_nearest_known_one() -> None:
    assert refused(options.complete(INFO, {"begin": "first"})) == "There is no option begin; did you mean begins?"
    far = refused(options.complete(INFO, {"zzz": 1}))
    assert far.startswith("There is no option zzz; there are layout, begins, younger,")
    assert far.endswith("city_shelter and claims.")


@pytest.mark.parametrize("value", [-1, 1001, 10**30, 2.0, "3", True, None, [3], 2**64])
def test_a_number_must_be_whole_and_within_its_span(value: object) -> None:
    refused(options.complete(INFO, {"repetition": value}))


@pytest.mark.parametrize("value", [0, 3, 1000])
def test_both_ends_of_a_span_belong_to_it(value: int) -> None:
    assert completed({"repetition": value})["repetition"] == value


def test_a_span_may_have_steps() -> None:
    tens = Span(10, 50, 10)
    assert [number for number in range(100) if number in tens] == [10, 20, 30, 40, 50]


@pytest.mark.parametrize("value", [1, 0, "true", "yes", None, 1.0])
def test_yes_and_no_are_no_numbers_and_no_words(value: object) -> None:
    found = options.complete(INFO, {"city_shelter": value})
    assert "city_shelter" in refused(found)


@pytest.mark.parametrize("value", ["First", "", "third", 1, True, ["first"], {"first": "first"}])
def test_a_choice_is_one_of_its_words(value: object) -> None:
    found = refused(options.complete(INFO, {"begins": value}))
    assert found.endswith("it takes first, second, random and younger.")


def test_a_long_value_is_not_told_at_length() -> None:
    assert len(refused(options.complete(INFO, {"begins": "x" * 10_000}))) < 200


def test_a_content_is_one_of_ours_by_name_or_a_table() -> None:
    assert completed({"layout": "deep"})["layout"] == "deep"
    assert completed({"layout": OWN_LAYOUT})["layout"] == OWN_LAYOUT
    assert "it takes gates, rear," in refused(options.complete(INFO, {"layout": "Gates"}))
    for other in (7, True, ["b2"]):
        assert "it takes gates, rear," in refused(options.complete(INFO, {"layout": other}))


def nested(depth: int) -> object:
    value: object = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        None,
        date(2025, 1, 31),
        2**53 + 1,
        int("9" * 4000) ** 2,
        "\ud800",
        b"bytes",
        {1: 2},
        {"\udfff": 1},
        {1},
        nested(17),
        nested(100_000),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_record_cannot_keep_exactly_is_refused(value: object) -> None:
    for content in (value, {"note": value}, {"note": [{"deep": value}]}):
        for name in ("layout", "begins"):
            assert "holds something that a record can't keep" in refused(options.complete(INFO, {name: content}))


@given(st.dictionaries(st.sampled_from(sorted(DEFAULTS)) | st.text(), st.text() | st.integers() | st.booleans()))
def test_completing_what_is_complete_changes_nothing(chosen: dict[str, object]) -> None:
    found = options.complete(INFO, chosen)
    if isinstance(found, Refusal):
        sentences(found)
    else:
        assert set(found) == set(DEFAULTS)
        assert {name: found[name] for name in chosen} == chosen
        assert options.complete(INFO, found) == found


# Words


def test_words_spell_numbers_choices_and_yes_and_no() -> None:
    words = ["repetition=5", "begins=random", "city_shelter=true", "layout=deep", "stall_plies=007"]
    assert options.from_words(INFO, words) == {
        "repetition": 5,
        "begins": "random",
        "city_shelter": True,
        "layout": "deep",
        "stall_plies": 7,
    }


def test_the_last_word_about_an_option_counts() -> None:
    assert options.from_words(INFO, ["repetition=5", "repetition=4"]) == {"repetition": 4}


def test_a_word_without_an_equals_sign_is_no_option() -> None:
    assert refused(options.from_words(INFO, ["begins"])) == "An option is written KEY=VALUE, not begins."


def test_a_name_is_checked_before_its_value_is_read() -> None:
    assert "did you mean layout?" in refused(options.from_words(INFO, ["layuot=@nowhere"]))
    assert "There is no option ;" in refused(options.from_words(INFO, ["=1"]))


@pytest.mark.parametrize(
    "word", ["", "-", "+5", "5.0", "1e3", "٣", "５", " 5", "5 ", "0x5", "1_000", "9" * 10, "9" * 100_000, "--5"]
)
def test_a_number_is_written_in_plain_digits_and_not_endlessly(word: str) -> None:
    found = options.from_words(INFO, [f"repetition={word}"])
    assert refused(found) == "The option repetition takes a whole number from 0 to 1000."


def test_a_number_out_of_its_span_is_read_and_then_refused() -> None:
    for word in ("-5", "1001", "999999999"):
        found = options.from_words(INFO, [f"repetition={word}"])
        assert found == {"repetition": int(word)}
        assert "from 0 to 1000" in refused(options.complete(INFO, found))


def test_a_value_that_is_not_among_the_choices_is_kept_for_the_refusal() -> None:
    found = options.from_words(INFO, ["begins=me=you", "city_shelter=True"])
    assert found == {"begins": "me=you", "city_shelter": "True"}


# Files


def own_layout(folder: Path, text: str | bytes) -> object:
    path = folder / "own.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return options.from_words(INFO, [f"layout=@{path}"])


def test_a_file_is_taken_by_content_under_its_own_name_or_the_files(tmp_path: Path) -> None:
    assert own_layout(tmp_path, 'fighters = ["b2"]') == {"layout": {"fighters": ["b2"], "name": "own"}}
    assert own_layout(tmp_path, 'name = "Löwenhof"') == {"layout": {"name": "Löwenhof"}}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fighters = [", "Invalid value (at end of document)"),
        ("fighters = 1\nfighters = 2", "Cannot overwrite a value"),
        ("\0", "Invalid statement"),
        (b'name = "\xff"', "UnicodeDecodeError"),
        (b"\xff\xfea\0", "UnicodeDecodeError"),
        ("a = " + "[" * 100_000, "Nested too deep (at line 1"),
        ("a = " + "9" * 5000, "ValueError"),
        ("a = 2025-13-45", ""),
    ],
    ids=lambda text: repr(text[:15]),
)
def test_a_bad_file_is_refused_with_the_reason(tmp_path: Path, text: str | bytes, reason: str) -> None:
    found = refused(own_layout(tmp_path, text))
    assert found.startswith("The file ")
    assert f"own.toml for the option layout can't be read: {reason}" in found or not reason


@pytest.mark.parametrize("name", ["", "missing.toml", ".", "file/x.toml", "x" * 300, "nul\0.toml", "\udcff"])
def test_a_path_that_leads_to_no_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    assert "can't be read" in refused(options.from_words(INFO, [f"layout=@{name}"]))


@pytest.mark.parametrize("value", ["1979-05-27", "1.5", "nan", "inf", "0x" + "f" * 5000, "07:32:00"])
def test_a_file_that_holds_what_a_record_cannot_keep_starts_no_game(tmp_path: Path, value: str) -> None:
    found = own_layout(tmp_path, f"note = {value}")
    assert isinstance(found, dict)
    assert "holds something that a record can't keep" in refused(GAME.start(found))


# Near misses


@pytest.mark.parametrize(
    ("word", "meant"),
    [("begin", "begins"), ("Layout", "layout"), ("stall_plys", "stall_plies"), ("q", ""), ("", ""), ("x" * 10_000, "")],
)
def test_the_nearest_known_word_is_found_or_none(word: str, meant: str) -> None:
    assert options.nearest(word, DEFAULTS) == meant
