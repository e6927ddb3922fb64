"""What may come of a single step, and what may be near it: numbers that compiled and other code share."""

CLEAR = 0
UNSURE = 1
ENEMY = 2
"""The way leads into an enemy."""
EDGE = 3
"""It leads over the edge of the table."""
FRIEND = 4
"""It leads, or ends, where a friend stands."""

SLOW_GROUND = 1
"""Ground may slow the step down."""
FEARED = 2
"""An enemy may be within 4 UD."""
