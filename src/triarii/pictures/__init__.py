"""Positions as SVG pictures; `draw` finds the picture that fits a game.

What draws a game is found by its entry point, so a package can bring pictures of its own. It has

- `picture(view, lang, *, theme, …)`: a view as one self-contained SVG; what it can mark are further keywords,
- `marks(events)`, if it likes: those keywords for what happened last,
- `film(line, lang, *, theme)`, if it likes: a whole recorded game as one moving SVG,
- `story(context, line, progress)`, if it likes: the chapters of a report, where turn by turn does not do,
- `variables(theme)`, if it likes: colours that its pictures take from the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from triarii.core import registry
from triarii.core.contract import AnyGame, Event, Refusal, View


def draw(game: AnyGame, view: View, lang: str = "en", **marks: Any) -> str | None:
    """A view of the game as one self-contained SVG, or None where we have no picture for this game."""
    picture = offered(game, "picture")
    return None if picture is None else str(picture(view, lang, **marks))


def marks_of(game: AnyGame, events: Sequence[Event]) -> Mapping[str, Any]:
    """What a picture marks of what happened: the way of the last move, what was lost."""
    marks = offered(game, "marks")
    return {} if marks is None else marks(events)


def variables_of(game: AnyGame, theme: str) -> Iterable[str]:
    """Colours that the pictures of a game take from the page, as declarations."""
    variables = offered(game, "variables")
    return () if variables is None else variables(theme)


def offered(game: AnyGame, name: str) -> Callable[..., Any] | None:
    """A function of what draws a game; None where there is none. A broken package draws nothing; a game that describes
    its board is drawn by that, unless its package draws it."""
    found = registry.pictures(game.info.id)
    if found is None and name == "picture" and game.info.board is not None:
        from triarii.pictures import described

        return partial(described.picture, game)
    return None if found is None or isinstance(found, Refusal) else getattr(found, name, None)
