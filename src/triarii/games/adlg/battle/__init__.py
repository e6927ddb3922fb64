"""A battle: its state, orders and phases. It knows nothing of set-up, telling or help for people."""
