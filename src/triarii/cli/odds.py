"""`triarii odds`: the exact result of every fight that the player to move can have, as a table or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli import recorded
from triarii.cli.inputs import AsJson, GameName, Language, PositionWord, Settings, game_of, options_of, position_of
from triarii.cli.speech import BadInput, language, print_json, say, show
from triarii.cli.tables import print_table
from triarii.cli.usage import number_option
from triarii.core import timeline
from triarii.core.contract import SEATS, AnyGame, AnyPosition, Eye, Fight, Refusal, Weighed
from triarii.core.texts import Message

COLUMNS = ("action", "fight", "wins", "ties", "losses")


def odds(
    name: GameName,
    settings: Settings = None,
    position: PositionWord = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Look at a recorded game instead of a position.")
    ] = None,
    to: Annotated[
        int | None,
        number_option(
            "--to", 0, 1_000_000_000, "The position of the record after this many steps, instead of the last one."
        ),
    ] = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Weigh up every fight that the side to move could start now, with exact odds."""
    game, speak = game_of(name), language(lang)
    if record is None:
        if to is not None:
            raise BadInput(Refusal("odds.to_alone"))
        here = position_of(game, options_of(game, settings), position)
    else:
        for option, given in (("--set", settings), ("--position", position)):
            if given is not None:
                raise BadInput(Refusal("odds.settled", params={"option": option}))
        game, here = _recorded(game, record, to)
    if not isinstance(game, Weighed):
        raise BadInput(Refusal("odds.no_odds", params={"game": name}))
    fights = game.odds(here.view(Eye(here.turn))) if here.turn in SEATS else ()
    if json:
        print_json([_as_json(game, fight, speak) for fight in fights])
    elif here.turn not in SEATS:
        show(say("odds.nobody", speak))
    elif not fights:
        show(say("odds.none", speak))
    else:
        _show(game, fights, speak)


def _recorded(game: AnyGame, file: Path, to: int | None) -> tuple[AnyGame, AnyPosition]:
    """The rules that a record was made by and the position it leads to; what can't be replayed whole is bad input."""
    record, damage = recorded.load(file)
    if record.header.game != game.info.id:
        params = {"file": str(file), "saved": record.header.game, "game": game.info.id}
        raise BadInput(Refusal("odds.other_game", params=params))
    game = recorded.game_of(record)
    line, problem = timeline.replay(game, record)
    wrong = damage or problem
    if line is None or wrong is not None:
        raise BadInput(wrong or Refusal("record.not_understood"), game.texts)
    steps = line.steps if to is None else line.steps[:to]
    return game, steps[-1].after if steps else line.start


def _as_json(game: AnyGame, fight: Fight, lang: str) -> dict[str, object]:
    """Probabilities travel as exact text: 1, 0, 5/36."""
    return {
        "action": fight.action,
        "fight": _sentence(game, fight, lang),
        **{name: str(getattr(fight, name)) for name in ("wins", "ties", "losses")},
        "params": dict(fight.params),
    }


def _show(game: AnyGame, fights: Sequence[Fight], lang: str) -> None:
    rows = [
        (
            fight.action,
            _sentence(game, fight, lang),
            *(_share(part, lang) for part in (fight.wins, fight.ties, fight.losses)),
        )
        for fight in fights
    ]
    print_table([say(f"odds.{name}", lang) for name in COLUMNS], rows, folding=1)
    show(say("odds.legend", lang))


def _sentence(game: AnyGame, fight: Fight, lang: str) -> str:
    return game.texts.say(Message("odds.fight", fight.params), lang)


def _share(part: Fraction, lang: str) -> str:
    """In percent, with the exact fraction where it is none of a hundred."""
    percent = 100 * part
    if percent.denominator == 1:
        return f"{percent} %"
    digits = f"{float(percent):.2f}".replace(".", "," if lang == "de" else ".")
    return f"{digits} % ({part})"
