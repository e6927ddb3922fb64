"""What a stranger gets: a wheel built from the tree, installed with its dependencies into a clean place, plays; so does
what is built from the archive of the sources, where no wheel fits."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tests.conftest import Once
from tests.patience import ANSWER
from triarii import __version__, builds

pytestmark = pytest.mark.compiled
TREE = Path(__file__).parent.parent
GENERATED = ("__pycache__", "*.egg-info")
COMPILED = ("*.so", "*.pyd")
ANEW = "evaluation.*"
"""Of the compiled files, those that the wheel makes anew; the others are taken as they are, by their digest."""
APP = "app_files"


def environment(cwd: Path, **more: str) -> dict[str, str]:
    """A clean one, as after the installation on another machine."""
    ours = ("TRIARII_", "PYTHON", "VIRTUAL_ENV", "PYTEST_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**env, "UV_SYSTEM_CERTS": "1", "TRIARII_DATA": str(cwd / "data"), **more}


def run(*command: str | Path, cwd: Path, given: str | None = None, **more: str) -> str:
    """What a command prints."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment(cwd, **more),
        input=given,
        stdin=subprocess.DEVNULL if given is None else None,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def copy_to(tree: Path, *without: str) -> None:
    """The tree as it is, with what was compiled from it."""
    shutil.copytree(TREE / "src", tree / "src", ignore=shutil.ignore_patterns(*GENERATED, *without))
    for path in TREE.iterdir():
        if path.suffix in (".md", ".toml", ".py") or path.name == "LICENSE":
            shutil.copy2(path, tree)


@pytest.fixture(scope="module")
def wheel(once: Once) -> Path:
    """Built from a copy, in which nothing is left behind. It compiles little anew; `make soak` has it compile all."""

    def build(tree: Path) -> None:
        copy_to(tree, *(COMPILED if os.environ.get("TRIARII_WHOLE_WHEEL") else ()))
        for made in (tree / "src/triarii/players").glob(f"*/{ANEW}"):
            if made.match("*.so") or made.match("*.pyd"):
                made.unlink()
        run(sys.executable, "-m", "build", "--wheel", "--no-isolation", cwd=tree)

    [built] = (once("tree", build) / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, once: Once) -> Path:
    """The command triarii in a clean environment, dependencies at the versions of the lock."""
    return once("installed", lambda place: install_in(place, wheel)) / "venv/bin/triarii"


def install_in(place: Path, wheel: Path) -> None:
    run(sys.executable, "-m", "uv", "venv", "-q", "--python", sys.executable, "venv", cwd=place)
    python = place / "venv/bin/python"
    lock = TREE / "requirements.lock"
    run(sys.executable, "-m", "uv", "pip", "install", "-q", "--python", python, "-c", lock, f"{wheel}[all]", cwd=place)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A directory that has nothing to do with the project."""
    return tmp_path


def test_the_wheel_holds_texts_data_types_and_compiled_modules(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    source = wheel.parent.parent / "src"
    wanted = [
        path
        for kind in ("*.css", "*.py", "*.pxd", "*.toml", "*.tcss", "*.tmpl", "py.typed")
        for path in source.rglob(kind)
    ]
    assert {str(path.relative_to(source)) for path in wanted} <= names
    assert {module.replace(".", "/") + EXTENSION_SUFFIXES[0] for module in builds.HOT} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {"triarii/server/storage/migrations/env.py", "triarii/server/messages.toml"} <= names
    assert not {name.split("/")[0] for name in names} - {"triarii", f"triarii-{__version__}.dist-info"}


def test_a_wheel_alone_brings_no_other_package(wheel: Path) -> None:
    told = zipfile.ZipFile(wheel).read(f"triarii-{__version__}.dist-info/METADATA").decode()
    wanted = re.findall(r"^Requires-Dist: (.+)$", told, re.MULTILINE)
    assert [name for name in wanted if "extra == " not in name] == []
    assert {"all", "lab", "play", "serve"} <= set(re.findall(r"^Provides-Extra: (.+)$", told, re.MULTILINE))


def test_the_wheel_holds_the_whole_app_in_the_browser(wheel: Path) -> None:
    place = f"triarii/server/{APP}/"
    held = zipfile.ZipFile(wheel)
    files = {name.removeprefix(place) for name in held.namelist() if name.startswith(place)}
    copied = wheel.parent.parent / "src" / place
    assert files == {str(path.relative_to(copied)) for path in copied.rglob("*") if path.is_file()}
    named = re.findall(r'(?:src|href)="\./([^"]+)"', held.read(f"{place}index.html").decode())
    assert named
    assert set(named) <= files


@pytest.fixture(scope="module")
def without_app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree in which nobody has built the app."""
    tree = tmp_path_factory.mktemp("without_app")
    copy_to(tree, APP)
    return tree


