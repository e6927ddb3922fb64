"""What a stranger may ask outside of rooms: about contents, armies, combats, positions.

Answered in a worker process, which has limits: whatever is sent is read, checked and computed there, and comes back as
an answer or as a refusal in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from triarii.core import options, registry
from triarii.core.contract import AnyGame, Refusal
from triarii.core.records import Header
from triarii.server import set_up, study
from triarii.server.course import Course
from triarii.server.study import Told, Unfit

Job = Mapping[str, Any]
Question = Callable[[Job], Told | Unfit]


def answered(name: str, job: Job) -> Told:
    """`{"told": …}`, or `{"refused": …}`."""
    found = ANSWERS[name](job)
    return {"refused": found.told(job["lang"])} if isinstance(found, Unfit) else {"told": found}


def content(job: Job) -> Told | Unfit:
    """The content that a text spells, read like a file of the command line; its game checks it when it is played."""
    game = _game(job["game"])
    wanted = game.info.option(job["option"])
    assert wanted is not None, "the route has looked"
    found = options.from_text(wanted, job["text"], f"{wanted.name}.toml")
    refusal = found if isinstance(found, Refusal) else options.check(wanted, found)
    return {"content": found} if refusal is None else Unfit(refusal, game)


def begin(job: Job) -> Told | Unfit:
    """Whether a game can begin with these options from this position."""
    game = _game(job["game"])
    begun = Course.begin(game, Header(game.info.id, game.info.rules_version, job["options"], start=job["start"]))
    if isinstance(begun, Refusal):
        return Unfit(begun, game)
    unfair = set_up.refuse_hidden(begun.line) if job["people"] and job["start"] else None
    return {} if unfair is None else Unfit(unfair, game)


def army(job: Job) -> Told | Unfit:
    """An army added up, with everything that is wrong with it; what is no army at all is refused."""
    from triarii.games.adlg import roster, roster_text
    from triarii.server.armies import army_told

    found = roster_text.read_text(job["text"]) if job["text"] is not None else roster.read(job["army"])
    return Unfit(found, _game("adlg")) if isinstance(found, Refusal) else army_told(found, job["lang"])


def combat(job: Job) -> Told | Unfit:
    """The exact odds of a melee, a shot or a fight, by both profiles."""
    from triarii.games.adlg import form, readings
    from triarii.server import combats

    read = readings.from_words(job["settings"])
    if isinstance(read, Refusal):
        return Unfit(read, _game("adlg"))
    asked = form.read(job["document"], "melee")
    return Unfit(asked, _game("adlg")) if isinstance(asked, Refusal) else combats.told(asked, read, job["lang"])


def sheet(job: Job) -> Told | Unfit:
    """The reference sheet under the asked readings."""
    from triarii.games.adlg import readings
    from triarii.server.sheets import sheet_told

    read = readings.from_words(job["settings"])
    return Unfit(read, _game("adlg")) if isinstance(read, Refusal) else sheet_told(read, job["lang"])


def companion(job: Job) -> Told:
    """The tables of the companion; no stranger's input, but seconds of work."""
    from triarii.games.adlg import companion as tables

    return dict(tables.tables(job["profile"], job["lang"]))


def _game(name: str) -> AnyGame:
    game = registry.game(name)
    assert not isinstance(game, Refusal), "the route has looked"
    return game


ANSWERS: Mapping[str, Question] = {
    "content": content,
    "begin": begin,
    "army": army,
    "combat": combat,
    "companion": companion,
    "sheet": sheet,
    "choices": study.choices,
    "fights": study.odds,
    "aims": study.aims,
    "overlays": study.overlays,
}
