"""Boards that are sent to others: a package is made of a map, and becomes a map of one's own again."""
