"""What a thing finds out about itself when it is asked first, and keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property as kept  # what mypy knows of it holds for ours
else:

    class Kept:
        """What functools.cached_property does, without the lock that it took before Python 3.12: whoever asks at the
        same time finds out the same."""

        def __init__(self, find):
            self.find, self.__doc__ = find, find.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, thing: Any, owner: type | None = None) -> Any:
            if thing is None:
                return self
            found = thing.__dict__[self.name] = self.find(thing)
            return found

    kept = Kept

__all__ = ["kept"]
