"""One package a game; a game knows the core and nothing else of ours."""
