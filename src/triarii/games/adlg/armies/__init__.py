"""Armies before a battle: rosters, points, and what is wrong with one."""
