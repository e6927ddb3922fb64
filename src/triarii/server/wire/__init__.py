"""What goes over the wire: typed messages, their words, and what of a text may be passed on."""
