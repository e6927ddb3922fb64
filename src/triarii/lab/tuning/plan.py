"""Whose weights can be tuned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triarii.lab.tuning import adlg, cities, towar
from triarii.lab.tuning.tuner import Tuner

TUNERS: Mapping[str, Tuner[Any]] = {"cities": cities.TUNER, "towar": towar.TUNER, "adlg": adlg.TUNER}
