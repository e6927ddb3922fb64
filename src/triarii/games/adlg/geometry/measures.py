"""The measures of the table: whole thousandths of a UD and whole hundredths of a degree."""

from __future__ import annotations

UD = 1000
"""One UD, in mUD."""
DEGREE = 100
"""One degree, in hundredths."""
