"""The table: who stands where, on what ground, and in whose zone."""
