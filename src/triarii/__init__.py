"""Triarii: play, analyse and simulate three war games. How hot modules run is decided here, before any is loaded."""

from triarii import builds

__version__ = "0.1.0"

builds.obey_environment()
