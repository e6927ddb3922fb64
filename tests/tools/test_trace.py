"""Tracing on made-up trees: it counts what is covered, and it can fail in every way it promises."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import trace
from tools.trace import Marks, Rule, Rules, Statement

REPO = Path(trace.__file__).resolve().parent.parent

CHECKLIST = """# Toy

Some words.

| rule | statement | what it says | page |
|---|---|---|---|
| toy.aim | TO-001 | Win | sheet, top |
| toy.move | TO-002 | Move a | or b | sheet, middle |
"""
RULES = """
game = "toy"
complete = true

[[rule]]
id = "toy.aim"
covers = ["TO-001"]
kind = "rule"

[[rule]]
id = "toy.move"
covers = ["TO-002"]
kind = "ruled_against"
"""
TESTS = """
import pytest

@pytest.mark.rule("toy.aim", "toy.move")
@pytest.mark.statement("TO-001")
def test_aim(): pass

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.statement("TO-002"))])
def test_move(n): pass
"""
MARKERS = '[tool.pytest.ini_options]\nmarkers = ["rule(id): x", "statement(id): x"]\n'

MEND = "to mend the checklist: python -m tools.trace --write"

Tree = Callable[..., Path]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    def make(checklist: str = CHECKLIST, rules: str | None = RULES, tests: str = TESTS) -> Path:
        contents = {"docs/rules/toy.md": checklist, "tests/test_toy.py": tests, "pyproject.toml": MARKERS}
        if rules is not None:
            contents["src/triarii/games/toy/rules.toml"] = rules
        for name, text in contents.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return make


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # A process of its own, because pytest inside pytest would share its modules; plug-ins only take time to load.
    command = [sys.executable, "-m", "tools.trace", "--root", str(root), *arguments]
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=REPO, env=environment, capture_output=True, text=True, check=False)


def test_a_whole_tree_passes_and_counts_ruled_against_apart(tree: Tree) -> None:
    done = run(tree())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "toy 1 covered, 1 ruled against, 2 in all" in done.stdout


def test_a_faulty_tree_fails_and_the_answer_can_be_had_as_json(tree: Tree) -> None:
    tests = """
import pytest

@pytest.mark.rule("toy.aim", "toy.aims")
@pytest.mark.statement("TO-009")
def test_with_slips(): pass

@pytest.mark.statement
def test_without_an_id(): pass

@pytest.mark.statement("TO-001")
@pytest.mark.skip
def test_that_never_runs(): pass

