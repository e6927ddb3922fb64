"""Many games at once: counts of lines, random playouts, matches and their statistics."""
