"""From the declaration of a charge to contact, evades included."""
