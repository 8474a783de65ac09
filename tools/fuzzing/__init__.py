"""The parts of `tools/fuzz.py`: seeds, their mutations, the faces that they are given to, and what counts as a find."""
