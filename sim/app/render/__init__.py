"""Drawing the board and the minis: a small renderer of our own on Panda3D, with light baked once a map."""
