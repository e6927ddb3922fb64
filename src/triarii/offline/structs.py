"""Stands in for msgspec where it can't be compiled: structs with fields, defaults and tags, written as the same JSON.

Only what our answers and jobs need: nothing is read by it, so nothing is checked. `use` puts it in msgspec's place.
"""

from __future__ import annotations

import copy
import dataclasses
import enum
import inspect
import json as plain_json
import sys
from collections.abc import Callable, Mapping
from types import ModuleType, SimpleNamespace
from typing import Any


class UnsetType:
    """Of a field that is left out."""

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET = UnsetType()
NODEFAULT = object()


class MsgspecError(Exception):
    """What can't be read."""


class Meta:
    """Bounds of a field, which are the business of a server."""

    def __init__(self, **bounds: Any) -> None:
        self.title = bounds.get("title")


class Raw(bytes):
    """JSON that was written before."""


class _StructType(type):
    """Collects the fields of a struct, those of its bases first."""

    _defaults: dict[str, Any]
    _named: list[str]
    """Fields that are given by name only."""
    __struct_fields__: tuple[str, ...]
    __struct_config__: SimpleNamespace

    def __new__(
        mcs, name: str, bases: tuple[type, ...], space: dict[str, Any], *, kw_only: bool = False, **config: Any
    ) -> _StructType:
        cls = super().__new__(mcs, name, bases, {key: value for key, value in space.items() if key != "__slots__"})
        before = next((base for base in bases if isinstance(base, _StructType)), None)
        fields = dict(getattr(before, "_defaults", {}))
        named = list(getattr(before, "_named", ()))
        for field in inspect.get_annotations(cls):
            fields[field] = space.get(field, NODEFAULT)
            if kw_only:
                named.append(field)
        cls._defaults = fields
        cls._named = named
        cls.__struct_fields__ = tuple(fields)
        old = getattr(before, "__struct_config__", None)
        tag_field = config.get("tag_field", getattr(old, "tag_field", None))
        cls.__struct_config__ = SimpleNamespace(tag=config.get("tag"), tag_field=tag_field)
        return cls

    def __init__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **_: Any) -> None:
        super().__init__(name, bases, space)


class Struct(metaclass=_StructType):
    """A class with fields."""

    def __init__(self, *given: Any, **named: Any) -> None:
        kind = type(self)
        placed = [field for field in kind._defaults if field not in kind._named]
        values = dict(zip(placed, given, strict=False)) | named
        for field, default in kind._defaults.items():
            if field in values:
                value = values.pop(field)
            elif default is NODEFAULT:
                raise TypeError(f"Missing required argument '{field}'")
            else:
                value = copy.copy(default) if isinstance(default, list | dict) else default
            setattr(self, field, value)
        if values:
            raise TypeError(f"Unexpected argument '{next(iter(values))}'")
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and asdict(self) == asdict(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        told = ", ".join(f"{field}={getattr(self, field)!r}" for field in type(self).__struct_fields__)
        return f"{type(self).__name__}({told})"


def to_builtins(value: Any, enc_hook: Callable[[Any], Any] | None = None) -> Any:
    """Anything as what JSON knows."""

    def plain(each: Any) -> Any:
        if each is None or (isinstance(each, bool | int | float) and not isinstance(each, enum.Enum)):
            return each
        if isinstance(each, enum.Enum):
            return plain(each.value)
        if isinstance(each, str):
            return str(each)
        if isinstance(each, Raw):
            return plain_json.loads(each)
        if isinstance(each, Struct):
            config = type(each).__struct_config__
            told: dict[str, Any] = {}
            if config.tag_field and config.tag:
                told[config.tag_field] = config.tag
            for field in type(each).__struct_fields__:
                inside = getattr(each, field)
                if inside is not UNSET:
                    told[field] = plain(inside)
            return told
        if dataclasses.is_dataclass(each) and not isinstance(each, type):
            return {field.name: plain(getattr(each, field.name)) for field in dataclasses.fields(each)}
        if isinstance(each, Mapping):
            return {str(plain(key)): plain(inside) for key, inside in each.items()}
        if isinstance(each, list | tuple):
            return [plain(inside) for inside in each]
        if enc_hook is not None:
            return plain(enc_hook(each))
        if isinstance(each, set | frozenset):
            return [plain(inside) for inside in each]
        return str(each)

    return plain(value)


class _Encoder:
    def __init__(self, enc_hook: Callable[[Any], Any] | None = None, **_: Any) -> None:
        self.enc_hook = enc_hook

    def encode(self, value: Any) -> bytes:
        plain = to_builtins(value, self.enc_hook)
        return plain_json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()


class _Decoder:
    """Reads JSON and leaves it as it is."""

    def __init__(self, *_: Any, **__: Any) -> None: ...
    def __class_getitem__(cls, _: Any) -> type:
        return cls

    def decode(self, data: str | bytes) -> Any:
        return plain_json.loads(data)


def asdict(one: Any) -> dict[str, Any]:
    return {field: getattr(one, field) for field in type(one).__struct_fields__}


def astuple(one: Any) -> tuple[Any, ...]:
    return tuple(asdict(one).values())


def replace(one: Any, **changes: Any) -> Any:
    return type(one)(**{**asdict(one), **changes})


def encode(value: Any, **named: Any) -> bytes:
    return _Encoder(**named).encode(value)


def decode(data: str | bytes, **_: Any) -> Any:
    return plain_json.loads(data)


def use() -> None:
    """From now on `import msgspec` brings this."""
    whole = {name: globals()[name] for name in ("UNSET", "Meta", "MsgspecError", "Raw", "Struct", "UnsetType")}
    inside: dict[str, dict[str, Any]] = {
        "json": {"Encoder": _Encoder, "Decoder": _Decoder, "encode": encode, "decode": decode},
        "structs": {"asdict": asdict, "astuple": astuple, "replace": replace},
    }
    stand_in = _module("msgspec", {**whole, "to_builtins": to_builtins, "__path__": []})
    for name, things in inside.items():
        setattr(stand_in, name, _module(f"msgspec.{name}", things))


def _module(name: str, things: Mapping[str, Any]) -> ModuleType:
    made = sys.modules[name] = ModuleType(name)
    for each, thing in things.items():
        setattr(made, each, thing)
    return made
