"""A game as a server plays and shows it, without rooms or people."""
