"""Where a game of Cities & Heroes stands, as programs drive it ply by ply: the boards, who is to act, what came before.

This is the part of a position that every ply asks for, so this text is compiled (standings.pxd gives the types); what
people ask of a position is in position.py.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Self

from triarii.core import bits
from triarii.core.contract import Turn
from triarii.games.cities import jobs, rules
from triarii.games.cities.actions import CLAIM as CLAIMED
from triarii.games.cities.actions import FIRST_BEGINS as FIRST
from triarii.games.cities.actions import PASS as PASSED
from triarii.games.cities.actions import SHIFT as SHIFTED

CLAIM = CLAIMED
FIRST_BEGINS = FIRST
PASS = PASSED
SHIFT = SHIFTED
SIDES = (Turn.FIRST, Turn.SECOND)
CHANCE = Turn.CHANCE
OVER = Turn.OVER


class Standing:
    """Immutable. The five boards are seen by the player to move, `side`."""

    def __init__(
        self,
        placement: jobs.Placement,
        side: Turn,
        setting: Any,
        stall: int = 0,
        previous: Self | None = None,
        *,
        claimed: bool = False,
        drawing_lots: bool = False,
    ) -> None:
        self.mine, self.theirs, self.heroes, self.my_cities, self.their_cities = placement
        self.side = side
        self.setting = setting
        self.ruled = jobs.struct(setting.rulings)
        self.stall = stall
        """Turns since the last capture or promotion; 0 where no rule asks for it."""
        self.previous = previous
        """The position before, back to the last capture or promotion; None where no rule asks for it."""
        self.claimed = claimed
        self.drawing_lots = drawing_lots
        """Chance has yet to say who begins."""
        self.seen = 1
        """How often this placement was there with the same player to move, now included."""
        self.why = 0
        self.value = 0
        self.turn = side
        self.judge()

    @property
    def placement(self) -> jobs.Placement:
        return self.mine, self.theirs, self.heroes, self.my_cities, self.their_cities

    @property
    def ending(self) -> tuple[int, int]:
        """(why it is over or could be claimed to be, for whom)."""
        return self.why, self.value

    @property
    def claimable(self) -> bool:
        """May the player to move end the game by a claim?"""
        return self.why != 0 and self.turn is self.side

    def actions(self) -> Sequence[int]:
        """Every legal action: pieces from a1 on, row by row, for each its squares likewise; a claim comes last. Each is
        made when it is asked for."""
        found = Actions.__new__(Actions)
        found.moves = 0
        found.length = 0
        if self.turn is self.side:
            found.mine = self.mine
            found.theirs = self.theirs
            found.heroes = self.heroes
            found.my_cities = self.my_cities
            found.moves = rules.count_moves(self.mine, self.theirs, self.heroes, self.my_cities)
            found.length = (found.moves if found.moves else 1) + (1 if self.why else 0)
        return found  # type: ignore[return-value]  # one by registration, see below: compiled classes have no such base

    def play(self, action: int) -> Self:
        """The position after an action. Only after `check`."""
        made = Standing.__new__(type(self))
        made.setting = self.setting
        made.ruled = self.ruled
        made.claimed = False
        made.drawing_lots = False
        made.stall = 0
        made.previous = None
        if action > PASS:
            self.play_word(action, made)
        else:
            piece = self.mine ^ self.mine
            target = piece
            if action != PASS:
                piece = bits.square(action >> SHIFT)
                target = bits.square(action & 127)
            a, b, h, c, d = rules.play(
                self.mine,
                self.theirs,
                self.heroes,
                self.my_cities,
                self.their_cities,
                piece,
                target,
                self.ruled.shelter,
            )
            made.mine = a
            made.theirs = b
            made.heroes = h
            made.my_cities = c
            made.their_cities = d
            made.side = SIDES[1] if self.side is SIDES[0] else SIDES[0]
            if rules.quiet(self.mine, self.theirs, self.heroes, a, b, h):
                if self.ruled.stall_plies:
                    made.stall = self.stall + 1
                if self.ruled.repetition:
                    made.previous = self
        made.judge()
        return made

    def play_word(self, action: int, made: Self) -> None:
        """A claim, or who begins: seen from the other side the boards of both change places."""
        swapped = action != CLAIM and self.side is not SIDES[0 if action == FIRST_BEGINS else 1]
        made.mine = self.theirs if swapped else self.mine
        made.theirs = self.mine if swapped else self.theirs
        made.heroes = self.heroes
        made.my_cities = self.their_cities if swapped else self.my_cities
        made.their_cities = self.my_cities if swapped else self.their_cities
        made.side = self.side
        if swapped:
            made.side = SIDES[1] if self.side is SIDES[0] else SIDES[0]
        if action == CLAIM:
            made.claimed = True
            made.stall = self.stall
            made.previous = self.previous

    def judge(self) -> None:
        """How often this was there, whether the game is over, who is to act."""
        times = 1
        before = self.previous
        while before is not None:
            before = before.previous  # two turns back the same player is to move
            if before is None:
                break
            if (
                before.mine == self.mine
                and before.theirs == self.theirs
                and before.heroes == self.heroes
                and before.my_cities == self.my_cities
                and before.their_cities == self.their_cities
            ):
                times += 1
            before = before.previous
        self.seen = times
        why, value = rules.outcome(self.mine, self.theirs, self.heroes, self.my_cities, self.their_cities, self.ruled)
        waits = False
        if why == 0:
            why = rules.worn_out(times, self.stall, self.ruled)
            value = rules.worn_out_value(why, self.my_cities, self.their_cities, self.ruled)
            waits = self.ruled.by_claim and not self.claimed
        self.why = why
        self.value = value
        if self.drawing_lots:
            self.turn = CHANCE
        elif why == 0 or waits:
            self.turn = self.side
        else:
            self.turn = OVER


class Actions:
    """The actions of a position, made one by one as they are asked for; a list of ints for whoever reads it whole."""

    mine: int
    theirs: int
    heroes: int
    my_cities: int
    moves: int
    length: int

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, wanted: Any) -> Any:
        if isinstance(wanted, slice):
            return self.listed()[wanted]
        return self.at(wanted)

    def at(self, place: int) -> int:
        if place < 0:
            place += self.length
        if place < 0 or place >= self.length:
            raise IndexError("there are not so many actions")
        return self.nth(place)

    def nth(self, place: int) -> int:
        if place < self.moves:
            piece, target = rules.nth_move(self.mine, self.theirs, self.heroes, self.my_cities, place)
            return bits.lowest(piece) << SHIFT | bits.lowest(target)
        return PASS if place == 0 else CLAIM

    def listed(self) -> list[int]:
        if not self.length:
            return []
        found = jobs.list_moves(self.mine, self.theirs, self.heroes, self.my_cities)
        if not found:
            found.append(PASS)
        if len(found) < self.length:
            found.append(CLAIM)
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self.listed())

    def __contains__(self, action: object) -> bool:
        return action in self.listed()

    def __reversed__(self) -> Iterator[int]:
        return reversed(self.listed())

    def index(self, action: int) -> int:
        return self.listed().index(action)

    def count(self, action: int) -> int:
        return self.listed().count(action)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list):
            return self.listed() == other
        if isinstance(other, Actions):
            return self.listed() == other.listed()
        return False

    def __hash__(self) -> int:
        return hash(tuple(self.listed()))

    def __repr__(self) -> str:
        return repr(self.listed())


Sequence.register(Actions)
