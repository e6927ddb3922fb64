"""Moves without contact, and what they cost."""
