"""What each side of To War! has, beside the field and below it: army, reserve, fallen cards, the card in play, and the
hand: card by card for the eye that holds it, for all others only its backs."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.core.contract import Turn
from triarii.games.towar import codes, rules
from triarii.games.towar.position import CHOOSING, Position
from triarii.pictures import cards
from triarii.pictures.cards import HEIGHT, WIDTH, moved, text
from triarii.pictures.svg import element
from triarii.pictures.symbols import symbol
from triarii.pictures.table import (
    EDGE,
    FIELD_HEIGHT,
    FULL_HEIGHT,
    GAP,
    MARGIN,
    SEAT_NAMES,
    SIDE,
    SIDE_LEFT,
    Scene,
    outline,
)

HEAD = 62
ROW = 16
"""The height of a line in the list of cards."""
LIST = 20 + codes.TYPES * ROW


def side(scene: Scene, seat: Turn) -> str:
    """Name and state at the player's end, then the card in play or the hidden hand, then the list of the cards."""
    half = FIELD_HEIGHT / 2
    if seat is scene.near:
        head, held, listed = half - HEAD, half - HEAD - 6 - HEIGHT, half - HEAD - 12 - HEIGHT - LIST
    else:
        head, held, listed = 0.0, HEAD + 6.0, HEAD + 12.0 + HEIGHT
    top = MARGIN + (half if seat is scene.near else 0)
    parts = [_head(scene, seat, head), *_in_play(scene, seat, held)]
    if scene.position.armies[seat]:
        parts += _list(scene, seat, listed)
    return element("g", *parts, data_seat=SEAT_NAMES[seat], transform=moved(SIDE_LEFT, top))


def _head(scene: Scene, seat: Turn, top: float) -> str:
    army, state = scene.position.armies[seat], _state(scene.position, seat)
    ground = scene.ink["accent_soft" if state else "paper"]
    parts = [element("rect", y=top, width=SIDE, height=HEAD, rx=6, fill=ground)]
    left = 52 if army else 10
    if army:
        parts.append(cards.emblem(army, scene.look, ground, 6, top + 11, 40))
        words = _army(scene, seat)
        parts.append(text(scene.ink["ink"], left, top + 33, cards.fitting(words, 1.2 * (SIDE - left), 12.5), words))
    parts.append(text(scene.ink["ink"], left, top + 14, 16, scene.say(f"seat.{SEAT_NAMES[seat]}"), font_weight="600"))
    if state:
        parts.append(text(scene.ink["accent_ink"], left, top + 50, 14, scene.say(f"state.{state}"), font_weight="600"))
    return "".join(parts)


def _army(scene: Scene, seat: Turn) -> str:
    """The army, and from the first card on how many units of it stand on the field."""
    position, army = scene.position, scene.position.armies[seat]
    if not position.under_way:
        return scene.say(f"word.{army}")
    units, elite = rules.units_of(position.field, seat), rules.elite_of(position.field, seat, position.force.elite)
    return scene.say("cards.army", army=army, units=units, elite=elite)


def _state(position: Position, seat: Turn) -> str:
    """What a player does now, or how the game ended for them; empty for one who waits or has lost."""
    result = position.result()
    if result is not None:
        return "drawn" if result.winner is None else ("won" if result.winner is seat else "")
    if position.phase in (codes.DRAW, codes.DRAW_OTHER):
        return "drawing" if position.drawer is seat else ""
    if position.turn is not seat:
        return ""
    return {CHOOSING: "choosing", codes.DEPLOY: "deploying"}.get(position.phase, "to_move")


def _in_play(scene: Scene, seat: Turn, top: float) -> Iterator[str]:
    """The card face up, the backs of a hand that is not to be seen, the place of a card that is being drawn, or the
    armies to choose from."""
    position, left = scene.position, (SIDE - WIDTH) / 2
    if position.phase == CHOOSING and position.turn is seat:
        for number, army in enumerate(position.actions()):
            x, y = 10 + number % 2 * SIDE / 2, top + 10 + number // 2 * 50
            yield cards.emblem(army, scene.look, scene.ink["paper"], x, y, 36)
            yield text(scene.ink["ink"], x + 42, y + 18, 13, scene.say(f"word.{army}"))
    if position.card and position.card // codes.SIDE == seat:
        unit = position.unit(position.card)
        yield scene.card(unit, seat, left, top, data_face_up=unit.id)
    elif scene.held(seat) and not scene.sees_hand(seat):
        for number in range(scene.held(seat)):
            yield cards.back(position.armies[seat], scene.look, left - 18 + 44 * number, top + 18, 0.66)
    elif not scene.held(seat) and _state(position, seat) == "drawing":
        yield outline(scene.look.line, left, top)


def _list(scene: Scene, seat: Turn, top: float) -> Iterator[str]:
    """How many cards of each type are still to come, those of a hidden hand among them, and how many have fallen."""
    position, ink = scene.position, scene.ink
    held, hidden = scene.held(seat), scene.held(seat) > 0 and not scene.sees_hand(seat)
    to_come = position.reserve + (position.hands if hidden else 0)
    # One of the cards that are gone has broken through; which one, a position does not tell.
    escaped = position.broken_through and position.side is not seat
    count = rules.cards_of(position.reserve, seat)
    title = scene.say("cards.unseen" if hidden else "cards.reserve", count=count, held=held)
    yield text(ink["ink"], 0, top + 9, 13, title, font_weight="600")
    if not escaped:
        yield text(ink["ink_2"], SIDE, top + 9, 12, scene.say("cards.fallen"), text_anchor="end")
    army = position.armies[seat]
    colour = scene.look.armies[army]["drawn"]
    for line, unit in enumerate(position.setting.table.armies[army]):
        y = top + 20 + (line + 0.5) * ROW
        code = position.code(unit.id, seat)
        fallen = "" if escaped else str(rules.number_of(position.fallen(seat), code))
        yield element(
            "g",
            element("g", symbol(f"unit_{unit.id}", ink=colour, cut=ink["paper"]), transform=moved(0, y - 6.6, 0.55)),
            text(ink["ink"], 24, y, 12, scene.say(f"word.{unit.id}")),
            text(ink["ink"], 160, y, 13, str(rules.number_of(to_come, code)), font_weight="600", text_anchor="end"),
            text(ink["ink_2"], SIDE, y, 13, fallen, text_anchor="end"),
            data_listed=unit.id,
        )


def hand(scene: Scene) -> Iterator[str]:
    """The hand of whoever looks, card by card below the field."""
    if not scene.sees_hand(scene.near):
        return
    position, seat = scene.position, scene.near
    held = [
        unit
        for unit in position.setting.table.armies[position.armies[seat]]
        for _ in range(rules.number_of(position.hands, position.code(unit.id, seat)))
    ]
    for place, unit in enumerate(held):
        x = MARGIN + EDGE + place * (WIDTH + GAP)
        yield scene.card(unit, seat, x, FULL_HEIGHT, data_hand=str(place + 1))
    words = scene.say("cards.hand")
    yield text(scene.ink["ink_2"], SIDE_LEFT, FULL_HEIGHT + HEIGHT / 2, 14, words, font_weight="600")
