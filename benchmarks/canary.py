"""A canary game between two people, measured in peace and under each attack, in turn: do others notice an attack?

A real server with its own limits; attacks come from other addresses, each from a process of its own. What an attack
did to a move is compared with the quiet rounds before and after it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks import figures, stored
from benchmarks.attacks.known import ATTACKS
from benchmarks.attacks.scene import Door, Plan
from benchmarks.canaries import Caller, Opponent, People, Waits
from benchmarks.crowd import PATIENCE
from benchmarks.stored import Length
from benchmarks.under_attack import Served, cores, own_cpu

GOAL = 3.0
"""A canary's p99 under attack is less than so many times its quiet value."""
CALM = 0.2
"""Seconds within which a server that has recovered answers at the door, thrice in a row."""
RECOVERY = 90.0
FEW = 8
"""Connections more than before that mean nothing: pipes to workers, somebody at the door."""
GIVING_WAY = ("nice", "-n", "19")
COMPUTERS = 2_000.0
"""Milliseconds within which computers answer people, 99 times of 100, whatever else is thought about."""


@dataclass(frozen=True)
class Size:
    """How long each round is, and how many there are of each attack."""

    seconds: float = 6.0
    quiet: float = 6.0
    """Seconds of each round without an attack; 0: there is one such round, before the first attack, as long as the
    others."""
    rounds: int = 3
    every: float = 0.025
    """Seconds between two moves of the people."""
    computer_every: float = 0.4
    door_every: float = 0.5
    share: float = 1.0
    """Of the full counts of each attack."""
    length: Length = field(default_factory=Length)

    @property
    def moves(self) -> int:
        return int(self.seconds / self.every) + 5


SMALL = Size(seconds=1.0, quiet=0.0, rounds=1, share=0.05, length=Length(battle=60, many=400))


@dataclass
class Round:
    """What the canaries noticed in one round, and what was done to the server meanwhile."""

    people: Waits
    computer: Waits
    door: Waits
    memory_mb: int = 0
    server_cpu: float = 0.0
    attackers_cpu: float = 0.0
    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    killed: bool = False
    recovered: float = 0.0
    """Seconds after the attack until the door was answered as ever."""
    attacked: float = 0.0
    """Seconds from the first word of the attack to its last."""

    def merged(self, other: Round) -> Round:
        return Round(
            self.people.merged(other.people),
            self.computer.merged(other.computer),
            self.door.merged(other.door),
            max(self.memory_mb, other.memory_mb),
            (self.server_cpu + other.server_cpu) / 2,
            (self.attackers_cpu + other.attackers_cpu) / 2,
            self.sent + other.sent,
            self.answers + other.answers,
            self.killed or other.killed,
            max(self.recovered, other.recovered),
            self.attacked + other.attacked,
        )


def measure(size: Size | None = None, only: Sequence[str] = ()) -> dict[str, Any]:
    """Quiet, an attack, quiet, the next: the figures of them all."""
    size = size or Size()
    figures.WORK.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=figures.WORK) as folder:
        data, files = Path(folder, "data"), Path(folder, "files")
        stored.build(data, files, size.length, int(time.time() * 1000))
        served = Served(data)
        served.start()
        gc.collect()
        gc.freeze()
        try:
            measured = asyncio.run(_rounds(size, only or list(ATTACKS), served, files))
        finally:
            said = served.end()
    for line in said.splitlines()[:10]:
        print(line)
    return measured | {"server_said": len(said.splitlines())}


async def _rounds(size: Size, names: Sequence[str], served: Served, files: Path) -> dict[str, Any]:
    calm = replace(size, seconds=size.quiet or size.seconds)
    quiet: list[Round] = [await _round(calm, served, files, "", 0)]
    attacked: dict[str, tuple[Round, Round]] = {}
    for turn in range(size.rounds):
        for number, name in enumerate(names):
            source = f"127.0.{turn + 1}.{number + 2}"
            under = await _round(size, served, files, name, turn * len(names) + number + 1, source)
            beside = quiet[-1]
            if size.quiet:
                quiet.append(await _round(calm, served, files, "", len(quiet)))
                beside = beside.merged(quiet[-1])
            before = attacked.get(name)
            attacked[name] = (under, beside) if before is None else (before[0].merged(under), before[1].merged(beside))
            print(_line(name, *attacked[name]), flush=True)
    whole = quiet[0]
    for each in quiet[1:]:
        whole = whole.merged(each)
    return {
        "goal": GOAL,
        "seconds": size.seconds,
        "rounds": size.rounds,
        "every_ms": round(1000 * size.every),
        "cores": cores(),
        "starts": served.starts,
        "quiet": _measured(whole),
        "attacks": [_compared(name, *attacked[name]) for name in names],
    }


