"""The rules in a browser answer as a server does, with a stand-in for what can't be compiled there."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests import patience
from triarii.core import records
from triarii.offline.host import answer
from triarii.server import python_pack

GOLDEN = Path(__file__).parents[1] / "golden"
CITIES = {"game": "cities", "options": {"begins": "first"}, "start": "", "actions": [], "lang": "en"}
BATTLE = {"game": "adlg", "options": {}, "start": "", "actions": [], "lang": "de"}
CARDS = {"game": "towar", "options": {"armies": "west,east", "begins": "first"}, "start": "", "actions": []}
ASKED: list[tuple[str, str, object]] = [
    ("GET", "/api/games?lang=de", None),
    ("GET", "/api/games/cities", None),
    ("GET", "/api/games/towar/rules?lang=en", None),
    ("GET", "/api/games/cities/contents/layout", None),
    ("GET", "/api/games/adlg/armies?lang=de", None),
    ("GET", "/api/games/adlg/reference", None),
    ("GET", "/api/games/chess?lang=de", None),
    ("GET", "/api/nothing", None),
    ("GET", "/api/games/cities/puzzles", None),
    ("POST", "/api/study", CITIES),
    ("POST", "/api/study", {"record": (GOLDEN / "cities_capture.jsonl").read_text("utf-8"), "lang": "de"}),
    ("POST", "/api/study", {"record": "no record"}),
    ("POST", "/api/study/choices", {**CITIES, "prefix": [], "whole": True}),
    ("POST", "/api/study/choices", {**CARDS, "prefix": []}),
    ("POST", "/api/study/preview", {**CITIES, "action": "e2e4"}),
    ("POST", "/api/study/preview", {**CITIES, "action": "e2e9"}),
    ("POST", "/api/study/overlays", CITIES),
    ("POST", "/api/study/odds", CARDS),
    ("POST", "/api/study", BATTLE),
    ("POST", "/api/study/choices", {**BATTLE, "prefix": []}),
    ("POST", "/api/study/preview", {**CITIES, "nonsense": 1}),
    ("POST", "/api/local/record", {**CITIES, "actions": ["e2e4"], "seats": ["human", "club"], "date": "2026-11-18"}),
]
STAND_IN = """
import json, sys
from triarii.offline import structs
structs.use()
from triarii.offline.host import answer
for method, address, body in json.load(sys.stdin):
    print(json.dumps(answer(method, address, "" if body is None else json.dumps(body))))
"""


def test_the_stand_in_writes_what_the_library_writes() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STAND_IN],
        input=json.dumps(ASKED),
        capture_output=True,
        encoding="utf-8",
        timeout=patience.ANSWER,
        check=True,
    )
    lines = ran.stdout.splitlines()
    assert len(lines) == len(ASKED)
    for (method, address, body), line in zip(ASKED, lines, strict=True):
        status, text = answer(method, address, "" if body is None else json.dumps(body))
        there, said = json.loads(line)
        assert (there, json.loads(said)) == (status, json.loads(text)), address


@pytest.mark.parametrize("body", [CITIES, BATTLE])
def test_a_level_answers(body: dict[str, object]) -> None:
    status, text = answer("POST", "/api/local/choose", json.dumps({**body, "level": "beginner"}))
    assert status == 200
    assert json.loads(text)["action"]
    status, text = answer("POST", "/api/local/choose", json.dumps({**body, "level": "nobody"}))
    assert status == 422
    assert json.loads(text)["words"]


def test_a_record_of_the_browser_is_a_whole_one() -> None:
    body = {**CITIES, "actions": ["e2e4"], "seats": ["human", "club"], "date": "2026-11-18", "resigned": "first"}
    _, text = answer("POST", "/api/local/record", json.dumps(body))
    loaded = records.parse(json.loads(text)["record"].encode())
    assert loaded.damage is None
    assert loaded.record is not None
    assert loaded.record.end is not None
    assert loaded.record.header.seats == ("human", "club")


def test_the_pack_has_the_rules_and_nothing_of_a_server() -> None:
    names = zipfile.ZipFile(io.BytesIO(python_pack.packed())).namelist()
    assert "triarii/games/cities/rules.py" in names
    assert "triarii/puzzles/towar.jsonl.gz" in names
    assert not [
        name for name in names if "app_files" in name or "server/http" in name or name.endswith((".so", ".pyc"))
    ]
    assert python_pack.packed() == python_pack.packed()
