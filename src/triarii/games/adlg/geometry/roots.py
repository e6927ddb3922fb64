"""The square root, exactly rounded on every machine. Compiled code takes the same name from roots.pxd; this file stays
uncompiled."""

from math import sqrt as root

__all__ = ["root"]
