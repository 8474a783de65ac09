"""Boards made from a size, a style and a number: canals, quarters of joined houses, squares, and what stands there."""
