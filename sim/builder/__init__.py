"""Making boards: the text of a map, its edits, and what is kept of it while somebody builds. Needs no screen."""
