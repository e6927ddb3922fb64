"""What options, refusals and events are made of: values that JSON can carry."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

Plain: TypeAlias = int | str | bool
"""What JSON can carry; a probability travels as text."""
Value: TypeAlias = Plain | Fraction
Options: TypeAlias = Mapping[str, object]
"""Whole contents (a layout, a card table, a roster), never a path."""
