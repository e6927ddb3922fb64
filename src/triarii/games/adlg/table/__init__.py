"""The table: units with their poses, and everything that can happen to them between the dice."""
