"""Puzzles: positions of real games with one best move. What they are, those that we ship, and the one of the day."""
