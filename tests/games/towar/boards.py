"""Positions of To War! for tests: drawn with letters, reached by random play, or dealt at random within the rules.

A drawing is the field as a position's text has it, row 4 on top: capitals are Blue's cards, small letters
the second's. West against North is the usual pair, for West has every kind of movement: K knight F2, S sergeant T1,
Q squire T2, F footman T1, C crossbowman F1; b berserker T1, k konung T1, r rider T2, t tinger F1, a archer F1.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from itertools import product
from random import Random
from typing import Any

from tests.hypothesis_profiles import st
from triarii.core.contract import Choice, Refusal, Turn
from triarii.games.towar import GAME
from triarii.games.towar.position import Position

COLUMNS = "abc"
CELLS = tuple(f"{column}{row}" for row in range(1, 5) for column in COLUMNS)
ARMIES = ("west", "north", "east", "south")
PAIRS = [f"{one}-{two}" for one in ARMIES for two in ARMIES if one != two]
KINDS = ("F1", "T1", "F2", "T2")
HAND: dict[str, Any] = {"variant": "hand_of_three"}
SWITCHES: dict[str, list[Any]] = {
    "enemy_on_entry": ["attack", "forbidden", "displaced"],
    "redisplace": [True, False],
    "fresh_locked": [False, True],
    "second_step_displaces": [True, False],
    "second_step": ["shown", "other_direction"],
}
"""What decides which turns there are."""
RULINGS = [
    {name: SWITCHES[name][place] for name, place in zip(SWITCHES, places, strict=True)}
    for places in product(*(range(len(values)) for values in SWITCHES.values()))
    if sum(places) % 2 == 0
]
"""Half of all combinations: every two values of two switches meet."""


def table(name: str) -> dict[str, Any]:
    """A data file, read past the game's code."""
    return tomllib.loads(resources.files("triarii.games").joinpath("towar", name).read_text(encoding="utf-8"))


UNITS: list[dict[str, Any]] = table("units.toml")["unit"]
STANDARD: dict[str, str] = table("movement.toml")["table"][0]["kinds"]


def letters(army: str, seat: int) -> dict[str, dict[str, Any]]:
    """The units of an army by the letter that a position's text has for them."""
    return {unit["letter"].lower() if seat else unit["letter"]: unit for unit in UNITS if unit["army"] == army}


# Drawings


def battle(
    drawing: str,
    card: str = "-",
    side: int = 1,
    armies: str = "west-north",
    left: int = 5,
    hands: str = "0-0",
    **options: object,
) -> Position:
    """The field of a drawing, the mover's card face up; each side has `left` cards that are not played yet, the cards
    named here among them, the others in the order of the card table."""
    rows = "/".join(drawing.split())
    held = hands.split("-")
    reserves = []
    for seat, army in enumerate(armies.split("-")):
        rest = Counter({letter: unit["cards"] for letter, unit in letters(army, seat).items()})
        taken = counted(held[seat])
        rest -= Counter(rows) + taken + Counter(card)
        wanted = left - taken.total() - (side == seat + 1 and card != "-")
        reserves.append(spelled(Counter(list(rest.elements())[:wanted])))
    return parsed(f"{armies} {rows} {side} {card} {'-'.join(reserves)} {hands}", **options)


def counted(cards: str) -> Counter[str]:
    """The cards of a text like K2S1; 0: none."""
    return Counter() if cards == "0" else Counter({cards[i]: int(cards[i + 1]) for i in range(0, len(cards), 2)})


def spelled(cards: Mapping[str, int]) -> str:
    return "".join(f"{letter}{number}" for letter, number in cards.items() if number) or "0"


def parsed(text: str, **options: object) -> Position:
    """The position of a text that must be readable."""
    position = GAME.parse(text, options)
    assert isinstance(position, Position), f"{text}: {GAME.texts.say(position.message, 'en')}"
    return position


def start(armies: str = "west,north", **options: object) -> Position:
    """The beginning of a game whose options must be allowed; the first player begins unless told otherwise."""
    position = GAME.start({"armies": armies, "begins": "first", **options})
    assert isinstance(position, Position), GAME.texts.say(position.message, "en")
    return position


# Playing


def act(position: Position, *texts: str) -> Position:
    """The position after these actions and outcomes, each of which must be allowed."""
    for text in texts:
        action = GAME.action(text)
        assert isinstance(action, str), text
        if position.turn is Turn.CHANCE:
            assert action in dict(position.chances()), f"{text} can't fall: {position.chances()}"
        else:
            refusal = position.check(action)
            assert refusal is None, f"{text}: {refusal}"
        position = position.play(action)
    return position


def refused(position: Position, text: str) -> Refusal:
    """Why this action is not allowed; it must not be listed either."""
    action = GAME.action(text)
    if isinstance(action, Refusal):
        return action
    refusal = position.check(action)
    assert refusal is not None, f"{text} is allowed"
    assert action not in position.actions(), text
    return refusal


def law(position: Position, text: str) -> str:
    """The rule by which an action is refused."""
    return refused(position, text).rule


def dealt(position: Position, rng: Random) -> str:
    """An outcome of chance, by its probability."""
    outcomes, shares = zip(*position.chances(), strict=True)
    chosen: str = rng.choices(outcomes, [float(share) for share in shares])[0]
    return chosen


def walk(position: Position, seed: int, steps: int = 200) -> Iterator[tuple[Position, str, Position]]:
    """Random play: before, action or outcome, after, until the game is over or long enough."""
    rng = Random(seed)
    for _ in range(steps):
        if position.turn is Turn.OVER:
            return
        action = dealt(position, rng) if position.turn is Turn.CHANCE else rng.choice(position.actions())
        after = position.play(action)
        yield position, action, after
        position = after


