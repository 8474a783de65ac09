"""The character abilities, each a plug-in under its name; importing this registers them."""

from __future__ import annotations

from sim.carnevale.abilities import bodyguard, defence, experts, fighting, moving, spirit, water

__all__ = ["bodyguard", "defence", "experts", "fighting", "moving", "spirit", "water"]
