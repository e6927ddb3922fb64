"""Wager behind the contract that all games share."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from triarii.core import boards, levels, options, rulebook, texts
from triarii.core.contract import SEAT_NAMES, Event, Eye, GameInfo, Options, Refusal, Scene, Thing, View
from wager import actions, position
from wager.actions import UNSEEN, Action, Deal, Play, Roll
from wager.position import Hand, Position


class Wager:
    """The game object; it holds no state."""

    info = GameInfo(
        id="wager",
        rules_version=1,
        options=options.load("wager"),
        has_chance=True,
        has_secrets=True,
        lists_all_actions=True,
        dice_stand=True,
        capabilities=frozenset({"board"}),
        levels=levels.load("wager"),
        board=boards.load("wager"),
    )
    texts = texts.load("wager", parent=texts.CORE)
    rulebook = rulebook.load("wager")

    def start(self, given: Options) -> Position | Refusal:
        chosen = options.complete(self.info, given)
        return chosen if isinstance(chosen, Refusal) else Position(int(str(chosen["hand"])))

    def parse(self, text: str, given: Options) -> Position | Refusal:
        start = self.start(given)
        if isinstance(start, Refusal):
            return start
        found = position.read(text, start)
        if found is None or not position.possible(found):
            return Refusal("position", "wager.round", {"text": text[:60]})
        return found

    def action(self, text: str) -> Action | Refusal:
        return actions.read(text) or Refusal("form", "wager.round", {"text": text[:20]})

    def action_text(self, action: Action) -> str:
        return actions.write(action)

    def text_seen_by(self, before: Position, action: Action, eye: Eye) -> str:
        """A dealt card is for its hand alone, a led card for the leader alone; all else is open."""
        return actions.write(action if _knows(before, action, eye) else type(action)(UNSEEN))

    def events(self, before: Position, action: Action, after: Position) -> list[Event]:
        match action:
            case Deal(card):
                assert before.receiver is not None, "only what chances lists"
                seat = before.receiver
                return [Event("dealt", {"seat": SEAT_NAMES[seat], "card": card}, {"card": Eye(seat)})]
            case Roll(face):
                return [Event("rolled", {"face": face, "wanted": 2 * face})]
            case Play(card) if not before.led:
                seat = before.leader
                return [Event("led", {"seat": SEAT_NAMES[seat], "card": card}, {"card": Eye(seat)})]
            case Play(card):
                return _answer(before, card, after)

    def imagine(self, view: View, rng: Random) -> Position:
        """Cards that the eye has not seen are shuffled and put where it sees none."""
        start = self.start(view.options)
        assert not isinstance(start, Refusal), "a view holds whole options"
        seen = position.read(view.text, start)
        assert seen is not None, "a view holds the line of a position"
        hidden = seen.unseen
        rng.shuffle(hidden)

        def filled(hand: Hand) -> Hand:
            return tuple(sorted(hidden.pop() if card == UNSEEN else card for card in hand))

        return replace(seen, hands=(filled(seen.hands[0]), filled(seen.hands[1])), led=filled(seen.led))

    def scene(self, view: View) -> Scene:
        """Hands beside the table; on it the die, the led card, and what was played before."""
        seen = position.read(view.text, Position(0))
        assert seen is not None, "a view holds the line of a position"
        return Scene(
            cells={"die": [Thing("die", str(seen.die))] if seen.die else [], "led": [_card(card) for card in seen.led]},
            areas={
                **{f"hand{seat + 1}": [_card(card, clicked=True) for card in seen.hands[seat]] for seat in (0, 1)},
                **{f"score{seat + 1}": [Thing("points", str(seen.scores[seat]))] for seat in (0, 1)},
                "shown": [_card(card) for card in seen.shown],
            },
        )


def _knows(before: Position, action: Action, eye: Eye) -> bool:
    match action:
        case Deal():
            return before.receiver is not None and int(eye) == int(before.receiver)
        case Play() if not before.led:
            return int(eye) == int(before.leader)
    return True


def _card(card: int, clicked: bool = False) -> Thing:
    if card == UNSEEN:
        return Thing("back")
    return Thing("card", str(card), f"card.{card}" if clicked else "")


def _answer(before: Position, card: int, after: Position) -> list[Event]:
    told = [Event("answered", {"seat": SEAT_NAMES[before.leader.other], "card": card, "led": before.led[0]})]
    gained = before.gains(card)
    told += [Event("scored", {"seat": SEAT_NAMES[seat], "points": gained[seat]}) for seat in (0, 1) if gained[seat]]
    if not any(gained):
        told.append(Event("tied", {}))
    result = after.result()
    if result is not None:
        won = None if result.winner is None else SEAT_NAMES[result.winner]
        told.append(Event("drawn", {}) if won is None else Event("won", {"seat": won}))
    return told