@pytest.mark.rule("toy.move")
@pytest.mark.xfail
def test_that_is_meant_to_fail(): pass
"""
    done = run(tree(tests=tests), "--json")
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert answer["games"]["toy"] == {
        "statements": 2,
        "covered": 0,
        "partly": [],
        "ruled_against": 0,
        "open": ["TO-001", "TO-002"],
        "rules": 2,
        "untested_rules": ["toy.move"],
        "problems": [
            "rule toy.move has no test",
            "TO-001 is open: no test names it",
            "TO-002 is open: no test names it",
        ],
    }
    assert answer["strays"] == [
        "tests/test_toy.py::test_with_slips names the rule toy.aims, which does not exist",
        "tests/test_toy.py::test_without_an_id names the statement (no id), which does not exist",
        "tests/test_toy.py::test_with_slips names the statement TO-009, which does not exist",
    ]


def test_tests_that_cannot_be_collected_are_told(tree: Tree) -> None:
    done = run(tree(tests="import nowhere_at_all\n"))
    assert done.returncode == 1
    assert "could not be collected" in done.stderr
    assert "nowhere_at_all" in done.stderr


def test_a_stray_mark_alone_is_enough_to_fail(tree: Tree) -> None:
    assert run(tree(tests=TESTS.replace('"toy.move"', '"toy.move", "toy.moves"'))).returncode == 1


ALL_MARKED = Marks({"toy.aim": ["t"], "toy.move": ["t"]}, {"TO-001": ["t"], "TO-002": ["t"]})


def test_a_tree_without_faults_has_no_problems(tree: Tree) -> None:
    (toy,), strays = trace.trace_all(tree(), ALL_MARKED)
    assert (toy.problems, strays) == ([], [])


@pytest.mark.parametrize(
    ("changed", "old", "new", "said"),
    [
        ("rules", '["TO-001"]', "[]", "TO-001 is open: no rule covers it"),
        ("rules", '["TO-001"]', '["TO-001", "TO-007"]', "toy.aim covers TO-007, which the checklist does not have"),
        ("rules", '["TO-001"]', '["TO-001", "TO-002"]', "TO-002 is covered more than once: toy.aim, toy.move"),
        ("rules", '"toy.aim"', '"toy.goal"', "rule toy.goal has no test"),
        ("checklist", "| toy.aim |", "| - |", "TO-001 stands under - in the checklist, not toy.aim"),
        ("checklist", "| toy.aim |", "| toy.move |", "TO-001 stands under toy.move in the checklist, not toy.aim"),
        ("checklist", "TO-002", "TO-001", "statement TO-001 is there twice"),
    ],
)
def test_each_fault_is_a_problem(tree: Tree, changed: str, old: str, new: str, said: str) -> None:
    text = {"checklist": CHECKLIST, "rules": RULES}[changed]
    assert old in text
    (toy,), _ = trace.trace_all(tree(**{changed: text.replace(old, new)}), ALL_MARKED)
    assert said in toy.problems


def test_open_statements_are_allowed_until_the_game_is_complete(tree: Tree) -> None:
    rules = RULES.replace("complete = true", "complete = false").replace('["TO-001"]', "[]")
    (toy,), _ = trace.trace_all(tree(CHECKLIST.replace("toy.aim", "-"), rules), ALL_MARKED)
    assert toy.open == ["TO-001"]
    assert toy.problems == ["the checklist is not in the order of the rules", MEND]


def test_a_game_without_rules_has_only_open_statements(tree: Tree) -> None:
    checklist = CHECKLIST.replace("toy.aim", "-").replace("toy.move", "-")
    (toy,), _ = trace.trace_all(tree(checklist, rules=None), Marks())
    assert toy.summary == "toy 0 covered, 0 ruled against, 2 in all"
    assert not toy.problems


def test_a_game_without_a_checklist_is_traced_too(tree: Tree) -> None:
    root = tree()
    (root / "docs/rules/toy.md").unlink()
    (toy,), strays = trace.trace_all(root, ALL_MARKED)
    assert "toy.aim covers TO-001, which the checklist does not have" in toy.problems
    assert len(strays) == 2


def test_write_mends_rule_column_and_order_and_keeps_the_words(tmp_path: Path) -> None:
    path = tmp_path / "toy.md"
    path.write_text(CHECKLIST.replace("| toy.aim |", "| - |") + "\nAfter the table.\n", encoding="utf-8")
    trace.write_checklist(
        path, Rules([Rule("toy.move", ["TO-002"], "rule"), Rule("toy.aim", ["TO-001"], "rule")], True)
    )
    assert path.read_text(encoding="utf-8") == CHECKLIST.replace(
        "| toy.aim | TO-001 | Win | sheet, top |\n| toy.move | TO-002 | Move a | or b | sheet, middle |\n",
        "| toy.move | TO-002 | Move a | or b | sheet, middle |\n| toy.aim | TO-001 | Win | sheet, top |\n"
        "\nAfter the table.\n",
    )


def test_a_table_in_another_order_than_the_rules_is_a_fault() -> None:
    statements = [Statement("TO-002", "toy.b", "b", "p"), Statement("TO-001", "toy.a", "a", "p")]
    rules = Rules([Rule("toy.a", ["TO-001"], "rule"), Rule("toy.b", ["TO-002"], "rule")], complete=False)
    marks = Marks({"toy.a": ["t"], "toy.b": ["t"]}, {})
    assert "the checklist is not in the order of the rules" in trace.trace("toy", statements, rules, marks).problems
    assert not trace.trace("toy", statements[::-1], rules, marks).problems


def test_a_rule_that_is_there_twice_is_a_fault() -> None:
    rules = Rules([Rule("toy.a", [], "rule"), Rule("toy.a", [], "rule")], complete=False)
    assert trace.trace("toy", [], rules, Marks({"toy.a": ["t"]}, {})).problems == ["rule toy.a is there twice"]


# Kept, not only told

CITED = RULES.replace("complete = true", "complete = true\ncited = true")


def test_a_rule_that_neither_code_nor_data_cites_is_a_fault_where_that_is_promised(tree: Tree) -> None:
    root = tree(rules=CITED)
    package = root / "src/triarii/games/toy"
    (package / "play.py").write_text('"""Who wins (toy.aim)."""\n', encoding="utf-8")
    (toy,), _ = trace.trace_all(root, ALL_MARKED)
    assert toy.problems == ["rule toy.move is cited by no code and no data"]
    (package / "moves").mkdir()
    (package / "moves/steps.toml").write_text("steps = 2  # toy.move\n", encoding="utf-8")
    (toy,), _ = trace.trace_all(root, ALL_MARKED)
    assert toy.problems == []


@pytest.mark.parametrize("told", ["messages.toml", "play_messages.toml", "options.toml", "reference.toml"])
def test_to_tell_a_rule_is_not_to_keep_it(tree: Tree, told: str) -> None:
    root = tree(rules=CITED)
    (root / "src/triarii/games/toy" / told).write_text('rules = ["toy.aim", "toy.move"]\n', encoding="utf-8")
    (toy,), _ = trace.trace_all(root, ALL_MARKED)
    assert len(toy.problems) == 2


@pytest.mark.parametrize("text", ["toy.move.far", "toy.moves", "other.toy.move", 'f"toy.{kind}"', "toy.mov"])
def test_only_the_whole_id_is_a_citation(tree: Tree, text: str) -> None:
    root = tree(rules=CITED)
    (root / "src/triarii/games/toy/play.py").write_text(f"# toy.aim: {text}.\n", encoding="utf-8")
    (toy,), _ = trace.trace_all(root, ALL_MARKED)
    assert toy.problems == ["rule toy.move is cited by no code and no data"]


def test_a_statement_that_is_kept_in_part_is_counted_apart(tree: Tree) -> None:
    rules = RULES.replace('covers = ["TO-001"]', 'covers = ["TO-001"]\npartly = { TO-001 = "nobody wins yet" }')
    (toy,), _ = trace.trace_all(tree(rules=rules), ALL_MARKED)
    assert (toy.covered, toy.partly, toy.problems) == ([], ["TO-001"], [])
    assert toy.summary == "toy 0 covered, 1 partly, 1 ruled against, 2 in all"
    (toy,), _ = trace.trace_all(tree(rules=rules.replace("{ TO-001", "{ TO-002")), ALL_MARKED)
    assert "toy.aim keeps TO-002 partly, but does not cover it" in toy.problems


def test_every_rule_of_lart_de_la_guerre_is_cited_by_its_code_or_data() -> None:
    package = REPO / "src/triarii/games/adlg"
    rules = trace.read_rules(package / "rules.toml")
    assert rules.uncited == []
    assert len(rules.rules) > 250
    assert not {rule.id for rule in rules.rules} <= trace.cited(REPO / "src/triarii/games/cities")


def test_the_page_of_lart_de_la_guerre_counts_its_statements_as_they_are() -> None:
    rules = trace.read_rules(REPO / "src/triarii/games/adlg/rules.toml").rules
    statements = trace.read_checklist(REPO / "docs/rules/adlg.md")
    partly = sum(len(rule.partly) for rule in rules)
    against = sum(len(rule.covers) for rule in rules if rule.kind == "ruled_against")
    doubtful = sum("more than one reading" in statement.text for statement in statements)
    page = " ".join((REPO / "docs/games/adlg.md").read_text(encoding="utf-8").split())
    assert f"Of the sheet's {len(statements)} statements {len(statements) - partly} are covered by a rule" in page
    assert f"with a test, {partly} only in part" in page
    assert f"{doubtful} can be read in more than one way" in page
    assert against == 0, "the page says that none is"
    narrowed = {name for rule in rules for why in rule.partly.values() for name in trace.RULE_ID.findall(why)}
    assert [name for name in narrowed if f"`{name}`" not in page] == []


@pytest.mark.parametrize(("game", "count"), [("cities", 64), ("towar", 105), ("adlg", 638)])
def test_the_checklists_hold_every_statement(game: str, count: int) -> None:
    statements = trace.read_checklist(REPO / "docs" / "rules" / f"{game}.md")
    numbers = sorted(int(statement.id[3:]) for statement in statements)
    assert numbers == list(range(1, count + 1))
