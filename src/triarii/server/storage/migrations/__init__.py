"""Every change of the tables, in order; a server brings its database up to date when it starts."""
