"""What a map has, and what is wrong with it."""
