"""The rules in a browser answer as a server does, with a stand-in for what can't be compiled there."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import triarii
from tests import patience
from triarii.core import records
from triarii.core.contract import Turn
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


def test_a_record_tells_whose_time_was_up() -> None:
    body = {**CITIES, "actions": ["e2e4"], "seats": ["human", "club"], "date": "2026-11-18", "flagged": "second"}
    _, text = answer("POST", "/api/local/record", json.dumps(body))
    loaded = records.parse(json.loads(text)["record"].encode())
    assert loaded.record is not None
    assert loaded.record.end == records.End(Turn.FIRST, "record.flag_fell")


def test_a_report_is_as_brief_as_it_was_asked_for() -> None:
    asked = {"record": (GOLDEN / "adlg_skirmish.jsonl").read_text("utf-8"), "lang": "en"}
    pages = [answer("POST", "/api/study/report", json.dumps({**asked, "brief": brief})) for brief in (True, False)]
    assert [status for status, _ in pages] == [200, 200]
    brief, whole = (json.loads(text)["page"] for _, text in pages)
    assert len(brief) < len(whole)


def test_the_pack_has_the_rules_and_nothing_of_a_server(tmp_path: Path) -> None:
    names = zipfile.ZipFile(io.BytesIO(python_pack.packed(tmp_path))).namelist()
    assert "triarii/games/cities/rules.py" in names
    assert "triarii/puzzles/towar.jsonl.gz" in names
    assert not [
        name for name in names if "app_files" in name or "server/http" in name or name.endswith((".so", ".pyc"))
    ]
    assert python_pack.packed(tmp_path) == python_pack.packed(tmp_path)


def test_modules_are_packed_as_bytecode_if_it_was_made_from_their_very_text(tmp_path: Path) -> None:
    rules = Path(triarii.__file__).parent / "games/cities/rules.py"
    (tmp_path / "python").mkdir()
    with zipfile.ZipFile(tmp_path / python_pack.BYTECODE, "w") as archive:
        archive.writestr(f"{hashlib.sha256(rules.read_bytes()).hexdigest()}.pyc", b"compiled")
        archive.writestr(f"{hashlib.sha256(b'as it was yesterday').hexdigest()}.pyc", b"out of date")
    with zipfile.ZipFile(io.BytesIO(python_pack.packed(tmp_path))) as pack:
        assert pack.read("triarii/games/cities/rules.pyc") == b"compiled"
        assert [name for name in pack.namelist() if name.endswith(".pyc")] == ["triarii/games/cities/rules.pyc"]
        assert "triarii/games/cities/rules.py" not in pack.namelist()
