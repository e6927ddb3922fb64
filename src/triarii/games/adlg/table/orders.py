"""Orders as words: `u7+u8 advance 2.5`, `u3 wheel left 30 advance 1.2`, `u5 charge e2`; read and written exactly.

Distances are UD with up to three decimals, angles degrees with up to two. Outcomes of dice are words too: `4`, `4-2`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from triarii.core.contract import Refusal, Refused
from triarii.core.options import nearest
from triarii.core.texts import decimal
from triarii.games.adlg.geometry.measures import DEGREE, UD

LONGEST = 600
"""Letters of an order."""
MOST_STEPS = 12
NAME = re.compile(r"[uecdkab][0-9]{1,3}")
NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})?")
DICE = re.compile(r"[1-6](?:-[1-6])?")
SIDES = {"left": -1, "right": 1}
LINE, COLUMN = FORMATIONS = ("line", "column")
"""How those come forward who lay in ambush: side by side, or one behind the other."""

MOVING = ("advance", "slide", "wheel", "turn", "oblique")
"""Steps of a move, in the order in which they are offered."""
PLAIN = (
    "rally",
    "disengage",
    "leave",
    "evade",
    "adapt",
    "around",
    "adapt_around",
    "plant",
    "lift",
    "ready",
    "dismount",
    "hold",
    "recall",
    "hold_fire",
    "fire",
    "stand",
    "stay",
    "engage",
    "aside",
    "half",
    "wait",
)
"""Verbs that need nothing more. `adapt` evades along the charge, `around` past friends and not through them,
`adapt_around` both; `half` ends an evade with a half turn; `recall` calls looters; `hold_fire` keeps a unit from
shooting, and `fire` lets it shoot again, at whom it usually would; `wait` leaves an ambush where it is."""
LEAVING = ("leave", "evade", "around")
"""Ways out of a zone, which may name the enemy whose zone it is: `u1 leave e2`."""
AIMED = ("charge", "join", "encourage", "shoot")
"""Verbs that name another."""
VERBS = (
    *(*MOVING, *AIMED, "pivot", "extend", "contract", "ride", "go", "pursue", "press", "reveal", "enter"),
    *PLAIN,
)
ALONE = ("done", "time", "agree", "play_on", "time_up")
"""Orders of one word: `time` proposes that this game turn be the last, `agree` and `play_on` answer that, and `time_up`
is what a clock says."""
FREE = ("corps", *ALONE)
"""Words that begin an order without a unit."""


@dataclass(frozen=True)
class MoveStep:
    """One part of a move; amounts are mUD or cdeg, to the left negative."""

    kind: str
    amount: int
    along: int = 0
    """Of an oblique step: mUD forward while it slides by `amount`."""

    def __str__(self) -> str:
        if self.kind == "advance":
            return f"advance {decimal(self.amount, UD)}"
        if self.kind == "turn":
            return "turn back" if abs(self.amount) == 18000 else f"turn {_side(self.amount)}"
        if self.kind == "oblique":
            return f"oblique {_side(self.amount)} {decimal(abs(self.amount), UD)} {decimal(self.along, UD)}"
        return f"{self.kind} {_side(self.amount)} {decimal(abs(self.amount), DEGREE if self.kind == 'wheel' else UD)}"


@dataclass(frozen=True)
class Order:
    """What a seat wants of its units; `done` and `corps` speak to nobody."""

    who: tuple[str, ...]
    verb: str
    """`move`, or one of the verbs."""
    steps: tuple[MoveStep, ...] = ()
    target: str = ""
    numbers: tuple[int, ...] = ()
    """Of `pivot`, `ride`, `pursue`, `go`, `extend`, `contract`; of `reveal` the heading; of `enter` the
    place along the edge and how far in."""

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        words = ["+".join(self.who)] if self.who else []
        words += [str(step) for step in self.steps if self.verb in ("move", "charge", "press")]
        if self.verb in ("charge", *AIMED, "corps"):
            words += [self.verb, self.target]
        elif self.verb == "pivot":
            words += ["pivot", _side(self.numbers[0]), decimal(abs(self.numbers[0]), DEGREE)]
        elif self.verb == "reveal":
            words += ["reveal", self.target, decimal(self.numbers[0], DEGREE)]
        elif self.verb in ("ride", "pursue", "press"):
            words += [self.verb, decimal(self.numbers[0], UD)]
        elif self.verb in ("go", "enter"):
            words += [self.verb, *(decimal(number, UD) for number in self.numbers)]
        elif self.verb == "extend":
            words += ["extend", str(self.numbers[0]), str(self.numbers[1]), *(str(step) for step in self.steps)]
        elif self.verb == "contract":
            words += ["contract", self.target, *(str(step) for step in self.steps)]
        elif self.verb != "move":
            words += [self.verb, *([self.target] if self.target else [])]
        return " ".join(words)


def _side(amount: int) -> str:
    return "left" if amount < 0 else "right"


def read_number(word: str, unit: int) -> int | None:
    """The number that a word spells, in thousandths or hundredths; None where it is none."""
    if not NUMBER.fullmatch(word):
        return None
    whole, _, rest = word.partition(".")
    digits = len(str(unit)) - 1
    if len(rest) > digits:
        return None
    return int(whole) * unit + int(rest.ljust(digits, "0") or 0)


def parse(text: str) -> Order | str | Refusal:
    """An order, or an outcome of dice as it stands."""
    if len(text) > LONGEST:
        return Refusal("order.long", params={"most": LONGEST})
    if DICE.fullmatch(text):
        return text
    words = text.split()
    try:
        order = _order(words)
    except Refused as refused:
        return refused.refusal
    return order


def _order(words: Sequence[str]) -> Order:
    if not words:
        raise Refused.because("order.empty")
    if words[0] in ALONE and len(words) == 1:
        return Order((), words[0])
    if words[0] == "corps" and len(words) == 2:
        return Order((), "corps", target=_name(words[1]))
    return _deed(_all_names(words[0]), list(words[1:]))


def _deed(who: tuple[str, ...], words: list[str]) -> Order:
    if not words:
        raise Refused.because("order.no_verb", word="+".join(who))
    first = words[0]
    if first in LEAVING and len(words) > 1:
        _end(words[2:])
        return Order(who, first, target=_name(words[1]))
    if first in PLAIN:
        _end(words[1:])
        return Order(who, first)
    if first in ("join", "encourage", "shoot"):
        _end(words[2:])
        return Order(who, first, target=_name(_next(words, 1, first)))
    if first in ("ride", "pursue", "press"):
        _end(words[2:])
        return Order(who, first, numbers=(_amount(_next(words, 1, first), UD),))
    if first in ("go", "enter"):
        _end(words[3:])
        return Order(who, first, numbers=(_amount(_next(words, 1, first), UD), _amount(_next(words, 2, first), UD)))
    if first == "reveal":
        _end(words[3:])
        formed = _formation(_next(words, 1, first))
        return Order(who, first, target=formed, numbers=(_heading(_next(words, 2, first)),))
    if first == "pivot":
        _end(words[3:])
        angle = _amount(_next(words, 2, first), DEGREE)
        return Order(who, "pivot", numbers=(_sign(_next(words, 1, first)) * angle,))
    if first == "extend":
        counts = tuple(_count(_next(words, place, first)) for place in (1, 2))
        return Order(who, "extend", steps=_last_steps(words[3:]), numbers=counts)
    if first == "contract":
        leading = "+".join(_all_names(_next(words, 1, first)))
        return Order(who, "contract", steps=_last_steps(words[2:]), target=leading)
    steps, left = _steps(words)
    if not left:
        return Order(who, "move", steps=steps)
    _end(left[2:])
    if left[0] == "press":
        return Order(who, "press", steps=steps, numbers=(_amount(_next(left, 1, "press"), UD),))
    return Order(who, "charge", steps=steps, target=_name(_next(left, 1, "charge")))


def _steps(words: Sequence[str]) -> tuple[tuple[MoveStep, ...], list[str]]:
    """The steps that come first, and the words after them."""
    left = list(words)
    steps: list[MoveStep] = []
    while left and left[0] in MOVING:
        if len(steps) == MOST_STEPS:
            raise Refused.because("order.many_steps")
        step, taken = _step(left)
        steps.append(step)
        left = left[taken:]
    if left and left[0] not in ("charge", "press"):
        raise _unknown(left[0])
    return tuple(steps), left


def _last_steps(words: Sequence[str]) -> tuple[MoveStep, ...]:
    """Steps after which nothing comes."""
    steps, left = _steps(words)
    _end(left)
    return steps


def _step(words: Sequence[str]) -> tuple[MoveStep, int]:
    kind = words[0]
    if kind == "advance":
        return MoveStep(kind, _amount(_next(words, 1, kind), UD)), 2
    if kind == "turn":
        way = _next(words, 1, kind)
        return MoveStep(kind, 18000 if way == "back" else _sign(way) * 9000), 2
    side = _sign(_next(words, 1, kind))
    amount = _amount(_next(words, 2, kind), DEGREE if kind == "wheel" else UD)
    if kind == "oblique":
        return MoveStep(kind, side * amount, _amount(_next(words, 3, kind), UD)), 4
    return MoveStep(kind, side * amount), 3


def _name(word: str) -> str:
    if NAME.fullmatch(word):
        return word
    raise Refused.because("order.name", word=word[:40])


def _all_names(word: str) -> tuple[str, ...]:
    """The names that a word like `u1+u2` joins."""
    names = tuple(_name(part) for part in word.split("+"))
    if len(set(names)) < len(names):
        raise Refused.because("order.twice", word=word[:40])
    return names


def _next(words: Sequence[str], place: int, verb: str) -> str:
    if place < len(words):
        return words[place]
    raise Refused.because("order.unfinished", word=verb)


def _sign(word: str) -> int:
    if word in SIDES:
        return SIDES[word]
    raise Refused.because("order.side", word=word[:40])


def _amount(word: str, unit: int) -> int:
    amount = read_number(word, unit)
    if amount is None or amount == 0:
        raise Refused.because("order.number" if unit == UD else "order.angle", word=word[:40])
    return amount


def _heading(word: str) -> int:
    heading = read_number(word, DEGREE)
    if heading is None or heading >= 36000:
        raise Refused.because("order.angle", word=word[:40])
    return heading


def _formation(word: str) -> str:
    if word in FORMATIONS:
        return word
    raise Refused.because("order.formation", word=word[:40], known=list(FORMATIONS))


def _count(word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) == 1:
        return int(word)
    raise Refused.because("order.count", word=word[:40])


def _end(words: Sequence[str]) -> None:
    if words:
        raise Refused.because("order.extra", word=words[0][:40])


def _unknown(word: str) -> Refused:
    meant = nearest(word, VERBS)
    return Refused.because("order.verb_near" if meant else "order.verb", word=word[:40], nearest=meant)
