"""The course of a game on the screen: board or choices, panel and status; every word and every reason is the game's."""

from __future__ import annotations

from random import Random
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from triarii.cli.terminal.board import Board
from triarii.cli.terminal.chooser import Chooser, choice_line
from triarii.cli.terminal.hand import Hand, preview_words, squares_of
from triarii.cli.terminal.panel import Panel, Seen
from triarii.cli.terminal.playing import Playing
from triarii.cli.terminal.scene import SCENES, Marks, Scene
from triarii.cli.terminal.status import KeyBar, Status
from triarii.cli.terminal.thinking import Thinker, Thought
from triarii.cli.terminal.voice import Voice
from triarii.core.contract import Budget, Choice, Eye, Refusal, Span, Turn
from triarii.core.texts import Message as GameMessage

PANEL_WIDTH = 27
"""Columns that the panel needs at least."""
BELOW = 3
"""Lines under the board: two of status, one of keys."""
WATCHING = 0.6
"""Seconds between turns when only programs play, so that one can follow."""


class Arrived(Message):
    """A thread has an answer."""

    def __init__(self, thinker: Thinker, thought: Thought) -> None:
        super().__init__()
        self.thinker = thinker
        self.thought = thought


class Course(Screen[None]):
    """One game; a new or loaded game gets a screen of its own."""

    AUTO_FOCUS = "Board, #choices"

    def __init__(self, playing: Playing, lang: str, notice: str = "") -> None:
        super().__init__()
        self.playing = playing
        self.lang = lang
        self.hand = Hand(playing)
        self.notice = notice
        self.notice_kind = "plain"
        self.advice = ""
        self.hinted: frozenset[str] = frozenset()
        self.flipped = playing.people == [Turn.SECOND]
        self.opponent = Thinker(lambda thought: self.post_message(Arrived(self.opponent, thought)))
        self.adviser = Thinker(lambda thought: self.post_message(Arrived(self.adviser, thought)))
        self.scene: Scene | None = None

    @property
    def voice(self) -> Voice:
        return Voice(self.playing.game, self.lang)

    def compose(self) -> ComposeResult:
        with Horizontal(id="table"):
            if self.playing.game.info.id in SCENES:
                with Vertical(id="field"):
                    yield Board()
            else:
                yield Chooser()
            yield Panel()
        with Vertical(id="below"):
            yield Status()
            yield Input(compact=True, id="entry", select_on_focus=False)
            yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#entry").display = False
        for board in self.query(Board):
            board.scene = SCENES[self.playing.game.info.id](self.playing.game, self.playing.view)
            board.cursor = "e9" if self.flipped else "e2"
        self._fit(self.size.width, self.size.height)
        self.go_on()

    def on_unmount(self) -> None:
        self.opponent.forget()
        self.adviser.forget()

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        for board in self.query(Board):
            board.fit(width - PANEL_WIDTH, height - BELOW)

    # The course of the game

    def go_on(self) -> None:
        """Let chance fall and programs think, until a person is asked or the game is over."""
        playing = self.playing
        while playing.line.result is None and playing.position.turn is Turn.CHANCE:
            refusal = playing.let_chance_fall()
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
        self.advice, self.hinted = "", frozenset()
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

    def on_board_aimed(self, event: Board.Aimed) -> None:
        self.hand.doubted = None
        self.quiet()

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """A square: the piece or the target, or why it is neither."""
        square, hand = event.square, self.hand
        if not self._may_act():
            return
        word = hand.word_at(square)
        if word is not None:
            self._add(word)
        elif hand.words and square == hand.words[0]:
            hand.clear()
            self.quiet()
        elif hand.words and square in hand.starts():
            hand.clear()
            self._add(square)
        elif not hand.words and not hand.starts() and len(hand.spare()) == 1:
            self._add(hand.spare()[0].text)
        else:
            self._add(square)

    def on_chooser_aimed(self, event: Chooser.Aimed) -> None:
        self.hand.doubted = None
        self.quiet()

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        if self._may_act():
            self._add(event.word)

    def action_word(self, digit: int) -> None:
        """A word without a place on the board, by its number."""
        listed = self.hand.offered() if self.query(Chooser) else self.hand.spare()
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
            self.say("play.number", low=span.low, high=span.high, step=span.step)
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
        for field in self.query("Board, #choices"):
            field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        self.close_entry()
        if not text or not self._may_act():
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
        playing, voice = self.playing, self.voice
        preview = self._aimed_preview()
        for board in self.query(Board):
            self.scene = SCENES[playing.game.info.id](playing.game, playing.view)
            board.scene = self.scene
            board.flipped = self.flipped
            board.marks = self._marks(preview)
        for chooser in self.query(Chooser):
            chooser.show(playing.view, voice)
            if playing.curtain:
                chooser.offer([Choice("", GameMessage("prompt.reveal"))], voice)
            else:
                chooser.offer(self.hand.offered(), voice)
        thinking = self.opponent.busy
        self.query_one(Panel).tell(Seen(playing, voice, self.scene, self.flipped, thinking))
        if self.notice:
            self.query_one(Status).tell(self.notice, self.notice_kind, self.advice)
        else:
            text, kind = self._prompt(preview)
            self.query_one(Status).tell(text, kind, self.advice or self._under_cursor())
        self.query_one(KeyBar).tell(voice)

    def _aimed_word(self) -> str | None:
        for board in self.query(Board):
            return self.hand.word_at(board.cursor) if self.hand.words else None
        for chooser in self.query(Chooser):
            return chooser.highlighted
        return None

    def _aimed_preview(self) -> dict[str, object] | None:
        word = self._aimed_word()
        found = None if word is None else self.hand.previews().get(word)
        return None if found is None else dict(found)

    def _marks(self, preview: dict[str, object] | None) -> Marks:
        step = self.playing.shown.step
        last = self.playing.game.told(step.before, step.action, self.playing.eye) if step is not None else ""
        aimed = preview or {}
        return Marks(
            last=frozenset(squares_in(last, self.scene)),
            chosen=self.hand.words[0] if self.hand.words else "",
            targets=self.hand.targets(),
            lost=frozenset(squares_of(aimed, "captures") + squares_of(aimed, "losses")),
            path=tuple(squares_of(aimed, "path")[1:-1]),
            hint=self.hinted if self.playing.looking is None else frozenset(),
        )

    def _prompt(self, preview: dict[str, object] | None) -> tuple[str, str]:
        """What the game waits for."""
        playing, voice, hand = self.playing, self.voice, self.hand
        if playing.looking is not None:
            return voice.say("look.back", at=playing.looking, all=len(playing.line.steps)), "plain"
        if playing.line.result is not None:
            return voice.result(playing.line.result), "good"
        if playing.curtain:
            return voice.say("prompt.curtain", seat=playing.position.turn.name.lower()), "plain"
        if playing.asked is None:
            return voice.say("prompt.waiting", seat=playing.position.turn.name.lower()), "plain"
        yours = "_yours" if len(playing.people) == 1 else ""
        if preview is not None:
            text = playing.game.action_text(preview["action"])
            return preview_words(voice, text, preview), "bad" if squares_of(preview, "losses") else "aim"
        if hand.words:
            how = "target" if self.query(Board) else "next"
            return voice.say(f"prompt.{how}", words=" ".join(hand.words)), "plain"
        spare = [f"{number} {choice_line(choice, voice)}" for number, choice in enumerate(hand.spare(), start=1)]
        if spare and self.query(Board):
            return voice.say(f"prompt.words{yours}", seat=playing.asked.name.lower(), words=spare), "plain"
        how = "piece" if self.query(Board) else "list"
        return voice.say(f"prompt.{how}{yours}", seat=playing.asked.name.lower()), "plain"

    def _under_cursor(self) -> str:
        """The square under the cursor in words."""
        for board in self.query(Board):
            if self.scene is not None:
                square = self.scene.squares[board.cursor]
                parts = [board.cursor]
                if square.owner is not None:
                    parts.append(self.voice.say(f"square.{square.piece}_{square.owner.name.lower()}"))
                if square.city is not None:
                    parts.append(self.voice.say(f"square.city_{square.city.name.lower()}"))
                return ", ".join(parts) if len(parts) > 1 else self.voice.say("square.empty", square=board.cursor)
        return ""


def squares_in(text: str, scene: Scene | None) -> list[str]:
    """The squares that the text of a move names; a text that names none leaves no mark."""
    if scene is None:
        return []
    found: list[str] = []
    while text:
        name = next((text[:length] for length in (3, 2) if text[:length] in scene.squares), None)
        if name is None:
            break
        found.append(name)
        text = text[len(name) :]
    return found
