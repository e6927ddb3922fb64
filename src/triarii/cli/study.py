"""Commands for study: analysis of a position, the ladder of levels, and the line protocol for arenas."""

from __future__ import annotations

import sys
from contextlib import closing
from random import Random
from typing import Annotated

import typer

from triarii.cli.inputs import (
    AsJson,
    GameName,
    Language,
    PositionWord,
    Seed,
    Settings,
    game_of,
    options_of,
    position_of,
)
from triarii.cli.many import warn_of_copies
from triarii.cli.measuring import (
    Games,
    Jobs,
    Nodes,
    On,
    Openings,
    PictureFile,
    ResumeFile,
    ShardWord,
    TableFile,
    Work,
    way,
)
from triarii.cli.speech import BadInput, insist, language, print_json, say
from triarii.cli.usage import number_option
from triarii.core import registry, timeline
from triarii.core.contract import AnyGame, AnyPosition, Budget, Decision, Eye, Player, Prospect, Refusal, Turn
from triarii.core.records import Acted, ChanceFell, Header
from triarii.core.timeline import Timeline
from triarii.lab import ladders
from triarii.lab.executors import LOCAL
from triarii.lab.matches import Counting
from triarii.pictures.scores import ScoreLine
from triarii.players import analysts

LONGEST_THOUGHT = 3_600_000
"""Milliseconds."""

Lines = Annotated[int, number_option("--lines", 1, 50, "How many ways to go on.")]
Thought = Annotated[
    int,
    number_option("--ms", 1, LONGEST_THOUGHT, "How long to think, in milliseconds."),
]


