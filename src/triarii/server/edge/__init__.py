"""Where connections come in: what each may take and how long, before a request is looked at."""
