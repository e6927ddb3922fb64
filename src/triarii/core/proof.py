"""Proves a record: every entry legal, the result true, every chance dealt by the secret that was promised."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from triarii.core import timeline
from triarii.core.chance import SECRET_BYTES, TEXT_FORM, Dealer, commitment, is_bound
from triarii.core.contract import SEATS, AnyGame, Refusal
from triarii.core.records import ChanceFell, Header, Record


@dataclass(frozen=True)
class Proof:
    """What a check of a record found."""

    entries: int
    chances: int
    proven: int
    """How many of the chances the secret proves."""
    problem: Refusal | None = None
    open_chances: str = ""
    """Why chances stay unproven: `by_hand` (nothing was promised) or `not_over` (the secret is not out)."""
    bound_texts: int = 0
    """How many of the two texts were made by somebody who knew the promise already."""


def prove(game: AnyGame, record: Record) -> Proof:
    """Replay a record and check its chances, and which came first: the promise or the texts."""
    found = _prove_chances(game, record)
    if found.problem is None:
        found = replace(found, problem=_foreign_text(record.header))
    return replace(found, bound_texts=sum(is_bound(text, record.header.commit) for text in record.header.texts))


def _foreign_text(header: Header) -> Refusal | None:
    """A text that names a promise names that of its own record; texts of any other form, as older records have them,
    say nothing about it."""
    for seat in SEATS:
        text = header.texts[seat]
        if TEXT_FORM.fullmatch(text) and not is_bound(text, header.commit):
            return Refusal("record.foreign_text", params={"number": seat + 1})
    return None


def _prove_chances(game: AnyGame, record: Record) -> Proof:
    played, problem = timeline.replay(game, record)
    problem = problem or _no_such_day(record.header.date)
    chances = sum(isinstance(entry, ChanceFell) for entry in record.entries)
    if played is None or problem is not None:
        return Proof(len(record.entries), chances, 0, problem)
    if not chances:
        return Proof(len(record.entries), 0, 0, _broken_promise(record))
    if not record.header.commit:
        return Proof(len(record.entries), chances, 0, open_chances="by_hand")
    if record.end is None:
        return Proof(len(record.entries), chances, 0, open_chances="not_over")
    problem = _broken_promise(record)
    if problem is not None:
        return Proof(len(record.entries), chances, 0, problem)
    proven, problem = _deal_again(game, record, bytes.fromhex(record.end.secret))
    return Proof(len(record.entries), chances, proven, problem)


def _no_such_day(text: str) -> Refusal | None:
    """A record with an odd date can be read and replayed, for old ones may have one; proven it is not."""
    try:
        genuine = not text or date.fromisoformat(text).isoformat() == text
    except ValueError:
        genuine = False
    return None if genuine else Refusal("record.date", params={"date": text[:40]})


def _broken_promise(record: Record) -> Refusal | None:
    if record.end is None or not record.header.commit:
        return None
    if not record.end.secret and not any(isinstance(entry, ChanceFell) for entry in record.entries):
        return None  # nothing fell, so nothing was to be proven
    try:
        secret = bytes.fromhex(record.end.secret)
    except ValueError:
        return Refusal("record.secret")
    if len(secret) != SECRET_BYTES or secret.hex() != record.end.secret or commitment(secret) != record.header.commit:
        return Refusal("record.secret")
    return None


def _deal_again(game: AnyGame, record: Record, secret: bytes) -> tuple[int, Refusal | None]:
    """Walk through all entries, the taken-back ones too: each chance must be the one that its number gives."""
    header = record.header
    dealer = Dealer(secret, header.id, *header.texts)
    walk = timeline.begin(game, header)
    assert not isinstance(walk, Refusal), "replayed before"
    proven = 0
    for number, entry in enumerate(record.entries, start=1):
        if isinstance(entry, ChanceFell):
            if game.action_text(dealer.deal(walk.position, walk.chances)) != entry.text:
                return proven, Refusal("record.not_dealt", params={"number": number, "text": entry.text})
            proven += 1
        walk.append(entry)
    return proven, None
