"""The sheet as data: troops, what they carry, terrain, commanders, readings; and how tables and texts are read."""
