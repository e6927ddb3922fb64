"""How fine a sketch is, and how much it holds. Compiled code keeps copies of these numbers; this file stays
uncompiled."""

CELL = 250
"""mUD from one look at the ground to the next."""
TERRAINS = 32
"""Kinds of ground, at most; 0 is the open."""
FORMS = 8_192
"""Units as a melee sees them, at most."""
