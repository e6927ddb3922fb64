"""A measurement is many tasks, numbered from 0, each a pure function of what is measured and its number: any part of it
can be worked on anywhere, in any order, and done again with the same result."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from typing import Protocol, TypeAlias, TypeVar

from triarii.lab.executors import Executor
from triarii.lab.kept import Kept

Found = TypeVar("Found")
Cell: TypeAlias = str | int | float | None


class Measurement(Protocol[Found]):
    """What is measured."""

    @property
    def about(self) -> Mapping[str, object]:
        """All that decides a result besides its number; results of two measurements belong together if they agree in
        it. Goes through JSON."""

    @property
    def columns(self) -> Mapping[str, type[str] | type[int] | type[float]]:
        """Of a table of the results."""

    def task(self, number: int) -> Callable[[], Found]:
        """What is to be done for one number; can be sent to another process."""

    def as_json(self, found: Found) -> object:
        """A result as a file keeps it; its number is its place there."""

    def recalled(self, number: int, kept: object) -> Found | None:
        """The result that a file kept; None for what can't be one."""

    def row(self, number: int, found: Found) -> tuple[Cell, ...]:
        """The result in a table."""


def results(
    measurement: Measurement[Found],
    numbers: range,
    executor: Executor,
    kept: Kept | None = None,
    save: Callable[[Found], None] | None = None,
) -> Generator[tuple[int, Found], None, None]:
    """All results in the order of their numbers: first those that were kept, then new ones, which are kept as they
    come; `save` has each new one before that."""
    known = [] if kept is None else kept.results[: len(numbers)]
    for number, told in zip(numbers, known, strict=False):
        recalled = measurement.recalled(number, told)
        assert recalled is not None, "checked when the file was read"
        yield number, recalled
    missing = numbers[len(known) :]
    with closing(executor.run(map(measurement.task, missing), len(missing))) as fresh:
        for number, found in zip(missing, fresh, strict=True):
            if save is not None:
                save(found)
            if kept is not None:
                kept.append(measurement.as_json(found))
            yield number, found
