"""The general of November 2026, kept as he was: plan, proposals, evaluation and weights. What comes later is measured
against him.

Nothing here is to be improved; a test holds him to what he ordered when he was put aside.
"""
