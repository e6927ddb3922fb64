"""The lab on Ray: real clusters on this machine. One test has all that needs several nodes, for a cluster is dear."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.running import PATIENCE, TRIARII, command, environment
from tests.lengths import at_length
from tests.patience import eventually
from triarii import __version__
from triarii.core.contract import Refused
from triarii.lab import ray_cluster

GAMES = 40
MATCH = ("match", "cities", "--players", "random,greedy", "--games", str(GAMES), "--json")
OTHERS = (
    ("balance", "towar", "--players", "random,random", "--games", "1", "--json"),
    ("match", "towar", "--players", "greedy,random", "--games", "60", "--sprt", "50%:60%", "--json"),
    ("puzzles", "towar", "--games", "3", "--seed", "2", "--json"),
    ("openings", "towar", "--games", "2", "--seed", "5", "--json"),
    ("tune", "towar", "--games", "32", "--seed", "3", "--json"),
)
IN_ONE_PROGRAM = f"""
import sys
from functools import partial
from triarii.cli import main
from triarii.core.contract import Refused
from triarii.lab import ray_cluster
if sys.argv[1] == "ray":
    import ray
    ray.init(log_to_driver=False)
    wrong = partial(ray_cluster._done, "0.0.1", dict), partial(int, "x")
    for task, code in zip(wrong, ("on.other_program", "on.failed"), strict=True):
        try:
            list(ray_cluster.RayCluster().run([task], 1))
        except Refused as refused:
            assert refused.refusal.code == code, refused.refusal
        else:
            raise AssertionError(code)
for words in {OTHERS!r}:
    assert main([*words, "--on", sys.argv[1]]) == 0
"""


@pytest.fixture
def ray_environment() -> Iterator[dict[str, str]]:
    """For Ray and those who use it: no trace outside of a folder that goes away. Its path is short, for sockets."""
    folder = tempfile.mkdtemp(prefix="ray")
    own = {"RAY_TMPDIR": folder, "HOME": folder, "RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}
    for wait in ("gcs_server_port_wait_time_s", "gcs_server_request_timeout_seconds"):
        own[f"RAY_{wait}"] = str(round(PATIENCE))  # half a minute is not always enough on a busy machine
    try:
        yield {**environment(), "TRIARII_DATA": str(Path(folder, "data")), **own}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Cluster:
    """Nodes of tests/lab/ray_nodes.py."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.address, self.port = self._heard()

    def tell(self, what: str) -> None:
        """When it returns, that is done."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        self._heard()

    def _heard(self) -> tuple[str, str]:
        assert self._process.stdout is not None
        address, port = self._process.stdout.readline().split()
        return address, port


@contextmanager
def cluster(env: dict[str, str]) -> Iterator[Cluster]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.lab.ray_nodes"],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield Cluster(process)
    finally:
        process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("as_client", (False, True)[: at_length(1, 2)])
def test_a_cluster_that_loses_a_node_gives_the_same_bytes_as_this_machine(
    tmp_path: Path, ray_environment: dict[str, str], as_client: bool
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with cluster(ray_environment) as nodes:
        nodes.tell("add")
        nodes.tell("add")
        joined = {**ray_environment, "RAY_ADDRESS": nodes.address}
        on, env = (f"ray://127.0.0.1:{nodes.port}", ray_environment) if as_client else ("ray", joined)
        words = [*MATCH, "--on", on, "--resume", str(there)]
        with subprocess.Popen([*TRIARII, *words], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as match:
            eventually(lambda: kept_in(there) >= 4 or match.poll() is not None)
            match.send_signal(signal.SIGSTOP)  # so that it is not over before its node is
            assert 4 <= kept_in(there) < GAMES, match.communicate() if match.poll() is not None else ""
            nodes.tell("kill")  # of two nodes one: the other plays what it had begun, and the rest
            match.send_signal(signal.SIGCONT)
            out, err = match.communicate(timeout=PATIENCE)
        others = program("ray", joined | ray_cluster.QUIET)
    assert (match.returncode, err) == (0, b"")
    alone = command(*MATCH, "--jobs", "1", "--resume", str(here)).well()
    assert out.decode() == alone.out
    assert there.read_bytes() == here.read_bytes()
    assert others == program("local", ray_environment)


def kept_in(file: Path) -> int:
    """Games; the first line says what is measured."""
    return max(0, file.read_bytes().count(b"\n") - 1) if file.exists() else 0


def program(on: str, env: dict[str, str]) -> str:
    """What commands say within a program that has joined the cluster by itself."""
    done = subprocess.run(
        [sys.executable, "-c", IN_ONE_PROGRAM, on],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_a_cluster_ray_is_started_here_and_leaves_nothing_behind(ray_environment: dict[str, str]) -> None:
    words = ["playouts", "cities", "--games", "600", "--seed", "4"]
    found = command(*words, "--on", "ray", "--jobs", "1", "--json", env=ray_environment).well().json
    alone = command(*words, "--json").well().json
    del found["cpu_seconds"], alone["cpu_seconds"]
    assert found == alone
    eventually(lambda: not living_with(f"RAY_TMPDIR={ray_environment['RAY_TMPDIR']}"))


def living_with(variable: str) -> list[str]:
    """Processes that were started with this in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and variable.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(folder.name)
        except OSError:
            continue
    return found


def test_a_node_with_another_version_takes_no_part() -> None:
    assert ray_cluster._done(__version__, lambda: 5) == 5
    with pytest.raises(Refused) as refused:
        ray_cluster._done("0.0.1", lambda: 5)
    assert refused.value.refusal.code == "on.other_program"
    assert refused.value.refusal.params == {"here": "0.0.1", "there": __version__}


def test_nobody_is_asked_for_nothing() -> None:
    assert list(ray_cluster.RayCluster("ray://127.0.0.1:1").run([], 0)) == []
