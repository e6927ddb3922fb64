"""A position of To War!: the field, both reserves as multisets, the hands, the card face up, and who is next.

It never holds an order of cards: which card comes next is a move of chance (towar.setup.reserve).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from triarii.core.contract import Choice, Eye, Refusal, Result, Turn, Value, View
from triarii.core.texts import Message
from triarii.games.towar import codes, jobs, rules
from triarii.games.towar.actions import LOTS, PASS, parse_turn, turn_text, way_text
from triarii.games.towar.cards import ARMIES, PRINTED, Unit
from triarii.games.towar.cells import DIRECTIONS, FRONT_MIDDLE, LETTERS, NAMES, NUMBERS, entry, own_half
from triarii.games.towar.chains import Chain, entered
from triarii.games.towar.forces import Forces
from triarii.games.towar.notation import text_of, view_of
from triarii.games.towar.offers import entry_label, stay_label, step_label
from triarii.games.towar.setting import Setting

UNCHOSEN = ""
CHOOSING, LOTTERY, BROKEN = 0, -1, -2
"""What comes next beside the phases of codes.py: an army is chosen, lots are drawn, nothing after a breakthrough."""


class Position:
    """Immutable. Cards are codes (codes.py); `reserve` and `hands` count each type in four bits."""

    def __init__(
        self,
        armies: tuple[str, str],
        state: jobs.State,
        setting: Setting,
        *,
        begun: bool = True,
        broken_through: bool = False,
    ) -> None:
        self.armies = armies
        self.state = state
        self.field, self.reserve, self.hands, self.card, side = state
        self.side = Turn(side)
        """Whose turn it is, or will be once the cards are drawn; after a breakthrough, whoever would be next."""
        self.setting = setting
        self.begun = begun
        """Is it settled who begins?"""
        self.broken_through = broken_through
        self.force: Forces = setting.forces(armies)
        self.phase = self._phase()
        self.turn = self._turn()

    @property
    def key(self) -> int:
        """A hash without history; there is none in this game."""
        return hash((self.state, self.armies, self.begun, self.broken_through)) & (1 << 62) - 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._here() == other._here() and self.setting.digest == other.setting.digest

    def __hash__(self) -> int:
        return hash(self._here())

    def __repr__(self) -> str:
        return f"<Position {self.text()}>"

    # The contract: what can be done

    def actions(self) -> list[str]:
        """Armies and cells in order; turns by card, entry cell and way, every distinct result once."""
        if self.phase == CHOOSING:
            return self._armies_left()
        if self.phase == codes.DEPLOY:
            cells = jobs.free_cells(self.field, self.side, self.force)
            return [NAMES[cell] for cell in own_half(self.side) if cells >> cell & 1]
        return list(self._listed) if self.phase == codes.TURN else []

    def chances(self) -> list[tuple[str, Fraction]]:
        """Who begins, or the next card, from the multiset of those that nobody has drawn."""
        if self.phase == LOTTERY:
            return [(word, Fraction(1, 2)) for word in LOTS]
        if self.turn is not Turn.CHANCE:
            return []
        drawer = self.drawer
        total = rules.cards_of(self.reserve, drawer)
        return [
            (unit.id, Fraction(number, total))
            for unit in self.setting.table.armies[self.armies[drawer]]
            if (number := rules.number_of(self.reserve, self.code(unit.id, drawer)))
        ]

    def check(self, action: str) -> Refusal | None:
        """Why an action is not allowed, if it isn't."""
        if self.turn is Turn.OVER:
            return Refusal("over", "towar.end.conditions")
        if self.turn is Turn.CHANCE:
            return self._refuse_chance()
        if self.phase == CHOOSING:
            return self._refuse_army(action)
        if self.phase == codes.DEPLOY:
            return self._refuse_cell(action)
        if action in self._listed:
            return None
        chain = self.follow(action)
        return chain if isinstance(chain, Refusal) else None

    def play(self, action: str) -> Position:
        """The position after an action or outcome of chance. Only after `check`."""
        if self.phase == CHOOSING:
            return self._with_army(action)
        if self.phase == LOTTERY:
            return Position(self.armies, (*self.state[:4], LOTS.index(action)), self.setting)
        if self.turn is Turn.CHANCE:
            return self._drawn(action)
        if self.phase == codes.DEPLOY:
            field = rules.put(self.field, NUMBERS[action], self.card)
            return self._after(field, self.hands)
        result = self._listed.get(action)
        if result is None or result & codes.BROKEN_THROUGH:  # the listing leaves out what field a breakthrough leaves
            followed = self.follow(action)
            assert isinstance(followed, int), "checked before"
            result = followed
        hands = self.hands
        if self.setting.hand:
            hands -= rules.one_card(self.code(action.partition("/")[0], self.side))
        return self._after(result, hands)

    def result(self) -> Result | None:
        if self.turn is not Turn.OVER:
            return None
        if self.broken_through:
            return Result(self.side.other, "towar.end.breakthrough")
        value = rules.count_up(self.field, self.force.elite)
        if not value:
            return Result(None, "towar.end.draw")
        units = [rules.units_of(self.field, seat) for seat in (0, 1)]
        winner = Turn.FIRST if value > 0 else Turn.SECOND
        return Result(winner, "towar.end.units" if units[0] != units[1] else "towar.end.elite")

    # The contract: what can be seen

    def choices(self, prefix: Sequence[str]) -> Sequence[Choice] | str | Refusal:
        """An army; a cell; or (a card of the hand,) a column, then direction by direction, `.` to stay."""
        if self.turn in (Turn.OVER, Turn.CHANCE):
            return self.check("") or []
        words = list(prefix)
        if self.phase == CHOOSING:
            if len(words) == 1:
                return self.check(words[0]) or words[0]
            offered = [Choice(army, Message("choice.army", {"army": army})) for army in self.actions()]
            return offered if not words else self._misread(words)
        if self.phase == codes.DEPLOY:
            if len(words) == 1:
                return self.check(words[0]) or words[0]
            label = {"unit": self.unit(self.card).id}
            cells = [Choice(cell, Message("choice.deploy", {**label, "cell": cell}), cell) for cell in self.actions()]
            return cells if not words else self._misread(words)
        return self._next_word(words)

    def view(self, eye: Eye) -> View:
        """The own hand and everything open; of the other hand only how many cards it holds."""
        return view_of(self, eye)

    def text(self) -> str:
        return text_of(self)

    # What others ask

    @property
    def drawer(self) -> Turn:
        """For whom a card is drawn now."""
        return self.side.other if self.phase == codes.DRAW_OTHER else self.side

    @property
    def draw_is_open(self) -> bool:
        """A drawn card is turned up, unless it goes into a hand (towar.variant.hand)."""
        return not self.setting.hand or self.cards_left() > codes.TO_PLAY

    @property
    def choices_made(self) -> int:
        """Armies that are chosen."""
        return sum(army != UNCHOSEN for army in self.armies)

    def cards_left(self) -> int:
        """Cards of both players that are not laid out or played yet."""
        return rules.cards_in(self.reserve) + rules.cards_in(self.hands) + bool(self.card)

    def unit(self, code: int) -> Unit:
        return self.setting.table.unit(self.armies[code // codes.SIDE], code)

    def code(self, unit_id: str, seat: int) -> int:
        return self.setting.table.code(unit_id, seat)

    def playable(self) -> list[int]:
        """The cards that the player to move may play, as codes, each type once."""
        if not self.setting.hand:
            return [self.card]
        first = self.side * codes.SIDE + 1
        return [code for code in range(first, first + codes.TYPES) if rules.number_of(self.hands, code)]

    def deck(self, seat: int) -> int:
        """All cards of a seat's army."""
        return self.setting.table.deck(self.armies[seat], seat) if self.armies[seat] else 0

    def fallen(self, seat: int) -> int:
        """The discard pile of a seat: what is nowhere else."""
        gone = self.deck(seat) - ((self.reserve + self.hands) >> 32 * seat & 0xFFFFFFFF) * (1 << 32 * seat)
        for cell in range(codes.CELLS):
            unit = rules.unit_on(self.field, cell)
            if unit and unit // codes.SIDE == seat:
                gone -= rules.one_card(unit)
        runner = self.card if self.card and self.card // codes.SIDE == seat else 0
        return gone - (rules.one_card(runner) if runner else 0)

    def chain(self, action: str) -> Chain | Refusal:
        """The turn that a text spells, step by step, whether it is whole or still under way."""
        turn = parse_turn(action)
        if turn is None:
            return Refusal("action.form", "towar.turn.entry", {"text": action[:40]})
        card = self._card_of(turn.card)
        if isinstance(card, Refusal):
            return card
        chain = entered(self.field, self.side, card, entry(self.side, turn.column), self.force)
        if chain is None:
            return Refusal("entry.enemy", "towar.turn.entry_enemy", {"cell": self._entry_name(turn.column)})
        for step in turn.steps:
            after = chain.step(DIRECTIONS.index(step))
            if not isinstance(after, Chain):
                return self._refuse_step(chain, step, after)
            chain = after
        return chain

    def follow(self, action: str) -> int | Refusal:
        """What the field becomes by a whole turn, whatever way it takes."""
        if action.rpartition("/")[2] == PASS:
            return self._refuse_pass(action)
        chain = self.chain(action)
        if isinstance(chain, Refusal):
            return chain
        if not chain.may_end:
            unit = {"unit": self.unit(chain.air).id, "cell": NAMES[chain.cell]}
            return Refusal("turn.unfinished", "towar.turn.step", unit)
        return chain.result

    # Helpers

    def _phase(self) -> int:
        if self.broken_through:
            return BROKEN
        if UNCHOSEN in self.armies:
            return CHOOSING
        return jobs.comes_next(self.state, self.force) if self.begun else LOTTERY

    def _turn(self) -> Turn:
        if self.phase == CHOOSING:
            return Turn.SECOND if self.armies[0] else Turn.FIRST
        if self.phase in (codes.DEPLOY, codes.TURN):
            return self.side
        return Turn.OVER if self.phase in (BROKEN, codes.COUNT) else Turn.CHANCE

    def _here(self) -> tuple[object, ...]:
        return self.state, self.armies, self.begun, self.broken_through

    @cached_property
    def _listed(self) -> dict[str, int]:
        """The listed turns and the field after each."""
        found: dict[str, int] = {}
        for card in self.playable():
            name = self.unit(card).id if self.setting.hand else ""
            for way, result in jobs.list_ways(self.field, self.side, card, self.force):
                found[way_text(name, way) if way else self._pass_text(name)] = result
        return found

    @staticmethod
    def _pass_text(card: str) -> str:
        return f"{card}/{PASS}" if card else PASS

    def _armies_left(self) -> list[str]:
        taken = self.armies[0] if self.setting.options["mirror_match"] is not True else ""
        return [army for army in ARMIES if army != taken]

    def _refuse_chance(self) -> Refusal:
        if self.phase == LOTTERY:
            return Refusal("lots", "towar.setup.starter")
        return Refusal("draw", "towar.setup.draws" if self.cards_left() > codes.TO_PLAY else "towar.turn.draw")

    def _refuse_army(self, action: str) -> Refusal | None:
        if action not in ARMIES:
            return Refusal("army.unknown", "towar.setup.armies", {"text": action[:40], "known": list(ARMIES)})
        if action not in self._armies_left():
            return Refusal("setup.mirror", "towar.setup.armies", {"army": action})
        return None

    def _with_army(self, army: str) -> Position:
        first = self.armies[0] or army
        armies = (first, army if self.armies[0] else UNCHOSEN)
        seat = 1 if self.armies[0] else 0
        reserve = self.reserve + self.setting.table.deck(army, seat)
        return Position(armies, (0, reserve, 0, 0, self.side), self.setting, begun=self.begun)

    def _drawn(self, unit_id: str) -> Position:
        drawer = self.drawer
        card = self.code(unit_id, drawer)
        reserve = self.reserve - rules.one_card(card)
        if self.draw_is_open:
            return Position(self.armies, (self.field, reserve, self.hands, card, self.side), self.setting)
        hands = self.hands + rules.one_card(card)
        return Position(self.armies, (self.field, reserve, hands, 0, self.side), self.setting)

    def _after(self, result: int, hands: int) -> Position:
        """The other player is next."""
        state = (result & codes.FIELD, self.reserve, hands, 0, 1 - self.side)
        return Position(self.armies, state, self.setting, broken_through=bool(result & codes.BROKEN_THROUGH))

    def _refuse_cell(self, action: str) -> Refusal | None:
        if action not in NUMBERS:
            return Refusal("deploy.form", "towar.setup.free_choice", {"text": action[:40]})
        cell = NUMBERS[action]
        if cell not in own_half(self.side):
            return Refusal("deploy.half", "towar.setup.free_choice", {"cell": action})
        if rules.unit_on(self.field, cell):
            return Refusal("deploy.taken", "towar.setup.free_choice", {"cell": action})
        if not jobs.free_cells(self.field, self.side, self.force) >> cell & 1:
            middle = NAMES[FRONT_MIDDLE[self.side]]
            return Refusal("deploy.middle", "towar.setup.first_cards", {"cell": middle})
        return None

    def _card_of(self, name: str) -> int | Refusal:
        """The code of the card that a turn plays."""
        if name and name not in PRINTED:
            return self._misread([name])
        if not self.setting.hand:
            return Refusal("turn.no_hand", "towar.turn.draw", {"unit": name}) if name else self.card
        if not name:
            return Refusal("turn.which_card", "towar.variant.choose")
        held = {self.unit(code).id: code for code in self.playable()}
        if name not in held:
            return Refusal("turn.not_held", "towar.variant.choose", {"unit": name})
        return held[name]

    def _refuse_pass(self, action: str) -> int | Refusal:
        """A listed pass was found before; any other is refused."""
        card = self._card_of(action.rpartition("/")[0])
        if isinstance(card, Refusal):
            return card
        return Refusal("pass.can_enter", "towar.turn.entry")

    def _refuse_step(self, chain: Chain, step: str, why: str) -> Refusal:
        if why == "ended":
            return Refusal("step.ended", "towar.turn.end")
        unit, start = self.unit(chain.air).id, NAMES[chain.cell]
        params: dict[str, Value] = {"unit": unit, "cell": start, "direction": step}
        target = rules.step_from(chain.cell, DIRECTIONS.index(step), self.side)
        if target >= 0:
            params["target"] = NAMES[target]
        law = {
            "direction": "towar.move.kinds",
            "edge": "towar.turn.edge",
            "been": "towar.turn.no_return",
            "moved": "towar.turn.displaced_again",
            "fresh": "towar.turn.fresh_card",
            "second": "towar.turn.second_step_displaces",
        }[why]
        return Refusal(f"step.{why}", law, params)

    def _entry_name(self, column: str) -> str:
        return NAMES[entry(self.side, column)]

    def _misread(self, words: Sequence[str]) -> Refusal:
        return Refusal("action.form", "towar.turn.entry", {"text": " ".join(words)[:40]})

    def _next_word(self, words: list[str]) -> Sequence[Choice] | str | Refusal:
        """A turn, word by word."""
        card = ""
        if self.setting.hand:
            if not words:
                return [
                    Choice(unit, Message("choice.card", {"unit": unit}))
                    for unit in (self.unit(code).id for code in self.playable())
                ]
            card = words.pop(0)
        code = self._card_of(card)
        if isinstance(code, Refusal):
            return code
        if not words:
            return self._entries(card, code)
        column, *steps = words
        if column == PASS and not steps:
            action = self._pass_text(card)
            return self.check(action) or action
        stay = steps[-1:] == ["."]
        steps = steps[:-1] if stay else steps
        if not {column} <= set(LETTERS) or not set(steps) <= set(DIRECTIONS):  # each a letter of its own
            return self._misread([*([card] if card else []), *words])
        action = turn_text(card, column, "".join(steps))
        chain = self.chain(action)
        if isinstance(chain, Refusal):
            return chain
        if not chain.air or (stay and chain.second):
            return Refusal("step.ended", "towar.turn.end") if stay and not chain.air else action
        if stay:
            unit = {"unit": self.unit(chain.air).id, "cell": NAMES[chain.cell]}
            return Refusal("turn.unfinished", "towar.turn.step", unit)
        offered = [step_label(self, chain, direction) for direction in chain.directions()]
        if chain.second:
            offered.append(stay_label(self, chain))
        return offered

    def _entries(self, card: str, code: int) -> list[Choice]:
        """The cells of the own back row that are open to a card."""
        offered = []
        for column in LETTERS:
            chain = entered(self.field, self.side, code, entry(self.side, column), self.force)
            if chain is not None:
                offered.append(entry_label(self, code, column))
        return offered or [Choice(PASS, Message("choice.pass", {"unit": self.unit(code).id}))]
