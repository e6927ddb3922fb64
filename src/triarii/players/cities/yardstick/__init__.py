"""The master of November 2026, kept as it was: search, evaluation and weights. What comes later is measured against it.

Nothing here is to be improved; a test holds it to what it played when it was put aside.
"""
