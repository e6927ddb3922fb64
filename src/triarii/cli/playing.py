"""A game under way, without any display: who sits where, whose turn it is, what is shown, taken back, saved.

Plain play and the window play through it, so that chance, hidden hands, take-backs and files are the same in both.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

from triarii.cli import keeping
from triarii.cli.series import Series
from triarii.core import registry, standing
from triarii.core.cast import Cast
from triarii.core.chance import Dealer
from triarii.core.contract import (
    SEATS,
    AnyPosition,
    Budget,
    Choice,
    Decision,
    Eye,
    Player,
    Previewed,
    Refusal,
    Span,
    Turn,
    View,
)
from triarii.core.introductions import introduced_with_ids
from triarii.core.records import Acted, ChanceFell, End, Entry, Record, TookBack
from triarii.core.timeline import Cursor, Step, Timeline

NOTHING_SHOWN = Refusal("look.not_now")


class Words(tuple[str, ...]):
    """The first words of an action; an action itself may be a tuple of another kind."""


class Playing:
    """One game at this terminal. It refuses with a value and never half does a thing."""

    def __init__(
        self,
        line: Timeline,
        programs: Mapping[Turn, Player],
        secret: bytes,
        autosave: Path | None = None,
        seats: tuple[str, str] | None = None,
    ) -> None:
        self.line = line
        self.game = line.game
        self.programs = programs
        self.secret = secret
        self.autosave = autosave
        self.seats = seats or line.header.seats
        """The words that name the players, such as `human` or a level."""
        self.rng = Random(secrets.randbits(128))
        """Only for programs: seeded with the secret of chance, it could tell them what will be dealt."""
        self.ours: set[Path] = set()
        """Files that hold this game, so that it may be saved there again."""
        self.kept = len(line.entries)
        """How many entries are safe in a file."""
        self.trouble: Refusal | None = None
        """Why the game was not kept when it was last to be: the file after a turn, or the secret of chance."""
        self.looking: int | None = None
        """How many steps are shown while somebody looks back; None: the game as it stands."""
        self.answers: dict[Turn, dict[str, str]] = {seat: {} for seat in SEATS}
        """What people have answered for the whole game, by their seats; a record does not hold it."""
        self.series = Series(self.seats)
        """The games before this one, if they are a series."""
        self.revealed: Turn | None = None
        """With two people at one screen and hidden hands: whose hand is open now."""

    # Who and what

    @property
    def position(self) -> AnyPosition:
        return self.line.position

    @property
    def people(self) -> list[Turn]:
        return [seat for seat in SEATS if seat not in self.programs]

    @property
    def cast(self) -> Cast:
        """Who is who to whoever sits here: one person is spoken to, two are told apart by their colours."""
        you = self.people[0].name.lower() if len(self.people) == 1 else ""
        known = Cast(you, computers=frozenset(seat.name.lower() for seat in self.programs))
        return introduced_with_ids(known, self.game, self.position)

    @property
    def asked(self) -> Turn | None:
        """The person who is to act; None if a program or chance is, or the game is over."""
        turn = self.position.turn
        return turn if self.line.result is None and turn in self.people else None

    @property
    def hides(self) -> bool:
        """Whether this game, with its options, keeps anything from an eye."""
        return self.game.info.hides(self.line.header.options)

    @property
    def curtain(self) -> bool:
        """Whether a person is to act who sees what the other person at the screen must not see yet."""
        asked = self.asked
        if asked is None or self.revealed is asked or len(self.people) < 2 or not self.hides:
            return False
        own, open_to_all = self.position.view(Eye(asked)), self.position.view(Eye.OBSERVER)
        return (own.text, own.facts) != (open_to_all.text, open_to_all.facts)

    @property
    def eye(self) -> Eye:
        """Who looks at this screen: the one person at it, or, with two, what both may see and whose hand is open."""
        if len(self.people) == 1:
            return Eye(self.people[0])
        if self.revealed is not None and self.revealed is self.asked:
            return Eye(self.revealed)
        return Eye.OBSERVER

    @property
    def shown(self) -> Cursor:
        """The place in the game that is on the screen."""
        steps = len(self.line.steps)
        return Cursor(self.line, steps if self.looking is None else min(self.looking, steps))

    @property
    def view(self) -> View:
        return self.shown.position.view(self.eye)

    def repeated(self) -> int:
        """How often the position that stands was there, now included; of hidden hands it must not tell."""
        if self.hides:
            return 1
        key = self.position.key
        return sum(step.after.key == key for step in self.line.steps) + (self.line.start.key == key)

    # Acting

    def choices(self, prefix: Sequence[str]) -> Sequence[Choice] | Span | Refusal | Any:
        """The next words of the person who is to act; an action when the words spell one."""
        if self.asked is None or self.curtain or self.looking is not None:
            return NOTHING_SHOWN
        return self.position.choices(prefix)

    def preview(self, action: Any) -> Mapping[str, object]:
        """What an action will do, as far as the game tells."""
        if "preview" in self.game.info.capabilities and isinstance(self.game, Previewed):
            return self.game.preview(self.position, action, self.eye)
        return {}

    def read(self, text: str) -> Any | Refusal | Words:
        """What was typed: an action, or the first words of one, or why it is neither."""
        action, words = self.game.action(text), self._words(text)
        found = self.choices(words)
        if not isinstance(action, Refusal):
            refusal = self.position.check(action)
            if refusal is None or isinstance(found, Refusal):
                return action if refusal is None else refusal
            # What is spelled like an action may still be the beginning of a longer one, or stand for another in short.
            return words if is_open(found) else found
        if isinstance(found, Refusal):
            # What spells no action breaks no rule; but where only its last word is wrong, that word has a reason.
            begun = len(words) > 1 and is_open(self.choices(words[:-1]))
            return found if begun else replace(action, rule="")
        return words if is_open(found) else found

    def _words(self, text: str) -> Words:
        """The words of a text, each as the game spells it where it knows it by another name."""
        words = text.split()
        for at, word in enumerate(words):
            offered = self.choices(words[:at])
            if isinstance(offered, Refusal | Span) or not is_open(offered):
                break
            known, meant = {choice.text for choice in offered}, self.game.action(word)
            if word not in known and not isinstance(meant, Refusal) and self.game.action_text(meant) in known:
                words[at] = self.game.action_text(meant)
        return Words(words)

    def act(self, action: Any) -> Refusal | None:
        turn = self.position.turn
        return self.enter(Acted(turn, self.game.action_text(action)))

    def enter(self, entry: Entry) -> Refusal | None:
        """Put an entry into the record; the hand that was open is closed again."""
        refusal = self.line.append(entry)
        if refusal is not None:
            return refusal
        self.revealed = None
        refusal = self.save(self.autosave) if self.autosave is not None else None
        if refusal is not None:
            self.trouble = refusal
        return None

    def standing(self) -> Any | None:
        """The action that a standing answer gives for the person who is to act."""
        asked = self.asked
        return None if asked is None else standing.answer(self.game, self.position, self.answers[asked])

    def answer_all(self, seat: Turn, words: Sequence[str]) -> Refusal | None:
        """Answer kinds of questions for the whole game: `evade always`, or `evade=always`; all of it or nothing."""
        kinds, given = standing.kinds_of(self.game), " ".join(words).replace("=", " ").split()
        if not kinds:
            return Refusal("standing.none")
        found = standing.settle(kinds, dict(zip_longest(given[::2], given[1::2], fillvalue="")))
        if isinstance(found, Refusal):
            return found
        self.answers[seat] = {**self.answers[seat], **found}
        return None

    def question(self) -> Callable[[], Decision[Any]]:
        """What the program that is to act is asked, in a thread or at once: it gets a view, and dice of its own."""
        seat = self.position.turn
        player, view, rng = self.programs[seat], self.position.view(Eye(seat)), Random(self.rng.getrandbits(64))
        return lambda: player.choose(self.game, view, Budget(), rng)

    def replace_programs(self) -> None:
        """A program that is still thinking of a turn that nobody wants any more can't be asked another question."""
        fresh: dict[Turn, Player] = {}
        for seat in self.programs:
            player = registry.player(self.seats[seat], self.game.info.id)
            if isinstance(player, Refusal):
                return
            fresh[seat] = player
        self.programs = fresh

    def let_chance_fall(self) -> Refusal | None:
        header = self.line.header
        if not self.secret:
            return Refusal("chance.no_secret")
        outcome = Dealer(self.secret, header.id, *header.texts).deal(self.position, self.line.chances)
        return self.enter(ChanceFell(self.game.action_text(outcome)))

    def undo(self) -> Refusal | None:
        """Back to the last decision of a person here, with all that programs and chance did since.

        What chance did before it stays. Giving up and agreeing are decisions of their own. In some games dice stand.
        """
        steps, people = self.line.steps, self.people
        if self.line.settled is not None and people:
            return self._take_back(steps[-1].number if steps else 0)
        decided = max((self._last_decision(seat) for seat in people), default=-1)
        if decided < 0:
            return Refusal("record.nothing_to_take_back")
        if self.game.info.dice_stand and any(step.before.turn is Turn.CHANCE for step in steps[decided:]):
            return Refusal("record.dice_fell")
        return self._take_back(steps[decided - 1].number if decided else 0)

    def _take_back(self, number: int) -> Refusal | None:
        self.looking = None
        return self.enter(TookBack(number))

    def _last_decision(self, seat: Turn) -> int:
        """The place of the last step that a person took without a standing answer; -1: none."""
        for at in range(len(self.line.steps) - 1, -1, -1):
            step = self.line.steps[at]
            if step.before.turn is seat and not self._answered(step, seat):
                return at
        return -1

    def _answered(self, step: Step, seat: Turn) -> bool:
        given = standing.answer(self.game, step.before, self.answers[seat])
        return given is not None and given == step.action

    # Looking back

    def look(self, by: int) -> None:
        """So many steps on or back; at the end of the game one looks at the game as it stands."""
        at = self.shown.moved(by).at
        self.looking = None if at == len(self.line.steps) else at

    def last_steps(self, turns: int) -> list[Step]:
        """The last turns before what is shown, with what chance did between and after them; the newest last."""
        at = self.shown.at
        steps = self.line.steps[:at]
        acted = [index for index, step in enumerate(steps) if step.before.turn in SEATS]
        return steps[acted[-turns] :] if len(acted) >= turns else steps

    # Keeping

    @property
    def unsaved(self) -> bool:
        """Whether anything is lost without a file; what chance did since would fall again just so."""
        return any(not isinstance(entry, ChanceFell) for entry in self.line.entries[self.kept :])

    @property
    def record(self) -> Record:
        """The record to be saved: with its end when the game is over. The game itself stays open for a take-back."""
        record, result = self.line.record, self.line.result
        if record.end is not None or result is None:
            return record
        return Record(record.header, record.entries, End(result.winner, result.rule, self.secret.hex()))

    def save(self, path: Path) -> Refusal | None:
        """Save the game, unless something else would be lost by it. If its secret can't be kept, that is `trouble`."""
        record = self.record
        refusal = keeping.save(record, path, self.ours)
        if refusal is not None:
            return refusal
        self.ours.add(path)
        self.kept = len(record.entries)
        at_stake = bool(self.secret) and self.game.info.has_chance
        self.trouble = keeping.keep_secret(record, self.secret) if at_stake else None
        return None

    def suggested_name(self) -> str:
        header = self.line.header
        return f"{header.game}-{header.date}-{header.id[:4]}.jsonl"


def is_open(found: object) -> bool:
    """Whether words are still missing: what `choices` gave is no action yet."""
    listed = isinstance(found, list | tuple) and all(isinstance(each, Choice) for each in found)
    return listed or isinstance(found, Span)
