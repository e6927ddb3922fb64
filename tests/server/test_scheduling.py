"""Answers to people come before thoughts: what the server and its workers ask of the system, read back from it."""

from __future__ import annotations

import ctypes
import os
import platform
import subprocess
import sys

import pytest

from tests.patience import ANSWER
from triarii.server import scheduling

GET_ATTRIBUTES = {"x86_64": 315, "aarch64": 275, "riscv64": 275}


def asked_for(call: str) -> tuple[int, int, int]:
    """Policy, niceness and length of a turn of a process after this call."""
    program = f"from tests.server import test_scheduling as this; this.scheduling.{call}; print(*this.attributes())"
    said = subprocess.check_output([sys.executable, "-c", program], timeout=ANSWER, text=True)
    policy, nice, turn = said.split()
    return int(policy), int(nice), int(turn)


def attributes() -> tuple[int, int, int]:
    room = ctypes.create_string_buffer(scheduling.ATTRIBUTES.size)
    number = GET_ATTRIBUTES[platform.machine()]
    assert ctypes.CDLL(None).syscall(number, 0, room, len(room), 0) == 0
    _, policy, _, nice, _, turn, *_ = scheduling.ATTRIBUTES.unpack(room.raw)
    return policy, nice, turn


def knows_turns() -> bool:
    """Linux since 6.12."""
    major, minor = (int(part) for part in platform.release().split(".")[:2])
    return (major, minor) >= (6, 12)


def test_the_server_asks_for_short_turns_and_stays_as_urgent_as_it_was() -> None:
    policy, nice, turn = asked_for("answer_people()")
    assert (policy, nice) == (os.SCHED_OTHER, os.getpriority(os.PRIO_PROCESS, 0))
    assert turn == (scheduling.SHORT if knows_turns() else 0)


@pytest.mark.parametrize("call", ["think_behind(7)", "answer_people(); this.scheduling.think_behind(7)"])
def test_a_worker_thinks_behind_whatever_its_server_has_asked_for(call: str) -> None:
    policy, nice, turn = asked_for(call)
    assert (policy, nice) == (os.SCHED_BATCH, min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7))
    assert turn == (scheduling.LONG if knows_turns() else 0)


def test_an_unknown_machine_is_served_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "SET_ATTRIBUTES", {})
    assert not scheduling.answer_people()
