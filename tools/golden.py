"""`make golden`: writes each recorded game of tests/golden/ out as a playthrough that a person can read and check.

A golden game is a record (.jsonl) and its playthrough (.txt) side by side. The record stays; the playthrough is what
the rules of today make of it, and a test compares. After an intended change, run this and read the difference.
Golden tables stand in tests/golden/tables/ and are made from the games' data.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Iterator
from pathlib import Path

from triarii.cli.adlg.look import matrix_text
from triarii.core import files, registry, timeline
from triarii.core.contract import AnyGame, AnyPosition, Briefed, Drawn, Eye, Refusal, Turn
from triarii.core.records import Acted, ChanceFell, Record, TookBack
from triarii.core.timeline import Timeline

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
WIDTH = 110
MANY, SOME = 24, 6
"""Actions that are written out in full, and how many of a longer list are."""


def playthrough(record: Record) -> str:
    """The whole game in words: before every turn the board and all that could be done, after it what happened."""
    header = record.header
    game = registry.game(header.game, header.rules_version)
    assert not isinstance(game, Refusal), game
    line = timeline.begin(game, header)
    assert not isinstance(line, Refusal), line
    lines = [f"{header.game}, rules version {header.rules_version}: {header.seats[0]} against {header.seats[1]}"]
    lines += [f"  {name} = {value}" for name, value in header.options.items()]
    chapter = _chapter(game, line.position)
    lines += ["", *_position(game, line.position, drawn=True)]
    for number, entry in enumerate(record.entries, start=1):
        refusal = line.append(entry)
        assert refusal is None, refusal
        lines += ["", f"[{number}] {_entry(entry)}"]
        if isinstance(entry, Acted | ChanceFell):
            lines += list(_events(game, line))
        if not isinstance(entry, TookBack) or line.steps:
            now = _chapter(game, line.position)
            lines += [
                "",
                *_position(game, line.position, drawn=not isinstance(game, Briefed) or now not in ("", chapter)),
            ]
            chapter = now or chapter
    result = line.result
    winner = "nobody" if result is None or result.winner is None else result.winner.name.lower()
    lines += ["", f"Won by {winner}: {result.rule}" if result else "Not finished."]
    return "\n".join(lines) + "\n"


def _entry(entry: object) -> str:
    match entry:
        case Acted(seat=seat, text=text):
            return f"{seat.name.lower()} plays {text}"
        case ChanceFell(text=text):
            return f"chance gives {text}"
        case TookBack(to=number):
            return f"taken back to entry {number}"
    return type(entry).__name__


def _events(game: AnyGame, line: Timeline) -> Iterator[str]:
    for event in line.events(line.steps[-1]):
        fields = ", ".join(f"{name}={value}" for name, value in event.fields.items())
        yield f"    {game.texts.say(event.message, 'en')}"
        yield f"    {game.texts.say(event.message, 'de')}"
        yield f"        {event.kind}: {fields}"


def _chapter(game: AnyGame, position: AnyPosition) -> str:
    """Where a game has chapters, the board is drawn once in each."""
    return game.chapter(position.view(Eye.OBSERVER)) if isinstance(game, Briefed) else position.text()


def _position(game: AnyGame, position: AnyPosition, drawn: bool) -> Iterator[str]:
    if game.info.dice_stand and position.turn is Turn.CHANCE:  # the table is as it was; the dice come next
        yield f"chance: {len(position.chances())} outcomes"
        return
    view = position.view(Eye.OBSERVER)
    if isinstance(game, Drawn) and drawn:
        yield from game.drawing(view).splitlines()
    yield from textwrap.wrap(position.text(), WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    match position.turn:
        case Turn.OVER:
            return
        case Turn.CHANCE:
            yield "chance: " + ", ".join(f"{game.action_text(a)} {p}" for a, p in position.chances())
        case _:
            actions = [game.action_text(action) for action in position.actions()]
            yield from textwrap.wrap(
                f"{position.turn.name.lower()} to move, {_listed(game, actions)}",
                WIDTH,
                subsequent_indent="    ",
                break_on_hyphens=False,
            )


def _listed(game: AnyGame, actions: list[str]) -> str:
    """All actions; of the long lists of a battle a part, and a sum of all."""
    if not game.info.dice_stand or len(actions) <= MANY:
        return f"{len(actions)} actions: {' '.join(actions)}"
    chosen = [*dict.fromkeys([*actions[:SOME], *(action for action in actions if " charge " in action)])][:MANY]
    digest = hashlib.sha256("\n".join(actions).encode()).hexdigest()[:8]
    return f"{len(actions)} actions ({digest}), among them: {', '.join(chosen)}"


def golden_games() -> list[Path]:
    """The records of all golden games."""
    return sorted(GOLDEN.glob("*.jsonl"))


def read(path: Path) -> Record:
    loaded = files.load(path)
    assert loaded.record is not None, loaded.damage
    assert loaded.damage is None, loaded.damage
    return loaded.record


def tables() -> dict[Path, str]:
    """The golden tables, and what the data of today make of each."""
    return {GOLDEN / "tables" / "adlg_matrix.txt": matrix_text("en") + "\n"}


def main() -> None:
    texts = {path.with_suffix(".txt"): playthrough(read(path)) for path in golden_games()}
    for target, text in {**texts, **tables()}.items():
        changed = not target.exists() or target.read_text(encoding="utf-8") != text
        target.write_text(text, encoding="utf-8")
        print(f"{target.name}: {'rewritten' if changed else 'unchanged'}")


if __name__ == "__main__":
    main()