def played(position: Position, seed: int, steps: int = 200) -> Position:
    """Where random play leads to."""
    for _, _, after in walk(position, seed, steps):
        position = after
    return position


def to_act(position: Position, seed: int, turns: int) -> Position:
    """Random play up to the first turn of the battle and so many further turns, cards drawn."""
    for before, _, after in walk(position, seed):
        if before.turn in (Turn.FIRST, Turn.SECOND) and before.cards_left() <= 22:
            if not turns:
                return before
            turns -= 1
        position = after
    return position


# Looking


def stands(position: Position) -> dict[str, str]:
    """What stands where, read from the position's text."""
    lines = position.text().split(" ")[1].split("/")
    signs = {f"{column}{4 - row}": lines[row][n] for row in range(4) for n, column in enumerate(COLUMNS)}
    return {cell: signs[cell] for cell in CELLS if signs[cell] != "."}


def field(position: Position) -> str:
    """The rows of a position, as a drawing has them."""
    return position.text().split(" ")[1].replace("/", " ")


def after(position: Position, *turns: str) -> str:
    """The rows after these actions."""
    return field(act(position, *turns))


def units(position: Position, seat: Turn) -> int:
    return sum(letter.isupper() == (seat is Turn.FIRST) for letter in stands(position).values())


def reserves(position: Position) -> list[Counter[str]]:
    return [counted(cards) for cards in position.text().split(" ")[4].split("-")]


def hands(position: Position) -> list[Counter[str]]:
    return [counted(cards) for cards in position.text().split(" ")[5].split("-")]


def offered(position: Position, *prefix: str) -> list[Choice]:
    """The next words, which must be there."""
    choices = position.choices(prefix)
    assert isinstance(choices, Sequence)
    assert not isinstance(choices, str), choices
    return list(choices)


def words(position: Position, *prefix: str) -> list[str]:
    return [choice.text for choice in offered(position, *prefix)]


# Positions by the hundred

rulings = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in SWITCHES.items()})
"""Options that decide which turns there are."""
variants = st.sampled_from([{}, {}, HAND, {**HAND, "hand_end": "pile_empty"}])
own_kinds = st.lists(st.sampled_from(KINDS), min_size=len(UNITS), max_size=len(UNITS)).map(
    lambda kinds: {"kinds": {unit["id"]: kind for unit, kind in zip(UNITS, kinds, strict=True)}}
)
movements: st.SearchStrategy[object] = st.one_of(st.sampled_from(["standard", "balanced", "charge"]), own_kinds)


def deal_battle(rng: Random, density: float, options: Mapping[str, Any]) -> Position:
    """Any battle that may stand: cards of both armies anywhere, some cells empty, a card to play or a hand."""
    armies = rng.choice(PAIRS)
    decks = [
        [letter for letter, unit in letters(army, seat).items() for _ in range(unit["cards"])]
        for seat, army in enumerate(armies.split("-"))
    ]
    for deck in decks:
        rng.shuffle(deck)
    side = rng.randrange(2)
    line, order = rng.choice([0, 1, 2, 2, 3, 3, 4]), rng.choice([0.5, 0.8, 0.95, 1.0])
    signs = []
    for number in range(12):  # from row 4 down; the mover holds the rows before the line, more or less
        ahead = number // 3 if side else 3 - number // 3
        owner = side if (ahead < line) == (rng.random() < order) else 1 - side
        signs.append(decks[owner].pop() if rng.random() < density else ".")
    rows = "/".join("".join(signs[i : i + 3]) for i in range(0, 12, 3))
    left = rng.randint(1, min(10, len(decks[0]), len(decks[1])))
    if options.get("hand_end") == "pile_empty":
        left = max(left, min(4, len(decks[0]), len(decks[1])))
    hand = options.get("variant") == "hand_of_three"
    card = "-" if hand else decks[side].pop()
    parts: list[list[str]] = [[], []]
    for seat, deck in enumerate(decks):
        held = min(3, left) if hand else 0
        parts[1].append(spelled(Counter(deck[:held])))
        parts[0].append(spelled(Counter(deck[held : left - (not hand and seat == side)])))
    return parsed(f"{armies} {rows} {side + 1} {card} {'-'.join(parts[0])} {'-'.join(parts[1])}", **options)


@st.composite
def battles(
    draw: st.DrawFn,
    options: st.SearchStrategy[dict[str, object]] = rulings,
    variants: st.SearchStrategy[dict[str, object]] = variants,
) -> Position:
    """Positions in which a player has a turn, under any rulings and movement tables."""
    chosen = {**draw(options), **draw(variants), "movement": draw(movements)}
    density = draw(st.sampled_from([0.2, 0.5, 0.75, 0.9, 1.0]))
    return deal_battle(Random(draw(st.integers(0, 2**32))), density, chosen)


@st.composite
def reached(draw: st.DrawFn) -> Position:
    """Positions of random games, from the choice of armies to the end, chance nodes too."""
    chosen = {**draw(rulings), **draw(variants), "movement": draw(st.sampled_from(["standard", "charge"]))}
    chosen["first_card_middle"] = draw(st.booleans())
    chosen["mirror_match"] = draw(st.booleans())
    chosen["begins"] = draw(st.sampled_from(["random", "first", "second"]))
    begun = start(draw(st.sampled_from(["choose", "random", "secret", "west,north", "south,east"])), **chosen)
    return played(begun, draw(st.integers(0, 2**32)), draw(st.integers(0, 90)))


anywhere = st.one_of(battles(), reached())
