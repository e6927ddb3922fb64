"""Commanders for L'Art de la Guerre."""
