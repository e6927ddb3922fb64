"""The pages of `--help` in both languages: by that of the terminal, or as `--lang` asks; every sentence has both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from tests.cli.running import Within, options_of
from triarii.cli.app import app
from triarii.cli.help_pages import paragraphs, translations
from triarii.cli.usage import Late


def described(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command, argument and option, each with the command that it belongs to."""
    yield path, command
    yield from ((path, each) for each in command.params)
    for name, below in getattr(command, "commands", {}).items():
        if isinstance(below, Late):
            yield path, below
            below = below.loaded()
        yield from described(below, (*path, name))


ALL = list(described(get_command(app)))
COMMANDS = sorted({path for path, _ in ALL})


def test_whatever_is_said_in_english_is_said_in_german_and_nothing_else() -> None:
    said = {each for _, described in ALL if described.help for each in paragraphs(described.help)}
    said.add("Show this message and exit.")
    assert said == set(translations())
    assert len(said) > 100
    assert all(german and german != english for english, german in translations().items())


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_page_has_the_same_options_in_both_languages(within: Within, path: tuple[str, ...]) -> None:
    english, german = (within(*path, "--help", lang=lang).well().out for lang in ("en", "de"))
    assert english.startswith("Usage: triarii")
    assert german.startswith("Aufruf: triarii")
    assert options_of(german) == options_of(english) != set()
    assert "Diese Hilfe zeigen" in german
    for word in ("Usage:", "Options:", "Arguments:", "Commands:", "[default:", "required]"):
        assert word not in german


def test_the_language_that_was_asked_for_beats_that_of_the_terminal(within: Within) -> None:
    assert within("playouts", "--lang", "de", "--help").well().out.startswith("Aufruf:")
    assert within("playouts", "--help", "--lang=en", lang="de").well().out.startswith("Usage:")


def test_commands_are_listed_in_german(within: Within) -> None:
    page = within("--help", lang="de").well().out
    assert "Zwei Spieler einen Wettkampf spielen lassen" in page
    assert "Unversehrte und" in within("admin", lang="de").well().out
