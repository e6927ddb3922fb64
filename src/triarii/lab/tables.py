"""Results as tables for other programs: CSV, or Parquet where the extra `parquet` is there. A table is in place when it
is whole; one of a measurement that was broken off is not."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from triarii.core import files
from triarii.core.contract import Refusal
from triarii.lab.measurements import Cell

BLOCK = 10_000
"""Rows that are written at once."""
CSV, PARQUET = ".csv", ".parquet"
Columns = Mapping[str, type[str] | type[int] | type[float]]


class Table(Protocol):
    """Takes one row after the other."""

    def add(self, row: tuple[Cell, ...]) -> None: ...


def check(path: Path) -> Refusal | None:
    """Whether a table can have this name: it says what kind it is."""
    if path.suffix not in (CSV, PARQUET):
        return Refusal("table.form", params={"file": str(path)})
    if path.suffix == PARQUET and importlib.util.find_spec("pyarrow") is None:
        return Refusal("table.no_parquet", params={"file": str(path)})
    return None


@contextmanager
def written(path: Path, columns: Columns) -> Iterator[Table]:
    """A table that is put in place at the end, unless something was raised; raises OSError."""
    kind = _CsvTable if path.suffix == CSV else _ParquetTable
    with files.put_in_place_at_the_end(path) as file, closing(kind(file, columns)) as table:
        yield table


class _CsvTable:
    def __init__(self, file: BinaryIO, columns: Columns) -> None:
        self._text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        self._writer = csv.writer(self._text, lineterminator="\n")
        self._writer.writerow(columns)

    def add(self, row: tuple[Cell, ...]) -> None:
        self._writer.writerow(row)

    def close(self) -> None:
        self._text.detach()  # all is written, and the file stays open for whoever opened it


class _ParquetTable:
    def __init__(self, file: BinaryIO, columns: Columns) -> None:
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter

        kinds = {str: pa.string(), int: pa.int64(), float: pa.float64()}
        self._schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self._make = pa.Table.from_arrays
        self._array = pa.array
        self._writer = ParquetWriter(file, self._schema)
        self._rows: list[tuple[Cell, ...]] = []

    def add(self, row: tuple[Cell, ...]) -> None:
        self._rows.append(row)
        if len(self._rows) == BLOCK:
            self._write()

    def close(self) -> None:
        self._write()
        self._writer.close()

    def _write(self) -> None:
        columns = zip(*self._rows, strict=True) if self._rows else ([] for _ in self._schema)
        arrays = [self._array(list(cells), field.type) for cells, field in zip(columns, self._schema, strict=True)]
        self._writer.write_table(self._make(arrays, schema=self._schema))
        self._rows = []
