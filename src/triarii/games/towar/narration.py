"""A turn in one sentence: who plays which card where, and what every card that it displaces does then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triarii.core.contract import Event
from triarii.core.texts import Message

FIGHTS = ("attacked", "attacked_entering", "attacked_sideways")
CHAIN = ("entered", "stepped", "displaced", "broke_through", "fight_won", "fight_lost", "fight_tied", *FIGHTS)
"""The events that a turn is made of; all others have a sentence of their own."""


def narration(events: Sequence[Event]) -> list[Message]:
    chain = [event for event in events if event.kind in CHAIN]
    rest = [event.message for event in events if event.kind not in CHAIN]
    return [_turn(chain), *rest] if chain else rest


def _turn(chain: Sequence[Event]) -> Message:
    first = chain[0]
    if first.kind == "attacked_entering":
        return Message("told.fight", {**first.fields, "end": chain[-1].kind})
    then = list(_clauses(chain[1:]))
    return Message("told.turn", {**first.fields, "then": then}) if then else first.message


def _clauses(chain: Sequence[Event]) -> Iterator[Message]:
    """That a card is displaced is told by where it goes; how a fight ends belongs to the attack."""
    for event in chain:
        if event.kind in FIGHTS:
            yield Message(f"told.{event.kind}", {**event.fields, "end": chain[-1].kind})
        elif event.kind in ("stepped", "broke_through"):
            yield Message(f"told.{event.kind}", event.fields)
