"""Frozen things with some of their fields changed; battles make thousands of them for every decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace  # what mypy knows of it holds for ours
else:
    from dataclasses import fields

    T = TypeVar("T")
    _NAMES: dict[type, tuple[str, ...]] = {}

    def replace(thing: T, **new: Any) -> T:
        """What dataclasses.replace makes, several times as fast: nothing is initialised, for nothing of ours does more
        there than to take its fields. What a thing found out about itself stays behind."""
        kind = type(thing)
        names = _NAMES.get(kind)
        if names is None:
            names = _NAMES[kind] = tuple(each.name for each in fields(kind))
        known, made = thing.__dict__, object.__new__(kind)
        own = made.__dict__
        for name in names:
            own[name] = known[name]
        own.update(new)
        return made


__all__ = ["replace"]
