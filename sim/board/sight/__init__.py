"""Sight, cover, distance, templates: what the rules measure along lines."""