def built_by(tree: Path, hook: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """As pip and others build: by a hook of the build system."""
    code = f"from setuptools import build_meta; build_meta.{hook}('out')"
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=tree,
        env=environment(tree, TRIARII_PURE="1", **more),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_wheel_without_the_app_is_refused_in_one_sentence(without_app: Path) -> None:
    refused = built_by(without_app, "build_wheel")
    assert refused.returncode != 0
    assert refused.stderr.strip().splitlines()[-1].startswith("triarii: the app in the browser is not built")
    assert "`make wheel` builds both" in refused.stderr
    assert list(without_app.rglob("*.whl")) == []


def test_half_an_app_is_refused_too(without_app: Path) -> None:
    page = without_app / "src/triarii/server" / APP / "index.html"
    page.parent.mkdir()
    built = (TREE / "src/triarii/server" / APP / "index.html").read_text()
    script = re.search(r"assets/index-[^\"]+\.js", built)
    assert script, "the page of the app names its script"
    try:
        page.write_text(built.replace(script[0], "assets/gone.js"))
        for name in re.findall(r'"\./([^"/]+)"', built):  # all that lies beside the page is there
            page.with_name(name).touch()
        refused = built_by(without_app, "build_wheel")
    finally:
        shutil.rmtree(page.parent)
    assert refused.returncode != 0
    assert "assets/gone.js is missing" in refused.stderr


def test_who_works_on_the_source_needs_no_built_app(without_app: Path) -> None:
    editable = built_by(without_app, "build_editable")
    assert editable.returncode == 0, editable.stderr
    wanted = built_by(without_app, "build_wheel", TRIARII_WITHOUT_APP="1")
    assert wanted.returncode == 0, wanted.stderr
    assert len(list(without_app.rglob("*.whl"))) == 2


DATE = "1800000000"


@pytest.fixture(scope="module")
def archived(once: Once) -> Path:
    """A copy of the tree without anything compiled, and in `out` the archive of its sources."""

    def build(tree: Path) -> None:
        copy_to(tree, *COMPILED)
        shutil.copy2(TREE / "MANIFEST.in", tree)
        (tree / "tests").mkdir()
        shutil.copy2(__file__, tree / "tests")
        made = built_by(tree, "build_sdist", SOURCE_DATE_EPOCH=DATE)
        assert made.returncode == 0, made.stderr

    return once("archived", build)


@pytest.fixture(scope="module")
def archive(archived: Path) -> Path:
    [made] = (archived / "out").glob("*.tar.gz")
    return made


@pytest.fixture(scope="module")
def installed_from_sources(archive: Path, once: Once) -> Path:
    """The command triarii, built from the archive alone: no network, no Node, and uncompiled to be done sooner."""

    def install(place: Path) -> None:
        offline = ("--offline", "--no-deps", "--no-build-isolation", "--no-cache", "--python", sys.executable)
        command = (sys.executable, "-m", "uv", "pip", "install", "-q", *offline, "--target", "here", archive)
        run(*command, cwd=place, TRIARII_PURE="1", PATH=str(Path(sys.executable).parent))

    return once("from_sources", install) / "here/bin/triarii"


def test_the_archive_of_the_sources_holds_all_that_a_wheel_holds_and_nothing_made_here(
    archive: Path, wheel: Path
) -> None:
    with tarfile.open(archive) as held:
        members = held.getmembers()
    top = f"triarii-{__version__}/"
    names = {member.name.removeprefix(f"{top}src/") for member in members if member.isfile()}
    wanted = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("triarii/")}
    assert {name for name in wanted if not name.endswith(tuple(EXTENSION_SUFFIXES))} <= names
    assert {f"{top}{name}" for name in ("LICENSE", "README.md", "pyproject.toml", "setup.py")} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc")) or "/tests/" in name]
    assert {(member.uid, member.gid, member.uname, member.mtime) for member in members} == {(0, 0, "", int(DATE))}


