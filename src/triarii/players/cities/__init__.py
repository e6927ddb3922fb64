"""Players of Cities & Heroes: what a board is worth, and the search that looks ahead."""
