"""What a unit remembers of the running sequence, and what stays with it longer; each mark is a word of the text."""

from __future__ import annotations

NEAR = "near"
"""Was nearer than 4 UD to an enemy in this phase: no further move (adlg.moves.distance)."""
LED = "led"
"""Has had a commander with it in all its moves of this phase, where a third one asks for that (adlg.moves.third)."""
SLID = "slid"
"""Has slid in this phase."""
ORDERED = "ordered"
"""Got an order in this phase, so that it makes no uncontrolled charge."""
CHARGED = "charged"
EVADED = "evaded"
DISENGAGED = "disengaged"
LEFT_ZONE = "left"
RALLIED = "rallied"
"""Has tried to rally: one attempt in a turn, and no move beside it."""
HALTED = "halted"
"""Plants stakes or makes its wagon ready, for which it stays where it is for the whole phase."""
SHIFTED = "shifted"
"""Was pushed or shifted by friends: heavy troops neither move nor rally afterwards."""
STRUCK = "struck"
"""Has lost cohesion by a multiple attack in this sequence."""
BURST = "burst"
"""Was burst through in this sequence."""
PANICKED = "panicked"
"""Has lost cohesion in this sequence because animals that it fears passed through it."""
PIVOTED = "pivoted"
SHOT = "shot"
"""Has shot in this phase."""
STAKES = "stakes"
"""Stakes are planted before it; they stay until it moves."""
READY = "ready"
"""A battle-ready war wagon; it stays so until it moves."""
LOOTING = "looting"
"""Plunders a camp that has fallen and takes no orders until its commander's die has called it (adlg.camp.taken)."""
HOLDS_FIRE = "holds_fire"
"""Does not shoot until its owner says so (adlg.shooting.decline)."""
DEAF = "deaf"
"""Was called away from its loot in this sequence and did not come."""

LASTING = frozenset({STAKES, READY, LOOTING, HOLDS_FIRE})
"""Marks that outlive the sequence."""
ALL = frozenset(
    {
        *(NEAR, LED, SLID, ORDERED, CHARGED, EVADED, DISENGAGED, LEFT_ZONE, RALLIED, HALTED, SHIFTED, STRUCK, BURST),
        *(PANICKED, PIVOTED, SHOT, DEAF),
        *LASTING,
    }
)
MOVED = frozenset({CHARGED, EVADED, DISENGAGED, LEFT_ZONE, PIVOTED})
"""Whoever did one of these has moved in a way that is its only move of the phase (adlg.move.three)."""
NO_MORE_MOVES = MOVED | {RALLIED, HALTED}
"""Whoever did one of these makes no other move in the phase."""
NO_SHOT = frozenset({CHARGED, EVADED, DISENGAGED, LEFT_ZONE})
"""Whoever did one of these does not shoot in the sequence (adlg.shooting.who)."""
