"""Weights of our players found by self-play: which positions foretell which end, and what that says of each weight."""
