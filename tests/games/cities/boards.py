"""Positions for tests: drawn with letters, reached by random play, or thrown together at random within the rules.

A drawing has one sign a square, with blanks between: F and H are Blue's fighter and hero, f and h the
second's, + and - are empty cities of each, a piece in brackets stands in a city of its own. Its lower left corner is c3
unless told otherwise. Cities that the drawing lacks lie on their owner's back row, at the edges; and each side has two
fighters in reserve on its back row, so that the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from tests.hypothesis_profiles import st
from triarii.core.contract import Refusal, Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position

COLUMNS = "abcdefghij"
SQUARES = tuple(f"{column}{row}" for row in range(1, 11) for column in COLUMNS)
HOME = {"+": ("a1", "b1", "i1", "j1"), "-": ("a10", "b10", "i10", "j10")}
RESERVES = {"c1": "F", "h1": "F", "c10": "f", "h10": "f"}
CORNERED = {"a1": "F", "j1": "F", **dict.fromkeys(["a2", "b1", "b2", "i1", "i2", "j2"], "f")}
"""Both pieces of the first player are locked into their corners."""


# Drawings


def drawn(
    drawing: str,
    at: str = "c3",
    side: int = 1,
    stall: int = 0,
    cities: str = "",
    reserves: bool = True,
    **options: object,
) -> Position:
    """The position of a drawing; `cities` puts the owners' lists in place of the drawn and the usual ones."""
    pieces, owned = read(drawing, at)
    if reserves:
        pieces = RESERVES | pieces
    if not cities:
        lists = [[square for square, owner in owned.items() if owner == sign] for sign in "+-"]
        for squares, sign in zip(lists, "+-", strict=True):
            squares += [square for square in HOME[sign] if square not in owned][: 4 - len(squares)]
        cities = "-".join("".join(squares) for squares in lists)
    return parsed(f"{rows(pieces)} {side} {cities} {stall}", **options)


def read(drawing: str, at: str = "c3") -> tuple[dict[str, str], dict[str, str]]:
    """What stands where, and whose city is where, of a drawing whose lower left corner is `at`."""
    pieces: dict[str, str] = {}
    owned: dict[str, str] = {}
    left, bottom = COLUMNS.index(at[0]), int(at[1:])
    for up, line in enumerate(reversed(drawing.strip().splitlines())):
        for right, sign in enumerate(line.split()):
            square = f"{COLUMNS[left + right]}{bottom + up}"
            letter = sign.strip("[]")
            if letter in "+-":
                owned[square] = letter
            elif letter != ".":
                pieces[square] = letter
                if sign != letter:
                    owned[square] = "+" if letter.isupper() else "-"
    return pieces, owned


def rows(pieces: Mapping[str, str]) -> str:
    """The first part of a position's text."""
    lines = ("".join(pieces.get(f"{column}{row}", ".") for column in COLUMNS) for row in range(10, 0, -1))
    return "/".join(_counted(line) for line in lines)


def _counted(line: str) -> str:
    for length in range(10, 0, -1):
        line = line.replace("." * length, f" {length} ")
    return line.replace(" ", "")


def parsed(text: str, **options: object) -> Position:
    """The position of a text that must be readable."""
    position = GAME.parse(text, options)
    assert isinstance(position, Position), GAME.texts.say(position.message, "en")
    return position


def start(**options: object) -> Position:
    """The beginning of a game whose options must be allowed."""
    position = GAME.start(options)
    assert isinstance(position, Position), GAME.texts.say(position.message, "en")
    return position


def locked(cities: str = "a5b5c5d5-a6b6c6d6", side: int = 1, stall: int = 0, **options: object) -> Position:
    """The first player has no move."""
    return parsed(f"{rows(CORNERED)} {side} {cities} {stall}", **options)


# Playing


def act(position: Position, *texts: str) -> Position:
    """The position after these actions, each of which must be allowed and listed."""
    for text in texts:
        action = GAME.action(text)
        assert isinstance(action, int), text
        refusal = position.check(action)
        assert refusal is None, f"{text}: {refusal}"
        assert action in position.actions(), text
        position = position.play(action)
    return position


