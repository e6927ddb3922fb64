"""Players of To War!."""
