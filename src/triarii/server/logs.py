"""The log of a server: lines for people, or one JSON document a line for programs. It says what is wrong, never who
plays or asks, and nothing that could open a seat or a database."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from types import TracebackType
from typing import TypeAlias

from triarii.server.settings import LogFormat

PLAIN_WORDS = "%(levelname)s: %(message)s"
Caught: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Formatter):
    """Leaves out what was to be stored when the database failed: secrets of chance, names, hashes of tokens."""

    def formatException(self, ei: Caught) -> str:  # noqa: N802  # the library's name
        fault = ei[1]
        while fault is not None:
            if hasattr(fault, "hide_parameters"):
                fault.hide_parameters = True
            fault = fault.__cause__ or fault.__context__
        return super().formatException(ei)


class JsonLines(Discreet):
    """One document a line: when, how bad, who says it, what, and the trace of a fault."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, object] = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0] is not None:
            said["fault"] = record.exc_info[0].__name__
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def begin(wanted: LogFormat) -> None:
    """Log to standard error: plain, what is wrong; as JSON, starts and stops too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if wanted is LogFormat.JSON else Discreet(PLAIN_WORDS))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    if wanted is LogFormat.JSON:
        logging.getLogger("triarii.server").setLevel(logging.INFO)
