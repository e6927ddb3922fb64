"""What a process takes of the machine, and what it may take. Apart from the server: an attacker has not loaded it."""

from __future__ import annotations

import contextlib
import os
import re
import resource
from pathlib import Path

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
MEGABYTE = 1 << 20


def memory_of(pid: int) -> tuple[int, int]:
    """What a process holds now, and the most that it ever held, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = dict(re.findall(r"^(VmRSS|VmHWM):\s+(\d+) kB$", status, re.MULTILINE))
    return int(found["VmRSS"]) * 1024, int(found["VmHWM"]) * 1024


def cpu_of(pid: int) -> float:
    """Seconds of a processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


def cpu_of_family(pid: int) -> float:
    """The same of a process and all that it has started and that still run."""
    return sum(cpu_of(each) for each in family_of(pid))


def family_of(pid: int) -> list[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for each in found:  # it grows on the way
        found += children.get(each, [])
    return found


def allow_files(wanted: int) -> None:
    """Many sockets are many open files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise SystemExit(f"{wanted} open files are needed, and the system allows {hard}.")
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
