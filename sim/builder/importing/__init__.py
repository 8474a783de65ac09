"""Meshes from elsewhere become pieces and boards of one's own."""
