"""Four in a row behind the contract that all games share."""

from __future__ import annotations

from random import Random

from fourrow.position import DISCS, LETTERS, ROWS, Position
from triarii.core import boards, levels, options, rulebook, texts
from triarii.core.contract import Event, Eye, GameInfo, Options, Refusal, Scene, Thing, View

PIECES = dict(zip(DISCS, ("red", "yellow"), strict=True))


class Fourrow:
    """The game object; it holds no state."""

    info = GameInfo(
        id="fourrow",
        rules_version=1,
        options=options.load("fourrow"),
        has_chance=False,
        has_secrets=False,
        lists_all_actions=True,
        capabilities=frozenset({"board"}),
        levels=levels.load("fourrow"),
        board=boards.load("fourrow"),
    )
    texts = texts.load("fourrow", parent=texts.CORE)
    rulebook = rulebook.load("fourrow")

    def start(self, given: Options) -> Position | Refusal:
        chosen = options.complete(self.info, given)
        return chosen if isinstance(chosen, Refusal) else Position(int(str(chosen["row"])))

    def parse(self, text: str, given: Options) -> Position | Refusal:
        start, columns = self.start(given), tuple(text.split("/"))
        if isinstance(start, Refusal):
            return start
        fits = all(len(discs) <= ROWS and not set(discs) - set(DISCS) for discs in columns)
        if len(columns) != len(LETTERS) or not fits or text.count(DISCS[0]) - text.count(DISCS[1]) not in (0, 1):
            return Refusal("position", "fourrow.drop", {"text": text[:60]})
        return Position(start.wins, columns)

    def action(self, text: str) -> str | Refusal:
        return text if text in tuple(LETTERS) else Refusal("form", "fourrow.drop", {"text": text[:20]})

    def action_text(self, action: str) -> str:
        return action

    def text_seen_by(self, before: Position, action: str, eye: Eye) -> str:
        return action

    def events(self, before: Position, action: str, after: Position) -> list[Event]:
        seat, result = before.side.name.lower(), after.result()
        told = [Event("dropped", {"seat": seat, "column": action})]
        if result is not None:
            told.append(Event("drawn", {}) if result.winner is None else Event("won", {"seat": seat}))
        return told

    def imagine(self, view: View, rng: Random) -> Position:
        """With nothing hidden, only the real position fits the view."""
        position = self.parse(view.text, view.options)
        assert not isinstance(position, Refusal), "a view holds the text of a position"
        return position

    def scene(self, view: View) -> Scene:
        columns = zip(LETTERS, view.text.split("/"), strict=True)
        return Scene(
            {
                f"{letter}{row}": [Thing(PIECES[disc])]
                for letter, discs in columns
                for row, disc in enumerate(discs, start=1)
            }
        )
