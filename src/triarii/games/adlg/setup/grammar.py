"""What a seat says during the set-up, as words: read, and written in one way.

region plain defend / pick wood / lay 12.5 4 30 small / coast left / river left 4 4.5 1.5 / road 1 2 9 2 5 6 /
adjust t2 / shift 12 4.5 / rotate 30 / remove / keep / camp 10 / fortify 8 5 3 / obstruct 8 5 2 30 /
march nobody / march c2 left / mark 6 4.5 nobody / mark 6 4.5 u3+u4 / corps c1 /
deploy u1+u2@8,4.2 u3@9,3,15 u4+u5@7,2,column c1@u1 / plant u3 / ready u4 / dismount u5+u6 /
done
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from triarii.core.contract import Refusal, Refused
from triarii.core.options import nearest
from triarii.core.texts import decimal
from triarii.games.adlg.battle.order_parser import NAME, read_number
from triarii.games.adlg.geometry.measures import DEGREE, UD
from triarii.games.adlg.setup.regions import SIDES, SIZES

LONGEST = 3000
"""Letters of a whole deployment."""
ROLES = ("attack", "defend")
NAMED = ("pick", "adjust", "corps", "plant", "ready", "dismount")
"""Verbs that are followed by one name."""
MARK = "mark"
"""Lays a marker: a place, and who lies in ambush there."""
MARCH = "march"
"""Names the corps that marches around a flank, and the flank."""
NOBODY = "nobody"
BUILDING = ("fortify", "obstruct")
"""Verbs that are followed by a place, a number of pieces and perhaps an angle."""
ALONE = ("done", "remove", "keep")
PLACE = "place"
"""Another way to say `deploy` for one unit, or for the commander and his unit: `place u1 8 4.2`."""
VERBS = (
    "region",
    *NAMED,
    "lay",
    "coast",
    "river",
    "road",
    "shift",
    "rotate",
    "camp",
    *BUILDING,
    MARCH,
    MARK,
    "deploy",
    *ALONE,
)
FIRST_WORDS = frozenset((*VERBS, PLACE)) - {"corps", "done"}
"""Words that begin an action of the set-up and nothing else."""
NUMBERS = {"road": (4, 6), "shift": (2, 2), "camp": (1, 2)}
"""Verbs that are followed by distances, and how many they take."""
IDENTITY = re.compile(r"[a-z_]{2,20}|[a-z][0-9]{1,3}(?:\+[a-z][0-9]{1,3})*")
COLUMN = "column"
NARROW = 1000
"""How wide a river is if nothing is said about it."""


@dataclass(frozen=True)
class Spot:
    """Where somebody is deployed: units in a line or column from the first one's place, or a commander with a unit."""

    names: tuple[str, ...]
    x: int = 0
    y: int = 0
    heading: int | None = None
    """Hundredths of a degree; None: towards the enemy."""
    column: bool = False
    unit: str = ""

    def __str__(self) -> str:
        if self.unit:
            return f"{self.names[0]}@{self.unit}"
        parts = [decimal(self.x, UD), decimal(self.y, UD)]
        parts += [] if self.heading is None else [decimal(self.heading, DEGREE)]
        return f"{'+'.join(self.names)}@{','.join([*parts, *([COLUMN] if self.column else [])])}"


@dataclass(frozen=True)
class Act:
    """One thing said."""

    verb: str
    name: str = ""
    """A kind, a region, a piece, a corps, a side; units joined by +."""
    word: str = ""
    """A role or a size."""
    numbers: tuple[int, ...] = ()
    """mUD; the last of `lay` and that of `rotate` are hundredths of a degree; of works pieces come before the angle."""
    spots: tuple[Spot, ...] = ()

    def __str__(self) -> str:
        words = [self.verb, *([self.name] if self.name and self.verb != MARK else [])]
        if self.verb == MARK:
            words += [*(decimal(number, UD) for number in self.numbers), self.name]
        elif self.verb == "lay":
            words += [decimal(self.numbers[0], UD), decimal(self.numbers[1], UD), decimal(self.numbers[2], DEGREE)]
        elif self.verb in BUILDING:
            x, y, count, turn = self.numbers
            words += [decimal(x, UD), decimal(y, UD), str(count), *([decimal(turn, DEGREE)] if turn else [])]
        elif self.verb == "rotate":
            words.append(decimal(self.numbers[0], DEGREE))
        else:
            words += [decimal(number, UD) for number in self.numbers]
        words += [str(spot) for spot in self.spots]
        return " ".join([*words, *([self.word] if self.word else [])])


def parse(text: str) -> Act | Refusal:
    """What was said, or why nobody understands it."""
    if len(text) > LONGEST:
        return Refusal("setup.long", params={"most": LONGEST})
    words = text.split()
    try:
        return _act(words)
    except Refused as refused:
        return refused.refusal


