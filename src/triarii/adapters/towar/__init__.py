"""To War! for programs that learn: numbers for the words of a turn, numbers for what a seat sees."""
