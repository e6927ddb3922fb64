"""The mutation generator finds every number of a table once, and changes nothing else."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tools import mutate

TABLE = """# 10 things nobody should change
title = "no number"
steps = 2          # 2 steps
share = 0.25
below = -1
flag = true
rule = "toy.7"
squares = ["b2", "a10",
  "j9"]
"1st" = 3

[level1]
values = [[1, 2], [3]]
inner = { key4 = 5, when = "round 6 of 09" }

[[row]]
text = '''
7 lines
# 8 is no comment here'''
"""
FILE = Path("triarii/games/toy/table.toml")


def found() -> list[mutate.Mutant]:
    return list(mutate.mutants(FILE, TABLE))


def test_it_finds_numbers_in_values_and_strings_and_none_in_keys_comments_and_citations() -> None:
    assert [(mutant.line, mutant.before, mutant.after) for mutant in found()] == [
        (3, "2", "3"),
        (4, "0.25", "0.26"),
        (5, "1", "2"),
        (8, "2", "3"),
        (8, "10", "11"),
        (9, "9", "10"),
        (10, "3", "4"),
        (13, "1", "2"),
        (13, "2", "3"),
        (13, "3", "4"),
        (14, "5", "6"),
        (14, "6", "7"),
        (14, "09", "10"),
        (18, "7", "8"),
        (19, "8", "9"),
    ]


def test_each_mutant_is_valid_and_differs_in_exactly_one_value() -> None:
    original = dict(mutate.leaves(tomllib.loads(TABLE)))
    seen = set()
    for mutant in found():
        text = mutant.apply(TABLE)
        changed = dict(mutate.leaves(tomllib.loads(text)))
        assert changed.keys() == original.keys()
        assert sum(changed[path] != original[path] for path in original) == 1
        seen.add(text)
    assert len(seen) == len(found())


def test_a_mutant_names_its_place() -> None:
    assert str(found()[0]) == "src/triarii/games/toy/table.toml:3: 2 -> 3"


@pytest.mark.parametrize(
    ("number", "after"), [("0", "1"), ("9", "10"), ("09", "10"), ("007", "008"), ("1.9", "2.0"), ("0.95", "0.96")]
)
def test_the_next_number_keeps_its_form(number: str, after: str) -> None:
    assert mutate.successor(number) == after


def test_texts_are_no_data(tmp_path: Path) -> None:
    package = tmp_path / "triarii/games/toy"
    package.mkdir(parents=True)
    for name in ("rules.toml", "messages.toml", "b.toml", "a.toml"):
        (package / name).write_text("n = 1\n", encoding="utf-8")
    assert [path.name for path in mutate.tables("toy", tmp_path)] == ["a.toml", "b.toml"]
    assert len(mutate.all_mutants("toy", tmp_path)) == 2


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A tree with one table of two numbers and a data test that looks at only one of them."""
    contents = {
        "src/triarii/__init__.py": "",
        "src/triarii/games/__init__.py": "",
        "src/triarii/games/toy/__init__.py": "",
        "src/triarii/games/toy/table.toml": "seen = 1\nunseen = 2\n",
        "pyproject.toml": '[tool.pytest.ini_options]\nmarkers = ["data: x"]\n',
        "tests/games/toy/test_toy_data.py": (
            "import tomllib\nfrom importlib import resources\nimport pytest\n"
            "TABLE = tomllib.loads(resources.files('triarii.games.toy').joinpath('table.toml').read_text())\n"
            "@pytest.mark.data\ndef test_seen(): assert TABLE['seen'] == 1\n"
            "def test_of_something_else(): assert TABLE['unseen'] == 2\n"
        ),
    }
    for name, text in contents.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "tree"


def test_a_number_that_no_data_test_looks_at_survives_and_the_tree_stays_as_it_is(toy: Path) -> None:
    before = {path: path.read_bytes() for path in toy.rglob("*") if path.is_file()}
    steps: list[int] = []
    summary = mutate.mutate("toy", jobs=2, root=toy, step=steps.append)
    assert [str(mutant) for mutant in summary.survivors] == ["src/triarii/games/toy/table.toml:2: 2 -> 3"]
    assert (summary.mutants, steps) == (2, [2, 2])
    assert summary.as_json()["noticed"] == 1
    assert {path: path.read_bytes() for path in toy.rglob("*") if path.is_file()} == before


def test_tests_that_fail_beforehand_are_no_measure(toy: Path) -> None:
    (toy / "src/triarii/games/toy/table.toml").write_text("seen = 5\n", encoding="utf-8")
    with pytest.raises(mutate.Unmutable, match="data tests of toy fail"):
        mutate.mutate("toy", jobs=1, root=toy)


def test_a_game_without_data_tests_is_no_measure(toy: Path) -> None:
    (toy / "tests/games/toy/test_toy_data.py").write_text("def test_nothing(): pass\n", encoding="utf-8")
    with pytest.raises(mutate.Unmutable, match="or there are none"):
        mutate.mutate("toy", jobs=1, root=toy)
