"""SECURITY.md keeps pace with the code: what it names exists, and its table of limits is the server's."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from benchmarks import soak
from benchmarks.attacks.known import ATTACKS
from triarii.server.settings import Limits

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
NAMED_TEST = re.compile(r"\b(tests/[\w/]+\.py)(?:::(test_\w+))?")
ROW = re.compile(r"^\| `(\w+)` \| ([\d,.]+) \|", re.MULTILINE)


def test_every_test_that_the_page_names_exists() -> None:
    missing = []
    for file, name in NAMED_TEST.findall(PAGE):
        path = ROOT / file
        if not path.is_file():
            missing.append(file)
        elif name and not re.search(rf"^(?:async )?def {name}\(", path.read_text("utf-8"), re.MULTILINE):
            missing.append(f"{file}::{name}")
    assert missing == [], "named in SECURITY.md, but not there"
    assert len(NAMED_TEST.findall(PAGE)) > 20


def test_every_command_and_file_that_the_page_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make (\w+)`", PAGE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"
    for file in re.findall(r"`((?:docs|benchmarks)/[\w/.]+)`|\]\((docs/[\w/.]+)\)", PAGE):
        assert (ROOT / (file[0] or file[1])).exists(), file
    for part in re.findall(r"benchmarks\.soak (\w+)", PAGE):
        assert part in soak.PARTS, part
    for module in re.findall(r"-m (benchmarks[\w.]+)", PAGE):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file(), module


def test_every_attack_that_the_page_names_exists() -> None:
    promised = PAGE.partition("## What is promised")[2].partition("## What is not promised")[0]
    words = {word for word in re.findall(r"`(\w+)`", promised) if not word.startswith("triarii")}
    assert words <= set(ATTACKS), "named like an attack, but none"


def test_the_table_of_limits_is_the_one_of_the_server() -> None:
    told = dict(ROW.findall(PAGE.partition("## Limits")[2]))
    known = {each.name: f"{getattr(Limits(), each.name):,.15g}" for each in fields(Limits)}
    assert sorted(known.keys() - told.keys()) == [], "limits of the server that SECURITY.md does not tell"
    assert sorted(told.keys() - known.keys()) == [], "limits in SECURITY.md that the server does not have"
    wrong = {name: f"{told[name]}, but it is {known[name]}" for name in known if told[name] != known[name]}
    assert wrong == {}, "limits that SECURITY.md tells wrongly"


def test_problems_are_reported_in_private_and_to_nobody_who_does_not_exist() -> None:
    assert "privately" in PAGE
    assert re.search(r"[\w.]+@[\w.]+\.\w+", PAGE) is None, "no address of a person belongs here"