def test_sources_without_the_app_are_refused_in_one_sentence(without_app: Path) -> None:
    refused = built_by(without_app, "build_sdist")
    assert refused.returncode != 0
    assert refused.stderr.strip().splitlines()[-1].startswith("triarii: the app in the browser is not built")
    assert "`make sdist` builds both" in refused.stderr
    assert list(without_app.rglob("*.tar.gz")) == []


def test_archives_and_wheels_of_the_same_tree_are_the_same_bytes(archived: Path, archive: Path, tmp_path: Path) -> None:
    """Whenever they are made, and wherever the tree lies."""
    first, second = tmp_path / "first", tmp_path / "second"
    for tree, date in ((first, 1_700_000_000), (second, 1_750_000_000)):
        shutil.copytree(archived, tree, ignore=shutil.ignore_patterns("out", "*.egg-info"))
        for path in tree.rglob("*"):
            os.utime(path, (date, date))
        for hook in ("build_wheel", "build_sdist"):
            made = built_by(tree, hook, SOURCE_DATE_EPOCH=DATE)
            assert made.returncode == 0, made.stderr
    assert (first / "out" / archive.name).read_bytes() == archive.read_bytes()
    once_made, made_again = (
        {path.name: path.read_bytes() for path in (tree / "out").iterdir()} for tree in (first, second)
    )
    assert len(once_made) == 2
    assert once_made == made_again


def test_what_was_installed_from_sources_serves_the_game_in_the_browser(
    installed_from_sources: Path, elsewhere: Path
) -> None:
    serves_the_app(installed_from_sources, elsewhere, PYTHONPATH=str(installed_from_sources.parent.parent))


def test_the_installed_command_tells_its_version(installed: Path, elsewhere: Path) -> None:
    assert __version__ in run(installed, "--version", cwd=elsewhere)


def test_the_installed_rules_run_compiled(installed: Path, elsewhere: Path) -> None:
    report = json.loads(run(installed, "doctor", "--json", cwd=elsewhere))
    assert {module["state"] for module in report["modules"].values()} == {"compiled"}
    assert {module["runs_from"] for module in report["modules"].values()} == {"extension"}


def test_the_installed_command_plays_a_match(installed: Path, elsewhere: Path) -> None:
    match = ("match", "cities", "--players", "random,random", "--games", "2", "--seed", "1", "--json")
    first, second = (run(installed, *match, cwd=elsewhere) for _ in range(2))
    assert json.loads(first)
    assert first == second, "a seed makes a match repeatable"
    assert list(elsewhere.iterdir()) == [], "a match leaves nothing behind"


def test_a_person_plays_by_the_installed_command_and_the_record_is_proved(installed: Path, elsewhere: Path) -> None:
    typed = "b2b9\nb2b4\nundo\nd2d4\nboard\nresign\n"
    play = ("play", "cities", "--plain", "--players", "human,random", "--save", "game.jsonl", "--lang", "en")
    told = run(installed, *play, cwd=elsewhere, given=typed)
    assert "You move d2–d4." in told
    assert "The computer wins by resignation." in told
    run(installed, "verify", "game.jsonl", cwd=elsewhere)
    replayed = json.loads(run(installed, "replay", "game.jsonl", "--json", cwd=elsewhere))
    assert replayed


def test_the_installed_command_alone_serves_the_game_in_the_browser(installed: Path, elsewhere: Path) -> None:
    serves_the_app(installed, elsewhere)


def serves_the_app(command: Path, elsewhere: Path, **more: str) -> None:
    """With Python only: nothing else is on the path."""
    env = environment(elsewhere, PATH=str(command.parent), LANG="en", **more)
    process = subprocess.Popen(
        [command],
        cwd=elsewhere,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        found = re.search(r"http://\S+", said)
        assert found is not None, said
        page = fetched(found[0])
        named = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        assert [address for address in named if address.startswith("/assets/")]
        assert all(fetched(found[0] + address) for address in named)
        assert '"towar"' in fetched(f"{found[0]}/api/games")
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=ANSWER)
        assert (process.returncode, rest.splitlines()[-1]) == (0, "Stopped. All games are kept.")
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=ANSWER) as answer:
        data: bytes = answer.read()
        return data.decode(errors="replace" if answer.headers["content-type"].startswith("image/") else "strict")


@pytest.mark.parametrize(("lang", "word"), [("en", "fighter"), ("de", "Kämpfer")])
def test_the_installed_rules_are_told_in_both_languages(installed: Path, elsewhere: Path, lang: str, word: str) -> None:
    assert word in run(installed, "rules", "cities", "--lang", lang, cwd=elsewhere)
