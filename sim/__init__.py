"""Bauta: a 3D tabletop simulator for the skirmish game of rooftops, canals and gondolas."""

__version__ = "0.1.0"
