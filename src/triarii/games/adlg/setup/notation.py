"""The preparation as words of a position's text, and back.

lay defender=second region=plain picks=field!.1.t1,wood.0,road*.1 dice=3-5 again=0 tried=0t1 over=0 stand=c1
"""

from __future__ import annotations

import re

from triarii.core.contract import SEAT_NAMES
from triarii.games.adlg.battle.preparation import Chosen, Preparation, Task
from triarii.games.adlg.setup.landscape import unreadable
from triarii.games.adlg.setup.regions import KINDS, REGIONS

PICK = re.compile(r"([a-z_]+)([!*]?)\.([01])(?:\.([tr][1-9]\d?|-))?")
SEATED = re.compile(r"[01][a-z_0-9]*")
KEYS = (
    "defender",
    "region",
    "picks",
    "about",
    "dice",
    "denied",
    "again",
    "tried",
    "over",
    "removed",
    "planned",
    "stand",
)


def write(prep: Preparation) -> str:
    pairs = {
        "defender": "" if prep.defender is None else SEAT_NAMES[prep.defender],
        "region": prep.region,
        "picks": ",".join(_pick(pick) for pick in prep.picks),
        "about": prep.about,
        "dice": f"{prep.dice[0]}-{prep.dice[1]}" if any(prep.dice) else "",
        "denied": ",".join(prep.denied),
        "again": ",".join(map(str, prep.rethrown)),
        "tried": ",".join(prep.tried),
        "over": ",".join(map(str, prep.over)),
        "removed": "1" if prep.removed else "",
        "planned": ",".join(map(str, prep.planned)),
        "stand": ",".join(prep.deployed),
    }
    return " ".join([prep.task.value, *(f"{key}={value}" for key, value in pairs.items() if value)])


def _pick(pick: Chosen) -> str:
    sign = "!" if pick.compulsory else "*" if pick.free else ""
    return f"{pick.kind}{sign}.{pick.seat}{'.' + pick.id if pick.id else ''}"


def read(text: str, seat: int) -> Preparation:
    """The preparation that words tell; raises Refused."""
    words = text.split()
    if not words or words[0] not in tuple(Task):
        raise unreadable(words[0] if words else text)
    pairs: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or not value or key in pairs or key not in KEYS:
            raise unreadable(word)
        pairs[key] = value
    defender, region = pairs.get("defender", ""), pairs.get("region", "")
    if defender not in ("", *SEAT_NAMES) or region not in ("", *REGIONS) or pairs.get("removed", "1") != "1":
        raise unreadable(text)
    prep = Preparation(
        task=Task(words[0]),
        seat=seat,
        defender=SEAT_NAMES.index(defender) if defender else None,
        region=region,
        picks=tuple(_read_pick(word) for word in _list(pairs, "picks")),
        about=pairs.get("about", ""),
        dice=_dice(pairs.get("dice", "")),
        denied=_seated(pairs, "denied"),
        rethrown=tuple(int(word[0]) for word in _seated(pairs, "again")),
        tried=_seated(pairs, "tried"),
        over=tuple(int(word[0]) for word in _seated(pairs, "over")),
        removed="removed" in pairs,
        planned=tuple(int(word[0]) for word in _seated(pairs, "planned")),
        deployed=tuple(_list(pairs, "stand")),
    )
    if write(prep) != " ".join(words):
        raise unreadable(text)
    return prep


def _list(pairs: dict[str, str], key: str) -> list[str]:
    found = pairs[key].split(",") if key in pairs else []
    if len(set(found)) < len(found) and key != "picks":
        raise unreadable(pairs[key])
    return found


def _seated(pairs: dict[str, str], key: str) -> tuple[str, ...]:
    found = tuple(_list(pairs, key))
    for word in found:
        if not SEATED.fullmatch(word):
            raise unreadable(word)
    return found


def _read_pick(word: str) -> Chosen:
    found = PICK.fullmatch(word)
    if found is None or found[1] not in KINDS:
        raise unreadable(word)
    return Chosen(found[1], int(found[3]), found[2] == "!", found[2] == "*", found[4] or "")


def _dice(word: str) -> tuple[int, int]:
    if not word:
        return 0, 0
    if not re.fullmatch(r"[1-6]-[0-6]", word):
        raise unreadable(word)
    return int(word[0]), int(word[2])
