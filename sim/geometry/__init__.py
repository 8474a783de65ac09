"""Shapes: ground, reach, sight, cover, distance. Arrays in, verdict with evidence out; knows no game."""
