"""A battle as one line of text, and back: everything that decides the future, beside the scenario that it names. What
only one player knows of his plan is written as `?` for whoever else looks.

3 second orders c=d1 p=2+1 done=d2 ; u1:10000,10000,0:4 e1:10000,12000,18000:3/2:near ; d1:@e1 ; u1>e1:front:u1:0 ; -
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from triarii.core.contract import SEAT_NAMES, Refusal, Refused
from triarii.games.adlg.battle.hiding.hidden import MARKER_LETTERS, VANISHED, Flank, March, Marker, Way
from triarii.games.adlg.battle.stages import Preparing, Stage
from triarii.games.adlg.battle.state import Evening, State
from triarii.games.adlg.battle.table import hesitation, marks
from triarii.games.adlg.battle.table.allegiance import Allegiance
from triarii.games.adlg.battle.table.field import Field, Leader, Meeting, Stand
from triarii.games.adlg.battle.table.setting import Setting, Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.setup import landscape
from triarii.games.adlg.setup import notation as preparations
from triarii.games.adlg.setup.landscape import unreadable
from triarii.games.adlg.writing import stage_text
from triarii.games.adlg.writing.words import NOTHING, known, names, number, read_pose, write_pose

PARTS = 5
SIDES = ("front", "left", "right", "rear")
HOW = ("routed", "destroyed", "left_table", VANISHED)
MARKER = re.compile(r"([ab][1-3]):(\d{1,6}),(\d{1,6}):([-?]|[ue]\d{1,3}(?:\+[ue]\d{1,3})*)")
MARCH = re.compile(r"m([01]):(?:\?|([cd]\d):(\?|left|right):(\d{1,3}):(marching|due|here|lost)(!?))")
UNKNOWN = "?"
LONGEST = 20_000
K = TypeVar("K")
T = TypeVar("T")


# Writing


def write(state: State) -> str:
    """The whole state in one line."""
    field = state.field
    parts = [
        _head(state),
        " ".join(_stand(name, stand) for name, stand in field.stands.items()) or NOTHING,
        " ".join(_leader(name, leader) for name, leader in field.leaders.items()) or NOTHING,
        " ".join(_meeting(meeting) for meeting in field.meetings) or NOTHING,
        _lost(field),
    ]
    parts += [field.setting.ground] if field.setting.ground else []
    parts += [_plan(field)] if field.setting.secret_plan else []
    parts += [preparations.write(state.setup)] if state.setup is not None else []
    return " ; ".join(parts)


def _head(state: State) -> str:
    words = [str(state.sequence), SEAT_NAMES[state.active], state.stage.value]
    deciding = stage_text.write(state)
    pairs = {
        "c": deciding.pop("c"),
        "p": deciding.pop("p"),
        "done": ",".join(state.done),
        **deciding,
        "afoot": ",".join(name for name in state.field.setting.units if name in state.field.afoot),
        "shown": ",".join(f"{leader}.{shown}" for leader, shown in sorted(state.field.allegiances.items())),
        "time": state.evening.value,
    }
    pairs["on"] = pairs.pop("on")  # the longest comes last
    return " ".join([*words, *(f"{key}={value}" for key, value in pairs.items() if value)])


def _stand(name: str, stand: Stand) -> str:
    moved = f"/{stand.moves}" if stand.moves else ""
    if not stand.marks and not stand.aim:
        return f"{name}:{write_pose(stand.pose)}:{stand.cohesion}{moved}"
    words = [*sorted(stand.marks), *([f"@{stand.aim}"] if stand.aim else [])]
    return f"{name}:{write_pose(stand.pose)}:{stand.cohesion}{moved}{':' + '.'.join(words) if words else ''}"


def _leader(name: str, leader: Leader) -> str:
    where = f"@{leader.unit}" if leader.unit else write_pose(leader.pose)
    more = ("!" if leader.engaged else "") + (f"/{leader.moves}" if leader.moves else "")
    return f"{name}:{where}{':' + more if more else ''}"


def _meeting(meeting: Meeting) -> str:
    flags = ("u" if meeting.uncontrolled else "") + ("" if meeting.conformed else "i")
    words = [meeting.side, meeting.charger or NOTHING, str(meeting.rounds), *([flags] if flags else [])]
    return f"{meeting.attacker}>{meeting.target}:{':'.join(words)}"


def _lost(field: Field) -> str:
    words = [f"{name}:{how}" for name, how in field.gone.items()]
    words += [f"{leader}:fallen" for leader in sorted(field.fallen)]
    words += [f"{camp}:taken" for camp in sorted(field.taken)]
    return " ".join(words) or NOTHING


def _plan(field: Field) -> str:
    """The markers of both players, `a1:6000,4500:u3+u4` and a false one `a1:6000,4500:-`, and their flank marches,
    `m0:c2:left:1:marching`."""
    words = [_marker(name, marker) for name, marker in field.markers.items()]
    words += [_march(seat, march) for seat, march in sorted(field.marches.items())]
    return " ".join(words) or NOTHING


def _march(seat: int, march: March) -> str:
    if not march.leader:
        return f"m{seat}:{UNKNOWN}"
    flank = UNKNOWN if march.flank is None else march.flank.value
    return f"m{seat}:{march.leader}:{flank}:{march.throws}:{march.way.value}{'!' if march.driven else ''}"


def _marker(name: str, marker: Marker) -> str:
    units = UNKNOWN if marker.units is None else "+".join(marker.units) or NOTHING
    return f"{name}:{marker.x},{marker.y}:{units}"


# Reading


def read(text: str, setting: Setting) -> State | Refusal:
    """The state that a line of text tells, on the table of this setting."""
    try:
        return _read(text, setting)
    except Refused as refused:
        return refused.refusal


def _read(text: str, setting: Setting) -> State:
    if len(text) > LONGEST:
        raise Refused.because("position.long")
    parts = [part.strip() for part in text.split(";")]
    setting, plan, prepared = _laid(parts, setting)
    afoot = _read_afoot(parts[0], setting)
    stands = _table(parts[1], lambda word: _read_stand(word, setting, afoot))
    leaders = _table(parts[2], lambda word: _read_leader(word, setting))
    gone, fallen, taken = _read_lost(parts[4], setting)
    field = Field(
        setting,
        stands,
        leaders,
        tuple(_read_meeting(word, setting, stands) for word in _words(parts[3])),
        gone,
        frozenset(fallen),
        frozenset(taken),
        afoot,
        markers=_table(_plan_words(plan, "ab"), lambda word: _read_marker(word, setting)),
        marches=_table(_plan_words(plan, "m"), lambda word: _read_march(word, setting)),
    )
    _complete(field, during_setup=bool(prepared))
    return _read_head(parts[0], field, prepared)


def _laid(parts: list[str], setting: Setting) -> tuple[Setting, str, str]:
    """The setting with what a set-up has put on the table, the plans, and the words of a set-up that still goes on."""
    more = parts[PARTS:]
    if not setting.ground:
        if len(parts) != PARTS:
            raise Refused.because("position.form")
        return setting, NOTHING, ""
    plans = more[1:2] if setting.secret_plan else [NOTHING]
    rest = more[2:] if setting.secret_plan else more[1:]
    if not more or not plans or len(rest) > 1:
        raise Refused.because("position.form_setup")
    laid = landscape.settled(setting, " ".join(more[0].split()))
    return laid, plans[0], rest[0] if rest else ""


def _words(part: str) -> list[str]:
    return [] if part == NOTHING else part.split()


def _table(part: str, reader: Callable[[str], tuple[K, T]]) -> dict[K, T]:
    found: dict[K, T] = {}
    for word in _words(part):
        name, value = reader(word)
        if name in found:
            raise Refused.because("position.twice", name=str(name))
        found[name] = value
    return found


def _read_afoot(head: str, setting: Setting) -> dict[str, Unit]:
    """Units that have dismounted, as they are now: they have another cohesion."""
    words = [word.removeprefix("afoot=") for word in head.split() if word.startswith("afoot=")]
    found: dict[str, Unit] = {}
    for name in names(words[0]) if words else ():
        foot = setting.units[known(name, setting.units)].on_foot
        if foot is None or name in found:
            raise Refused.because("position.name", name=name)
        found[name] = foot
    return found


def _read_stand(word: str, setting: Setting, afoot: Mapping[str, Unit]) -> tuple[str, Stand]:
    name, *rest = word.split(":")
    if len(rest) not in (2, 3):
        raise unreadable(word)
    unit = afoot.get(name) or setting.units[known(name, setting.units)]
    cohesion, _, moves = rest[1].partition("/")
    words = rest[2].split(".") if len(rest) == 3 else []
    found = frozenset(each for each in words if not each.startswith("@"))
    aims = [each[1:] for each in words if each.startswith("@")]
    if not found <= marks.ALL or len(aims) > 1:
        raise unreadable(word)
    aim = known(aims[0], _enemies(setting, unit)) if aims else ""
    return name, Stand(read_pose(rest[0]), number(cohesion, unit.troop.cohesion), number(moves or "0", 3), found, aim)


def _enemies(setting: Setting, unit: Unit) -> list[str]:
    return [name for name, other in setting.units.items() if other.seat != unit.seat]


def _read_leader(word: str, setting: Setting) -> tuple[str, Leader]:
    name, *rest = word.split(":")
    if len(rest) not in (1, 2):
        raise unreadable(word)
    known(name, setting.corps)
    more = rest[1] if len(rest) == 2 else ""
    engaged, moves = more.startswith("!"), more.removeprefix("!").removeprefix("/")
    if rest[0].startswith("@"):
        return name, Leader((0, 0, 0), known(rest[0][1:], setting.units), number(moves or "0", 3), engaged)
    return name, Leader(read_pose(rest[0]), "", number(moves or "0", 3), engaged)


def _read_meeting(word: str, setting: Setting, stands: Mapping[str, Stand]) -> Meeting:
    pair, *rest = word.split(":")
    attacker, arrow, target = pair.partition(">")
    if not arrow or len(rest) not in (3, 4) or rest[0] not in SIDES:
        raise unreadable(word)
    known(attacker, stands)
    known(target, (*stands, *setting.camps))
    charger = "" if rest[1] == NOTHING else known(rest[1], (attacker, target))
    flags = rest[3] if len(rest) == 4 else ""
    if flags not in ("", "u", "i", "ui"):
        raise unreadable(word)
    return Meeting(attacker, target, rest[0], charger, number(rest[2], 999), "u" in flags, "i" not in flags)


def _plan_words(plan: str, letters: str) -> str:
    """The words of a plan that begin with one of these letters."""
    for word in _words(plan):
        if word[0] not in "abm":
            raise unreadable(word)
    return " ".join(word for word in _words(plan) if word[0] in letters) or NOTHING


def _read_march(word: str, setting: Setting) -> tuple[int, March]:
    found = MARCH.fullmatch(word)
    if found is None:
        raise unreadable(word)
    seat = int(found[1])
    if not found[2]:
        return seat, March("", None)
    leader = known(found[2], [name for name, corps in setting.corps.items() if corps.seat == seat])
    flank = None if found[3] == UNKNOWN else Flank(found[3])
    return seat, March(leader, flank, int(found[4]), Way(found[5]), bool(found[6]))


def _read_marker(word: str, setting: Setting) -> tuple[str, Marker]:
    found = MARKER.fullmatch(word)
    if found is None:
        raise unreadable(word)
    units = None if found[4] == UNKNOWN else () if found[4] == NOTHING else tuple(found[4].split("+"))
    for name in units or ():
        known(name, setting.units)
    return found[1], Marker(MARKER_LETTERS.index(found[1][0]), int(found[2]), int(found[3]), units)


def _read_lost(part: str, setting: Setting) -> tuple[dict[str, str], list[str], list[str]]:
    gone: dict[str, str] = {}
    fallen: list[str] = []
    taken: list[str] = []
    for word in _words(part):
        name, _, how = word.partition(":")
        if how in HOW:
            gone[known(name, setting.units)] = how
        elif how == "fallen":
            fallen.append(known(name, setting.corps))
        elif how == "taken":
            taken.append(known(name, setting.camps))
        else:
            raise unreadable(word)
    return gone, fallen, taken


def _complete(field: Field, *, during_setup: bool) -> None:
    """Every unit is on the table, in ambush or gone, every commander stands or has fallen, nobody stands beside his
    unit; before a battle some are nowhere yet, but nobody is lost. Where something is hidden from whoever looks, units
    may be there."""
    veiled = {marker.seat for marker in field.markers.values() if marker.units is None}
    for name, unit in field.setting.units.items():
        places = (name in field.stands) + (name in field.gone) + (name in field.in_ambush)
        places += not places and field.marches_along(unit)
        if places > 1 or (not places and not during_setup and unit.seat not in veiled):
            raise Refused.because("position.where", name=name)
    for leader in field.setting.corps:
        away = leader in field.marching_leaders()
        if not during_setup and not away and (leader in field.leaders) == (leader in field.fallen):
            raise Refused.because("position.where", name=leader)
    for name in (*field.gone, *field.fallen, *field.taken) if during_setup else ():
        raise Refused.because("position.where", name=name)
    for where in field.leaders.values():
        if where.unit and where.unit not in field.stands:
            raise Refused.because("position.where", name=where.unit)


def _read_head(part: str, field: Field, prepared: str) -> State:
    words = part.split()
    if len(words) < 3 or words[1] not in SEAT_NAMES or words[2] not in tuple(Stage):
        raise Refused.because("position.form")
    active, stage = SEAT_NAMES.index(words[1]), Stage(words[2])
    if (stage is Stage.SETUP) != bool(prepared):
        raise Refused.because("position.form")
    pairs: dict[str, str] = {}
    for word in words[3:]:
        key, equals, value = word.partition("=")
        if not equals or key in pairs or not value:
            raise unreadable(word)
        pairs[key] = value
    pairs.pop("afoot", "")  # known by now
    if "shown" in pairs:
        field = replace(field, allegiances=dict(_shown(word, field) for word in pairs.pop("shown").split(",")))
    sequence, done = number(words[0], 99_999), names(pairs.pop("done", ""))
    time = Evening(known(pairs.pop("time", ""), tuple(Evening)))
    now = Preparing(preparations.read(prepared, active)) if prepared else stage_text.read(stage, pairs, field)
    if pairs:
        raise unreadable(next(iter(pairs)))
    return State(field, now, active, sequence, done, time)


def _shown(word: str, field: Field) -> tuple[str, Allegiance]:
    """What a doubtful corps has shown; who has not been tried is left out."""
    leader, _, shown = word.partition(".")
    if shown not in tuple(Allegiance) or shown == Allegiance.UNTRIED:
        raise unreadable(word)
    if hesitation.allegiance(field, known(leader, field.setting.corps)) is None:
        raise Refused.because("position.name", name=leader)
    return leader, Allegiance(shown)
