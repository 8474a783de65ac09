"""Who sees whom, how much of a body is hidden, whom a template touches."""
