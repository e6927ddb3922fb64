"""The places of the field that a cursor can go to, and the word that each stands for: cells, the enemy camp when a
unit can break through, the cards of the hand; or the armies, as long as they are chosen."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.cli.terminal.hand import Hand
from triarii.cli.terminal.towar.scene import Scene, Way
from triarii.core.contract import Choice, Refusal, Turn
from triarii.games.towar.cards import ARMIES
from triarii.games.towar.cells import COLUMNS, LETTERS, NAMES, ROWS

CAMPS = {Turn.FIRST: "camp1", Turn.SECOND: "camp2"}
BREAKTHROUGH = "choice.breakthrough"
CARD = "card:"


def place_of(choice: Choice, seat: Turn) -> str:
    """Where on the screen a choice of that player is pointed at; empty if nowhere."""
    if choice.cell is not None:
        return choice.cell
    if choice.label.key == BREAKTHROUGH:
        return CAMPS[seat.other]
    if choice.label.key == "choice.card":
        return CARD + choice.text
    return choice.text if choice.label.key == "choice.army" else ""


def offered_at(hand: Hand) -> dict[str, Choice]:
    """The choices that have a place."""
    seat = hand.playing.position.turn
    return {place: choice for choice in hand.offered() if (place := place_of(choice, seat))}


def grid(scene: Scene, offered: Sequence[str], flipped: bool) -> list[list[str]]:
    """All places as they lie on the screen, row by row from the top."""
    if scene.choosing:
        return [[army] for army in ARMIES]
    rows = [list(NAMES[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)]
    for seat, camp in CAMPS.items():
        if camp in offered:
            rows.insert(0 if seat is Turn.FIRST else len(rows), [camp])
    rows = [row[::-1] for row in rows] if flipped else rows[::-1]
    cards = [CARD + card.unit for side in scene.sides.values() for card, _ in side.hand]
    return [*rows, cards] if cards else rows


def words_for(place: str, hand: Hand, scene: Scene, way: Way | None) -> Sequence[str] | Refusal:
    """The words in hand once a place is chosen; for a place that can't be, the word that makes the game say why."""
    choice = offered_at(hand).get(place)
    if choice is not None:
        return [*hand.words, choice.text]
    if place.startswith(CARD):
        return [place.removeprefix(CARD)]  # another card than the one that was begun with
    offered = hand.offered()
    if len(offered) == 1 and not place_of(offered[0], hand.playing.position.turn):
        return [*hand.words, offered[0].text]  # nothing but a pass is left
    if way is not None and way.air is not None:
        if place == way.at:
            return [*hand.words, "."]
        if place in way.beside:
            return [*hand.words, way.beside[place]]
        return Refusal("field.far", params={"unit": way.air.unit, "cell": place, "from": way.at})
    if not scene.turn:
        return [*hand.words, place]
    held = scene.sides[hand.playing.position.turn].held
    if held and not hand.words:
        return Refusal("field.card_first")
    back = "1" if hand.playing.position.turn is Turn.FIRST else str(ROWS)
    if place[-1:] == back and place[:1] in LETTERS:
        return [*hand.words, place[0]]
    return Refusal("field.back_row", params={"row": back})
