"""From one place to another: in how many actions and turns, by which way, or what bars it."""
