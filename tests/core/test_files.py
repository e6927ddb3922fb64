"""Saving never harms what was there: the old file stays until the new one is whole. Reading says what is wrong."""

import os
import signal
import stat
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.played import header, sentences
from triarii.core import files, records
from triarii.core.contract import Refusal, Turn
from triarii.core.records import Acted, Loaded, Record

OLD = Record(header(), (Acted(Turn.FIRST, "b2b4"),))
NEW = Record(header(seats=("Anna", "Löwe")), (Acted(Turn.FIRST, "b2b4"), Acted(Turn.SECOND, "b9b7")) * 500)
SIZE = len(records.dump(NEW))

# Saves a record elsewhere while no file may grow beyond a limit, as on a full disk; the last word says what follows.
CROWDED = """
import resource, signal, sys
from pathlib import Path
from triarii.core import files
new, path, limit = files.load(Path(sys.argv[1])).record, Path(sys.argv[2]), int(sys.argv[3])
signal.signal(signal.SIGXFSZ, signal.SIG_DFL if sys.argv[4] == "kills" else signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
refusal = files.save(new, path)
print(refusal.code, refusal.params["reason"])
"""
# Saves a record and dies as if by kill -9 when Python is about to touch the file system for the nth time.
STEPWISE = """
import os, signal, sys
from pathlib import Path
from triarii.core import files
new, path, left = files.load(Path(sys.argv[1])).record, Path(sys.argv[2]), int(sys.argv[3])
def count(event, arguments):
    global left
    if event == "open" or event.startswith("os."):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(count)
assert files.save(new, path) is None
"""
# Saves one record after the other into the same file, for ever.
RESTLESS = """
import itertools, sys
from pathlib import Path
from triarii.core import files
new, old = (files.load(Path(word)).record for word in sys.argv[1:3])
for number, record in enumerate(itertools.cycle((new, old))):
    assert files.save(record, Path(sys.argv[3])) is None
    print(number, flush=True)
"""


def python(text: str, *words: object) -> list[str]:
    return [sys.executable, "-c", text, *map(str, words)]


def saved(path: Path, record: Record = OLD) -> Path:
    assert files.save(record, path) is None
    return path


def test_a_saved_record_is_loaded_again(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.jsonl")
    assert files.load(path) == Loaded(OLD)
    saved(path, NEW)
    assert files.load(path) == Loaded(NEW)
    assert list(tmp_path.iterdir()) == [path]


def test_a_saved_record_has_the_rights_of_any_new_file(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    assert stat.S_IMODE(saved(tmp_path / "game.jsonl").stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_the_longest_name_that_the_system_allows_will_do(tmp_path: Path) -> None:
    path = saved(tmp_path / ("x" * os.pathconf(tmp_path, "PC_NAME_MAX")))
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def old(elsewhere: Path) -> Path:
    return saved(elsewhere / "old.jsonl", OLD)


@pytest.fixture(scope="module")
def new(elsewhere: Path) -> Path:
    return saved(elsewhere / "new.jsonl", NEW)


@pytest.mark.parametrize("limit", [0, 1, SIZE // 2, SIZE - 1])
def test_a_full_disk_leaves_the_old_file_and_no_litter(tmp_path: Path, new: Path, limit: int) -> None:
    path = saved(tmp_path / "game.jsonl")
    done = subprocess.run(python(CROWDED, new, path, limit, "refuses"), capture_output=True, text=True, check=True)
    assert done.stdout == "record.not_saved File too large\n"
    assert files.load(path) == Loaded(OLD)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("limit", [0, 1, SIZE // 2, SIZE - 1])
def test_a_death_in_the_middle_of_writing_leaves_the_old_file(tmp_path: Path, new: Path, limit: int) -> None:
    path = saved(tmp_path / "game.jsonl")
    done = subprocess.run(python(CROWDED, new, path, limit, "kills"), capture_output=True, check=False)
    assert done.returncode == -signal.SIGXFSZ
    assert files.load(path) == Loaded(OLD)
    saved(path, NEW)
    assert files.load(path) == Loaded(NEW)


def test_a_death_between_any_two_steps_leaves_one_whole_record(tmp_path: Path, new: Path) -> None:
    left: list[Record | None] = []
    done = -signal.SIGKILL
    while done == -signal.SIGKILL:
        path = saved(tmp_path / "game.jsonl")
        done = subprocess.run(python(STEPWISE, new, path, len(left) + 1), check=False).returncode
        loaded = files.load(path)
        assert loaded.damage is None
        left.append(loaded.record)
    assert done == 0
    assert len(left) > 4
    assert left == [OLD] * left.count(OLD) + [NEW] * left.count(NEW)
    assert left.count(OLD) > 2


@pytest.mark.parametrize("rounds", range(1, 6))
def test_a_kill_at_any_moment_leaves_one_whole_record(tmp_path: Path, old: Path, new: Path, rounds: int) -> None:
    path = saved(tmp_path / "game.jsonl")
    with subprocess.Popen(python(RESTLESS, new, old, path), stdout=subprocess.PIPE) as saving:
        assert saving.stdout is not None
        for _ in range(rounds):
            assert saving.stdout.readline()
        saving.kill()
    assert files.load(path) in (Loaded(OLD), Loaded(NEW))


def test_a_record_that_cannot_be_written_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.jsonl")
    refusal = files.save(replace(OLD, header=header(seats=("\ud800", ""))), path)
    assert isinstance(refusal, Refusal)
    assert sentences(refusal)[0].endswith("What was there before is unharmed.")
    with pytest.raises(TypeError):
        files.save(replace(OLD, header=header({"layout": {"note": date(2025, 1, 31)}})), path)
    assert files.load(path) == Loaded(OLD)
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_gets_the_record_as_it_comes_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR)
    try:
        assert files.save(OLD, pipe) is None
        assert os.read(end, SIZE) == records.dump(OLD)
    finally:
        os.close(end)
    assert pipe.is_fifo()


def test_a_link_leads_to_the_saved_record_and_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "true.jsonl")
    saved(link, NEW)
    assert link.is_symlink()
    assert files.load(tmp_path / "true.jsonl") == Loaded(NEW)


def test_a_folder_is_no_place_to_save_a_record(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    refusal = files.save(OLD, folder)
    assert isinstance(refusal, Refusal)
    assert "Is a directory" in sentences(refusal)[0]
    assert list(tmp_path.iterdir()) == [folder]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", ["missing/game.jsonl", "file/game.jsonl", "x" * 300, "game\0.jsonl"])
def test_a_place_that_cannot_be_is_refused_for_saving_and_for_loading(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    saving, loading = files.save(OLD, tmp_path / name), files.load(tmp_path / name)
    assert isinstance(saving, Refusal)
    assert isinstance(loading.damage, Refusal)
    assert loading.record is None
    assert (saving.code, loading.damage.code) == ("record.not_saved", "record.not_read")
    sentences(saving)
    sentences(loading.damage)
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_a_missing_file_and_a_folder_are_refused_for_loading(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "none", "No such file or directory"), (tmp_path, "Is a directory")):
        loaded = files.load(path)
        assert loaded.record is None
        assert loaded.damage is not None
        assert sentences(loaded.damage)[0] == f"The file {path} can't be read: {reason}."


def test_binary_junk_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "junk"
    path.write_bytes(bytes(range(256)) * 1000)
    loaded = files.load(path)
    assert loaded.record is None
    assert loaded.damage is not None
    assert loaded.damage.code == "record.none"
    sentences(loaded.damage)
