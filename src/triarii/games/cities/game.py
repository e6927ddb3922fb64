"""Cities & Heroes behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from triarii.core import levels, rulebook, texts
from triarii.core.contract import Event, Eye, GameInfo, Options, Refusal, Tally, Turn, View
from triarii.core.options import with_names
from triarii.core.texts import Message
from triarii.games.cities import actions, contents, jobs, layouts, story, words
from triarii.games.cities.forms import FORMS
from triarii.games.cities.position import Position
from triarii.games.cities.reading import position_of
from triarii.games.cities.setting import OPTIONS, Setting, setting_of

PACKAGE = "triarii.games.cities"


class Cities:
    """The game object; it holds no state."""

    info = GameInfo(
        id="cities",
        rules_version=1,
        options=with_names(OPTIONS, {"layout": list(layouts.SHIPPED)}),
        has_chance=True,
        has_secrets=False,
        lists_all_actions=True,
        capabilities=frozenset({"words", "narrated", "drawing", "preview", "overlays", "quick", "contents"}),
        levels=levels.load(PACKAGE),
        forms=FORMS,
        analysts=("alphabeta",),
    )
    texts = texts.load(PACKAGE, parent=texts.CORE)
    rulebook = rulebook.load(PACKAGE)

    def start(self, options: Options) -> Position | Refusal:
        """Both sides on the layout; who begins is settled, or chance draws lots."""
        setting = setting_of(self.info, options)
        if isinstance(setting, Refusal):
            return setting
        layout = layouts.layout_of(setting.options["layout"])
        if isinstance(layout, Refusal):
            return layout
        begins = setting.options["begins"]
        if begins == "younger":
            begins = setting.options["younger"]
        if begins == "unasked":
            return Refusal("setup.younger", "cities.setup.begins")
        lots = Position(_placement(layout), Turn.FIRST, setting, drawing_lots=True)
        if begins == "random":
            return lots
        return lots.play(actions.FIRST_BEGINS if begins == "first" else actions.SECOND_BEGINS)

    def parse(self, text: str, options: Options) -> Position | Refusal:
        setting = setting_of(self.info, options)
        return setting if isinstance(setting, Refusal) else position_of(text, setting)

    def action(self, text: str) -> int | Refusal:
        return actions.parse(text)

    def action_text(self, action: int) -> str:
        return actions.TEXTS[action]

    def text_seen_by(self, before: Position, action: int, eye: Eye) -> str:
        """Nothing is hidden: every eye reads the same."""
        return actions.TEXTS[action]

    def events(self, before: Position, action: int, after: Position) -> Sequence[Event]:
        return story.events_of(before, action, after)

    def imagine(self, view: View, rng: Random) -> Position:
        """With nothing hidden there is one position that fits: the real one."""
        position = position_of(view.text, Setting(view.options))
        assert not isinstance(position, Refusal), "a view holds the text of a position"
        return position

    # Capabilities

    def contents(self, option: str) -> Mapping[str, object]:
        return contents.contents(option)

    def words(self, view: View) -> Sequence[Message]:
        return words.sentences(self.imagine(view, Random(0)))

    def narrate(self, events: Sequence[Event]) -> Sequence[Message]:
        return story.narration(events)

    def drawing(self, view: View) -> str:
        return words.drawing(self.imagine(view, Random(0)))

    def preview(self, position: Position, action: int, eye: Eye) -> dict[str, object]:
        return story.preview_of(position, action)

    def overlays(self, position: Position, eye: Eye) -> Sequence[Mapping[str, object]]:
        """Where every piece could go if its side were to move, for whoever looks before their turn."""
        return story.reach_of(position)

    def playouts(self, position: Position, games: int, seed: int, longest: int, begin: int = 0) -> Tally:
        """Random games inside compiled code; lots must have been drawn before."""
        if position.turn is Turn.CHANCE:
            raise ValueError("lots must be drawn before playouts")
        if position.turn is Turn.OVER:
            return Tally.of_result(position.result(), games)
        plies, won, lost, drawn = jobs.playouts(
            position.placement,
            position.stall,
            position.past_keys(),
            position.setting.rulings,
            begin,
            begin + games,
            seed,
            longest,
        )
        first, second = (won, lost) if position.side is Turn.FIRST else (lost, won)
        return Tally(games, plies, first, second, drawn)

    def perft(self, position: Position, depth: int, outcomes: Sequence[str] = ()) -> int | None:
        if depth <= 0:
            return 1  # not playing on is one way
        if outcomes or position.turn is Turn.CHANCE:
            return None
        if position.turn is not position.side:
            return 0
        rulings = position.setting.rulings
        return jobs.perft(position.placement, position.stall, position.past_keys(), rulings, depth)


def _placement(layout: layouts.Layout) -> jobs.Placement:
    return layout.first_fighters, layout.second_fighters, 0, layout.first_cities, layout.second_cities
