"""A battle for people and displays: sentences, facts, a map of letters, what happened."""