def _act(words: list[str]) -> Act:
    if not words:
        raise Refused.because("setup.empty")
    verb, rest = words[0], words[1:]
    if verb == PLACE:
        _count(verb, rest, 2, 4)
        return Act("deploy", spots=(_spot(f"{rest[0]}@{','.join(rest[1:])}"),))
    if verb not in VERBS:
        meant = nearest(verb[:40], VERBS)
        if meant:
            raise Refused.because("setup.verb_near", word=verb[:40], nearest=meant)
        raise Refused.because("setup.verb", word=verb[:40])
    if verb in ALONE:
        _count(verb, rest, 0, 0)
        return Act(verb)
    if verb in NAMED:
        _count(verb, rest, 1, 1)
        return Act(verb, _identity(rest[0]))
    if verb == "region":
        _count(verb, rest, 2, 2)
        return Act(verb, _identity(rest[0]), _one_of(rest[1], ROLES))
    if verb == "coast":
        _count(verb, rest, 1, 1)
        return Act(verb, _one_of(rest[0], SIDES))
    if verb == "river":
        _count(verb, rest, 2, 4)
        near, *more = (_distance(word) for word in rest[1:])
        far, width = (*more, *((near, NARROW)[len(more) :]))
        return Act(verb, _one_of(rest[0], SIDES), numbers=(near, far, width))
    if verb == "lay":
        _count(verb, rest, 2, 4)
        size = SIZES[0] if len(rest) < 4 else _one_of(rest[3], SIZES)
        turn = _angle(rest[2]) if len(rest) > 2 else 0
        return Act(verb, word=size, numbers=(_distance(rest[0]), _distance(rest[1]), turn))
    if verb in BUILDING:
        _count(verb, rest, 3, 4)
        turn = _angle(rest[3]) if len(rest) > 3 else 0
        return Act(verb, numbers=(_distance(rest[0]), _distance(rest[1]), _pieces(rest[2]), turn))
    if verb == MARCH:
        _count(verb, rest, 1, 2)
        if rest == [NOBODY]:
            return Act(verb, NOBODY)
        _count(verb, rest, 2, 2)
        return Act(verb, _identity(rest[0]), _one_of(rest[1], SIDES))
    if verb == MARK:
        _count(verb, rest, 3, 3)
        return Act(verb, _hidden(rest[2]), numbers=(_distance(rest[0]), _distance(rest[1])))
    if verb == "rotate":
        _count(verb, rest, 1, 1)
        return Act(verb, numbers=(_angle(rest[0]),))
    if verb == "deploy":
        _count(verb, rest, 1, LONGEST)
        return Act(verb, spots=tuple(_spot(word) for word in rest))
    _count(verb, rest, *NUMBERS[verb])
    if verb == "road" and len(rest) == 5:
        raise Refused.because("setup.unfinished", word=verb)
    return Act(verb, numbers=tuple(_distance(word) for word in rest))


def _count(verb: str, rest: list[str], least: int, most: int) -> None:
    if len(rest) < least:
        raise Refused.because("setup.unfinished", word=verb)
    if len(rest) > most:
        raise Refused.because("setup.extra", word=rest[most][:40])


def _identity(word: str) -> str:
    if IDENTITY.fullmatch(word):
        return word
    raise Refused.because("setup.name", word=word[:40])


def _hidden(word: str) -> str:
    """The units that lie in ambush, or nobody."""
    if word == NOBODY:
        return word
    names = word.split("+")
    if not all(NAME.fullmatch(name) for name in names):
        raise Refused.because("setup.name", word=word[:40])
    if len(set(names)) < len(names):
        raise Refused.because("setup.twice", word=word[:40])
    return word


def _one_of(word: str, known: tuple[str, ...]) -> str:
    if word in known:
        return word
    raise Refused.because("setup.either", word=word[:40], known=", ".join(known))


def _distance(word: str) -> int:
    number = read_number(word, UD)
    if number is None:
        raise Refused.because("setup.distance", word=word[:40])
    return number


def _pieces(word: str) -> int:
    if re.fullmatch(r"[1-9]\d?", word):
        return int(word)
    raise Refused.because("setup.pieces", word=word[:40])


def _angle(word: str) -> int:
    number = read_number(word, DEGREE)
    if number is None or number >= 36000:
        raise Refused.because("setup.angle", word=word[:40])
    return number


def _spot(word: str) -> Spot:
    who, at, where = word.partition("@")
    names = tuple(who.split("+"))
    if not at or not all(NAME.fullmatch(name) for name in names):
        raise Refused.because("setup.spot", word=word[:40])
    if len(set(names)) < len(names):
        raise Refused.because("setup.twice", word=word[:40])
    if NAME.fullmatch(where):
        return Spot(names[:1], unit=where) if len(names) == 1 else _bad_spot(word)
    parts = where.split(",")
    column = parts[-1] == COLUMN
    parts = parts[:-1] if column else parts
    if len(parts) not in (2, 3):
        return _bad_spot(word)
    heading = _angle(parts[2]) if len(parts) == 3 else None
    return Spot(names, _distance(parts[0]), _distance(parts[1]), heading, column and len(names) > 1)


def _bad_spot(word: str) -> Spot:
    raise Refused.because("setup.spot", word=word[:40])
