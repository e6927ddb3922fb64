"""A bar that shows how far a long piece of work is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Advance(Protocol):
    """Hears how much more is done, and what is known by now."""

    def __call__(self, more: int = 1, known: str = "") -> None: ...


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Advance]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield _unseen
        return
    # Late, because every start of the program would pay for it.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)

        def advance(more: int = 1, known: str = "") -> None:
            progress.update(task, advance=more, description=f"{title} {known}".rstrip())

        yield advance


def _unseen(more: int = 1, known: str = "") -> None:
    """Nobody looks."""
