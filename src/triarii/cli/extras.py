"""What comes only with an extra of the package: the rules need nothing but Python, the commands around them more."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from importlib.util import find_spec

from triarii.core.contract import Refusal


class Extra(StrEnum):
    """What can be installed beside the rules, as `pip install "triarii[NAME]"` names it."""

    LAB = "lab"
    PLAY = "play"
    SERVE = "serve"
    POSTGRES = "postgres"


MODULES: Mapping[Extra, tuple[str, ...]] = {
    Extra.LAB: ("typer", "rich"),
    Extra.PLAY: ("typer", "rich", "textual"),
    Extra.SERVE: (
        "typer",
        "rich",
        "alembic",
        "cryptography",
        "fastapi",
        "msgspec",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "websockets",
    ),
    Extra.POSTGRES: ("psycopg",),
}
"""What each of them brings and cannot do without, smallest first."""
FOR_RESEARCH: Mapping[str, tuple[str, ...]] = {
    "rl": ("gymnasium", "numpy", "pettingzoo"),
    "openspiel": ("numpy", "pyspiel"),
    "train": ("jax", "optax"),
    "ray": ("ray",),
    "parquet": ("pyarrow",),
    "tune": ("numpy",),
}
"""Extras that no command asks for before its options do: whoever needs one is told there and then."""
COMMANDS: Mapping[str, Extra] = {
    "play": Extra.PLAY,
    "serve": Extra.SERVE,
    "think": Extra.SERVE,
    "admin": Extra.SERVE,
}
"""The extra of a command; all others are content with the smallest."""


def is_there(extra: str) -> bool:
    """Whether all is there that an extra brings, be it of the commands or for research."""
    modules = MODULES[Extra(extra)] if extra in tuple(Extra) else FOR_RESEARCH[extra]
    return all(find_spec(module) is not None for module in modules)


def refusal_of(module: str, command: str = "") -> Refusal | None:
    """What to say where a module is missing; nothing if no extra would bring it."""
    package = module.partition(".")[0]
    bringing = [extra for extra in Extra if package in MODULES[extra]]
    if not bringing:
        return None
    extra = COMMANDS.get(command, bringing[0])
    if extra not in bringing:
        extra = bringing[0]
    return Refusal("extra.missing", params={"package": package, "extra": extra.value})
