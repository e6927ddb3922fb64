"""The set-up: ground that suits us better than the enemy, a camp behind the middle, corps where they stand well."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.combat.combatants import Melee
from triarii.games.adlg.data.ground import TERRAINS, malus
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup.regions import COUNTS_AS, REGIONS, terrain_of
from triarii.players.adlg.yardstick import stealth
from triarii.players.adlg.yardstick.blows import fighter
from triarii.players.adlg.yardstick.bouts import bout
from triarii.players.adlg.yardstick.worth import Judge

ATTACKING = 0.1
"""What the first sequence is worth to whoever may choose it."""
SLOW = 0.3
"""What a unit must gain on foot, in loss points a melee, to be worth its horses."""
ENOUGH = 0.0
"""How much more a piece must trouble the enemy than us to be chosen."""


def weighed(position: Position) -> list[tuple[str, float]]:
    """What may be done next in the set-up with its worth, best first."""
    preparation = position.state.setup
    assert preparation is not None
    seat, offered = int(position.turn), list(position.actions())
    weigh = _SCALES.get(preparation.task)
    if weigh is None:
        return [(action, -float(place)) for place, action in enumerate(offered)]
    return sorted(((action, weigh(position, seat, action)) for action in offered), key=lambda one: -one[1])


# The ground


def favour(setting: Setting, seat: int, kind: str) -> float:
    """By how much a kind of terrain troubles the enemy's troops more than ours, for each unit."""
    if kind not in TERRAINS and kind not in COUNTS_AS:
        return 0.0
    trouble = [0.0, 0.0]
    counts = [0, 0]
    for unit in setting.units.values():
        trouble[unit.seat] -= malus(unit.troop, terrain_of(kind))
        counts[unit.seat] += 1
    shares = [trouble[each] / max(1, counts[each]) for each in (0, 1)]
    return shares[1 - seat] - shares[seat]


def _region(position: Position, seat: int, action: str) -> float:
    """A region whose pieces suit us; then to attack, for who attacks deploys last and moves first."""
    _, name, role = action.split()
    most: Mapping[str, int] = REGIONS[name].most
    kinds = sum(favour(position.setting, seat, kind) * count for kind, count in most.items())
    return kinds / max(1, sum(most.values())) + (ATTACKING if role == "attack" else 0.0)


def _pick(position: Position, seat: int, action: str) -> float:
    words = action.split()
    return ENOUGH if words[0] == "done" else favour(position.setting, seat, words[1]) - 0.01


def _lay(position: Position, seat: int, action: str) -> float:
    """What troubles the enemy more goes to the middle, what troubles us more to the edges, and small."""
    words = action.split()
    if words[0] != "lay":
        return 0.0
    before = {piece.id for piece in position.setting.scenery.pieces}
    laid = [piece for piece in position.play(action).setting.scenery.pieces if piece.id not in before]
    size, (wide, _) = {"small": 0.5, "medium": 0.8}.get(words[-1], 1.0), position.setting.size
    aside = abs(float(words[1]) * 1000 - wide / 2) / (wide / 2)
    suits = sum(favour(position.setting, seat, piece.terrain.id) for piece in laid)
    return suits * size * (1.2 - aside) - 0.05 * (1.2 - aside)


# Camp and corps


def _camp(position: Position, _seat: int, action: str) -> float:
    """Behind the middle of the line."""
    wide = position.setting.size[0] / 1000
    return -abs(float(action.split()[1]) - wide / 2)


def _deploy(position: Position, seat: int, action: str) -> float:
    """How well the army stands afterwards against what the enemy shows."""
    if action == "done":
        return -1000.0
    state = position.play(action).state
    return Judge(state, seat).value(state)


def _dismount(position: Position, seat: int, action: str) -> float:
    """What units gain in melee on foot against those whom they may meet, less what it costs to be slow."""
    before, after = position.state.field, position.play(action).state.field
    enemies = [enemy.id for enemy in before.units(1 - seat) if not enemy.light]
    total = 0.0
    for name in (name for name in after.afoot if name not in before.afoot):
        gain = sum(_hope(after, name, enemy) - _hope(before, name, enemy) for enemy in enemies)
        total += gain / max(1, len(enemies)) - SLOW
    return total


def _hope(field: Field, name: str, enemy: str) -> float:
    return bout(Melee(fighter(field, name), fighter(field, enemy)), field.setting.readings)


_SCALES: Mapping[Task, Callable[[Position, int, str], float]] = {
    Task.REGION: _region,
    Task.PICK: _pick,
    Task.LAY: _lay,
    Task.CAMP: _camp,
    Task.MARCH: stealth.march,
    Task.AMBUSH: stealth.ambush,
    Task.DEPLOY: _deploy,
    Task.DISMOUNT: _dismount,
}
