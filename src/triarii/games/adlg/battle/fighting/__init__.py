"""Melee, shooting, and what comes after: routs, pursuits, losses."""
