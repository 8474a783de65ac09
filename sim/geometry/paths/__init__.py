"""Where a base can go: the heightfield, searches over it, reach."""
