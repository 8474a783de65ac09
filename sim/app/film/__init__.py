"""Films in the window: a game looked at again, its timeline and chronicle, photos, and a new game from any moment."""
