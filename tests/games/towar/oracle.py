"""A second reading of a turn, with cards as things on a table: slow and plain, without bits, from the rules' texts.

Everything is seen by the player whose turn it is: column 0 is on the left, row 0 nearest, row 4 the enemy camp.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tests.games.towar.boards import COLUMNS, letters, stands, table
from triarii.core.contract import Turn
from triarii.games.towar.position import Position

Place = tuple[int, int]
Outcome = tuple[str, tuple[tuple[str, str], ...], bool]
"""The card that was played, the field by types, and whether somebody broke through."""
STEPS = {"f": (0, 1), "l": (-1, 0), "r": (1, 0)}
MOVEMENT: dict[str, dict[str, str]] = {entry["name"]: entry["kinds"] for entry in table("movement.toml")["table"]}
ALL_CELLS = frozenset((column, row) for column in range(3) for row in range(4))


@dataclass(frozen=True)
class Card:
    """One card of the table; two of the same type are different things."""

    number: int
    letter: str
    mine: bool
    attack: int
    defence: int
    ways: str
    two_steps: bool


@dataclass(frozen=True)
class Moment:
    """The table in the middle of a turn."""

    table: Mapping[Place, Card]
    been: Mapping[Card, frozenset[Place]]
    """Where each card has lain during this turn."""
    new: Card
    walked: frozenset[Card] = frozenset()
    lifted: Card | None = None
    """Pushed off its place, it has to go somewhere."""
    place: Place = (0, 0)
    free_to_stay: bool = False
    """It lies on an empty place after a first step."""
    won: bool = False
    rulings: Mapping[str, object] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        return self.lifted is None or self.free_to_stay

    @property
    def goes_on(self) -> bool:
        """A lifted card has to have somewhere to go; one's own always has, straight on."""
        return self.lifted is None or any(isinstance(self.go(way), Moment) for way in STEPS)

    def laid(self, place: Place, card: Card | None) -> dict[Place, Card]:
        """The table with this card on a place, or with none there."""
        rest = {there: lies for there, lies in self.table.items() if there != place}
        return rest if card is None else {**rest, place: card}

    def go(self, way: str) -> Moment | str:
        """One step of the lifted card, or the rule that forbids it."""
        card = self.lifted
        if card is None:
            return "towar.turn.end"
        if way == "f" and not card.mine:
            return "towar.turn.entry_pushes_enemy"
        free = self.free_to_stay and self.rulings["second_step"] == "other_direction"
        if way not in card.ways and not free:
            return "towar.move.second_way_shown" if self.free_to_stay else "towar.move.kinds"
        goal = (self.place[0] + STEPS[way][0], self.place[1] + STEPS[way][1])
        now = self
        if self.free_to_stay:  # it takes itself up again
            now = replace(self, table=self.laid(self.place, None), free_to_stay=False)
        if goal[1] == 4:
            return replace(now, lifted=None, won=True)
        if goal not in ALL_CELLS:
            return "towar.turn.edge"
        if goal in self.been[card]:
            return "towar.turn.no_return"
        other = now.table.get(goal)
        if other is not None and other.mine != card.mine:
            return now.fought(card, other, goal, side=way != "f")
        if other is not None:
            if self.free_to_stay and not self.rulings["second_step_displaces"]:
                return "towar.turn.second_step_displaces"
            if other is self.new and self.rulings["fresh_locked"]:
                return "towar.turn.fresh_card"
            if other in self.walked and not self.rulings["redisplace"]:
                return "towar.turn.displaced_again"
        been = {**self.been, card: self.been[card] | {goal}}
        now = replace(now, table=now.laid(goal, card), been=been, walked=self.walked | {card})
        if other is not None:
            pushing = replace(now, lifted=other, place=goal)
            return pushing if pushing.goes_on else "towar.turn.entry_pushes_enemy"
        again = card.two_steps and not self.free_to_stay
        return replace(now, lifted=card if again else None, place=goal, free_to_stay=again)

    def fought(self, attacker: Card, defender: Card, place: Place, side: bool) -> Moment:
        strength = attacker.attack + (2 if side else 0)
        left = attacker if strength > defender.defence else defender if strength < defender.defence else None
        return replace(self, table=self.laid(place, left), lifted=None, free_to_stay=False)


