"""Speed, strength and endurance, measured; results are committed under docs/figures/."""
