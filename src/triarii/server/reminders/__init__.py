"""Messages to people who asked to be told when it is their turn: by their browser's push service, or by e-mail."""
