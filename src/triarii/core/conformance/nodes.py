"""A position by itself: its text, its turn, its actions and chances, and that it refuses what it must."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from triarii.core.conformance.findings import Inquiry, moves
from triarii.core.contract import SEATS, AnyPosition, Refusal, Result, Turn

NONSENSE = ("", " ", "?", "-1", "nonsense", "a b c d", "9" * 5000, "٣", "é", "\x00", "\ud800")
"""Among them what trips readers up: an endless number, a digit that is not ASCII, half a letter."""
PLAYED = 4
TRIED = 8


def check_node(inquiry: Inquiry, position: AnyPosition) -> None:
    """Everything that a position must be and do by itself."""
    inquiry.report.counts["positions"] += 1
    with inquiry.looking_at(position):
        _check_text(inquiry, position)
        _check_turn(inquiry, position)
        _check_actions(inquiry, position)
        _check_chances(inquiry, position)
        _check_play(inquiry, position)
        _check_strangers(inquiry, position)
        _check_nonsense(inquiry, position)


def _check_text(inquiry: Inquiry, position: AnyPosition) -> None:
    text = position.text()
    inquiry.demand(isinstance(text, str) and text.isprintable(), "The text of a position is not one printable line.")
    again = _read_again(inquiry, position)
    inquiry.demand(again.text() == text, "The text of a position, read and written again, is another: {}", again.text())
    inquiry.demand(again == position and position == again, "The text of a position gives another position.")
    inquiry.demand(hash(again) == hash(position), "Equal positions have different hashes.")
    inquiry.demand(isinstance(position.key, int) and again.key == position.key, "Equal positions have different keys.")


def _read_again(inquiry: Inquiry, position: AnyPosition) -> AnyPosition:
    """The same position without anything that was computed for it before."""
    read: AnyPosition = inquiry.accepted(
        inquiry.game.parse(position.text(), inquiry.options), "The text of a position is refused: {}"
    )
    return read


def _check_turn(inquiry: Inquiry, position: AnyPosition) -> None:
    turn, result = position.turn, position.result()
    inquiry.demand(isinstance(turn, Turn), "The turn is no Turn: {!r}.", turn)
    inquiry.demand((result is None) == (turn is not Turn.OVER), "The turn is {} and the result {}.", turn.name, result)
    if turn is Turn.CHANCE:
        inquiry.demand(inquiry.game.info.has_chance, "It is chance's turn in a game that says it has no chance.")
    if isinstance(result, Result):
        inquiry.demand(result.winner in (None, *SEATS), "The winner is no seat: {}.", result.winner)
        inquiry.demand(bool(result.rule), "The result names no rule.")
        inquiry.cites(result.rule)


def _check_actions(inquiry: Inquiry, position: AnyPosition) -> None:
    game = inquiry.game
    actions = position.actions()
    texts = [game.action_text(action) for action in actions]
    inquiry.report.counts["actions"] += len(texts)
    for asked in (position, _read_again(inquiry, position)):
        order = [game.action_text(action) for action in asked.actions()]
        inquiry.demand(order == texts, "The order of the actions is not pinned: {} and {}.", texts, order)
    inquiry.demand(
        bool(texts) == (position.turn in SEATS), "The turn is {} with {} actions.", position.turn.name, len(texts)
    )
    inquiry.demand(len(set(texts)) == len(texts), "An action is listed twice: {}.", texts)
    for text, action in zip(texts, actions, strict=True):
        reason = inquiry.reason(position.check(action))
        inquiry.demand(not reason, "The action {} is listed but refused: {}", text, reason)
        inquiry.demand(game.action(text) == action, "The text {} gives another action: {}.", text, game.action(text))
    inquiry.remember(actions)


def _check_chances(inquiry: Inquiry, position: AnyPosition) -> None:
    game, outcomes = inquiry.game, position.chances()
    if position.turn is not Turn.CHANCE:
        inquiry.demand(not outcomes, "Chances are listed, but the turn is {}.", position.turn.name)
        return
    texts = [game.action_text(outcome) for outcome, _ in outcomes]
    inquiry.report.counts["outcomes"] += len(texts)
    again = _read_again(inquiry, position)
    pinned = [(game.action_text(outcome), chance) for outcome, chance in again.chances()]
    inquiry.demand(pinned == list(zip(texts, (c for _, c in outcomes), strict=True)), "The chances are not pinned.")
    inquiry.demand(len(set(texts)) == len(texts), "Two outcomes of chance have the same text: {}.", texts)
    for text, (outcome, chance) in zip(texts, outcomes, strict=True):
        exact = isinstance(chance, Fraction) and chance > 0
        inquiry.demand(exact, "The probability of {} is no positive Fraction: {!r}.", text, chance)
        inquiry.demand(game.action(text) == outcome, "The text {} gives another outcome.", text)
        inquiry.refuses(position.check(outcome), "A seat may play what only chance can do: {}.", text)
    total = sum(chance for _, chance in outcomes)
    inquiry.demand(total == 1, "The probabilities add up to {}, not to 1.", total)
    inquiry.remember(outcome for outcome, _ in outcomes)


def _check_play(inquiry: Inquiry, position: AnyPosition) -> None:
    text, hashed = position.text(), hash(position)
    for action in inquiry.some(moves(position), PLAYED):
        after = position.play(action)
        spelled = inquiry.game.action_text(action)
        same = position.text() == text and hash(position) == hashed
        inquiry.demand(same, "Playing {} changes the position it is played in.", spelled)
        inquiry.demand(position.play(action) == after, "Playing {} twice gives two positions.", spelled)


def _check_strangers(inquiry: Inquiry, position: AnyPosition) -> None:
    """Actions of other positions: allowed here too, or refused with a reason."""
    listed = {inquiry.game.action_text(action) for action in position.actions()}
    for action in inquiry.some(inquiry.strangers, TRIED):
        text, answer = inquiry.game.action_text(action), position.check(action)
        if answer is not None:
            inquiry.refuses(answer, "The answer to {} is neither None nor a refusal.", text)
            inquiry.demand(text not in listed, "The action {} is listed but refused.", text)
            continue
        inquiry.demand(position.turn in SEATS, "The action {} is allowed, but no seat is to act.", text)
        complete = inquiry.game.info.lists_all_actions
        inquiry.demand(text in listed or not complete, "The action {} is allowed but not listed.", text)


def _check_nonsense(inquiry: Inquiry, position: AnyPosition) -> None:
    """What makes no sense is refused with a reason, or makes some sense after all; nothing fails."""
    game, rng = inquiry.game, inquiry.rng
    spoilt = [bad for action in inquiry.some(moves(position), 2) for bad in spoiled(game.action_text(action), rng)]
    for text in inquiry.some([*NONSENSE, *spoilt], TRIED):
        action = game.action(text)
        if isinstance(action, Refusal):
            inquiry.refuses(action, "")
        else:
            written = game.action_text(action)
            inquiry.demand(game.action(written) == action, "The text {!r} is read, but not written again.", text)
            _check_answer(inquiry, position, action, text)
    for text in inquiry.some([*NONSENSE, *spoiled(position.text(), rng)], TRIED):
        read = game.parse(text, inquiry.options)
        if isinstance(read, Refusal):
            inquiry.refuses(read, "")
        else:
            with inquiry.looking_at(read):
                _check_text(inquiry, read)
                _check_turn(inquiry, read)


def _check_answer(inquiry: Inquiry, position: AnyPosition, action: Any, text: str) -> None:
    answer = position.check(action)
    if answer is not None:
        inquiry.refuses(answer, "The answer to {} is neither None nor a refusal.", text)


def spoiled(text: str, rng: Random) -> Iterator[str]:
    """The text with slips of the pen."""
    at = rng.randrange(len(text) + 1)
    yield text[:at] + text[at + 1 :]
    yield text[:at] + rng.choice("aA19 ,-/:~?=") + text[at:]
    yield text[:at] + rng.choice("aA19 ,-/:~?=") + text[at + 1 :]
    yield text[:at]
    yield text.swapcase()
    yield f"{text} {text}"
