"""Records of all rules versions that ever were, kept under tests/records: each replays to the end it always had."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.played import KEY, sentences
from triarii.core import files, records, registry, seals, timeline
from triarii.core.contract import AnyGame, Refusal
from triarii.core.proof import prove
from triarii.core.records import Record

FOLDER = Path(__file__).parents[1] / "records"
ENDS: dict[str, dict[str, Any]] = tomllib.loads((FOLDER / "ends.toml").read_text(encoding="utf-8"))
each_record = pytest.mark.parametrize("name", ENDS)


def kept(name: str) -> tuple[AnyGame, Record]:
    """A kept record and the rules that it names."""
    loaded = files.load(FOLDER / f"{name}.jsonl")
    assert loaded.damage is None
    assert loaded.record is not None
    game = registry.game(loaded.record.header.game, loaded.record.header.rules_version)
    assert not isinstance(game, Refusal)
    return game, loaded.record


def test_every_kept_record_has_its_end_written_down() -> None:
    assert sorted(ENDS) == sorted(path.stem for path in FOLDER.glob("*.jsonl"))


@each_record
def test_a_kept_record_replays_to_the_end_it_always_had(name: str) -> None:
    game, record = kept(name)
    line, problem = timeline.replay(game, record)
    assert problem is None
    assert line is not None
    result = line.result
    assert {
        "entries": len(record.entries),
        "chances": line.chances,
        "winner": "" if result is None or result.winner is None else result.winner.name.lower(),
        "rule": "" if result is None else result.rule,
        "position": line.position.text(),
    } == ENDS[name]


@each_record
def test_a_kept_record_proves_itself(name: str) -> None:
    game, record = kept(name)
    proof = prove(game, record)
    assert proof.problem is None
    assert proof.proven == (proof.chances if record.end is not None else 0)


@each_record
def test_a_kept_record_is_written_as_it_was(name: str) -> None:
    assert records.dump(kept(name)[1]) == (FOLDER / f"{name}.jsonl").read_bytes()


def test_among_the_kept_records_are_lots_take_backs_a_layout_of_ones_own_and_a_start_from_a_position() -> None:
    kinds = {entry.kind for name in ENDS for entry in kept(name)[1].entries}
    headers = [kept(name)[1].header for name in ENDS]
    assert kinds == set(records.ENTRY_KINDS)
    assert any(isinstance(header.options.get("layout"), dict) for header in headers)
    assert any(header.start for header in headers)


@each_record
def test_a_kept_seal_is_genuine_for_ever(name: str) -> None:
    record = kept(name)[1]
    assert seals.fault(record) is None
    assert (seals.fault(record, KEY.public) is None) == name.endswith("-sealed")


def test_among_the_kept_records_are_all_formats() -> None:
    formats = {name: kept(name)[1].header.format for name in ENDS}
    assert set(formats.values()) == set(range(1, records.FORMAT + 1))
    assert all(kept(name)[1].seal is not None for name in ENDS if name.endswith("-sealed"))


def test_rules_that_we_do_not_have_are_refused_with_both_versions() -> None:
    found = registry.game("cities", 999)
    assert isinstance(found, Refusal)
    said = "The record names version 999 of the rules of cities; this program has version 1 and would"
    assert sentences(found)[0].startswith(said)
