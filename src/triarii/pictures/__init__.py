"""Positions as SVG pictures; `draw` finds the picture that fits a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from triarii.core.contract import AnyGame, View


def draw(game: AnyGame, view: View, lang: str = "en", **marks: Any) -> str | None:
    """A view of the game as one self-contained SVG, or None where we have no picture for this game.

    What a picture can mark (the path of the last move, squares) and its theme are keywords of the game's own `picture`.
    """
    picture = _picture_of(game.info.id)
    return None if picture is None else picture(view, lang, **marks)


def _picture_of(game_id: str) -> Callable[..., str] | None:
    if game_id == "adlg":
        from triarii.pictures import adlg

        return adlg.picture
    if game_id == "cities":
        from triarii.pictures import cities

        return cities.picture
    if game_id == "towar":
        from triarii.pictures import towar

        return towar.picture
    return None
