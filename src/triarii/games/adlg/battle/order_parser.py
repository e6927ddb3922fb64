"""Orders read from words, exactly; `orders` has their classes and writes them. Outcomes of dice are words too: `4`,
`4-2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from triarii.core.contract import Refusal, Refused
from triarii.core.options import nearest
from triarii.games.adlg.battle import orders
from triarii.games.adlg.battle.orders import (
    HALF_TURN,
    QUARTER_TURN,
    Activate,
    Advance,
    Charge,
    Contract,
    Encourage,
    Enter,
    Evade,
    Extend,
    Formation,
    Go,
    Join,
    Leave,
    Move,
    Oblique,
    Order,
    Pivot,
    Press,
    Pursue,
    Reveal,
    Ride,
    ShootAt,
    Slide,
    Step,
    Steps,
    TurnInPlace,
    Wheel,
)
from triarii.games.adlg.geometry.measures import DEGREE, UD

LONGEST = 600
"""Letters of an order."""
MOST_STEPS = 12
NAME = re.compile(r"[uecdkab][0-9]{1,3}")
NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})?")
DICE = re.compile(r"[1-6](?:-[1-6])?")
SIDES = {"left": -1, "right": 1}

Who = tuple[str, ...]
Words = Sequence[str]


def parse(text: str) -> Order | str | Refusal:
    """An order, or an outcome of dice as it stands."""
    if len(text) > LONGEST:
        return Refusal("order.long", params={"most": LONGEST})
    if DICE.fullmatch(text):
        return text
    try:
        return _spelt(text)
    except Refused as refused:
        return refused.refusal


@lru_cache(maxsize=2_000)
def _spelt(text: str) -> Order:
    """The order that words spell: the same words are checked, shown ahead and carried out."""
    return _order(text.split())


def read_number(word: str, unit: int) -> int | None:
    """The number that a word spells, in thousandths or hundredths; None where it is none."""
    if not NUMBER.fullmatch(word):
        return None
    whole, _, rest = word.partition(".")
    digits = len(str(unit)) - 1
    if len(rest) > digits:
        return None
    return int(whole) * unit + int(rest.ljust(digits, "0") or 0)


def _order(words: Words) -> Order:
    if not words:
        raise Refused.because("order.empty")
    if words[0] in ALONE and len(words) == 1:
        return ALONE[words[0]](())
    if words[0] == Activate.word and len(words) == 2:
        return Activate(corps=_name(words[1]))
    who, deed = _all_names(words[0]), words[1:]
    if not deed:
        raise Refused.because("order.no_verb", word=words[0])
    read = READERS.get(deed[0])
    return _with_steps(who, deed) if read is None else read(who, deed)


# Each reader gets the words from the verb on.


def _plain(kind: type[Order]) -> Callable[[Who, Words], Order]:
    def read(who: Who, words: Words) -> Order:
        _end(words[1:])
        return kind(who)

    return read


def _leave(who: Who, words: Words) -> Order:
    _end(words[2:])
    return Leave(who, _name(words[1]) if len(words) > 1 else "")


def _evade(*, adapt: bool, around: bool) -> Callable[[Who, Words], Order]:
    def read(who: Who, words: Words) -> Order:
        _end(words[1:] if adapt else words[2:])
        return Evade(who, adapt, around, _name(words[1]) if len(words) > 1 else "")

    return read


def _at(kind: type[Join] | type[Encourage] | type[ShootAt]) -> Callable[[Who, Words], Order]:
    def read(who: Who, words: Words) -> Order:
        _end(words[2:])
        return kind(who, _name(_next(words, 1)))

    return read


def _so_far(kind: type[Ride] | type[Pursue]) -> Callable[[Who, Words], Order]:
    def read(who: Who, words: Words) -> Order:
        _end(words[2:])
        return kind(who, _amount(_next(words, 1), UD))

    return read


def _to(kind: type[Go] | type[Enter]) -> Callable[[Who, Words], Order]:
    def read(who: Who, words: Words) -> Order:
        _end(words[3:])
        return kind(who, _amount(_next(words, 1), UD), _amount(_next(words, 2), UD))

    return read


def _reveal(who: Who, words: Words) -> Order:
    _end(words[3:])
    return Reveal(who, _formation(_next(words, 1)), _heading(_next(words, 2)))


def _pivot(who: Who, words: Words) -> Order:
    _end(words[3:])
    angle = _amount(_next(words, 2), DEGREE)
    return Pivot(who, _sign(_next(words, 1)) * angle)


def _extend(who: Who, words: Words) -> Order:
    left, right = _count(_next(words, 1)), _count(_next(words, 2))
    return Extend(who, left, right, _last_steps(words[3:]))


def _contract(who: Who, words: Words) -> Order:
    return Contract(who, _all_names(_next(words, 1)), _last_steps(words[2:]))


def _with_steps(who: Who, words: Words) -> Order:
    """A move, or steps with which something else begins."""
    steps, left = _steps(words)
    if not left:
        return Move(who, steps)
    _end(left[2:])
    if left[0] == Press.word:
        return Press(who, _amount(_next(left, 1), UD), steps)
    return Charge(who, _name(_next(left, 1)), steps)


ALONE = {kind.word: kind for kind in orders.ALONE}
READERS: dict[str, Callable[[Who, Words], Order]] = {
    "leave": _leave,
    **{word: _evade(adapt=adapt, around=around) for (adapt, around), word in orders.EVADES.items()},
    **{kind.word: _at(kind) for kind in (Join, Encourage, ShootAt)},
    **{kind.word: _so_far(kind) for kind in (Ride, Pursue)},
    **{kind.word: _to(kind) for kind in (Go, Enter)},
    "reveal": _reveal,
    "pivot": _pivot,
    "extend": _extend,
    "contract": _contract,
    **{kind.word: _plain(kind) for kind in orders.PLAIN},
}
VERBS = tuple(dict.fromkeys((*(kind.word for kind in orders.STEPS), Charge.word, Press.word, *READERS)))
"""Everything that may follow those to whom an order speaks."""
FREE = (Activate.word, *ALONE)
"""Words that begin an order without a unit."""


# Steps


def _steps(words: Words) -> tuple[Steps, Words]:
    """The steps that come first, and the words after them."""
    left = words
    steps: list[Step] = []
    while left and left[0] in READ_STEP:
        if len(steps) == MOST_STEPS:
            raise Refused.because("order.many_steps")
        step, taken = READ_STEP[left[0]](left)
        steps.append(step)
        left = left[taken:]
    if left and left[0] not in (Charge.word, Press.word):
        raise _unknown(left[0])
    return tuple(steps), left


def _last_steps(words: Words) -> Steps:
    """Steps after which nothing comes."""
    steps, left = _steps(words)
    _end(left)
    return steps


def _advance(words: Words) -> tuple[Step, int]:
    return Advance(_amount(_next(words, 1), UD)), 2


def _slide(words: Words) -> tuple[Step, int]:
    return Slide(_sign(_next(words, 1)) * _amount(_next(words, 2), UD)), 3


def _wheel(words: Words) -> tuple[Step, int]:
    return Wheel(_sign(_next(words, 1)) * _amount(_next(words, 2), DEGREE)), 3


def _turn(words: Words) -> tuple[Step, int]:
    way = _next(words, 1)
    return TurnInPlace(HALF_TURN if way == "back" else _sign(way) * QUARTER_TURN), 2


def _oblique(words: Words) -> tuple[Step, int]:
    aside = _sign(_next(words, 1)) * _amount(_next(words, 2), UD)
    return Oblique(aside, _amount(_next(words, 3), UD)), 4


READ_STEP: dict[str, Callable[[Words], tuple[Step, int]]] = {
    "advance": _advance,
    "slide": _slide,
    "wheel": _wheel,
    "turn": _turn,
    "oblique": _oblique,
}


# Words


def _name(word: str) -> str:
    if NAME.fullmatch(word):
        return word
    raise Refused.because("order.name", word=word[:40])


def _all_names(word: str) -> Who:
    """The names that a word like `u1+u2` joins."""
    names = tuple(_name(part) for part in word.split("+"))
    if len(set(names)) < len(names):
        raise Refused.because("order.twice", word=word[:40])
    return names


def _next(words: Words, place: int) -> str:
    if place < len(words):
        return words[place]
    raise Refused.because("order.unfinished", word=words[0])


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


def _formation(word: str) -> Formation:
    try:
        return Formation(word)
    except ValueError:
        raise Refused.because("order.formation", word=word[:40], known=list(Formation)) from None


def _count(word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) == 1:
        return int(word)
    raise Refused.because("order.count", word=word[:40])


def _end(words: Words) -> None:
    if words:
        raise Refused.because("order.extra", word=words[0][:40])


def _unknown(word: str) -> Refused:
    meant = nearest(word, VERBS)
    return Refused.because("order.verb_near" if meant else "order.verb", word=word[:40], nearest=meant)
