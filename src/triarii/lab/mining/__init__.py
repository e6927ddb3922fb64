"""Puzzles found in games of our players: each game is played, looked through, and what is found is proven and tried on
every level."""
