"""Without its extras: rules and line-by-line play need nothing but Python, and what is missing is named with the
command that brings it. Here that is a Python which finds only its own library and what a test puts beside it."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.cli.running import Done, command, environment, terminal
from triarii import builds
from triarii.cli.extras import FOR_RESEARCH, MODULES, Extra

ALONE = (sys.executable, "-S", "-m", "triarii")
"""-S leaves out all that is installed."""
OF_TYPER = ("annotated_doc", "click", "markdown_it", "mdurl", "pygments", "rich", "shellingham", "typer")
PROJECT = tomllib.loads((builds.ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture
def alone(tmp_path: Path) -> dict[str, str]:
    """An environment in which Triarii is installed, and nothing else."""
    info = Path(str(distribution("triarii").locate_file(f"triarii-{distribution('triarii').version}.dist-info")))
    (tmp_path / info.name).symlink_to(info)
    return environment(PYTHONPATH=f"{tmp_path}:{builds.ROOT}", TERM="xterm")


@pytest.fixture
def with_lab(alone: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The same with the smallest extra."""
    for name in OF_TYPER:
        found = importlib.util.find_spec(name)
        assert found is not None
        assert found.origin is not None
        (tmp_path / name).symlink_to(Path(found.origin).parent)
    typing = importlib.util.find_spec("typing_extensions")
    assert typing is not None
    assert typing.origin is not None
    (tmp_path / "typing_extensions.py").symlink_to(typing.origin)
    return alone


def german(env: Mapping[str, str]) -> dict[str, str]:
    return {**env, "LANG": "de_DE.UTF-8"}


def run(*words: str, env: Mapping[str, str]) -> Done:
    return command(*words, env=env, program=ALONE)


def test_what_the_library_offers_needs_nothing_but_python(alone: dict[str, str], tmp_path: Path) -> None:
    typed = (
        "import json, sys, triarii\n"
        "few = len([name for name in sys.modules if name.startswith('triarii')])\n"
        "for name in triarii.game_names():\n"
        "    start = triarii.game(name).start()\n"
        "    triarii.record(start).save(sys.argv[1])\n"
        "    start.svg()\n"
        "triarii.play(triarii.game('towar').start(), *2 * [triarii.player('towar', 'club')], seed=1)\n"
        "known = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
        "print(json.dumps([few, sorted(name for name in known if not name.startswith('_'))]))\n"
    )
    done = command("-c", typed, str(tmp_path / "game.jsonl"), env=alone, program=(sys.executable, "-S")).well()
    few, foreign = json.loads(done.out)
    assert few == 2, "the package and its builds: all else is loaded when it is asked for"
    assert [name for name in foreign if not name.startswith("cython")] == ["triarii"]


def test_installing_the_library_brings_nothing_else() -> None:
    assert PROJECT["dependencies"] == []


def test_the_command_alone_plays_line_by_line_where_nothing_else_is_installed(alone: dict[str, str]) -> None:
    with terminal(env=alone, program=ALONE) as running:
        said = running.until("first:")
        assert 'pip install "triarii[serve]"' in re.sub(r"\s+", " ", said)
        assert 'pip install "triarii[play]"' in re.sub(r"\s+", " ", said)
        running.type("9")
        assert "from 1 to 3" in running.until("first:")
        running.type("")
        assert "Cities & Heroes" in said
        running.until(" turn: ")
        assert "You move d2–d4." in running.ask("d2d4")
        running.type("quit")
        assert running.end() == 0
        assert "Traceback" not in running.said


def test_who_wants_no_game_may_leave(alone: dict[str, str]) -> None:
    with terminal(env=german(alone), program=ALONE) as running:
        assert "Städte & Helden" in running.until("erste:")
        running.type("ende")
        assert running.end() == 0
        assert running.said.rstrip().endswith("Auf Wiedersehen.")


def test_without_a_server_or_a_terminal_the_command_alone_says_what_is_missing(alone: dict[str, str]) -> None:
    assert 'pip install "triarii[serve]"' in run(env=alone).complaint
    assert "in einem Terminal" in run(env=german(alone)).complaint


@pytest.mark.parametrize(
    ("words", "extra"),
    [(("rules", "cities"), "lab"), (("play", "towar"), "play"), (("serve",), "serve"), (("--help",), "lab")],
    ids=str,
)
def test_a_command_without_its_packages_names_the_extra_in_both_languages(
    alone: dict[str, str], words: tuple[str, ...], extra: str
) -> None:
    assert f'pip install "triarii[{extra}]" brings it' in run(*words, env=alone).complaint
    assert f'pip install "triarii[{extra}]" bringt es mit' in run(*words, env=german(alone)).complaint


def test_the_version_can_always_be_had(alone: dict[str, str]) -> None:
    assert run("--version", env=alone).well().out.startswith("triarii ")


def test_with_the_lab_commands_work_and_the_server_is_named_as_missing(with_lab: dict[str, str]) -> None:
    assert run("playouts", "cities", "--games", "10", "--json", env=with_lab).well().json["games"] == 10
    assert 'pip install "triarii[serve]"' in run("serve", env=with_lab).complaint
    assert 'pip install "triarii[serve]"' in run("admin", "check", env=with_lab).complaint
    parts = run("doctor", "--json", env=with_lab).well().json["parts"]
    assert {parts[name] for name in ("play", "serve", "postgres", *FOR_RESEARCH)} == {False}


def test_with_the_lab_the_board_in_the_terminal_is_named_as_missing(with_lab: dict[str, str]) -> None:
    with terminal("play", env=with_lab, program=ALONE) as running:
        assert running.end() == 2
        assert 'pip install "triarii[play]"' in re.sub(r"\s+", " ", running.said)
        assert "Traceback" not in running.said


def test_what_we_look_for_is_what_each_extra_brings() -> None:
    """By the names of packages, which are those of their modules; starlette comes with fastapi."""

    def brought(extra: str) -> set[str]:
        found: set[str] = set()
        for wanted in PROJECT["optional-dependencies"][extra]:
            more = re.fullmatch(r"triarii\[(.+)\]", wanted)
            if more:
                found = found.union(*(brought(name) for name in more[1].split(",")))
            else:
                found.add(re.split(r"[^\w-]", wanted)[0])
        return found

    for extra in Extra:
        assert set(MODULES[extra]) - {"starlette"} <= brought(extra), extra
    assert set(FOR_RESEARCH) | {extra.value for extra in Extra} | {"all", "peers", "pgx"} == set(
        PROJECT["optional-dependencies"]
    )
    for name, modules in FOR_RESEARCH.items():
        assert {"open_spiel" if module == "pyspiel" else module for module in modules} <= brought(name), name
    assert brought("all") == set().union(*(brought(extra) for extra in Extra))
