"""A game on the screen: field, panel and status; every word and every reason is the game's."""

from __future__ import annotations

from random import Random
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from triarii.cli.plain import COMMANDS
from triarii.cli.terminal.faces import face_of
from triarii.cli.terminal.field import KEYS_HERE, Aimed, Chosen, Sight
from triarii.cli.terminal.hand import Hand, squares_of
from triarii.cli.terminal.panel import Panel
from triarii.cli.terminal.playing import Playing
from triarii.cli.terminal.status import KeyBar, Status
from triarii.cli.terminal.thinking import Thinker, Thought
from triarii.cli.terminal.voice import Voice
from triarii.core import standing
from triarii.core.contract import ASK, Budget, Eye, Refusal, Span, Turn

BELOW = 3
"""Lines under the field: two of status, one of keys."""
WATCHING = 0.6
"""Seconds between turns when only programs play, so that one can follow."""


class Arrived(Message):
    """A thread has an answer."""

    def __init__(self, thinker: Thinker, thought: Thought) -> None:
        super().__init__()
        self.thinker = thinker
        self.thought = thought


class GameScreen(Screen[None]):
    """One game; a new or loaded game gets a screen of its own."""

    AUTO_FOCUS = f".{KEYS_HERE}"

    def __init__(self, playing: Playing, lang: str, notice: str = "") -> None:
        super().__init__()
        self.playing = playing
        self.lang = lang
        self.face = face_of(playing.game.info.id)
        self.field = self.face.field()
        self.hand = Hand(playing)
        self.notice = notice
        self.notice_kind = "plain"
        self.advice = ""
        self.hinted = ""
        self.flipped = playing.people == [Turn.SECOND]
        self.opponent = Thinker(lambda thought: self.post_message(Arrived(self.opponent, thought)))
        self.adviser = Thinker(lambda thought: self.post_message(Arrived(self.adviser, thought)))

    @property
    def voice(self) -> Voice:
        return Voice(self.playing.game, self.lang, self.face.texts, self.playing.cast)

    @property
    def sight(self) -> Sight:
        return Sight(self.playing, self.voice, self.hand, self.flipped, self.opponent.busy, self.hinted)

    def compose(self) -> ComposeResult:
        with Horizontal(id="table"):
            yield Vertical(self.field, id="field", classes=type(self.field).__name__.lower())
            yield Panel(self.face)
        with Vertical(id="below"):
            yield Status()
            yield Input(compact=True, id="entry", select_on_focus=False)
            yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#entry").display = False
        self.field.see(self.sight)
        self._fit(self.size.width, self.size.height)
        self.go_on()

    def on_unmount(self) -> None:
        self.opponent.forget()
        self.adviser.forget()

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        self.field.fit(width - self.face.panel_width, height - BELOW)

    # The course of the game

    def go_on(self) -> None:
        """Let chance fall, standing answers hold and programs think, until a person is asked or the game is over."""
        playing = self.playing
        while playing.line.result is None:
            answer = playing.standing()
            if answer is None and playing.position.turn is not Turn.CHANCE:
                break
            refusal = playing.let_chance_fall() if answer is None else playing.act(answer)
            if refusal is not None:
                self.refuse(refusal)
                break
        turn = playing.position.turn
        if playing.line.result is None and turn in playing.programs:
            if playing.people:
                self._let_think()
            else:
                self.set_timer(WATCHING, self._let_think)
        if playing.trouble is not None:
            self.refuse(playing.trouble)
        self.show()

    def _let_think(self) -> None:
        playing, turn = self.playing, self.playing.position.turn
        if self.opponent.busy or turn not in playing.programs:
            return
        player, game, view = playing.programs[turn], playing.game, playing.position.view(Eye(turn))
        seed = playing.rng.getrandbits(64)
        self.opponent.ask(lambda: player.choose(game, view, Budget(), Random(seed)).action)
        self.show()

    def on_arrived(self, event: Arrived) -> None:
        if not event.thinker.wanted(event.thought):
            return
        if event.thought.failure:
            self.say("think.failed", "bad", reason=event.thought.failure)
        elif event.thinker is self.opponent:
            self.enter(event.thought.answer)
        else:
            event.thought.answer()
            self.show()

    def enter(self, action: Any) -> None:
        """Play an action and let the game go on."""
        self.notice = ""
        self.advice, self.hinted = "", ""
        self.adviser.forget()
        refusal = self.playing.act(action)
        self.hand.clear()
        if refusal is not None:
            self.refuse(refusal)
        self.go_on()

    def propose(self, action: Any) -> None:
        """A person wants an action: own losses are warned of first."""
        playing, preview = self.playing, self.playing.preview(action)
        losses = squares_of(preview, "losses")
        if losses and self.hand.doubted != action:
            self.hand.doubted = action
            text = playing.game.action_text(action)
            self.say("warn.losses", "bad", count=len(losses), squares=losses, text=text)
        else:
            self.enter(action)

    # Choosing

    def on_aimed(self, event: Aimed) -> None:
        self.hand.doubted = None
        self.quiet()

    def on_chosen(self, event: Chosen) -> None:
        """A place: it leads on, back, or nowhere, and then it is told why. Enter also confirms what was warned of."""
        if not self._may_act():
            return
        if self.hand.doubted is not None and not event.pointed:
            self.enter(self.hand.doubted)
            return
        words = self.field.words_for(event.place, self.hand)
        if isinstance(words, Refusal):
            self.refuse(words)
        elif words:
            self.hand.take(words[:-1])
            self._add(words[-1])
        else:
            self.hand.clear()
            self.quiet()

    def action_word(self, digit: int) -> None:
        """A word by its number."""
        listed = self.face.by_number(self.hand)
        if digit <= len(listed) and self._may_act():
            self._add(listed[digit - 1].text)

    def _add(self, word: str) -> None:
        found = self.hand.add(word)
        if isinstance(found, Refusal):
            self.refuse(found)
        elif found is None:
            self.quiet()
            self._ask_for_number()
        else:
            self.propose(found)

    def _ask_for_number(self) -> None:
        """A number can't be listed: it is typed."""
        span = self.hand.found()
        if isinstance(span, Span):
            self.say("play.number", **{each: span.word(getattr(span, each)) for each in ("low", "high", "step")})
            self.open_entry(" ".join([*self.hand.words, ""]))

    def _may_act(self) -> bool:
        playing = self.playing
        if playing.curtain:
            playing.revealed = playing.asked
            self.hand.clear()
            self.quiet()
        elif playing.looking is not None:
            self.say("look.first_return")
        elif playing.line.result is not None:
            self.say("over.over")
        elif playing.asked is None:
            self.say("think.wait")
        else:
            return True
        return False

    def open_entry(self, text: str = "") -> None:
        """The line in which an action is typed."""
        entry = self.query_one("#entry", Input)
        entry.placeholder = self.voice.say("entry.placeholder")
        entry.value, entry.display = text, True
        entry.cursor_position = len(text)
        entry.focus()

    def close_entry(self) -> None:
        self.query_one("#entry").display = False
        for pointed in self.query(f".{KEYS_HERE}"):
            pointed.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        self.close_entry()
        if not text or not self._may_act():
            return
        word, *rest = text.split()
        if word.lower() in COMMANDS["answers"]:
            self._answer_always(rest)
            return
        found = self.playing.read(text)
        if isinstance(found, Refusal):
            self.refuse(found)
        elif isinstance(found, tuple):
            self.hand.take(found)
            self.quiet()
            self._ask_for_number()
        else:
            self.propose(found)

    def _answer_always(self, words: list[str]) -> None:
        """Standing answers of the person who is to act: `answers evade always`, or only what holds."""
        playing, seat = self.playing, self.playing.position.turn
        refusal = playing.answer_all(seat, words)
        if refusal is not None:
            self.refuse(refusal)
            return
        held = [f"{kind.name}={playing.answers[seat].get(kind.name, ASK)}" for kind in standing.kinds_of(playing.game)]
        self.say("answers.hold", answers=held)

    # Showing

    def say(self, key: str, kind: str = "plain", /, **params: object) -> None:
        """One sentence in the status."""
        self.notice, self.notice_kind = self.voice.say(key, **params), kind
        self.show()

    def refuse(self, refusal: Refusal) -> None:
        self.notice, self.notice_kind = self.voice.refusal(refusal), "bad"
        self.show()

    def quiet(self) -> None:
        """Nothing special to say."""
        self.notice = ""
        self.show()

    def show(self) -> None:
        """Everything anew from the game as it is now."""
        sight = self.sight
        self.field.see(sight)
        self.query_one(Panel).tell(sight)
        text, kind = (self.notice, self.notice_kind) if self.notice else self._prompt(sight)
        below = "" if self.notice else self.field.under_cursor(sight.voice)
        if kind in ("aim", "bad") and not (self.notice or below):
            below = self.face.prompt(sight)
        self.query_one(Status).tell(text, kind, self.advice, below)
        self.query_one(KeyBar).tell(sight.voice)

    def _prompt(self, sight: Sight) -> tuple[str, str]:
        """What the game waits for."""
        playing, voice = self.playing, sight.voice
        if playing.looking is not None:
            return voice.say("look.back", at=playing.looking, all=len(playing.line.steps)), "plain"
        if playing.line.result is not None:
            return " ".join([voice.result(playing.line.result), *voice.points(playing.line)]), "good"
        if playing.curtain:
            return voice.say("prompt.curtain", seat=playing.position.turn.name.lower()), "plain"
        if playing.asked is None:
            return voice.say("prompt.waiting", seat=playing.position.turn.name.lower()), "plain"
        word = self.field.word_aimed(self.hand)
        words = None if word is None else self.face.aimed(sight, word)
        return words or (self.face.prompt(sight), "plain")
