"""The hall, in which people find each other and see what goes on."""
