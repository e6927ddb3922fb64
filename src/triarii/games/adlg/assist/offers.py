"""Orders put together word by word: what can follow, with spans where a number comes next.

Where a move could go on, the word `.` ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from triarii.core.contract import Choice, Refusal, Span, Turn
from triarii.core.options import unknown
from triarii.core.texts import Message
from triarii.games.adlg.assist.candidates import charges_of, full_distance, units_of
from triarii.games.adlg.battle.movement.formations import why_no_group
from triarii.games.adlg.battle.obedience import why_idle, why_not_yours
from triarii.games.adlg.battle.order_parser import read_number
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.geometry.measures import DEGREE, UD
from triarii.games.adlg.setup.offers import choices as setup_choices
from triarii.games.adlg.telling.words import has_own_name

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

END = "."
STRIDES = 18
"""How many looks a span of numbers is worth."""
MOST_OFFERED = 3
"""Steps of a move that are offered one after the other; more can be written."""
Offer = Sequence[Choice] | Span | str | Refusal


def choices(position: Position, prefix: tuple[str, ...]) -> Offer:
    """The next words, a span of numbers, the order that is spelled, or why the words lead nowhere."""
    if position.turn not in (Turn.FIRST, Turn.SECOND):
        return Refusal("over" if position.turn is Turn.OVER else "dice")
    if position.state.setup is not None:
        return setup_choices(position, prefix)
    if position.state.stage is Stage.ORDERS and prefix and prefix[0] not in ("done", position.state.corps):
        return _unit_words(position, prefix)
    return _listed(position, prefix)


def _no_word(word: str, known: Iterable[str]) -> Refusal:
    """Refuses a word, with those that could stand in its place."""
    offered = list(known)
    return unknown("order.word", word, offered) if offered else Refusal("order.ends", params={"word": word[:40]})


def _listed(position: Position, prefix: tuple[str, ...]) -> Offer:
    """Words of the listed actions, one after the other."""
    ordering = position.state.stage is Stage.ORDERS
    if ordering and not prefix:
        return _choices(position.orderable, position.state)
    listed = [action.split() for action in (_of(position, prefix[0]) if ordering else position.listed)]
    fitting = [words for words in listed if tuple(words[: len(prefix)]) == prefix]
    if not fitting:
        begun = list(prefix[:-1])
        known = [words[len(begun)] for words in listed if len(words) > len(begun) and words[: len(begun)] == begun]
        return _no_word(prefix[-1], dict.fromkeys(known))
    if any(len(words) == len(prefix) for words in fitting):
        return " ".join(prefix)
    return _choices(dict.fromkeys(words[len(prefix)] for words in fitting), position.state)


def _choices(words: Iterable[str], state: State) -> list[Choice]:
    return [Choice(word, _label(word, state), _cell(word, state)) for word in words]


def _label(word: str, state: State) -> Message:
    names = word.split("+")
    if names[0] in state.field.setting.units:
        return _named(names, state)
    if word in state.field.setting.corps:
        return Message("label.commander", {"name": word})
    if word in state.field.markers:
        return Message("label.marker", {"name": word})
    if word in state.field.setting.camps:
        return Message("label.camp", {"name": word})
    return (
        Message("label.end")
        if word == END
        else Message(f"verb.{word}")
        if not word[:1].isdigit()
        else Message("label.number", {"number": word})
    )


def _named(names: Sequence[str], state: State) -> Message:
    """One with its kind; of several the kind is told once, where it is the same. Who has no name of his own is called
    by his kind already."""
    units = [state.field.unit(name) for name in names]
    troops = {unit.troop.id for unit in units}
    if not all(map(has_own_name, units)):
        return Message("label.units", {"units": list(names)})
    if len(names) == 1:
        return Message("label.unit", {"name": names[0], "troop": troops.pop()})
    if len(troops) == 1:
        return Message("label.units_alike", {"units": list(names), "troop": troops.pop()})
    return Message("label.units", {"units": list(names)})


def _cell(word: str, state: State) -> str | None:
    return word if word in state.field.setting.units else None


# Moves and other orders of units


def _unit_words(position: Position, prefix: tuple[str, ...]) -> Offer:
    """What a unit may do: any move that the rules allow, and whatever else is listed for it."""
    whose = _of(position, prefix[0])
    if not whose:
        return _nobody(position, prefix[0])
    # A charge is spelled by its target alone: the manoeuvre that it takes is put in.
    listed = [words for action in whose if "charge" not in (words := action.split())[2:]]
    free = _free_words(position, prefix)
    if isinstance(free, Span | str):
        return free
    fitting = [words for words in listed if tuple(words[: len(prefix)]) == prefix]
    following = dict.fromkeys(words[len(prefix)] for words in fitting if len(words) > len(prefix))
    if not isinstance(free, Refusal):
        known = dict.fromkeys(choice.text for choice in free)
        return _choices({**known, **following}, position.state)
    whole = " ".join(prefix)
    if whole in whose and not following:
        return whole
    if prefix[-1] == END and " ".join(prefix[:-1]) in whose:
        return " ".join(prefix[:-1])
    if following:
        ending = {END: None} if whole in whose else {}
        return _choices({**ending, **following}, position.state)
    return free


def _nobody(position: Position, word: str) -> Refusal:
    """Why those whom a word names get no order now; where it names nobody, which words do."""
    names, state = tuple(word.split("+")), position.state
    if any(name not in state.field for name in names) or len(set(names)) < len(names):
        return _no_word(word, position.orderable)
    why = why_not_yours(state, names) or why_no_group(state.field, names) or why_idle(state.field, names)
    return why or Refusal("order.nothing_left", params={"units": list(names)})


def _free_words(position: Position, prefix: tuple[str, ...]) -> Offer:
    """Moves put together freely, and charges without the manoeuvre that they take."""
    state = position.state
    if _movable(state, prefix[0]):
        moving = [verb for verb in ("advance", "slide", "wheel", "turn") if _next(position, prefix[:1], verb)]
    else:
        moving = []
    charging = ["charge"] if any(" charge " in action for action in _of(position, prefix[0])) else []
    if len(prefix) == 1:
        words = [*moving, *charging]
        return _choices(dict.fromkeys(words), state) if words else _no_word(prefix[0], ())
    if prefix[1] in moving:
        return _steps(position, prefix)
    if prefix[1] == "charge" and charging:
        return _charges(position, prefix)
    return _no_word(prefix[1], [*moving, *charging])


def _of(position: Position, who: str) -> tuple[str, ...]:
    """The listed orders that begin with this word."""
    return ("done",) if who == "done" else position.listed_of(who)


def _movable(state: State, who: str) -> bool:
    names = tuple(who.split("+"))
    own = {unit.id for unit in units_of(state)}
    return set(names) <= own and why_idle(state.field, names) is None


def _charges(position: Position, prefix: tuple[str, ...]) -> Offer:
    """Targets in reach: the manoeuvre that it takes is put in."""
    group = tuple(prefix[0].split("+"))
    found = {order.target: str(order) for order in charges_of(position.state.field, group) if position.allows(order)}
    if len(prefix) == 2:
        return _choices(dict.fromkeys(found), position.state)
    if len(prefix) == 3 and prefix[2] in found:
        return found[prefix[2]]
    return _no_word(prefix[-1], found)


def _steps(position: Position, prefix: tuple[str, ...]) -> Offer:
    """A move step by step: kind, side, number, then the end or another step."""
    done: list[str] = [prefix[0]]
    rest = list(prefix[1:])
    for count in range(MOST_OFFERED):
        offer = _step(position, tuple(done), rest)
        if not isinstance(offer, int):
            return offer
        done += rest[:offer]
        rest = rest[offer:]
        following = [] if count + 1 == MOST_OFFERED else _following(position, tuple(done))
        if not following:
            return " ".join(done) if not rest else _no_word(rest[0], (END,))
        if not rest:
            return _choices({END: None, **dict.fromkeys(following)}, position.state)
        if rest == [END]:
            return " ".join(done)
        if rest[0] not in following:
            return _no_word(rest[0], (END, *following))
    return Refusal("order.many_steps")


def _following(position: Position, done: tuple[str, ...]) -> list[str]:
    return [verb for verb in ("advance", "wheel", "slide") if _next(position, done, verb)]


def _next(position: Position, done: tuple[str, ...], verb: str) -> bool:
    """Whether a step of this kind can follow."""
    if verb == "turn":
        return bool(_ways(position, done, verb))
    if verb == "advance":
        return _span(position, done, (verb,), UD) is not None
    return any(_span(position, done, (verb, side), DEGREE if verb == "wheel" else UD) for side in ("left", "right"))


def _step(position: Position, done: tuple[str, ...], rest: list[str]) -> Offer | int:
    """What can follow within a step; the number of its words where it is whole."""
    verb = rest[0]
    if verb == "turn":
        ways = _ways(position, done, verb)
        if len(rest) == 1:
            return _choices(dict.fromkeys(ways), position.state)
        return 2 if rest[1] in ways else _no_word(rest[1], ways)
    words: tuple[str, ...] = (verb,)
    unit = DEGREE if verb == "wheel" else UD
    if verb != "advance":
        sides = [side for side in ("left", "right") if _span(position, done, (verb, side), unit)]
        if len(rest) == 1:
            return _choices(dict.fromkeys(sides), position.state)
        if rest[1] not in sides:
            return _no_word(rest[1], sides)
        words = (verb, rest[1])
    span = _span(position, done, words, unit)
    if span is None:
        return _no_word(verb, ())
    if len(rest) == len(words):
        return span
    number = rest[len(words)]
    if number in {span.word(each) for each in (span.low, span.high)} or _fits(number, span):
        return len(words) + 1
    return Refusal("order.number", params={"word": number[:40]})


def _fits(word: str, span: Span) -> bool:
    number = read_number(word, span.scale)
    return number is not None and number in span and span.word(number) == word


def _ways(position: Position, done: tuple[str, ...], verb: str) -> list[str]:
    return [way for way in ("left", "right", "back") if position.check(" ".join([*done, verb, way])) is None]


def _span(position: Position, done: tuple[str, ...], words: tuple[str, ...], unit: int) -> Span | None:
    """The numbers that can follow: from the least that is allowed as long as all are."""
    key = (*done, *words)
    if key not in position.spans:
        position.spans[key] = _find_span(position, done, words, unit)
    return position.spans[key]


def _find_span(position: Position, done: tuple[str, ...], words: tuple[str, ...], unit: int) -> Span | None:
    group = tuple(done[0].split("+"))
    most = {"advance": full_distance(position.state.field, group), "slide": 1000, "wheel": 9000}[words[0]]
    spelling = Span(1, 1, scale=unit)

    def allowed(number: int) -> bool:
        return position.check(" ".join([*done, *words, spelling.word(number)])) is None

    return _allowed_span(allowed, most, unit)


def _allowed_span(allowed: Callable[[int], bool], most: int, unit: int) -> Span | None:
    """Looks ahead in strides, for what is allowed may end and begin again; then finds where the first part ends."""
    step = 10 if unit == UD else 100
    most -= most % step
    if most < step:
        return None
    if not allowed(step):
        return Span(most, most, step, scale=unit) if allowed(most) else None
    # On a straight way whoever is stopped stays stopped; a wheel's corner may graze something and be past it again.
    stride = max(step, most // STRIDES // step * step) if unit == UD else step
    good = step
    while good + stride <= most and allowed(good + stride):
        good += stride
    bad = min(good + stride, most + step)
    while bad - good > step:
        middle = (good + bad) // 2
        middle -= middle % step
        if middle == good:
            break
        good, bad = (middle, bad) if allowed(middle) else (good, middle)
    return Span(step, good, step, scale=unit)
