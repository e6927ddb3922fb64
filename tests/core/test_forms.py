"""What a game declares of its facts, events and previews is kept, or the conformance kit names what is not."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import pytest

from triarii.core.conformance.forms import misfit


class Moved(TypedDict):
    kind: Literal["moved"]
    path: list[str]


class Won(TypedDict):
    kind: Literal["won"]
    by: NotRequired[int]


class Loose(TypedDict, total=False):
    at: tuple[int, int]


FITTING: list[tuple[object, Any]] = [
    ({"kind": "moved", "path": ["a1", "a2"]}, Moved | Won),
    ({"kind": "won"}, Moved | Won),
    ({"kind": "won", "by": 3}, Moved | Won),
    ({}, Loose),
    ({"at": [1, 2]}, Loose),
    (None, str | None),
    ({"a": [1], "b": []}, dict[str, list[int]]),
    ({"whatever": object()}, dict[str, Any]),
    (True, bool),
]
MISFITS: list[tuple[object, Any, str]] = [
    ({"kind": "moved"}, Moved | Won, "Moved lacks path"),
    ({"kind": "won", "by": 3, "how": "well"}, Moved | Won, "Won does not declare how"),
    ({"kind": "won", "by": "3"}, Moved | Won, "by of Won: '3' is no int"),
    ({"kind": "lost"}, Moved | Won, "kind of Moved: 'lost' is none of 'moved'"),
    ({"at": [1, 2, 3]}, Loose, "at of Loose: there are 3 instead of 2"),
    ({"at": 1}, Loose, "at of Loose: 1 is no list"),
    ({"a": "b"}, dict[str, int], "a: 'b' is no int"),
    (3, dict[str, int], "3 is no table"),
    (3, Loose, "3 is no Loose"),
    (True, int, "True is no int"),
]


@pytest.mark.parametrize(("value", "form"), FITTING)
def test_a_value_of_its_form_is_fine(value: object, form: Any) -> None:
    assert misfit(value, form) == ""


@pytest.mark.parametrize(("value", "form", "words"), MISFITS)
def test_a_value_of_another_form_is_named_with_its_place(value: object, form: Any, words: str) -> None:
    assert misfit(value, form) == words
