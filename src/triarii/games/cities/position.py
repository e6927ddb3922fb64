"""A position of Cities & Heroes: who stands where, who owns what, who is to move, and what went before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from triarii.core.contract import Choice, Eye, Refusal, Result, Turn, View
from triarii.core.texts import Message
from triarii.games.cities import jobs, rules
from triarii.games.cities.actions import (
    CLAIM,
    FIRST_BEGINS,
    PASS,
    PROMOTION,
    SECOND_BEGINS,
    SHIFT,
    TEXTS,
    WORDS,
    ends_of,
    parse,
)
from triarii.games.cities.material import MATERIAL
from triarii.games.cities.notation import text_of
from triarii.games.cities.rules import CLAIMED_ENDINGS, ENDING_RULES
from triarii.games.cities.setting import Setting
from triarii.games.cities.squares import BOARD, NAMES, NUMBERS, distance

STEPS = {False: MATERIAL["fighter"]["steps"], True: MATERIAL["hero"]["steps"]}
"""How far a piece goes, asked by whether it is a hero."""


class Position:
    """Immutable. The five boards are seen by the player to move, `side`."""

    def __init__(
        self,
        placement: jobs.Placement,
        side: Turn,
        setting: Setting,
        stall: int = 0,
        previous: Position | None = None,
        *,
        claimed: bool = False,
        drawing_lots: bool = False,
    ) -> None:
        self.placement = placement
        self.side = side
        self.setting = setting
        self.stall = stall
        """Turns since the last capture or promotion; 0 where no rule asks for it."""
        self.previous = previous
        """The position before, back to the last capture or promotion; None where no rule asks for it."""
        self.claimed = claimed
        self.drawing_lots = drawing_lots
        """Chance has yet to say who begins."""
        self.seen = self._seen()
        """How often this placement was there with the same player to move, now included."""
        self.ending = jobs.judge(placement, self.seen, stall, setting.rulings)
        """(why it is over or could be claimed to be, for whom)."""
        self.turn = self._turn()

    @property
    def claimable(self) -> bool:
        """May the player to move end the game by a claim?"""
        return self.turn is self.side and bool(self.ending[0])

    @property
    def key(self) -> int:
        """A hash of the placement and of who is to act, without history."""
        return rules.placement_key(*self.placement) ^ (self.turn << 1 | self.side)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self._here() == other._here()
            and self.setting.rulings == other.setting.rulings
            and [before._here() for before in self._past()] == [before._here() for before in other._past()]
        )

    def __hash__(self) -> int:
        return hash((self.placement, self.side, self.stall))

    def __repr__(self) -> str:
        return f"<Position {self.text()}>"

    # The contract: what can be done

    def actions(self) -> list[int]:
        """Every legal action: pieces from a1 on, row by row, for each its squares likewise; a claim comes last."""
        if self.turn is not self.side:
            return []
        mine, theirs, heroes, my_cities, _ = self.placement
        found = jobs.list_moves(mine, theirs, heroes, my_cities)
        if not found:
            found.append(PASS)
        if self.claimable:
            found.append(CLAIM)
        return found

    def chances(self) -> list[tuple[int, Fraction]]:
        if self.turn is not Turn.CHANCE:
            return []
        return [(FIRST_BEGINS, Fraction(1, 2)), (SECOND_BEGINS, Fraction(1, 2))]

    def check(self, action: int) -> Refusal | None:
        """Why an action is not allowed, if it isn't."""
        if self.turn is not self.side:
            return Refusal("over" if self.turn is Turn.OVER else "lots", "cities.turn.alternate")
        mine, theirs, heroes, my_cities, _ = self.placement
        if action == CLAIM:
            return None if self.claimable else Refusal("claim.nothing", "cities.end.claims")
        if action == PASS:
            can_act = rules.can_act(mine, theirs, heroes, my_cities)
            return Refusal("pass.can_move", "cities.turn.must_move") if can_act else None
        if action not in TEXTS or action in WORDS:
            return Refusal("action.form", "cities.turn.must_move", {"text": TEXTS.get(action, str(action))})
        start, goal = ends_of(action)
        if not mine >> start & 1:
            code = "move.not_yours" if theirs >> start & 1 else "move.no_piece"
            return Refusal(code, "cities.turn.must_move", {"square": NAMES[start]})
        if start == goal:
            return self._refuse_promotion(start)
        return self._refuse_move(start, goal)

    def play(self, action: int) -> Position:
        """The position after an action. Only after `check`."""
        if action in (FIRST_BEGINS, SECOND_BEGINS):
            return self._begun_by(Turn.FIRST if action == FIRST_BEGINS else Turn.SECOND)
        if action == CLAIM:
            return Position(self.placement, self.side, self.setting, self.stall, self.previous, claimed=True)
        mine, theirs, heroes, my_cities, their_cities = self.placement
        piece, target = (0, 0) if action == PASS else (1 << (action >> SHIFT), 1 << (action & 127))
        rulings = self.setting.rulings
        after = rules.play(mine, theirs, heroes, my_cities, their_cities, piece, target, rulings.shelter)
        side = Turn.SECOND if self.side is Turn.FIRST else Turn.FIRST
        if rules.quiet(mine, theirs, heroes, after[0], after[1], after[2]):
            stall = self.stall + 1 if rulings.stall_plies else 0
            return Position(after, side, self.setting, stall, self if rulings.repetition else None)
        return Position(after, side, self.setting)

    def result(self) -> Result | None:
        if self.turn is not Turn.OVER:
            return None
        why, value = self.ending
        winner = None if not value else (self.side if value > 0 else self.side.other)
        return Result(winner, ENDING_RULES[why])

    # The contract: what can be seen

    def choices(self, prefix: Sequence[str]) -> Sequence[Choice] | int | Refusal:
        """A piece, then where it goes."""
        if self.turn is not self.side:
            return Refusal("over" if self.turn is Turn.OVER else "lots", "cities.turn.alternate")
        actions = self.actions()
        match list(prefix):
            case []:
                return self._first_words(actions)
            case [("pass" | "claim") as word]:
                action = PASS if word == "pass" else CLAIM
                return self.check(action) or action
            case [name] if name in NUMBERS:
                goals = [goal for start, goal in map(ends_of, actions) if start == NUMBERS[name]]
                if goals:
                    return [self._goal(NUMBERS[name], goal) for goal in goals]
                own = self.placement[0] >> NUMBERS[name] & 1
                code = "move.stuck" if own else "move.not_a_piece"
                return Refusal(code, "cities.turn.must_move", {"square": name})
            case [name, goal] if name in NUMBERS and (goal in NUMBERS or goal == PROMOTION):
                action_or_refusal = parse(name + goal)
                if isinstance(action_or_refusal, Refusal):
                    return action_or_refusal
                return self.check(action_or_refusal) or action_or_refusal
        return Refusal("action.form", "cities.turn.must_move", {"text": " ".join(prefix)[:40]})

    def view(self, eye: Eye) -> View:
        """Nothing is hidden in this game: every eye sees the same."""
        return View(eye, self.turn, self.text(), self.setting.options)

    def text(self) -> str:
        return text_of(self)

    # Helpers

    def _turn(self) -> Turn:
        """Asked once: every program that drives a game asks for the turn at every ply."""
        if self.drawing_lots:
            return Turn.CHANCE
        why = self.ending[0]
        if not why:
            return self.side
        waits = ENDING_RULES[why] in CLAIMED_ENDINGS and self.setting.rulings.by_claim and not self.claimed
        return self.side if waits else Turn.OVER

    def absolute(self) -> tuple[int, int, int, int, int]:
        """The boards as (first, second, heroes, first cities, second cities)."""
        mine, theirs, heroes, my_cities, their_cities = self.placement
        if self.side is Turn.FIRST:
            return mine, theirs, heroes, my_cities, their_cities
        return theirs, mine, heroes, their_cities, my_cities

    def past(self) -> list[Position]:
        """The positions since the last capture or promotion, oldest first."""
        return list(self._past())[::-1]

    def past_keys(self) -> list[int]:
        return [rules.placement_key(*before.placement) for before in self.past()]

    def _past(self) -> Iterator[Position]:
        before = self.previous
        while before is not None:
            yield before
            before = before.previous

    def _here(self) -> tuple[object, ...]:
        return self.placement, self.side, self.stall, self.claimed, self.drawing_lots

    def _seen(self) -> int:
        times, before = 1, self.previous
        while before is not None and before.previous is not None:
            before = before.previous  # two turns back the same player is to move
            times += before.placement == self.placement
            before = before.previous
        return times

    def _begun_by(self, side: Turn) -> Position:
        first, second, heroes, first_cities, second_cities = self.absolute()
        if side is Turn.FIRST:
            return Position((first, second, heroes, first_cities, second_cities), side, self.setting)
        return Position((second, first, heroes, second_cities, first_cities), side, self.setting)

    def _refuse_promotion(self, square: int) -> Refusal | None:
        _, _, heroes, my_cities, _ = self.placement
        params = {"square": NAMES[square]}
        if heroes >> square & 1:
            return Refusal("promotion.hero", "cities.promotion.stay", params)
        if not my_cities >> square & 1:
            return Refusal("promotion.no_city", "cities.promotion.stay", params)
        return None

    def _refuse_move(self, start: int, goal: int) -> Refusal | None:
        mine, theirs, heroes, my_cities, _ = self.placement
        empty = BOARD & ~(mine | theirs)
        params = {"from": NAMES[start], "to": NAMES[goal]}
        if not empty >> goal & 1:
            return Refusal("move.occupied", "cities.move.free_squares", params)
        hero = bool(heroes >> start & 1)
        if rules.targets_of(1 << start, empty, heroes, my_cities) >> goal & 1:
            return None
        piece = "hero" if hero else "fighter"
        far = distance(start, goal)
        if far > STEPS[hero]:
            numbers = {"piece": piece, "wanted": far, "allowed": STEPS[hero]}
            return Refusal("move.too_far", f"cities.move.{piece}", {**params, **numbers})
        return Refusal(
            "move.in_the_way", "cities.move.free_squares", {**params, "piece": piece, "allowed": STEPS[hero]}
        )

    def _first_words(self, actions: Sequence[int]) -> list[Choice]:
        starts = dict.fromkeys(ends_of(action)[0] for action in actions if action not in WORDS)
        heroes = self.placement[2]
        pieces = [
            Choice(NAMES[start], Message(_piece_label(heroes, start), {"square": NAMES[start]}), NAMES[start])
            for start in starts
        ]
        words = [Choice(WORDS[action], Message(f"choice.{WORDS[action]}")) for action in actions if action in WORDS]
        return pieces + words

    def _goal(self, start: int, goal: int) -> Choice:
        if start == goal:
            return Choice(PROMOTION, Message("choice.promote", {"square": NAMES[start]}), NAMES[start])
        mine, theirs, heroes, my_cities, their_cities = self.placement
        label = "choice.to"
        if their_cities >> goal & 1:
            label = "choice.to_take"
        elif my_cities >> goal & 1 and not heroes >> start & 1:
            label = "choice.to_promote"
        return Choice(NAMES[goal], Message(label, {"square": NAMES[goal]}), NAMES[goal])


def _piece_label(heroes: int, square: int) -> str:
    return "choice.hero" if heroes >> square & 1 else "choice.fighter"
