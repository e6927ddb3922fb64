"""How games of our players began and ended: what the opening explorer counts. `triarii openings` plays them."""
