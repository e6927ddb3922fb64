"""A position of Feint: what each captain holds, what lies open, and the raid that waits for its answer."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from feint import notation
from feint.actions import Action, Deal, Raid, Word
from feint.cards import CLAIMS, DECK, FLED_SHARE, STRENGTH, USUAL_CLAIMS, Hand, Table, in_order
from triarii.core.contract import SEATS, Choice, Eye, Refusal, Result, Span, Turn, View
from triarii.core.texts import Message

WAITS_TO_DRAW = 4
"""Each two waits give the turn back, so after four of them all that lies open is there for the third time."""


@dataclass(frozen=True)
class Position:
    """Immutable. Everything else, such as whose turn it is and what is left in the deck, follows from these fields."""

    table: Table
    hands: tuple[Hand, Hand] = ((), ())
    shown: Hand = ()
    scores: tuple[int, int] = (0, 0)
    side: Turn = Turn.FIRST
    """Who raids or waits; during a raid, the raider."""
    raid: Raid | None = None
    """The led card is still counted in the hand of the raider."""
    waits: int = 0
    """The history that counts: turns in a row in which nothing changed."""

    @cached_property
    def deck(self) -> Counter[str]:
        """What can still be dealt. The order of the cards is nowhere: it is settled when chance deals one."""
        return DECK - Counter([*self.hands[0], *self.hands[1], *self.shown])

    @property
    def receiver(self) -> Turn | None:
        """Who is due a card."""
        short = [seat for seat in SEATS if len(self.hands[seat]) < self.table.hand]
        return min(short, key=lambda seat: len(self.hands[seat]), default=None)

    @cached_property
    def turn(self) -> Turn:
        if self.result() is not None:
            return Turn.OVER
        if self.receiver is not None:
            return Turn.CHANCE
        return self.side if self.raid is None else self.side.other

    @property
    def key(self) -> int:
        """The same in every process, and without history: waiting leads back to it."""
        text = notation.write(replace(self, waits=0), SEATS)
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    # What can be done

    def actions(self) -> list[Action]:
        """The usual claims with each card, then waiting; or both answers to a raid."""
        if self.turn not in SEATS:
            return []
        if self.raid is not None:
            return [Word.HOLD, Word.FLEE]
        cards = dict.fromkeys(self.hands[self.side])
        return [*(Raid(card, claim) for card in cards for claim in USUAL_CLAIMS), Word.WAIT]

    def chances(self) -> list[tuple[Action, Fraction]]:
        if self.turn is not Turn.CHANCE:
            return []
        total = self.deck.total()
        return [(Deal(card), Fraction(self.deck[card], total)) for card in DECK if self.deck[card]]

    def check(self, action: Action) -> Refusal | None:
        if self.turn not in SEATS:
            return Refusal("over", "feint.turn") if self.turn is Turn.OVER else Refusal("dealing", "feint.deal")
        answers = action in (Word.HOLD, Word.FLEE)
        if self.raid is not None:
            return None if answers else Refusal("no_answer", "feint.raid.answer")
        if answers or isinstance(action, Deal):
            return Refusal("no_raid", "feint.turn")
        return self._refuse_raid(action) if isinstance(action, Raid) else None

    def play(self, action: Action) -> Position:
        match action:
            case Deal(card):
                assert self.receiver is not None, "only what chances lists"
                return self._holding(self.receiver, [*self.hands[self.receiver], card])
            case Raid():
                return replace(self, raid=action, waits=0)
            case Word.WAIT:
                return replace(self, side=self.side.other, waits=self.waits + 1)
            case Word.HOLD | Word.FLEE:
                return self._answered(action)

    def choices(self, prefix: Sequence[str]) -> Sequence[Choice] | Span | Action | Refusal:
        """A raid is spelled in three words: raid, card, number."""
        if self.turn not in SEATS:
            return self.check(Word.WAIT) or Word.WAIT
        match list(prefix):
            case []:
                words = ("raid", "wait") if self.raid is None else ("hold", "flee")
                return [Choice(word, Message(f"choice.{word}")) for word in words]
            case [("wait" | "hold" | "flee") as word]:
                return self.check(Word(word)) or Word(word)
            case ["raid"] if self.raid is None:
                return [_card_choice(card) for card in dict.fromkeys(self.hands[self.side])]
            case ["raid", card]:
                return self.check(Raid(card, CLAIMS.low)) or CLAIMS
            case ["raid", card, number] if number.isascii() and number.isdigit() and len(number) < 5:
                raid = Raid(card, int(number))
                return self.check(raid) or raid
        return Refusal("action.form", "feint.turn", {"text": " ".join(prefix)[:40]})

    # What can be seen

    def view(self, eye: Eye) -> View:
        """Built by adding: the open cards and numbers, then the hand of the seat that looks, if a seat does."""
        facts: dict[str, object] = {
            "points": list(self.scores),
            "cards": [len(hand) for hand in self.hands],
            "deck": self.deck.total(),
            "claim": self.raid.claim if self.raid is not None else 0,
        }
        known = [seat for seat in SEATS if Eye(seat) is eye]
        for seat in known:
            facts["hand"] = list(self.hands[seat])
        return View(eye, self.turn, notation.write(self, known), self.table.options, facts)

    def result(self) -> Result | None:
        first, second = self.scores
        ahead = None if first == second else Turn.FIRST if first > second else Turn.SECOND
        if max(self.scores) >= self.table.goal:
            return Result(ahead, "feint.end.goal")
        if self.waits >= WAITS_TO_DRAW:
            return Result(None, "feint.end.repetition")
        if self.receiver is not None and not self.deck.total():
            return Result(ahead, "feint.end.deck")
        return None

    def text(self) -> str:
        return notation.write(self, SEATS)

    def possible(self) -> bool:
        """Whether a position that somebody wrote down can be: no card too many, and raids only with full hands."""
        cards = Counter([*self.hands[0], *self.hands[1], *self.shown])
        full = all(len(hand) == self.table.hand for hand in self.hands)
        led = self.raid is None or (
            self.raid.card in self.hands[self.side] and self.raid.claim in CLAIMS and not self.waits
        )
        fitting = all(len(hand) <= self.table.hand for hand in self.hands)
        return cards <= DECK and fitting and led and (full or (self.raid is None and not self.waits))

    # What a raid comes to

    def gains(self, answer: Word) -> tuple[Turn, int]:
        """Who scores how much if the raid gets this answer."""
        assert self.raid is not None, "only a raid is answered"
        if answer is Word.FLEE:
            return self.side, self.raid.claim // FLED_SHARE
        return (self.side if self.raid.honest else self.side.other), self.raid.claim

    def _answered(self, answer: Word) -> Position:
        assert self.raid is not None, "only a raid is answered"
        winner, points = self.gains(answer)
        scores = (self.scores[0] + points * (winner == 0), self.scores[1] + points * (winner == 1))
        after = replace(self, scores=scores, side=self.side.other, raid=None)
        if answer is Word.FLEE:
            return after
        kept = list(self.hands[self.side])
        kept.remove(self.raid.card)
        return replace(after._holding(self.side, kept), shown=in_order([*self.shown, self.raid.card]))

    def _holding(self, seat: Turn, cards: Sequence[str]) -> Position:
        hand, other = in_order(cards), self.hands[seat.other]
        return replace(self, hands=(hand, other) if seat is Turn.FIRST else (other, hand))

    def _refuse_raid(self, raid: Raid) -> Refusal | None:
        if raid.card not in self.hands[self.side]:
            return Refusal("raid.card", "feint.raid", {"card": raid.card[:20]})
        if raid.claim not in CLAIMS:
            numbers = {"low": CLAIMS.low, "high": CLAIMS.high, "step": CLAIMS.step, "claim": raid.claim}
            return Refusal("raid.claim", "feint.raid", numbers)
        return None


def _card_choice(card: str) -> Choice:
    return Choice(card, Message("choice.card", {"card": card, "strength": STRENGTH[card]}))
