"""Cities & Heroes for programs that learn: numbers for moves, planes for what a seat sees."""
