"""Docstrings as the API page shows them: what they type at Python's prompt stands in a box, as on any other page."""

from __future__ import annotations

import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Boxed(griffe.Extension):  # type: ignore[misc]  # griffe is not where types are checked
    """Asked by mkdocstrings for every object that it shows."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = SESSION.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
