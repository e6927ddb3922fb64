"""The changes of code: each comparison and number once, tried with the tests that run the line, and kept when known."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from tools import code_workshop, forked_tests, mutate_code, mutation_account, tests_by_line
from tools.mutate import GAMES, ROOT, Mutant

FILE = Path("triarii/games/toy/play.py")
CODE = '''"""3 things that nobody should change < 4."""

LIMIT = 2  # 1 < 2
NAME = f"{LIMIT + 1} ü"


class Die:
    faces = (1, 6)


def hits(die: int, least: int = 3) -> bool:
    if die is None or die not in range(7):
        return False
    return "ü" != NAME and least <= die < 0x10 and (die
        # the border, in a comment
        > LIMIT)


def kind(die: int) -> str:
    match die:
        case 1 if LIMIT == 2:
            return "miss"
    return "hit"
'''


def found() -> list[tuple[int, str, str]]:
    return [(mutant.line, mutant.before, mutant.after) for mutant in mutate_code.code_mutants(FILE, CODE)]


def test_it_finds_comparisons_and_whole_numbers_and_none_in_texts() -> None:
    assert found() == [
        (3, "2", "3"),
        (8, "1", "2"),
        (8, "6", "7"),
        (11, "3", "4"),
        (12, "is", "is not"),
        (12, "not in", "in"),
        (12, "7", "8"),
        (14, "!=", "=="),
        (14, "<=", "<"),
        (14, "<", "<="),
        (14, "0x10", "17"),
        (16, ">", ">="),
        (21, "1", "2"),
        (21, "==", "!="),
        (21, "2", "3"),
    ]


def test_each_change_of_the_rules_is_code_that_differs_in_one_node() -> None:
    names = ["combat/melee.py", "combat/losses.py", "battle/fighting/shots.py", "geometry/evades.py"]
    for file in mutate_code.modules("adlg", names):
        text = (ROOT / "src" / file).read_text(encoding="utf-8")
        before = [ast.dump(node) for node in ast.walk(ast.parse(text)) if not list(ast.iter_child_nodes(node))]
        for mutant in mutate_code.code_mutants(file, text):
            tree = ast.parse(mutant.apply(text))
            after = [ast.dump(node) for node in ast.walk(tree) if not list(ast.iter_child_nodes(node))]
            assert sum(one != other for one, other in zip(before, after, strict=True)) == 1, mutant


# Which code


@pytest.mark.parametrize(
    ("before", "after", "functions"),
    [
        ("LIMIT = 2", "LIMIT = 3", set()),
        ("faces = (1, 6)", "faces = (1, 7)", set()),
        ("least: int = 3", "least: int = 4", set()),
        ("range(7)", "range(8)", {"hits"}),
        ("case 1 if", "case 2 if", {"kind"}),
    ],
)
def test_only_what_is_inside_of_functions_can_be_changed_after_it_was_loaded(
    before: str, after: str, functions: set[str]
) -> None:
    changes = forked_tests.changed_code("play.py", CODE, CODE.replace(before, after))
    assert {code.co_name for code in changes} == functions


# Which tests


@pytest.mark.parametrize(
    ("line", "span", "names"),
    [
        (3, range(3, 4), {"LIMIT"}),
        (8, range(8, 9), {"Die", "faces"}),
        (11, range(11, 12), {"hits"}),
        (12, range(12, 13), set()),
        (16, range(14, 17), set()),
        (21, range(20, 22), set()),
    ],
)
def test_a_line_belongs_to_its_statement_or_when_loaded_to_the_names_that_it_makes(
    line: int, span: range, names: set[str]
) -> None:
    assert tests_by_line.statement(CODE, line) == (span, names)


PLAY = """LEAST = 4
TABLE = {"sure": LEAST + 3}


def hits(die: int) -> bool:
    return die >= LEAST


def kind(die: int) -> str:
    return "sure" if die >= TABLE["sure"] else "open"