async def _round(size: Size, served: Served, files: Path, name: str, number: int, source: str = "") -> Round:
    """One window of time with all canaries, and with an attack where one is named."""
    server = served.server
    people = People(server, size.every, size.moves, number)
    computer, door = Opponent(server, size.computer_every), Caller(server, size.door_every)
    watching = await people.open()
    attack = None
    if name:
        doors = Door(stored.BATTLE, stored.WATCH), Door(stored.MANY, stored.WATCH)
        plan = Plan(f"http://{server.name}", source, size.seconds, size.share, watching, *doors, str(files))
        attack = await asyncio.to_thread(_begin, name, plan)
    # Only now: it reads nothing until it plays, and an attack may be long in coming.
    await computer.open()
    served.forget_peak()
    connected = served.connections()
    before = served.cpu(), own_cpu(attack) if attack else 0.0
    if attack is not None:
        assert attack.stdin is not None
        attack.stdin.write("go\n")
        attack.stdin.flush()
    begun = time.monotonic()
    await asyncio.gather(people.play(size.seconds), computer.play(size.seconds), door.play(size.seconds))
    lasted = time.monotonic() - begun
    found = Round(people.waits, computer.waits, door.waits)
    found.server_cpu = max(0.0, served.cpu() - before[0]) / lasted
    if attack is not None:
        found.attackers_cpu = (own_cpu(attack) - before[1]) / lasted
        attacked = await asyncio.to_thread(_end, attack, size.seconds)
        found.attacked = time.monotonic() - begun
        found.sent, found.answers = attacked["sent"], Counter(attacked["answers"])
        found.recovered = await _recovered(served)
    found.memory_mb = served.peak_mb()
    found.killed = not served.alive
    if found.killed:
        await asyncio.to_thread(served.end)
        await asyncio.to_thread(served.start)
    else:
        people.waits.failed += await _harm(served, people, connected)
    await people.close()
    await computer.close()
    return found


async def _harm(served: Served, people: People, connected: int) -> list[str]:
    """What is not as it was, now that the attack is over."""
    found = []
    if not people.waits.failed and await people.room_stands_at() != people.waits.done:
        found.append("the room is not where its accepted moves have led")
    problem = await people.can_be_entered()
    if problem:
        found.append(f"the room of the people can't be entered: {problem}")
    deadline = time.monotonic() + RECOVERY
    while (left := served.connections() - connected) > FEW:
        if time.monotonic() > deadline:
            return [*found, f"{left} connections were never let go"]
        await asyncio.sleep(0.1)
    return found


