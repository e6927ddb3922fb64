"""Help for who gives orders: what can follow a word, well-chosen orders, aiming, previews."""
