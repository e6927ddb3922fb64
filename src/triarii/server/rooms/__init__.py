"""Games that are played: rooms with their seats, clocks, computers and everybody who is connected."""
