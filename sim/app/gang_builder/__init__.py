"""Building a gang in the window: from a roster, with costs and legality, to a file and a sheet of paper."""
