"""Games as the environments of machine learning. Nothing here is needed to play, and nothing else imports it."""
