"""How Cities & Heroes looks in the terminal window: a board of squares."""
