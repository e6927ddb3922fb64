"""The angle of a way. Compiled code takes the same name from angles.pxd; this file stays uncompiled."""

from math import atan2 as angle

__all__ = ["angle"]
