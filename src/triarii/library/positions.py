"""Games and their positions: a position is immutable, knows how it came about, and draws itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from triarii.core import lettering, registry, timeline
from triarii.core.chance import drawn
from triarii.core.contract import AnyGame, AnyPosition, Eye, Refusal, Result, Tally, Turn, View, Worded
from triarii.core.errors import IllegalAction, insist
from triarii.core.records import Acted, ChanceFell, Entry, Header
from triarii.core.texts import Message
from triarii.core.timeline import Timeline


def game_names() -> list[str]:
    """The ids of all games that are installed, ours and those of other packages.

    >>> import triarii
    >>> triarii.game_names()
    ['adlg', 'cities', 'towar']
    """
    return registry.game_names()


def game(name: str) -> Game:
    """A game by its id.

    >>> import triarii
    >>> triarii.game("towar")
    <Game towar: To War!>
    """
    found: AnyGame | Refusal = registry.game(name)
    return Game(insist(found))


@dataclass(frozen=True, repr=False)
class Game:
    """One game: where positions come from."""

    rules: AnyGame
    """The game as `triarii.core.contract` has it, with everything that it can tell."""

    @property
    def id(self) -> str:
        return self.rules.info.id

    @property
    def title(self) -> str:
        return self.rules.texts.say(Message("game.title"), "en")

    @property
    def options(self) -> dict[str, object]:
        """Every option that `start` takes, with its default.

        >>> import triarii
        >>> triarii.game("towar").options["variant"]
        'standard'
        """
        return {option.name: option.default for option in self.rules.info.options}

    def start(self, **options: object) -> Position:
        """The position in which the game begins.

        >>> import triarii
        >>> start = triarii.game("towar").start(variant="hand_of_three")
        >>> triarii.game("towar").start(varant="hand_of_three")
        Traceback (most recent call last):
        triarii.InvalidInput: There is no option varant; did you mean variant?
        """
        return self._begin("", options)

    def position(self, text: str, **options: object) -> Position:
        """The position that a text spells, as `Position.text` writes it.

        >>> import triarii
        >>> cities = triarii.game("cities")
        >>> cities.position(cities.start().text) == cities.start()
        True
        """
        return self._begin(text, options)

    def _begin(self, text: str, options: Mapping[str, object]) -> Position:
        header = Header(self.id, self.rules.info.rules_version, options, start=text)
        line = insist(timeline.begin(self.rules, header), self.rules.texts)
        return Position(self, line.header, line.start)

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self.title}>"


@dataclass(frozen=True, repr=False)
class Position:
    """A state of a game. It never changes; what is done in it gives another one."""

    game: Game
    header: Header = field(compare=False)
    """What was settled before the first action: the options above all."""
    state: AnyPosition
    """The position as `triarii.core.contract` has it: unchecked and fast, for searches."""
    before: Position | None = field(default=None, compare=False)
    """Where it came from; None at the start."""
    entry: Entry | None = field(default=None, compare=False)
    """What led here, as a record has it."""

    @property
    def turn(self) -> Turn:
        """Who acts: a seat, chance, or nobody any more.

        >>> import triarii
        >>> triarii.game("cities").start().turn
        <Turn.FIRST: 0>
        """
        return self.state.turn

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.state.result()

    @property
    def text(self) -> str:
        """The position in one line, which `Game.position` reads again."""
        return self.state.text()

    @property
    def history(self) -> list[str]:
        """Every action and every outcome of chance since the start.

        >>> import triarii
        >>> triarii.game("cities").start().apply("b2c4").apply("b9b7").history
        ['b2c4', 'b9b7']
        """
        return [str(entry.text) for entry in entries_of(self) if isinstance(entry, Acted | ChanceFell)]

    def actions(self) -> list[str]:
        """What whoever is to act can do, always in the same order; nothing where chance falls or the game is over.

        >>> import triarii
        >>> triarii.game("cities").start().actions()[:3]
        ['b2a1', 'b2b1', 'b2c1']
        """
        return [self.game.rules.action_text(action) for action in self.state.actions()]

    def chances(self) -> dict[str, Fraction]:
        """Where the turn is `Turn.CHANCE`: what can fall, and how likely it is.

        >>> import triarii
        >>> triarii.game("cities").start(begins="random").chances()
        {'first': Fraction(1, 2), 'second': Fraction(1, 2)}
        """
        return {self.game.rules.action_text(outcome): chance for outcome, chance in self.state.chances()}

    def apply(self, text: str) -> Position:
        """The position after an action of whoever is to act, or after an outcome of chance where chance falls.

        What the rules do not allow raises `IllegalAction`.

        >>> import triarii
        >>> start = triarii.game("cities").start()
        >>> start.apply("b2c4").turn
        <Turn.SECOND: 1>
        >>> start.apply("b2c9")
        Traceback (most recent call last):
        triarii.IllegalAction: c9 is occupied: pieces move over free squares only. (cities.move.free_squares)
        """
        turn = self.turn
        return self._after(ChanceFell(text) if turn is Turn.CHANCE else Acted(turn, text))

    def roll(self, chance: int | Random) -> Position:
        """The position after chance, which a seed or a generator decides; raises `IllegalAction` where none falls.

        >>> import triarii
        >>> triarii.game("cities").start(begins="random").roll(7).turn
        <Turn.FIRST: 0>
        """
        rng = chance if isinstance(chance, Random) else Random(chance)
        if self.turn is not Turn.CHANCE:
            return self._after(ChanceFell(""))  # refused, in the words of a record
        return self._after(ChanceFell(self.game.rules.action_text(drawn(self.state, rng))))

    def view(self, eye: Eye) -> View:
        """What one seat, or an observer, may know of it.

        >>> import triarii
        >>> triarii.game("cities").start().view(triarii.Eye.OBSERVER).turn
        <Turn.FIRST: 0>
        """
        return self.state.view(eye)

    def playouts(self, games: int = 1000, seed: int = 1) -> Tally:
        """What so many random games from here come to.

        >>> import triarii
        >>> triarii.game("cities").start().playouts(games=100)
        Tally(games=100, plies=41418, first=31, second=42, draws=27)
        """
        from triarii.lab.playouts import playouts

        return playouts(self.game.rules, self.state, games, seed)

    def svg(self, lang: str = "en", eye: Eye = Eye.OBSERVER, theme: str = "light") -> str | None:
        """A picture of what an eye may see; None where nobody offers pictures of the game."""
        from triarii import pictures

        return pictures.draw(self.game.rules, self.view(eye), lang, theme=theme)

    def _repr_svg_(self) -> str | None:
        """Asked by notebooks."""
        return self.svg()

    def __str__(self) -> str:
        """What an observer may see, drawn with letters; in sentences, or in one line, where a game has no drawing."""
        rules, view = self.game.rules, self.view(Eye.OBSERVER)
        letters = lettering.drawing(rules, view, "en")
        if letters is not None:
            return letters
        if isinstance(rules, Worded):
            return "\n".join(rules.texts.say(message, "en") for message in rules.words(view))
        return view.text

    def __repr__(self) -> str:
        return str(self)

    def _after(self, entry: Entry) -> Position:
        """Through the only door by which a game changes: it checks what it lets in."""
        line = Timeline(self.game.rules, self.header, self.state)
        refusal = line.append(entry)
        if refusal is not None:
            raise IllegalAction(refusal, self.game.rules.texts)
        return Position(self.game, self.header, line.position, self, entry)


def entries_of(position: Position) -> list[Entry]:
    """What led from the start to a position."""
    return [each.entry for each in reversed(list(_way_back(position))) if each.entry is not None]


def positions_of(line: Timeline, begin: Position) -> Iterator[Position]:
    """The positions of a timeline that began at `begin`, this one first; what was taken back is left out."""
    here = begin
    yield here
    for step in line.steps:
        here = Position(here.game, here.header, step.after, here, line.entries[step.number - 1])
        yield here


def _way_back(position: Position) -> Iterator[Position]:
    here: Position | None = position
    while here is not None:
        yield here
        here = here.before
