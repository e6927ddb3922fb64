"""What happened and what will happen, for each eye what it may know; and a view in words and letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from feint.actions import Action, Deal, Raid, Word
from feint.cards import FLED_SHARE
from feint.position import Position
from triarii.core.contract import Event, Eye, Turn, View
from triarii.core.texts import Message

NAMES = {Turn.FIRST: "first", Turn.SECOND: "second"}


def events_of(before: Position, action: Action, after: Position) -> list[Event]:
    """One action's events in order; a secret field names the only eye that may see it."""
    told = list(_action(before, action))
    result = after.result()
    if result is not None and result.winner is not None:
        told.append(Event("won", {"seat": NAMES[result.winner], "rule": result.rule}))
    elif result is not None:
        told.append(Event("drawn", {"rule": result.rule}))
    return told


def _action(before: Position, action: Action) -> Iterator[Event]:
    match action:
        case Deal(card):
            assert before.receiver is not None, "only what chances lists"
            yield Event("dealt", {"seat": NAMES[before.receiver], "card": card}, {"card": Eye(before.receiver)})
        case Raid(card, claim):
            fields: dict[str, int | str] = {"seat": NAMES[before.side], "card": card, "claim": claim}
            yield Event("raided", fields, {"card": Eye(before.side)})
        case Word.WAIT:
            yield Event("waited", {"seat": NAMES[before.side]})
        case Word.HOLD | Word.FLEE:
            assert before.raid is not None, "only a raid is answered"
            holder = NAMES[before.side.other]
            if action is Word.HOLD:
                yield Event("held", {"seat": holder, "card": before.raid.card})
            else:
                yield Event("fled", {"seat": holder})
            seat, points = before.gains(action)
            yield Event("scored", {"seat": NAMES[seat], "points": points})


def preview_of(position: Position, action: Action, eye: Eye) -> dict[str, object]:
    """What a raid would win or lose; the outcome of a held raid only for who knows the card."""
    seen: dict[str, object] = {}
    raid = action if isinstance(action, Raid) else position.raid
    if raid is not None:
        seen["if_fled"] = raid.claim // FLED_SHARE
        seen["at_stake"] = raid.claim
        if Eye(position.side) is eye:
            seen["if_held"] = raid.claim if raid.honest else -raid.claim
    return seen


def sentences(view: View) -> list[Message]:
    """A view in whole sentences."""
    facts: Any = view.facts
    told = [
        Message("say.score", {"seat": NAMES[seat], "points": facts["points"][seat], "cards": facts["cards"][seat]})
        for seat in NAMES
    ]
    if facts.get("hand"):
        told.append(Message("say.hand", {"cards": facts["hand"]}))
    if facts["claim"]:
        told.append(Message("say.claim", {"claim": facts["claim"]}))
    return told


def drawing(view: View) -> str:
    """One line a captain: points and cards, with their names where this eye may know them."""
    facts: Any = view.facts
    lines = []
    for seat, name in NAMES.items():
        cards: Sequence[str] = facts["hand"] if Eye(seat) is view.eye else ["?"] * facts["cards"][seat]
        lines.append(f"{name:<6} {facts['points'][seat]:>3}  " + " ".join(f"[{card}]" for card in cards))
    return "\n".join(line.rstrip() for line in lines)
