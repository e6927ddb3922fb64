"""A game line by line: everything in words, for screen readers, scripts and quiet terminals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from triarii.cli import vault
from triarii.cli.recorded import result_words
from triarii.cli.speech import TEXTS, BadInput
from triarii.core import files
from triarii.core.chance import Dealer
from triarii.core.contract import (
    Budget,
    Drawn,
    Eye,
    Player,
    Refusal,
    Span,
    Turn,
    View,
    Worded,
)
from triarii.core.records import Acted, ChanceFell, DrawAgreed, DrawOffered, Entry, Resigned, TookBack
from triarii.core.texts import Message, Texts
from triarii.core.timeline import Timeline

HUMAN = "human"
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "help": ("help", "?", "hilfe"),
    "words": ("words", "where", "stellung"),
    "board": ("board", "brett"),
    "moves": ("moves", "züge", "zuege"),
    "undo": ("undo", "zurück", "zurueck"),
    "hint": ("hint", "tipp"),
    "save": ("save", "speichern"),
    "rule": ("rule", "regel"),
    "draw": ("draw", "remis"),
    "resign": ("resign", "aufgeben"),
    "quit": ("quit", "ende"),
}
SPELLED = {word: command for command, words in COMMANDS.items() for word in words}
YES = ("y", "yes", "j", "ja")
HINT_BUDGET = Budget(nodes=2_000)


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
        self.line = line
        self.game = line.game
        self.programs = programs
        self.adviser = adviser
        self.secret = secret
        self.lang = lang
        self.autosave = autosave
        self.rng = Random(secret or line.record.header.id)
        self.done = False

    def run(self) -> None:
        """Play until the game is over, the input ends or someone quits."""
        self._say("play.welcome", title=Message("game.title"))
        if "game.reconstructed" in self.game.texts:
            self._tell(self.game.texts.say(Message("game.reconstructed"), self.lang))
        self._words("")
        while self.line.result is None and not self.done:
            turn = self.line.position.turn
            if turn is Turn.CHANCE:
                self._let_chance_fall()
            elif turn in self.programs:
                self._let_program_act(turn)
            else:
                self._ask(turn)
        if self.line.result is not None:
            self._finish()

    # Whose turn it is

    def _let_chance_fall(self) -> None:
        header = self.line.record.header
        if not self.secret:
            self._say("play.no_secret")
            self.done = True
            return
        dealer = Dealer(self.secret, header.id, *header.texts)
        outcome = dealer.deal(self.line.position, self.line.chances)
        self._enter(ChanceFell(self.game.action_text(outcome)))

    def _let_program_act(self, seat: Turn) -> None:
        decision = self.programs[seat].choose(self.game, self._view(seat), Budget(), self.rng)
        self._enter(Acted(seat, self.game.action_text(decision.action)))

    def _ask(self, seat: Turn) -> None:
        typed = self._input(self._words_for("play.prompt", seat=seat.name.lower()))
        if typed is None:
            self._quit("")
            return
        word, _, rest = typed.strip().partition(" ")
        command = SPELLED.get(word.lower())
        if command is not None:
            handler: Callable[[str], None] = getattr(self, f"_{command}")
            handler(rest.strip())
        elif typed.strip():
            self._act(seat, typed.strip())

    def _act(self, seat: Turn, text: str) -> None:
        """An action in full, or its first words: then what can follow."""
        action = self.game.action(text)
        if isinstance(action, Refusal):
            found = self.line.position.choices(text.split())
            if isinstance(found, Refusal):
                self._tell(self.game.texts.say(action.message, self.lang))
            elif isinstance(found, Span):
                self._say("play.number", low=found.low, high=found.high, step=found.step)
            elif isinstance(found, list | tuple):
                labels = [f"{choice.text} ({self.game.texts.say(choice.label, self.lang)})" for choice in found]
                self._say("play.next_words", choices=labels)
            else:
                self._enter(Acted(seat, self.game.action_text(found)))
            return
        self._enter(Acted(seat, text))

    def _enter(self, entry: Entry) -> bool:
        """Put an entry into the record and tell what happened."""
        refusal = self.line.append(entry)
        if refusal is not None:
            self._refuse(refusal)
            return False
        if isinstance(entry, Acted | ChanceFell):
            step = self.line.steps[-1]
            eye = self._eye()
            self._tell(self.game.told(step.before, step.action, eye) + ":")
            for event in self.line.events(step, eye):
                self._tell(self.game.texts.say(event.message, self.lang))
        if self.autosave is not None:
            self._save(str(self.autosave), quiet=True)
        return True

    def _finish(self) -> None:
        self.line.close(self.secret.hex())
        if self.line.settled is not None:
            self._tell(result_words(self.game, self.line.settled, self.lang))
        if self.autosave is not None:
            self._save(str(self.autosave), quiet=True)
        vault.forget(self.line.record.header.commit)
        self._say("play.over", turns=len(self.line.steps))

    # Commands

    def _help(self, topic: str) -> None:
        for command, words in COMMANDS.items():
            self._tell(f"{', '.join(words)}: {self._words_for(f'help.{command}')}")
        self._say("help.action")

    def _words(self, rest: str) -> None:
        view = self._view(self.line.position.turn)
        if isinstance(self.game, Worded):
            for message in self.game.words(view):
                self._tell(self.game.texts.say(message, self.lang))
        else:
            self._tell(view.text)

    def _board(self, rest: str) -> None:
        view = self._view(self.line.position.turn)
        self._tell(self.game.drawing(view) if isinstance(self.game, Drawn) else view.text)

    def _moves(self, start: str) -> None:
        texts = [self.game.action_text(action) for action in self.line.position.actions()]
        chosen = [text for text in texts if text.startswith(start)]
        self._say("play.moves", count=len(chosen))
        if chosen:
            self._tell(" ".join(chosen))

    def _undo(self, rest: str) -> None:
        """Back to the last turn of the person who asks; with a program, its answer goes too."""
        people = [seat for seat in (Turn.FIRST, Turn.SECOND) if seat not in self.programs]
        asking = self.line.position.turn if len(people) == 1 else None
        target = self.line.last_turn_of(asking) if asking in people else self._one_turn_back()
        if target is None:
            self._refuse(Refusal("record.nothing_to_take_back"))
        elif self._enter(TookBack(target)):
            self._say("play.undone")
            self._words("")

    def _one_turn_back(self) -> int | None:
        steps = self.line.steps
        while steps and steps[-1].before.turn is Turn.CHANCE:
            steps = steps[:-1]
        if not steps:
            return None
        return steps[-2].number if len(steps) > 1 else 0

    def _hint(self, rest: str) -> None:
        seat = self.line.position.turn
        decision = self.adviser.choose(self.game, self._view(seat), HINT_BUDGET, self.rng)
        self._say("play.hint", text=self.game.action_text(decision.action))
        position = self.line.position
        for event in self.game.events(position, decision.action, position.play(decision.action)):
            self._tell("  " + self.game.texts.say(event.seen_by(self._eye()).message, self.lang))

    def _save(self, path: str, quiet: bool = False) -> None:
        if not path:
            self._say("play.save_where")
            return
        commit = self.line.record.header.commit
        if self.secret and self.line.record.end is None:
            vault.keep(commit, self.secret)
        refusal = files.save(self.line.record, Path(path))
        if refusal is not None:
            self._refuse(refusal)
        elif not quiet:
            self._say("play.saved", file=path)

    def _rule(self, topic: str) -> None:
        found = [
            rule
            for rule in self.game.rulebook.rules
            if topic.lower() in rule.id.lower() or topic.lower() in rule.text[self.lang].lower()
        ]
        if not found:
            self._say("play.no_rule", topic=topic)
        for rule in found:
            self._tell(f"{rule.id}: {rule.text[self.lang]}")

    def _draw(self, rest: str) -> None:
        seat = self.line.position.turn
        if self.programs:
            self._say("play.no_draw")
            return
        if not self._enter(DrawOffered(seat)):
            return
        answer = self._input(self._words_for("play.accept_draw", seat=seat.other.name.lower()))
        if answer is not None and answer.strip().lower() in YES:
            self._enter(DrawAgreed(seat.other))
        else:
            self._say("play.draw_declined")

    def _resign(self, rest: str) -> None:
        self._enter(Resigned(self.line.position.turn))

    def _quit(self, rest: str) -> None:
        self.done = True
        self._say("play.bye")

    # Speaking and hearing

    def _input(self, prompt: str) -> str | None:
        print(prompt, end=" ", flush=True)
        try:
            typed = sys.stdin.readline()
        except UnicodeDecodeError:
            typed = "?"
        if not sys.stdin.isatty():
            print(typed.rstrip("\n"))
        return typed or None

    def _eye(self) -> Eye:
        """Who looks at this screen: the one person at it, or, with two, only what both may see."""
        people = [seat for seat in (Turn.FIRST, Turn.SECOND) if seat not in self.programs]
        return Eye(people[0]) if len(people) == 1 else Eye.OBSERVER

    def _view(self, turn: Turn) -> View:
        return self.line.position.view(Eye(turn) if turn in (Turn.FIRST, Turn.SECOND) else Eye.OBSERVER)

    def _say(self, key: str, **params: object) -> None:
        self._tell(self._words_for(key, **params))

    def _words_for(self, key: str, **params: object) -> str:
        """Our words, with the game's where ours lack one: who the first player is, the game knows."""
        return Texts(TEXTS.entries, self.game.texts).say(Message(key, params), self.lang)

    def _refuse(self, refusal: Refusal) -> None:
        self._tell(BadInput(refusal, self.game.texts).sentence(self.lang))
        rule = self.game.rulebook.find(refusal.rule)
        if rule is not None:
            self._tell(f"({rule.id}: {rule.text[self.lang]})")

    def _tell(self, text: str) -> None:
        print(text, flush=True)
