"""SECURITY.md and docs/asvs.md keep pace with the code: what they name exists, and the limits are the server's."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from benchmarks import soak
from benchmarks.attacks.known import ATTACKS
from triarii.server.settings import Limits

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
ASVS = (ROOT / "docs" / "asvs.md").read_text("utf-8")
LAST_OF_LEVEL_2 = """
V1.1:2 V1.2:9 V1.3:11 V1.4:3 V1.5:2 V2.1:3 V2.2:3 V2.3:4 V2.4:1 V3.2:2 V3.3:4 V3.4:6 V3.5:5 V3.7:2
V4.1:3 V4.2:1 V4.3:2 V4.4:4 V5.1:1 V5.2:3 V5.3:2 V5.4:3 V6.1:3 V6.2:12 V6.3:4 V6.4:4 V6.5:5 V6.6:3
V6.8:4 V7.1:3 V7.2:4 V7.3:2 V7.4:5 V7.5:2 V7.6:2 V8.1:2 V8.2:3 V8.3:1 V8.4:1 V9.1:3 V9.2:4 V10.1:2
V10.2:2 V10.3:4 V10.4:11 V10.5:5 V10.6:2 V10.7:3 V11.1:2 V11.2:3 V11.3:3 V11.4:4 V11.5:1 V11.6:1
V12.1:3 V12.2:2 V12.3:4 V13.1:1 V13.2:5 V13.3:2 V13.4:5 V14.1:2 V14.2:4 V14.3:3 V15.1:3 V15.2:3
V15.3:7 V16.1:1 V16.2:5 V16.3:4 V16.4:3 V16.5:3 V17.1:1 V17.2:4 V17.3:2
"""
"""Sections of ASVS 5.0.0 with the last requirement of levels 1 and 2: those of level 3 come after it."""
ANSWERED = re.compile(r"^\| (V[^|]+) \| [^|]+ \| (yes|\*\*no\*\*|n/a) \| ([^|]+) \|$", re.MULTILINE)
NAMED_FILE = re.compile(r"`((?:server|core|web|tests|deploy|benchmarks)/[\w/.-]+|compose\.yaml|requirements\.lock)")
NAMED_TEST = re.compile(r"\b(tests/[\w/]+\.py)(?:::(test_\w+))?")
ROW = re.compile(r"^\| `(\w+)` \| ([\d,.]+) \|", re.MULTILINE)


def test_every_test_that_the_page_names_exists() -> None:
    missing = []
    for file, name in NAMED_TEST.findall(PAGE + ASVS):
        path = ROOT / file
        if not path.is_file():
            missing.append(file)
        elif name and not re.search(rf"^(?:async )?def {name}\(", path.read_text("utf-8"), re.MULTILINE):
            missing.append(f"{file}::{name}")
    assert missing == [], "named in SECURITY.md or docs/asvs.md, but not there"
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


def test_every_requirement_of_asvs_level_2_is_answered_once_with_where_or_why() -> None:
    last = dict(word.split(":") for word in LAST_OF_LEVEL_2.split())
    wanted = [f"{section}.{number}" for section in last for number in range(1, int(last[section]) + 1)]
    rows = ANSWERED.findall(ASVS)
    assert len(rows) == len(re.findall(r"^\| V", ASVS, re.MULTILINE)), "a row that can't be read"
    answered = [(each, answer) for words, answer, _ in rows for each in expanded(words)]
    assert sorted(each for each, _ in answered) == sorted(wanted)
    counts = [sum(answer == word for _, answer in answered) for word in ("yes", "**no**", "n/a")]
    assert "{} yes, {} no, {} not applicable".format(*counts) in ASVS


def expanded(words: str) -> list[str]:
    """The requirements that a row answers: one, several, or a range."""
    found: list[str] = []
    for word in words.strip().split(", "):
        first, _, last = word.partition("–")
        section, _, begin = first.rpartition(".")
        end = last.rpartition(".")[2] or begin
        found += [f"{section}.{number}" for number in range(int(begin), int(end) + 1)]
    return found


def test_every_file_that_the_answers_name_exists() -> None:
    for name in NAMED_FILE.findall(ASVS):
        place = ROOT / "src" / "triarii" if name.startswith(("server/", "core/")) else ROOT
        assert (place / name).exists(), name
