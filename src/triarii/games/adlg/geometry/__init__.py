"""The geometry of the table: where bases stand, how they move, whom they reach. Everything here is measured in whole
numbers, so that every machine finds the same."""
