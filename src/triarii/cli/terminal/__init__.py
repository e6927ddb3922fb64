"""The game in a terminal window: a board with a cursor, a panel, and keys for everything; `app` starts it."""
