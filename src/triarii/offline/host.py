"""Answers the app's questions in the browser, by the addresses that a server has for them: games and rules, study,
tables and questions of games, puzzles; and what a game against the computer needs where there is no room: its choice
and the record."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any, TypeAlias
from urllib.parse import parse_qs, unquote, urlsplit

from triarii.core import records, registry, timeline
from triarii.core.contract import AnyGame, Budget, Consulted, Eye, Refusal, Stocked, Turn
from triarii.core.records import Acted, ChanceFell, Header
from triarii.openings import shipped as openings
from triarii.puzzles.shipped import shipped
from triarii.server.play.game_info import info_of, rule_of
from triarii.server.thinking import jobs, questions, study, worker
from triarii.server.wire import answers
from triarii.server.wire.messages import written
from triarii.server.wire.words import refused

Body = dict[str, Any]
Studied: TypeAlias = (
    jobs.Weigh | jobs.Judge | jobs.NextWords | jobs.Foretell | jobs.Draw | jobs.Fights | jobs.Aims | jobs.Shapes
)
JOBS: dict[str, type[Studied]] = {
    "/lines": jobs.Weigh,
    "/verdict": jobs.Judge,
    "/choices": jobs.NextWords,
    "/preview": jobs.Foretell,
    "/picture": jobs.Draw,
    "/odds": jobs.Fights,
    "/aims": jobs.Aims,
    "/overlays": jobs.Shapes,
}
"""By the end of their address under /api/study."""
LANGUAGES = ("en", "de")


class No(Exception):
    """A refusal on its way out."""

    def __init__(self, refusal: Refusal, status: int = 404, game: AnyGame | None = None) -> None:
        super().__init__(refusal.code)
        self.refusal, self.status, self.game = refusal, status, game


class Already(No):
    """A refusal that has its words."""

    def __init__(self, told: object) -> None:
        super().__init__(Refusal("study_form"), 422)
        self.told = told


def answer(method: str, address: str, body: str) -> tuple[int, str]:
    """The status and the JSON that a server would answer with."""
    parts = urlsplit(address)
    words = parse_qs(parts.query)
    told: Body = json.loads(body) if body else {}
    lang = str((told.get("lang") if isinstance(told, dict) else "") or words.get("lang", [""])[-1])
    lang = lang if lang in LANGUAGES else LANGUAGES[0]
    try:
        found = _route(method, unquote(parts.path).removeprefix("/api"), words, told, lang)
    except Already as known:
        return known.status, written(known.told).decode()
    except No as no:
        return no.status, written(refused(no.refusal, lang, no.game)).decode()
    except (TypeError, KeyError, ValueError):
        return 422, written(refused(Refusal("study_form"), lang)).decode()
    return 200, written(found).decode()


def _route(method: str, path: str, words: dict[str, list[str]], body: Body, lang: str) -> object:
    match method, path.strip("/").split("/"):
        case "GET", ["games"]:
            return answers.Games([info_of(_game(name), lang) for name in registry.game_names()])
        case "GET", ["games", name]:
            return info_of(_game(name), lang)
        case "GET", ["games", name, "rules"]:
            return answers.Rules(name, [rule_of(rule, lang) for rule in _game(name).rulebook.rules])
        case "GET", ["games", name, "contents", option]:
            game = _game(name)
            return game.contents(option) if isinstance(game, Stocked) else {"contents": {}}
        case "POST", ["games", name, "contents", option]:
            return _asked(jobs.Content(game=name, option=option, text=str(body["text"]), lang=lang))
        case "POST", ["games", name, "prepared"]:
            options, seed = dict(body["options"]), int(body.get("seed", 0))
            return _asked(jobs.Prepare(game=name, options=options, seed=seed, lang=lang))
        case "GET", ["games", name, "puzzles"]:
            return _puzzles(name)
        case "GET", ["games", name, "puzzles", puzzle]:
            return _puzzle(name, puzzle)
        case "GET", ["games", name, "openings"]:
            games = openings.shipped(_game(name).info.id)
            return answers.Openings([answers.OpenedGame(each.seats, each.winner, each.moves) for each in games])
        case "GET", ["games", name, *table]:
            return _consulted(_game(name), "/".join(table), True, words, None, lang)
        case "POST", ["games", name, *question]:
            return _consulted(_game(name), "/".join(question), False, words, body, lang)
        case "POST", ["study"]:
            return _told(study.study(jobs.Study(**{**body, "lang": lang})))
        case "POST", ["study", "report"]:
            wanted = {name: bool(body.get(name, False)) for name in ("brief", "film")}
            theme = "dark" if body.get("theme") == "dark" else "light"
            return _told(study.report(jobs.Report(record=body["record"], theme=theme, lang=lang, **wanted)))
        case "POST", ["study", what]:
            return _studied(f"/{what}", {**body, "lang": lang})
        case "POST", ["local", "choose"]:
            return choose(body)
        case "POST", ["local", "record"]:
            return record(body)
        case "GET", ["rooms"]:
            return {"rooms": []}
        case "GET", ["network"]:
            return answers.Network([], "")
    raise No(Refusal("not_found"))


def _game(name: str) -> AnyGame:
    found = registry.game(name)
    if isinstance(found, Refusal):
        raise No(found)
    return found


def _told(found: object) -> object:
    if isinstance(found, study.Unfit):
        raise No(found.refusal, 422, found.game)
    return found


def _asked(job: jobs.Question) -> object:
    found = questions.answered(job)
    if "refused" in found:
        raise Already(found["refused"])
    return found["answer"]


def _studied(what: str, body: Body) -> object:
    kind = JOBS.get(what)
    if kind is None:
        raise No(Refusal("not_found"))
    job = kind(**body)
    if isinstance(job, jobs.Weigh | jobs.Judge):
        found = worker.done(job)
        if isinstance(found, dict) and "refused" in found:
            raise Already(found["refused"])
        return found
    return _asked(job)


def _consulted(
    game: AnyGame, path: str, table: bool, words: dict[str, list[str]], document: object, lang: str
) -> object:
    if not isinstance(game, Consulted):
        raise No(Refusal("not_found"))
    offered = game.tables() if table else game.questions()
    name, item = (path, "") if path in offered else path.rpartition("/")[::2]
    if name not in offered or (item and not offered[name].of_items):
        raise No(Refusal("not_found"))
    settings = {key: values for key, values in words.items() if key != "lang"}
    job = jobs.Consult(
        game=game.info.id, name=name, table=table, words=settings, item=item, document=document, lang=lang
    )
    return _asked(job)


def _puzzles(name: str) -> object:
    found = shipped(_game(name).info.id)
    return answers.Puzzles([answers.PuzzleEntry(each.id, each.theme.value, each.level) for each in found])


def _puzzle(name: str, puzzle: str) -> object:
    found = next((each for each in shipped(_game(name).info.id) if each.id == puzzle), None)
    if found is None:
        raise No(Refusal("not_found"))
    return found.as_json()


# A game against the computer


@cache
def _player(level: str, game: str) -> Any:
    found = registry.player(level, game)
    if isinstance(found, Refusal):
        raise No(found, 422)
    return found


def choose(body: Body) -> dict[str, str]:
    """What a level does in a position."""
    level = str(body.pop("level"))
    live = study.played(jobs.Study(**body))
    if isinstance(live, study.Unfit):
        raise No(live.refusal, 422, live.game)
    game, position = live.line.game, live.position
    if position.turn not in (Turn.FIRST, Turn.SECOND):
        raise No(Refusal("no_lines"), 422, game)
    view = position.view(Eye(position.turn))
    found = _player(level, game.info.id).choose(game, view, Budget(), Random())
    return {"action": game.action_text(found.action)}


def record(body: Body) -> dict[str, str]:
    """A game as a record: what was played here can be opened by every Triarii."""
    game = _game(str(body["game"]))
    first, second = body["seats"]
    header = Header(
        game.info.id,
        game.info.rules_version,
        body.get("options", {}),
        seats=(str(first), str(second)),
        start=str(body.get("start", "")),
        date=str(body.get("date", "")),
    )
    line = timeline.begin(game, header)
    if isinstance(line, Refusal):
        raise No(line, 422, game)
    for text in body["actions"]:
        turn = line.position.turn
        refusal = line.append(ChanceFell(text) if turn is Turn.CHANCE else Acted(turn, text))
        if refusal is not None:
            raise No(refusal, 422, game)
    resigned = body.get("resigned")
    if resigned in ("first", "second"):
        line.append(records.Resigned(records.NAMED_SEATS[resigned]))
    flagged = body.get("flagged")
    if flagged in ("first", "second"):
        line.append(records.FlagFell(records.NAMED_SEATS[flagged]))
    if body.get("drawn") and line.position.turn in (Turn.FIRST, Turn.SECOND):
        offers = line.position.turn
        line.append(records.DrawOffered(offers))
        line.append(records.DrawAgreed(Turn.SECOND if offers is Turn.FIRST else Turn.FIRST))
    if line.result is not None:
        line.close()
    return {"record": records.dump(line.record).decode()}
