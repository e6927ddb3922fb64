"""Dice as they fall: for whom, what was needed, what they came to with all factors, and what they decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from triarii.games.adlg.battle.table.happenings import UNTOLD, Happening
from triarii.games.adlg.combat.ledger import Entry


@dataclass(frozen=True)
class Throw(Happening):
    """One die of a unit or a commander."""

    unit: str
    die: int


@dataclass(frozen=True)
class CommandThrow(Throw):
    kind: ClassVar[str] = "die_command"


@dataclass(frozen=True)
class ObeyThrow(Throw):
    kind: ClassVar[str] = "die_obey"
    needs: int


@dataclass(frozen=True)
class MarchThrow(Throw):
    kind: ClassVar[str] = "die_march"
    needs: int


@dataclass(frozen=True)
class RallyThrow(Throw):
    kind: ClassVar[str] = "die_rally"
    needs: int


@dataclass(frozen=True)
class RecallThrow(Throw):
    kind: ClassVar[str] = "die_recall"
    needs: int


@dataclass(frozen=True)
class EvadeThrow(Throw):
    kind: ClassVar[str] = "die_run"
    change: int
    """mUD that it adds to the way."""


@dataclass(frozen=True)
class ChargeThrow(Throw):
    kind: ClassVar[str] = "die_pace"
    change: int


@dataclass(frozen=True)
class StormThrow(Throw):
    kind: ClassVar[str] = "die_storm"
    needs: int


@dataclass(frozen=True)
class RampageThrow(Throw):
    kind: ClassVar[str] = "die_rampage"
    way: str


@dataclass(frozen=True)
class FateThrow(Throw):
    kind: ClassVar[str] = "die_fate"
    most: int
    seat: str
    """Who throws: the opponent."""


@dataclass(frozen=True)
class ShotThrow(Happening):
    kind: ClassVar[str] = "dice_volley"
    unit: str
    """The target."""
    shooters: tuple[str, ...]
    first: int
    second: int
    total: int
    enemy_total: int
    ledger: tuple[Entry, ...] = field(default=(), metadata=UNTOLD)


@dataclass(frozen=True)
class Hit(Happening):
    kind: ClassVar[str] = "hit"
    unit: str


@dataclass(frozen=True)
class Missed(Happening):
    kind: ClassVar[str] = "missed"
    unit: str


@dataclass(frozen=True)
class MeleeThrow(Happening):
    kind: ClassVar[str] = "dice_melee"
    unit: str
    enemy: str
    first: int
    second: int
    total: int
    enemy_total: int
    ledger: tuple[Entry, ...] = field(default=(), metadata=UNTOLD)


@dataclass(frozen=True)
class RoundLost(Happening):
    kind: ClassVar[str] = "round_lost"
    unit: str
    points: int


@dataclass(frozen=True)
class RoundRout(Happening):
    kind: ClassVar[str] = "round_rout"
    unit: str


@dataclass(frozen=True)
class RoundDestroyed(Happening):
    kind: ClassVar[str] = "round_destroyed"
    unit: str
    enemy: str


@dataclass(frozen=True)
class RoundEven(Happening):
    kind: ClassVar[str] = "round_even"
    unit: str
    enemy: str
