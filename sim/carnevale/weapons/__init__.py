"""The weapon abilities, each a plug-in under its name; importing this registers them."""

from __future__ import annotations

from sim.carnevale.weapons import hits, use

__all__ = ["hits", "use"]
