"""What one player hides from the other: ambushes and flank marches."""
