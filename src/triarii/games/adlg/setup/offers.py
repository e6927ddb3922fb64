"""What a seat may say in the set-up, word by word; single units are placed by numbers: `place u1 8 4.2`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from triarii.core.contract import Choice, Refusal, Span
from triarii.core.options import unknown
from triarii.core.texts import Message
from triarii.games.adlg.battle.order_parser import read_number
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.geometry.measures import UD
from triarii.games.adlg.setup import deploying, regions, sectors
from triarii.games.adlg.setup.going_on import preparing, scene
from triarii.games.adlg.setup.grammar import NOBODY, PLACE, ROLES, VERBS, Act, Spot

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

STEP = 250
Offer = Sequence[Choice] | Span | str | Refusal


def choices(position: Position, prefix: tuple[str, ...]) -> Offer:
    """The next words, a span of numbers, the action that is spelled, or why the words lead nowhere."""
    state = position.state
    listed = [action.split() for action in position.listed]
    placing = preparing(state).task is Task.DEPLOY
    if placing and prefix[:1] == (PLACE,):
        return _placing(position, prefix)
    fitting = [words for words in listed if tuple(words[: len(prefix)]) == prefix]
    if not fitting:
        begun = list(prefix[:-1])
        known = [words[len(begun)] for words in listed if len(words) > len(begun) and words[: len(begun)] == begun]
        return _no_word(prefix[-1], [*dict.fromkeys(known), *([PLACE] if placing and not begun else [])])
    if any(len(words) == len(prefix) for words in fitting):
        return " ".join(prefix)
    following = dict.fromkeys(words[len(prefix)] for words in fitting)
    if placing and not prefix:
        following[PLACE] = None
    return _choices(following, state)


def _no_word(word: str, known: Iterable[str]) -> Refusal:
    offered = list(known)
    return unknown("order.word", word, offered) if offered else Refusal("order.ends", params={"word": word[:40]})


def _choices(words: Iterable[str], state: State) -> list[Choice]:
    return [Choice(word, _label(word, state)) for word in words]


def _label(word: str, state: State) -> Message:
    setting = state.field.setting
    if word in VERBS or word in (PLACE, *ROLES, *regions.SIDES, *regions.SIZES):
        return Message(f"prepare.verb.{word}")
    if word in regions.REGIONS:
        return Message("prepare.label.region", {"region": word})
    if word in regions.KINDS:
        return Message("prepare.label.piece", {"kind": word})
    if word in scene(state).lots:
        return Message("prepare.label.laid", {"name": word, "kind": scene(state).lots[word].kind})
    if word in setting.corps:
        return Message("label.commander", {"name": word})
    if word == NOBODY:
        return Message("prepare.verb.nobody")
    names = word.split("+")
    if all(name in setting.units for name in names):
        return Message("label.units", {"units": [_named(name, state) for name in names]})
    return Message("label.number", {"number": word})


def _named(name: str, state: State) -> Message:
    return Message("label.unit", {"name": name, "troop": state.field.unit(name).troop.id})


# Single units


def _placing(position: Position, prefix: tuple[str, ...]) -> Offer:
    """Who is placed, then from the left and from the near edge, in UD; the commander comes to a unit."""
    state = position.state
    leader = preparing(state).about
    names = [unit.id for unit in deploying.corps_units(state.field, leader)]
    there = [name for name in names if name in state.field and not state.field.setting.corps[leader].included]
    open_names = [name for name in names if _columns(position, name) is not None]
    open_names += [leader] if there else []
    if len(prefix) == 1:
        return _choices(open_names, state) if open_names else _no_word(PLACE, ())
    if prefix[1] not in open_names:
        return _no_word(prefix[1], open_names)
    if prefix[1] == leader:
        if len(prefix) == 2:
            return _choices(there, state)
        if len(prefix) == 3 and prefix[2] in there:
            return str(Act("deploy", spots=(Spot((leader,), unit=prefix[2]),)))
        return _no_word(prefix[-1], there if len(prefix) == 3 else ())
    return _by_numbers(position, prefix)


def _by_numbers(position: Position, prefix: tuple[str, ...]) -> Offer:
    name = prefix[1]
    across = _columns(position, name)
    assert across is not None
    if len(prefix) == 2:
        return across
    x = _in(across, prefix[2])
    if x is None:
        return Refusal("order.number", params={"word": prefix[2][:40]})
    up = _rows(position, name, x)
    if up is None:
        return _no_word(prefix[2], ())
    if len(prefix) == 3:
        return up
    y = _in(up, prefix[3])
    if y is None:
        return Refusal("order.number", params={"word": prefix[3][:40]})
    if len(prefix) > 4:
        return _no_word(prefix[4], ())
    return str(Act("deploy", spots=(Spot((name,), x, y),)))


def _in(span: Span, word: str) -> int | None:
    number = read_number(word, UD)
    return number if number is not None and number in span and span.word(number) == word else None


def _columns(position: Position, name: str) -> Span | None:
    """Where along the table a unit finds a place."""
    key = (PLACE, name)
    if key not in position.spans:
        zone = _zone(position.state, name)
        half = position.setting.units[name].width // 2
        reach = range(-(-(zone.west + half) // STEP) * STEP, zone.east - half + 1, STEP)
        position.spans[key] = _longest(reach, lambda x: _rows(position, name, x) is not None)
    return position.spans[key]


def _rows(position: Position, name: str, x: int) -> Span | None:
    """How far from the near edge it may stand there."""
    key = (PLACE, name, str(x))
    if key not in position.spans:
        zone = _zone(position.state, name)

        def allowed(y: int) -> bool:
            pose = (x, y, sectors.facing(position.setting.units[name].seat))
            return deploying.why_not_placed(position.state.field, {name: pose}) is None

        position.spans[key] = _longest(range(-(-zone.south // STEP) * STEP, zone.north + 1, STEP), allowed)
    return position.spans[key]


def _zone(state: State, name: str) -> sectors.Area:
    unit = state.field.setting.units[name]
    return sectors.zone(state.field.setting.size, unit.seat, light=unit.light)


def _longest(numbers: range, allowed: Callable[[int], bool]) -> Span | None:
    """The longest run of numbers that are all allowed."""
    best: list[int] = []
    run: list[int] = []
    for number in numbers:
        run = [*run, number] if allowed(number) else []
        best = run if len(run) > len(best) else best
    return Span(best[0], best[-1], STEP, scale=UD) if best else None