def refused(position: Position, text: str) -> Refusal:
    """Why this action is not allowed; it must not be listed either."""
    action = GAME.action(text)
    if isinstance(action, Refusal):
        return action
    refusal = position.check(action)
    assert refusal is not None, text
    assert action not in position.actions(), text
    return refusal


def listed(position: Position) -> list[str]:
    """The texts of all actions, in their order."""
    return [GAME.action_text(action) for action in position.actions()]


def targets(position: Position, square: str) -> set[str]:
    """Where the piece on a square may go."""
    ways = (squares_of(text) for text in listed(position) if is_move(text))
    return {goal for begin, goal in ways if begin == square}


def around(square: str, steps: int) -> set[str]:
    """The squares at most so many king steps away, the square itself left out."""
    column, row = COLUMNS.index(square[0]), int(square[1:])
    near = (
        (column + right, row + up)
        for right in range(-steps, steps + 1)
        for up in range(-steps, steps + 1)
        if (right or up) and 0 <= column + right < 10 and 1 <= row + up <= 10
    )
    return {f"{COLUMNS[right]}{up}" for right, up in near}


# Looking


def pieces(position: Position) -> dict[str, str]:
    """What stands where, read from the position's text."""
    found = {}
    for row, line in zip(range(10, 0, -1), position.text().split(" ")[0].split("/"), strict=True):
        line = line.replace("10", "." * 10)
        signs = "".join("." * int(sign) if sign.isdigit() else sign for sign in line)
        found.update({f"{column}{row}": sign for column, sign in zip(COLUMNS, signs, strict=True) if sign != "."})
    return found


def owners(position: Position) -> dict[str, Turn]:
    """Whose city is where, read from the position's text."""
    lists = position.text().split(" ")[2].split("-")
    return {square: Turn(seat) for seat, names in enumerate(lists) for square in squares_of(names)}


def squares_of(names: str) -> list[str]:
    """The squares of a text like a1j10d3."""
    for column in COLUMNS:
        names = names.replace(column, f" {column}")
    return names.split()


def is_move(text: str) -> bool:
    return text not in ("pass", "claim") and not text.endswith("=H")


def lost(before: Position, text: str) -> set[str]:
    """The squares whose pieces an action captures; the mover counts where it ends."""
    stood = set(pieces(before))
    if is_move(text):
        begin, goal = squares_of(text)
        stood = stood - {begin} | {goal}
    return stood - set(pieces(act(before, text)))


def cities_of(position: Position, seat: Turn) -> set[str]:
    return {square for square, owner in owners(position).items() if owner is seat}


# Turning the board


def mirrored(square: str) -> str:
    """Left and right exchanged."""
    return f"{COLUMNS[9 - COLUMNS.index(square[0])]}{square[1:]}"


def turned(square: str) -> str:
    """The board turned by half a circle."""
    return f"{COLUMNS[9 - COLUMNS.index(square[0])]}{11 - int(square[1:])}"


def moved_text(text: str, where: Callable[[str], str]) -> str:
    """The text of an action with its squares on a turned board."""
    if text in ("pass", "claim"):
        return text
    star = "*" if text.endswith("*") else ""
    if text.endswith("=H"):
        return f"{where(text[:-2])}=H"
    return "".join(where(square) for square in squares_of(text.removesuffix("*"))) + star


def image(position: Position, where: Callable[[str], str], swap: bool) -> Position:
    """The position on a turned board, where `swap` exchanges the players too; read from a text made here."""
    _, side, cities, stall, *rest = position.text().split(" ")
    stands = {where(square): letter.swapcase() if swap else letter for square, letter in pieces(position).items()}
    lists = ["".join(where(square) for square in squares_of(names)) for names in cities.split("-")]
    if swap:
        side = {"1": "2", "2": "1"}[side]
        lists.reverse()
    for number, part in enumerate(rest):
        if part.startswith("~"):
            rest[number] = "~" + ",".join(moved_text(turn, where) for turn in part[1:].split(","))
    return parsed(" ".join([rows(stands), side, "-".join(lists), stall, *rest]), **position.setting.options)


