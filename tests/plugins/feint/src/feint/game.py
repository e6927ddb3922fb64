"""Feint behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from feint import actions, advice, notation, story
from feint.actions import Action, Deal, Raid
from feint.cards import UNSEEN, Table, in_order
from feint.position import Position
from triarii.core import levels, options, rulebook, texts
from triarii.core.contract import Event, Eye, GameInfo, Options, Question, Refusal, View
from triarii.core.texts import Message


class Feint:
    """The game object; it holds no state."""

    info = GameInfo(
        id="feint",
        rules_version=1,
        options=options.load("feint"),
        has_chance=True,
        has_secrets=True,
        lists_all_actions=False,
        capabilities=frozenset({"words", "drawing", "preview", "questions"}),
        levels=levels.load("feint"),
    )
    texts = texts.load("feint", parent=texts.CORE)
    rulebook = rulebook.load("feint")

    def start(self, options: Options) -> Position | Refusal:
        """Nobody has a card yet: chance deals them one by one."""
        table = self._table(options)
        return table if isinstance(table, Refusal) else Position(table)

    def parse(self, text: str, options: Options) -> Position | Refusal:
        table = self._table(options)
        if isinstance(table, Refusal):
            return table
        position = notation.read(text, Position(table))
        if position is None:
            return Refusal("position.form", "feint.turn", {"text": text[:80]})
        return position if position.possible() else Refusal("position.cards", "feint.deck")

    def action(self, text: str) -> Action | Refusal:
        return actions.read(text)

    def action_text(self, action: Action) -> str:
        return actions.write(action)

    def text_seen_by(self, before: Position, action: Action, eye: Eye) -> str:
        """The card of a deal and of a raid is only for the captain who has it."""
        owner = before.receiver if isinstance(action, Deal) else before.side
        return actions.write(action, card="" if owner is not None and Eye(owner) is eye else UNSEEN)

    def events(self, before: Position, action: Action, after: Position) -> Sequence[Event]:
        return story.events_of(before, action, after)

    def imagine(self, view: View, rng: Random) -> Position:
        """Cards that the eye has not seen are shuffled and put where it sees none."""
        seen = notation.read(view.text, Position(Table.of(view.options)))
        assert seen is not None, "a view holds the line of a position"
        unseen = sorted(seen.deck.elements())
        rng.shuffle(unseen)
        first, second = (in_order(unseen.pop() if card == UNSEEN else card for card in hand) for hand in seen.hands)
        imagined = replace(seen, hands=(first, second))
        if seen.raid is not None and seen.raid.card == UNSEEN:
            return replace(imagined, raid=Raid(rng.choice(imagined.hands[seen.side]), seen.raid.claim))
        return imagined

    # Capabilities

    def words(self, view: View) -> Sequence[Message]:
        return story.sentences(view)

    def drawing(self, view: View) -> str:
        return story.drawing(view)

    def preview(self, position: Position, action: Action, eye: Eye) -> dict[str, object]:
        return story.preview_of(position, action, eye)

    def tables(self) -> Mapping[str, Question]:
        return advice.TABLES

    def questions(self) -> Mapping[str, Question]:
        return advice.QUESTIONS

    def _table(self, given: Options) -> Table | Refusal:
        chosen = options.complete(self.info, given)
        return chosen if isinstance(chosen, Refusal) else Table.of(chosen)
