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
from triarii.server.play import set_up
from triarii.server.play.live_game import LiveGame
from triarii.server.thinking import study
from triarii.server.thinking.study import Json, Unfit

Job = Mapping[str, Any]
Question = Callable[[Job], Json | Unfit]


def answered(name: str, job: Job) -> Json:
    """`{"answer": …}`, or `{"refused": …}`."""
    found = ANSWERS[name](job)
    return {"refused": found.as_json(job["lang"])} if isinstance(found, Unfit) else {"answer": found}


def content(job: Job) -> Json | Unfit:
    """The content that a text spells, read like a file of the command line; its game checks it when it is played."""
    game = _game(job["game"])
    wanted = game.info.option(job["option"])
    assert wanted is not None, "the route has looked"
    found = options.from_text(wanted, job["text"], f"{wanted.name}.toml")
    refusal = found if isinstance(found, Refusal) else options.check(wanted, found)
    return {"content": found} if refusal is None else Unfit(refusal, game)


def begin(job: Job) -> Json | Unfit:
    """Whether a game can begin with these options from this position."""
    game = _game(job["game"])
    begun = LiveGame.begin(game, Header(game.info.id, game.info.rules_version, job["options"], start=job["start"]))
    if isinstance(begun, Refusal):
        return Unfit(begun, game)
    unfair = set_up.refuse_hidden(begun.line) if job["people"] and job["start"] else None
    return {} if unfair is None else Unfit(unfair, game)


def army(job: Job) -> Json | Unfit:
    """An army added up, with everything that is wrong with it; what is no army at all is refused."""
    from triarii.games.adlg import roster, roster_text
    from triarii.games.adlg.army_page import army_json

    found = roster_text.read_text(job["text"]) if job["text"] is not None else roster.read(job["army"])
    return Unfit(found, _game("adlg")) if isinstance(found, Refusal) else army_json(found, job["lang"])


def combat(job: Job) -> Json | Unfit:
    """The exact odds of a melee, a shot or a fight, by both profiles."""
    from triarii.games.adlg import form, odds_page, readings

    read = readings.from_words(job["settings"])
    if isinstance(read, Refusal):
        return Unfit(read, _game("adlg"))
    asked = form.read(job["document"], "melee")
    return Unfit(asked, _game("adlg")) if isinstance(asked, Refusal) else odds_page.odds_json(asked, read, job["lang"])


def sheet(job: Job) -> Json | Unfit:
    """The reference sheet under the asked readings."""
    from triarii.games.adlg import readings
    from triarii.games.adlg.sheet_page import sheet_json

    read = readings.from_words(job["settings"])
    return Unfit(read, _game("adlg")) if isinstance(read, Refusal) else sheet_json(read, job["lang"])


def companion(job: Job) -> Json:
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
