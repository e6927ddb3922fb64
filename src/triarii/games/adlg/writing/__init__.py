"""A battle as one line of text and back, and what of it an eye may know."""
