"""What a single visitor can do to a server on the open internet: each is bounded in count and time."""
