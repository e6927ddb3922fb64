"""What the keys do beside playing: take back, advise, look back, save, load, begin anew, turn, explain, leave."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from triarii.cli.plain import expanded
from triarii.cli.speech import BadInput
from triarii.cli.study import best_lines
from triarii.cli.terminal.dialogs import ESCAPE, AskFile, Page, Question, record_names
from triarii.cli.terminal.game_screen import GameScreen
from triarii.cli.terminal.help import help_text, rules_text
from triarii.cli.terminal.keys import bindings
from triarii.cli.terminal.newgame import NewGame
from triarii.cli.terminal.playing import Playing, follow, reopen
from triarii.cli.terminal.thinking import ANALYSIS, HINT, LINES, lines_of
from triarii.core.contract import SEATS, Decision, Refusal, Turn
from triarii.core.records import DrawAgreed, DrawOffered, Resigned

DOT = "."


class TableScreen(GameScreen):
    """The whole screen of a game."""

    BINDINGS = bindings()

    # Around the choice

    def action_back(self) -> None:
        """One step out: of the entry, of a word, of looking back, of what was said."""
        if self.query_one("#entry").display:
            self.close_entry()
            self.hand.clear()
        elif self.hand.doubted is not None:
            self.hand.doubted = None
        elif self.playing.looking is not None:
            self.playing.looking = None
        elif not self.hand.back():
            self.adviser.forget()
            self.advice, self.hinted = "", ""
        self.quiet()

    def action_type(self) -> None:
        if self._may_act():
            self.open_entry()

    def action_next_piece(self) -> None:
        self._jump(1)

    def action_previous_piece(self) -> None:
        self._jump(-1)

    def _jump(self, by: int) -> None:
        """To the next place that can be chosen."""
        self.field.jump(by, self.hand)

    def action_rub(self) -> None:
        """One word back; where none was said, the last turn."""
        if self.hand.words or self.hand.doubted is not None:
            self.hand.back()
            self.quiet()
        else:
            self.action_undo()

    def action_dot(self) -> None:
        """A dot is a word where the game offers it; else it looks on, as ] does."""
        if any(choice.text == DOT for choice in self.hand.offered()):
            if self._may_act():
                self._add(DOT)
        else:
            self.action_later()

    def action_undo(self) -> None:
        if self.opponent.busy:
            self.opponent.forget()
            self.playing.replace_programs()
        self.adviser.forget()
        self.advice, self.hinted = "", ""
        self.hand.clear()
        refusal = self.playing.undo()
        if refusal is None:
            self.say("play.undone")
        else:
            self.refuse(refusal)
        self.go_on()

    # Advice

    def action_hint(self) -> None:
        """A proposal for the person to act, marked on the board."""
        game, position = self.playing.game, self.playing.position
        if not self._may_act():
            return

        def think() -> Callable[[], None]:
            [best] = best_lines(game, position, HINT, 1)
            return lambda: self._hint(game.action_text(best.action))

        self._ask("hint.thinking", think)

    def _ask(self, key: str, think: Callable[[], Callable[[], None]]) -> None:
        self.advice = self.voice.say(key)
        self.adviser.ask(think)
        self.quiet()

    def _hint(self, text: str) -> None:
        self.hinted = text
        self.advice = self.voice.say("play.hint", text=text)
        action = self.playing.game.action(text)
        if not self.playing.hides:
            effect = self.face.does(self.voice, text, self.playing.preview(action))
            self.advice = self.voice.say("hint.does", told=effect)

    def action_analysis(self) -> None:
        """The best lines from the position that is shown."""
        playing, game = self.playing, self.playing.game
        position = playing.shown.position
        # The analyst sees what the side to move sees, and that may not be for the eyes before this screen.
        open_to_all = not playing.hides
        own = playing.asked is not None and not playing.curtain and playing.looking is None
        if position.turn not in SEATS or not (open_to_all or own):
            self.say("analysis.none")
            return

        def think() -> Callable[[], None]:
            found = best_lines(game, position, ANALYSIS, LINES)
            return lambda: self._analysis(found, position.turn)

        self._ask("analysis.thinking", think)

    def _analysis(self, found: list[Decision[object]], turn: Turn) -> None:
        lines = lines_of(self.playing.game, found, lambda percent: self.voice.say("analysis.score", percent=percent))
        self.advice = self.voice.say("analysis.lines", seat=turn.name.lower(), lines=lines)

    # Looking

    def action_flip(self) -> None:
        self.flipped = not self.flipped
        self.show()

    def action_earlier(self) -> None:
        self._look(-1)

    def action_later(self) -> None:
        self._look(1)

    def action_first(self) -> None:
        self._look(-len(self.playing.line.steps))

    def action_now(self) -> None:
        self._look(len(self.playing.line.steps))

    def _look(self, by: int) -> None:
        self.hand.clear()
        self.advice = ""
        self.playing.look(by)
        self.quiet()

    # Files

    def action_save(self) -> None:
        self._save_then(lambda: None)

    def _save_then(self, then: Callable[[], None]) -> None:
        playing, voice = self.playing, self.voice
        known = next(iter(playing.ours), None)
        name = playing.suggested_name() if known is None else str(known)

        def named(text: str | None) -> None:
            if text is None:
                return
            refusal = playing.save(expanded(text))
            if refusal is not None:
                self.refuse(refusal)
                return
            self.say("play.saved", "good", file=text)
            then()

        self.app.push_screen(AskFile(voice.say("save.title"), voice.say("save.help"), name), named)

    def action_load(self) -> None:
        voice = self.voice

        def named(text: str | None) -> None:
            if text is None:
                return
            try:
                found = reopen(expanded(text))
            except BadInput as bad:
                self.notice, self.notice_kind = bad.sentence(self.lang), "bad"
                self.show()
            else:
                self._safely(lambda: self._take(found, "load.loaded", file=text))

        dialog = AskFile(voice.say("load.title"), voice.say("load.help"), names=record_names(Path()))
        self.app.push_screen(dialog, named)

    def action_new(self) -> None:
        def made(playing: Playing | None) -> None:
            if playing is not None:
                self._safely(lambda: self._take(playing, "new.begun"))

        self.app.push_screen(NewGame(self.playing, self.voice, self.face), made)

    def action_again(self) -> None:
        """The next game of a series."""
        if self.playing.line.result is None:
            self.say("over.not_over")
            return
        made = follow(self.playing)
        if isinstance(made, Refusal):
            self.refuse(made)
        else:
            self._safely(lambda: self._take(made, "new.begun"))

    def _take(self, playing: Playing, key: str, **params: object) -> None:
        """Another game takes this one's place."""
        self.app.switch_screen(TableScreen(playing, self.lang, self.voice.say(key, **params)))

    def _safely(self, then: Callable[[], None]) -> None:
        """Ask first whether a game that would be lost should be saved."""
        if not self.playing.unsaved:
            then()
            return
        voice = self.voice
        answers = [(voice.say(f"leave.key_{word}"), voice.say(f"leave.{word}")) for word in ("save", "drop")]
        ways = {answers[0][0]: lambda: self._save_then(then), answers[1][0]: then}

        def answered(key: str | None) -> None:
            ways.get(str(key), lambda: None)()

        self.app.push_screen(
            Question(voice.say("leave.question"), [*answers, (ESCAPE, voice.say("leave.stay"))]), answered
        )

    # Ends

    def action_resign(self) -> None:
        if not self._may_act() or self.playing.asked is None:
            return
        entry = Resigned(self.playing.asked)
        self._confirm("resign.question", lambda: self._settle(entry))

    def action_draw(self) -> None:
        """Two people can agree on a draw; programs don't answer."""
        playing = self.playing
        if not self._may_act() or playing.asked is None:
            return
        if playing.programs:
            self.say("play.no_draw")
            return
        seat = playing.asked
        # An offer of the other side may still stand, declined at this table but not in the record.
        if playing.line.offered is not seat.other:
            playing.enter(DrawOffered(seat))
        taker = seat if playing.line.offered is seat.other else seat.other
        self._confirm("draw.question", lambda: self._settle(DrawAgreed(taker)), seat=taker.name.lower())

    def _settle(self, entry: Resigned | DrawAgreed) -> None:
        refusal = self.playing.enter(entry)
        self.hand.clear()
        if refusal is not None:
            self.refuse(refusal)
        else:
            self.quiet()

    def _confirm(self, key: str, then: Callable[[], None], **params: object) -> None:
        voice = self.voice
        yes = voice.say("confirm.key_yes")
        answers = [(yes, voice.say("confirm.yes")), (ESCAPE, voice.say("confirm.no"))]

        def answered(chosen: str | None) -> None:
            if chosen == yes:
                then()

        self.app.push_screen(Question(voice.say(key, **params), answers), answered)

    # Reading, speaking, leaving

    def action_rules(self) -> None:
        self._page("rules.title", rules=True)

    def action_help(self) -> None:
        self._page("help.title", rules=False)

    def _page(self, key: str, *, rules: bool) -> None:
        voice = self.voice
        body = rules_text(voice) if rules else help_text(voice, self.face)
        title = voice.say(key, title=voice.say("game.title"))
        self.app.push_screen(Page(title, body, voice.say("page.help")))

    def action_language(self) -> None:
        self.lang = "de" if self.lang == "en" else "en"
        self.advice = ""
        self.quiet()

    def action_colours(self) -> None:
        """Light or dark."""
        self.app.theme = "triarii-dark" if self.app.theme == "triarii-light" else "triarii-light"

    def action_quit(self) -> None:
        self._safely(self.app.exit)
