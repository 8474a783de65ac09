"""Triangles by themselves: vertices, edges, shells, what touches, how high things stand."""
