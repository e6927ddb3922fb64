"""What a game tells displays is of the form that it declares: nothing is missing, of another type or undeclared."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from triarii.core.conformance.findings import Inquiry
from triarii.core.contract import Event, Forms, View

NOTHING = Forms()
"""Declared."""


def check_facts(inquiry: Inquiry, view: View) -> None:
    _demand(inquiry, "the facts of a view", view.facts, _declared(inquiry).facts)


def check_event(inquiry: Inquiry, event: Event) -> None:
    """As one eye sees it."""
    _demand(inquiry, "an event", {"kind": event.kind, **event.fields}, _declared(inquiry).events)


def check_preview(inquiry: Inquiry, preview: Mapping[str, object]) -> None:
    _demand(inquiry, "a preview", preview, _declared(inquiry).preview)


def check_shape(inquiry: Inquiry, shape: Mapping[str, object]) -> None:
    _demand(inquiry, "an overlay", shape, _declared(inquiry).shapes)


def _declared(inquiry: Inquiry) -> Forms:
    return inquiry.game.info.forms or NOTHING


def _demand(inquiry: Inquiry, what: str, value: object, form: Any) -> None:
    fault = "" if form is None else misfit(value, form)
    inquiry.demand(not fault, "Of {} the declared form is not kept: {}.", what, fault)


def misfit(value: object, form: Any) -> str:
    """Where a value is not of a form, in a few words; empty if it is."""
    origin, inside = get_origin(form), get_args(form)
    if form is Any:
        return ""
    if origin in (types.UnionType, typing.Union):
        return _none_of(value, inside)
    if origin is Literal:
        return "" if value in inside else f"{value!r} is none of {', '.join(map(repr, inside))}"
    if typing.is_typeddict(form):
        return _fields(value, form)
    if origin is dict or origin is Mapping:
        return _table(value, inside[1])
    if origin in (list, tuple, Sequence):
        return _row(value, inside, fixed=origin is tuple and inside[-1] is not Ellipsis)
    return "" if _is(value, form) else f"{value!r} is no {getattr(form, '__name__', form)}"


def _is(value: object, form: Any) -> bool:
    """A flag is no number, though Python has it so."""
    return isinstance(value, form) and (form is bool or not isinstance(value, bool))


def _none_of(value: object, forms: Sequence[Any]) -> str:
    """Why it fits none of these; of typed dicts with a kind, only the one of that kind matters."""
    kind = value.get("kind") if isinstance(value, Mapping) else None
    same = [form for form in forms if typing.is_typeddict(form) and kind in get_args(_hints(form).get("kind"))]
    faults = [misfit(value, form) for form in same or forms]
    return "" if "" in faults else faults[0]


def _fields(value: object, form: Any) -> str:
    if not isinstance(value, Mapping):
        return f"{value!r} is no {form.__name__}"
    hints = _hints(form)
    for name, hint in hints.items():
        optional = get_origin(hint) is typing.NotRequired or not form.__total__
        if name not in value and not optional:
            return f"{form.__name__} lacks {name}"
        fault = misfit(value[name], _bare(hint)) if name in value else ""
        if fault:
            return f"{name} of {form.__name__}: {fault}"
    return next((f"{form.__name__} does not declare {name}" for name in value if name not in hints), "")


def _table(value: object, form: Any) -> str:
    if not isinstance(value, Mapping):
        return f"{value!r} is no table"
    return next((f"{name}: {fault}" for name, inner in value.items() if (fault := misfit(inner, form))), "")


def _row(value: object, forms: Sequence[Any], fixed: bool) -> str:
    if not isinstance(value, list | tuple):
        return f"{value!r} is no list"
    if fixed and len(value) != len(forms):
        return f"there are {len(value)} instead of {len(forms)}"
    wanted = forms if fixed else [forms[0]] * len(value)
    return next((fault for inner, form in zip(value, wanted, strict=True) if (fault := misfit(inner, form))), "")


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) in (typing.NotRequired, typing.Required) else hint


@cache
def _hints(form: Any) -> dict[str, Any]:
    return get_type_hints(form, include_extras=True)
