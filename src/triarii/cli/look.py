"""Commands that show a game: its rules, actions, positions, counts and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Annotated, Any, TypeVar

import typer

from triarii import pictures
from triarii.cli.inputs import SVG, AsJson, GameName, Language, PositionWord, Settings, game_of, options_of, position_of
from triarii.cli.speech import BadInput, complain, insist, language, print_json, reason_of, say, show
from triarii.cli.usage import whole_number
from triarii.core import registry
from triarii.core.contract import AnyGame, AnyPosition, Event, Eye, Overlaid, Refusal, Scored, Span, Turn
from triarii.core.narration import narration
from triarii.core.options import unknown
from triarii.core.rulebook import Rule
from triarii.core.texts import Message
from triarii.lab.perft import perft as count_lines

T = TypeVar("T")


def games(lang: Language = None, json: AsJson = False) -> None:
    """List the games that can be played."""
    speak = language(lang)
    found, broken = [], []
    for name in registry.game_names():
        game = registry.game(name)
        if isinstance(game, Refusal):
            broken.append(BadInput(game).sentence(speak))
            continue
        found.append(
            {
                "id": name,
                "title": _name_of(game, "game.title", speak),
                "about": _name_of(game, "game.about", speak),
                "reconstructed": _name_of(game, "game.reconstructed", speak),
                "rules_version": game.info.rules_version,
                "chance": game.info.has_chance,
                "secrets": game.info.has_secrets,
                "players": _players_of(name),
            }
        )
    if json:
        print_json(found)
    else:
        for entry in found:
            show(f"{entry['id']}: {entry['title']}. {entry['about']}")
            if entry["reconstructed"]:
                show(str(entry["reconstructed"]), "    ")
            show(say("games.players", speak, players=entry["players"]), "    ")
    for sentence in broken:
        complain(sentence)


def rules(name: GameName, lang: Language = None, json: AsJson = False) -> None:
    """Show the rules of a game in our words, with their ids, and its options."""
    game, speak = game_of(name), language(lang)
    if json:
        print_json(
            {
                "game": name,
                "title": _name_of(game, "game.title", speak),
                "rules": [rule.as_json(speak) for rule in game.rulebook.rules],
                "options": [
                    {
                        "name": option.name,
                        "values": _values(option.values, option.names),
                        "default": option.default,
                        "rule": option.rule,
                        "about": option.about.get(speak, ""),
                    }
                    for option in game.info.options
                ],
            }
        )
        return
    print(_name_of(game, "game.title", speak))
    for rule in game.rulebook.rules:
        show(f"\n{rule.id}{_mark(rule, speak)}")
        show(rule.text[speak], "    ")
        if rule.why:
            show(rule.why[speak], "    ")
    print("\n" + say("rules.options", speak))
    for option in game.info.options:
        allowed = _values(option.values, option.names)
        spelled = allowed if isinstance(allowed, str) else ", ".join(map(_spell, allowed))
        show(f"\n{option.name} = {_spell(option.default)} ({spelled})")
        show(option.about.get(speak, ""), "    ")


def actions(
    name: GameName,
    settings: Settings = None,
    position: PositionWord = None,
    _lang: Language = None,
    json: AsJson = False,
) -> None:
    """List the legal actions, one per line, always in the same order."""
    game = game_of(name)
    here = position_of(game, options_of(game, settings), position)
    if here.turn is Turn.CHANCE:
        texts = [f"!{game.action_text(outcome)}" for outcome, _ in here.chances()]
    else:
        texts = [game.action_text(action) for action in here.actions()]
    if json:
        print_json(texts)
    elif texts:
        print("\n".join(texts))


def apply(
    name: GameName,
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="An action, or !outcome for chance.")],
    settings: Settings = None,
    position: PositionWord = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Play actions from a position: tells what happens and prints the resulting position."""
    game, speak = game_of(name), language(lang)
    here = position_of(game, options_of(game, settings), position)
    events: list[Event] = []
    told: list[Message] = []
    for number, word in enumerate(words, start=1):
        action = _action(game, here, word)
        if isinstance(action, Refusal):
            reason = action.message
            refusal = Refusal("apply.word", action.rule, {"number": number, "word": word[:80], "reason": reason})
            raise BadInput(refusal, game.texts)
        after = here.play(action)
        happened = game.events(here, action, after)
        events += happened
        told += narration(game, happened)
        here = after
    result = here.result()
    if json:
        print_json(
            {
                "events": [{"kind": event.kind, **event.fields} for event in events],
                "turn": here.turn.name.lower(),
                "result": None if result is None else {"winner": _winner(result.winner), "rule": result.rule},
                **({"score": game.score(here, result).as_json()} if isinstance(game, Scored) else {}),
                "position": here.text(),
            }
        )
        return
    for message in told:
        print(game.texts.say(message, speak))
    print(here.text())