def _begin(name: str, plan: Plan) -> subprocess.Popen[str]:
    """The process of an attack, when it is ready. In life it runs on a machine of its own: here it gives way to all."""
    process = subprocess.Popen(
        [*GIVING_WAY, sys.executable, "-m", "benchmarks.attacks", name],
        cwd=figures.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(plan.dumped() + "\n")
    process.stdin.flush()
    if process.stdout.readline().strip() != "ready":
        raise SystemExit(f"The attack {name} did not begin.")
    return process


def _end(process: subprocess.Popen[str], seconds: float) -> dict[str, Any]:
    try:
        said, _ = process.communicate(timeout=seconds + PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return {"sent": 0, "answers": {"the attack did not end": 1}}
    if process.returncode:
        raise SystemExit(f"An attack failed by itself: {process.args!r}")
    found: dict[str, Any] = json.loads(said)
    return found


async def _recovered(served: Served) -> float:
    """Seconds until three callers in a row are answered as ever."""
    begun, well, caller = time.monotonic(), 0, Caller(served.server, 1.0)
    while well < 3 and time.monotonic() < begun + RECOVERY and served.alive:
        failed = len(caller.waits.failed)
        well = well + 1 if await caller.call() < CALM and len(caller.waits.failed) == failed else 0
    return time.monotonic() - begun


# Telling it


def _measured(each: Round) -> dict[str, Any]:
    return {
        "moves": each.people.done,
        "p50_ms": each.people.at(0.5),
        "p99_ms": each.people.at(0.99),
        "slowest_ms": each.people.at(1.0),
        "computer_p50_ms": each.computer.at(0.5),
        "computer_p99_ms": each.computer.at(0.99),
        "door_p50_ms": each.door.at(0.5),
        "door_slowest_ms": each.door.at(1.0),
        "most_memory_mb": each.memory_mb,
        "server_cpu": round(each.server_cpu, 2),
    }


def _compared(name: str, under: Round, beside: Round) -> dict[str, Any]:
    failed = [*under.people.failed, *under.computer.failed, *under.door.failed]
    return {
        "attack": name,
        "about": ATTACKS[name].about,
        "quiet_p50_ms": beside.people.at(0.5),
        "quiet_p99_ms": beside.people.at(0.99),
        "quiet_computer_p99_ms": beside.computer.at(0.99),
        "quiet_memory_mb": beside.memory_mb,
        **_measured(under),
        "ratio": ratio(under.people, beside.people),
        "computer_ratio": ratio(under.computer, beside.computer),
        "attackers_cpu": round(under.attackers_cpu, 2),
        "sent": under.sent,
        "answers": dict(sorted(under.answers.items())),
        "recovered_seconds": round(under.recovered, 1),
        "attacked_seconds": round(under.attacked, 1),
        "killed": under.killed,
        "failed": failed[:5],
    }


def ratio(under: Waits, quiet: Waits) -> float:
    return round(under.at(0.99) / quiet.at(0.99), 2)


def _line(name: str, under: Round, beside: Round) -> str:
    compared = _compared(name, under, beside)
    killed = ", the server died" if compared["killed"] else ""
    return (
        f"canary, {name}: p99 {compared['p99_ms']} ms, quiet {compared['quiet_p99_ms']}: {compared['ratio']} times, "
        f"wanted under {GOAL}; computers {compared['computer_p99_ms']} ms, quiet {compared['quiet_computer_p99_ms']}; "
        f"{compared['most_memory_mb']} MB, {compared['answers']}{killed}"
    )


def table(measured: dict[str, Any]) -> list[str]:
    """All attacks, one a line."""
    head = ("attack", "p50", "p99", "quiet", "ratio", "computer", "ratio", "door", "MB", "server", "attacker", "failed")
    rows = [head, *(_row(each) for each in measured["attacks"])]
    wide = [max(len(row[place]) for row in rows) for place in range(len(head))]
    return ["  ".join(word.rjust(wide[place]) for place, word in enumerate(row)) for row in rows]


def _row(each: dict[str, Any]) -> tuple[str, ...]:
    return (
        each["attack"],
        f"{each['p50_ms']:g}",
        f"{each['p99_ms']:g}",
        f"{each['quiet_p99_ms']:g}",
        f"{each['ratio']:g}",
        f"{each['computer_p99_ms']:g}",
        f"{each['computer_ratio']:g}",
        f"{each['door_slowest_ms']:g}",
        str(each["most_memory_mb"]),
        f"{each['server_cpu']:.0%}",
        f"{each['attackers_cpu']:.0%}",
        "died" if each["killed"] else str(len(each["failed"])),
    )


def missed(measured: dict[str, Any]) -> list[str]:
    """Attacks that others noticed."""
    found = []
    for each in measured["attacks"]:
        name = each["attack"]
        if each["killed"] or each["failed"]:
            found.append(f"canary, {name}: {'the server died' if each['killed'] else each['failed'][0]}")
        if each["ratio"] >= GOAL:
            found.append(f"canary, {name}: {each['ratio']} times")
        if ATTACKS[name].against_computers and each["computer_p99_ms"] >= COMPUTERS:
            found.append(f"canary, {name}: computers answer after {each['computer_p99_ms']:g} ms")
    return found
