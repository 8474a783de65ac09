"""How minis are painted: their skins unfolded, and every spot of them given its colour, as by a brush."""
