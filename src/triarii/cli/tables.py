"""Tables for people: on a terminal as wide as it is, elsewhere whole lines for other programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence

UNBOUND = 10_000
"""Columns of a page that nobody folds."""


def print_table(titles: Sequence[str], rows: Sequence[Sequence[str]], folding: int | None = None) -> None:
    """A table whose numbers stand right; only the column `folding` may be broken into lines, all others stay whole."""
    from rich.console import Console  # late, because every start of the program would pay for it
    from rich.table import Column, Table

    columns = [
        Column(title, justify="right" if _is_number(place, rows) else "left", no_wrap=place != folding)
        for place, title in enumerate(titles)
    ]
    table = Table(*columns, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else UNBOUND)
    with console.capture() as page:
        console.print(table)
    # By our own hand: rich leaves the program when a pipe breaks.
    print("\n".join(line.rstrip() for line in page.get().splitlines()), flush=True)


def _is_number(place: int, rows: Sequence[Sequence[str]]) -> bool:
    return all(row[place][:1].isdigit() for row in rows)
