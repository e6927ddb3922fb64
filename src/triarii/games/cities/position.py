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
    TEXTS,
    WORDS,
    ends_of,
    parse,
)
from triarii.games.cities.material import MATERIAL
from triarii.games.cities.notation import text_of
from triarii.games.cities.rules import ENDING_RULES
from triarii.games.cities.setting import Setting
from triarii.games.cities.squares import BOARD, NAMES, NUMBERS, distance
from triarii.games.cities.standings import Standing

STEPS = {False: MATERIAL["fighter"]["steps"], True: MATERIAL["hero"]["steps"]}
"""How far a piece goes, asked by whether it is a hero."""


class Position(Standing):
    """Immutable: where the game stands, and what people ask of it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        kept = self.placement, self.side, self.setting, self.stall, self.previous
        return _again, (*kept, self.claimed, self.drawing_lots)

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


def _again(
    placement: jobs.Placement,
    side: Turn,
    setting: Setting,
    stall: int,
    previous: Position | None,
    claimed: bool,
    drawing_lots: bool,
) -> Position:
    return Position(placement, side, setting, stall, previous, claimed=claimed, drawing_lots=drawing_lots)
