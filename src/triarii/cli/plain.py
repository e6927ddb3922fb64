"""A game line by line: everything in words, for screen readers, scripts and quiet terminals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from triarii.cli import vault
from triarii.cli.recorded import result_words
from triarii.cli.speech import TEXTS, hear, insist, reason_of, sentence_of, show
from triarii.core import files
from triarii.core.chance import Dealer
from triarii.core.contract import SEATS, Budget, Drawn, Eye, Player, Refusal, Span, Turn, Worded
from triarii.core.records import Acted, ChanceFell, DrawAgreed, DrawOffered, Entry, Record, Resigned, TookBack
from triarii.core.texts import Message, Texts
from triarii.core.timeline import Timeline, actions_played

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
HINT_BUDGET = Budget(nodes=20_000)
LARGEST = 100_000_000
"""Bytes of a record; what is larger is none of ours."""


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
        self.ours: set[Path] = set()
        """Files that hold this game, so that it may be saved there again."""
        self.warned = False
        self.rng = Random(secret or line.header.id)
        self.done = False

    def run(self) -> None:
        """Play until the game is over, the input ends or someone quits."""
        if self.autosave is not None:
            insist(self._written(self.autosave), self.game)
        self._say("play.welcome", title=Message("game.title"))
        if "game.reconstructed" in self.game.texts:
            show(self.game.texts.say(Message("game.reconstructed"), self.lang))
        self._describe(self.eye)
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
        header = self.line.header
        if not self.secret:
            self._say("play.no_secret")
            self.done = True
            return
        dealer = Dealer(self.secret, header.id, *header.texts)
        outcome = dealer.deal(self.line.position, self.line.chances)
        self._enter(ChanceFell(self.game.action_text(outcome)))

    def _let_program_act(self, seat: Turn) -> None:
        view = self.line.position.view(Eye(seat))
        decision = self.programs[seat].choose(self.game, view, Budget(), self.rng)
        if not self._enter(Acted(seat, self.game.action_text(decision.action))):
            self._say("play.misplayed", seat=seat.name.lower())
            self.done = True

    def _ask(self, seat: Turn) -> None:
        typed = hear(self._words_for("play.prompt", seat=seat.name.lower()))
        if typed is None:
            self._quit("")
            return
        word, *rest = typed.split(maxsplit=1) or [""]
        command = SPELLED.get(word.lower())
        if command is not None:
            handler: Callable[[str], None] = getattr(self, f"_{command}")
            handler("".join(rest).strip())
        elif word:
            self._act(seat, typed.strip())

    def _act(self, seat: Turn, text: str) -> None:
        """An action in full, or its first words: then what can follow."""
        action = self.game.action(text)
        if isinstance(action, Refusal):
            found = self.line.position.choices(text.split())
            if isinstance(found, Refusal):
                show(self.game.texts.say(action.message, self.lang))
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
            show(self.game.told(step.before, step.action, self.eye) + ":")
            for event in self.line.events(step, self.eye):
                show(self.game.texts.say(event.message, self.lang))
        self._autosave()
        return True

    def _finish(self) -> None:
        self.line.close(self.secret.hex())
        if self.line.settled is not None:
            show(result_words(self.game, self.line.settled, self.lang))
        self._autosave()
        vault.forget(self.line.header.commit)
        self._say("play.over", turns=actions_played(self.line.steps))

    # Commands

    def _help(self, topic: str) -> None:
        for command, words in COMMANDS.items():
            show(f"{', '.join(words)}: {self._words_for(f'help.{command}')}")
        self._say("help.action")

    def _words(self, rest: str) -> None:
        self._describe(self._asked())

    def _describe(self, eye: Eye) -> None:
        view = self.line.position.view(eye)
        if isinstance(self.game, Worded):
            for message in self.game.words(view):
                show(self.game.texts.say(message, self.lang))
        else:
            show(view.text)

    def _board(self, rest: str) -> None:
        view = self.line.position.view(self._asked())
        show(self.game.drawing(view) if isinstance(self.game, Drawn) else view.text)

    def _moves(self, start: str) -> None:
        texts = [self.game.action_text(action) for action in self.line.position.actions()]
        chosen = [text for text in texts if text.startswith(start)]
        if chosen:
            self._say("play.moves", count=len(chosen))
            show(", ".join(chosen))
        else:
            self._say("play.no_moves", start=start)

    def _undo(self, rest: str) -> None:
        """Back to the last turn of the person who asks; with a program, its answer goes too."""
        asking = self.line.position.turn
        target = self.line.last_turn_of(asking) if self.programs else self._one_turn_back()
        if target is None:
            self._refuse(Refusal("record.nothing_to_take_back"))
        elif self._enter(TookBack(target)):
            self._say("play.undone")
            self._describe(self.eye)

    def _one_turn_back(self) -> int | None:
        steps = self.line.steps
        while steps and steps[-1].before.turn is Turn.CHANCE:
            steps = steps[:-1]
        if not steps:
            return None
        return steps[-2].number if len(steps) > 1 else 0

    def _hint(self, rest: str) -> None:
        position = self.line.position
        decision = self.adviser.choose(self.game, position.view(self._asked()), HINT_BUDGET, self.rng)
        self._say("play.hint", text=self.game.action_text(decision.action))
        if self.game.info.has_secrets:
            return  # what would really happen may hang on a card that nobody has seen yet
        for event in self.game.events(position, decision.action, position.play(decision.action)):
            show(self.game.texts.say(event.message, self.lang), "  ")

    def _save(self, path: str) -> None:
        if not path:
            self._say("play.save_where")
            return
        refusal = self._written(expanded(path))
        if refusal is not None:
            self._refuse(refusal)
        else:
            self._say("play.saved", file=path)

    def _autosave(self) -> None:
        refusal = self._written(self.autosave) if self.autosave is not None else None
        if refusal is not None:
            self._refuse(refusal)

    def _written(self, path: Path) -> Refusal | None:
        """Save the game, unless something else would be lost by it."""
        record = self.line.record
        if path not in self.ours and holds_something_else(path, record):
            return Refusal("file.in_the_way", params={"file": str(path)})
        refusal = files.save(record, path)
        if refusal is None:
            self._keep_secret()
            self.ours.add(path)
        return refusal

    def _keep_secret(self) -> None:
        """So that a saved game can go on; where that fails, one warning will do."""
        if not self.secret or not self.game.info.has_chance or self.line.end is not None or self.warned:
            return
        try:
            vault.keep(self.line.header.commit, self.secret)
        except OSError as problem:
            self.warned = True
            where = str(problem.filename)
            self._refuse(Refusal("vault.not_kept", params={"file": where, "reason": reason_of(problem)}))

    def _rule(self, topic: str) -> None:
        found = [
            rule
            for rule in self.game.rulebook.rules
            if topic.lower() in rule.id.lower() or topic.lower() in rule.text[self.lang].lower()
        ]
        if not found:
            self._say("play.no_rule", topic=topic)
        for rule in found:
            show(f"{rule.id}: {rule.text[self.lang]}")

    def _draw(self, rest: str) -> None:
        seat = self.line.position.turn
        if self.programs:
            self._say("play.no_draw")
            return
        # An offer of the other side may still stand, declined at this table but not in the record.
        if self.line.offered is not seat.other and not self._enter(DrawOffered(seat)):
            return
        answer = hear(self._words_for("play.accept_draw", seat=seat.other.name.lower()))
        if answer is not None and answer.strip().lower() in YES:
            self._enter(DrawAgreed(seat if self.line.offered is seat.other else seat.other))
        else:
            self._say("play.draw_declined")

    def _resign(self, rest: str) -> None:
        self._enter(Resigned(self.line.position.turn))

    def _quit(self, rest: str) -> None:
        self.done = True
        self._say("play.bye")

    # Seeing and speaking

    @property
    def eye(self) -> Eye:
        """Who looks at this screen: the one person at it, or, with two, only what both may see."""
        people = [seat for seat in SEATS if seat not in self.programs]
        return Eye(people[0]) if len(people) == 1 else Eye.OBSERVER

    def _asked(self) -> Eye:
        """Who wants to know something: only people are asked, and each in turn."""
        return Eye(self.line.position.turn)

    def _say(self, key: str, **params: object) -> None:
        show(self._words_for(key, **params))

    def _words_for(self, key: str, **params: object) -> str:
        """Our words, with the game's where ours lack one: who the first player is, the game knows."""
        return Texts(TEXTS.entries, self.game.texts).say(Message(key, params), self.lang)

    def _refuse(self, refusal: Refusal) -> None:
        show(sentence_of(refusal, self.game.texts, self.lang))
        rule = self.game.rulebook.find(refusal.rule)
        if rule is not None:
            show(f"({rule.id}: {rule.text[self.lang]})")


def expanded(path: str) -> Path:
    """The path that somebody typed; a shell would have put the home folder in."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def holds_something_else(path: Path, record: Record) -> bool:
    """Whether a file would be lost that is no earlier state of this game; devices are kept as well."""
    try:
        if not path.is_file():
            return path.exists() and not path.is_dir()
        size = path.stat().st_size
    except (OSError, ValueError):
        return False  # it can't be written either, and saving says why
    if not 0 < size <= LARGEST:
        return size > 0
    there = files.load(path).record
    return there is None or there.header.id != record.header.id
