"""`triarii campaign`: battles in a row, each with what the one before left; every battle is a record of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from triarii.cli import keeping, recorded
from triarii.cli.inputs import AsJson, Language
from triarii.cli.many import split_players
from triarii.cli.opening import open_game
from triarii.cli.recorded import RecordFile
from triarii.cli.speech import BadInput, insist, language, print_json, say, show
from triarii.cli.usage import Command, group
from triarii.core import timeline
from triarii.core.contract import AnyGame, Continued, Eye, Options, Refusal, Sequel
from triarii.core.options import unknown
from triarii.core.records import HUMAN
from triarii.core.timeline import Timeline
from triarii.games.adlg.game import GAME
from triarii.games.adlg.scenarios import campaign as campaigns

app = group("campaign", "Campaigns of L'Art de la Guerre: battles in a row, whose survivors fight on.")
SaveFile = Annotated[Path, typer.Option("--save", metavar="FILE", help="Where the record of the battle is kept.")]
Players = Annotated[
    str | None,
    typer.Option("--players", metavar="A,B", help="Who sits where: `human`, or a player as in `triarii match`."),
]


def list_campaigns(lang: Language = None, json: AsJson = False) -> None:
    """List the campaigns with their battles."""
    speak = language(lang)
    if json:
        print_json([{key: card[key] for key in ("name", "title", "about", "battles")} for card in campaigns.cards()])
        return
    for found in campaigns.shipped().values():
        show(f"{found.id}: {found.name[speak]}. {found.about[speak]}")
        for number, battle in enumerate(found.battles, start=1):
            words = {"number": number, "name": battle.scenario["name"][speak], "turns": battle.turns}
            show(say("campaign.battle", speak, **words), "  ")


def start(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The campaign; `triarii campaign list` names them.")],
    save: SaveFile,
    players: Players = None,
    lang: Language = None,
) -> None:
    """Set up the first battle of a campaign."""
    found = campaigns.shipped().get(name)
    if found is None:
        raise BadInput(unknown("campaign.unknown", name, campaigns.shipped()))
    seats = split_players(players) if players else (HUMAN, HUMAN)
    _begin(campaigns.options_of(found, 1), seats, save, language(lang))


def next_battle(last: RecordFile, save: SaveFile, players: Players = None, lang: Language = None) -> None:
    """Set up the next battle from the record of the last one, and say how things stand."""
    speak = language(lang)
    record, damage = recorded.load(last)
    game = recorded.game_of(record)
    line, problem = timeline.replay(game, record)
    if line is None or problem is not None or damage is not None:
        raise BadInput(damage or problem or Refusal("record.not_understood"), game.texts)
    follows = _sequel(game, line)
    for message in follows.words:
        show(game.texts.say(message, speak))
    if not follows.last:
        _begin(follows.options, split_players(players) if players else line.header.seats, save, speak)


def _sequel(game: AnyGame, line: Timeline) -> Sequel:
    if line.result is None:
        raise BadInput(Refusal("campaign.under_way"))
    found = game.sequel(line.header.options, line.position, line.result) if isinstance(game, Continued) else None
    if found is None:
        raise BadInput(Refusal("campaign.none"))
    return found


def _begin(options: Options, seats: tuple[str, str], save: Path, lang: str) -> None:
    """Keep a battle under way, and tell its briefing and how it goes on."""
    line, secret = insist(open_game(GAME, options, seats), GAME)
    insist(keeping.save(line.record, save))
    insist(keeping.keep_secret(line.record, secret))
    for message in GAME.introduction(line.start.view(Eye.OBSERVER))[:-1]:
        show(GAME.texts.say(message, lang))
    show(say("campaign.play", lang, file=str(save)))


for word, command in (("list", list_campaigns), ("start", start), ("next", next_battle)):
    app.command(word, cls=Command, context_settings={"allow_extra_args": True})(command)
