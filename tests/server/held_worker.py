"""A worker process whose aims are held until a test lets them go, or fail; run in the place of the usual one.

The test listens at the address in HELD_AIMS. An aim tells there where it points, and thinks until it is answered.
"""

from __future__ import annotations

import os
import sys
from multiprocessing.connection import Client
from typing import Any

from triarii.core.contract import Aimed
from triarii.games.adlg.game import ArtOfWar
from triarii.server.thinking import worker_process

HELD = "HELD_AIMS"
BROKEN = "BROKEN_AIMS"


def held(_game: object, _position: object, _who: object, place: tuple[int, int], *_: Any) -> Aimed:
    with Client(os.environ[HELD], "AF_UNIX") as test:
        test.send(place)
        test.recv()
    return Aimed()


def broken(*_: object) -> Any:
    raise ValueError("broken")


STAND_INS: dict[str, dict[str, object]] = {HELD: {"aim": held}, BROKEN: {"aim": broken, "overlays": broken}}
"""What takes the place of the game's own, by the variable that asks for it."""


if __name__ == "__main__":
    for variable, methods in STAND_INS.items():
        for name, method in methods.items() if variable in os.environ else ():
            setattr(ArtOfWar, name, method)
    worker_process.main(int(sys.argv[1]), int(sys.argv[2]))
