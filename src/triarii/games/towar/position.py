"""A position of To War!: the field, both reserves as multisets, the hands, the card face up, and who is next.

It never holds an order of cards: which card comes next is a move of chance (towar.setup.reserve).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from triarii.core.contract import Choice, Eye, Refusal, Result, Turn, Value, View
from triarii.games.towar import codes, jobs, rules
from triarii.games.towar.actions import LOTS, PASS, parse_turn, way_text
from triarii.games.towar.cards import ARMIES, PRINTED, Unit
from triarii.games.towar.cells import DIRECTIONS, FRONT_MIDDLE, NAMES, NUMBERS, entry, own_half
from triarii.games.towar.chains import Chain, entered
from triarii.games.towar.forces import Forces
from triarii.games.towar.notation import text_of, view_of
from triarii.games.towar.setting import Setting
from triarii.games.towar.spelling import next_words

UNCHOSEN = ""
CHOOSING, LOTTERY, BROKEN, DEALING = 0, -1, -2, -3
"""What comes next beside the phases of codes.py: an army is chosen, lots are drawn for the first turn, nothing after a
breakthrough, lots are drawn for the armies."""


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
        sealed: str = UNCHOSEN,
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
        self.sealed = sealed
        """The army that the first player has chosen in secret, while the second has yet to choose."""
        self.force: Forces = setting.forces(armies)
        self.phase = self._phase()
        self.turn = self._turn()

    @property
    def key(self) -> int:
        """A hash without history; there is none in this game."""
        return hash(self._here()) & (1 << 62) - 1

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
        if self.phase == DEALING:
            pairs = self._pairs()
            return [(",".join(pair), Fraction(1, len(pairs))) for pair in pairs]
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
        if self.phase == DEALING:
            first, second = action.split(",")
            return self._with_armies(first, second)
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
        return next_words(self, list(prefix))

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
        return sum(army != UNCHOSEN for army in (*self.armies, self.sealed))

    @property
    def chooses_in_secret(self) -> bool:
        """Does the player to act choose an army that nobody else may see yet?"""
        return self.phase == CHOOSING and self.setting.options["armies"] == "secret" and not self.sealed

    @property
    def under_way(self) -> bool:
        """Are the armies chosen, and is it settled who begins?"""
        return self.phase not in (CHOOSING, DEALING, LOTTERY)

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

    def played(self, result: int, hands: int) -> Position:
        """The position after a turn of which is known what becomes of the field and of the hands."""
        return self._after(result, hands)

    def chain(self, action: str) -> Chain | Refusal:
        """The turn that a text spells, step by step, whether it is whole or still under way."""
        turn = parse_turn(action)
        if turn is None:
            return Refusal("action.form", "towar.turn.entry", {"text": action[:40]})
        card = self.card_of(turn.card)
        if isinstance(card, Refusal):
            return card
        chain = entered(self.field, self.side, card, entry(self.side, turn.column), self.force)
        if not isinstance(chain, Chain):
            return self._refuse_entry(chain, turn.column)
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
        if self._clashed or (UNCHOSEN in self.armies and self.setting.options["armies"] == "random"):
            return DEALING
        if UNCHOSEN in self.armies:
            return CHOOSING
        return jobs.comes_next(self.state, self.force) if self.begun else LOTTERY

    def _turn(self) -> Turn:
        if self.phase == CHOOSING:
            return Turn.SECOND if self.armies[0] or self.sealed else Turn.FIRST
        if self.phase in (codes.DEPLOY, codes.TURN):
            return self.side
        return Turn.OVER if self.phase in (BROKEN, codes.COUNT) else Turn.CHANCE

    def _here(self) -> tuple[object, ...]:
        return self.state, self.armies, self.begun, self.broken_through, self.sealed

    @cached_property
    def _listed(self) -> dict[str, int]:
        """The listed turns and the field after each."""
        found: dict[str, int] = {}
        for card in self.playable():
            name = self.unit(card).id if self.setting.hand else ""
            for way, result in jobs.list_ways(self.field, self.side, card, self.force):
                found[way_text(name, way) if way else self.pass_text(name)] = result
        return found

    @staticmethod
    def pass_text(card: str) -> str:
        return f"{card}/{PASS}" if card else PASS

    @property
    def _mirror(self) -> bool:
        """May both have the same army?"""
        return self.setting.options["mirror_match"] is True

    @property
    def _clashed(self) -> bool:
        """Have both chosen the same army in secret, and the box holds it once?"""
        return self.armies[0] == self.armies[1] != UNCHOSEN and not self._mirror

    def _armies_left(self) -> list[str]:
        taken = UNCHOSEN if self._mirror else self.armies[0]
        return [army for army in ARMIES if army != taken]

    def _pairs(self) -> list[tuple[str, str]]:
        """What lots can deal: any two armies, or after a clash the one that both want to one of them."""
        wanted = self.armies[0]
        pairs = [(first, second) for first in ARMIES for second in ARMIES if self._mirror or first != second]
        return [pair for pair in pairs if not wanted or wanted in pair]

    def _refuse_chance(self) -> Refusal:
        if self.phase == LOTTERY:
            return Refusal("lots", "towar.setup.starter")
        if self.phase == DEALING:
            return Refusal("lots_armies", "towar.setup.choice")
        return Refusal("draw", "towar.setup.draws" if self.cards_left() > codes.TO_PLAY else "towar.turn.draw")

    def _refuse_army(self, action: str) -> Refusal | None:
        if action not in ARMIES:
            return Refusal("army.unknown", "towar.setup.armies", {"text": action[:40], "known": list(ARMIES)})
        if action not in self._armies_left():
            return Refusal("setup.mirror", "towar.setup.armies", {"army": action})
        return None

    def _with_army(self, army: str) -> Position:
        """One more choice: open, in secret, or the one that reveals both."""
        if self.sealed:
            return self._with_armies(self.sealed, army)
        if self.chooses_in_secret:
            return Position(self.armies, self.state, self.setting, begun=self.begun, sealed=army)
        return self._with_armies(self.armies[0], army) if self.armies[0] else self._with_armies(army, UNCHOSEN)

    def _with_armies(self, first: str, second: str) -> Position:
        """With their cards in the reserves; where both want the same one, it is nobody's yet."""
        decks = self.setting.table.deck
        clashed = first == second and not self._mirror
        reserve = 0 if clashed else decks(first, 0) + (decks(second, 1) if second else 0)
        return Position((first, second), (0, reserve, 0, 0, self.side), self.setting, begun=self.begun)

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

    def card_of(self, name: str) -> int | Refusal:
        """The code of the card that a turn plays."""
        if name and name not in PRINTED:
            return self.misread([name])
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
        card = self.card_of(action.rpartition("/")[0])
        if isinstance(card, Refusal):
            return card
        return Refusal("pass.can_enter", "towar.turn.entry")

    def _refuse_entry(self, why: str, column: str) -> Refusal:
        cell = entry(self.side, column)
        law = {"enemy": "towar.turn.entry_enemy", "enemy_stuck": "towar.turn.entry_pushes_enemy"}[why]
        unit = self.unit(rules.unit_on(self.field, cell)).id
        return Refusal(f"entry.{why}", law, {"cell": NAMES[cell], "unit": unit})

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
            "second_direction": "towar.move.second_way_shown",
            "edge": "towar.turn.edge",
            "been": "towar.turn.no_return",
            "moved": "towar.turn.displaced_again",
            "fresh": "towar.turn.fresh_card",
            "second": "towar.turn.second_step_displaces",
            "own_camp": "towar.turn.entry_pushes_enemy",
            "stuck": "towar.turn.entry_pushes_enemy",
        }[why]
        return Refusal(f"step.{why}", law, params)

    def misread(self, words: Sequence[str]) -> Refusal:
        return Refusal("action.form", "towar.turn.entry", {"text": " ".join(words)[:40]})
