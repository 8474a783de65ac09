"""Where a round base stands, and what is in its way."""
