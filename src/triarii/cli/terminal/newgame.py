"""The set-up of a new game: opponent, side, and every option that the game offers, changed with the arrow keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from triarii.cli.terminal import opponents
from triarii.cli.terminal.dialogs import ESCAPE, Question
from triarii.cli.terminal.face import Face
from triarii.cli.terminal.playing import Playing, begin
from triarii.cli.terminal.voice import Voice
from triarii.core.contract import SEATS, OptionInfo, Refusal, Span
from triarii.core.options import spell
from triarii.core.records import HUMAN

LABEL_WIDTH = 24


@dataclass(frozen=True)
class Row:
    """One thing to choose."""

    name: str
    label: str
    about: str
    values: Sequence[object] | Span
    value: object


class Picker(Static, can_focus=True):
    """A row with its value; left and right change it, digits write a number."""

    class Changed(Message):
        """It has another value."""

    def __init__(self, row: Row, voice: Voice, face: Face) -> None:
        super().__init__()
        self.row = row
        self.voice = voice
        self.face = face
        self.value = row.value
        self.typed = ""

    def on_mount(self) -> None:
        self._show()

    def on_focus(self) -> None:
        self.typed = ""

    def on_key(self, event: events.Key) -> None:
        if event.key in ("left", "right"):
            self.change(-1 if event.key == "left" else 1)
        elif isinstance(self.row.values, Span) and event.character and event.character in "0123456789":
            self._type(event.character)
        else:
            return
        event.stop()

    def on_click(self) -> None:
        self.focus()
        self.change(1)

    def change(self, by: int) -> None:
        values = self.row.values
        if isinstance(values, Span):
            assert isinstance(self.value, int)
            self.value = max(values.low, min(values.high, self.value + by * values.step))
        else:
            at = list(values).index(self.value)
            self.value = values[(at + by) % len(values)]
        self._show()

    def _type(self, digit: str) -> None:
        """Digits build up a number; one that is too large begins anew."""
        assert isinstance(self.row.values, Span)
        typed = self.typed + digit
        self.typed = typed if int(typed) <= self.row.values.high else digit
        self.value = int(self.typed)
        self._show()

    def _show(self) -> None:
        self.post_message(self.Changed())
        words = value_words(self.row.name, self.value, self.voice, self.face)
        self.update(Text(f"{self.row.label:<{LABEL_WIDTH}} ‹ {words} ›"))


class NewGame(ModalScreen[Playing | None]):
    """All rows; Enter begins, Esc goes back to the game."""

    def __init__(self, playing: Playing, voice: Voice, face: Face) -> None:
        super().__init__()
        self.playing = playing
        self.voice = voice
        self.face = face

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog page"):
            yield Static(Text(self.voice.say("new.title")), classes="dialog-title")
            with VerticalScroll(id="rows", can_focus=False):
                for row in self._rows():
                    yield Picker(row, self.voice, self.face)
            yield Static(id="about")
            yield Static(Text(self.voice.say("new.help")), classes="dialog-help")

    def on_mount(self) -> None:
        self.query(Picker).first().focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._explain()

    def on_picker_changed(self, event: Picker.Changed) -> None:
        self._explain()

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.dismiss(None)
        elif event.key == "enter":
            self._begin()
        elif event.key == "up":
            self.focus_previous(Picker)
        elif event.key == "down":
            self.focus_next(Picker)
        else:
            return
        event.stop()

    def _explain(self) -> None:
        """What the row in hand decides, and what is special about the value it has."""
        if isinstance(self.focused, Picker):
            row, value = self.focused.row, self.focused.value
            _, note = self.face.content(row.name, str(value), self.voice.lang) or ("", "")
            self.query_one("#about", Static).update(Text(f"{row.about} {note}" if note else row.about))

    def _rows(self) -> list[Row]:
        playing, voice, info = self.playing, self.voice, self.playing.game.info
        known = [*opponents.opponents(info.id), HUMAN]
        people = playing.people
        across = playing.seats[1 - people[0]] if people else HUMAN
        if across not in known:
            known.insert(0, across)
        side = people[0].name.lower() if len(people) == 1 else "first"
        rows = [
            Row("opponent", voice.say("new.opponent"), voice.say("new.opponent_about"), known, across),
            Row("side", voice.say("new.side"), voice.say("new.side_about"), ("first", "second"), side),
        ]
        chosen = playing.line.header.options
        return rows + [self._option_row(option, chosen.get(option.name, option.default)) for option in info.options]

    def _option_row(self, option: OptionInfo, value: object) -> Row:
        key = f"option.{option.name}"
        label = self.voice.say(key) if self.voice.knows(key) else option.name
        values: Sequence[object] | Span
        if isinstance(option.values, str):
            own = [] if isinstance(value, str) else [value]  # a layout from a file has no name to be listed under
            values = [*option.names, *own]
        else:
            values = option.values
        return Row(option.name, label, option.about.get(self.voice.lang, ""), values, value)

    def _begin(self) -> None:
        chosen = {picker.row.name: picker.value for picker in self.query(Picker)}
        other, side = str(chosen.pop("opponent")), chosen.pop("side")
        seats = (HUMAN, other) if side == "first" else (other, HUMAN)
        options = _fair(chosen, self.playing, seats)
        if asks_for_the_younger(options, seats):
            self._ask_for_the_younger(options, seats)
        else:
            self._begin_with(options, seats)

    def _ask_for_the_younger(self, options: Mapping[str, object], seats: tuple[str, str]) -> None:
        """The sheet lets the younger player begin, and only the two people know who that is."""
        voice = self.voice
        answers = [(str(number), voice.seat(seat)) for number, seat in enumerate(SEATS, start=1)]
        answers += [(voice.say("younger.key_open"), voice.say("younger.open")), (ESCAPE, voice.say("younger.back"))]
        found = {"1": {"begins": "younger", "younger": "first"}, "2": {"begins": "younger", "younger": "second"}}
        found[answers[2][0]] = {}

        def answered(key: str | None) -> None:
            if key in found:
                self._begin_with({**options, **found[key]}, seats)

        self.app.push_screen(Question(voice.say("younger.question"), answers), answered)

    def _begin_with(self, options: Mapping[str, object], seats: tuple[str, str]) -> None:
        made = begin(self.playing.game, options, seats)
        if isinstance(made, Refusal):
            about = self.query_one("#about", Static)
            about.update(Text(self.voice.refusal(made), "bold"))
            return
        self.dismiss(made)


def asks_for_the_younger(options: Mapping[str, object], seats: tuple[str, str]) -> bool:
    """Between two people who have said nothing about who begins, in a game that knows the younger player."""
    unsaid = options.get("younger") == "unasked" and options.get("begins") in ("first", "younger")
    return seats == (HUMAN, HUMAN) and unsaid


def _fair(chosen: dict[str, object], playing: Playing, seats: tuple[str, str]) -> Mapping[str, object]:
    """Two people claim a draw themselves, as at a real board, unless they were seated otherwise before."""
    two, before = seats == (HUMAN, HUMAN), playing.seats == (HUMAN, HUMAN)
    untouched = "claims" in chosen and chosen["claims"] == playing.line.header.options["claims"]
    if two == before or not untouched:
        return chosen
    return {**chosen, "claims": "by_claim" if two else "automatic"}


def value_words(name: str, value: object, voice: Voice, face: Face) -> str:
    """A value as people say it; one that nobody has words for is shown as it is written."""
    if name == "opponent":
        return (
            voice.say("panel.person") if value == HUMAN else opponents.title(str(value), voice.game.info.id, voice.lang)
        )
    if name == "side":
        return voice.say(f"word.{value}")
    if isinstance(value, Mapping):
        return str(value.get("name", "–"))
    shipped = face.content(name, str(value), voice.lang)
    if shipped is not None:
        return shipped[0]
    key = f"value.{name}.{spell(value)}"
    return voice.say(key) if voice.knows(key) else spell(value)
