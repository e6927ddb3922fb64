"""Both builds come from one text, so they must agree; and each must say truthfully which one it is."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tests import facts
from triarii import builds
from triarii.cli import doctor
from triarii.games.cities import jobs, rules

pytestmark = pytest.mark.compiled
HERE = Path(__file__).parent
TREE = HERE.parent
WARNING = "triarii: compiled parts are out of date, running uncompiled (slow); run `make build`\n"
WHERE = "from triarii.games.cities import jobs, rules; print(*{m.__file__.endswith('.py') for m in (jobs, rules)})"
PURE, COMPILED = "True\n", "False\n"


SEEN_BY_ALL = (
    "triarii/core/bits.pxd",
    "triarii/games/towar/forces.pxd",
    "triarii/games/adlg/geometry/frames.pxd",
)
"""Of these every hot module sees one."""


def python(*arguments: str, path: Path | None = None, pure: str = "0") -> subprocess.CompletedProcess[str]:
    """A fresh Python, for the build is chosen once in a process."""
    env = {**os.environ, "TRIARII_PURE": pure, "PYTHONPATH": str(path or builds.ROOT)}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, env=env, cwd=TREE)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A package tree to spoil, extensions included."""
    shutil.copytree(builds.ROOT / "triarii", tmp_path / "triarii", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_all_hot_modules_run_compiled_here() -> None:
    assert set(builds.report().values()) == {"compiled"}
    assert not str(rules.__file__).endswith(".py")


def test_both_builds_compute_the_same() -> None:
    fast, slow = (python("-m", "tests.facts", pure=pure) for pure in "01")
    assert (fast.returncode, slow.returncode) == (0, 0), fast.stderr + slow.stderr
    assert (fast.stdout.splitlines()[0], slow.stdout.splitlines()[0]) == ("extension", "source")
    assert fast.stdout.splitlines()[1:] == slow.stdout.splitlines()[1:]
    assert len(slow.stdout.splitlines()) > 3


def test_pure_is_obeyed_without_a_word() -> None:
    done = python("-c", WHERE, pure="1")
    assert (done.stdout, done.stderr) == (PURE, "")


def playouts(games: int) -> None:
    jobs.playouts(facts.OPENING, 0, [], facts.RULINGS[0], 0, games, 1, 400)


def test_another_thread_runs_while_a_compiled_job_runs() -> None:
    begin = time.thread_time()
    playouts(200)
    games = int(200 / (time.thread_time() - begin)) + 1
    job = threading.Thread(target=playouts, args=(games,))
    job.start()
    ticks = 0
    while job.is_alive():
        time.sleep(0.005)
        ticks += 1
    assert ticks > 5, "with the GIL held there would be one or two, however busy the machine is"


def test_a_fresh_copy_runs_compiled(copied: Path) -> None:
    done = python("-c", WHERE, path=copied)
    assert (done.stdout, done.stderr) == (COMPILED, "")


@pytest.mark.parametrize("changed", ["games/cities/rules.py", "games/cities/rules.pxd", "core/bits.pxd"])
def test_a_stale_extension_is_not_used_and_says_so_once(copied: Path, changed: str) -> None:
    append(copied / "triarii" / changed, "# changed\n")
    done = python("-c", f"import triarii, importlib\nimportlib.reload(triarii)\n{WHERE}", path=copied)
    assert (done.stdout, done.stderr) == (PURE, WARNING)


def test_a_change_taken_back_needs_no_build(copied: Path) -> None:
    text = copied / "triarii/games/cities/rules.py"
    before = text.read_bytes()
    append(text, "# changed\n")
    text.write_bytes(before)
    done = python("-c", WHERE, path=copied)
    assert (done.stdout, done.stderr) == (COMPILED, "")


def test_an_extension_of_unknown_origin_counts_as_stale(copied: Path) -> None:
    library = copied / "triarii/games/cities" / ("rules" + EXTENSION_SUFFIXES[0])
    library.write_bytes(library.read_bytes().replace(builds.MARK.encode(), b"another-build:"))
    done = python("-c", WHERE, path=copied)
    assert (done.stdout, done.stderr) == (PURE, WARNING)


def test_without_extensions_all_runs_pure_without_a_word(copied: Path) -> None:
    for library in copied.rglob("*.so"):
        library.unlink()
    done = python("-c", WHERE, path=copied)
    assert (done.stdout, done.stderr) == (PURE, "")


def build(tree: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """What `make build` runs, in a copied tree."""
    (tree / "src").mkdir()
    (tree / "triarii").rename(tree / "src/triarii")
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(TREE / name, tree)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    clean = {**os.environ, "TRIARII_PURE": "0", **env}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tree, env=clean)


def test_without_a_compiler_the_build_says_one_line_and_leaves_nothing_stale(copied: Path) -> None:
    for shared in SEEN_BY_ALL:
        append(copied / shared, "# changed\n")
    done = build(copied, CC="no-such-compiler")
    line = "triarii: no C compiler found; all runs uncompiled, which works but is slow\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "", line)
    assert list(copied.rglob("*.so")) == []


def test_a_build_leaves_alone_what_is_up_to_date(copied: Path) -> None:
    before = {path.name for path in copied.rglob("*.so")}
    done = build(copied, CC="no-such-compiler")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert {path.name for path in (copied / "src").rglob("*.so")} == before
    assert states(copied / "src") == (0, {("compiled", "extension")})


def states(tree: Path, pure: str = "0") -> tuple[int, set[tuple[str, str]]]:
    """The exit code of doctor, and what it says of the hot modules."""
    code = "import sys; from triarii.cli.doctor import doctor; sys.exit(doctor('en', True))"
    done = python("-c", code, path=tree, pure=pure)
    modules = json.loads(done.stdout)["modules"]
    return done.returncode, {(module["state"], module["runs_from"]) for module in modules.values()}


def test_doctor_tells_compiled_pure_and_stale_apart(copied: Path) -> None:
    assert states(copied) == (0, {("compiled", "extension")})
    assert states(copied, pure="1") == (0, {("pure", "source")})
    for shared in SEEN_BY_ALL:
        append(copied / shared, "# changed\n")
    assert states(copied) == (1, {("stale", "source")})
    for library in copied.rglob("*.so"):
        library.unlink()
    assert states(copied) == (0, {("pure", "source")})


def test_one_module_without_extension_makes_all_run_pure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builds, "HOT", (*builds.HOT, "triarii.core.bits"))
    assert set(builds.report().values()) == {"pure"}


def test_a_digest_follows_cimports_wherever_they_are_written() -> None:
    pxd = "cimport cython\nfrom triarii.core cimport bits, pure as p\n    cimport triarii.games.cities.rules as rules\n"
    assert builds.cimported(pxd) == [
        "triarii.core",
        "triarii.core.bits",
        "triarii.core.pure",
        "triarii.games.cities.rules",
    ]


def test_the_builds_are_told_by_the_standard_library_alone() -> None:
    done = python("-I", "-S", str(builds.ROOT / "triarii/builds.py"))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_doctor_speaks_to_people(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.doctor(lang, as_json=False) == 0
    said = capsys.readouterr().out
    assert all(module in said for module in builds.HOT)
