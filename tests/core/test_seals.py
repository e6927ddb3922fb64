"""A seal vouches for every line of a record: whatever is changed and chained anew, the server's key tells."""

import subprocess
import sys
from dataclasses import replace

import pytest

from tests.played import KEY, SECRET, opened, sentences, unchained
from tests.tampering import GAMES, OTHER, short_game, survives
from triarii.core import records, registry, seals, timeline
from triarii.core.contract import Refusal, Turn
from triarii.core.records import Acted, ClockRead, Resigned

each_game = pytest.mark.parametrize("game_id", GAMES)


@each_game
def test_a_changed_clock_reading_passes_for_genuine_only_without_a_seal(game_id: str) -> None:
    record = short_game(game_id, GAMES[game_id])
    number = next(n for n, entry in enumerate(record.entries) if isinstance(entry, ClockRead))
    entries = [*record.entries[:number], ClockRead(1, 2), *record.entries[number + 1 :]]
    assert survives(records.dump(replace(record, entries=tuple(entries))))
    changed = replace(KEY.sealed(record), entries=tuple(entries))
    refusal = seals.fault(changed)
    assert refusal is not None
    assert sentences(refusal)[0] == "The seal does not fit: the record was changed after it was sealed."
    assert sentences(refusal)[1] == "Das Siegel passt nicht: Die Aufzeichnung wurde nach dem Versiegeln verändert."


@each_game
def test_a_sealed_record_is_read_replayed_and_written_byte_for_byte(game_id: str) -> None:
    record = KEY.sealed(short_game(game_id, GAMES[game_id]))
    data = records.dump(record)
    loaded = records.parse(data)
    assert (loaded.damage, loaded.record) == (None, record)
    game = registry.game(game_id)
    assert not isinstance(game, Refusal)
    line, problem = timeline.replay(game, record)
    assert problem is None
    assert line is not None
    assert records.dump(line.record) == data


RECORD = short_game("cities", GAMES["cities"])


def test_a_seal_is_the_same_every_time_and_leaves_the_game_as_it_is() -> None:
    sealed = KEY.sealed(RECORD)
    assert sealed == KEY.sealed(RECORD) == KEY.sealed(sealed)
    assert records.dump(sealed).startswith(records.dump(RECORD))
    assert records.last_link(sealed) == records.last_link(RECORD)


def test_every_changed_digit_of_a_seal_is_found() -> None:
    sealed = KEY.sealed(RECORD)
    assert sealed.seal is not None
    assert seals.fault(sealed) is None
    assert seals.fault(sealed, KEY.public) is None
    for name, digits in (("key", sealed.seal.key), ("signature", sealed.seal.signature)):
        for at, digit in enumerate(digits):
            other = digits[:at] + "0123456789abcdef"[int(digit, 16) ^ 1] + digits[at + 1 :]
            found = seals.fault(replace(sealed, seal=replace(sealed.seal, **{name: other})))
            assert found is not None
            assert found.code == "seal.false"


def test_a_seal_of_another_key_is_none_of_this_server() -> None:
    sealed = OTHER.sealed(RECORD)
    assert seals.fault(sealed) is None
    found = seals.fault(sealed, KEY.public)
    assert found is not None
    assert sentences(found)[0].startswith(f"The record is sealed with the key {OTHER.public}; that is not")


def test_a_record_without_a_seal_is_fine_until_a_server_is_named() -> None:
    assert seals.fault(RECORD) is None
    found = seals.fault(RECORD, KEY.public)
    assert found is not None
    assert "No server has sealed" in sentences(found)[0]


def test_a_key_comes_back_from_its_file() -> None:
    again = seals.read_key(KEY.pem())
    assert again is not None
    assert again.public == KEY.public
    assert again.sealed(RECORD) == KEY.sealed(RECORD)
    assert seals.new_key().public != seals.new_key().public


def test_what_is_read_as_the_first_format_stays_so_when_it_grows() -> None:
    old = opened().record
    old = replace(old, header=replace(old.header, format=1))
    loaded = records.parse(records.dump(old)).record
    assert loaded is not None
    game = registry.game("cities")
    assert not isinstance(game, Refusal)
    line, problem = timeline.replay(game, loaded)
    assert problem is None
    assert line is not None
    line.append(Acted(Turn.FIRST, "b2b4"))
    line.append(Resigned(Turn.SECOND))
    line.close(SECRET.hex())
    assert records.dump(line.record).startswith(records.dump(old))
    assert unchained(records.dump(line.record))[0]["format"] == 1


def test_without_the_package_a_seal_is_not_called_false_but_unchecked() -> None:
    program = (
        "import sys; sys.modules['cryptography'] = None\n"
        "from triarii.core import records, seals\n"
        "print(seals.fault(records.parse(sys.stdin.buffer.read()).record).code)"
    )
    data = records.dump(KEY.sealed(RECORD))
    done = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "seal.no_package"
    assert sentences(Refusal("seal.no_package"))
