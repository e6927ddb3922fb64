"""A position of Wager: both hands, the die, and the card that waits face down for its answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from triarii.core.contract import SEATS, Choice, Eye, Refusal, Result, Span, Turn, View
from triarii.core.texts import Message
from wager.actions import CARDS, FACES, UNSEEN, Action, Deal, Play, Roll, sign

Hand = tuple[int, ...]
LINE = re.compile(r"([0-9]{1,2})-([0-9]{1,2}) ([12]) ([0-6]) (\S+) (\S+)/(\S+) (\S+)")
NOTHING = "-"


@dataclass(frozen=True)
class Position:
    """Immutable; whose turn it is follows from these fields."""

    size: int
    """Cards in a whole hand."""
    hands: tuple[Hand, Hand] = ((), ())
    scores: tuple[int, int] = (0, 0)
    leader: Turn = Turn.FIRST
    die: int = 0
    """0: not rolled yet."""
    led: Hand = ()
    """The leader's card, face down, until it is answered."""
    shown: Hand = ()
    """What was played in earlier rounds."""

    @property
    def receiver(self) -> Turn | None:
        """Who is due a card: only before the first round."""
        if self.shown or self.led or self.die:
            return None
        short = [seat for seat in SEATS if len(self.hands[seat]) < self.size]
        return min(short, key=lambda seat: len(self.hands[seat]), default=None)

    @property
    def turn(self) -> Turn:
        if self.receiver is not None:
            return Turn.CHANCE
        if len(self.shown) == 2 * self.size:
            return Turn.OVER
        if not self.die:
            return Turn.CHANCE
        return self.leader.other if self.led else self.leader

    @property
    def key(self) -> int:
        return int.from_bytes(self.text().encode(), "big")

    @property
    def unseen(self) -> list[int]:
        """Cards that lie nowhere as far as this position knows."""
        return [card for card in CARDS if card not in (*self.hands[0], *self.hands[1], *self.led, *self.shown)]

    # What can be done

    def actions(self) -> list[Action]:
        return [Play(card) for card in self.hands[self.turn]] if self.turn in SEATS else []

    def chances(self) -> list[tuple[Action, Fraction]]:
        if self.turn is not Turn.CHANCE:
            return []
        if self.receiver is None:
            return [(Roll(face), Fraction(1, len(FACES))) for face in FACES]
        return [(Deal(card), Fraction(1, len(self.unseen))) for card in self.unseen]

    def check(self, action: Action) -> Refusal | None:
        if self.turn is Turn.OVER:
            return Refusal("over", "wager.end")
        if self.turn is Turn.CHANCE:
            return Refusal("chance", "wager.round")
        if action in self.actions():
            return None
        return Refusal("card", "wager.round", {"card": action.card if isinstance(action, Play) else 0})

    def play(self, action: Action) -> Position:
        match action:
            case Deal(card):
                assert self.receiver is not None, "only what chances lists"
                return self._holding(self.receiver, (*self.hands[self.receiver], card))
            case Roll(face):
                return replace(self, die=face)
            case Play(card):
                seat = self.turn
                after = self._holding(seat, tuple(each for each in self.hands[seat] if each != card))
                return after._answered(card) if self.led else replace(after, led=(card,))

    def choices(self, prefix: Sequence[str]) -> Sequence[Choice] | Span | Action | Refusal:
        """A card is the only word; it is clicked in the hand."""
        if self.turn not in SEATS:
            return self.check(Roll(1)) or Roll(1)
        if not prefix:
            return [
                Choice(str(card), Message("choice.card", {"card": card}), cell=f"card.{card}")
                for card in self.hands[self.turn]
            ]
        named = [card for card in self.hands[self.turn] if [str(card)] == list(prefix)]
        return Play(named[0]) if named else Refusal("word", "wager.round", {"word": " ".join(prefix)[:20]})

    # What can be seen

    def view(self, eye: Eye) -> View:
        """Everybody sees the open line; a seat sees its own cards in it."""
        first, second = (
            self.hands[seat] if int(eye) == int(seat) else (UNSEEN,) * len(self.hands[seat]) for seat in SEATS
        )
        led = self.led if int(eye) == int(self.leader) else (UNSEEN,) * len(self.led)
        seen = replace(self, hands=(first, second), led=led)
        return View(eye, self.turn, seen.text(), {"hand": self.size})

    def result(self) -> Result | None:
        if self.turn is not Turn.OVER:
            return None
        first, second = self.scores
        return Result(None if first == second else SEATS[first < second], "wager.end")

    def text(self) -> str:
        hands = "/".join(_cards(hand) for hand in self.hands)
        points = "-".join(map(str, self.scores))
        return f"{points} {self.leader + 1} {self.die} {_cards(self.led)} {hands} {_cards(self.shown)}"

    def gains(self, answer: int) -> tuple[int, int]:
        """What both score when this card answers the led one: the nearer to twice the die takes the die."""
        (led,), wanted = self.led, 2 * self.die
        far, farther = abs(led - wanted), abs(answer - wanted)
        if far == farther:
            return 0, 0
        winner = self.leader if far < farther else self.leader.other
        return (self.die, 0) if winner is Turn.FIRST else (0, self.die)

    def _answered(self, card: int) -> Position:
        gained = self.gains(card)
        scores = (self.scores[0] + gained[0], self.scores[1] + gained[1])
        shown = tuple(sorted((*self.shown, *self.led, card)))
        return replace(self, scores=scores, leader=self.leader.other, die=0, led=(), shown=shown)

    def _holding(self, seat: Turn, cards: Hand) -> Position:
        hand, other = tuple(sorted(cards)), self.hands[seat.other]
        return replace(self, hands=(hand, other) if seat is Turn.FIRST else (other, hand))


def read(text: str, start: Position) -> Position | None:
    """The position of a line, with unseen cards where an eye may not know them; None: this is no line."""
    found = LINE.fullmatch(text)
    if found is None:
        return None
    led, first, second, shown = (_hand(found[at]) for at in (5, 6, 7, 8))
    if led is None or first is None or second is None or shown is None:
        return None
    scores = (int(found[1]), int(found[2]))
    return replace(
        start,
        hands=(first, second),
        scores=scores,
        leader=SEATS[int(found[3]) - 1],
        die=int(found[4]),
        led=led,
        shown=shown,
    )


def possible(position: Position) -> bool:
    """Whether these hands and cards can come about."""
    cards = [*position.hands[0], *position.hands[1], *position.led, *position.shown]
    ordered = all(list(hand) == sorted(hand) for hand in (*position.hands, position.shown))
    if len(set(cards)) != len(cards) or UNSEEN in cards or not ordered or len(position.led) > bool(position.die):
        return False
    lengths = [len(hand) for hand in position.hands]
    if position.receiver is not None:
        return lengths[0] - lengths[1] in (0, 1) and not any(position.scores) and position.leader is Turn.FIRST
    rounds, odd = divmod(len(position.shown), 2)
    whole = [position.size - rounds - (bool(position.led) and seat is position.leader) for seat in SEATS]
    sums = sum(position.scores) <= 6 * rounds and position.leader is SEATS[rounds % 2]
    return not odd and lengths == whole and sums and not (rounds == position.size and position.die)


def _cards(hand: Hand) -> str:
    return ",".join(map(sign, hand)) or NOTHING


def _hand(text: str) -> Hand | None:
    if text == NOTHING:
        return ()
    signs = {sign(card): card for card in (UNSEEN, *CARDS)}
    cards = [signs.get(each) for each in text.split(",")]
    known = tuple(card for card in cards if card is not None)
    return known if len(known) == len(cards) else None
