"""Games and players by name, ours and those of other packages, found through Python's entry points.

A package offers a game under the group `triarii.games` (a Game object, or a function that makes one), a player under
`triarii.players` (a function that takes settings as keyword arguments and returns a Player) and what draws a game under
`triarii.pictures`, by the id of the game (a module or an object; `triarii.pictures` says what it has). Rules of an
older version are kept under the game's id with the version: `cities@1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from triarii.core.contract import AnyGame, Player, Refusal, Specialist
from triarii.core.options import unknown

GAMES = "triarii.games"
PLAYERS = "triarii.players"
PICTURES = "triarii.pictures"


@cache
def _offered(group: str) -> Mapping[str, EntryPoint]:
    """Entry points by name. A name that two packages offer is ours: nobody can slip in another `cities`."""
    found = sorted(entry_points(group=group), key=lambda point: (point.name, _ours(point)))
    return {point.name: point for point in found}


def _ours(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == "triarii"


def refresh() -> None:
    """Look again: packages may have come or gone."""
    _offered.cache_clear()
    game.cache_clear()
    players_from_elsewhere.cache_clear()


def game_names() -> list[str]:
    """All games by id, without kept older versions."""
    return [name for name in _offered(GAMES) if "@" not in name]


def player_names() -> list[str]:
    return list(_offered(PLAYERS))


@cache
def game(name: str, rules_version: int | None = None) -> AnyGame | Refusal:
    """A game by its id; with a version, the rules of that version if we still have them."""
    present = _load(GAMES, name, "game.unknown")
    if isinstance(present, Refusal) or rules_version in (None, present.info.rules_version):
        return present
    kept = f"{name}@{rules_version}"
    if kept in _offered(GAMES):
        return _load(GAMES, kept, "game.unknown")
    return Refusal(
        "record.rules_version",
        params={"game": name, "named": int(rules_version or 0), "present": present.info.rules_version},
    )


def player(word: str, game_id: str = "") -> Player | Refusal:
    """A player from `name` or `name:key=value,…`; with a game, one that plays it."""
    name, _, settings = word.partition(":")
    maker = _load(PLAYERS, name, "player.unknown")
    if isinstance(maker, Refusal):
        return maker
    chosen: dict[str, str] = {}
    for part in filter(None, settings.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            return Refusal("player.setting", params={"name": name, "setting": part})
        chosen[key] = value
    try:
        made: Player = maker(**chosen)
    except (TypeError, ValueError):
        return Refusal("player.setting", params={"name": name, "setting": settings})
    except Exception as problem:
        return _broken(name, problem)
    if game_id and isinstance(made, Specialist) and game_id not in made.games:
        return Refusal("player.other_game", params={"name": name, "game": game_id})
    return made


@cache
def players_from_elsewhere(game_id: str) -> Mapping[str, Player]:
    """Players of other packages that were made for a game and need no settings, by name."""
    named = [name for name, point in _offered(PLAYERS).items() if not _ours(point)]
    made = {name: player(name, game_id) for name in named}
    return {name: one for name, one in made.items() if isinstance(one, Specialist) and not isinstance(one, Refusal)}


def pictures(game_id: str) -> Any | Refusal | None:
    """What draws a game; None where nobody offers it."""
    return _load(PICTURES, game_id, "") if has_pictures(game_id) else None


def has_pictures(game_id: str) -> bool:
    """Whether some package draws a game; nothing is loaded for that."""
    return game_id in _offered(PICTURES)


def _load(group: str, name: str, code: str) -> Any | Refusal:
    offered = _offered(group)
    if name not in offered:
        return unknown(code, name, [known for known in offered if "@" not in known])
    try:
        return _made(offered[name]) if group == GAMES else offered[name].load()
    except Exception as problem:  # a stranger's package may fail in any way; ours must go on
        return _broken(name, problem)


def _made(point: EntryPoint) -> AnyGame:
    """Looked at once, so that what is no game, or calls itself otherwise in its records, shows here."""
    found = point.load()
    game: AnyGame = found() if callable(found) else found
    if game.info.id != point.name.partition("@")[0]:
        raise ValueError(f"the game calls itself {game.info.id}")
    return game


def _broken(name: str, problem: Exception) -> Refusal:
    return Refusal("plugin.broken", params={"name": name, "reason": f"{type(problem).__name__}: {problem}"})
