"""How far a corps whose commander is an ally, or can't be relied on, has shown whose side it is on."""

from __future__ import annotations

from enum import StrEnum


class Allegiance(StrEnum):
    """What the command dice of such a corps have told so far (adlg.allies.hesitate)."""

    UNTRIED = "untried"
    """Its first command die has not fallen yet; until then it acts like any other corps."""
    HESITANT = "hesitant"
    ENCOURAGED = "encouraged"
    """It hesitates, and the commander-in-chief has spoken for it in this sequence (adlg.allies.encourage)."""
    RELIABLE = "reliable"
    """For the rest of the battle."""

    @property
    def hesitates(self) -> bool:
        return self in (Allegiance.HESITANT, Allegiance.ENCOURAGED)
