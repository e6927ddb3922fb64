"""A game under way, without any display: who sits where, whose turn it is, what is shown, undone, saved."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from triarii.cli import vault
from triarii.cli.plain import HUMAN, holds_something_else
from triarii.cli.speech import insist, reason_of
from triarii.core import files, registry, timeline
from triarii.core.chance import Dealer, commitment, new_secret
from triarii.core.contract import SEATS, AnyGame, AnyPosition, Choice, Eye, Player, Previewed, Refusal, Span, Turn, View
from triarii.core.records import Acted, ChanceFell, End, Entry, Header, Record, TookBack
from triarii.core.timeline import Cursor, Step, Timeline

NOTHING_SHOWN = Refusal("look.not_now")


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
        self.rng = Random(secret or line.header.id)
        self.ours: set[Path] = set()
        """Files that hold this game, so that it may be saved there again."""
        self.kept = len(line.entries)
        """How many entries are safe in a file."""
        self.trouble: Refusal | None = None
        """Why the game could not be saved after the last turn."""
        self.looking: int | None = None
        """How many steps are shown while somebody looks back; None: the game as it stands."""
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
    def asked(self) -> Turn | None:
        """The person who is to act; None if a program or chance is, or the game is over."""
        turn = self.position.turn
        return turn if self.line.result is None and turn in self.people else None

    @property
    def curtain(self) -> bool:
        """Whether a person is to act whose hand the other person at the screen must not see yet."""
        hidden = self.game.info.has_secrets and len(self.people) > 1
        return hidden and self.asked is not None and self.revealed is not self.asked

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
        """How often the position that stands was there, now included."""
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

    def read(self, text: str) -> Any | Refusal | tuple[str, ...]:
        """What was typed: an action, or the first words of one, or why it is neither."""
        action = self.game.action(text)
        if not isinstance(action, Refusal):
            return self.position.check(action) or action
        words = tuple(text.split())
        found = self.choices(words)
        if isinstance(found, Refusal):
            return action
        return words if is_open(found) else found

    def act(self, action: Any) -> Refusal | None:
        turn = self.position.turn
        return self.enter(Acted(turn, self.game.action_text(action)))

    def enter(self, entry: Entry) -> Refusal | None:
        """Put an entry into the record; the hand that was open is closed again."""
        refusal = self.line.append(entry)
        if refusal is not None:
            return refusal
        self.revealed = None
        if self.autosave is not None:
            self.trouble = self.save(self.autosave)
        return None

    def replace_programs(self) -> None:
        """A program that is still thinking of a turn that nobody wants any more can't be asked another question."""
        fresh = _programs(self.game, self.seats)
        if not isinstance(fresh, Refusal):
            self.programs = fresh

    def let_chance_fall(self) -> Refusal | None:
        header = self.line.header
        if not self.secret:
            return Refusal("chance.no_secret")
        outcome = Dealer(self.secret, header.id, *header.texts).deal(self.position, self.line.chances)
        return self.enter(ChanceFell(self.game.action_text(outcome)))

    def undo(self) -> Refusal | None:
        """Back to the person's last turn; with a program, its answer goes too. Giving up is a turn of its own."""
        people = self.people
        if self.line.settled is not None:
            target: int | None = self.line.steps[-1].number if self.line.steps else 0
        elif len(people) == 1:
            target = self.line.last_turn_of(people[0])
        else:
            target = self._one_turn_back()
        if target is None or not people:
            return Refusal("record.nothing_to_take_back")
        self.looking = None
        return self.enter(TookBack(target))

    def _one_turn_back(self) -> int | None:
        steps = self.line.steps
        while steps and steps[-1].before.turn is Turn.CHANCE:
            steps = steps[:-1]
        if not steps:
            return None
        return steps[-2].number if len(steps) > 1 else 0

    # Looking back

    def look(self, by: int) -> None:
        """So many steps on or back; at the end of the game one looks at the game as it stands."""
        at = self.shown.moved(by).at
        self.looking = None if at == len(self.line.steps) else at

    def last_steps(self, count: int) -> list[Step]:
        """The steps that led to what is shown, the newest last."""
        at = self.shown.at
        return self.line.steps[max(0, at - count) : at]

    # Keeping

    @property
    def unsaved(self) -> bool:
        return len(self.line.entries) != self.kept

    @property
    def record(self) -> Record:
        """The record to be saved: with its end when the game is over. The game itself stays open for a take-back."""
        record, result = self.line.record, self.line.result
        if record.end is not None or result is None:
            return record
        return Record(record.header, record.entries, End(result.winner, result.rule, self.secret.hex()))

    def save(self, path: Path) -> Refusal | None:
        """Save the game, unless something else would be lost by it."""
        record = self.record
        if path not in self.ours and holds_something_else(path, record):
            return Refusal("file.in_the_way", params={"file": str(path)})
        refusal = files.save(record, path)
        if refusal is not None:
            return refusal
        self.ours.add(path)
        self.kept = len(record.entries)
        return self._keep_secret(record)

    def _keep_secret(self, record: Record) -> Refusal | None:
        """So that a saved game can go on; a game that is over has its secret in the record."""
        if not self.secret or not self.game.info.has_chance:
            return None
        if record.end is not None:
            vault.forget(record.header.commit)
            return None
        try:
            vault.keep(record.header.commit, self.secret)
        except OSError as problem:
            return Refusal("vault.not_kept", params={"file": str(vault.folder()), "reason": reason_of(problem)})
        return None

    def suggested_name(self) -> str:
        header = self.line.header
        return f"{header.game}-{header.date}-{header.id[:4]}.jsonl"


def is_open(found: object) -> bool:
    """Whether words are still missing: what `choices` gave is no action yet."""
    return isinstance(found, Span | list | tuple)


def begin(game: AnyGame, options: Mapping[str, object], seats: tuple[str, str]) -> Playing | Refusal:
    """A new game at its start."""
    programs = _programs(game, seats)
    if isinstance(programs, Refusal):
        return programs
    secret = new_secret()
    header = Header(
        game=game.info.id,
        rules_version=game.info.rules_version,
        options=options,
        seats=seats,
        id=secrets.token_hex(8),
        commit=commitment(secret),
        date=datetime.now().astimezone().date().isoformat(),
    )
    line = timeline.begin(game, header)
    return line if isinstance(line, Refusal) else Playing(line, programs, secret)


def reopen(path: Path) -> Playing:
    """A saved game that goes on; BadInput if there is none. Who is not known here as a player is a person."""
    from triarii.cli.table import loaded_game

    line, secret = loaded_game(path, None)
    first, second = (
        HUMAN if isinstance(registry.player(word, line.game.info.id), Refusal) else word for word in line.header.seats
    )
    programs = insist(_programs(line.game, (first, second)))
    found = Playing(line, programs, secret, seats=(first, second))
    found.ours.add(path)
    return found


def _programs(game: AnyGame, seats: tuple[str, str]) -> dict[Turn, Player] | Refusal:
    programs: dict[Turn, Player] = {}
    for seat, word in zip(SEATS, seats, strict=True):
        if word == HUMAN:
            continue
        player = registry.player(word, game.info.id)
        if isinstance(player, Refusal):
            return player
        programs[seat] = player
    return programs
