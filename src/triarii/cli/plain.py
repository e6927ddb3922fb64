"""A game line by line: everything in words, for screen readers, scripts and quiet terminals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from triarii.cli import vault
from triarii.cli.narration import Teller, result_words, score_words
from triarii.cli.playing import Playing, Words
from triarii.cli.speech import hear, insist, show
from triarii.core.contract import Budget, Player, Refusal, Turn
from triarii.core.records import DrawAgreed, DrawOffered, Resigned
from triarii.core.timeline import Timeline, actions_played

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "help": ("help", "?", "hilfe"),
    "words": ("words", "where", "stellung"),
    "board": ("board", "brett"),
    "moves": ("moves", "züge", "zuege"),
    "preview": ("preview", "odds", "vorschau"),
    "undo": ("undo", "zurück", "zurueck"),
    "hint": ("hint", "tipp"),
    "answers": ("answers", "antworten"),
    "save": ("save", "speichern"),
    "rule": ("rule", "regel"),
    "draw": ("draw", "remis"),
    "resign": ("resign", "aufgeben"),
    "quit": ("quit", "ende"),
}
SPELLED = {word: command for command, words in COMMANDS.items() for word in words}
YES = ("y", "yes", "j", "ja")
HINT_BUDGET = Budget(nodes=20_000)
FEW = 12
"""So many actions fit into one line."""


class PlainTable:
    """One game at a terminal; what people type is an action or a command."""

    def __init__(
        self,
        line: Timeline,
        programs: Mapping[Turn, Player],
        adviser: Player,
        secret: bytes,
        lang: str,
        autosave: Path | None = None,
    ) -> None:
        self.playing = Playing(line, programs, secret, autosave)
        self.tell = Teller(self.playing, lang)
        self.line = line
        self.game = line.game
        self.adviser = adviser
        self.lang = lang
        self.done = False

    def run(self) -> None:
        """Play until the game is over, the input ends or someone quits."""
        playing = self.playing
        if playing.autosave is not None:
            insist(playing.save(playing.autosave), self.game)
            self.tell.trouble()
        self.tell.welcome()
        self.tell.beginning()
        while self.line.result is None and not self.done:
            turn = self.line.position.turn
            if turn is Turn.CHANCE:
                self._let_chance_fall()
            elif turn in playing.programs:
                self._let_program_act(turn)
            elif (answer := playing.standing()) is not None:
                self.tell.say("play.by_answer", seat=turn.name.lower())
                self._act(answer)
            else:
                self._ask(turn)
        if self.line.result is not None:
            self._finish()

    # Whose turn it is

    def _let_chance_fall(self) -> None:
        if self.playing.let_chance_fall() is None:
            self._tell_step()
        else:
            self.tell.say("play.no_secret")
            self.done = True

    def _let_program_act(self, seat: Turn) -> None:
        think = self.playing.question()
        if not self._act(think().action):
            self.tell.say("play.misplayed", seat=seat.name.lower())
            self.done = True

    def _ask(self, seat: Turn) -> None:
        self.tell.moment()
        typed = hear(self.tell.words_for("play.prompt", seat=seat.name.lower()))
        if typed is None:
            self._quit("")
            return
        self.playing.revealed = seat  # whoever types may see the own hand; it is shown only on request
        word, *rest = typed.split(maxsplit=1) or [""]
        command = SPELLED.get(word.lower())
        if command is not None:
            handler: Callable[[str], None] = getattr(self, f"_{command}")
            handler("".join(rest).strip())
        elif word:
            self._take(typed.strip())

    def _take(self, text: str) -> None:
        """An action in full, or its first words: then what can follow."""
        action = self._read(text)
        if action is not None:
            self._act(action, text)

    def _read(self, text: str) -> Any | None:
        """The action that somebody typed; None where it is none, or only its first words: it is told why or how on."""
        found = self.playing.read(text)
        if isinstance(found, Refusal):
            self.tell.refuse(found)
        elif isinstance(found, Words):
            self.tell.choices(self.playing.choices(found))
        else:
            return found
        return None

    def _act(self, action: Any, typed: str = "") -> bool:
        done = self._done(self.playing.act(action))
        if done:
            self._tell_step(typed)
        return done

    def _done(self, refusal: Refusal | None) -> bool:
        """Whether something was done; if not, why is told."""
        if refusal is not None:
            self.tell.refuse(refusal)
        return refusal is None

    def _tell_step(self, typed: str = "") -> None:
        self.tell.step(typed)
        self.tell.trouble()

    def _finish(self) -> None:
        if self.line.settled is not None:
            show(result_words(self.game, self.line.settled, self.lang, self.playing.cast))
        for sentence in score_words(self.line, self.lang, self.playing.cast):
            show(sentence)
        vault.forget(self.line.header.commit)
        self.tell.say("play.over", turns=actions_played(self.line.steps))

    # Commands

    def _help(self, topic: str) -> None:
        for command, words in COMMANDS.items():
            show(f"{', '.join(words)}: {self.tell.words_for(f'help.{command}')}")
        self.tell.say("help.action")

    def _words(self, rest: str) -> None:
        self.tell.position()

    def _board(self, rest: str) -> None:
        self.tell.board()

    def _moves(self, start: str) -> None:
        texts = [self.game.action_text(action) for action in self.line.position.actions()]
        whole = [text for text in texts if f"{text} ".startswith(f"{start} ")]
        chosen = whole or [text for text in texts if text.startswith(start)]
        if chosen:
            self.tell.say("play.moves", count=len(chosen))
            for line in listed(chosen):
                show(line)
        else:
            self.tell.say("play.no_moves", start=start)

    def _preview(self, text: str) -> None:
        """What an action would do, before it is done."""
        if not text:
            self.tell.say("play.preview_what")
            return
        action = self._read(text)
        if action is not None:
            self.tell.say("play.preview", text=self.game.action_text(action))
            self.tell.preview(action)

    def _answers(self, text: str) -> None:
        """Shows the standing answers of whoever types, or sets some of them: `answers evade always`."""
        seat = self.line.position.turn
        if self._done(self.playing.answer_all(seat, text.split())):
            self.tell.answers(seat)

    def _undo(self, rest: str) -> None:
        if self._done(self.playing.undo()):
            self.tell.trouble()
            self.tell.undone()

    def _hint(self, rest: str) -> None:
        position, rng = self.line.position, Random(self.playing.rng.getrandbits(64))
        decision = self.adviser.choose(self.game, self.playing.view, HINT_BUDGET, rng)
        self.tell.say("play.hint", text=self.game.action_text(decision.action))
        self.tell.reasons(decision.why)
        if not self.playing.hides:  # else what would really happen may hang on a card that nobody has seen yet
            self.tell.events(self.game.events(position, decision.action, position.play(decision.action)), "  ")

    def _save(self, path: str) -> None:
        if not path:
            self.tell.say("play.save_where")
        elif self._done(self.playing.save(expanded(path))):
            self.tell.trouble()
            self.tell.say("play.saved", file=path)

    def _rule(self, topic: str) -> None:
        found = [
            rule
            for rule in self.game.rulebook.rules
            if topic.lower() in rule.id.lower() or topic.lower() in rule.text[self.lang].lower()
        ]
        if not found:
            self.tell.say("play.no_rule", topic=topic)
        for rule in found:
            show(self.tell.words_of(rule))

    def _draw(self, rest: str) -> None:
        seat = self.line.position.turn
        if self.playing.programs:
            self.tell.say("play.no_draw")
            return
        # An offer of the other side may still stand, declined at this table but not in the record.
        if self.line.offered is not seat.other and not self._settle(DrawOffered(seat)):
            return
        answer = hear(self.tell.words_for("play.accept_draw", seat=seat.other.name.lower()))
        if answer is not None and answer.strip().lower() in YES:
            self._settle(DrawAgreed(seat if self.line.offered is seat.other else seat.other))
        else:
            self.tell.say("play.draw_declined")

    def _resign(self, rest: str) -> None:
        self._settle(Resigned(self.line.position.turn))

    def _settle(self, entry: DrawOffered | DrawAgreed | Resigned) -> bool:
        done = self._done(self.playing.enter(entry))
        self.tell.trouble()
        return done

    def _quit(self, rest: str) -> None:
        self.done = True
        self.tell.say("play.bye")


def listed(texts: Sequence[str]) -> list[str]:
    """Actions in lines: long lists of spoken orders get a line for each unit that they begin with."""
    if len(texts) <= FEW or not any(" " in text for text in texts):
        return [", ".join(texts)]
    return [", ".join(group) for _, group in groupby(texts, key=lambda text: text.split()[0])]


def expanded(path: str) -> Path:
    """The path that somebody typed; a shell would have put the home folder in."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)
