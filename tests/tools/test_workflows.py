"""What runs by itself, at the forge and before a commit, asks make alone, for what there is, and may do little."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
SET_UP = ROOT / ".github/actions/set-up/action.yml"
HOOKS = ROOT / ".pre-commit-config.yaml"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
PYTHONS = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if re.search(r":: Python :: 3\.\d+$", name)]
MAKE = re.compile(r"make(?: -s)? ([a-z]+)(?: [A-Z]+=\S+)*")


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


def jobs() -> list[tuple[str, dict[str, Any]]]:
    return [(f"{path.stem}/{name}", job) for path in WORKFLOWS for name, job in read(path)["jobs"].items()]


def steps() -> list[dict[str, Any]]:
    """The steps of all jobs, and those that all of them share."""
    return [*read(SET_UP)["runs"]["steps"], *(step for _, job in jobs() for step in job["steps"])]


def hooks() -> list[dict[str, Any]]:
    return [hook for repository in read(HOOKS)["repos"] for hook in repository["hooks"]]


def test_the_forge_lints_tests_and_builds() -> None:
    runs = {step["run"] for step in steps() if "run" in step}
    assert {"make lint", "make test", "make wheel", "make sdist", "make wheels", "make docs"} <= runs


def test_lint_looks_at_python_and_at_the_app() -> None:
    [needs] = re.findall(r"^lint:([\w ]+)", MAKEFILE, re.MULTILINE)
    assert set(needs.split()) == {"style", "types", "imports", "weblint"}


def test_the_forge_has_it_play_on_windows() -> None:
    [windows] = [job for _, job in jobs() if job["runs-on"].startswith("windows")]
    assert [step["run"] for step in windows["steps"] if "run" in step] == ["make smoke"]


@pytest.mark.parametrize("command", sorted({step["run"] for step in steps() if "run" in step}))
def test_a_step_calls_a_target_of_make_and_nothing_else(command: str) -> None:
    called = MAKE.fullmatch(command)
    assert called, command
    assert called[1] in TARGETS


@pytest.mark.parametrize("hook", hooks(), ids=lambda hook: str(hook["id"]))
def test_a_hook_calls_a_target_of_make(hook: dict[str, Any]) -> None:
    within = re.fullmatch(r"sh -c '(.*)' --", hook["entry"])
    called = MAKE.fullmatch(within[1] if within else hook["entry"])
    assert called, hook["entry"]
    assert called[1] in TARGETS
    assert hook["language"] == "system"


def test_hooks_look_at_style_types_the_app_and_the_message() -> None:
    assert {repository["repo"] for repository in read(HOOKS)["repos"]} == {"local"}
    assert {hook["id"] for hook in hooks()} >= {"style", "types", "weblint", "message"}
    assert [hook["id"] for hook in hooks() if "commit-msg" in hook.get("stages", ())] == ["message"]


def test_every_python_that_we_promise_is_tried_and_gets_a_wheel() -> None:
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    matrices = {name: job["strategy"]["matrix"] for name, job in jobs() if "strategy" in job}
    systems = matrices.pop("release/wheels")["system"]
    assert matrices == {"test/test": {"python": PYTHONS}, "wheels/wheel": {"python": PYTHONS}}
    assert [name.partition("-")[0] for name in systems] == ["ubuntu", "macos", "windows"]
    released = PYPROJECT["tool"]["cibuildwheel"]["build"]
    assert released == [f"cp{python.replace('.', '')}-*" for python in PYTHONS]
    set_up = [step["with"]["python"] for step in steps() if step.get("uses") == "./.github/actions/set-up"]
    assert set(set_up) == {PYTHONS[0], "${{ matrix.python }}"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_only_read_and_gives_way_to_its_successor(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["concurrency"] == {"group": f"{path.stem}-${{{{ github.ref }}}}", "cancel-in-progress": True}
    for job in workflow["jobs"].values():
        assert "permissions" not in job
        assert job["timeout-minutes"] <= 90


def test_actions_are_those_of_the_forge_at_a_major_version_and_leave_no_key_behind() -> None:
    used = [step for step in steps() if "uses" in step]
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+|\./\.github/actions/set-up", step["uses"]) for step in used)
    checkouts = [step for step in used if step["uses"].startswith("actions/checkout@")]
    assert len(checkouts) == len(jobs())
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_what_was_fetched_is_kept_by_the_locks() -> None:
    text = SET_UP.read_text(encoding="utf-8")
    assert "hashFiles('requirements.lock')" in text
    assert "cache-dependency-path: web/package-lock.json" in text
    assert (ROOT / "requirements.lock").exists()
    assert (ROOT / "web/package-lock.json").exists()


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda path: path.stem
)
def test_a_form_for_issues_asks_for_what_is_needed(path: Path) -> None:
    form = read(path)
    assert form["name"]
    assert form["description"]
    fields = [field["id"] for field in form["body"]]
    assert len(fields) == len(set(fields))
    assert any(field.get("validations", {}).get("required") for field in form["body"])
    assert all(field["attributes"]["label"] for field in form["body"])


def test_no_file_names_an_address() -> None:
    named = [path.name for path in (*WORKFLOWS, SET_UP, HOOKS) if "://" in path.read_text(encoding="utf-8")]
    assert named == []