# Positions by the hundred


def walk(position: Position, seed: int, plies: int) -> Iterable[tuple[Position, int, Position]]:
    """Random play: before, action, after, until the game is over or long enough."""
    rng = Random(seed)
    for _ in range(plies):
        if position.turn is Turn.OVER:
            return
        action = rng.choice(position.actions())
        after = position.play(action)
        yield position, action, after
        position = after


def played(seed: int, plies: int, **options: object) -> Position:
    """Where random play leads to."""
    position = start(**options)
    for _, _, after in walk(position, seed, plies):
        position = after
    return position


rulings = st.fixed_dictionaries(
    {},
    optional={
        "no_move": st.sampled_from(["pass", "loss"]),
        "repetition": st.sampled_from([0, 2, 3, 4]),
        "stall_plies": st.sampled_from([0, 1, 2, 5, 40, 100]),
        "stall_result": st.sampled_from(["cities", "draw"]),
        "city_win_timing": st.sampled_from(["before_captures", "after_captures"]),
        "low_count": st.sampled_from(["annihilation_first", "cities_first"]),
        "city_shelter": st.booleans(),
        "claims": st.sampled_from(["automatic", "by_claim"]),
    },
)
"""Options that decide the open questions of the rules."""


@st.composite
def scattered(draw: st.DrawFn, options: st.SearchStrategy[dict[str, object]] = rulings) -> Position:
    """Any position that may stand: few or many pieces, spread or crowded, cities anywhere, under any rulings."""
    size = draw(st.integers(2, 10))
    left, bottom = draw(st.integers(0, 10 - size)), draw(st.integers(1, 11 - size))
    crowd = [f"{column}{row}" for row in range(bottom, bottom + size) for column in COLUMNS[left : left + size]]
    letters = draw(st.dictionaries(st.sampled_from(crowd), st.sampled_from("FHfh"), min_size=2, max_size=16))
    stands: dict[str, str] = {}
    for square, letter in letters.items():
        if sum(other.isupper() == letter.isupper() for other in stands.values()) < 8:
            stands[square] = letter
    places = st.sampled_from([*crowd, *SQUARES])
    cities = draw(st.lists(places, min_size=8, max_size=8, unique=True))
    seats = draw(st.lists(st.integers(0, 1), min_size=8, max_size=8))
    chosen = draw(options)
    text = f"{draw(st.integers(1, 2))} {{}} {draw(st.integers(0, 120))}"
    while True:
        lists = ["", ""]
        for square, seat in zip(cities, seats, strict=True):
            lists[int(stands[square].islower()) if square in stands else seat] += square
        position = GAME.parse(f"{rows(stands)} {text.format('-'.join(lists))}", chosen)
        if isinstance(position, Position):
            return position
        assert position.code == "position.enclosed"  # these may not stand: take them off and look again
        enclosed = position.params["squares"]
        assert isinstance(enclosed, Sequence)
        for name in enclosed:
            del stands[str(name)]


def reached(options: st.SearchStrategy[dict[str, object]] = rulings) -> st.SearchStrategy[Position]:
    """Positions of random games from any layout."""
    layouts = st.sampled_from(["gates", "rear", "flanks", "outpost", "deep", "zigzag", "scattered", "border"])
    return st.builds(
        lambda layout, chosen, seed, plies: played(seed, plies, layout=layout, **chosen),
        layouts,
        options,
        st.integers(0, 2**32),
        st.integers(0, 160),
    )


def cornered(options: st.SearchStrategy[dict[str, object]] = rulings) -> st.SearchStrategy[Position]:
    """Positions where a player without a move is to pass, or was just locked in; seen from either side."""
    here = st.builds(
        lambda chosen, side, stall: locked(side=side, stall=stall, **chosen),
        options,
        st.integers(1, 2),
        st.integers(0, 120),
    )
    return here | here.map(lambda position: image(position, turned, swap=True))


def ongoing(position: Position) -> bool:
    return position.turn is not Turn.OVER


anywhere = st.one_of(scattered(), reached(), cornered())
anywhere_ongoing = anywhere.filter(ongoing)