def analyse(
    name: GameName,
    lines: Lines = 3,
    ms: Thought = 2_000,
    nodes: Nodes = None,
    settings: Settings = None,
    position: PositionWord = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Show the best actions of a position, each with its score and how it may go on."""
    game, speak = game_of(name), language(lang)
    here = position_of(game, options_of(game, settings), position)
    if here.turn not in (Turn.FIRST, Turn.SECOND):
        raise BadInput(Refusal("analyse.nobody"))
    budget = Budget(nodes=nodes) if nodes else Budget(milliseconds=ms)
    found = best_lines(game, here, budget, lines)
    if json:
        print_json([_as_json(game, decision, speak) for decision in found])
        return
    for number, decision in enumerate(found, start=1):
        score = "" if decision.score is None else f"{100 * float(decision.score):5.1f} %"
        line = " ".join(game.action_text(action) for action in decision.line)
        prospect = _prospect(decision.prospect, speak)
        print(f"{number}. {game.action_text(decision.action):8} {score}  {prospect or line}")
        for message in decision.why:
            print(f"   {game.texts.say(message, speak)}")
    with_prospects = any(decision.prospect for decision in found)
    print(say("analyse.legend_prospect" if with_prospects else "analyse.legend", speak))


def _prospect(prospect: Prospect | None, lang: str) -> str:
    """The chances of a turn in words."""
    if prospect is None:
        return ""
    shares = {name: round(100 * float(getattr(prospect, name)), 1) for name in ("win", "draw", "loss")}
    if prospect.error is None:
        return say("analyse.exact", lang, **shares)
    return say("analyse.estimate", lang, **shares, error=round(100 * prospect.error, 1))


def _as_json(game: AnyGame, decision: Decision[object], lang: str) -> dict[str, object]:
    return {
        "action": game.action_text(decision.action),
        "score": None if decision.score is None else round(float(decision.score), 4),
        "line": [game.action_text(action) for action in decision.line],
        "nodes": decision.nodes,
        **({"why": [game.texts.say(message, lang) for message in decision.why]} if decision.why else {}),
        **({"prospect": _prospect_as_json(decision.prospect)} if decision.prospect else {}),
    }


def _prospect_as_json(prospect: Prospect) -> dict[str, object]:
    """Exact chances as fractions, estimates as numbers with their standard error."""
    if prospect.error is None:
        return {name: str(getattr(prospect, name)) for name in ("win", "draw", "loss")} | {"exact": True}
    shares: dict[str, object] = {name: round(float(getattr(prospect, name)), 4) for name in ("win", "draw", "loss")}
    return shares | {"error": round(prospect.error, 4), "exact": False}


def best_lines(game: AnyGame, position: AnyPosition, budget: Budget, count: int) -> list[Decision[object]]:
    """What the best analyst for the game thinks of a position."""
    return analysts.best_lines(game, position.view(Eye(position.turn)), budget, Random(0), count)


def ladder(
    name: GameName,
    games: Games = 20,
    seed: Seed = 1,
    openings: Openings = None,
    on: On = LOCAL,
    jobs: Jobs = None,
    shard: ShardWord = None,
    resume: ResumeFile = None,
    table: TableFile = None,
    picture: PictureFile = None,
    settings: Settings = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Let each level play the one below it."""
    game, speak = game_of(name), language(lang)
    pairs = ladders.neighbours(name)
    if not pairs:
        raise BadInput(Refusal("ladder.no_levels", params={"game": name}))
    for word in {word for pair in pairs for word in pair}:
        insist(registry.player(word, name))
    chosen = options_of(game, settings)
    _begun(game, chosen)  # before any process is started for nothing
    how = way(on, jobs, shard, resume, table, picture)
    climbed = ladders.ladder_of(name, chosen, games, seed, openings)
    work = Work(how, game, say("ladder.title", speak), climbed.total, speak, quiet=json)
    rows: list[dict[str, object]] = []
    lines: list[ScoreLine] = []
    counting = Counting()
    with closing(work.results(climbed)) as outcomes:
        for number, outcome in outcomes:
            counting.add(outcome)
            rung, place = climbed.place(number)
            if place < games - 1 or not how.shard.is_whole:
                continue
            score, counting = counting.score, Counting()
            (upper, lower), (low, high) = climbed.pairings[rung].players, score.interval
            entry = {
                "upper": upper,
                "lower": lower,
                "games": score.tally.games,
                "score": round(score.score, 4),
                "interval": [round(low, 4), round(high, 4)],
                "distinct": score.distinct,
                "openings": climbed.pairings[rung].opening,
            }
            rows.append(entry)
            lines.append(ScoreLine(f"{upper} – {lower}", score.score, score.interval, score.tally.games))
            if not json:
                shown = {**entry, "low": round(low, 3), "high": round(high, 3)}
                print(say("ladder.rung", speak, **shown), flush=True)
            warn_of_copies(score, speak)
    if work.tell_shard(json):
        return
    work.draw(f"{name}: {say('ladder.title', speak)}", lines)
    if json:
        print_json(rows)


def engine(
    name: GameName,
    player: Annotated[str, typer.Option("--player", help="Who thinks: a player as in `triarii match`.")] = "",
    settings: Settings = None,
) -> None:
    """Answer an arena line by line: `go MILLISECONDS MOVE…` gives one action, `quit` ends."""
    game = game_of(name)
    chosen = options_of(game, settings)
    _begun(game, chosen)  # what no line can mend is said at once
    thinker = insist(registry.player(player or analysts.best_analyst(game), name))
    for line in sys.stdin:
        words = line.split()
        if words == ["quit"]:
            return
        if words:
            print(_answer(game, chosen, thinker, words), flush=True)


def _answer(game: AnyGame, chosen: dict[str, object], thinker: Player, words: list[str]) -> str:
    """One action text, or `error` and a sentence."""
    if words[0] != "go" or len(words) < 2 or not (words[1].isascii() and words[1].isdigit() and len(words[1]) <= 9):
        return "error " + say("engine.form", "en")
    line = _begun(game, chosen)
    for number, text in enumerate(words[2:], start=1):
        fell = line.position.turn is Turn.CHANCE and text.startswith("!")
        refusal = line.append(ChanceFell(text[1:]) if fell else Acted(line.position.turn, text))
        if refusal is not None:
            reason = BadInput(refusal, game.texts).sentence("en")
            return "error " + say("engine.move", "en", number=number, text=text[:40], reason=reason)
    if line.position.turn not in (Turn.FIRST, Turn.SECOND):
        return "error " + say("engine.over", "en")
    budget = Budget(milliseconds=max(1, min(int(words[1]), LONGEST_THOUGHT)))
    decision = thinker.choose(game, line.position.view(Eye(line.position.turn)), budget, Random(0))
    return str(game.action_text(decision.action))


def _begun(game: AnyGame, chosen: dict[str, object]) -> Timeline:
    """A game at its start; options that don't go together are bad input."""
    return insist(timeline.begin(game, Header(game.info.id, game.info.rules_version, chosen)), game)
