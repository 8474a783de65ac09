"""Pieces made by the program: the buildings of Venice by their parameters, with meaning and with what is seen."""
