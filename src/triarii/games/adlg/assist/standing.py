"""Standing answers to what the enemy's charges, melees and routs ask of a seat, so that a battle need not wait: whether
it evades, how light troops then look, whether commanders fight and whether units pursue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from triarii.core.contract import ASK, Standing
from triarii.core.texts import Message
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.geometry import shapes

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

ALWAYS, NEVER = "always", "never"
FACE, AWAY = "face", "away"
_VALUES: Mapping[str, Sequence[str]] = {
    "evade": (ALWAYS, NEVER, ASK),
    "about": (FACE, AWAY, ASK),
    "engage": (ALWAYS, NEVER, ASK),
    "pursue": (ALWAYS, NEVER, ASK),
}
KINDS: tuple[Standing, ...] = tuple(
    Standing(
        name,
        values,
        Message(f"standing.{name}.asked"),
        {value: Message(f"standing.{name}.{value}") for value in values},
    )
    for name, values in _VALUES.items()
)


def answer(position: Position, answers: Mapping[str, str]) -> str | None:
    """The action that standing answers give at this moment; None where the seat has to be asked."""
    state = position.state
    match state.stage:
        case Stage.ANSWER:
            return _evade(position, answers.get("evade", ASK))
        case Stage.ABOUT:
            # Who always evades wants no question after it: the enemy is worth a look.
            by_itself = FACE if answers.get("evade") == ALWAYS else ASK
            turning = (
                {FACE: "half", AWAY: "stay"} if _looks_away(state.field, state.who) else {FACE: "stay", AWAY: "half"}
            )
            return _choose("+".join(state.whom), answers.get("about", by_itself), turning)
        case Stage.ENGAGE:
            return _choose(state.who, answers.get("engage", ASK), {ALWAYS: "engage", NEVER: "aside"})
        case Stage.PURSUE:
            return _choose(state.who, answers.get("pursue", ASK), {ALWAYS: "pursue 1", NEVER: "stay"})
    return None


def _evade(position: Position, value: str) -> str | None:
    """The unit alone, or where it can't run alone with the first group that can; who has to evade does not stand."""
    wanted = {ALWAYS: "evade", NEVER: "stand"}.get(value)
    return next((action for action in position.listed if action.split()[1] == wanted), None)


def _choose(who: str, value: str, verbs: Mapping[str, str]) -> str | None:
    return f"{who} {verbs[value]}" if value in verbs else None


def _looks_away(field: Field, name: str) -> bool:
    """Whether the nearest enemy is behind a unit."""
    body = field.body(name)
    enemies = field.bodies(1 - field.unit(name).seat)
    if not enemies:
        return False
    distances = shapes.gaps(body.quad, [enemy.quad for enemy in enemies])
    nearest = enemies[distances.index(min(distances))]
    return shapes.local(body.pose, nearest.centre)[1] < shapes.local(body.pose, body.centre)[1]
