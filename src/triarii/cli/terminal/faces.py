"""The faces of the games: those that have one of their own, and the one for all others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from triarii.cli.terminal.cities.face import CitiesFace
from triarii.cli.terminal.face import Face
from triarii.cli.terminal.towar.face import ToWarFace

FACES: Mapping[str, Face] = {"cities": CitiesFace(), "towar": ToWarFace()}
STYLES = [Path(__file__).with_name(game) / "field.tcss" for game in FACES]
"""The colours of each field."""


def face_of(game_id: str) -> Face:
    return FACES.get(game_id) or Face()
