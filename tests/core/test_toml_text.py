"""TOML that somebody wrote: read like any other, but nothing in it can make the reader take gigabytes."""

from __future__ import annotations

import tomllib

import pytest

from tests.hypothesis_profiles import given, st
from triarii.core import toml_text
from triarii.core.toml_text import DEEPEST, TooDeep

BOMBS = {
    "a key": "a" + ".a" * 20_000 + " = 1",
    "a key with blanks": "a" + " . a" * 20_000 + " = 1",
    "a quoted key": '"a"' + '."a"' * 20_000 + " = 1",
    "a literal key": "'a'" + ".'a'" * 20_000 + " = 1",
    "a table": "[a" + ".a" * 20_000 + "]",
    "a list of tables": "[[a" + ".a" * 20_000 + "]]",
    "an inline table": "x = {a" + ".a" * 20_000 + " = 1}",
    "lists": "x = " + "[" * 20_000 + "]" * 20_000,
    "inline tables": "x = " + "{a = " * 20_000 + "1" + "}" * 20_000,
    "behind a comment": "# it's\n" + "a" + ".a" * 20_000 + " = 1",
    "behind strings": 'x = """it\\"""s"""\ny = \'it\\\'\nz = "\\\\"\n' + "a" + ".a" * 20_000 + " = 1",
    "behind a string that never ends": 'x = "\n' + "a" + ".a" * 20_000 + " = 1",
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_what_is_nested_too_deep_is_refused_before_it_is_read(bomb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("it was read"))
    with pytest.raises(TooDeep, match=r"at line \d+, column \d+"):
        toml_text.read(bomb)


def test_as_deep_as_is_allowed_is_read() -> None:
    key = ".".join("a" * DEEPEST)
    assert toml_text.read(f"{key} = 1\n[b]\nx = {'[' * DEEPEST}{']' * DEEPEST}")


def test_dots_in_strings_comments_and_numbers_join_nothing() -> None:
    dots = "." * 100
    text = f"# {dots}\na = \"{dots}\"\nb = '{dots}'\nc = \"\"\"{dots}\n{dots}\"\"\"\nd = '''{dots}'''\n"
    text += f"e = [{', '.join(['1.5'] * 100)}]\n" + "".join(f"f{n} = {n}.5\n" for n in range(100))
    assert toml_text.read(text) == tomllib.loads(text)


PIECES = st.sampled_from(
    ["a", "b", ".", " = ", "\n", '"', "'", '"""', "'''", "\\", "[", "]", "{", "}", "#", ",", "1", "1.5", " ", "é"]
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_all_that_is_not_deep_is_read_as_ever(text: str) -> None:
    """Thirty pieces can be deep too; then both may differ, but never in what they read."""
    try:
        wanted: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        wanted = None
    try:
        found: object = toml_text.read(text)
    except TooDeep:
        assert text.count(".") >= DEEPEST or text.count("[") + text.count("{") > DEEPEST
        return
    except tomllib.TOMLDecodeError:
        found = None
    assert found == wanted