@dataclass(frozen=True)
class Table:
    """A position as it lies before the player whose turn it is."""

    seat: Turn
    cards: Mapping[Place, Card]
    hand: Mapping[str, Card]
    """What may be played, by the name that the turn's text has for it."""
    rulings: Mapping[str, object]

    @classmethod
    def of(cls, position: Position) -> Table:
        movement = position.setting.options["movement"]
        kinds = movement["kinds"] if isinstance(movement, Mapping) else MOVEMENT[str(movement)]
        types = [letters(army, seat) for seat, army in enumerate(position.armies)]

        def card(number: int, letter: str) -> Card:
            owner = Turn(letter.islower())
            unit = types[owner][letter]
            kind = kinds[unit["id"]]
            ways = "f" if kind[0] == "F" else "flr"
            return Card(number, letter, owner is position.turn, unit["attack"], unit["defence"], ways, kind[1] == "2")

        seat = position.turn
        cards = {seen_from(seat, cell): card(n, letter) for n, (cell, letter) in enumerate(stands(position).items())}
        _, _, _, up, _, hands = position.text().split(" ")[:6]
        if up != "-":
            return cls(seat, cards, {"": card(99, up)}, position.setting.options)
        held = {types[seat][letter]["id"]: letter for letter in hands.split("-")[seat] if letter.isalpha()}
        hand = {f"{name}/": card(99, letter) for name, letter in held.items()}
        return cls(seat, cards, hand, position.setting.options)

    def enter(self, name: str, column: str) -> Moment | str:
        """The new card is laid on a place of the nearest row."""
        card = self.hand[name]
        place = seen_from(self.seat, f"{column}{1 if self.seat is Turn.FIRST else 4}")
        been = {lying: frozenset({there}) for there, lying in self.cards.items()}
        begun = Moment(self.cards, {**been, card: frozenset({place})}, card, rulings=self.rulings)
        other = self.cards.get(place)
        if other is None:
            return replace(begun, table=begun.laid(place, card))
        if other.mine or self.rulings["enemy_on_entry"] == "displaced":
            pushing = replace(begun, table=begun.laid(place, card), lifted=other, place=place)
            return pushing if pushing.goes_on else "towar.turn.entry_pushes_enemy"
        if self.rulings["enemy_on_entry"] == "forbidden":
            return "towar.turn.entry_enemy"
        return begun.fought(card, other, place, side=False)

    def follow(self, text: str) -> Moment | str:
        """The turn that a text spells, or the rule that it breaks."""
        name, slash, turn = text.rpartition("/")
        column, _, ways = turn.partition(":")
        moment = self.enter(name + slash, column)
        for way in ways:
            if isinstance(moment, str):
                return moment
            moment = moment.go(way)
        if isinstance(moment, Moment) and not moment.whole:
            return "towar.turn.step"
        return moment

    def whole_turns(self) -> Iterator[tuple[str, Moment]]:
        """Every turn from its first to its last step, shorter ones first."""
        waiting: list[tuple[str, Moment]] = []
        for name in self.hand:
            entered = [(f"{name}{column}", self.enter(name, column)) for column in COLUMNS]
            opened = [(text, moment) for text, moment in entered if isinstance(moment, Moment)]
            waiting += opened
            if not opened:
                yield f"{name}pass", Moment(self.cards, {}, self.hand[name])
        while waiting:
            longer = []
            for text, moment in waiting:
                if moment.whole:
                    yield text, moment
                for way in STEPS:
                    after = moment.go(way)
                    if isinstance(after, Moment):
                        longer.append((f"{text}{'' if ':' in text else ':'}{way}", after))
            waiting = longer

    def outcome(self, text: str, moment: Moment) -> Outcome:
        """What a turn comes to: the card that was played, the field by types, and whether somebody broke through."""
        lies = {name(seen_from(self.seat, name(place))): card.letter for place, card in moment.table.items()}
        return text.rpartition("/")[0], tuple(sorted(lies.items())), moment.won


def seen_from(seat: Turn, cell: str) -> Place:
    """A cell as a player sees it; seen twice from the same side it is itself again."""
    column, row = COLUMNS.index(cell[0]), int(cell[1]) - 1
    return (column, row) if seat is Turn.FIRST else (2 - column, 3 - row)


def name(place: Place) -> str:
    return f"{COLUMNS[place[0]]}{place[1] + 1}"


def distinct(outcome: Outcome) -> Outcome:
    """What is listed once: a card and the field that it leads to; all breakthroughs are one, for the game is won."""
    card, field, won = outcome
    return card, () if won else field, won


def outcome_of(before: Position, action: str) -> Outcome:
    """What the game makes of a turn, in the same terms."""
    after = before.play(action)
    return action.rpartition("/")[0], tuple(sorted(stands(after).items())), after.broken_through
