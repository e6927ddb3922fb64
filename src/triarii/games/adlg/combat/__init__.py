"""The sheet's arithmetic, which needs no table: melee, shooting, rallying, losses, with a ledger and exact odds."""
