"""Actions put together word by word: whatever is offered leads on, and everything that is listed can be spelled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeGuard

from triarii.core.conformance.findings import Inquiry, to_act
from triarii.core.conformance.scenes import check_clickable
from triarii.core.contract import AnyPosition, Choice, Span

LOOKS = 400
"""How many prefixes are asked in one position; where that is not enough, a random part of them."""
NUMBERS = 5
"""How many numbers of a span are tried."""
LONGEST = 40
"""More words than any action needs."""
WRONG = ("nonsense", "", "?", "-1", "9" * 5000, "٣")

Prefix = tuple[str, ...]


@dataclass
class Spelled:
    """What a walk through the words of a position came to."""

    actions: dict[Prefix, Any] = field(default_factory=dict)
    offers: list[str] = field(default_factory=list)
    """Everything that was offered on the way, as plain text, to compare with another walk."""
    cells: set[str] = field(default_factory=set)
    """Where on the board offered words can be clicked."""
    complete: bool = True


def check_choices(inquiry: Inquiry, position: AnyPosition) -> None:
    """Walk through the words of a position, or through a random part of them."""
    with inquiry.looking_at(position):
        if to_act(position) is None:
            inquiry.refuses(position.choices([]), "Words are offered, but no seat is to act.")
            return
        found = walk(inquiry, position, inquiry.rng)
        inquiry.report.counts["choices"] += len(found.offers)
        _check_spelled(inquiry, position, found)
        check_clickable(inquiry, position, found.cells)
        for prefix in inquiry.some(list(found.actions), 2):
            _check_wrong_words(inquiry, position, prefix)


def walk(inquiry: Inquiry, position: AnyPosition, rng: Random, wanted: int | None = None) -> Spelled:
    """Ask for the next words again and again: until all of them have led to actions, or as many as are wanted, or
    enough were asked."""
    found = Spelled()
    waiting: list[Prefix] = [()]
    for _ in range(LOOKS):
        if not waiting or len(found.actions) == wanted:
            break
        prefix = waiting.pop()
        inquiry.demand(len(prefix) <= LONGEST, "The words never end: {}.", prefix)
        offered = inquiry.accepted(position.choices(list(prefix)), "The offered words {} are refused: {}", prefix)
        if isinstance(offered, Span):
            found.offers.append(f"{prefix}: {offered}")
            words, complete = _numbers(inquiry, offered, rng)
            found.complete &= complete
            for wrong in _wrong_numbers(offered):
                answer = position.choices([*prefix, wrong])
                inquiry.refuses(answer, "{} is accepted after {}, but {} was offered.", wrong[:20], prefix, offered)
        elif is_choices(offered):
            found.offers.append(f"{prefix}: {offered}")
            found.cells |= {choice.cell for choice in offered if choice.cell is not None}
            found.cells.update(place for choice in offered for place in choice.also)
            words = _texts(inquiry, prefix, offered)
        else:
            found.offers.append(f"{prefix}: {inquiry.game.action_text(offered)}")
            found.actions[prefix] = offered
            continue
        rng.shuffle(words)
        waiting += [(*prefix, word) for word in words]
    found.complete = found.complete and not waiting
    return found


def is_choices(offered: object) -> TypeGuard[Sequence[Choice]]:
    """An action may be a tuple itself, so what is in it tells."""
    return (
        isinstance(offered, Sequence)
        and not isinstance(offered, str)
        and all(isinstance(choice, Choice) for choice in offered)
    )


def offers(inquiry: Inquiry, position: AnyPosition, seed: int) -> str:
    """All that the seat to act is offered and denied, as one text: two positions that look alike must give the same."""
    game = inquiry.game
    actions = [game.action_text(action) for action in position.actions()]
    denied = [position.check(action) for action in inquiry.strangers]
    return "\n".join([*actions, *map(repr, denied), *walk(inquiry, position, Random(seed)).offers])


def _check_spelled(inquiry: Inquiry, position: AnyPosition, found: Spelled) -> None:
    game = inquiry.game
    listed = {game.action_text(action) for action in position.actions()}
    spelled = set()
    for prefix, action in found.actions.items():
        text, reason = game.action_text(action), inquiry.reason(position.check(action))
        inquiry.demand(not reason, "The words {} spell {}, which is refused: {}", prefix, text, reason)
        inquiry.demand(game.action(text) == action, "The words {} spell {}, which is read otherwise.", prefix, text)
        spelled.add(text)
    if found.complete:
        inquiry.demand(listed <= spelled, "Listed actions can't be spelled: {}.", sorted(listed - spelled))
    if game.info.lists_all_actions:
        inquiry.demand(spelled <= listed, "Spelled actions are not listed: {}.", sorted(spelled - listed))
    inquiry.remember(found.actions.values())


def _check_wrong_words(inquiry: Inquiry, position: AnyPosition, prefix: Prefix) -> None:
    """A word that was not offered leads nowhere, at every place of an action and after its end."""
    for length in range(len(prefix) + 1):
        begun = list(prefix[:length])
        offered = position.choices(begun)
        if isinstance(offered, Span):
            continue  # its wrong numbers are tried wherever it is met
        known = [choice.text for choice in offered] if is_choices(offered) else []
        wrong = inquiry.rng.choice([word for word in WRONG if word not in known])
        answer = position.choices([*begun, wrong])
        inquiry.refuses(
            answer, "After the words {} the word {!r} is accepted, but nobody offered it.", begun, wrong[:20]
        )


def _texts(inquiry: Inquiry, prefix: Prefix, offered: Any) -> list[str]:
    words = [choice.text for choice in offered]
    inquiry.demand(bool(words), "No word can follow {}, but that is no refusal.", prefix)
    inquiry.demand(len(set(words)) == len(words), "The same word is offered twice after {}: {}.", prefix, words)
    for choice in offered:
        inquiry.says(choice.label)
    return words


def _numbers(inquiry: Inquiry, span: Span, rng: Random) -> tuple[list[str], bool]:
    inquiry.demand(span.low in span and span.high in span, "A span does not contain its own ends: {}.", span)
    every = range(span.low, span.high + 1, span.step)
    if len(every) <= NUMBERS:
        return [span.word(number) for number in every], True
    between = rng.sample(every[1:-1], NUMBERS - 2)
    return [span.word(number) for number in (span.low, *between, span.high)], False


def _wrong_numbers(span: Span) -> Iterator[str]:
    yield span.word(span.low - span.step)
    yield span.word(span.high + span.step)
    if span.step > 1:
        yield span.word(span.low + 1)
    yield from WRONG[:3]
