"""Figures for Prometheus: what is told, and where."""
