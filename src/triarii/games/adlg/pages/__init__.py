"""What can be asked outside of a battle: the sheet, odds, armies, readings, the companion, what is shipped."""
