"""Computer players. Each sees a view and imagines positions that fit it; none ever gets the position itself."""
