"""OpenSpiel logs by absl, whose handler keeps the standard error of the moment in which it is loaded. Here that is a
file into which pytest captures, and it would be closed by whoever sets up logging later, as a server does."""

from __future__ import annotations

import sys

from absl import logging

logging.get_absl_handler().python_handler.stream = sys.__stderr__
