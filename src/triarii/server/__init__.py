"""The server: rooms in which games are played over the network, their seats, clocks and storage."""
