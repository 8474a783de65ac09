"""The usual storeys: their heights in inches, and their windows."""

from __future__ import annotations

from sim.board.architecture.house import Storey

__all__ = ["ARCADE", "ATTIC", "GROUND", "MIDDLE", "NOBILE", "ROUND_GROUND", "UPPER"]

GROUND = Storey(1.9, "rect", 0.5, 0.7, 0.8, shutters=False, grille=True)
ROUND_GROUND = Storey(1.9, "round", 0.5, 0.8, 0.75, shutters=False, grille=True)
ARCADE = Storey(2.2, "rect", 0.5, 0.7, 0.8, shutters=False, grille=True)
NOBILE = Storey(2.1, "gothic", 0.6, 1.45, 0.3)
UPPER = Storey(1.8, "rect", 0.5, 1.0, 0.45)
ATTIC = Storey(1.4, "rect", 0.46, 0.62, 0.45)
MIDDLE = Storey(1.9, "round", 0.54, 1.2, 0.4)
