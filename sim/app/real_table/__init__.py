"""A real table in the window: its minis put, moved and turned by hand, and who sees whom, without any game."""
