"""Hostile inputs for every route and every message of a real server; each follows from a seed and its number."""