def perft(
    name: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", parser=whole_number("DEPTH", 1, 20), help="How many turns to look ahead.")
    ],
    chance: Annotated[
        str | None, typer.Option("--chance", metavar="OUTCOME,…", help="Chance outcomes, fed in order.")
    ] = None,
    settings: Settings = None,
    position: PositionWord = None,
    _lang: Language = None,
    json: AsJson = False,
) -> None:
    """Count the ways to play: a line `DEPTH COUNT` for each depth from 1."""
    game = game_of(name)
    here = position_of(game, options_of(game, settings), position)
    outcomes = chance.split(",") if chance else []
    counted = []
    for plies in range(1, depth + 1):
        count = insist(interruptibly(partial(count_lines, game, here, plies, outcomes)), game)
        counted.append({"depth": plies, "count": count})
        if not json:
            print(plies, count, flush=True)
    if json:
        print_json(counted)


def draw(
    name: GameName,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The SVG file; without it, to the screen.")
    ] = None,
    settings: Settings = None,
    position: PositionWord = None,
    lang: Language = None,
    dark: Annotated[bool, typer.Option("--dark", help="Light pieces on a dark page.")] = False,
    overlays: Annotated[
        list[str] | None,
        typer.Option(
            "--overlay", metavar="KIND[:UNIT]", help="What else to show, such as zone, reach:u3 or radius:c1."
        ),
    ] = None,
) -> None:
    """Draw a position as an SVG picture."""
    game = game_of(name)
    if output is not None and output.suffix.lower() not in SVG:
        raise BadInput(Refusal("draw.not_svg", params={"file": str(output)}))
    here = position_of(game, options_of(game, settings), position)
    marks = {"overlays": _overlays(game, here, overlays)} if overlays else {}
    theme = "dark" if dark else "light"
    picture = pictures.draw(game, here.view(Eye.OBSERVER), language(lang), theme=theme, **marks)
    if picture is None:
        raise BadInput(Refusal("draw.no_picture", params={"game": name}))
    if output is None:
        print(picture)
        return
    try:
        output.write_text(picture, encoding="utf-8")
    except (OSError, ValueError) as problem:
        params = {"file": str(output), "reason": reason_of(problem)}
        raise BadInput(Refusal("file.not_written", params=params)) from None


def _overlays(game: AnyGame, here: AnyPosition, words: Sequence[str]) -> list[Mapping[str, object]]:
    """The overlays that are asked for, of one unit or of all."""
    if not isinstance(game, Overlaid):
        raise BadInput(Refusal("draw.no_overlays", params={"game": game.info.id}))
    offered = [shape for shape in game.overlays(here, Eye.OBSERVER) if {"polygon", "line", "circle"} & shape.keys()]
    found: list[Mapping[str, object]] = []
    for word in words:
        kind, _, unit = word.partition(":")
        chosen = [shape for shape in offered if shape["kind"] == kind and unit in ("", shape["unit"])]
        if not chosen:
            known = dict.fromkeys(str(shape["kind"]) for shape in offered)
            raise BadInput(unknown("draw.overlay", word, known))
        found += chosen
    return found


def interruptibly(job: Callable[[], T]) -> T:
    """Does a long job in a thread that ends with the program: compiled code itself would not hear Ctrl-C."""
    done: Future[T] = Future()

    def work() -> None:
        try:
            done.set_result(job())
        except BaseException as problem:
            done.set_exception(problem)

    Thread(target=work, daemon=True).start()
    return done.result()


def _action(game: AnyGame, here: AnyPosition, word: str) -> Any | Refusal:
    """The action that a word of `apply` spells here, or `!outcome`."""
    if here.turn is Turn.CHANCE:
        offered = {f"!{game.action_text(outcome)}": outcome for outcome, _ in here.chances()}
        if word in offered:
            return offered[word]
        return Refusal("apply.chance", params={"known": list(offered)})
    if word.startswith("!"):
        return Refusal("record.game_over" if here.turn is Turn.OVER else "record.no_chance_now")
    action = game.action(word)
    return action if isinstance(action, Refusal) else here.check(action) or action


def _name_of(game: AnyGame, key: str, lang: str) -> str:
    return game.texts.say(Message(key), lang) if key in game.texts else ""


def _players_of(name: str) -> list[str]:
    return [known for known in registry.player_names() if not isinstance(registry.player(known, name), Refusal)]


def _mark(rule: Rule, lang: str) -> str:
    parts = [rule.page[lang]] if rule.page[lang] else []
    if rule.kind in ("reconstructed", "ruled_against"):
        parts.append(say(f"rules.{rule.kind}", lang))
    return f" ({'; '.join(parts)})" if parts else ""


def _values(values: object, names: object) -> str | list[object]:
    if isinstance(values, Span):
        return f"{values.low}-{values.high}"
    return list(names) if isinstance(values, str) else list(values)  # type: ignore[call-overload,no-any-return]


def _spell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _winner(winner: Turn | None) -> str | None:
    return None if winner is None else winner.name.lower()
