"""All attacks by name, with what each does in a sentence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from benchmarks.attacks import ghosts, halves, hellos, masters, questions, rooms, studies, toml_bombs
from benchmarks.attacks.scene import Scene


@dataclass(frozen=True)
class Attack:
    """One of them."""

    about: str
    run: Callable[[Scene], Awaitable[None]]
    prepare: Callable[[], object] = lambda: None
    """What takes time before its first word: done before its clock begins."""
    against_computers: bool = False
    """Whether it is aimed at the computer opponents: then the time of their answers counts too."""


ATTACKS = {
    "toml_bombs": Attack("TOML with keys and brackets of thousands of levels", toml_bombs.attack),
    "ghosts": Attack("800 sockets that say hello and vanish, most in the canary's room", ghosts.attack),
    "hellos": Attack("long games asked for whole and in words, eight at once", hellos.attack),
    "studies": Attack("studies of long lines and records of megabytes", studies.flood),
    "scenarios": Attack("rooms with scenarios of 60 and 113 kB", rooms.scenarios, rooms.wishes),
    "rooms": Attack("as many rooms as can be had", rooms.flood),
    "rematches": Attack("a chain of rematches against the computer", rooms.rematches),
    "half_sent": Attack("3,000 requests that are never finished, and silent connections", halves.half_sent),
    "unread": Attack("pings and questions whose answers nobody reads", halves.unread),
    "masters": Attack("thirty games against the master at once", masters.attack, against_computers=True),
    "lines": Attack("lines of a battle with a budget of 10 ms", studies.lines, against_computers=True),
    "questions": Attack("choices, previews and aims without end in an own battle", questions.attack),
}
