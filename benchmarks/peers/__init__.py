"""What our speed is measured against: the prototype that the rules grew from, a bare search, and OpenSpiel."""
