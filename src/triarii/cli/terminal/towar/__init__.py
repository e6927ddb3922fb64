"""How To War! looks in the terminal window: a field of cards between two camps."""
