"""Maps, pieces, bodies and meshes, read from files; what is prepared from them and kept."""