def unused(die: int) -> bool:
    return die == 1


def ends(die: int) -> int:
    while die < 3:
        die += 1
    return die
"""
TESTS = """from triarii.games.toy import play


def test_hits():
    assert [die for die in range(1, 7) if play.hits(die)] == [4, 5, 6]


def test_kind():
    assert play.kind(9) == "sure"
    assert play.kind(2) == "open"


def test_ends():
    assert play.ends(1) == 3
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A tree with a few lines of rules and tests that look at some of them."""
    contents = {
        "src/triarii/__init__.py": "",
        "src/triarii/games/__init__.py": "",
        "src/triarii/games/toy/__init__.py": "",
        "src/triarii/games/toy/play.py": PLAY,
        "pyproject.toml": '[tool.pytest.ini_options]\nmarkers = ["compiled: x"]\n',
        "tests/games/toy/test_toy.py": TESTS,
    }
    for name, text in contents.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "tree"


def changed(line: int, before: str, after: str) -> Mutant:
    start = sum(len(each) for each in PLAY.splitlines(keepends=True)[: line - 1])
    return Mutant(FILE, line, before, after, PLAY.index(before, start))


def test_a_fork_of_loaded_tests_tries_functions_and_a_change_that_hangs_is_noticed(toy: Path) -> None:
    shop = code_workshop.CodeWorkshop(toy, toy.parent / "src0", "toy")
    names = {name: f"tests/games/toy/test_toy.py::test_{name}" for name in ("hits", "kind", "ends", "late")}
    takes = dict.fromkeys((names["hits"], names["kind"], names["ends"]), 0.0)
    shop.open()
    try:
        noticed = shop.forked(changed(6, ">=", ">"), takes)
        assert noticed is not None
        assert (noticed.kind, noticed.by) == ("noticed", names["hits"])
        survived = shop.forked(changed(10, ">=", ">"), takes)
        assert survived is not None
        assert survived.kind == "survived"
        hung = shop.forked(changed(19, "1", "0"), takes)
        assert hung is not None
        assert (hung.kind, hung.by) == ("noticed", code_workshop.TOO_LONG)
        assert shop.forked(changed(1, "4", "5"), takes) is None  # it has to be loaded again
        assert shop.forked(changed(6, ">=", ">"), {names["late"]: 0.0}) is None  # as the test is not loaded
        assert shop.afresh(changed(1, "4", "5"), list(takes), 0.0).by == names["hits"]
    finally:
        shop.close()


def test_a_test_that_fails_in_a_fork_without_any_change_notices_nothing(toy: Path) -> None:
    tests = toy / "tests/games/toy/test_toy.py"
    text = (
        f"{TESTS}\n\nimport os\nLOADED_BY = os.getpid()\n\n\ndef test_alone():\n    assert os.getpid() == LOADED_BY\n"
    )
    tests.write_text(text, encoding="utf-8")
    takes = {f"tests/games/toy/test_toy.py::test_{name}": 0.0 for name in ("alone", "hits", "kind")}
    shop = code_workshop.CodeWorkshop(toy, toy.parent / "src0", "toy")
    shop.open()
    try:
        noticed = shop.forked(changed(6, ">=", ">"), takes)
        assert noticed is not None
        assert noticed.by.endswith("test_hits")
        assert shop.forked(changed(10, ">=", ">"), takes) is None  # not all of its tests can say something here
    finally:
        shop.close()


def tried(toy: Path, minutes: float | None = None) -> tuple[mutate_code.Report, list[str]]:
    steps: list[str] = []

    def step(_total: int, fate: code_workshop.Fate) -> None:
        steps.append(f"{fate.mutant.line} {fate.mutant.before} {fate.kind} {fate.by.split('::')[-1]}".strip())

    return mutate_code.mutate_code([FILE], "toy", root=toy, minutes=minutes, step=step), steps


def test_changes_that_no_test_notices_survive_and_what_is_known_is_not_tried_again(toy: Path) -> None:
    report, _ = tried(toy, minutes=0)
    assert (report.mutants, report.fates, report.account) == (9, [], {})  # no time, nothing tried

    report, steps = tried(toy)
    assert steps == [
        "6 >= noticed test_hits",
        "10 >= survived",
        "14 == unreached",
        "14 1 unreached",
        "18 < noticed test_ends",
        "18 3 noticed test_ends",
        "19 1 survived",
        "1 4 noticed test_hits",  # what has to be loaded again comes last
        "2 3 survived",
    ]
    assert str(report.survivors[0].mutant) == "src/triarii/games/toy/play.py:2: 3 -> 4"
    assert (toy / "src/triarii/games/toy/play.py").read_text(encoding="utf-8") == PLAY

    # A better test for one of them, and the reason why another one makes no difference: only what was not noticed and
    # has other tests than before is tried again.
    tests, kept = toy / "tests/games/toy/test_toy.py", toy / "build/mutants/toy.jsonl"
    tests.write_text(TESTS.replace("play.kind(9)", "play.kind(7)"), encoding="utf-8")
    (toy / "tools").mkdir()
    (toy / "tools/equivalents.toml").write_text(
        '[[equivalent]]\nfile = "toy/play.py"\nline = "die += 1"\nchange = "1 -> 2"\nwhy = "It ends there as well."\n',
        encoding="utf-8",
    )
    before = len(kept.read_text(encoding="utf-8").splitlines())
    report, steps = tried(toy)
    assert "2 3 noticed test_kind" in steps
    assert "10 >= noticed test_kind" in steps
    assert ([fate.mutant.line for fate in report.survivors], report.equivalent) == ([14, 14], 1)
    again = [json.loads(line)["what"] for line in kept.read_text(encoding="utf-8").splitlines()[before:]]
    assert again == [f"src/triarii/games/toy/play.py:{change}" for change in ("10: >= -> >", "19: 1 -> 2", "2: 3 -> 4")]


def test_a_module_tried_to_the_end_is_entered_and_told_with_whether_it_is_still_the_same(toy: Path) -> None:
    mutation_account.add(toy, {"toy/gone.py": {}, "toy/play.py": {"survived": ["of long ago"]}})
    mutation_account.add(toy, tried(toy)[0].account)
    assert json.loads((toy / "docs/figures/mutants.json").read_text(encoding="utf-8")) == {
        "toy/play.py": {
            "text": mutation_account.digest(PLAY),
            "changes": 9,
            "noticed": 4,
            "equivalent": 0,
            "survived": ["2: 3 -> 4", "10: >= -> >", "14: == -> !=", "14: 1 -> 2", "19: 1 -> 2"],
        }
    }
    other = FILE.with_name("other.py")
    said = "triarii/games/toy/play.py: 4 of 9 noticed, 0 make no difference, 5 survived; "
    assert list(mutation_account.told(toy, [FILE, other])) == [
        f"{said}as it is now",
        "triarii/games/toy/other.py: not tried to the end",
    ]
    (toy / "src" / FILE).write_text(f"{PLAY}\n", encoding="utf-8")
    assert list(mutation_account.told(toy, [FILE])) == [f"{said}changed since"]


def test_the_account_names_only_modules_that_there_are() -> None:
    for name, entry in mutation_account.read(ROOT).items():
        assert (ROOT / "src" / GAMES / name).exists(), name
        assert entry["noticed"] + entry["equivalent"] + len(entry["survived"]) == entry["changes"]


def test_every_equivalent_change_is_one_of_the_code() -> None:
    for file, line, change in mutate_code.equivalents(ROOT / "tools" / mutate_code.EQUIVALENTS):
        path = GAMES / file
        text = (ROOT / "src" / path).read_text(encoding="utf-8")
        changes = {mutate_code.described(mutant, text) for mutant in mutate_code.code_mutants(path, text)}
        assert (file, line, change) in changes
