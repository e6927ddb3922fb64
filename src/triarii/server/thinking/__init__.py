"""Work beside the event loop: threads for short questions, processes with limits for all that can take long."""
